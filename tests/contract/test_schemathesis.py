"""Schemathesis calls every operation with generated requests: no 5xx, and every response is as documented."""

from __future__ import annotations

import pytest
import schemathesis
from flask import Flask
from hypothesis import HealthCheck, Phase, settings
from redis import Redis
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
)

from service.api import openapi
from service.app import create_app
from service.settings import Settings
from service.storage.heartbeats import NEEDED, Heartbeats

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
    response_headers_conformance,
    negative_data_rejection,
    unsupported_method,
]
PLAIN = {"Accept-Encoding": "identity"}
"""Schemathesis asks for compressed responses, but cannot read them from a WSGI application."""
STREAMS = ("followTable", "followAccount")


@pytest.fixture(scope="module")
def app(redis_url: str, database_url: str) -> Flask:
    return create_app(Settings(redis_url=redis_url, database_url=database_url, rate_limits=False))


@pytest.fixture
def token(app: Flask, redis: Redis) -> str:
    for kind in NEEDED:
        Heartbeats(redis).beat(kind, 3600)
    created = app.test_client().post("/v1/players", json={"name": "Schema"})
    secret: str = created.get_json()["token"]
    return secret


@pytest.fixture
def table(app: Flask, token: str) -> str:
    """A running table that the caller plays at."""
    client, head = app.test_client(), {"Authorization": f"Bearer {token}"}
    wish = {"game": "faraway", "seats": [{"kind": "me"}, {"kind": "bot"}], "start": "full"}
    opened: str = client.post("/v1/tables", json=wish, headers=head).get_json()["id"]
    return opened


# A stream has no end to wait for; tests/service/events/test_events.py listens to them.
schema = schemathesis.openapi.from_dict(openapi.document()).exclude(operation_id=list(STREAMS))
# What is too long in a field may be too large as a whole before anybody has looked at its fields.
schema.config.checks.negative_data_rejection.expected_statuses.append("413")
THOROUGH = settings(
    max_examples=12,
    deadline=None,
    derandomize=True,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)


@schema.parametrize()
@THOROUGH
def test_a_stranger_gets_described_answers(case: schemathesis.Case, app: Flask, token: str) -> None:
    case.call_and_validate(checks=CHECKS, app=app, headers=PLAIN)


@schema.parametrize()
@THOROUGH
def test_a_player_gets_described_answers(case: schemathesis.Case, app: Flask, token: str, table: str) -> None:
    if "table" in case.path_parameters:
        case.path_parameters["table"] = table
    case.call_and_validate(checks=CHECKS, app=app, headers={"Authorization": f"Bearer {token}", **PLAIN})

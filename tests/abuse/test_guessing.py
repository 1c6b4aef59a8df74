"""Rate limits cannot be avoided: not by wrong tokens, claimed addresses or another process."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask import Flask

from service.accounts import store
from service.storage import keys
from tests.service.conftest import newcomer
from tests.service.people import Person
from tests.service.table import ME, OPEN

WRONG = {"Authorization": "Bearer fs_" + "0" * 48}


@pytest.fixture
def strict(app_with: Callable[..., Flask]) -> Callable[..., Flask]:
    """Apps whose limits are a tenth of the usual ones, all on one Redis."""
    return lambda **more: app_with(rate_limits=True, rate_factor=0.1, **more)


def statuses(app: Flask, n: int, **more: object) -> list[int]:
    """What comes back for wrong tokens."""
    client = app.test_client()
    return [client.get("/v1/me", **more).status_code for _ in range(n)]  # type: ignore[arg-type]


def test_who_guesses_tokens_is_soon_not_answered_any_more(strict: Callable[..., Flask]) -> None:
    app = strict()

    assert statuses(app, 8, headers=WRONG) == [401] * 6 + [429] * 2
    refused = app.test_client().get("/v1/me", headers=WRONG)
    assert refused.json is not None
    assert refused.json["code"] == "too-many-requests"
    assert refused.json["params"] == {"limit": "6 per 1 minute"}
    assert 1 <= int(refused.headers["Retry-After"]) <= 60


def test_a_good_token_opens_from_an_address_where_others_guess(strict: Callable[..., Flask]) -> None:
    app = strict()
    ada = newcomer(app, "Ada")
    statuses(app, 20, headers=WRONG)

    assert ada.get("/me").status_code == 200
    assert Person(app).get("/tables").status_code == 200


def test_a_guess_costs_the_same_whether_the_token_is_needed_or_not(strict: Callable[..., Flask]) -> None:
    client = strict().test_client()

    found = [client.get(path, headers=WRONG).status_code for path in ("/v1/tables", "/v1/books") * 5]

    assert found == [401] * 6 + [429] * 4


@pytest.mark.parametrize("header", ["X-Forwarded-For", "Forwarded", "X-Real-IP", "X-Client-IP", "CF-Connecting-IP"])
def test_nobody_changes_address_by_saying_so(strict: Callable[..., Flask], header: str) -> None:
    client = strict().test_client()

    found = [client.get("/v1/me", headers={**WRONG, header: f"10.0.0.{n}"}).status_code for n in range(8)]

    assert found == [401] * 6 + [429] * 2


def test_only_addresses_from_configured_proxies_are_trusted(strict: Callable[..., Flask]) -> None:
    client = strict(proxies=1).test_client()

    def guess(forwarded: str) -> int:
        return client.get("/v1/me", headers={**WRONG, "X-Forwarded-For": forwarded}).status_code

    # The proxy appends the address it sees; what stands before it came from the client.
    assert [guess(f"10.9.9.{n}, 10.0.0.1") for n in range(8)] == [401] * 6 + [429] * 2
    assert guess("10.0.0.2") == 401


def test_all_processes_count_together(strict: Callable[..., Flask]) -> None:
    # Two apps, as in two processes: they share nothing but Redis.
    one, other = strict(), strict(heartbeat_s=0.06)
    ada = newcomer(one, "Ada")
    wish = {"game": "faraway", "seats": [ME, OPEN]}

    found = [Person(app, "Ada", ada.id, ada.token).post("/tables", wish).status_code for app in (one, other) * 35]

    assert found.count(201) == 60
    assert found[60:] == [429] * 10


def test_a_token_is_found_by_its_hash_so_no_comparison_can_be_timed(ada: Person, redis: object) -> None:
    # The look-up key is a hash of the whole secret: two tokens that share a beginning share nothing in Redis.
    near = ada.token[:-1] + ("0" if ada.token[-1] != "0" else "1")

    assert keys.token(keys.digest(near))[:20] != keys.token(keys.digest(ada.token))[:20]
    assert ada.token not in keys.token(keys.digest(ada.token))
    assert len(ada.token) - len(store.PREFIX) >= 48, "192 bits that nobody guesses"

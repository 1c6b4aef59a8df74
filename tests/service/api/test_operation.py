"""What `Blueprint` relies on: every view is synchronous and returns a complete response."""

from __future__ import annotations

import inspect

from flask import Flask, Response

from tests.service.people import Person
from tests.service.table import open_decisions, started


def test_every_view_is_synchronous_and_returns_a_complete_response(app: Flask) -> None:
    views = [inspect.unwrap(view) for name, view in app.view_functions.items() if "." in name]
    ours = [view for view in views if view.__module__.startswith("service.")]

    assert len(ours) > 50
    for view in ours:
        assert not inspect.iscoroutinefunction(view), view
        assert inspect.get_annotations(view)["return"] in ("Response", Response), view


def test_a_malformed_answer_is_explained_as_json_first_and_then_field_by_field(ada: Person, ben: Person) -> None:
    table = started(ada, ben)
    [decision] = open_decisions(ada, table)
    path = f"/tables/{table}/decisions/{decision['id']}/answer"

    def refused(body: bytes) -> tuple[str, list[str]]:
        reply = ada.put(path, data=body, headers={"Content-Type": "application/json"})
        return reply.json["code"], [error["field"] for error in reply.json["errors"]]

    assert refused(b'{"picks": [1]} x') == ("malformed-json", [])
    assert refused(b'{"picks": ["\\ud800"]}') == ("malformed-json", [])
    assert refused(b'{"picks": [1]}') == ("invalid", ["picks.0"])
    assert refused(b'{"picks": [], "more": 1}') == ("invalid", ["more"])
    assert refused(b"") == ("invalid", ["picks"])

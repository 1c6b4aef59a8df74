"""Every operation on somebody else's table, tried by people who do not belong to it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from service.api import openapi
from tests.service.people import JSON, Person
from tests.service.table import ME, OPEN, open_decisions, open_table, started

NOWHERE = "01jd0000000000000000000000"
PARTS = {"seat": "1", "decision": "0-explore-0", "step": "0", "agent": "nobody", "invitation": "none"}


def operations() -> list[tuple[str, str]]:
    """Every operation at one table, from the description of the API."""
    paths = openapi.document()["paths"]
    return sorted(
        (method.upper(), path)
        for path, verbs in paths.items()
        for method in verbs
        if path.startswith("/v1/tables/{table}") and method in ("get", "put", "post", "delete", "patch")
    )


def body_for(method: str, path: str) -> Any:
    """Something that has the right shape, so that the table is what it is about."""
    bodies = {
        "answer": {"picks": ["r1"]},
        "check": {"picks": ["r1"]},
        "talk": {"room": "table", "text": "Hello"},
        "votes": {"kind": "pause"},
        "passes": {"kinds": []},
        "{decision}": {"lines": [{"role": "user", "content": "x"}]},
        "{seat}": {"code": "a-guess"},
    }
    return None if method in ("GET", "DELETE") else bodies.get(path.rsplit("/", 1)[-1])


def tried(person: Person, method: str, path: str, table: str) -> tuple[int, str]:
    """What a person is told there, without the names that differ by themselves."""
    for name, value in {"table": table, **PARTS}.items():
        path = path.replace("{" + name + "}", value)
    reply = person.call(method, path.removeprefix("/v1"), body_for(method, path), {"Accept": JSON, "X-Request-ID": "x"})
    return reply.status_code, reply.get_data(as_text=True).replace(table, "<table>")


@pytest.mark.parametrize(("method", "path"), operations())
@pytest.mark.parametrize("running", [True, False], ids=["running", "open"])
def test_a_private_table_is_to_everybody_else_as_one_that_is_not_there(
    ada: Person, ben: Person, cleo: Person, nobody: Person, running: bool, method: str, path: str
) -> None:
    table = started(ada, ben, visibility="private") if running else open_table(ada, visibility="private")["id"]

    for stranger in (cleo, nobody):
        here, there = (tried(stranger, method, path, id) for id in (table, NOWHERE))
        assert here == there
        assert here[0] in (401, 404, 406, 415, 422)


def test_a_seat_at_one_table_is_none_at_another(ada: Person, ben: Person, cleo: Person) -> None:
    theirs, mine = started(ada, ben), started(cleo, ben)
    name = open_decisions(ada, theirs)[0]["id"]

    for verb in (cleo.put, cleo.delete):
        refused = verb(f"/tables/{theirs}/decisions/{name}/answer", *([{"picks": ["r1"]}] if verb == cleo.put else []))
        assert refused.json["code"] == "not-seated"
    assert cleo.get(f"/tables/{theirs}/view").json["view"]["me"] is None
    assert open_decisions(cleo, theirs) == []
    assert open_decisions(cleo, mine) != []


def test_leaving_a_private_table_ends_access_to_it(ada: Person, ben: Person) -> None:
    table = open_table(ada, visibility="private")
    path = f"/tables/{table['id']}"
    ben.put(f"{path}/seats/1", {"code": table["invite_code"]})
    with ben.follow(f"{path}/events") as stream:
        stream.event()
        ben.delete(f"{path}/seats/1")
        ada.post(f"{path}/talk", {"room": "table", "text": "Now that we are alone"})
        rest = stream.rest()

    assert "alone" not in str(rest)
    assert ben.get(path).status_code == 404


@pytest.mark.parametrize("scopes", [["read"], ["agents"]])
def test_a_token_that_may_not_play_changes_nothing_at_any_table(
    ada: Person, ben: Person, scopes: list[str], register: Callable[[str], Person]
) -> None:
    table = started(ada, ben)
    weak = Person(ada.app, "Ada", ada.id, ada.post("/me/tokens", {"scopes": scopes}).json["token"])

    for method, path in operations():
        # A ticket only lets its holder read.
        if method != "GET" and not path.endswith("/tickets"):
            assert tried(weak, method, path, table)[0] in (403, 415, 422), (method, path)
    assert weak.post("/tables", {"game": "faraway", "seats": [ME, OPEN]}).status_code == 403

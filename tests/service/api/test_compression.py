"""Large responses without secrets are compressed and cached; nothing else is."""

from __future__ import annotations

import gzip

import pytest

from service.stores import Stores
from tests.service.people import Person
from tests.service.sample_replays import played
from tests.service.table import started

GZIP = {"Accept-Encoding": "gzip"}
FACTS = ("/games", "/games/faraway", "/games/not_alone/text/fr", "/games/faraway/cards", "/games/new_lands/rules")


@pytest.mark.parametrize("path", [*FACTS, "/openapi.json"])
def test_facts_are_small_on_the_wire_and_may_be_kept(nobody: Person, path: str) -> None:
    plain, packed = nobody.get(path), nobody.get(path, headers=GZIP)

    assert "Content-Encoding" not in plain.headers
    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.data) == plain.data
    assert len(packed.data) < len(plain.data) / 2
    assert packed.headers["Cache-Control"] == "public, max-age=300"
    assert {"Accept-Encoding", "Accept-Language"} <= set(packed.headers["Vary"].split(", "))


@pytest.mark.parametrize("headers", [{}, GZIP])
def test_who_has_the_facts_already_is_not_sent_them_again(nobody: Person, headers: dict[str, str]) -> None:
    first = nobody.get("/games/faraway", headers=headers)
    again = nobody.get("/games/faraway", headers={**headers, "If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")


def test_a_replay_is_compressed(ada: Person, ben: Person, stores: Stores) -> None:
    table = played(stores, ada, ben)
    reply = ada.get(f"/tables/{table}/replay", headers=GZIP)
    assert reply.headers["Content-Encoding"] == "gzip"
    assert "private" in reply.headers["Cache-Control"]


def test_what_a_viewer_may_not_share_is_never_compressed(ada: Person, ben: Person) -> None:
    table = started(ada, ben)
    json = {**GZIP, "Accept": "application/json"}
    for path in ("", "/view", "/decisions", "/talk"):
        assert "Content-Encoding" not in ada.get(f"/tables/{table}{path}", headers=GZIP).headers
    assert "Content-Encoding" not in ada.get(f"/tables/{table}/events?after=0", headers=json).headers
    for path in ("/me", "/me/tokens", "/tables?mine=true"):
        assert "Content-Encoding" not in ada.get(path, headers=GZIP).headers
    with ada.follow(f"/tables/{table}/events", headers=GZIP) as stream:
        assert "Content-Encoding" not in stream.response.headers
        assert stream.event()["type"] == "snapshot"

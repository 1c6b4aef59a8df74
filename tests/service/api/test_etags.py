"""ETags: 304 for an unchanged response, and no hint of what a viewer may not know."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from werkzeug.test import TestResponse

from service.stores import Stores
from service.tables.session import TableSession
from tests.service.people import Person, timeless
from tests.service.table import answer, live, started


@pytest.fixture
def table(ada: Person, ben: Person) -> str:
    return started(ada, ben, bots=1)


def once_more(person: Person, path: str, before: TestResponse) -> TestResponse:
    return person.get(path, headers={"If-None-Match": before.headers["ETag"]})


@pytest.mark.parametrize("what", ["", "/view"])
def test_who_has_it_already_gets_304_until_something_changes(ada: Person, ben: Person, table: str, what: str) -> None:
    path = f"/tables/{table}{what}"
    first = ada.get(path)

    same = once_more(ada, path, first)
    answer(ben, table)
    changed = once_more(ada, path, first)

    assert (same.status_code, same.data) == (304, b"")
    assert same.headers["ETag"] == first.headers["ETag"]
    assert changed.status_code == 200
    assert changed.headers["ETag"] != first.headers["ETag"]


def test_each_viewer_has_their_own_etag(ada: Person, ben: Person, nobody: Person, table: str) -> None:
    path = f"/tables/{table}/view"
    tags = {person.get(path).headers["ETag"] for person in (ada, ben, nobody)}

    assert len(tags) == 3
    assert once_more(ben, path, ada.get(path)).status_code == 200


def test_caches_know_that_replies_depend_on_who_asks_in_which_language(ada: Person, table: str) -> None:
    reply = ada.get(f"/tables/{table}/view")

    assert "Authorization" in reply.headers["Vary"]
    assert "private" in reply.headers["Cache-Control"]


def other_pick(now: TableSession) -> None:
    """Ben has sealed another card."""
    [sealed] = now.state.agenda[-1].sealed[1]
    now.state.agenda[-1].sealed[1] = (next(card for card in now.state.players[1].hand if card != sealed),)


def other_hand(now: TableSession) -> None:
    """The bot holds other cards."""
    now.state.players[2].hand, now.state.deck[:3] = now.state.deck[:3], now.state.players[2].hand


def other_deck(now: TableSession) -> None:
    """What comes next comes in another order."""
    now.state.deck.reverse()
    now.state.pile.reverse()


def other_seed(now: TableSession) -> None:
    """Chance will fall otherwise."""
    now.state.dice.seed = "another"


@pytest.mark.parametrize("hidden", [other_pick, other_hand, other_deck, other_seed])
def test_what_is_hidden_changes_neither_body_nor_etag_of_those_it_is_hidden_from(
    ada: Person, ben: Person, nobody: Person, stores: Stores, table: str, hidden: Callable[[TableSession], None]
) -> None:
    answer(ben, table)
    before = [person.get(f"/tables/{table}{what}") for person in (ada, nobody) for what in ("", "/view", "/decisions")]

    now = live(stores, table)
    hidden(now)
    now.commit(stores.tables)

    after = [person.get(f"/tables/{table}{what}") for person in (ada, nobody) for what in ("", "/view", "/decisions")]
    assert [timeless(reply.json) for reply in after] == [timeless(reply.json) for reply in before]
    assert [reply.headers.get("ETag") for reply in after] == [reply.headers.get("ETag") for reply in before]


def test_what_i_sealed_myself_i_do_see(ada: Person, ben: Person, stores: Stores, table: str) -> None:
    answer(ben, table)
    before = ben.get(f"/tables/{table}/view")

    now = live(stores, table)
    other_pick(now)
    now.commit(stores.tables)

    assert ben.get(f"/tables/{table}/view").headers["ETag"] != before.headers["ETag"]

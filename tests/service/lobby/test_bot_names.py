"""Bots at a table have first names, so that people can tell them apart."""

from __future__ import annotations

from service.lobby.bot_names import NAMES, bot_names
from service.stores import Stores
from tests.service.people import Data, Person
from tests.service.table import BOT, ME, open_table, play_out

SIX = [ME, BOT, BOT, BOT, BOT, BOT]


def names(table: Data) -> list[str]:
    return [seat["name"] for seat in table["seats"]]


def test_every_bot_has_its_own_name_and_people_keep_theirs(ada: Person) -> None:
    found = names(open_table(ada, SIX))
    assert found[0] == "Ada"
    assert set(found[1:]) <= set(NAMES)
    assert len(set(found)) == 6


def test_tables_differ_and_a_fixed_deal_is_always_the_same(ada: Person) -> None:
    assert len({str(names(open_table(ada, SIX))) for _ in range(8)}) > 1
    assert names(open_table(ada, SIX, deal="monday")) == names(open_table(ada, SIX, deal="monday"))


def test_no_bot_has_the_name_of_a_person_at_the_table() -> None:
    for name in NAMES:
        assert name not in bot_names("x", 12, [name, None])


def test_names_stay_in_replays_imports_and_rematches(ada: Person, stores: Stores) -> None:
    table = open_table(ada, [ME, BOT, BOT], start="full")
    play_out(stores, table["id"], [ada])

    replay = ada.get(f"/tables/{table['id']}/replay").json
    assert names(replay) == names(table)
    assert names(ada.post("/replays", replay).json) == names(table)
    again = ada.post(f"/tables/{table['id']}/rematch").json
    assert sorted(names(again)) == sorted(names(table))


def test_the_text_page_calls_bots_by_their_names(ada: Person) -> None:
    table = open_table(ada, [ME, BOT], start="full")
    page = ada.get(f"/tables/{table['id']}/view", headers={"Accept": "text/plain"}).get_data(as_text=True)
    assert names(table)[1] in page

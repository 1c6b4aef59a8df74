"""Listing tables: filters, pages without repetitions or gaps, and visibility."""

from __future__ import annotations

import pytest

from service.stores import Stores
from tests.service.people import Data, Person
from tests.service.table import BOT, ME, OPEN, open_table, play_out, started


def listed(person: Person, query: str = "") -> list[str]:
    """The ids on the first page."""
    return [table["id"] for table in person.get(f"/tables?limit=100&{query}").json["items"]]


def pages(person: Person, query: str) -> list[list[Data]]:
    """Every page, from the newest table to the oldest."""
    found, cursor = [], ""
    while True:
        page = person.get(f"/tables?{query}{cursor}").json
        found.append(page["items"])
        if page["next"] is None:
            return found
        cursor = f"&cursor={page['next']}"


def test_tables_are_listed_newest_first_for_everybody(ada: Person, nobody: Person) -> None:
    tables = [open_table(ada)["id"] for _ in range(5)]

    assert listed(nobody) == tables[::-1]


def test_an_unfiltered_page_asks_each_shard_once(ada: Person, nobody: Person, stores: Stores) -> None:
    tables = [open_table(ada)["id"] for _ in range(3)]
    stores.redis.config_resetstat()

    assert listed(nobody) == tables[::-1]

    calls = {name: figures["calls"] for name, figures in stores.redis.info("commandstats").items()}
    assert calls["cmdstat_zrevrangebylex"] == 16
    assert calls["cmdstat_hget"] == 3  # The tables themselves, in one round trip.


def test_unlisted_and_private_tables_are_not_listed_but_mine(ada: Person, ben: Person, nobody: Person) -> None:
    public, unlisted, private = (open_table(ada, visibility=how)["id"] for how in ("public", "unlisted", "private"))

    assert listed(nobody) == listed(ben) == listed(ada) == [public]
    assert listed(ada, "mine=true") == [private, unlisted, public]
    assert nobody.get(f"/tables/{unlisted}").status_code == 200


def test_the_filters_part_tables_by_status(ada: Person, ben: Person, nobody: Person, stores: Stores) -> None:
    waiting, running, over, aborted = open_table(ada)["id"], started(ada, ben), started(ada, ben), started(ada, ben)
    play_out(stores, over, [ada, ben])
    for person in (ada, ben):
        person.post(f"/tables/{aborted}/votes", {"kind": "abort"})

    assert listed(nobody, "status=open") == [waiting]
    assert listed(nobody, "status=running") == [running]
    assert listed(nobody, "status=finished") == [over]
    assert listed(nobody, "status=aborted") == [aborted]
    assert len(listed(nobody, "game=faraway")) == 4
    assert listed(nobody, "game=faraway&status=open") == [waiting]


def test_a_table_leaves_the_list_of_open_seats_when_the_last_is_taken(ada: Person, ben: Person, nobody: Person) -> None:
    table = open_table(ada)["id"]
    full = open_table(ada, [ME, BOT])["id"]
    assert listed(nobody, "open_seats=true") == [table]
    assert listed(nobody, "open_seats=false") == [full]

    ben.put(f"/tables/{table}/seats/1")

    assert listed(nobody, "open_seats=true") == []


def test_mine_are_those_i_opened_sit_at_or_am_invited_to(ada: Person, ben: Person, cleo: Person) -> None:
    owned = open_table(ben, [OPEN, BOT])["id"]
    seated = open_table(ada)["id"]
    ben.put(f"/tables/{seated}/seats/1")
    invited = open_table(ada, [ME, {"kind": "invite", "player": ben.id}], visibility="private")["id"]
    open_table(ada)

    assert listed(ben, "mine=true") == [invited, seated, owned]
    assert listed(cleo, "mine=true") == []


def test_a_table_that_i_left_is_not_mine(ada: Person, ben: Person) -> None:
    table = open_table(ada)["id"]
    ben.put(f"/tables/{table}/seats/1")
    ben.delete(f"/tables/{table}/seats/1")

    assert listed(ben, "mine=true") == []


def test_mine_needs_a_token(nobody: Person) -> None:
    assert nobody.get("/tables?mine=true").status_code == 401


@pytest.mark.parametrize("query", ["", "mine=true&", "status=open&", "game=faraway&", "open_seats=true&"])
def test_a_walk_over_all_pages_meets_every_table_once(ada: Person, query: str) -> None:
    tables = [open_table(ada)["id"] for _ in range(11)]

    walked = pages(ada, f"{query}limit=3")

    assert [table["id"] for page in walked for table in page] == tables[::-1]
    assert all(len(page) <= 3 for page in walked)


def test_tables_opened_during_the_walk_do_not_disturb_it(ada: Person) -> None:
    tables = [open_table(ada)["id"] for _ in range(6)]
    page = ada.get("/tables?limit=2").json
    met = [table["id"] for table in page["items"]]

    while page["next"] is not None:
        open_table(ada)
        page = ada.get(f"/tables?limit=2&cursor={page['next']}").json
        met += [table["id"] for table in page["items"]]

    assert met == tables[::-1]


def test_a_rare_kind_is_found_behind_many_others(ada: Person) -> None:
    rare = open_table(ada, [ME, BOT])["id"]
    for _ in range(25):
        open_table(ada)

    walked = pages(ada, "open_seats=false&limit=2")

    assert [table["id"] for page in walked for table in page] == [rare]


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("cursor=broken", "cursor"),
        ("cursor=", "cursor"),
        ("cursor=" + "l" * 26, "cursor"),
        ("cursor=" + "0" * 26 + "%0a", "cursor"),
        ("limit=0", "limit"),
        ("limit=101", "limit"),
        ("limit=many", "limit"),
        ("status=asleep", "status"),
        ("game=chess", "game"),
        ("mine=perhaps", "mine"),
        ("open_seats=2", "open_seats"),
    ],
)
def test_a_broken_question_is_refused_by_field(ada: Person, query: str, field: str) -> None:
    reply = ada.get(f"/tables?{query}")

    assert reply.status_code == 422
    assert [error["field"] for error in reply.json["errors"]] == [field]

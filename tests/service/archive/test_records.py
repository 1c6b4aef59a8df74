"""Finished games in the database: what is written, in which order it is found, and what is replaced."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import select

from service.archive.records import GameRecords, GameRows
from service.database.engine import Database
from service.database.schema import DECISIONS, GAMES, RECORDS, SEATS, STANDINGS
from service.storage.identifiers import LAST, created_at, is_id, new_id
from tests.service.concurrency import at_once

NOW = 1_790_000_000_000


@pytest.fixture
def records(database: Database) -> GameRecords:
    return GameRecords(database)


def game(id: str, record: bytes = b"record", people: tuple[str, ...] = ("p_ada", "p_ben"), **more: Any) -> GameRows:
    row = {
        "id": id,
        "game": "faraway",
        "rules_version": 1,
        "status": "finished",
        "reason": "",
        "visibility": "public",
        "practice": False,
        "imported": False,
        "owner": "p_owner",
        "seats": len(people),
        "clock": "none",
        "opened": NOW,
        "started": NOW,
        "finished": NOW,
        "archived": NOW,
        "length": 1,
        "best_score": 7,
        "version": 5,
        "transcript_lines": 0,
        "bytes": len(record),
        **more,
    }
    seats = [seat_row(id, n, player) for n, player in enumerate(people)]
    standing = {
        "who": "player:p_ada",
        "public": True,
        "game": "faraway",
        "seats": 2,
        "role": "player",
        **dict.fromkeys(("games", "wins", "places", "scored", "points", "best", "forfeits", "decisions", "took"), 1),
    }
    return GameRows(row, record, seats, [], [], [], [standing], [])


def seat_row(id: str, n: int, player: str, **more: Any) -> dict[str, Any]:
    empty = dict.fromkeys(("level", "agent", "agent_version", "model", "score", "place"))
    return {
        **empty,
        "game_id": id,
        "seat": n,
        "kind": "player",
        "player": player,
        "name": player.upper(),
        "role": "player",
        "won": n == 0,
        "forfeited": False,
        "consent": False,
        "game": "faraway",
        **more,
    }


def rows(records: GameRecords, table: Any) -> list[Any]:
    with records.database.read() as connection:
        return list(connection.execute(select(table).order_by(*table.primary_key)))


def test_an_id_tells_when_it_was_made() -> None:
    for at in (0, 1, NOW, LAST - 1):
        assert created_at(new_id(at)) == at
        assert is_id(new_id(at))


def test_a_newer_record_replaces_an_older_one_and_counts_once(records: GameRecords) -> None:
    one, two = new_id(NOW), new_id(NOW)

    assert records.get(one) is None
    records.put([game(one, b"first"), game(two, bytes(range(256)) * 5000)])
    records.put([game(one, b"second", version=6)])

    assert records.get(one) == b"second"
    assert records.get(two) == bytes(range(256)) * 5000
    assert records.totals() == (2, len(b"second") + 256 * 5000)
    [standing] = rows(records, STANDINGS)
    assert standing.games == 2, "a game that is archived again adds nothing to the statistics"


@pytest.mark.parametrize("late", [{"version": 4}, {"version": 5, "transcript_lines": 0}])
def test_a_slow_worker_does_not_overwrite_a_newer_record(records: GameRecords, late: dict[str, int]) -> None:
    id = new_id(NOW)
    records.put([game(id, b"new", transcript_lines=2)])

    records.put([game(id, b"old", **late)])

    assert records.get(id) == b"new"


def test_a_name_that_was_removed_is_removed_from_the_seats(records: GameRecords) -> None:
    id = new_id(NOW)
    records.put([game(id)])
    unnamed = game(id, b"unnamed")
    unnamed.seats[0]["name"] = "Former player"

    records.put([unnamed])

    assert [seat.name for seat in rows(records, SEATS)] == ["Former player", "P_BEN"]
    assert records.get(id) == b"unnamed"


def test_ids_are_listed_newest_first_in_pages(records: GameRecords) -> None:
    made = [new_id(NOW + n) for n in range(12)]
    records.put([game(id) for id in made[::2]])
    records.put([game(id, status="aborted", people=("p_ben", "p_ada")) for id in made[1::2]])
    records.put([game(new_id(NOW + 50), visibility="private", people=("p_cleo", "p_dan"))])
    newest = made[::-1]

    assert records.public_ids(None, None, None, 100) == newest
    assert records.public_ids("faraway", None, newest[4], 3) == newest[5:8]
    assert records.public_ids("faraway", "aborted", None, 3) == newest[0:6:2]
    assert records.public_ids("not_alone", None, None, 3) == []
    assert records.ids_of("p_ada", None, 100) == newest
    assert records.ids_of("p_ada", newest[4], 3) == newest[5:8]
    assert len(records.ids_of("p_owner", None, 100)) == 13
    assert len(records.ids_of("p_cleo", None, 100)) == 1
    assert records.ids_of("p_nobody", None, 10) == []


def test_many_workers_may_write_the_same_games_at_once(records: GameRecords) -> None:
    ids = [new_id(NOW + n) for n in range(20)]

    at_once([lambda: records.put([game(id) for id in ids])] * 6)

    assert records.totals()[0] == 20
    [standing] = rows(records, STANDINGS)
    assert standing.games == 20


@pytest.mark.parametrize("word", ["..", "0" * 25, "O" * 26, "é" * 26, "\0", "' OR 1=1 --", "x" * 10_000])
def test_an_invalid_id_finds_nothing(records: GameRecords, word: str) -> None:
    records.put([game(new_id(NOW))])

    assert records.get(word) is None
    assert len(records.public_ids(None, None, word, 5)) == 1
    assert len(records.ids_of("p_ada", word, 5)) == 1


def test_old_games_are_deleted_with_all_their_rows(records: GameRecords) -> None:
    old, new = new_id(NOW), new_id(NOW)
    decision = {"number": 0, "decision": "1-explore-0", "kind": "explore", "seat": 0, "picks": ["r1"], "answered": NOW}
    for id, archived in ((old, NOW - 1), (new, NOW)):
        one = game(id, archived=archived)
        one.decisions.append({**decision, "game_id": id, "offered": None, "took": None, "answered_by": "seat"})
        records.put([one])

    assert records.sweep(NOW) == 1
    assert records.sweep(NOW) == 0

    for table, column in ((GAMES, "id"), (RECORDS, "game_id"), (SEATS, "game_id"), (DECISIONS, "game_id")):
        assert {getattr(row, column) for row in rows(records, table)} == {new}

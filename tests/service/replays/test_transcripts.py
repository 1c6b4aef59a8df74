"""Transcripts: stored with the table, visible only to their player until the end."""

from __future__ import annotations

import secrets

import pytest

from service.replays.store import MOST_BYTES
from service.storage import keys
from service.stores import Stores
from tests.service.people import Person
from tests.service.table import open_decisions, open_table, started

THOUGHT = {"role": "assistant", "content": "The river,\nor the stone?"}
ANSWER = {"role": "answer", "content": "the river", "picks": ["r21"]}


def keep(person: Person, table: str, decision: str, *lines: object) -> int:
    return person.put(f"/tables/{table}/transcript/{decision}", {"lines": list(lines)}).status_code


def test_what_was_kept_comes_back_in_the_order_of_the_questions(ada: Person) -> None:
    table = started(ada, bots=1)

    assert keep(ada, table, "10-play-region-0", THOUGHT) == 200
    assert keep(ada, table, "9-play-region-0", THOUGHT, ANSWER) == 200

    assert ada.get(f"/tables/{table}/transcript").json == {
        "seat": 0,
        "items": [
            {"decision": "9-play-region-0", "lines": [THOUGHT, ANSWER]},
            {"decision": "10-play-region-0", "lines": [THOUGHT]},
        ],
    }


def test_sent_again_it_takes_the_place_of_the_earlier_one(ada: Person) -> None:
    table = started(ada, bots=1)
    for lines in ([THOUGHT], [ANSWER], [ANSWER]):
        keep(ada, table, "9-play-region-0", *lines)

    [item] = ada.get(f"/tables/{table}/transcript").json["items"]

    assert item["lines"] == [ANSWER]


def test_others_read_it_only_after_the_end(ada: Person, ben: Person, nobody: Person) -> None:
    table = started(ada, ben)
    keep(ada, table, open_decisions(ada, table)[0]["id"], THOUGHT)

    for other in (ben, nobody):
        refused = other.get(f"/tables/{table}/transcript?seat=0")
        assert (refused.status_code, refused.json["code"]) == (409, "not-finished")
    assert ben.get(f"/tables/{table}/transcript").json["items"] == []
    assert nobody.get(f"/tables/{table}/transcript").json["code"] == "not-seated"

    for person in (ada, ben):
        person.post(f"/tables/{table}/votes", {"kind": "abort"})

    for other in (ben, nobody):
        [item] = other.get(f"/tables/{table}/transcript?seat=0").json["items"]
        assert item["lines"] == [THOUGHT]
    assert ben.get(f"/tables/{table}/transcript?seat=7").json["code"] == "invalid"


def test_a_private_table_keeps_it_among_its_people(ada: Person, ben: Person, cleo: Person) -> None:
    table = started(ada, ben, visibility="private")
    for person in (ada, ben):
        person.post(f"/tables/{table}/votes", {"kind": "abort"})

    assert cleo.get(f"/tables/{table}/transcript?seat=0").status_code == 404
    assert ben.get(f"/tables/{table}/transcript?seat=0").status_code == 200


@pytest.mark.parametrize(
    ("decision", "lines"),
    [
        ("9-play-region-0", []),
        ("9-play-region-0", [{"role": "a b", "content": ""}]),
        ("9-play-region-0", [{"role": "user"}]),
        ("9-play-region-0", [{"role": "user", "content": "x", "at": "now"}]),
        ("nonsense", [THOUGHT]),
        ("9-PLAY", [THOUGHT]),
        ("9-" + "x" * 200, [THOUGHT]),
    ],
)
def test_an_invalid_transcript_is_refused(ada: Person, stores: Stores, decision: str, lines: list[object]) -> None:
    table = started(ada, bots=1)

    assert keep(ada, table, decision, *lines) == 422
    assert not stores.redis.exists(keys.transcript(table))


def test_only_players_of_a_table_that_has_begun_keep_one(ada: Person, ben: Person) -> None:
    waiting = open_table(ada)["id"]

    assert keep(ada, waiting, "9-play-region-0", THOUGHT) == 409
    assert keep(ben, waiting, "9-play-region-0", THOUGHT) == 403


def test_a_seat_keeps_only_so_much_and_loses_nothing(ada: Person, ben: Person) -> None:
    table = started(ada, ben)
    dense = [{"role": "user", "content": secrets.token_hex(22_500)} for _ in range(4)]
    codes = [keep(ada, table, f"{n}-play-region-0", *dense) for n in range(6)]

    fit = MOST_BYTES // 95_000
    assert codes == [200] * fit + [409] * (6 - fit)
    assert len(ada.get(f"/tables/{table}/transcript").json["items"]) == codes.count(200)
    assert keep(ada, table, "0-play-region-0", THOUGHT) == 200, "what is shorter than before has room"
    assert keep(ben, table, "0-play-region-1", *dense) == 200, "the other seat has a room of its own"

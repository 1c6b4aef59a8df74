"""Votes of the players to pause, resume, extend or abort."""

from __future__ import annotations

import pytest

from service.stores import Stores
from tests.service.concurrency import at_once
from tests.service.people import JSON, Person
from tests.service.table import answer, later, open_table, play_bots, saved, started


def vote(person: Person, table: str, kind: str, **more: object) -> dict[str, object]:
    reply = person.post(f"/tables/{table}/votes", {"kind": kind, **more})
    assert reply.status_code == 200, reply.json
    found: dict[str, object] = reply.json
    return found


def told(person: Person, table: str) -> list[str]:
    page = person.get(f"/tables/{table}/events?after=0&limit=1000", headers={"Accept": JSON}).json["items"]
    return [event["type"] for event in page]


def test_nothing_passes_before_everybody_says_yes(ada: Person, ben: Person) -> None:
    table = started(ada, ben, bots=1)

    assert vote(ada, table, "abort")["votes"]["abort"] == [0]
    assert ada.get(f"/tables/{table}").json["status"] == "running"

    assert vote(ben, table, "abort")["status"] == "aborted"


def test_a_vote_is_heard_by_everybody(ada: Person, ben: Person, nobody: Person) -> None:
    table = started(ada, ben)
    with nobody.follow(f"/tables/{table}/events") as stream:
        stream.event()
        vote(ada, table, "pause")
        vote(ben, table, "pause")

        heard = stream.events(3)

    assert heard[0]["data"] == {"seat": 0, "kind": "pause", "agree": True, "passed": False}
    assert heard[1]["data"] == {"seat": 1, "kind": "pause", "agree": True, "passed": True}
    assert heard[2]["type"] == "paused"


def test_a_yes_can_be_taken_back(ada: Person, ben: Person) -> None:
    table = started(ada, ben)
    vote(ada, table, "abort")

    assert vote(ada, table, "abort", agree=False)["votes"]["abort"] == []
    assert vote(ben, table, "abort")["status"] == "running"


def test_saying_it_twice_is_saying_it_once(ada: Person, ben: Person) -> None:
    table = started(ada, ben)
    vote(ada, table, "abort")

    assert vote(ada, table, "abort")["votes"]["abort"] == [0]
    assert told(ada, table).count("vote") == 1


def test_all_at_once_pass_once(ada: Person, ben: Person, cleo: Person) -> None:
    table = started(ada, ben, cleo)

    at_once([lambda person=person: vote(person, table, "pause") for person in (ada, ben, cleo)])

    assert ada.get(f"/tables/{table}").json["paused"]
    assert told(ada, table).count("paused") == 1


def test_a_paused_table_waits_until_all_want_to_go_on(ada: Person, ben: Person, stores: Stores) -> None:
    table = started(ada, ben, bots=1)
    for person in (ada, ben):
        vote(person, table, "pause")
    assert answer(ada, table).json["code"] == "paused"
    assert play_bots(stores) == 0
    assert vote(ada, table, "pause")["votes"]["pause"] == [], "it is paused already"

    for person in (ada, ben):
        vote(person, table, "resume")

    assert not ada.get(f"/tables/{table}").json["paused"]
    assert play_bots(stores) == 1
    assert answer(ada, table).status_code == 202


def test_an_aborted_table_tells_its_seed_and_has_no_result(ada: Person, ben: Person) -> None:
    table = started(ada, ben)
    for person in (ada, ben):
        vote(person, table, "pause")
    for person in (ada, ben):
        vote(person, table, "abort")

    ended = ada.get(f"/tables/{table}").json

    assert (ended["status"], ended["paused"], ended["result"]) == ("aborted", False, None)
    assert ended["seed"] is not None
    assert ended["finished_at"] is not None
    assert told(ada, table)[-1] == "aborted"


def test_a_player_who_forfeited_cannot_vote(ada: Person, ben: Person, cleo: Person, stores: Stores) -> None:
    table = started(ada, ben, cleo, clock={"mode": "realtime", "per_decision_s": 60, "on_timeout": "forfeit"})
    for person in (ben, cleo):
        answer(person, table)
    later(stores, table, 61)
    ben.get(f"/tables/{table}")
    assert saved(stores, table).forfeits == [0]

    vote(ben, table, "abort")

    assert vote(cleo, table, "abort")["status"] == "aborted"


def test_only_players_vote_and_only_while_the_table_runs(
    ada: Person, ben: Person, cleo: Person, nobody: Person
) -> None:
    table = started(ada, ben)
    path, body = f"/tables/{table}/votes", {"kind": "abort"}

    assert cleo.post(path, body).json["code"] == "not-seated"
    assert nobody.post(path, body).status_code == 401
    assert ada.post(f"/tables/{open_table(ada)['id']}/votes", body).json["code"] == "not-running"
    for person in (ada, ben):
        vote(person, table, "abort")
    assert ada.post(path, body).json["code"] == "finished"


@pytest.mark.parametrize(
    ("body", "field"),
    [({}, "kind"), ({"kind": "dance"}, "kind"), ({"kind": "abort", "agree": "yes"}, "agree"), ({"kind": 3}, "kind")],
)
def test_a_vote_for_nothing_is_refused_by_field(ada: Person, ben: Person, body: dict[str, object], field: str) -> None:
    refused = ada.post(f"/tables/{started(ada, ben)}/votes", body)

    assert [error["field"] for error in refused.json["errors"]] == [field]

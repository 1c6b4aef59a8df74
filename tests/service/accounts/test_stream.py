"""The account stream over all tables of a player."""

from __future__ import annotations

import pytest

from service.games import REGISTRY
from service.stores import Stores
from tests.service.people import SSE, Person
from tests.service.table import ME, answer, changed, open_decisions, open_table, play_out, started


def test_it_opens_with_all_that_waits(ada: Person, ben: Person, stores: Stores) -> None:
    waiting, running = open_table(ada)["id"], started(ada, ben)
    play_out(stores, started(ada, ben), [ada, ben])

    with ada.follow("/events") as stream:
        snapshot = stream.event()

    assert (snapshot["seq"], snapshot["type"], snapshot["table"]) == (0, "snapshot", None)
    assert snapshot["data"]["tables"] == [
        {"id": waiting, "game": "faraway", "status": "open", "my_seat": 0, "decisions": []},
        {
            "id": running,
            "game": "faraway",
            "status": "running",
            "my_seat": 0,
            "decisions": open_decisions(ada, running),
        },
    ]


def test_an_invitation_is_heard(ada: Person, ben: Person) -> None:
    with ben.follow("/events") as stream:
        stream.event()
        table = open_table(ada, [ME, {"kind": "invite", "player": ben.id}], visibility="private")["id"]

        invited = stream.event()

    assert (invited["type"], invited["table"], invited["seq"]) == ("invited", table, 1)
    assert invited["data"]["seat"] == 1


def test_every_decision_is_heard_once(ada: Person, ben: Person, stores: Stores) -> None:
    with ada.follow("/events") as stream:
        stream.event()
        table = started(ada, ben)
        first = stream.event()
        assert (first["type"], first["table"]) == ("your-decision", table)
        assert first["data"] == open_decisions(ada, table)[0]
        play_out(stores, table, [ada, ben])
        told = stream.until("finished")

    given = [one.name for one in stores.tables.answers(table) if one.seat == 0]
    decided = [event["data"]["id"] for event in [first, *told[:-1]]]
    assert len(set(decided)) == len(decided)
    assert set(decided) <= set(given)
    assert told[-1]["data"]["result"] == ada.get(f"/tables/{table}").json["result"]
    assert [event["seq"] for event in told] == list(range(2, 2 + len(told)))


def test_a_bot_that_only_listens_plays_a_whole_game(ada: Person, ben: Person) -> None:
    with ada.follow("/events", SSE) as hers, ben.follow("/events") as his:
        hers.event(), his.event()
        table = started(ada, ben)
        over = 0
        while over < 2:
            for person, stream in ((ada, hers), (ben, his)):
                event = next(stream)
                if event is None:
                    continue
                over += event["type"] == "finished"
                if event["type"] == "your-decision":
                    answer(person, table, event["data"]["id"], event["data"]["options"][:1])
    assert ada.get(f"/tables/{table}").json["status"] == "finished"


def test_decisions_at_many_tables_come_over_one_stream(ada: Person, ben: Person) -> None:
    with ada.follow("/events") as stream:
        stream.event()
        tables = [started(ada, ben) for _ in range(5)]

        heard = stream.events(5)

    assert sorted(event["table"] for event in heard) == sorted(tables)


def test_an_abort_is_heard(ada: Person, ben: Person) -> None:
    table = started(ada, ben)
    with ada.follow("/events") as stream:
        stream.event()
        for person in (ada, ben):
            person.post(f"/tables/{table}/votes", {"kind": "abort"})

        assert (stream.event()["type"]) == "aborted"


def test_two_streams_of_one_player_both_hear_the_end(ada: Person, ben: Person) -> None:
    table = started(ada, ben)
    with ada.follow("/events") as one, ada.follow("/events") as other:
        one.event(), other.event()
        for person in (ada, ben):
            person.post(f"/tables/{table}/votes", {"kind": "abort"})

        assert one.event()["type"] == other.event()["type"] == "aborted"


def test_what_does_not_concern_me_is_not_heard(ada: Person, ben: Person, cleo: Person) -> None:
    with cleo.follow("/events") as stream:
        stream.event()
        answer(ada, started(ada, ben))

        assert [next(stream), next(stream)] == [None, None]


def test_a_table_that_i_left_does_not_concern_me_any_more(ada: Person, ben: Person, cleo: Person) -> None:
    table = open_table(ada)["id"]
    ben.put(f"/tables/{table}/seats/1")
    ben.delete(f"/tables/{table}/seats/1")
    cleo.put(f"/tables/{table}/seats/1")
    ada.post(f"/tables/{table}/start")

    with ben.follow("/events") as stream:
        assert stream.event()["data"]["tables"] == []
        for person in (ada, cleo):
            person.post(f"/tables/{table}/votes", {"kind": "abort"})
        assert next(stream) is None


def test_tables_that_are_over_are_forgotten(ada: Person, ben: Person, stores: Stores) -> None:
    play_out(stores, started(ada, ben), [ada, ben])

    with ada.follow("/events") as stream:
        assert stream.event()["data"]["tables"] == []
    assert stores.accounts.live_tables(ada.id) == []


def test_one_table_with_retired_rules_does_not_silence_the_others(ada: Person, ben: Person, stores: Stores) -> None:
    old, fine = started(ada, ben), started(ada, ben)

    def retire(table: object) -> None:
        table.rules = REGISTRY["faraway"].rules_version + 1

    changed(stores, old, retire)

    with ada.follow("/events") as stream:
        tables = {one["id"]: one["decisions"] for one in stream.event()["data"]["tables"]}
        assert tables == {old: [], fine: open_decisions(ada, fine)}


def test_it_needs_a_token_that_may_read(ada: Person, nobody: Person) -> None:
    assert nobody.get("/events").status_code == 401


@pytest.mark.parametrize("accept", ["application/json", "text/html"])
def test_it_is_a_stream_and_nothing_else(ada: Person, accept: str) -> None:
    assert ada.get("/events", headers={"Accept": accept}).status_code == 406

"""Answers: repeated, late, checked, withdrawn; a refused answer changes nothing."""

from __future__ import annotations

import pytest
from redis import Redis

from service.events.store import EventLog
from service.stores import Stores
from service.tables.store import Tables
from tests.service.people import Data, Person, timeless
from tests.service.table import (
    all_answer,
    answer,
    everything,
    live,
    open_decisions,
    open_table,
    play_out,
    put,
    started,
    table_hash,
)


@pytest.fixture
def table(ada: Person, ben: Person) -> str:
    """A table of Ada and Ben, where both explore."""
    return started(ada, ben)


def turn(table: str, *people: Person) -> tuple[Person, Data]:
    """All explore; then whose turn it is, and what is asked."""
    all_answer(table, *people)
    [found] = [(person, decision) for person in people for decision in open_decisions(person, table)]
    return found


# -- a good answer ---------------------------------------------------------------------------


def test_a_decision_says_all_that_is_needed_to_answer_it(ada: Person, table: str) -> None:
    [decision] = open_decisions(ada, table)

    assert decision["id"] == "0-explore-0"
    assert (decision["kind"], decision["seat"], decision["least"], decision["most"]) == ("explore", 0, 1, 1)
    assert decision["options"] == ada.get(f"/tables/{table}/view").json["view"]["me"]["hand"]
    assert decision["sealed"] is True
    assert decision["default"] == decision["options"][:1]
    assert decision["prompt"].startswith("Which region")
    assert ada.get(f"/tables/{table}/decisions/0-explore-0").json == decision


def test_the_prompt_speaks_the_callers_language(ada: Person, table: str) -> None:
    french = ada.get(f"/tables/{table}/decisions", headers={"Accept-Language": "fr-CA, en;q=0.5"}).json["items"][0]

    assert french["prompt"] != open_decisions(ada, table)[0]["prompt"]
    assert "Région" in french["prompt"]


def test_a_sealed_answer_waits_and_the_last_one_reveals(ada: Person, ben: Person, table: str) -> None:
    waits = answer(ada, table)
    assert waits.status_code == 202
    assert waits.json["waiting"] == [1]
    assert waits.json["decisions"] == []

    reveals = answer(ben, table)

    assert reveals.status_code == 200
    kinds = [event["data"]["kind"] for event in reveals.json["events"] if event["type"] == "story"]
    assert kinds[:2] == ["explored", "explored"]


def test_an_answer_brings_its_events_the_new_view_and_the_next_decisions(ada: Person, ben: Person, table: str) -> None:
    person, decision = turn(table, ada, ben)
    before = person.get(f"/tables/{table}/view").json["seq"]

    update = put(person, table, decision["id"], decision["options"][0]).json

    assert [event["seq"] for event in update["events"]] == list(range(before + 1, update["seq"] + 1))
    assert decision["options"][0] in update["view"]["me"]["hand"]
    seen = person.get(f"/tables/{table}/view").json
    assert timeless({key: update[key] for key in seen}) == timeless(seen)


def test_a_spectator_is_asked_nothing(nobody: Person, cleo: Person, table: str) -> None:
    for person in (nobody, cleo):
        assert open_decisions(person, table) == []
        assert person.get(f"/tables/{table}/decisions/0-explore-0").status_code == 404


# -- the same answer again, and another one ----------------------------------------------------------


def test_the_same_sealed_answer_again_gives_the_same_reply(ada: Person, table: str, redis: Redis) -> None:
    pick = open_decisions(ada, table)[0]["options"][1]
    first = put(ada, table, "0-explore-0", pick)
    before = everything(redis)

    second = put(ada, table, "0-explore-0", pick)

    assert first.status_code == second.status_code == 202
    assert timeless({**first.json, "events": []}) == timeless(second.json)
    assert everything(redis) == before


def test_the_same_answer_after_the_next_one_is_still_welcome(ada: Person, ben: Person, table: str) -> None:
    pick = open_decisions(ada, table)[0]["options"][0]
    put(ada, table, "0-explore-0", pick)
    all_answer(table, ben)
    [person] = [person for person in (ada, ben) if open_decisions(person, table)]
    answer(person, table)

    assert put(ada, table, "0-explore-0", pick).status_code == 200


def test_the_same_answer_long_after_is_closed_and_the_history_is_not_searched(
    ada: Person, ben: Person, table: str, stores: Stores, monkeypatch: pytest.MonkeyPatch
) -> None:
    pick = open_decisions(ada, table)[0]["options"][0]
    put(ada, table, "0-explore-0", pick)
    play_out(stores, table, [ada, ben])

    def read(*_: object, **__: object) -> None:
        raise AssertionError("all answers of the game are read")

    monkeypatch.setattr(Tables, "answers", read)
    monkeypatch.setattr(EventLog, "since", read)
    for one in (pick, "r999"):
        assert put(ada, table, "0-explore-0", one).json["code"] == "closed"


def test_the_same_open_answer_again_gives_the_same_reply(ada: Person, ben: Person, table: str) -> None:
    person, decision = turn(table, ada, ben)

    first, second = (put(person, table, decision["id"], decision["options"][0]) for _ in range(2))

    assert first.status_code == second.status_code == 200
    assert first.json["view"] == second.json["view"]


def test_another_answer_to_a_sealed_decision_is_final(ada: Person, table: str, redis: Redis) -> None:
    options = open_decisions(ada, table)[0]["options"]
    put(ada, table, "0-explore-0", options[0])
    before = table_hash(redis, table)

    refused = put(ada, table, "0-explore-0", options[1])

    assert (refused.status_code, refused.json["code"]) == (409, "final")
    assert table_hash(redis, table) == before


def test_another_answer_to_a_closed_decision_is_refused_with_what_is_open(ada: Person, ben: Person, table: str) -> None:
    person, decision = turn(table, ada, ben)
    put(person, table, decision["id"], decision["options"][0])

    refused = put(person, table, decision["id"], decision["options"][1])

    assert (refused.status_code, refused.json["code"]) == (409, "closed")
    assert refused.json["params"] == {"decision": decision["id"]}
    assert refused.json["decisions"] == open_decisions(person, table)


def test_a_stale_answer_never_given_is_refused(ada: Person, ben: Person, table: str) -> None:
    all_answer(table, ada, ben)

    refused = put(ada, table, "0-explore-0", "r0")

    assert (refused.status_code, refused.json["code"]) == (409, "closed")


# -- trying out, taking back --------------------------------------------------------------------


def test_a_dry_run_says_yes_or_why_not_and_changes_nothing(ada: Person, table: str, redis: Redis) -> None:
    [decision] = open_decisions(ada, table)
    before = everything(redis)

    legal = ada.post(f"/tables/{table}/decisions/0-explore-0/check", {"picks": decision["options"][:1]})
    illegal = ada.post(f"/tables/{table}/decisions/0-explore-0/check", {"picks": decision["options"][:2]})

    assert (legal.status_code, legal.json) == (200, {"legal": True})
    assert (illegal.status_code, illegal.json["params"]["reason"]) == (422, "wrong-number-of-picks")
    assert illegal.json["decisions"] == [decision]
    assert everything(redis) == before


def test_a_sealed_answer_of_this_game_is_not_taken_back(ada: Person, table: str, redis: Redis) -> None:
    answer(ada, table)
    before = everything(redis)

    refused = ada.delete(f"/tables/{table}/decisions/0-explore-0/answer")

    assert (refused.status_code, refused.json["code"]) == (409, "final")
    assert everything(redis) == before


def test_taking_back_what_was_never_given_changes_nothing(ada: Person, table: str, redis: Redis) -> None:
    before = everything(redis)

    assert ada.delete(f"/tables/{table}/decisions/0-explore-0/answer").status_code == 200
    assert everything(redis) == before


def test_a_revealed_answer_cannot_be_withdrawn(ada: Person, ben: Person, table: str) -> None:
    all_answer(table, ada, ben)

    assert ada.delete(f"/tables/{table}/decisions/0-explore-0/answer").json["code"] == "closed"


# -- where nothing can be answered ------------------------------------------------------------------


def test_nothing_is_answered_before_the_start_after_the_end_or_during_a_pause(
    ada: Person, ben: Person, stores: Stores, table: str
) -> None:
    waiting = open_table(ada)["id"]
    assert put(ada, waiting, "0-explore-0", "r1").json["code"] == "not-running"

    for person in (ada, ben):
        person.post(f"/tables/{table}/votes", {"kind": "pause"})
    paused = put(ada, table, "0-explore-0", "r1")
    assert (paused.status_code, paused.json["code"], paused.json["retryable"]) == (409, "paused", True)

    for person in (ada, ben):
        person.post(f"/tables/{table}/votes", {"kind": "abort"})
    assert live(stores, table).table.status == "aborted"
    assert put(ada, table, "0-explore-0", "r1").json["code"] in ("finished", "closed")
    assert ada.post(f"/tables/{table}/decisions/0-explore-0/check", {"picks": ["r1"]}).json["code"] == "finished"


def test_only_those_who_sit_at_the_table_answer(cleo: Person, nobody: Person, table: str) -> None:
    assert put(cleo, table, "0-explore-0", "r1").json["code"] == "not-seated"
    assert put(nobody, table, "0-explore-0", "r1").status_code == 401
    assert put(cleo, "nowhere", "0-explore-0", "r1").status_code == 404

"""Polling: leases that are taken, extended, lost and released; long polls; repeated answers."""

from __future__ import annotations

import threading
import time
from itertools import count
from typing import Any

import msgspec
import pytest

from service.agents import decisions
from service.events.store import EventLog
from service.games.new_lands.story import ONCE
from service.storage import keys
from service.storage.due import Due
from service.storage.leases import Leases
from service.stores import Stores
from service.tables import views
from service.tables.store import Tables
from tests.service.agents.test_registry import HOOK, made, seat
from tests.service.concurrency import at_once
from tests.service.people import Data, Person
from tests.service.table import BOT, ME, answer, later, live, open_decisions, open_table, play_bots, saved


@pytest.fixture
def agent(ada: Person) -> Data:
    return made(ada, games=["faraway"])


@pytest.fixture
def table(ada: Person, agent: Data) -> str:
    """A running table that waits for the agent, and for ada."""
    return str(open_table(ada, [ME, seat(agent)], start="full")["id"])


def acquire(person: Person, wait: float = 0, **more: Any) -> list[Data]:
    response = person.post(f"/work/acquire?wait={wait}", more)
    assert response.status_code == 200, response.json
    found: list[Data] = response.json["items"]
    return found


def first(work: Data) -> Data:
    return {"picks": work["decision"]["options"][: work["decision"]["least"]]}


def test_work_contains_the_view_and_decision_of_the_seat(ada: Person, agent: Data, table: str, stores: Stores) -> None:
    [work] = acquire(ada)

    mine = views.update(live(stores, table), 1, "en")
    assert work["view"] == _plain(mine["view"])
    assert work["decision"] == _plain(mine["decisions"][0])
    assert (work["agent"], work["table"], work["game"], work["seat"]) == (agent["id"], table, "faraway", 1)
    assert 20 < work["budget"]["seconds"] <= 60
    assert set(work) == {
        *("type", "lease", "expires_at", "agent", "table", "game", "seat", "budget", "decision", "events", "view"),
    }


def test_work_contains_the_events_since_the_last_answer(ada: Person, agent: Data, table: str, stores: Stores) -> None:
    [work] = acquire(ada)
    stream = showing_events(stores, table, 1)
    assert [event["seq"] for event in work["events"]] == [event["seq"] for event in stream]
    ada.delete(f"/work/{work['lease']}")
    [again] = acquire(ada)
    assert again["events"] == work["events"], "another lease has the same events"

    ada.post(f"/work/{again['lease']}/answer", first(again))
    while not (found := acquire(ada)):
        answer(ada, table)
    [later] = found

    told = showing_events(stores, table, 1)
    [closed] = [n for n, event in enumerate(told) if event["data"].get("id") == again["decision"]["id"]][1:]
    heard = [event["seq"] for event in later["events"]]
    assert told[closed]["seq"] in heard, "the effects of its own answer are included"
    assert heard == [event["seq"] for event in told[-len(heard) :]]
    assert not {event["seq"] for event in work["events"]} & {event["seq"] for event in later["events"]}


def showing_events(stores: Stores, table: str, seat: int) -> list[Data]:
    """The events of this seat, as in its stream."""
    now = live(stores, table)
    entries = stores.log.since(table, 0)
    return _plain([event for entry in entries for event in views.events_for(now, entry, seat, "en")])


def test_work_contains_once_only_events(ada: Person, stores: Stores) -> None:
    agents = [made(ada, games=["new_lands"]) for _ in range(2)]
    wish = {"game": "new_lands", "start": "full", "deal": "read-once"}
    table = open_table(ada, [seat(agents[0]), seat(agents[1])], **wish)["id"]
    read: list[Data] = []
    for _ in range(40):
        for work in acquire(ada, most=2):
            read += [event["data"] for event in work["events"] if event["data"].get("kind") in ONCE]
            ada.post(f"/work/{work['lease']}/answer", {"picks": work["decision"]["default"]})
        if read:
            break

    assert read, saved(stores, table).status
    assert all(event["data"] and "told" not in event for event in read)


def test_what_was_read_in_an_earlier_turn_of_the_game_is_not_in_work(ada: Person, stores: Stores) -> None:
    agents = [made(ada, games=["new_lands"]) for _ in range(2)]
    wish = {"game": "new_lands", "start": "full", "deal": "read-once"}
    open_table(ada, [seat(agents[0]), seat(agents[1])], **wish)
    read, later = 0, 0
    for _ in range(120):
        for work in acquire(ada, most=2):
            kinds = [event["data"].get("kind") for event in work["events"] if event["type"] == "story"]
            decision = work["decision"]
            read += not ONCE.isdisjoint(kinds)
            if read and work["view"]["turn"] > 1 and decision["kind"] == "take-mission" and "turn-began" not in kinds:
                later += 1
                assert ONCE.isdisjoint(kinds)
            picks = decision["default"]
            if decision["kind"].startswith("vote-"):
                picks = [next(each for each in decision["options"] if each != "confirm"), "confirm"]
            ada.post(f"/work/{work['lease']}/answer", {"picks": picks})
        if later:
            break

    assert later


def _plain(found: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(found))


def test_a_whole_game_is_polled(ada: Person, agent: Data, stores: Stores) -> None:
    table = open_table(ada, [seat(agent), BOT], start="full")["id"]
    for _ in range(200):
        play_bots(stores)
        for work in acquire(ada):
            taken = ada.post(f"/work/{work['lease']}/answer", first(work))
            assert taken.status_code == 200, taken.json
        if saved(stores, table).status == "finished":
            break

    assert {one.by for one in stores.tables.answers(table) if one.seat == 0} == {"seat"}
    assert ada.get(f"/tables/{table}").json["status"] == "finished"
    assert acquire(ada) == []
    assert stores.agents.tables(agent["id"]) == [], "a finished table is removed"


def test_a_decision_has_one_lease_at_a_time(ada: Person, table: str) -> None:
    assert len(acquire(ada)) == 1
    assert acquire(ada) == []


def test_concurrent_pollers_get_each_decision_once(ada: Person, agent: Data, stores: Stores) -> None:
    for _ in range(3):
        open_table(ada, [ME, seat(agent)], start="full")
    found: list[Data] = []

    at_once([lambda: found.extend(acquire(ada, most=2))] * 6)

    assert len(found) == 3
    assert len({work["lease"] for work in found}) == 3


def test_a_decision_that_another_poller_has_just_answered_is_not_leased(
    ada: Person, table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    [work] = acquire(ada)
    take = Leases.take

    def answer_first(leases: Leases, *args: Any) -> bool:
        """The other poller answers after this one has loaded the table."""
        monkeypatch.setattr(Leases, "take", take)
        assert ada.post(f"/work/{work['lease']}/answer", first(work)).status_code == 200
        return take(leases, *args)

    monkeypatch.setattr(Leases, "take", answer_first)

    assert acquire(ada) == []


def test_a_decision_is_not_leased_while_an_answer_with_an_expired_lease_is_taken(
    ada: Person, table: str, stores: Stores, monkeypatch: pytest.MonkeyPatch
) -> None:
    [work] = acquire(ada)
    stores.redis.delete(keys.lease(table, work["decision"]["id"]))
    meanwhile: list[Data] = []
    say = decisions.say

    def poll_first(*args: Any) -> None:
        meanwhile.extend(acquire(ada))
        say(*args)

    monkeypatch.setattr(decisions, "say", poll_first)

    assert ada.post(f"/work/{work['lease']}/answer", first(work)).status_code == 200
    assert meanwhile == []


def test_a_decision_whose_lease_has_ended_wakes_a_waiting_poller(ada: Person, table: str, stores: Stores) -> None:
    [lost] = acquire(ada, lease_s=2)

    [again] = acquire(ada, wait=20)

    assert again["decision"]["id"] == lost["decision"]["id"]
    assert again["lease"] != lost["lease"]
    refused = ada.post(f"/work/{lost['lease']}/answer", first(lost)).json
    assert refused["code"] == "lease-lost"
    assert ada.post(f"/work/{lost['lease']}/extend").json["code"] == "lease-lost"
    assert ada.post(f"/work/{again['lease']}/answer", first(again)).status_code == 200


def test_an_ended_lease_may_still_answer_if_nobody_else_has_one(ada: Person, table: str, stores: Stores) -> None:
    [work] = acquire(ada)
    stores.redis.delete(keys.lease(table, work["decision"]["id"]))

    assert ada.post(f"/work/{work['lease']}/answer", first(work)).status_code == 200


def test_a_lease_is_extended_but_not_beyond_the_deadline(ada: Person, table: str, stores: Stores) -> None:
    [work] = acquire(ada, lease_s=2)

    kept = ada.post(f"/work/{work['lease']}/extend", {"lease_s": 120}).json

    assert kept["expires_at"] == work["decision"]["deadline"]
    assert 20_000 < (stores.agents.leases.left(table, work["decision"]["id"]) or 0) <= 60_000


def test_a_released_decision_is_leased_by_a_waiting_poller_at_once(ada: Person, table: str) -> None:
    [work] = acquire(ada, lease_s=60)
    waiting: list[Data] = []
    waiter = threading.Thread(target=lambda: waiting.extend(acquire(ada, wait=20)))
    waiter.start()
    time.sleep(0.2)

    assert ada.delete(f"/work/{work['lease']}").status_code == 204
    waiter.join(90)

    assert [one["decision"]["id"] for one in waiting] == [work["decision"]["id"]]
    assert ada.delete(f"/work/{work['lease']}").status_code == 204, "releasing twice is not an error"


def test_a_repeated_answer_counts_once_and_a_different_one_is_refused(ada: Person, table: str, stores: Stores) -> None:
    [work] = acquire(ada)
    here, options = f"/work/{work['lease']}/answer", work["decision"]["options"]

    replies = [ada.post(here, {"picks": options[:1]}) for _ in range(2)]

    assert [reply.status_code for reply in replies] == [200, 200]
    assert replies[0].json == replies[1].json
    assert ada.post(here, {"picks": options[1:2]}).json["code"] == "final"
    assert len(stores.tables.answers(table)) == 1
    assert ada.post(f"/work/{work['lease']}/extend").json["code"] == "closed"


def test_the_same_answer_long_after_is_closed_and_the_history_is_not_searched(
    ada: Person, agent: Data, stores: Stores, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_table(ada, [{"kind": "agent", "agent": agent["id"]}, BOT], start="full")
    given: list[Data] = []
    while len(given) < 5:
        play_bots(stores)
        for work in acquire(ada):
            ada.post(f"/work/{work['lease']}/answer", first(work))
            given.append(work)

    def read(*_: object, **__: object) -> None:
        raise AssertionError("all answers of the game are read")

    monkeypatch.setattr(Tables, "answers", read)
    monkeypatch.setattr(EventLog, "since", read)
    late = ada.post(f"/work/{given[0]['lease']}/answer", first(given[0]))
    assert late.json["code"] == "closed"


def test_an_illegal_answer_is_refused_and_the_lease_stays(ada: Person, table: str, stores: Stores) -> None:
    [work] = acquire(ada)

    refused = ada.post(f"/work/{work['lease']}/answer", {"picks": ["r999"]})

    assert refused.status_code == 422
    assert refused.json["code"] == "illegal"
    assert [one["id"] for one in refused.json["decisions"]] == [work["decision"]["id"]]
    assert stores.tables.answers(table) == []
    assert ada.post(f"/work/{work['lease']}/answer", first(work)).status_code == 200


def test_an_answer_of_null_lets_the_declared_fallback_play(ada: Person, table: str, stores: Stores) -> None:
    [work] = acquire(ada)

    forgotten = ada.post(f"/work/{work['lease']}/answer", {"say": []})
    declined = ada.post(f"/work/{work['lease']}/answer", {"picks": None})

    assert (forgotten.status_code, forgotten.json["code"]) == (422, "invalid")
    assert declined.status_code == 200, declined.json
    assert [one.by for one in stores.tables.answers(table)] == ["fallback"]
    assert [each.detail for _, each in stores.agents.deliveries(work["agent"], None, 9)] == ["declined"]
    assert stores.agents.health(work["agent"]).failures == 0
    assert ada.post(f"/work/{work['lease']}/answer", {"picks": None}).json["code"] == "closed"


def test_a_long_poll_returns_when_a_decision_opens(ada: Person, agent: Data, stores: Stores) -> None:
    waiting: list[Data] = []
    waiter = threading.Thread(target=lambda: waiting.extend(acquire(ada, wait=20)))
    waiter.start()
    time.sleep(0.2)
    table = open_table(ada, [ME, seat(agent)], start="full")["id"]
    waiter.join(90)

    assert [one["table"] for one in waiting] == [table], "without a notification the wait would have returned nothing"


def test_a_long_poll_ends_in_time_although_the_clock_steps_back(
    ada: Person, agent: Data, stores: Stores, monkeypatch: pytest.MonkeyPatch
) -> None:
    now, steps = stores.tables.now(), count()
    monkeypatch.setattr(Due, "now", lambda *_: now - 60_000 * next(steps))
    waiter = threading.Thread(target=lambda: acquire(ada, wait=0.1), daemon=True)
    waiter.start()
    waiter.join(90)

    assert not waiter.is_alive()


def test_a_long_poll_without_decisions_returns_nothing(ada: Person, agent: Data) -> None:
    assert acquire(ada, wait=0.1) == []


def test_leases_of_others_are_not_found(ada: Person, ben: Person, agent: Data, table: str) -> None:
    [work] = acquire(ada)
    made(ben)

    assert acquire(ben) == []
    here = f"/work/{work['lease']}"
    assert ben.post(f"{here}/answer", first(work)).json["code"] == "not-found"
    assert ben.post(f"{here}/extend").json["code"] == "not-found"
    assert ben.delete(here).json["code"] == "not-found"
    assert ben.post("/work/acquire", {"agents": [agent["id"]]}).json["code"] == "no-polling-agents"


def test_polling_needs_a_polling_agent(ada: Person) -> None:
    made(ada, HOOK)

    assert ada.post("/work/acquire?wait=20").json["code"] == "no-polling-agents"


@pytest.mark.parametrize("lease", ["x", "a.b", "a.b.c.d", "t.0-explore-0.zz", "." * 5, "0" * 300])
def test_a_malformed_lease_is_not_found(ada: Person, agent: Data, lease: str) -> None:
    assert ada.post(f"/work/{lease}/answer", {"picks": []}).json["code"] == "not-found"
    assert ada.delete(f"/work/{lease}").json["code"] == "not-found"


def test_a_forged_lease_for_another_seat_is_not_found(ada: Person, agent: Data, table: str) -> None:
    [work] = acquire(ada)
    forged = work["lease"].replace("0-explore-1", "0-explore-0")

    assert ada.post(f"/work/{forged}/answer", first(work)).json["code"] == "not-found"


def test_a_lease_does_not_extend_the_budget(ada: Person, table: str, stores: Stores) -> None:
    [work] = acquire(ada)
    later(stores, table, 70)

    late = ada.post(f"/work/{work['lease']}/answer", first(work))

    assert late.json["code"] == "closed"
    assert [one.by for one in stores.tables.answers(table)] == ["fallback"]


def test_an_absent_agent_is_suspended_until_it_polls(ada: Person, agent: Data, table: str, stores: Stores) -> None:
    for _ in range(10):
        # It has fewer decisions than ada: they take turns at the market.
        later(stores, table, 70)
        ada.get(f"/tables/{table}")
        if stores.agents.health(agent["id"]).failures == 3:
            break
        for decision in open_decisions(ada, table):
            answer(ada, table, decision["id"])

    suspended = ada.get(f"/agents/{agent['id']}").json
    assert suspended["failures"] == 3
    assert suspended["suspended_until"] is not None
    acquire(ada)
    assert ada.get(f"/agents/{agent['id']}").json["suspended_until"] is None


def test_a_paused_table_has_no_work(ada: Person, table: str) -> None:
    ada.post(f"/tables/{table}/votes", {"kind": "pause"})
    assert acquire(ada) == []
    ada.post(f"/tables/{table}/votes", {"kind": "resume"})
    assert len(acquire(ada)) == 1

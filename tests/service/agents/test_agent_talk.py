"""Talk and external agents: they speak with an answer, are told of talk between answers, and get the page."""

from __future__ import annotations

import pytest

from service.stores import Stores
from service.tables.changes import MAX_WAKES
from tests.service.agents.test_polling import acquire, first
from tests.service.agents.test_registry import made, seat
from tests.service.people import Data, Person
from tests.service.table import ME, answer, events, fire_timers, later, open_decisions, open_table, put, saved


@pytest.fixture
def agent(ada: Person) -> Data:
    return made(ada, games=["faraway"], page=True, talk=True)


@pytest.fixture
def table(ada: Person, agent: Data) -> str:
    """A running table of ada and the agent."""
    return str(open_table(ada, [ME, seat(agent)], start="full")["id"])


def say(person: Person, table: str, text: str) -> None:
    assert person.post(f"/tables/{table}/talk", {"text": text}).status_code == 201


def test_an_agent_speaks_before_its_answer(ada: Person, table: str) -> None:
    [work] = acquire(ada)

    reply = ada.post(
        f"/work/{work['lease']}/answer",
        first(work) | {"say": [{"text": "I like rivers."}, {"text": "And you?"}]},
    )

    assert reply.status_code == 200
    said = events(ada, table, "talk")
    assert [(each["seat"], each["text"]) for each in said] == [(1, "I like rivers."), (1, "And you?")]


def test_a_decision_comes_with_the_page_and_with_sentences(ada: Person, table: str) -> None:
    say(ada, table, "Good luck!")
    [work] = acquire(ada)

    assert "== Your decision: 0-explore-1 ==" in work["page"]
    assert "Ada: “Good luck!”" in [event["text"] for event in work["events"]]


def test_an_agent_with_nothing_to_decide_is_told_of_talk_and_may_reply(ada: Person, table: str) -> None:
    [work] = acquire(ada)
    ada.post(f"/work/{work['lease']}/answer", first(work))
    say(ada, table, "Are you there?")

    [heard] = acquire(ada)

    assert (heard["type"], heard["decision"]) == ("talk", None)
    assert heard["events"][-1]["text"] == "Ada: “Are you there?”"
    reply = ada.post(f"/work/{heard['lease']}/answer", {"say": [{"text": "Yes."}]})
    assert reply.status_code == 200, reply.json
    assert events(ada, table, "talk")[-1]["text"] == "Yes."
    assert acquire(ada) == [], "it is told once"


def test_an_agent_is_told_of_talk_a_limited_number_of_times(ada: Person, table: str, stores: Stores) -> None:
    [work] = acquire(ada)
    ada.post(f"/work/{work['lease']}/answer", first(work))
    told = 0
    for n in range(MAX_WAKES + 3):
        say(ada, table, f"Hello {n}")
        for heard in acquire(ada):
            told += 1
            ada.post(f"/work/{heard['lease']}/answer", {"say": []})

    assert told == MAX_WAKES
    while not acquire(ada):
        answer(ada, table)
    assert saved(stores, table).woken == {}, "its next decision begins anew"


def test_an_agent_that_did_not_ask_for_talk_is_left_alone(ada: Person) -> None:
    quiet = made(ada, games=["faraway"])
    table = str(open_table(ada, [ME, seat(quiet)], start="full")["id"])
    [work] = acquire(ada)
    assert "page" not in work
    ada.post(f"/work/{work['lease']}/answer", first(work))

    say(ada, table, "Are you there?")

    assert acquire(ada) == []


def test_a_decision_is_not_answered_with_talk_alone(ada: Person, table: str) -> None:
    [work] = acquire(ada)

    reply = ada.post(f"/work/{work['lease']}/answer", {"say": [{"text": "Hm."}]})

    assert (reply.status_code, reply.json["errors"][0]["field"]) == (422, "picks")
    assert events(ada, table, "talk") == []


def test_the_account_stream_says_that_somebody_has_spoken(ada: Person, ben: Person, stores: Stores) -> None:
    table = str(open_table(ada, [ME, {"kind": "open"}])["id"])
    ben.put(f"/tables/{table}/seats/1")
    ada.post(f"/tables/{table}/start")
    answer(ben, table)
    with ben.follow("/events") as stream:
        stream.event()
        say(ada, table, "Are you there?")

        event = stream.event()

    assert (event["type"], event["table"], event["data"]) == ("talk", table, {"game": "faraway"})


def test_what_an_agent_says_in_silence_is_refused_and_costs_nothing(ada: Person, ben: Person, stores: Stores) -> None:
    agent = made(ada, games=["mountains_of_madness"])
    options = {"first_leader": 0, "timer_s": 600}
    opened = open_table(ada, [ME, {"kind": "open"}, seat(agent)], game="mountains_of_madness", options=options)
    table = str(opened["id"])
    ben.put(f"/tables/{table}/seats/1")
    ada.post(f"/tables/{table}/start")
    for pick in ("C3", "flip", "card-1"):
        put(ada, table, open_decisions(ada, table)[0]["id"], pick)
    later(stores, table, 4)
    fire_timers(stores, table)
    [work] = acquire(ada)

    ada.post(f"/work/{work['lease']}/answer", {"picks": ["done"], "say": [{"text": "I have tools 4"}]})

    view = ada.get(f"/tables/{table}/view").json["view"]
    assert (view["phase"], view["sled"]) == ("encounter", 6)
    assert view["players"][2]["done"], "its answer counts"

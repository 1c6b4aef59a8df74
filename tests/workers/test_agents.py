"""Agents behind webhooks: a whole game, signed questions, one retry, the fallback, and a rest for those who fail."""

from __future__ import annotations

import base64
import hmac
import json
import socket
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest
from flask import Flask

from service.play import showing
from service.play.house import House
from service.store import keys
from tests.service.people import Data, Person
from tests.service.table import BOT, ME, answer, asked, later, live, open_table, saved
from tests.workers.doors import Door, Outside, Request, good, outcomes, outside, register, seat, send, silent


@pytest.fixture
def app(app_with: Callable[..., Flask]) -> Flask:
    """An app whose operator allows agents on the loopback."""
    return app_with(agent_private=True)


@pytest.fixture
def out(house: House) -> Iterator[Outside]:
    with outside(house) as found:
        yield found


def finished(house: House, table: str) -> Callable[[], bool]:
    return lambda: saved(house, table).status == "finished"


def fallbacks(person: Person, table: str) -> list[Data]:
    page = person.get(f"/tables/{table}/events?limit=1000", headers={"Accept": "application/json"}).json
    return [event["data"] for event in page["items"] if event["type"] == "fallback"]


def test_an_agent_plays_a_whole_game_and_its_answers_are_its_own(ada: Person, house: House, out: Outside) -> None:
    with Door(good) as door:
        agent = register(ada, door)
        table = open_table(ada, [seat(agent), BOT], start="full")
        out.until(finished(house, table["id"]))
        out.quiet()

    assert table["seats"][0] == {
        "seat": 0,
        "kind": "agent",
        "player": None,
        "level": None,
        "agent": {"id": agent["id"], "name": "Outsider"},
    }
    given = [one for one in house.tables.answers(table["id"]) if one.seat == 0]
    assert {one.by for one in given} == {"seat"}
    assert [call.decision["id"] for call in door.calls] == [one.name for one in given]
    assert set(outcomes(ada, agent)) == {"answered"}
    assert fallbacks(ada, table["id"]) == []
    replay = ada.get(f"/tables/{table['id']}/replay").json
    assert replay["seats"][0] == {"kind": "agent", "name": "Outsider", "level": None}
    assert ada.post("/replays", replay).status_code == 201


def test_the_view_it_is_shown_is_its_seats_own_view(ada: Person, house: House, out: Outside) -> None:
    seen: list[tuple[Any, Any]] = []

    def compare(connection: socket.socket, request: Request) -> None:
        now = live(house, request.json["table"])
        mine = json.loads(json.dumps(_plain(showing.update(now, request.json["seat"], "en"))))
        seen.append((request.json, mine))
        good(connection, request)

    def waits() -> bool:
        return any(opening.seat == 1 for opening in saved(house, table).opened.values())

    with Door(compare) as door:
        table = open_table(ada, [ME, seat(register(ada, door))], start="full")["id"]
        for _ in range(12):
            # One after the other, so that the table stands still while the agent looks at it.
            out.until(lambda: not waits())
            out.quiet()
            answer(ada, table)

    assert len(seen) > 8
    for told, mine in seen:
        assert told["view"] == mine["view"]
        assert told["decision"] in mine["decisions"]
        assert set(told) == {
            *("type", "attempt", "refusal", "agent", "table", "game", "seat", "budget", "decision", "events", "view")
        }


def _plain(found: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(found))


def test_every_question_is_signed_as_standard_webhooks_has_it(ada: Person, house: House, out: Outside) -> None:
    with Door(good) as door:
        agent = register(ada, door)
        old = agent["secret"]
        new = ada.post(f"/agents/{agent['id']}/secret", {"grace_s": 60}).json["secret"]
        table = open_table(ada, [ME, seat(agent)], start="full")["id"]
        out.until(lambda: len(asked(ada, table)) == 1 and door.calls)
        out.quiet()

    call = door.calls[0]
    content = f"{call.headers['webhook-id']}.{call.headers['webhook-timestamp']}.".encode() + call.raw
    signed = [
        "v1," + base64.b64encode(hmac.new(base64.b64decode(secret[6:]), content, "sha256").digest()).decode()
        for secret in (new, old)
    ]
    assert call.headers["webhook-signature"].split(" ") == signed
    assert call.headers["webhook-id"] == f"msg_{table}.{call.decision['id']}"
    assert abs(int(call.headers["webhook-timestamp"]) - house.deadlines.now() / 1000) < 60


def test_a_second_attempt_mends_a_first_failure(ada: Person, house: House, out: Outside) -> None:
    failed: set[str] = set()

    def moody(connection: socket.socket, request: Request) -> None:
        if request.decision["id"] in failed:
            return good(connection, request)
        failed.add(request.decision["id"])
        return send(connection, b"{}", "500 Oops")

    with Door(moody) as door:
        agent = register(ada, door)
        table = open_table(ada, [ME, seat(agent)], start="full")["id"]
        out.until(lambda: saved(house, table).opened.keys() == {"0-explore-0"})
        out.quiet()

    assert outcomes(ada, agent) == ["bad-status", "answered"]
    assert [call.headers["webhook-id"] for call in door.calls] == [f"msg_{table}.0-explore-1"] * 2
    assert [call.json["attempt"] for call in door.calls] == [1, 2]
    assert fallbacks(ada, table) == []


def test_an_illegal_answer_is_refused_with_words_and_may_be_mended_once(
    ada: Person, house: House, out: Outside
) -> None:
    def learner(connection: socket.socket, request: Request) -> None:
        if request.json["refusal"] is None:
            return send(connection, b'{"picks": ["r999"]}')
        return good(connection, request)

    with Door(learner) as door:
        agent = register(ada, door, language="fr")
        table = open_table(ada, [ME, seat(agent)], start="full")["id"]
        out.until(lambda: saved(house, table).opened.keys() == {"0-explore-0"})
        out.quiet()

    refusal = door.calls[1].json["refusal"]
    assert refusal["reason"] == "not-an-option"
    assert "r999" in str(refusal["params"])
    assert outcomes(ada, agent) == ["illegal", "answered"]
    assert [call.headers["webhook-id"] for call in door.calls] == [
        f"msg_{table}.0-explore-1",
        f"msg_{table}.0-explore-1.2",
    ]


def test_what_fails_twice_is_answered_as_declared_and_all_may_know_that(
    ada: Person, nobody: Person, house: House, out: Outside
) -> None:
    with Door(lambda connection, request: send(connection, b"{}", "500 Oops")) as door:
        agent = register(ada, door, fallback="random")
        table = open_table(ada, [ME, seat(agent)], start="full")["id"]
        out.until(lambda: saved(house, table).opened.keys() == {"0-explore-0"})
        out.quiet()

    assert door.hits == 2
    assert outcomes(ada, agent) == ["bad-status", "bad-status", "fallback"]
    [given] = [one for one in house.tables.answers(table) if one.seat == 1]
    assert given.by == "fallback"
    assert fallbacks(nobody, table) == [{"seat": 1, "reason": "unreachable"}]
    log = ada.get(f"/agents/{agent['id']}/deliveries").json["items"]
    assert [item["status"] for item in log] == [None, 500, 500]
    assert all(item["latency_ms"] >= 0 for item in log[1:])


def test_an_agent_may_decline_and_is_not_punished_for_it(ada: Person, house: House, out: Outside) -> None:
    with Door(lambda connection, request: send(connection, b'{"picks": null}')) as door:
        agent = register(ada, door)
        table = open_table(ada, [seat(agent), BOT], start="full")["id"]
        out.until(finished(house, table))
        out.quiet()

    assert set(outcomes(ada, agent)) == {"declined", "fallback"}
    assert ada.get(f"/agents/{agent['id']}").json["failures"] == 0
    assert {one["reason"] for one in fallbacks(ada, table)} == {"declined"}


def test_who_keeps_failing_rests_and_wakes_with_the_first_good_answer(ada: Person, house: House, out: Outside) -> None:
    with Door(lambda connection, request: send(connection, b"{}", "500 Oops")) as door:
        agent = register(ada, door)
        table = open_table(ada, [seat(agent), BOT], start="full")["id"]
        out.until(finished(house, table))
        out.quiet()

        assert door.hits == 6, "three questions, two attempts each; from then on it rests"
        shown = ada.get(f"/agents/{agent['id']}").json
        assert shown["failures"] == 3
        assert shown["resting_until"] is not None
        assert {one["reason"] for one in fallbacks(ada, table)} == {"unreachable", "resting"}

        house.redis.hset(keys.agent_health(agent["id"]), "until", house.deadlines.now())
        door.behave = good
        again = open_table(ada, [ME, seat(agent)], start="full")["id"]
        out.until(lambda: saved(house, again).opened.keys() == {"0-explore-0"})
        out.quiet()

    assert outcomes(ada, agent)[-1] == "answered"
    assert ada.get(f"/agents/{agent['id']}").json["failures"] == 0


def test_a_rest_grows_with_every_failure(house: House) -> None:
    for failures in range(1, 13):
        before = house.deadlines.now()
        house.agents.missed("a_1", "t", "d", "unreachable", 0)
        after, until = house.deadlines.now(), house.agents.health("a_1").until

        rest = min(5000 * 2 ** (failures - 3), 600_000)
        assert before + rest <= until <= after + rest if failures >= 3 else until == 0


def test_a_table_goes_on_when_the_agent_is_deleted(ada: Person, house: House, out: Outside) -> None:
    with Door(silent) as door:
        agent = register(ada, door)
        table = open_table(ada, [seat(agent), BOT], start="full")["id"]
        assert ada.delete(f"/agents/{agent['id']}").status_code == 204
        out.until(finished(house, table))
        out.quiet()

        assert door.hits == 0
    assert {one["reason"] for one in fallbacks(ada, table)} == {"gone"}
    assert not house.redis.exists(keys.deliveries(agent["id"]))


def test_questions_are_delivered_once_however_often_the_bell_rings(ada: Person, house: House, out: Outside) -> None:
    with Door(good) as door, outside(house) as other:
        agent = register(ada, door)
        table = open_table(ada, [ME, seat(agent)], start="full")["id"]
        for _ in range(5):
            out.desk.look(table)
            other.desk.look(table)
        out.until(lambda: saved(house, table).opened.keys() == {"0-explore-0"})
        out.quiet()

    assert door.hits == 1


def test_the_budget_ends_at_a_table_without_a_clock_though_no_worker_lives(ada: Person, house: House) -> None:
    with Door(good) as door:
        agent = register(ada, door, budget_s=1)
        table = open_table(ada, [ME, seat(agent)], start="full")["id"]
        found = saved(house, table).opened["0-explore-1"]
        assert found.deadline == found.opened + 1000

        later(house, table, 2)
        assert ada.get(f"/tables/{table}").status_code == 200

    assert saved(house, table).opened.keys() == {"0-explore-0"}
    assert fallbacks(ada, table) == [{"seat": 1, "reason": "late"}]
    assert outcomes(ada, agent) == ["fallback"]


def due(house: House, table: str) -> float | None:
    score: float | None = house.redis.zscore(keys.due(keys.shard(table)), f"agent:{table}")
    return score


def test_nobody_is_sent_again_and_again_for_what_is_pulled(ada: Person, house: House, out: Outside) -> None:
    table = open_table(ada, [ME, seat(register(ada, None))], start="full")["id"]
    assert due(house, table) is not None

    assert out.desk.look(table) == 0

    assert due(house, table) is None
    assert saved(house, table).opened.keys() == {"0-explore-0", "0-explore-1"}


def test_for_a_pull_agent_that_rests_the_fallback_answers_at_once(ada: Person, house: House, out: Outside) -> None:
    agent = register(ada, None)
    for _ in range(3):
        house.agents.missed(agent["id"], "t", "d", "late", 0)

    table = open_table(ada, [ME, seat(agent)], start="full")["id"]
    out.until(lambda: saved(house, table).opened.keys() == {"0-explore-0"})

    assert fallbacks(ada, table) == [{"seat": 1, "reason": "resting"}]
    assert ada.get(f"/agents/{agent['id']}").json["failures"] == 3, "to rest is no new failure"


def test_after_a_pause_the_agent_is_asked_at_once(ada: Person, house: House, out: Outside) -> None:
    with Door(good) as door:
        table = open_table(ada, [ME, seat(register(ada, door))], start="full")["id"]
        ada.post(f"/tables/{table}/votes", {"kind": "pause"})
        assert due(house, table) is None
        out.desk.look(table)
        assert door.hits == 0

        ada.post(f"/tables/{table}/votes", {"kind": "resume"})
        assert (due(house, table) or 0) <= house.deadlines.now()
        out.until(lambda: saved(house, table).opened.keys() == {"0-explore-0"})
        out.quiet()


def test_a_slow_agent_waits_for_itself_and_others_do_not_wait_for_it(ada: Person, ben: Person, house: House) -> None:
    with Door(silent) as stuck, Door(good) as quick, outside(house, calls=8) as out:
        slow, fast = register(ada, stuck, budget_s=30, most_tables=100), register(ben, quick)
        jammed = [open_table(ada, [ME, seat(slow)], start="full")["id"] for _ in range(20)]
        out.until(lambda: stuck.hits == 4)
        table = open_table(ben, [seat(fast), BOT], start="full")["id"]
        out.until(finished(house, table))

        assert stuck.hits == 4, "so many at once for one agent; the others wait their turn"
        assert all(saved(house, one).opened.keys() == {"0-explore-0", "0-explore-1"} for one in jammed)
        stuck.behave = good
        for one in jammed:
            assert ada.get(f"/tables/{one}").status_code == 200
    assert set(outcomes(ben, fast)) == {"answered"}

"""Agents that fail: one retry, then the fallback they declared, and a rest for those who keep failing."""

from __future__ import annotations

import socket

import pytest

from service.storage import keys
from service.stores import Stores
from service.tables import play
from tests.service.people import Person
from tests.service.table import BOT, ME, later, open_table, saved
from tests.workers.webhooks import (  # noqa: F401
    Door,
    Outside,
    Request,
    app_for_agents,
    fallbacks,
    finished,
    good,
    outcomes,
    register,
    seat,
    send,
    silent,
)


def test_a_second_attempt_mends_a_first_failure(ada: Person, stores: Stores, out: Outside) -> None:
    failed: set[str] = set()

    def moody(connection: socket.socket, request: Request) -> None:
        if request.decision["id"] in failed:
            return good(connection, request)
        failed.add(request.decision["id"])
        return send(connection, b"{}", "500 Oops")

    with Door(moody) as door:
        agent = register(ada, door)
        table = open_table(ada, [ME, seat(agent)], start="full")["id"]
        out.until(lambda: saved(stores, table).opened.keys() == {"0-explore-0"})
        out.quiet()

    assert outcomes(ada, agent) == ["bad-status", "answered"]
    assert [call.headers["webhook-id"] for call in door.calls] == [f"msg_{table}.0-explore-1"] * 2
    assert [call.json["attempt"] for call in door.calls] == [1, 2]
    assert fallbacks(ada, table) == []


def test_an_illegal_answer_is_refused_with_words_and_may_be_mended_once(
    ada: Person, stores: Stores, out: Outside
) -> None:
    def learner(connection: socket.socket, request: Request) -> None:
        if request.json["refusal"] is None:
            return send(connection, b'{"picks": ["r999"]}')
        return good(connection, request)

    with Door(learner) as door:
        agent = register(ada, door, language="fr")
        table = open_table(ada, [ME, seat(agent)], start="full")["id"]
        out.until(lambda: saved(stores, table).opened.keys() == {"0-explore-0"})
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
    ada: Person, nobody: Person, stores: Stores, out: Outside
) -> None:
    with Door(lambda connection, request: send(connection, b"{}", "500 Oops")) as door:
        agent = register(ada, door, fallback="random")
        table = open_table(ada, [ME, seat(agent)], start="full")["id"]
        out.until(lambda: saved(stores, table).opened.keys() == {"0-explore-0"})
        out.quiet()

    assert door.hits == 2
    assert outcomes(ada, agent) == ["bad-status", "bad-status", "fallback"]
    [given] = [one for one in stores.tables.answers(table) if one.seat == 1]
    assert given.by == "fallback"
    assert fallbacks(nobody, table) == [{"seat": 1, "reason": "unreachable"}]
    log = ada.get(f"/agents/{agent['id']}/deliveries").json["items"]
    assert [item["status"] for item in log] == [None, 500, 500]
    assert all(item["latency_ms"] >= 0 for item in log[1:])


def test_an_agent_may_decline_and_is_not_punished_for_it(ada: Person, stores: Stores, out: Outside) -> None:
    with Door(lambda connection, request: send(connection, b'{"picks": null}')) as door:
        agent = register(ada, door)
        table = open_table(ada, [seat(agent), BOT], start="full")["id"]
        out.until(finished(stores, table))
        out.quiet()

    assert set(outcomes(ada, agent)) == {"declined", "fallback"}
    assert ada.get(f"/agents/{agent['id']}").json["failures"] == 0
    assert {one["reason"] for one in fallbacks(ada, table)} == {"declined"}


def test_who_keeps_failing_rests_and_wakes_with_the_first_good_answer(
    ada: Person, stores: Stores, out: Outside
) -> None:
    with Door(lambda connection, request: send(connection, b"{}", "500 Oops")) as door:
        agent = register(ada, door)
        table = open_table(ada, [seat(agent), BOT], start="full")["id"]
        out.until(finished(stores, table))
        out.quiet()

        assert door.hits == 6, "three questions, two attempts each; from then on it rests"
        shown = ada.get(f"/agents/{agent['id']}").json
        assert shown["failures"] == 3
        assert shown["resting_until"] is not None
        assert {one["reason"] for one in fallbacks(ada, table)} == {"unreachable", "resting"}

        stores.redis.hset(keys.agent_health(agent["id"]), "until", stores.tables.now())
        door.behave = good
        again = open_table(ada, [ME, seat(agent)], start="full")["id"]
        out.until(lambda: saved(stores, again).opened.keys() == {"0-explore-0"})
        out.quiet()

    assert outcomes(ada, agent)[-1] == "answered"
    assert ada.get(f"/agents/{agent['id']}").json["failures"] == 0


def test_a_rest_grows_with_every_failure_after_the_one_before(stores: Stores) -> None:
    for failures in range(1, 13):
        if failures > 3:
            stores.redis.hset(keys.agent_health("a_1"), "until", stores.tables.now())
        before = stores.tables.now()
        stores.agents.missed("a_1", "t", "d", "unreachable", 0)
        after, until = stores.tables.now(), stores.agents.health("a_1").until

        rest = min(5000 * 2 ** (failures - 3), 600_000)
        assert before + rest <= until <= after + rest if failures >= 3 else until == 0


def test_twenty_tables_that_wait_at_once_do_not_make_a_rest_longer(stores: Stores) -> None:
    before = stores.tables.now()
    for n in range(20):
        stores.agents.missed("a_1", f"t{n}", "d", "late", 0)

    assert stores.agents.health("a_1").failures == 3
    assert before + 5000 <= stores.agents.health("a_1").until <= stores.tables.now() + 5000


@pytest.mark.parametrize("in_hand", [True, False])
def test_who_was_never_asked_has_not_failed(ada: Person, stores: Stores, in_hand: bool) -> None:
    with Door(silent) as door:
        agent = register(ada, door)
        table = open_table(ada, [ME, seat(agent)], start="full")["id"]
        if in_hand:
            assert stores.agents.leases.take(table, "0-explore-1", "a desk", 60_000)
        later(stores, table, 100)
        play.fire_timers(stores.tables, stores.due, table)

    assert saved(stores, table).opened.keys() == {"0-explore-0"}
    assert [one["reason"] for one in fallbacks(ada, table)] == ["late"]
    assert ada.get(f"/agents/{agent['id']}").json["failures"] == in_hand


def test_a_table_goes_on_when_the_agent_is_deleted(ada: Person, stores: Stores, out: Outside) -> None:
    with Door(silent) as door:
        agent = register(ada, door)
        table = open_table(ada, [seat(agent), BOT], start="full")["id"]
        assert ada.delete(f"/agents/{agent['id']}").status_code == 204
        out.until(finished(stores, table))
        out.quiet()

        assert door.hits == 0
    assert {one["reason"] for one in fallbacks(ada, table)} == {"gone"}
    assert not stores.redis.exists(keys.deliveries(agent["id"]))


def test_the_budget_ends_at_a_table_without_a_clock_though_no_worker_lives(ada: Person, stores: Stores) -> None:
    with Door(good) as door:
        agent = register(ada, door, budget_s=1)
        table = open_table(ada, [ME, seat(agent)], start="full")["id"]
        found = saved(stores, table).opened["0-explore-1"]
        assert found.deadline == found.opened + 1000

        later(stores, table, 2)
        assert ada.get(f"/tables/{table}").status_code == 200

    assert saved(stores, table).opened.keys() == {"0-explore-0"}
    assert fallbacks(ada, table) == [{"seat": 1, "reason": "late"}]
    assert outcomes(ada, agent) == ["fallback"]


def test_for_a_polling_agent_that_rests_the_fallback_answers_at_once(ada: Person, stores: Stores, out: Outside) -> None:
    agent = register(ada, None)
    for _ in range(3):
        stores.agents.missed(agent["id"], "t", "d", "late", 0)

    table = open_table(ada, [ME, seat(agent)], start="full")["id"]
    out.until(lambda: saved(stores, table).opened.keys() == {"0-explore-0"})

    assert fallbacks(ada, table) == [{"seat": 1, "reason": "resting"}]
    assert ada.get(f"/agents/{agent['id']}").json["failures"] == 3, "to rest is no new failure"

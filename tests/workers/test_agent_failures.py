"""Agents that fail: one retry, then the fallback, and a suspension after repeated failures."""

from __future__ import annotations

import socket

import pytest

from service.agents import decisions
from service.agents.sender import Sender
from service.games import REGISTRY
from service.storage import keys
from service.stores import Stores
from service.tables import play
from service.tables.parts import Fallback
from tests.service.people import Person
from tests.service.table import BOT, ME, later, live, open_table, saved, take_due
from tests.workers.webhooks import (  # noqa: F401
    Request,
    WebhookServer,
    WorkerLoop,
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
from workers import jobs


def test_a_second_attempt_succeeds_after_a_failure(ada: Person, stores: Stores, loop: WorkerLoop) -> None:
    failed: set[str] = set()

    def moody(connection: socket.socket, request: Request) -> None:
        if request.decision["id"] in failed:
            return good(connection, request)
        failed.add(request.decision["id"])
        return send(connection, b"{}", "500 Oops")

    with WebhookServer(moody) as server:
        agent = register(ada, server)
        table = open_table(ada, [ME, seat(agent)], start="full")["id"]
        loop.until(lambda: saved(stores, table).opened.keys() == {"0-explore-0"})
        loop.wait_until_idle()

    assert outcomes(ada, agent) == ["bad-status", "answered"]
    assert [call.headers["webhook-id"] for call in server.calls] == [f"msg_{table}.0-explore-1"] * 2
    assert [call.json["attempt"] for call in server.calls] == [1, 2]
    assert fallbacks(ada, table) == []


def test_an_illegal_answer_is_refused_with_a_reason_and_may_be_corrected_once(
    ada: Person, stores: Stores, loop: WorkerLoop
) -> None:
    def learner(connection: socket.socket, request: Request) -> None:
        if request.json["refusal"] is None:
            return send(connection, b'{"picks": ["r999"]}')
        return good(connection, request)

    with WebhookServer(learner) as server:
        agent = register(ada, server, language="fr")
        table = open_table(ada, [ME, seat(agent)], start="full")["id"]
        loop.until(lambda: saved(stores, table).opened.keys() == {"0-explore-0"})
        loop.wait_until_idle()

    refusal = server.calls[1].json["refusal"]
    assert refusal["reason"] == "not-an-option"
    assert "r999" in str(refusal["params"])
    assert outcomes(ada, agent) == ["illegal", "answered"]
    assert [call.headers["webhook-id"] for call in server.calls] == [
        f"msg_{table}.0-explore-1",
        f"msg_{table}.0-explore-1.2",
    ]


def test_after_two_failures_the_fallback_answers_and_everybody_sees_it(
    ada: Person, nobody: Person, stores: Stores, loop: WorkerLoop
) -> None:
    with WebhookServer(lambda connection, request: send(connection, b"{}", "500 Oops")) as server:
        agent = register(ada, server, fallback="random")
        table = open_table(ada, [ME, seat(agent)], start="full")["id"]
        loop.until(lambda: saved(stores, table).opened.keys() == {"0-explore-0"})
        loop.wait_until_idle()

    assert server.hits == 2
    assert outcomes(ada, agent) == ["bad-status", "bad-status", "fallback"]
    [given] = [one for one in stores.tables.answers(table) if one.seat == 1]
    assert given.by == "fallback"
    assert fallbacks(nobody, table) == [{"seat": 1, "reason": "unreachable"}]
    log = ada.get(f"/agents/{agent['id']}/deliveries").json["items"]
    assert [item["status"] for item in log] == [None, 500, 500]
    assert all(item["latency_ms"] >= 0 for item in log[1:])


def test_declining_is_not_a_failure(ada: Person, stores: Stores, loop: WorkerLoop) -> None:
    with WebhookServer(lambda connection, request: send(connection, b'{"picks": null}')) as server:
        agent = register(ada, server)
        table = open_table(ada, [seat(agent), BOT], start="full")["id"]
        loop.until(finished(stores, table))
        loop.wait_until_idle()

    assert set(outcomes(ada, agent)) == {"declined", "fallback"}
    assert ada.get(f"/agents/{agent['id']}").json["failures"] == 0
    assert {one["reason"] for one in fallbacks(ada, table)} == {"declined"}


def test_repeated_failures_suspend_an_agent_and_a_valid_answer_resets_them(
    ada: Person, stores: Stores, loop: WorkerLoop
) -> None:
    with WebhookServer(lambda connection, request: send(connection, b"{}", "500 Oops")) as server:
        agent = register(ada, server)
        table = open_table(ada, [seat(agent), BOT], start="full")["id"]
        loop.until(finished(stores, table))
        loop.wait_until_idle()

        assert server.hits == 6, "three decisions with two attempts each, then it is suspended"
        shown = ada.get(f"/agents/{agent['id']}").json
        assert shown["failures"] == 3
        assert shown["suspended_until"] is not None
        assert {one["reason"] for one in fallbacks(ada, table)} == {"unreachable", "suspended"}

        stores.redis.hset(keys.agent_health(agent["id"]), "until", stores.tables.now())
        server.behave = good
        again = open_table(ada, [ME, seat(agent)], start="full")["id"]
        loop.until(lambda: saved(stores, again).opened.keys() == {"0-explore-0"})
        loop.wait_until_idle()

    assert outcomes(ada, agent)[-1] == "answered"
    assert ada.get(f"/agents/{agent['id']}").json["failures"] == 0


def test_each_failure_after_a_suspension_doubles_the_next_one(stores: Stores) -> None:
    for failures in range(1, 13):
        if failures > 3:
            stores.redis.hset(keys.agent_health("a_1"), "until", stores.tables.now())
        before = stores.tables.now()
        stores.agents.record_fallback(Fallback("a_1", "t", "d", "unreachable"), 0)
        after, until = stores.tables.now(), stores.agents.health("a_1").suspended_until

        duration = min(5000 * 2 ** (failures - 3), 600_000)
        assert before + duration <= until <= after + duration if failures >= 3 else until == 0


def test_twenty_missed_decisions_during_one_outage_count_as_three_failures(stores: Stores) -> None:
    before = stores.tables.now()
    for n in range(20):
        stores.agents.record_fallback(Fallback("a_1", f"t{n}", "d", "late"), 0)

    assert stores.agents.health("a_1").failures == 3
    assert before + 5000 <= stores.agents.health("a_1").suspended_until <= stores.tables.now() + 5000


@pytest.mark.parametrize("sent", [True, False])
def test_a_decision_that_was_never_sent_is_not_a_failure(ada: Person, stores: Stores, sent: bool) -> None:
    with WebhookServer(silent) as server:
        agent = register(ada, server)
        table = open_table(ada, [ME, seat(agent)], start="full")["id"]
        if sent:
            assert stores.agents.leases.take(table, "0-explore-1", "a dispatcher", 60_000)
        later(stores, table, 100)
        play.fire_timers(stores.tables, stores.due, table)

    assert saved(stores, table).opened.keys() == {"0-explore-0"}
    assert [one["reason"] for one in fallbacks(ada, table)] == ["late"]
    assert ada.get(f"/agents/{agent['id']}").json["failures"] == sent


def test_the_game_continues_when_the_agent_is_deleted(ada: Person, stores: Stores, loop: WorkerLoop) -> None:
    with WebhookServer(silent) as server:
        agent = register(ada, server)
        table = open_table(ada, [seat(agent), BOT], start="full")["id"]
        assert ada.delete(f"/agents/{agent['id']}").status_code == 204
        loop.until(finished(stores, table))
        loop.wait_until_idle()

        assert server.hits == 0
    assert {one["reason"] for one in fallbacks(ada, table)} == {"deleted"}
    assert not stores.redis.exists(keys.deliveries(agent["id"]))


def test_the_budget_is_enforced_without_a_clock_and_without_workers(ada: Person, stores: Stores) -> None:
    with WebhookServer(good) as server:
        agent = register(ada, server, budget_s=1)
        table = open_table(ada, [ME, seat(agent)], start="full")["id"]
        found = saved(stores, table).opened["0-explore-1"]
        assert found.deadline == found.opened + 1000

        later(stores, table, 2)
        assert ada.get(f"/tables/{table}").status_code == 200

    assert saved(stores, table).opened.keys() == {"0-explore-0"}
    assert fallbacks(ada, table) == [{"seat": 1, "reason": "late"}]
    assert outcomes(ada, agent) == ["fallback"]


def test_the_fallback_of_a_suspended_polling_agent_answers_at_once(
    ada: Person, stores: Stores, loop: WorkerLoop
) -> None:
    agent = register(ada, None)
    for _ in range(3):
        stores.agents.record_fallback(Fallback(agent["id"], "t", "d", "late"), 0)

    table = open_table(ada, [ME, seat(agent)], start="full")["id"]
    loop.until(lambda: saved(stores, table).opened.keys() == {"0-explore-0"})

    assert fallbacks(ada, table) == [{"seat": 1, "reason": "suspended"}]
    assert ada.get(f"/agents/{agent['id']}").json["failures"] == 3, "a fallback during a suspension is not a failure"


@pytest.mark.parametrize("queued", [False, True])
def test_after_an_upgrade_of_the_rules_nothing_is_sent_and_the_table_is_ended(
    ada: Person, stores: Stores, monkeypatch: pytest.MonkeyPatch, queued: bool
) -> None:
    sender = Sender(stores.tables, stores.log, stores.agents, allow_private=True)
    with WebhookServer(good) as server:
        agent = register(ada, server)
        table = open_table(ada, [seat(agent), BOT], start="full")["id"]
        [decision] = decisions.open_decisions(live(stores, table))
        monkeypatch.setattr("service.games.faraway.Faraway.rules_version", REGISTRY["faraway"].rules_version + 1)

        if queued:
            sender.deliver(decision)
        assert jobs.deliver_decisions(table) == 0

    assert server.calls == []
    assert outcomes(ada, agent) == []
    assert saved(stores, table).status == "aborted"
    assert take_due(stores) == []

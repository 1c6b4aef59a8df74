"""Conformance tests of agents: a correct agent passes, and each flaw fails with a message."""

from __future__ import annotations

import json
import secrets
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import farshore
import pytest
from farshore import webhooks

from service.agents.conformance import ConformanceRunner
from service.games import REGISTRY
from service.stores import Stores
from tests.conftest import free_port
from tests.service.agents.test_polling import acquire, first
from tests.service.people import Data, Person
from tests.service.table import play_bots, saved, take_due
from tests.workers.webhooks import (  # noqa: F401
    Behave,
    Request,
    WebhookServer,
    WorkerLoop,
    app_for_agents,
    good,
    picks,
    register,
    send,
    worker_loop,
)

CHECKS = ["reachable", "answers", "legal", "in-time", "signature", "timestamp", "repeat"]


class DefaultAgent(farshore.Agent):
    """Always gives the default answer, which is legal in every game."""

    def decide(self, view: Any, decision: farshore.Decision) -> tuple[str, ...]:
        assert decision.default is not None
        return decision.default


@contextmanager
def served(agent: farshore.Agent, secret: str, port: int) -> Iterator[None]:
    server = webhooks.server(agent, secret, port)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()


def run_test(owner: Person, agent: Data, stores: Stores, loop: WorkerLoop, game: str = "faraway", **how: Any) -> Data:
    """Start a test over HTTP, run it as the workers would, and return the results over HTTP."""
    begun = owner.post(f"/agents/{agent['id']}/test", {"game": game})
    assert begun.status_code == 202, begun.json
    assert begun.json["status"] == "running"
    assert f"conformance:{begun.json['id']}" in take_due(stores)
    loop.dispatcher.run_test(
        begun.json["id"], lambda agent, test: ConformanceRunner(stores.agents, agent, allow_private=True).run(test)
    )
    where = begun.headers["Location"].removeprefix("/v1")
    loop.until(lambda: owner.get(where).json["status"] == "finished", 60)
    found: Data = owner.get(where, **how).json
    return found


@pytest.mark.parametrize("game", list(REGISTRY))
def test_an_honest_agent_passes_in_every_game(ada: Person, stores: Stores, loop: WorkerLoop, game: str) -> None:
    port = free_port()
    agent = ada.post(
        "/agents", {"name": "Honest", "transport": "webhook", "url": f"http://127.0.0.1:{port}/", "games": [game]}
    ).json

    with served(DefaultAgent(), agent["secret"], port):
        report = run_test(ada, agent, stores, loop, game)

    assert [(one["check"], one["ok"]) for one in report["checks"]] == [(name, True) for name in CHECKS]
    assert report["passed"] is True
    assert report["checks"][1]["params"]["answers"] >= 3
    assert f"conformance:{report['id']}" not in take_due(stores)


def unverified(connection: socket.socket, request: Request) -> None:
    """Does not verify signatures."""
    good(connection, request)


def inconsistent(connection: socket.socket, request: Request) -> None:
    """Picks something random each time."""
    send(connection, json.dumps({"picks": [secrets.token_hex(4)]}).encode())


def flawed(behave: Behave, ada: Person, stores: Stores, loop: WorkerLoop, **how: Any) -> dict[str, Data]:
    with WebhookServer(behave) as server:
        report = run_test(ada, register(ada, server, budget_s=10), stores, loop, **how)
    assert report["passed"] is False
    return {one["check"]: one for one in report["checks"]}


def test_an_agent_that_checks_no_signature_fails(ada: Person, stores: Stores, loop: WorkerLoop) -> None:
    checks = flawed(unverified, ada, stores, loop)

    assert [name for name, one in checks.items() if not one["ok"]] == ["signature", "timestamp"]
    assert "webhook-signature" in checks["signature"]["message"]


def test_an_agent_with_illegal_and_changing_answers_fails(ada: Person, stores: Stores, loop: WorkerLoop) -> None:
    checks = flawed(inconsistent, ada, stores, loop, headers={"Accept-Language": "fr"})

    assert not checks["legal"]["ok"]
    assert not checks["repeat"]["ok"]
    assert "contraires aux règles" in checks["legal"]["message"]


def test_an_unreachable_agent_fails_with_the_reason(ada: Person, stores: Stores, loop: WorkerLoop) -> None:
    checks = flawed(lambda c, r: send(c, b"no", "500 Oops"), ada, stores, loop)

    assert list(checks) == ["reachable"]
    assert "500" in checks["reachable"]["message"]


def test_an_agent_with_some_invalid_replies_fails_with_the_outcome(
    ada: Person, stores: Stores, loop: WorkerLoop
) -> None:
    seen: list[str] = []

    def moody(connection: socket.socket, request: Request) -> None:
        seen.append(request.decision["id"])
        send(connection, picks(request), kind="text/plain" if len(seen) % 2 else "application/json")

    checks = flawed(moody, ada, stores, loop)

    assert not checks["answers"]["ok"]
    assert "not-json" in checks["answers"]["message"]


def test_only_the_owner_starts_tests_and_reads_results(
    ada: Person, ben: Person, stores: Stores, loop: WorkerLoop
) -> None:
    with WebhookServer(good) as server:
        agent = register(ada, server, public=True)
        report = run_test(ada, agent, stores, loop)

        assert ben.post(f"/agents/{agent['id']}/test").json["code"] == "not-owner"
        assert ben.get(f"/agents/{agent['id']}/tests/{report['id']}").json["code"] == "not-owner"
        other = register(ben, server)
        assert ben.get(f"/agents/{other['id']}/tests/{report['id']}").json["code"] == "not-found"
        assert ada.post(f"/agents/{agent['id']}/test", {"game": "new_lands"}).status_code == 422


def test_a_test_runs_once_however_often_its_job_runs(ada: Person, stores: Stores, loop: WorkerLoop) -> None:
    with WebhookServer(good) as server:
        agent = register(ada, server)
        begun = ada.post(f"/agents/{agent['id']}/test").json["id"]
        ran: list[str] = []

        def run(agent: Any, test: Any) -> Any:
            ran.append(test.id)
            return ConformanceRunner(stores.agents, agent, allow_private=True).run(test)

        with worker_loop(stores) as other:
            for each in (loop.dispatcher, other.dispatcher) * 3:
                each.run_test(begun, run)
            loop.until(lambda: ada.get(f"/agents/{agent['id']}/tests/{begun}").json["status"] == "finished")
            loop.dispatcher.run_test(begun, run)

    assert ran == [begun]


def test_a_polling_agent_is_tested_at_its_own_table(ada: Person, stores: Stores) -> None:
    agent = register(ada, None)
    begun = ada.post(f"/agents/{agent['id']}/test").json
    where = f"/agents/{agent['id']}/tests/{begun['id']}"
    assert ada.get(where).json["passed"] is None
    for _ in range(200):
        play_bots(stores)
        for work in acquire(ada):
            ada.post(f"/work/{work['lease']}/answer", first(work))
        if saved(stores, begun["table"]).status == "finished":
            break

    report = ada.get(where).json

    assert report["passed"] is True
    assert [one["check"] for one in report["checks"]] == ["answers", "whole-game"]

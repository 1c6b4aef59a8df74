"""Conformance tests of agents: what an honest one passes, and what each flaw is told in words."""

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

from service.agents.examiner import Examiner
from service.games import SHELF
from service.stores import Stores
from tests.service.people import Data, Person
from tests.service.table import play_bots, saved
from tests.service.test_pull import acquire, first
from tests.workers.doors import Behave, Door, Outside, Request, app_for_agents, good, outside, picks, register, send  # noqa: F401

CHECKS = ["reachable", "answers", "legal", "in-time", "signature", "timestamp", "repeat"]


class Plain(farshore.Agent):
    """Answers as the clock would, which is legal everywhere."""

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


def examined(owner: Person, agent: Data, stores: Stores, out: Outside, game: str = "faraway", **how: Any) -> Data:
    """Begin a test by HTTP, carry it out as the workers would, and read the report by HTTP."""
    begun = owner.post(f"/agents/{agent['id']}/test", {"game": game})
    assert begun.status_code == 202, begun.json
    assert begun.json["status"] == "running"
    assert f"trial:{begun.json['id']}" in stores.due.take()
    out.desk.try_out(begun.json["id"], lambda one, trial: Examiner(stores.agents, one, private=True).examine(trial))
    where = begun.headers["Location"].removeprefix("/v1")
    out.until(lambda: owner.get(where).json["status"] == "finished", 60)
    found: Data = owner.get(where, **how).json
    return found


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port: int = probe.getsockname()[1]
        return port


@pytest.mark.parametrize("game", list(SHELF))
def test_an_honest_agent_passes_in_every_game(ada: Person, stores: Stores, out: Outside, game: str) -> None:
    port = free_port()
    agent = ada.post(
        "/agents", {"name": "Honest", "transport": "webhook", "url": f"http://127.0.0.1:{port}/", "games": [game]}
    ).json

    with served(Plain(), agent["secret"], port):
        report = examined(ada, agent, stores, out, game)

    assert [(one["check"], one["ok"]) for one in report["checks"]] == [(name, True) for name in CHECKS]
    assert report["passed"] is True
    assert report["checks"][1]["params"]["answers"] >= 3
    assert f"trial:{report['id']}" not in stores.due.take()


def credulous(connection: socket.socket, request: Request) -> None:
    """Believes everybody."""
    good(connection, request)


def forgetful(connection: socket.socket, request: Request) -> None:
    """Picks by chance, and something else the next time."""
    send(connection, json.dumps({"picks": [secrets.token_hex(4)]}).encode())


def flawed(behave: Behave, ada: Person, stores: Stores, out: Outside, **how: Any) -> dict[str, Data]:
    with Door(behave) as door:
        report = examined(ada, register(ada, door, budget_s=10), stores, out, **how)
    assert report["passed"] is False
    return {one["check"]: one for one in report["checks"]}


def test_who_believes_everybody_is_told_that_anybody_could_play_for_it(
    ada: Person, stores: Stores, out: Outside
) -> None:
    checks = flawed(credulous, ada, stores, out)

    assert [name for name, one in checks.items() if not one["ok"]] == ["signature", "timestamp"]
    assert "webhook-signature" in checks["signature"]["words"]


def test_who_breaks_the_rules_and_forgets_is_told_so(ada: Person, stores: Stores, out: Outside) -> None:
    checks = flawed(forgetful, ada, stores, out, headers={"Accept-Language": "fr"})

    assert not checks["legal"]["ok"]
    assert not checks["repeat"]["ok"]
    assert "contraires aux règles" in checks["legal"]["words"]


def test_who_is_not_there_is_told_why(ada: Person, stores: Stores, out: Outside) -> None:
    checks = flawed(lambda c, r: send(c, b"no", "500 Oops"), ada, stores, out)

    assert list(checks) == ["reachable"]
    assert "500" in checks["reachable"]["words"]


def test_who_answers_now_and_then_is_told_what_failed(ada: Person, stores: Stores, out: Outside) -> None:
    seen: list[str] = []

    def moody(connection: socket.socket, request: Request) -> None:
        seen.append(request.decision["id"])
        send(connection, picks(request), kind="text/plain" if len(seen) % 2 else "application/json")

    checks = flawed(moody, ada, stores, out)

    assert not checks["answers"]["ok"]
    assert "not-json" in checks["answers"]["words"]


def test_only_the_owner_tests_and_reads_the_report(ada: Person, ben: Person, stores: Stores, out: Outside) -> None:
    with Door(good) as door:
        agent = register(ada, door, public=True)
        report = examined(ada, agent, stores, out)

        assert ben.post(f"/agents/{agent['id']}/test").json["code"] == "not-owner"
        assert ben.get(f"/agents/{agent['id']}/tests/{report['id']}").json["code"] == "not-owner"
        other = register(ben, door)
        assert ben.get(f"/agents/{other['id']}/tests/{report['id']}").json["code"] == "not-found"
        assert ada.post(f"/agents/{agent['id']}/test", {"game": "new_lands"}).status_code == 422


def test_a_test_is_carried_out_once_however_often_it_rings(ada: Person, stores: Stores, out: Outside) -> None:
    with Door(good) as door:
        agent = register(ada, door)
        begun = ada.post(f"/agents/{agent['id']}/test").json["id"]
        ran: list[str] = []

        def examine(one: Any, trial: Any) -> Any:
            ran.append(trial.id)
            return Examiner(stores.agents, one, private=True).examine(trial)

        with outside(stores) as other:
            for desk in (out.desk, other.desk) * 3:
                desk.try_out(begun, examine)
            out.until(lambda: ada.get(f"/agents/{agent['id']}/tests/{begun}").json["status"] == "finished")
            out.desk.try_out(begun, examine)

    assert ran == [begun]


def test_a_polling_agent_is_tried_at_a_table_of_its_own(ada: Person, stores: Stores) -> None:
    agent = register(ada, None)
    begun = ada.post(f"/agents/{agent['id']}/test").json
    where = f"/agents/{agent['id']}/tests/{begun['id']}"
    assert ada.get(where).json["passed"] is None
    for _ in range(200):
        play_bots(stores)
        for work in acquire(ada):
            ada.post(f"/agents/work/{work['lease']}/answer", first(work))
        if saved(stores, begun["table"]).status == "finished":
            break

    report = ada.get(where).json

    assert report["passed"] is True
    assert [one["check"] for one in report["checks"]] == ["answers", "whole-game"]

"""Webhooks and polling at the real service: the examples, the command line, and a killed worker."""

from __future__ import annotations

import contextlib
import os
import random
import re
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import farshore
import pytest
from farshore import webhooks

from tests.conftest import free_port
from tools.service_process import Service, soon

ROOT = Path(__file__).resolve().parents[2]
BOT = {"kind": "bot", "level": "random"}
Start = Callable[..., "subprocess.Popen[str]"]


class First(farshore.Agent):
    """Takes what comes first, and counts."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.gate = threading.Event()
        self.gate.set()

    def choose(self, turn: farshore.TimedTurn) -> Any:
        self.asked.append(turn.decision.id)
        self.gate.wait(20)
        return turn.decision.options[: turn.decision.least]


@pytest.fixture
def start(url: str, tmp_path: Path) -> Iterator[Start]:
    """Start Python with these words, in a folder and a home of its own; it is ended after the test."""
    begun: list[subprocess.Popen[str]] = []

    def launch(*words: str, **env: str) -> subprocess.Popen[str]:
        mine = {"FARSHORE_URL": url, "XDG_CONFIG_HOME": str(tmp_path), "PYTHONPATH": f"{ROOT}:{ROOT / 'sdk'}"}
        kept = {name: value for name, value in os.environ.items() if not name.startswith("FARSHORE_")}
        process = subprocess.Popen(
            [sys.executable, *words] if words[0] != "node" else [*words],
            cwd=tmp_path,
            env=kept | mine | {"LC_ALL": "C.UTF-8", "PYTHONUNBUFFERED": "1"} | env,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        begun.append(process)
        return process

    yield launch
    for process in begun:
        process.kill()
        process.communicate()


class Chancy(farshore.Agent):
    """Takes what chance says, and what the clock would answer when that was against the rules."""

    def decide(self, view: Any, decision: farshore.Decision, reason: str | None = None) -> Any:
        return (decision.default or ()) if reason else random.sample(decision.options, decision.least)


def served(agent: farshore.Agent, client: farshore.Client, **how: Any) -> tuple[Any, Any]:
    """The agent behind a webhook that the service knows."""
    port = free_port()
    known = client.agents.register("Served", f"http://127.0.0.1:{port}/", **how)
    server = webhooks.server(agent, known.secret or "", port)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return known, server


def finished(table: farshore.Table) -> Callable[[], bool]:
    return lambda: table.refresh().status == "finished"


@pytest.mark.parametrize("game", ["faraway", "golden_compass", "mountains_of_madness", "new_lands", "not_alone"])
def test_a_webhook_plays_every_game_to_its_end(ada: farshore.Client, game: str) -> None:
    known, server = served(Chancy(), ada, games=[game])
    seats = ada.games.get(game).players["least"]

    options = {"mode": "relaxed"} if game == "mountains_of_madness" else {}
    table = ada.tables.open(game, seats=[known.id, *[BOT] * (seats - 1)], options=options)
    over = soon(finished(table), 120)
    server.shutdown()

    log = list(ada.agents.deliveries(known.id, limit=200))
    assert over, (table.refresh().facts.waiting, [(each.decision, each.outcome, each.detail) for each in log[:5]])
    assert {each.outcome for each in log} <= {"answered", "illegal", "stale"}
    assert any(each.outcome == "answered" for each in log)
    assert {event.type for event in table.story()}.isdisjoint({"fallback"})


def test_a_poller_plays_at_several_tables_at_once(ada: farshore.Client) -> None:
    known = ada.agents.register("Poller", games=["faraway"])
    tables = [ada.tables.open("faraway", seats=[known.id, BOT]) for _ in range(3)]
    agent = First()
    watcher = threading.Thread(target=lambda: (soon(lambda: all(finished(one)() for one in tables)), ada.stop()))
    watcher.start()

    tally = ada.poll(agent, [known.id], parallel=3)
    watcher.join()

    assert all(table.status == "finished" for table in tables)
    assert tally.fallbacks == tally.refused == 0
    assert tally.decisions == len(agent.asked)


def test_a_poller_that_hangs_leaves_the_decision_to_its_fallback_at_once(ada: farshore.Client) -> None:
    known = ada.agents.register("Hangs", games=["faraway"], budget_s=3600)
    table = ada.tables.open("faraway", seats=["me", known.id])
    end = threading.Event()

    class Hangs(farshore.Agent):
        def decide(self, view: Any, decision: farshore.Decision) -> Any:
            end.wait(60)

    tally = ada.poll(Hangs(budget=0.3), [known.id], stop_after=1)
    end.set()

    assert (tally.decisions, tally.fallbacks) == (0, 1)
    assert table.refresh().facts.waiting == (0,)
    assert [event.data for event in table.story() if event.type == "fallback"] == [{"seat": 1, "reason": "declined"}]


def test_a_poller_without_an_agent_says_so(ada: farshore.Client) -> None:
    with pytest.raises(farshore.Conflict) as refused:
        ada.poll(First())

    assert refused.value.code == "no-polling-agents"


def test_others_may_seat_a_public_agent_and_see_its_fallback_as_a_sentence(
    ada: farshore.Client, ben: farshore.Client
) -> None:
    known = ada.agents.register(
        "Absent", f"http://127.0.0.1:{free_port()}/", games=["faraway"], public=True, fallback="greedy"
    )
    table = ben.tables.open("faraway", seats=[known.id, BOT])
    assert soon(finished(table))

    told = subprocess.run(
        [sys.executable, "-m", "farshore", "replay", table.id, "--url", ben.base_url, "--language", "fr"],
        capture_output=True,
        text=True,
        env=os.environ | {"PYTHONPATH": f"{ROOT}:{ROOT / 'sdk'}"},
        timeout=60,
    )

    assert "Absent n’a pas pu être joint ; le service répond à sa place." in told.stdout, told.stderr
    assert "Absent est suspendu après plusieurs échecs" in told.stdout


def listening(port: int) -> bool:
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
        return True
    return False


# -- the examples and the command line ---------------------------------------------------------------


def test_the_example_behind_a_webhook_runs_as_it_is(start: Start) -> None:
    out, err = start(str(ROOT / "examples" / "webhook_bot.py"), WEBHOOK_PORT=str(free_port())).communicate(timeout=90)

    assert len(re.findall("^ok ", out, re.MULTILINE)) == 7, out + err
    assert "BAD" not in out
    found = re.search(r"scores \((\d+), (\d+)\); (\d+) of (\d+) answered", out)
    assert found, out + err
    assert found[3] == found[4]
    assert int(found[3]) >= 15


def test_the_example_behind_a_firewall_runs_as_it_is(start: Start) -> None:
    out, err = start(str(ROOT / "examples" / "polling_bot.py")).communicate(timeout=90)

    found = re.search(r"scores \((\d+), (\d+)\); (\d+) answers", out)
    assert found, out + err
    assert int(found[3]) >= 15


def test_the_example_in_javascript_passes_the_test(start: Start, ada: farshore.Client) -> None:
    port = free_port()
    known = ada.agents.register("Node Nora", f"http://127.0.0.1:{port}/", games=["faraway"])
    start("node", str(ROOT / "examples" / "webhook.js"), FARSHORE_SECRET=known.secret or "", WEBHOOK_PORT=str(port))
    assert soon(lambda: listening(port))

    report = ada.agents.test(known.id)

    assert report.passed, report.checks


def test_agents_are_registered_served_tested_and_put_to_work_from_the_command_line(
    start: Start, tmp_path: Path
) -> None:
    def farshore_agent(*words: str) -> tuple[int, str]:
        process = start("-m", "farshore", "agent", *words)
        out, err = process.communicate(timeout=90)
        return process.returncode, out + err

    bot, port = str(ROOT / "examples" / "bot.py"), free_port()
    code, out = farshore_agent("register", "Hook", "--webhook", f"http://127.0.0.1:{port}/", "--games", "faraway")
    assert code == 0, out
    found = re.search(r"(a_\w{26}).*(whsec_\S+)", out, re.DOTALL)
    assert found, out
    serving = start("-m", "farshore", "agent", "serve", bot, "--port", str(port), FARSHORE_SECRET=found[2])
    assert serving.stdout is not None
    assert f"http://127.0.0.1:{port}/" in serving.stdout.readline()
    code, out = farshore_agent("test", found[1], "--language", "fr")
    assert code == 0, out
    assert out.count("✓") == 7

    code, out = farshore_agent("register", "Digger", "--games", "faraway")
    digger = re.search(r"a_\w{26}", out)
    assert digger, out
    working = start("-m", "farshore", "agent", "work", bot, "--agents", digger[0])
    code, out = farshore_agent("test", digger[0])
    assert code == 0, out
    working.send_signal(signal.SIGTERM)
    assert " answered " in working.communicate(timeout=90)[0]
    code, out = farshore_agent("list")
    assert out.count("a_") == 2
    code, out = farshore_agent("log", found[1])
    assert code == 0
    assert farshore_agent("delete", found[1])[0] == 0
    assert farshore_agent("test", found[1])[0] == 1


# -- murder --------------------------------------------------------------------------------------------


class Private(Service):
    """The service, allowed to call agents on this machine."""

    def launch(self, log: Path | None = None, **env: str) -> subprocess.Popen[str]:
        return super().launch(log, FARSHORE_RATE_LIMITS="off", FARSHORE_AGENT_PRIVATE="on", **env)


class Scene(NamedTuple):
    """A service of one's own, and an agent at a table of it that has heard its question and holds its answer back."""

    service: Private
    client: farshore.Client
    agent: First
    known: Any
    table: farshore.Table

    @property
    def worker(self) -> int:
        """The process that has the question under way."""
        [found] = self.service.find("workers agents")
        return found


@pytest.fixture
def scene(tmp_path: Path) -> Iterator[Callable[[float], Scene]]:
    """Set the scene, with so many seconds for the agent; it is cleared away after the test."""
    with contextlib.ExitStack() as after:

        def laid(budget_s: float) -> Scene:
            service = Private(tmp_path, free_port())
            after.callback(service.end)
            service.start()
            # The API opens before the workers are there, and the agent's time runs from its question on.
            assert soon(lambda: service.call("GET", "/readyz")[0] == 200)
            client = after.enter_context(farshore.Client(service.at))
            client.register("Ada")
            agent = First()
            agent.gate.clear()
            known, server = served(agent, client, games=["faraway"], budget_s=budget_s)
            after.callback(server.shutdown)
            after.callback(agent.gate.set)
            table = client.tables.open("faraway", seats=["me", known.id])
            assert soon(lambda: len(agent.asked) == 1)
            return Scene(service, client, agent, known, table)

        yield laid


def test_a_killed_worker_in_the_middle_of_a_delivery_leaves_no_table_behind(scene: Callable[[float], Scene]) -> None:
    now = scene(30)

    os.kill(now.worker, signal.SIGKILL)
    now.agent.gate.set()

    # Nobody took the first reply; the next worker asks again, and the agent remembers what it has said.
    assert soon(lambda: now.table.refresh().facts.waiting == (0,))
    assert now.agent.asked == ["0-explore-1"]
    assert [event.type for event in now.table.story()].count("fallback") == 0
    assert soon(lambda: [each.outcome for each in now.client.agents.deliveries(now.known.id)] == ["answered"])


def test_without_any_worker_the_budget_ends_all_the_same(scene: Callable[[float], Scene]) -> None:
    now = scene(3)
    worker = now.worker

    # Stopped, not killed: so nobody starts another one.
    os.kill(worker, signal.SIGSTOP)
    try:
        assert soon(lambda: now.table.refresh().facts.waiting == (0,))
    finally:
        os.kill(worker, signal.SIGCONT)

    assert [event.data for event in now.table.story() if event.type == "fallback"] == [{"seat": 1, "reason": "late"}]

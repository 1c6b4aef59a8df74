"""Agents at the real service: invitations, many games, broken connections; `farshore bot` and the examples."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import farshore
import pytest

from tests.sdk.wire import Wire
from tests.service.concurrency import soon

ROOT = Path(__file__).resolve().parents[2]
Start = Callable[..., "subprocess.Popen[str]"]


class Careful(farshore.Agent):
    """Takes the first options and counts how often it was asked each question."""

    def __init__(self) -> None:
        self.asked: Counter[str] = Counter()

    def choose(self, turn: farshore.TimedTurn) -> Any:
        assert turn.budget > 0
        self.asked[f"{turn.table.id} {turn.decision.id}"] += 1
        return turn.decision.options[: turn.decision.least]


def test_an_agent_accepts_invitations_and_plays_what_it_is_invited_to(
    ada: farshore.Client, ben: farshore.Client
) -> None:
    agent, bot = Careful(), {"kind": "bot", "level": "random"}
    me = ben.me.get().player
    assert me is not None
    guest = {"kind": "invite", "player": me.id}
    early = ada.tables.open("faraway", seats=[guest, bot], visibility="private", start="full")
    unwanted = ada.tables.open("not_alone", seats=["me", guest])
    inviting = threading.Timer(0.5, ada.tables.open, ["golden_compass", [guest, bot]], {"start": "full"})
    inviting.start()

    tally = ben.run(agent, games=["faraway", "golden_compass"], parallel=2, stop_after=2)

    assert tally.tables == 2
    assert (tally.refused, tally.fallbacks) == (0, 0)
    assert early.refresh().status == "finished"
    assert unwanted.refresh().seats[1].kind == "invite"
    assert set(agent.asked.values()) == {1}


def test_lines_may_be_cut_and_nothing_is_asked_or_answered_twice(url: str) -> None:
    wire = Wire(url)
    client = farshore.Client(wire.url, timeout=10)
    client.register("Ada")
    for _ in range(2):
        client.tables.open("faraway", seats=2, bots=1, level="random")

    class Cutter(Careful):
        def choose(self, turn: farshore.TimedTurn) -> Any:
            picks = super().choose(turn)
            if sum(self.asked.values()) in (5, 10, 20):
                wire.cut()
            return picks

    agent = Cutter()
    try:
        tally = client.run(agent, parallel=2, stop_after=2)
    finally:
        wire.close()

    assert wire.cuts >= 3
    assert tally.tables == 2
    assert tally.fallbacks == 0
    assert set(agent.asked.values()) == {1}


def test_a_real_refusal_reaches_the_agent_and_then_the_default_is_played(ada: farshore.Client) -> None:
    reasons: list[str] = []

    class Stubborn(farshore.Agent):
        def decide(self, view: Any, decision: farshore.Decision, reason: str | None = None) -> str:
            reasons.append(reason or "")
            if reason:
                self.stop()
            return "no-such-card"

    table = ada.tables.open("faraway", seats=2, bots=1, level="random")

    tally = ada.run(Stubborn())

    assert (tally.refused, tally.fallbacks, tally.decisions) == (2, 1, 1)
    assert "no-such-card" in reasons[1]
    # The default lies sealed until the bot has answered too.
    assert soon(lambda: bool(table.view().view["players"][0]["row"]))


@pytest.fixture
def start(url: str, tmp_path: Path) -> Iterator[Start]:
    """Starts `farshore …` or a script in a home of its own."""
    started: list[subprocess.Popen[str]] = []

    def start(*words: str, **env: str) -> subprocess.Popen[str]:
        started.append(
            subprocess.Popen(
                [sys.executable, *words],
                env={"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT / "sdk"), "FARSHORE_URL": url}
                | {"HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path), "PYTHONUNBUFFERED": "1"}
                | env,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
                encoding="utf-8",
                cwd=tmp_path,
            )
        )
        return started[-1]

    yield start
    for process in started:
        process.kill()
        process.communicate()


def farshore_bot(start: Start, *words: str, **env: str) -> tuple[int, str, str]:
    process = start("-m", "farshore", "bot", *words, **env)
    out, err = process.communicate(timeout=60)
    return process.returncode, out, err


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ([str(ROOT / "examples" / "bot.py")], "Climbing Cleo"),
        ([str(ROOT / "examples" / "llm_player.py")], "Literal Lily"),
        (["--exec", f"node {ROOT / 'examples' / 'engine.js'}"], "Node Nora"),
        (["--exec", f"sh {ROOT / 'examples' / 'engine.sh'}"], "Shell Sheila"),
    ],
)
def test_the_examples_play_a_whole_game(start: Start, words: list[str], name: str) -> None:
    code, out, err = farshore_bot(start, *words, "--open", "faraway", "--level", "random", "--stop-after", "1")

    assert code == 0, err
    assert f"{name} (p_" in out
    assert re.search(r"finished: seat 0, place \d, scores \[\d+, \d+\]\n", out)
    assert not re.search("falls back|refused|broke", out), out
    assert len(re.findall(" answered ", out)) >= 15
    assert out.endswith("decisions\n")


@pytest.mark.parametrize(("example", "tables"), [("bot.py", 2), ("llm_player.py", 1)])
def test_the_examples_run_as_they_are(start: Start, example: str, tables: int, tmp_path: Path) -> None:
    out, err = start(str(ROOT / "examples" / example)).communicate(timeout=60)

    assert f"Tally(tables={tables}" in out, err
    assert "fallbacks=0" in out
    assert (tmp_path / "transcripts").is_dir() is (example == "llm_player.py")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_bot_stops_clean_and_comes_back_as_the_same_player(start: Start, number: signal.Signals) -> None:
    players = []
    for _ in range(2):
        words = (str(ROOT / "examples" / "bot.py"), "--name", "Cleo", "--language", "fr")
        process = start("-m", "farshore", "bot", *words)
        assert process.stdout is not None
        heard = process.stdout.readline()
        while "connecté" not in heard:
            heard += process.stdout.readline()
        process.send_signal(number)
        out, err = process.communicate(timeout=90)

        assert (process.returncode, err) == (0, "")
        assert out.endswith("arrêté après 0 tables et 0 décisions\n")
        players += re.findall(r"Cleo \((p_\w+)\) attend", heard)
    assert len(players) == 2
    assert players[0] == players[1]


@pytest.mark.parametrize(
    ("source", "words", "sentence"),
    [
        ("x = 1", [], "has neither a subclass of farshore.Agent"),
        ("import nothing_of_this_name", [], "cannot be imported: ModuleNotFoundError"),
        ("import farshore\nclass A(farshore.Agent): pass\nclass B(A): pass", [], "has several agents: A, B"),
        ("import farshore\nclass A(farshore.Agent): pass", ["--class", "B"], "no agent B. It has: A."),
        (None, ["--exec", "./no-such-engine"], "The program “./no-such-engine” was not found"),
        (None, ["--exec", "echo hello", "--games", "faraway"], "“echo hello” does not follow the protocol"),
        (None, [], "Pass a Python file"),
    ],
)
def test_errors_at_the_start_are_explained(
    start: Start, tmp_path: Path, source: str | None, words: list[str], sentence: str
) -> None:
    (tmp_path / "mine.py").write_text(source or "")

    code, out, err = farshore_bot(start, *(["mine.py"] if source else []), *words)

    assert (code, out) == (2, "")
    assert sentence in err


def test_a_bot_with_a_bug_shows_it_and_plays_on(start: Start, tmp_path: Path) -> None:
    source = (
        "import farshore\nclass Buggy(farshore.Agent):\n    def decide(self, view, decision):\n        return 1 / 0\n"
    )
    (tmp_path / "buggy.py").write_text(source)

    code, out, _ = farshore_bot(start, "buggy.py", "--open", "faraway", "--level", "random", "--stop-after", "1")

    assert code == 0
    assert 'buggy.py", line 4, in decide' in out
    assert "falls back on" in out
    assert "finished: seat 0" in out

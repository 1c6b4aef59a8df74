"""Programs in any language: the handshake, the time budget, and crashes."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from farshore.agents import Fallback, TimedTurn
from farshore.agents import engine as engines
from farshore.agents.engine import Engine
from farshore.agents.program import Program, ProgramError
from farshore.models import Decision, Update

from tools.service_process import soon

SAID: list[str] = []


def ask(budget: float, text: str = "é" * 100_000) -> TimedTurn:
    """A turn with a view that does not fit into a pipe."""
    raw = {"id": "1-lay-0", "options": ["a", "b"], "least": 1}
    update = Update(table="t1", game="go", seat=0, view={"text": text})
    table: Any = SimpleNamespace(
        id="t1",
        game="go",
        page=lambda language, story: "a page",
        check_say=lambda text, room: True,
        say=lambda text, room: SAID.append(text),
    )
    return TimedTurn(table, update, (Decision.read(raw),), budget)


LOOP = """
import json, sys, time
def say(message): print(json.dumps(message), flush=True)
for line in sys.stdin:
    message = json.loads(line)
    if "hello" in message:
        assert message == {"hello": "farshore/1", "game": "go"}
        say({"ready": True, "name": "Loop"%s})
    elif "decide" in message:
        number = message["decide"]
        %s
    elif "heard" in message:
        say({"table": message["heard"], "say": ["I heard " + message["page"]]})
    else:
        print("told", *message, file=sys.stderr, flush=True)
"""


@pytest.fixture
def programs(tmp_path: Path) -> Iterator[Any]:
    """Makes programs out of what they do when asked, and ends them after the test."""
    made: list[Program] = []

    def command(does: str, ready: str = "") -> list[str]:
        file = tmp_path / f"{len(list(tmp_path.iterdir()))}.py"
        file.write_text(LOOP % (ready, does))
        return [sys.executable, "-S", str(file)]

    def start(does: str, ready: str = "") -> Program:
        made.append(Program(command(does, ready), "go"))
        return made[-1]

    yield SimpleNamespace(start=start, command=command)
    for program in made:
        program.end()


def turn(n: int = 0, budget: float = 10.0) -> Any:
    question = Decision.read({"id": f"{n}-lay-0", "options": ["a", "b"], "default": ["b"]})
    table: Any = SimpleNamespace(id="t1", game="go", result=None)
    return TimedTurn(table, Update(decisions=(question,), view={"n": n}), (question,), budget)


def test_a_program_shakes_hands_answers_and_says_goodbye(programs: Any, capfd: pytest.CaptureFixture[str]) -> None:
    program = programs.start('say({"decide": number, "picks": message["decision"]["options"][:1]})')

    assert program.name == "Loop"
    assert program.decide(ask(10)) == ("a",)
    assert program.decide(ask(10)) == ("a",)
    program.send({"finished": "t1"})
    program.end()
    assert capfd.readouterr().err == "told finished\ntold bye\n", "stderr passes through"


def test_a_program_reads_the_page_and_speaks_with_its_answer_and_between(programs: Any) -> None:
    SAID.clear()
    speaks = 'say({"decide": number, "picks": ["a"], "say": [{"text": "I read " + message["page"]}, "and speak"]})'
    program = programs.start(speaks, ', "page": True, "talk": True')
    turn = ask(10)

    assert program.decide(turn) == ("a",)
    assert SAID == ["I read a page", "and speak"]

    heard = TimedTurn(turn.table, turn.update, (), 10)
    program.hear(heard)
    program.decide(turn)
    assert "I heard a page" in SAID, "it spoke between its answers"


@pytest.mark.parametrize(
    ("does", "why"),
    [
        ("print('I think', flush=True)", "not JSON: I think"),
        ("say([1])", "not a JSON object"),
        ('say({"decide": number, "picks": "a"})', "no list of picks"),
        ('say({"decide": number + 1, "picks": []})', "an answer without a decision"),
        ("sys.exit(3)", "it exited with code 3"),
        ("print('x' * 2_000_000, end='', flush=True); time.sleep(60)", "a line is too long"),
        ("time.sleep(60)", "no answer within 1.0 s"),
    ],
)
def test_garbage_silence_and_crashes_end_a_program(programs: Any, does: str, why: str) -> None:
    program = programs.start(does)

    with pytest.raises(ProgramError, match=why):
        program.decide(ask(1.0 if "within" in why else 10))
    with pytest.raises(ProgramError, match=why):
        program.decide(ask(10))


def test_a_program_that_does_not_read_is_not_waited_for(programs: Any) -> None:
    program = programs.start('say({"decide": number, "picks": []}); time.sleep(60)')
    program.decide(ask(10))

    # Whoever waited until the program reads again would get an answer then.
    with pytest.raises(ProgramError, match="within 1"):
        program.decide(ask(1.0, "x" * 1_000_000))


def test_an_engine_that_cannot_start_or_is_never_ready_is_an_error() -> None:
    with pytest.raises(ProgramError, match="cannot be started"):
        Program(["/no/such/program"], "go")
    with pytest.raises(ProgramError, match=r"no answer within 0\.5 s"):
        Program(["sleep", "60"], "go", start_s=0.5)
    with pytest.raises(ProgramError, match="exited with code 0"):
        Program(["true"], "go")


def ask_at_once(program: Program, times: int) -> list[tuple[str, ...]]:
    answers: list[tuple[str, ...]] = []
    threads = [threading.Thread(target=lambda: answers.append(program.decide(ask(10)))) for _ in range(times)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers


def test_one_question_at_a_time_unless_the_program_says_otherwise(programs: Any, tmp_path: Path) -> None:
    # It answers two questions together: only a program that is asked two at once can do so.
    together = """seen = globals().setdefault("seen", []); seen.append(number)
        if len(seen) == 2:
            for each in reversed(seen): say({"decide": each, "picks": [str(each)]})"""
    both = programs.start(together, ready=', "in_flight": 2')
    assert sorted(ask_at_once(both, 2)) == [("1",), ("2",)]

    single = programs.start('time.sleep(0.05); say({"decide": number, "picks": [str(number)]})')
    assert sorted(ask_at_once(single, 3)) == [("1",), ("2",), ("3",)]

    go_on = tmp_path / "go-on"
    slow = programs.start(f"""
        from pathlib import Path
        while not Path({str(go_on)!r}).exists(): time.sleep(0.01)
        say({{"decide": number, "picks": []}})""")
    waiting = threading.Thread(target=slow.decide, args=(ask(60),))
    waiting.start()
    assert soon(lambda: slow._number == 1)
    with pytest.raises(TimeoutError):
        slow.decide(ask(0.1))
    go_on.touch()
    waiting.join()
    assert slow.decide(ask(10)) == (), "having had no time for one question is no reason to end it"


def test_a_crash_means_the_default_for_a_while_and_then_a_fresh_start(
    programs: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(engines, "FIRST_PAUSE_S", 30)
    crashes = 'say({"decide": number, "picks": [str(message["view"]["n"])]}) if message["view"]["n"] else sys.exit(1)'
    engine = Engine(programs.command(crashes))
    try:
        assert engine.choose(turn(5)) == ("5",)
        with pytest.raises(Fallback, match="exited with code 1"):
            engine.choose(turn(0))
        with pytest.raises(Fallback, match="restarts in"):
            engine.choose(turn(6))
        engine._processes["go"]._not_before = 0
        assert engine.choose(turn(7)) == ("7",)
        assert "exited with code 1" in caplog.text
    finally:
        engine.close()


def test_the_pause_grows_with_each_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engines, "FIRST_PAUSE_S", 0.01)
    engine = Engine("/no/such/program --fast")
    assert engine.command == ["/no/such/program", "--fast"]

    for _ in range(6):
        with pytest.raises(Fallback, match="cannot be started"):
            engine.choose(turn())
        with pytest.raises(Fallback, match="restarts in"):
            engine.choose(turn())
        engine._processes["go"]._not_before -= 1000

    assert engine._processes["go"]._failures == 6
    engine.close()

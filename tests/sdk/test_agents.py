"""The agent runner with a simulated service: repeated notifications, broken connections, failing agents."""

from __future__ import annotations

import logging
import threading
import time
from types import SimpleNamespace
from typing import Any

import pytest
from farshore.agents import Agent, Fallback, TimedTurn, thinking
from farshore.agents.play import MAX_WAKES, TablePlayer
from farshore.agents.runner import Runner
from farshore.errors import Conflict, Illegal, Unauthorized, Unreachable
from farshore.models import Decision, Event, Update

from tests.sdk.stage import First, Stage, StageTable, reserved
from tests.service.concurrency import soon


def test_everything_pending_is_answered_and_the_agent_is_notified(monkeypatch: pytest.MonkeyPatch) -> None:
    table, agent = StageTable(questions=3), First()

    tally = Stage(monkeypatch, table).play(agent)

    assert table.answers == [("0-lay-0", ("a",)), ("1-lay-0", ("a",)), ("2-lay-0", ("a",))]
    assert agent.told == ["seated t1", "finished t1"]
    assert (tally.tables, tally.wins, tally.decisions, tally.fallbacks) == (1, 1, 3, 0)


def test_repeated_notifications_bring_no_second_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    table, agent = StageTable(questions=5), First()
    stage = Stage(monkeypatch, table)

    def noise() -> None:
        while table.left:
            stage.snapshot()
            stage.notify(table, id="0-lay-0")
            stage.notify(table, id="4-lay-0")

    stage.play(agent, noise, parallel=4)

    assert agent.asked == [f"{n}-lay-0" for n in range(5)]
    assert len(table.answers) == 5


def test_a_notification_during_an_answer_is_not_lost(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Opponent(StageTable):
        """Another player answers just after our reply was written, and then it is our turn again."""

        def answer(self, decision: Decision, picks: tuple[str, ...]) -> Update:
            super().answer(decision, picks)
            if self.left:
                stage.notify(self, id=self.left[0])
                # The notification must arrive before the reply to this answer.
                time.sleep(0.1)
                return Update(table=self.id, status="running")
            return self.view()

    table = Opponent(questions=4)
    stage = Stage(monkeypatch, table)

    stage.play(First())

    assert len(table.answers) == 4


def test_a_table_that_thinks_for_long_does_not_block_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    slow, quick = StageTable("slow", 1), StageTable("quick", 20)
    others_done = threading.Event()

    class Thinker(Agent):
        def choose(self, turn: TimedTurn) -> str:
            if turn.table.id == "slow":
                assert others_done.wait(30)
            return "a"

        def finished(self, table: Any) -> None:
            if table.id == "quick":
                others_done.set()

    tally = Stage(monkeypatch, slow, quick).play(Thinker(), parallel=2)

    assert (tally.tables, tally.fallbacks) == (2, 0)


def test_with_one_worker_tables_take_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    one, two = StageTable("one", 4), StageTable("two", 4)
    order: list[str] = []

    class Notes(Agent):
        def choose(self, turn: TimedTurn) -> str:
            order.append(turn.table.id)
            return "a"

    Stage(monkeypatch, one, two).play(Notes(), parallel=1)

    assert order == ["one", "two"] * 4


def test_a_refused_agent_gets_the_reason_and_a_second_attempt(monkeypatch: pytest.MonkeyPatch) -> None:
    table = StageTable(questions=1)
    table.trouble = [Illegal("Not on this point.")]
    reasons: list[str | None] = []

    class Learner(Agent):
        def decide(self, view: Any, decision: Decision, reason: str | None = None) -> str:
            reasons.append(reason)
            return "b" if reason else "a"

    tally = Stage(monkeypatch, table).play(Learner())

    assert reasons == [None, "Not on this point."]
    assert table.answers == [("0-lay-0", ("b",))]
    assert (tally.refused, tally.fallbacks) == (1, 0)


def test_after_the_second_refusal_the_default_is_answered_and_logged(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    table, agent = StageTable(questions=2), First()
    table.trouble = [Illegal("no"), Illegal("no, again")]

    tally = Stage(monkeypatch, table).play(agent)

    assert table.answers == [("0-lay-0", ("c",)), ("1-lay-0", ("a",))]
    assert agent.asked == ["0-lay-0", "0-lay-0", "1-lay-0"]
    assert (tally.refused, tally.fallbacks) == (2, 1)
    assert "t1 falls back on c for 0-lay-0: no, again" in caplog.messages


@pytest.mark.parametrize("broken", [ZeroDivisionError("a bug"), Fallback("no idea")])
def test_an_agent_that_fails_does_not_delay_others(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, broken: Exception
) -> None:
    class ProgramError(Agent):
        def decide(self, view: Any, decision: Decision) -> str:
            raise broken

        def seated(self, table: Any) -> None:
            raise ValueError("here, too")

    table = StageTable(questions=2)

    tally = Stage(monkeypatch, table).play(ProgramError())

    assert [picks for _, picks in table.answers] == [("c",), ("c",)]
    assert tally.fallbacks == 2
    assert str(broken) in caplog.text
    assert "t1 the agent failed in seated: ValueError: here, too" in caplog.messages
    bugs = [record for record in caplog.records if record.exc_info and record.__dict__["values"]["hook"] == "decide"]
    assert bool(bugs) is isinstance(broken, ZeroDivisionError), "a bug shows where it is; a fallback is none"


def test_a_broken_line_and_a_paused_table_are_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    table = StageTable(questions=2)
    table.trouble = [Unreachable("gone"), Conflict("wait", code="paused", problem={"retryable": True})]

    tally = Stage(monkeypatch, table).play(First())

    assert len(table.answers) == 2
    assert tally.tables == 1


def test_a_paused_table_is_looked_at_again(monkeypatch: pytest.MonkeyPatch) -> None:
    table = StageTable(questions=1)
    table.paused = True
    stage = Stage(monkeypatch, table)

    def resume() -> None:
        stage.snapshot()
        time.sleep(0.3)
        assert table.answers == []
        table.paused = False

    stage.play(First(), resume)

    assert len(table.answers) == 1


def test_an_invitation_is_accepted_for_the_named_games_only(monkeypatch: pytest.MonkeyPatch) -> None:
    mine = StageTable("mine", 1, my_seat=None, seats=reserved("p_me"))
    other = StageTable("other", 1, game="chess")
    strange = StageTable("strange", 1, my_seat=None, seats=reserved("p_somebody"))
    stage = Stage(monkeypatch, mine, other, strange)

    def invite() -> None:
        stage.notify(other, "invited", game="chess", seat=0)
        stage.notify(other)
        stage.notify(strange, "invited", game="go", seat=0)
        stage.notify(mine, "invited", game="go", seat=0)

    stage.play(First(), invite, games=["go"], stop_after=1)

    assert mine.my_seat == 0
    assert len(mine.answers) == 1
    assert (other.answers, strange.answers, strange.my_seat) == ([], [], None)


def test_a_table_that_ended_while_nobody_listened_is_finished_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    table, agent = StageTable(questions=2), First()
    stage = Stage(monkeypatch, table)
    table.paused = True

    def away() -> None:
        stage.snapshot()
        while not agent.told:
            time.sleep(0.01)
        table.left.clear()
        del stage.tables["t1"]
        stage.snapshot()

    stage.play(agent, away, stop_after=1)

    assert agent.told == ["seated t1", "finished t1"]


def test_each_table_can_have_its_own_agent(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[First] = []

    class Own(First):
        def __init__(self) -> None:
            super().__init__()
            made.append(self)

        def close(self) -> None:
            self.told.append("closed")

    Stage(monkeypatch, StageTable("one", 2), StageTable("two", 2)).play(Own)

    assert [len(agent.asked) for agent in made] == [2, 2]
    assert all(len(agent.told) == 3 and agent.told[-1] == "closed" for agent in made)


def test_an_agent_that_hangs_plays_its_default_and_frees_its_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    """One worker, one hanging decision: the other table is played all the same."""
    stuck, other, end = StageTable("stuck", 1), StageTable("other", 3), threading.Event()

    class Hangs(Agent):
        said: str | None = None

        def choose(self, turn: TimedTurn) -> str:
            if turn.table.id == "stuck":
                end.wait(30)
                self.said = turn.say("I had something to add.")
            return "a"

    agent = Hangs(budget=0.2)

    tally = Stage(monkeypatch, stuck, other).play(agent, parallel=1)
    end.set()

    assert stuck.answers == [("0-lay-0", ("c",))], "the default"
    assert [picks for _, picks in other.answers] == [("a",)] * 3
    assert (tally.tables, tally.fallbacks) == (2, 1)
    assert soon(lambda: agent.said == "This turn is over.")


@pytest.mark.parametrize("hook", ["seated", "finished", "hear"])
def test_a_hook_that_hangs_frees_its_worker_too(monkeypatch: pytest.MonkeyPatch, hook: str) -> None:
    table, end = StageTable(questions=2), threading.Event()
    agent = First()
    monkeypatch.setattr(agent, hook, lambda about: end.wait(30))

    Stage(monkeypatch, table).play(agent, parallel=1, budget=0.2)
    end.set()

    assert len(table.answers) == 2


def test_an_agent_whose_calls_never_return_is_not_called_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    table, end = StageTable(questions=6), threading.Event()
    monkeypatch.setattr(thinking, "MAX_HANGING", len(thinking._hanging) + 3)

    class Hangs(First):
        def decide(self, view: dict[str, Any], decision: Decision) -> str:
            super().decide(view, decision)
            end.wait(30)
            return "a"

    agent = Hangs(budget=0.1)
    tally = Stage(monkeypatch, table).play(agent)
    end.set()

    assert (tally.fallbacks, len(agent.asked)) == (6, 3)


def test_an_agent_may_end_the_run_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    class OnceOnly(First):
        def decide(self, view: dict[str, Any], decision: Decision) -> str:
            self.stop()
            return super().decide(view, decision)

    table = StageTable(questions=9)

    tally = Stage(monkeypatch, table).play(OnceOnly(), stop_after=None)

    assert len(table.answers) == tally.decisions == 1, "the answer under way is given, and no other"


def test_a_token_that_opens_nothing_ends_the_run_with_the_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = Stage(monkeypatch)

    with pytest.raises(Unauthorized):
        stage.play(First(), lambda: stage.hear(Unauthorized("expired")), stop_after=1)


def test_one_line_is_logged_per_event(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "farshore.agents")

    Stage(monkeypatch, StageTable(questions=1)).play(First())

    assert [record.__dict__["event"] for record in caplog.records] == [
        "listening", "connected", "seated", "asked", "answered", "finished", "stopped",
    ]  # fmt: skip


def test_the_budget_is_what_the_clock_leaves() -> None:
    run = Runner(None, First(), budget=30.0)  # type: ignore[arg-type]
    run.clock_offset = -5.0
    deadline = time.strftime("%Y-%m-%dT%H:%M:%S.000Z", time.gmtime(time.time() + 5))

    assert run.time_for(Decision(), First()) == 30.0
    assert 8 < run.time_for(Decision(deadline=deadline), First()) < 10
    assert run.time_for(Decision(deadline="2020-01-01T00:00:00.000Z"), First()) == 0
    assert run.time_for(Decision(), First(budget=3)) == 3, "an agent may want less than the run allows"


def test_what_is_read_aloud_once_is_kept_for_its_turn_and_told_once() -> None:
    def read(seq: int, text: str | None, lines: str) -> Event:
        return Event(seq=seq, type="story", data={"kind": "reads", "once": True, "data": {"lines": [lines]}}, text=text)

    story = [read(5, "The Group hears: the sea", "the sea"), Event(seq=6, type="story", text="Ben votes.")]
    player = TablePlayer("t1", SimpleNamespace())  # type: ignore[arg-type]
    player.table = SimpleNamespace(story=lambda after, words: [each for each in story if each.seq > after])  # type: ignore[assignment]
    # The passage came with the reply to an answer already, without a sentence.
    player._heard = {5: read(5, "the sea", "the sea")}

    assert [event.text for event in player.heard()] == ["The Group hears: the sea", "Ben votes."]

    story += [Event(seq=7, type="story", data={"kind": "turn-began", "again": True}, text="Turn 2 begins.")]
    assert [event.text for event in player.heard()] == ["Ben votes.", "Turn 2 begins."]


def test_an_agent_replies_to_talk_a_limited_number_of_times_between_two_decisions() -> None:
    heard: list[object] = []

    class Talker(First):
        def hear(self, turn: TimedTurn) -> None:
            heard.append(turn)

    player = TablePlayer("t1", SimpleNamespace(budget=5))  # type: ignore[arg-type]
    player.agent = Talker()
    turn = TimedTurn(SimpleNamespace(), Update(), (), 5, tuple)  # type: ignore[arg-type]

    for _ in range(MAX_WAKES + 3):
        player._hear(turn)

    assert heard == [turn] * MAX_WAKES

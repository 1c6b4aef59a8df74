"""One table of a run: sit down, look, have the agent decide, answer, and never answer twice."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final

from farshore.agents import Agent, Agents, Fallback, TimedTurn, default
from farshore.errors import Conflict, Invalid
from farshore.models import OVER, Decision, Update
from farshore.table import Table
from farshore.telling import Tally, say

if TYPE_CHECKING:
    from farshore.client import Client

MARGIN_S: Final = 0.5
"""The part of the time that an answer needs to arrive."""


@dataclass
class Errand:
    """What a run is about, the same at every table."""

    client: Client
    agent: Agents
    games: frozenset[str] | None
    budget: float
    stop: Callable[[], None]
    me: str = ""
    ahead: float = 0.0
    """How many seconds the server's clock is ahead of this machine's."""
    tally: Tally = field(default_factory=Tally)
    agents: list[Agent] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def __post_init__(self) -> None:
        if isinstance(self.agent, Agent):
            self._engage(self.agent)

    def plays(self, game: str | None) -> bool:
        """Whether this game is among those to be played; unknown is yes."""
        return self.games is None or game is None or game in self.games

    def agent_for_a_table(self) -> Agent:
        """The agent that plays at the next table: the one there is, or a new one."""
        return self.agent if isinstance(self.agent, Agent) else self._engage(self.agent())

    def _engage(self, agent: Agent) -> Agent:
        agent._stop = self.stop
        with self.lock:
            self.agents.append(agent)
        return agent

    def dismiss(self, agent: Agent) -> None:
        """An agent that was made for one table goes when the table is over."""
        if agent is self.agent:
            return
        with self.lock:
            self.agents.remove(agent)
        agent.close()

    def count(self, **more: int) -> None:
        """Add to the tally; many tables are played at once."""
        with self.lock:
            for name, number in more.items():
                setattr(self.tally, name, getattr(self.tally, name) + number)

    def time_for(self, decision: Decision) -> float:
        """The seconds there are to think: what the table's clock leaves, and never more than the budget."""
        if decision.deadline is None:
            return self.budget
        left = datetime.fromisoformat(decision.deadline).timestamp() - time.time() - self.ahead
        return max(0.0, min(self.budget, left - min(MARGIN_S, left / 5)))


class Place:
    """A table the run knows, and how far it has come there. One worker at a time calls `visit()`."""

    def __init__(self, id: str, errand: Errand) -> None:
        self.id = id
        self.errand = errand
        self.answered: set[str] = set()
        self.closed = False
        """Nothing is to be done here any more, or never was."""
        self.table: Table | None = None
        self.agent = Agent()
        self._update: Update | None = None

    def visit(self) -> bool | None:
        """Do the next thing here: True if there is more to do, False if not, None if it is worth a look later."""
        table = self.table or self._sit()
        if table is None:
            self.closed = True
            return False
        update, self._update = self._update or table.view(), None
        if update.over:
            self._finish(table)
            return False
        waiting = tuple(each for each in update.decisions if each.id not in self.answered)
        if not waiting:
            return False
        if update.paused:
            return None
        self._update = self._decide(TimedTurn(table, update, waiting, self.errand.time_for(waiting[0])))
        return True

    def forget(self) -> None:
        """What was seen here last may be old: look afresh next time."""
        self._update = None

    def _sit(self) -> Table | None:
        """Come here for the first time, and take the seat that is reserved; None: this table is not for us."""
        errand = self.errand
        table = errand.client.tables.get(self.id)
        if table.status in OVER or not errand.plays(table.game):
            return None
        if table.my_seat is None:
            mine = [
                each.seat
                for each in table.seats
                if each.kind == "invite" and each.player and each.player.id == errand.me
            ]
            if not mine:
                return None
            table.take_seat(mine[0])
        self.agent, self.table = errand.agent_for_a_table(), table
        say("seated", table=table.id, game=table.game, seat=table.my_seat)
        self._tell("seated", self.agent.seated, table)
        return table

    def _decide(self, turn: TimedTurn) -> Update | None:
        """Have one question answered: by the agent, by the agent once more, or by default."""
        say("asked", table=self.id, decision=turn.decision.id, budget=turn.budget)
        started, first = time.monotonic(), turn.budget
        for _ in range(2):
            picks = self._think(turn)
            if picks is None:
                break
            try:
                return self._answer(turn, picks, started)
            except Invalid as refused:
                self.errand.count(refused=1)
                say("refused", table=self.id, decision=turn.decision.id, detail=refused)
                turn.reason = str(refused)
                turn.budget = max(0.0, first - (time.monotonic() - started))
        picks = default(turn.decision)
        self.errand.count(fallbacks=1)
        say("fallback", table=self.id, decision=turn.decision.id, picks=" ".join(picks), detail=turn.reason)
        try:
            return self._answer(turn, picks, started)
        except Invalid as refused:
            # Nothing is left to try; if the table has a clock, it goes on from here.
            self.answered.add(turn.decision.id)
            say("refused", table=self.id, decision=turn.decision.id, detail=refused)
            return None

    def _think(self, turn: TimedTurn) -> tuple[str, ...] | None:
        """The agent's picks; None, with a reason, if it has none. A bug in it must not keep others waiting."""
        try:
            picks = self.agent.choose(turn)
            return (picks,) if isinstance(picks, str) else tuple(map(str, picks))
        except Fallback as why:
            turn.reason = str(why)
        except Exception as bug:
            turn.reason = f"{type(bug).__name__}: {bug}"
            say("broken", trace=True, table=self.id, hook="decide", detail=turn.reason)
        return None

    def _answer(self, turn: TimedTurn, picks: tuple[str, ...], started: float) -> Update | None:
        """Give the answer; a question that is closed meanwhile is no harm."""
        decision = turn.decision
        try:
            update = turn.table.answer(decision, picks)
        except Conflict as late:
            if not late.retryable:
                self.answered.add(decision.id)
                say("late", table=self.id, decision=decision.id, detail=late)
                return None
            raise
        self.answered.add(decision.id)
        self.errand.count(decisions=1)
        seconds = time.monotonic() - started
        say("answered", table=self.id, decision=decision.id, picks=" ".join(picks) or "–", seconds=seconds)
        return update

    def _finish(self, table: Table) -> None:
        """The table is over: tell the agent, once."""
        self.closed = True
        result, seat = table.refresh().result, table.my_seat
        if table.status == "aborted" or result is None or seat is None:
            self.errand.count(tables=1)
            say("aborted", table=self.id)
        else:
            self.errand.count(tables=1, wins=int(seat in result.winners))
            say("finished", table=self.id, seat=seat, place=result.places[seat], scores=list(result.scores))
        self._tell("finished", self.agent.finished, table)
        self.answered = set()
        self.errand.dismiss(self.agent)

    def _tell(self, hook: str, tell: Callable[[Table], Any], table: Table) -> None:
        try:
            tell(table)
        except Exception as bug:
            say("broken", trace=True, table=self.id, hook=hook, detail=f"{type(bug).__name__}: {bug}")

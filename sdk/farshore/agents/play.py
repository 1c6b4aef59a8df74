"""One table of a run: take the seat, let the agent decide, answer, and never answer twice."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final

from farshore.agents.agent import Agent, TimedTurn
from farshore.agents.log import log_event
from farshore.agents.thinking import decide, log_answered, log_turn, tell
from farshore.errors import Conflict, Invalid
from farshore.models import OVER, Event, Update
from farshore.table import Table

if TYPE_CHECKING:
    from farshore.agents.runner import Runner

MAX_WAKES: Final = 4
"""How often an agent may reply to talk between two of its decisions."""


class TablePlayer:
    """Plays at one table. One worker at a time calls `step()`."""

    def __init__(self, id: str, run: Runner) -> None:
        self.id = id
        self.run = run
        self.answered: set[str] = set()
        self.closed = False
        """Whether nothing is left to do here."""
        self.table: Table | None = None
        self.agent = Agent()
        self.spoken = False
        """Whether somebody has spoken since the last visit."""
        self._update: Update | None = None
        self._heard: dict[int, Event] = {}
        self._last_heard = 0
        self._wakes = 0

    def step(self) -> bool | None:
        """Answer one decision: True if there may be more to do, False if not, None to try again later."""
        table = self.table or self._sit()
        if table is None:
            self.closed = True
            return False
        update, self._update = self._update or table.view(), None
        if update.over:
            self._finish(table)
            return False
        waiting = tuple(each for each in update.decisions if each.id not in self.answered)
        spoken, self.spoken = self.spoken, False
        if not waiting:
            if spoken and update.status == "running" and not update.paused:
                self._hear(TimedTurn(table, update, (), self.run.budget, self.heard))
            return False
        if update.paused:
            return None
        self._wakes = 0
        budget = self.run.time_for(waiting[0], self.agent)
        self._decide(TimedTurn(table, update, waiting, budget, self.heard))
        return True

    def heard(self) -> tuple[Event, ...]:
        """What this seat has heard since its last answer.

        What is read aloud only once stays until it is public, or until a turn begins that needs it no more.
        """
        for event in self.table.story(self._last_heard, words=True) if self.table is not None else ():
            if event.data.get("again"):
                self._heard = {seq: each for seq, each in self._heard.items() if not each.once}
            # It may have come with the reply to an answer already, without a sentence.
            if event.once or event.seq not in self._heard:
                self._heard[event.seq] = event
            self._last_heard = event.seq
        return tuple(self._heard.values())

    def _hear(self, turn: TimedTurn) -> None:
        """Let the agent reply to what was said, a limited number of times between two decisions."""
        if type(self.agent).hear is not Agent.hear and self._wakes < MAX_WAKES:
            self._wakes += 1
            self._tell("hear", turn)

    def forget(self) -> None:
        """Fetch the state again next time: what is known may be outdated."""
        self._update = None

    def _sit(self) -> Table | None:
        """Take the reserved seat on the first visit; None if this table is not for us."""
        run = self.run
        table = run.client.tables.get(self.id)
        if table.status in OVER or not run.plays(table.game):
            return None
        if table.my_seat is None:
            mine = [
                each.seat for each in table.seats if each.kind == "invite" and each.player and each.player.id == run.me
            ]
            if not mine:
                return None
            table.take_seat(mine[0])
        self.agent, self.table = run.agent_for_table(), table
        log_event("seated", table=table.id, game=table.game, seat=table.my_seat)
        self._tell("seated", table)
        return table

    def _decide(self, turn: TimedTurn) -> None:
        """Have one decision answered: by the agent, or by default."""
        if decide(self.agent, turn, partial(self._answer, turn), self.run.tally):
            return
        picks = turn.decision.on_timeout
        self.run.tally.add(fallbacks=1)
        log_turn("fallback", turn, picks=" ".join(picks), detail=turn.reason)
        try:
            self._answer(turn, picks)
        except Invalid as refused:
            # Nothing is left to try; if the table has a clock, the game goes on when the time is up.
            self.answered.add(turn.decision.id)
            log_turn("refused", turn, detail=refused)

    def _answer(self, turn: TimedTurn, picks: tuple[str, ...]) -> None:
        """Send the answer; a decision that was closed meanwhile is only logged."""
        decision = turn.decision
        try:
            update = turn.table.answer(decision, picks)
        except Conflict as late:
            if not late.retryable:
                self.answered.add(decision.id)
                log_turn("late", turn, detail=late)
                return
            raise
        self.answered.add(decision.id)
        self._update = update
        # What is read aloud only once may come with the reply to an answer, and never again.
        read = [*self._heard.values(), *(replace(each, text=words_in(each)) for each in update.events)]
        self._heard = {each.seq: each for each in read if each.once}
        self.run.tally.add(decisions=1)
        log_answered(turn, picks)

    def _finish(self, table: Table) -> None:
        """The table is over: tell the agent, once."""
        self.closed = True
        result, seat = table.refresh().result, table.my_seat
        if table.status == "aborted" or result is None or seat is None:
            self.run.tally.add(tables=1)
            log_event("aborted", table=self.id)
        else:
            self.run.tally.add(tables=1, wins=int(seat in result.winners))
            log_event("finished", table=self.id, seat=seat, place=result.places[seat], scores=list(result.scores))
        self._tell("finished", table)
        if self.agent is not self.run.agent:
            self.agent.close()
            self.run.agents.discard(self.agent)
        # Only the id is still needed. A run may last for thousands of tables.
        self.table, self.agent, self.answered, self._heard = None, Agent(), set(), {}

    def _tell(self, hook: str, about: object) -> None:
        tell(self.agent, hook, about, self.id, self.run.budget)


def words_in(event: Event) -> str:
    """The sentence of an event; of one that came without, all its texts, line by line."""
    if event.text:
        return event.text
    values = event.data.get("data", {}).values()
    parts = [part for value in values for part in (value if isinstance(value, list) else [value])]
    return " / ".join(part for part in parts if isinstance(part, str))

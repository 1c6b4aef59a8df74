"""Your own AI player: a class with one method, from a view and a decision to picks.

class First(farshore.Agent):
    def decide(self, view, decision):
        return decision.options[: decision.least]

client.run(First(), games=["faraway"], parallel=4)
"""

import time
from collections.abc import Callable
from functools import cached_property
from inspect import Parameter, signature
from typing import Any, Final, cast

from farshore.errors import Conflict, Forbidden, Invalid
from farshore.models import Decision, Event, Update
from farshore.table import Table
from farshore.turns import Picks, Turn

MAX_SAID: Final = 3
"""How many messages of one reply are said."""


class Fallback(Exception):
    """Raise this in an agent that has no answer: the decision's default is sent, and the reason is logged."""


class TimedTurn(Turn):
    """A turn as an agent sees it.

    `decisions` are the open decisions not answered yet, `decision` the one to answer now (assign another of them to
    answer that one first), `budget` the seconds left to think (then the default is played), `reason` why the previous
    answer was refused, if it was. When somebody has spoken and there is nothing to decide (`Agent.hear`), `decisions`
    is empty.
    """

    def __init__(
        self,
        table: Table,
        update: Update,
        decisions: tuple[Decision, ...],
        budget: float,
        heard: Callable[[], tuple[Event, ...]] = tuple,
    ) -> None:
        super().__init__(table, update)
        self.decisions = decisions
        self.decision = decisions[0] if decisions else Decision()
        self.budget = budget
        self.started = time.monotonic()
        self.reason: str | None = None
        self.ended = False
        """Whether the time to answer is over; then nothing more can be said."""
        self._heard = heard

    @cached_property
    def events(self) -> tuple[Event, ...]:
        """What this seat has heard since its last answer: the story of the game, and talk, each with its `text`."""
        return self._heard()

    def page(self, language: str | None = None) -> str:
        """The table as a page of plain text: the board, the cards that matter, and the options; see also `events`."""
        return self.table.page(language, story=False)

    def say(self, text: str, room: str | None = None) -> str | None:
        """Say something at the table. Returns why it was refused, or None; what the rules refuse costs nothing."""
        if self.ended:
            return "This turn is over."
        try:
            self.table.check_say(text, room)
            self.table.say(text, room)
        except (Forbidden, Invalid, Conflict) as refused:
            return str(refused)
        return None


class Agent:
    """An AI player. Implement `decide`; the rest is optional.

    One instance plays at all tables, from several threads at once: keep what belongs to one game in a dict by table,
    or pass the class itself to `client.run` to get an instance per table.
    """

    name: str = ""
    """The name of the player that `farshore bot` creates; by default the name of the class."""

    budget: float | None = None
    """The most seconds for one decision; then the default is played. The run and the table may allow less."""

    language: str = "en"
    """The language of what it is told in a local arena; elsewhere it is that of the client or of the registration."""

    _stop: Callable[[], None] | None = None

    def __init__(self, *, budget: float | None = None) -> None:
        self.budget = self.budget if budget is None else budget

    def decide(self, view: dict[str, Any], decision: Decision) -> Picks:
        """The picks for this decision: one option, or several of `decision.options`.

        Declare a parameter `budget` to get the seconds left, and one `reason` to get the reason when an answer was
        refused; it may be tried once more.
        """
        raise NotImplementedError(f"{type(self).__name__} needs a method decide(self, view, decision)")

    def choose(self, turn: TimedTurn) -> Picks:
        """Like `decide`, with the table, all open decisions and the time. By default it calls `decide`."""
        known = signature(self.decide).parameters
        anything = any(each.kind is Parameter.VAR_KEYWORD for each in known.values())
        optional = {"budget": turn.budget, "reason": turn.reason}
        given = {name: value for name, value in optional.items() if anything or name in known}
        return cast(Callable[..., Picks], self.decide)(turn.view, turn.decision, **given)

    def hear(self, turn: TimedTurn) -> None:
        """Called when somebody has spoken while this agent has nothing to decide: it may `turn.say` something.

        After a few replies it is not called again before its next decision, so that agents do not talk forever.
        """

    def seated(self, table: Table) -> None:
        """Called when the agent has a seat at a table: a new one, or one it returns to."""

    def finished(self, table: Table) -> None:
        """Called when a table is over: see `table.result` and `table.my_seat`."""

    def close(self) -> None:
        """Called at the end of the run: release resources."""

    def stop(self) -> None:
        """End the run of this agent after the answers in progress."""
        if self._stop is not None:
            self._stop()


AgentOrFactory = Agent | Callable[[], Agent]
"""One agent for all tables, or a callable that creates one for each."""


def messages_in(said: Any) -> list[tuple[str, str | None]]:
    """What a program or model says, with the room: one message or a list, each a string or `{"room", "text"}`."""
    found: list[tuple[str, str | None]] = []
    for each in said if isinstance(said, list) else [said]:
        text, room = (each.get("text"), each.get("room")) if isinstance(each, dict) else (each, None)
        if isinstance(text, str) and text.strip():
            found.append((" ".join(text.split()), room))
    return found[:MAX_SAID]

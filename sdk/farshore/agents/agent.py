"""Your own AI player: a class with one method, from a view and a question to picks.

class First(farshore.Agent):
    def decide(self, view, decision):
        return decision.options[: decision.least]

client.run(First(), games=["faraway"], parallel=4)
"""

from __future__ import annotations

from collections.abc import Callable
from inspect import Parameter, signature
from typing import Any, cast

from farshore.models import Decision, Update
from farshore.table import Table
from farshore.turns import Picks, Turn


class Fallback(Exception):
    """Raised by an agent that has no answer: the decision's default is given, and the log says why."""


class TimedTurn(Turn):
    """A turn with all that an agent may want to know.

    `decisions` are the open questions that are not answered yet, `decision` the one that is asked now (set it to
    another of them to answer that one first), `budget` the seconds there are to think, `reason` what was wrong
    with the answer before, if this is the second time of asking.
    """

    def __init__(self, table: Table, update: Update, decisions: tuple[Decision, ...], budget: float) -> None:
        super().__init__(table, update)
        self.decisions = decisions
        self.decision = decisions[0]
        self.budget = budget
        self.reason: str | None = None


class Agent:
    """An AI player. Write `decide`; the rest is optional.

    One agent plays at all tables, from several threads at once: keep what belongs to one game in a dict by
    table, or hand `client.run` the class itself, and each table gets an agent of its own.
    """

    name: str = ""
    """What the player is called when `farshore bot` makes one; the name of the class unless you say otherwise."""

    _stop: Callable[[], None] | None = None

    def decide(self, view: dict[str, Any], decision: Decision) -> Picks:
        """The picks for this decision: one option, or several of `decision.options`.

        Name a parameter `budget` and you are told how many seconds there are; name one `reason` and, when an
        answer was refused, you are told why and may try once more.
        """
        raise NotImplementedError(f"{type(self).__name__} needs a method decide(self, view, decision)")

    def choose(self, turn: TimedTurn) -> Picks:
        """The same with the table, all open questions and the time at hand. By default it asks `decide`."""
        known = signature(self.decide).parameters
        anything = any(each.kind is Parameter.VAR_KEYWORD for each in known.values())
        more = {"budget": turn.budget, "reason": turn.reason}
        told = {name: value for name, value in more.items() if anything or name in known}
        return cast(Callable[..., Picks], self.decide)(turn.view, turn.decision, **told)

    def seated(self, table: Table) -> None:
        """A table has a seat for this agent: one it was invited to, or one it comes back to."""

    def finished(self, table: Table) -> None:
        """A table is over: see `table.result` and `table.my_seat`."""

    def close(self) -> None:
        """Nothing more will be asked: put things away."""

    def stop(self) -> None:
        """End the run this agent plays in, once the answers under way are given."""
        if self._stop is not None:
            self._stop()


Agents = Agent | Callable[[], Agent]
"""One agent for all tables, or what makes one for each."""


def default(decision: Decision) -> tuple[str, ...]:
    """What is answered for somebody who gives no answer."""
    return decision.options[: decision.least] if decision.default is None else decision.default

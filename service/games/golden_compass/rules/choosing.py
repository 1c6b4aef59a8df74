"""A choice that needs no question where only one thing can be chosen."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from service.games.kit.agenda import Choose
from service.games.kit.decision import Answer, Decision, Picks, Seat

if TYPE_CHECKING:
    from service.games.golden_compass.state import State


class Pick(Choose):
    """RULES D31: one of some things, none if there are none, and the only one without a question.

    How many there are is known to everybody in each of these choices, so a question left out tells nothing.
    """

    kind: ClassVar[str]

    def options(self, s: State) -> tuple[str, ...]:
        """What can be chosen."""
        raise NotImplementedError

    def chosen(self, s: State, pick: str) -> None:
        """What happens then."""
        raise NotImplementedError

    def ask(self, s: State) -> Decision | None:
        options = self.options(s)
        return Decision(self.kind, self.seat, options, default=self.default(s)) if len(options) > 1 else None

    def default(self, s: State) -> Picks | None:
        """What is chosen when time runs out; None is the first of the options."""
        return None

    def take(self, s: State, answer: Answer) -> None:
        self.chosen(s, answer.pick)

    def finish(self, s: State) -> None:
        for only in self.options(s):
            self.chosen(s, only)


def named(*seats: Seat) -> tuple[str, ...]:
    """Players as options."""
    return tuple(f"seat-{seat}" for seat in seats)


def seat_of(option: str) -> Seat:
    """The player an option names."""
    return int(option.removeprefix("seat-"))

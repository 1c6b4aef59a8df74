"""RULES 4.3.1 and 9: the passage is read aloud, once, under the constraint of the turn."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING, Final

from service.games.kit.agenda import Happen, Open, Step
from service.games.kit.decision import CLOCK, Answer, Decision, Seat
from service.games.new_lands import constraints
from service.games.new_lands.cards import CITIES, PERIPETIES, Op
from service.games.new_lands.words import words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from service.games.new_lands.state import State

GRACE: Final = 5
"""Seconds that every reading window has on top."""


class ReadAloud(Happen):
    """The constraint is applied once; the Scout hears it too, outsiders do not."""

    def finish(self, s: State) -> None:
        turn = s.now()
        s.phase = "reading"
        turn.reading = constraints.apply(constraint(s), [line.text for line in turn.passage], s.language)
        s.tell("reading-began", seat=turn.scout, times=turn.times)
        s.whisper(turn.scout, "reads", lines=turn.reading)
        readings = range(1, turn.times + 1)
        if s.options.timed:
            s.plan_each(readings, lambda nth: FirstLine(nth=nth))
        else:
            s.plan_each(readings, lambda nth: Listen(s.group(), nth=nth))


def constraint(s: State) -> tuple[Op, ...]:
    """The city's once the Camp is there (RULES 5), else that of a péripétie, if one was drawn."""
    turn = s.now()
    if turn.in_city:
        return CITIES[s.city].transform
    if turn.peripetia is None:
        return ()
    card = PERIPETIES[turn.peripetia]
    return card.untimed_fallback if card.untimed_fallback and not s.options.timed else card.transform


def spoken(s: State) -> list[int]:
    """The number of words on each line of the reading."""
    return [len(words(line)) for line in s.now().reading]


def window(s: State) -> int:
    """RULES 9: the seconds of one reading: its words at the reading speed, and five; a pace squeezes it."""
    whole = ceil(sum(spoken(s)) * 60 / s.options.words_per_minute) + GRACE
    return ceil(whole * constraints.pace(constraint(s)))


# -- untimed: everybody listens when they like -------------------------------------


class Listen(Open):
    """D40: each member of the Group hears the reading once, and never again."""

    nth: int = 1

    def ask(self, s: State, seat: Seat) -> Iterator[Decision]:
        yield Decision("listen", seat, ("listen",), about={"reading": self.nth})

    def take(self, s: State, answer: Answer) -> None:
        turn = s.now()
        self.close(answer.seat)
        if answer.seat not in turn.heard:
            turn.heard.append(answer.seat)
        s.whisper(answer.seat, "heard", lines=turn.reading, clue=turn.clue)
        s.tell("listened", seat=answer.seat)


# -- timed: line by line -----------------------------------------------------------


class FirstLine(Happen):
    """The first line comes at once."""

    nth: int = 1

    def finish(self, s: State) -> None:
        if s.now().reading:
            say_line(s, 1)
        s.plan(ReadLines(nth=self.nth, said=1))


def say_line(s: State, number: int) -> None:
    """One more line reaches the Group."""
    turn = s.now()
    turn.told = max(turn.told, number)
    s.whisper(s.group(), "line-read", line=number, text=turn.reading[number - 1])


class ReadLines(Step):
    """The lines come one by one, each after as long as the words before it take; then there is a pause."""

    nth: int = 1
    said: int = 1

    def asks(self, s: State) -> Iterator[Decision]:
        if self.said < len(s.now().reading):
            # How long a line takes tells how many words it has, which is for the Group only.
            about = {"unseen": True}
            yield Decision("next-line", CLOCK, ("next-line",), seconds=share(s, self.said), about=about)

    def hear(self, s: State, answer: Answer) -> None:
        self.said += 1
        say_line(s, self.said)

    def finish(self, s: State) -> None:
        turn = s.now()
        turn.heard = sorted(s.group())
        if turn.clue is not None:
            s.whisper(s.group(), "clue", word=turn.clue)
        left = window(s) - sum(share(s, line) for line in range(1, len(turn.reading)))
        s.plan(Hearing(s.group(), seconds=round(left, 3)))


def share(s: State, line: int) -> float:
    """The part of the window that one line takes."""
    return round(spoken(s)[line - 1] * 60 / s.options.words_per_minute * constraints.pace(constraint(s)), 3)


class Hearing(Open):
    """RULES 9: the window closes when its time is up, or when everyone in the Group says they have heard."""

    unseen = True

    def ask(self, s: State, seat: Seat) -> Iterator[Decision]:
        yield Decision("heard", seat, ("heard",))

    def take(self, s: State, answer: Answer) -> None:
        self.close(answer.seat)

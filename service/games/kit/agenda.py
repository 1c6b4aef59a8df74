"""The agenda: what is left to do in a game, as plain data on a stack.

Every sentence of a rulebook is one of four:

    Happen    this happens
    Choose    this player chooses
    Together  these players choose in secret, then all is revealed
    Open      any of these players may, in any order, until they pass or time runs out

The top step asks; when it asks nobody it is finished and the next one is on top. A rule that is none of
the four subclasses `Step` itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from random import Random
from typing import Any, ClassVar, Generic, TypeVar

from msgspec import Struct, field

from service.games.kit.decision import CLOCK, WITHDRAW, Answer, Decision, Illegal, Picks, Seat
from service.games.kit.dice import Dice
from service.games.kit.event import Event


class Step(Struct, tag=str.lower):
    """Something left to do. Its fields are saved with the game, so they are plain data."""

    shared: ClassVar[bool] = False
    """Several players answer side by side: one answer leaves the other questions as they are."""

    def asks(self, s: Any) -> Iterable[Decision]:
        """Whom this step is waiting for; nobody means it is finished."""
        return ()

    def check(self, s: Any, answer: Answer) -> None:
        """Raise Illegal for an answer that picks options which do not go together."""

    def hear(self, s: Any, answer: Answer) -> None:
        """Take one checked answer."""

    def finish(self, s: Any) -> None:
        """Nobody is asked any more and this step has left the agenda: what happens now?"""

    def turn(self, seat: Seat) -> int:
        """How often `seat` has answered this step; a question asked again has a new name."""
        return 0

    def again(self, question: Decision) -> int:
        """How often this very question was asked before; write it where one seat has several questions at once."""
        return self.turn(question.seat)


class Happen(Step):
    """This happens. Write `finish`."""


class Choose(Step):
    """This player chooses. Write `ask` and `take`; `ask` is None when there is no choice."""

    seat: Seat

    def ask(self, s: Any) -> Decision | None:
        raise NotImplementedError

    def take(self, s: Any, answer: Answer) -> None:
        raise NotImplementedError

    def asks(self, s: Any) -> Iterable[Decision]:
        question = self.ask(s)
        return () if question is None else (question,)

    def hear(self, s: Any, answer: Answer) -> None:
        s.leave()
        self.take(s, answer)


class Together(Step):
    """These players choose in secret, then all is revealed. Write `ask` and `reveal`.

    A `changeable` answer may be taken back until the last one is in.
    """

    shared = True
    changeable: ClassVar[bool] = False
    seats: tuple[Seat, ...]
    sealed: dict[Seat, Picks] = field(default_factory=dict)

    def ask(self, s: Any, seat: Seat) -> Decision:
        raise NotImplementedError

    def reveal(self, s: Any, picks: dict[Seat, Picks]) -> None:
        raise NotImplementedError

    def asks(self, s: Any) -> Iterator[Decision]:
        return (self.ask(s, seat) for seat in self.seats if seat not in self.sealed)

    def hear(self, s: Any, answer: Answer) -> None:
        self.sealed[answer.seat] = answer.picks

    def finish(self, s: Any) -> None:
        self.reveal(s, {seat: self.sealed[seat] for seat in self.seats})


class Open(Step):
    """Any of these players may act, in any order. Write `ask` and `take`; `close` whoever is done.

    Ask everyone, also those who can only pass: to skip a player tells what they hold. Sand whose length tells a
    secret is `unseen`: it runs, but no viewer is shown when it ends.
    """

    shared = True
    unseen: ClassVar[bool] = False
    seats: tuple[Seat, ...]
    seconds: float | None = None
    closed: list[Seat] = field(default_factory=list)
    acted: dict[Seat, int] = field(default_factory=dict)

    def ask(self, s: Any, seat: Seat) -> Iterable[Decision]:
        raise NotImplementedError

    def take(self, s: Any, answer: Answer) -> None:
        raise NotImplementedError

    def close(self, *seats: Seat) -> None:
        """These are done."""
        self.closed.extend(seats)

    def turn(self, seat: Seat) -> int:
        return self.acted.get(seat, 0)

    def asks(self, s: Any) -> Iterator[Decision]:
        still = [seat for seat in self.seats if seat not in self.closed]
        for seat in still:
            yield from self.ask(s, seat)
        if still and self.seconds is not None:
            about = {"unseen": True} if self.unseen else {}
            yield Decision("hourglass", CLOCK, ("ran-out",), seconds=self.seconds, about=about)

    def hear(self, s: Any, answer: Answer) -> None:
        self.acted[answer.seat] = self.turn(answer.seat) + 1
        if answer.seat == CLOCK:
            self.close(*self.seats)
        else:
            self.take(s, answer)


AnyStep = TypeVar("AnyStep", bound=Step)
T = TypeVar("T")


class GameState(Struct, Generic[AnyStep], kw_only=True):
    """What every game's state has: chance, the agenda, and the story not yet told."""

    seats: int
    dice: Dice
    agenda: list[AnyStep] = field(default_factory=list)
    beat: int = 0
    story: list[Event] = field(default_factory=list)

    def plan(self, *steps: AnyStep) -> None:
        """Put steps on the agenda; the first named happens first."""
        self.agenda.extend(reversed(steps))

    def plan_each(self, these: Iterable[T], *steps: Callable[[T], AnyStep]) -> None:
        """For each of these, in order, put these steps on the agenda: `s.plan_each(seats, Draw, Discard)`."""
        self.plan(*[step(each) for each in these for step in steps])

    def leave(self) -> AnyStep:
        """Take the step that is over off the agenda."""
        return self.agenda.pop()

    def tell(self, kind: str, **data: Any) -> None:
        """Tell the whole table."""
        self.story.append(Event(kind, data))

    def whisper(self, to: Seat | tuple[Seat, ...], kind: str, **data: Any) -> None:
        """Tell only these players."""
        self.story.append(Event(kind, data, (to,) if isinstance(to, int) else to))


def decisions(s: GameState[Any]) -> list[Decision]:
    """Every question open now. Empty means the game is over."""
    return list(s.agenda[-1].asks(s)) if s.agenda else []


def questions(s: GameState[Any]) -> dict[str, Decision]:
    """Every open question by its name, which is never used again."""
    if not s.agenda:
        return {}
    step = s.agenda[-1]
    return {_name(s, step, question): question for question in step.asks(s)}


def _name(s: GameState[Any], step: Step, question: Decision) -> str:
    who = "clock" if question.seat == CLOCK else question.seat
    again = step.again(question)
    return f"{s.beat}-{question.kind}-{who}" + (f"-{again}" if again else "")


def check(s: GameState[Any], answer: Answer) -> None:
    """Raise Illegal unless this answer may be given now; nothing changes."""
    for question in decisions(s):
        if question.seat == answer.seat and question.kind == answer.kind:
            question.check(answer.picks)
            s.agenda[-1].check(s, answer)
            return
    raise Illegal("not-asked", f"seat {answer.seat} is not asked to {answer.kind}")


def apply(s: GameState[Any], answer: Answer) -> list[Event]:
    """Take one answer, run the game on to the next question, and return what happened."""
    if answer.kind == WITHDRAW:
        return _withdraw(s, answer.seat)
    check(s, answer)
    step = s.agenda[-1]
    step.hear(s, answer)
    # Side by side the others keep their questions: the beat moves when the step is over or interrupted.
    if not (step.shared and s.agenda and s.agenda[-1] is step and _waits(s)):
        s.beat += 1
    return settle(s)


def settle(s: GameState[Any]) -> list[Event]:
    """Finish every step that asks nobody, until somebody must answer or nothing is left."""
    while s.agenda and not _waits(s):
        s.leave().finish(s)
    story, s.story = s.story, []
    return story


def sealed(s: GameState[Any]) -> dict[Seat, Picks]:
    """The answers given in secret and not yet revealed."""
    top = s.agenda[-1] if s.agenda else None
    return dict(top.sealed) if isinstance(top, Together) else {}


def sealing(s: GameState[Any]) -> bool:
    """Whether answers given now stay secret until all are in."""
    return bool(s.agenda) and isinstance(s.agenda[-1], Together)


def changeable(s: GameState[Any]) -> bool:
    """Whether a sealed answer may be taken back now."""
    return bool(s.agenda) and isinstance(s.agenda[-1], Together) and s.agenda[-1].changeable


def reseal(s: GameState[Any], seat: Seat | None, random: Random) -> None:
    """Imagine the sealed answers of everyone but `seat`: any answer they might have given."""
    top = s.agenda[-1] if s.agenda else None
    if not isinstance(top, Together):
        return
    for other in [other for other in top.sealed if other != seat]:
        question = top.ask(s, other)
        top.sealed[other] = tuple(random.sample(question.options, question.least))


def _waits(s: GameState[Any]) -> bool:
    return any(True for _ in s.agenda[-1].asks(s))


def _withdraw(s: GameState[Any], seat: Seat) -> list[Event]:
    top = s.agenda[-1] if s.agenda else None
    if not isinstance(top, Together) or seat not in top.sealed:
        raise Illegal("nothing-sealed", f"seat {seat} has no sealed answer to take back")
    if not top.changeable:
        raise Illegal("final", "a sealed answer is final in this game")
    del top.sealed[seat]
    return []

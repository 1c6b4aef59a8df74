"""One game of an arena, in this process."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import Any, Final

from service.arena.deals import Fixture, seated
from service.arena.export import Pace, Row
from service.arena.plan import Plan
from service.arena.players import BotAnswer, Failed, Mind, Place
from service.games.kit.decision import CLOCK, Answer, Decision, Illegal
from service.games.kit.event import Event
from service.games.kit.game import PLAYER, Result

LIMIT: Final = 20_000
"""A game that is not over after so many answers never will be: players may change their votes for ever."""

TRIES: Final = 2
PATIENCE: Final = 3
"""Who fails so often in a row is not asked any more in this game: a broken entrant must not cost hours."""

Asked = Callable[[int], None]
"""Told the number of the entrant before it is asked, and -1 when nobody is asked any more."""


def play(
    plan: Plan,
    fixture: Fixture,
    minds: Sequence[Mind],
    asked: Asked = lambda entrant: None,
    dead: frozenset[int] = frozenset(),
) -> tuple[Row, Pace]:
    """Play it to its end. For entrants that are `dead` the clock answers."""
    return Match(plan, fixture, minds, asked, dead).play()


class Match:
    """A table, and who sits at it."""

    def __init__(self, plan: Plan, fixture: Fixture, minds: Sequence[Mind], asked: Asked, dead: frozenset[int]) -> None:
        self.plan, self.fixture, self.asked, self.dead = plan, fixture, asked, dead
        self.game = plan.rules_of
        self.s: Any
        self.s, story = self.game.begin(plan.seats, fixture.seed(plan), plan.options)
        self.story: list[Event] = story
        self.roles = self.game.roles(self.s)
        self.entrants = seated(plan, fixture, self.roles)
        # Chance of its own for each seat, so that the thoughts of one do not change those of another.
        chance = [random.Random(f"{plan.seed}-{fixture.game}-{seat}") for seat in range(plan.seats)]
        self.places = [
            Place(plan, f"game-{fixture.game}-seat-{seat}", self.s, seat, self.story, chance[seat])
            for seat in range(plan.seats)
        ]
        self.minds = [minds[entrant] for entrant in self.entrants]
        self.answered = [0] * plan.seats
        self.seconds = [0.0] * plan.seats
        self.failures: dict[int, dict[str, int]] = {}
        self.notes: dict[int, str] = {}
        self.in_a_row = [0] * plan.seats
        self.last = -1

    def play(self) -> tuple[Row, Pace]:
        """From the deal to the result."""
        # What an entrant draws from Python's own dice can be repeated, too.
        random.seed(f"{self.plan.seed}-{self.fixture.game}")
        for seat in range(self.plan.seats):
            self._tell(seat, lambda seat=seat: self.minds[seat].begin(self.places[seat]))  # type: ignore[misc]
        count = 0
        while (questions := self.game.decisions(self.s)) and count < LIMIT:
            count += 1
            waiting = [each for each in questions if each.seat != CLOCK]
            if waiting:
                # Clockwise after the last who acted, so that nobody is asked again and again while others wait.
                seat = min((each.seat for each in waiting), key=lambda seat: (seat - self.last - 1) % self.plan.seats)
                self.last = seat
                self._turn(seat)
            else:
                sand = min(questions, key=lambda each: each.seconds or 0)
                self._apply(sand, sand.on_timeout)
        result = self.game.result(self.s) or self._endless()
        for seat in range(self.plan.seats):
            self._tell(seat, lambda seat=seat: self.minds[seat].end(self.places[seat], result))  # type: ignore[misc]
        ms = tuple(round(1000 * seconds, 3) for seconds in self.seconds)
        return self._row(result), Pace(game=self.fixture.game, ms=ms, notes=self.notes)

    def _turn(self, seat: int) -> None:
        """One question: the entrant answers, answers again if the rules refuse that, or the clock does."""
        if self.entrants[seat] in self.dead:
            problem = Failed("died", "it took its process along")
        elif self.in_a_row[seat] >= PATIENCE:
            problem = Failed("skipped")
        else:
            problem, reason = Failed("illegal"), None
            for _ in range(TRIES):
                try:
                    given = self._ask(seat, reason)
                    if given is not None:
                        self._give(seat, given)
                except Failed as failed:
                    problem = failed
                    break
                except Illegal as illegal:
                    reason = str(illegal)
                    problem = Failed("illegal", reason)
                else:
                    self.in_a_row[seat] = 0
                    return
        self._failed(seat, problem)
        self.in_a_row[seat] += 1
        for question in self.places[seat].questions().values():
            self._apply(question, question.on_timeout)
            return

    def _failed(self, seat: int, problem: Failed) -> None:
        counts = self.failures.setdefault(seat, {})
        counts[problem.kind] = counts.get(problem.kind, 0) + 1
        if problem.detail:
            self.notes.setdefault(seat, str(problem))

    def _ask(self, seat: int, reason: str | None) -> BotAnswer | None:
        self.asked(self.entrants[seat])
        mind = self.minds[seat]
        began = mind.watch()
        try:
            return mind.answer(self.places[seat], reason)
        finally:
            self.seconds[seat] += mind.watch() - began
            self.asked(-1)

    def _give(self, seat: int, given: BotAnswer) -> None:
        question = self.places[seat].questions().get(given.name)
        if question is None:
            raise Illegal("not-asked", f"{given.name} is not open")
        self._apply(question, given.picks)

    def _apply(self, question: Decision, picks: tuple[str, ...]) -> None:
        self.story += self.game.apply(self.s, Answer(question.seat, question.kind, picks))
        if question.seat != CLOCK:
            self.answered[question.seat] += 1

    def _tell(self, seat: int, tell: Callable[[], None]) -> None:
        """Tell a mind that something begins or ends; what it makes of it is its own affair."""
        if self.entrants[seat] in self.dead:
            return
        self.asked(self.entrants[seat])
        try:
            tell()
        except Failed as failed:
            self._failed(seat, failed)
        finally:
            self.asked(-1)

    def _endless(self) -> Result:
        """Nobody has won: a tie where they play against each other, a loss where they play together."""
        together = self.plan.contest == "cooperative"
        return Result(winners=(), places=(2 if together else 1,) * self.plan.seats, reason="endless")

    def _row(self, result: Result) -> Row:
        fixture = self.fixture
        return Row(
            game=fixture.game,
            round=fixture.round,
            bout=fixture.bout,
            deal=fixture.deal,
            seats=self.entrants,
            roles=self.roles if set(self.roles) != {PLAYER} else (),
            places=result.places,
            winners=result.winners,
            scores=result.scores,
            reason=result.reason,
            decisions=tuple(self.answered),
            failures={seat: self.failures[seat] for seat in sorted(self.failures)},
            digest=sha256(self.game.save(self.s)).hexdigest()[:16],
        )

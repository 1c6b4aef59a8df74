"""Plays one game of an arena in this process."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from hashlib import sha256
from typing import Final

from service.arena.export import GameRecord, Timing
from service.arena.plan import Plan
from service.arena.players import ArenaAnswer, ArenaFailure, ArenaPlayer, ArenaSeat
from service.arena.schedule import Fixture, seat_entrants
from service.games.kit.decision import CLOCK, Answer, Decision, Illegal
from service.games.kit.game import PLAYER, Result

MAX_TURNS: Final = 20_000
"""The limit for games that never end, for example because players keep changing their votes."""

ATTEMPTS: Final = 2
MAX_FAILURES_IN_A_ROW: Final = 3
"""After this many failures in a row an entrant gets no more decisions in this game, so that it does not cost hours."""

OnDecide = Callable[[int], None]
"""Called with the number of the entrant before it decides, and with -1 afterwards."""


def play(
    plan: Plan,
    fixture: Fixture,
    players: Sequence[ArenaPlayer],
    on_decide: OnDecide = lambda entrant: None,
    excluded: frozenset[int] = frozenset(),
) -> tuple[GameRecord, Timing]:
    """Play a game to the end. Decisions of `excluded` entrants get the default answer."""
    return Match(plan, fixture, players, on_decide, excluded).play()


class Match:
    """A game in progress and its players."""

    def __init__(
        self,
        plan: Plan,
        fixture: Fixture,
        players: Sequence[ArenaPlayer],
        on_decide: OnDecide,
        excluded: frozenset[int],
    ) -> None:
        self.plan, self.fixture, self.on_decide, self.excluded = plan, fixture, on_decide, excluded
        self.game = plan.rules_of
        self.s, self.events = self.game.begin(plan.seats, fixture.seed(plan), plan.options)
        self.roles = self.game.roles(self.s)
        self.entrants = seat_entrants(plan, fixture, self.roles)
        # One generator per seat, so that the random numbers of one player do not depend on another player.
        generators = [random.Random(f"{plan.seed}-{fixture.game}-{seat}") for seat in range(plan.seats)]
        self.seats = [
            ArenaSeat(plan, f"game-{fixture.game}-seat-{seat}", self.s, seat, self.events, generators[seat])
            for seat in range(plan.seats)
        ]
        self.players = [players[entrant] for entrant in self.entrants]
        self.answered = [0] * plan.seats
        self.seconds = [0.0] * plan.seats
        self.failures: list[Counter[str]] = [Counter() for _ in range(plan.seats)]
        self.notes: dict[int, str] = {}
        self.failures_in_a_row = [0] * plan.seats
        self.last = -1

    def play(self) -> tuple[GameRecord, Timing]:
        """Play from the deal to the result."""
        # Makes entrants reproducible that use Python's global random numbers.
        random.seed(f"{self.plan.seed}-{self.fixture.game}")
        for seat in range(self.plan.seats):
            self._notify(seat, partial(self.players[seat].begin, self.seats[seat]))
        turns = 0
        while (questions := self.game.decisions(self.s)) and turns < MAX_TURNS:
            turns += 1
            waiting = [each for each in questions if each.seat != CLOCK]
            if waiting:
                # Clockwise from the last seat that acted, so that no seat is asked repeatedly while others wait.
                seat = min((each.seat for each in waiting), key=lambda seat: (seat - self.last - 1) % self.plan.seats)
                self.last = seat
                self._turn(seat)
            else:
                first = min(questions, key=lambda each: each.seconds or 0)
                self._apply(first, first.on_timeout)
        result = self.game.result(self.s) or without_result(self.plan, "endless")
        for seat in range(self.plan.seats):
            self._notify(seat, partial(self.players[seat].end, self.seats[seat], result))
        ms = tuple(round(1000 * seconds, 3) for seconds in self.seconds)
        state = self.game.save(self.s)
        record = game_record(self.plan, self.fixture, self.roles, result, self.answered, self.failures, state)
        return record, Timing(game=self.fixture.game, ms=ms, notes=self.notes)

    def _turn(self, seat: int) -> None:
        """One decision: answered by the entrant, otherwise by default."""
        failure = self._ask(seat)
        if failure is None:
            self.failures_in_a_row[seat] = 0
            return
        self._count_failure(seat, failure)
        self.failures_in_a_row[seat] += 1
        if (question := next(iter(self.seats[seat].questions().values()), None)) is not None:
            self._apply(question, question.on_timeout)

    def _ask(self, seat: int) -> ArenaFailure | None:
        """Ask the entrant, up to two times. Return why it has not answered."""
        if self.entrants[seat] in self.excluded:
            return ArenaFailure("died", "it killed its process")
        if self.failures_in_a_row[seat] >= MAX_FAILURES_IN_A_ROW:
            return ArenaFailure("skipped")
        refused = None
        for _ in range(ATTEMPTS):
            try:
                answer = self._decide(seat, refused)
                if answer is not None:
                    self._answer(seat, answer)
            except ArenaFailure as failure:
                return failure
            except Illegal as illegal:
                refused = illegal
            else:
                return None
        return ArenaFailure("illegal", str(refused))

    def _count_failure(self, seat: int, failure: ArenaFailure) -> None:
        self.failures[seat][failure.kind] += 1
        if failure.detail:
            self.notes.setdefault(seat, str(failure))

    def _decide(self, seat: int, refused: Illegal | None) -> ArenaAnswer | None:
        self.on_decide(self.entrants[seat])
        player = self.players[seat]
        began = player.watch()
        try:
            return player.answer(self.seats[seat], refused)
        finally:
            self.seconds[seat] += player.watch() - began
            self.on_decide(-1)

    def _answer(self, seat: int, answer: ArenaAnswer) -> None:
        question = self.seats[seat].questions().get(answer.name)
        if question is None:
            raise Illegal("not-asked", f"{answer.name} is not open")
        self._apply(question, answer.picks)

    def _apply(self, question: Decision, picks: tuple[str, ...]) -> None:
        self.events += self.game.apply(self.s, Answer(question.seat, question.kind, picks))
        if question.seat != CLOCK:
            self.answered[question.seat] += 1

    def _notify(self, seat: int, notify: Callable[[], None]) -> None:
        """Tell a player that a game begins or ends. A failure is counted, but does not stop the game."""
        if self.entrants[seat] in self.excluded:
            return
        self.on_decide(self.entrants[seat])
        try:
            notify()
        except ArenaFailure as failure:
            self._count_failure(seat, failure)
        finally:
            self.on_decide(-1)


def without_result(plan: Plan, reason: str) -> Result:
    """The result of a game that did not end: a tie, or a loss in a cooperative game."""
    place = 2 if plan.contest == "cooperative" else 1
    return Result(winners=(), places=(place,) * plan.seats, reason=reason)


def game_record(
    plan: Plan,
    fixture: Fixture,
    roles: Sequence[str],
    result: Result,
    decisions: Iterable[int],
    failures: Sequence[dict[str, int]],
    state: bytes,
    table: str = "",
) -> GameRecord:
    """The record of a game, played here or at a table of the service."""
    return GameRecord(
        game=fixture.game,
        round=fixture.round,
        comparison=fixture.comparison,
        deal=fixture.deal,
        seats=seat_entrants(plan, fixture, roles),
        roles=tuple(roles) if set(roles) != {PLAYER} else (),
        places=result.places,
        winners=result.winners,
        scores=result.scores,
        reason=result.reason,
        decisions=tuple(decisions),
        failures={seat: dict(counts) for seat, counts in enumerate(failures) if counts},
        digest=sha256(state).hexdigest()[:16],
        table=table,
    )

"""Duplicate deals: the same cards for everybody, and everybody on every seat.

A meeting of k entrants plays each deal k times. Each time they move on by one seat (or change sides, where seats are
not alike; or the next one plays the whole team, where all play together), so that neither the luck of the deal nor that
of the seat favours anybody. All meetings of a round play the same deals.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import sha256
from random import Random

from msgspec import Struct

from service.arena.pairing import Group
from service.arena.plan import Plan


class Fixture(Struct, frozen=True):
    """One game that is to be played. Games of the same `bout` are compared with each other."""

    game: int
    round: int
    bout: int
    deal: int
    group: Group
    turn: int

    def seed(self, plan: Plan) -> str:
        """The seed of the cards: the same for all who play this deal, unless everybody is dealt anew."""
        if plan.duplicate:
            return f"{plan.seed}-{self.deal}"
        # A table shows its seed when it is over: it must not give away what the next ones are dealt from.
        return sha256(f"{plan.seed}-{self.deal}-{self.game}".encode()).hexdigest()[:32]


def fixtures(plan: Plan, round: int, groups: Iterable[Group], first_game: int, first_bout: int) -> list[Fixture]:
    """All games of a round, counted on from the first."""
    found: list[Fixture] = []
    bout = first_bout
    together = plan.contest == "cooperative"
    for n in range(plan.deals):
        deal = round * plan.deals + n
        for group in groups:
            order = seating(plan, deal, group)
            for turn in range(plan.size):
                found.append(Fixture(first_game + len(found), round, bout, deal, order, turn))
                bout += not together
            bout += together
    return found


def seating(plan: Plan, deal: int, group: Group) -> Group:
    """In which order a group sits at a deal: another one each time, so that nobody has the same neighbour for ever."""
    order = list(group)
    if len(order) > 2 and plan.contest == "competitive":
        Random(f"{plan.seed}-{deal}-{group}").shuffle(order)
    return tuple(order)


def seated(plan: Plan, fixture: Fixture, roles: Sequence[str]) -> tuple[int, ...]:
    """The entrant on each seat of this game."""
    group, turn = fixture.group, fixture.turn
    match plan.contest:
        case "competitive":
            return tuple(group[(seat + turn) % len(group)] for seat in range(plan.seats))
        case "cooperative":
            return (group[turn],) * plan.seats
        case "one-against-all":
            sides = sorted(set(roles))
            return tuple(group[(sides.index(role) + turn) % len(group)] for role in roles)


def taking_part(plan: Plan, fixture: Fixture) -> tuple[int, ...]:
    """The entrants that sit at the table of this game."""
    return (fixture.group[fixture.turn],) if plan.contest == "cooperative" else fixture.group

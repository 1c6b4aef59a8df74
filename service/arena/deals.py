"""Duplicate deals: everybody plays the same cards on every seat, so that luck favours nobody.

A meeting of k entrants plays each deal k times. Each time they move on by one seat. Where seats are not alike they
change sides; in a cooperative game the next entrant plays the whole team. All meetings of a round play the same deals.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import sha256
from random import Random

from msgspec import Struct

from service.arena.pairing import Group
from service.arena.plan import Plan


class Fixture(Struct, frozen=True):
    """A scheduled game. Games with the same `comparison` number are compared with each other."""

    game: int
    round: int
    comparison: int
    deal: int
    group: Group
    rotation: int

    def seed(self, plan: Plan) -> str:
        """The seed of the deal: the same for all games of this deal, unless each game has a new deal."""
        if plan.duplicate:
            return f"{plan.seed}-{self.deal}"
        # A table reveals its seed when it is over, and it must not reveal later deals.
        return sha256(f"{plan.seed}-{self.deal}-{self.game}".encode()).hexdigest()[:32]


def fixtures(plan: Plan, round: int, groups: Iterable[Group], first_game: int, comparison: int) -> list[Fixture]:
    """All games of a round, numbered from the first game and comparison."""
    found: list[Fixture] = []
    together = plan.contest == "cooperative"
    for n in range(plan.deals):
        deal = round * plan.deals + n
        for group in groups:
            order = seating(plan, deal, group)
            for rotation in range(plan.size):
                found.append(Fixture(first_game + len(found), round, comparison, deal, order, rotation))
                comparison += not together
            comparison += together
    return found


def seating(plan: Plan, deal: int, group: Group) -> Group:
    """The order in which a group is seated at a deal. It varies, so that neighbours change."""
    order = list(group)
    if len(order) > 2 and plan.contest == "competitive":
        Random(f"{plan.seed}-{deal}-{group}").shuffle(order)
    return tuple(order)


def seat_entrants(plan: Plan, fixture: Fixture, roles: Sequence[str]) -> tuple[int, ...]:
    """The entrant on each seat of this game."""
    group, rotation = fixture.group, fixture.rotation
    match plan.contest:
        case "competitive":
            return tuple(group[(seat + rotation) % len(group)] for seat in range(plan.seats))
        case "cooperative":
            return (group[rotation],) * plan.seats
        case "one-against-all":
            sides = sorted(set(roles))
            return tuple(group[(sides.index(role) + rotation) % len(group)] for role in roles)


def participants(plan: Plan, fixture: Fixture) -> tuple[int, ...]:
    """The entrants that play this game."""
    return (fixture.group[fixture.rotation],) if plan.contest == "cooperative" else fixture.group

"""The schedule: which games are played, with which deals, and by whom.

Everybody plays the same cards on every seat, so that luck favours nobody: a meeting of k entrants plays each deal k
times. Each time they move on by one seat. Where seats are not alike they change sides; in a cooperative game the next
entrant plays the whole team. All meetings of a round play the same deals. In a Swiss system or a ladder, who meets in a
round depends on the results of the rounds before it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256
from random import Random

from msgspec import Struct

from service.arena import comparisons, pairing
from service.arena.export import GameRecord
from service.arena.pairing import Group
from service.arena.plan import Plan, meetings


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


# -- which games come next ---------------------------------------------------------------------


def first_of(plan: Plan, round: int) -> tuple[int, int]:
    """The numbers of the first game and the first comparison of a round."""
    per_meeting = plan.deals * plan.size
    before = sum(meetings(plan.system, len(plan.entrants), plan.size, n) for n in range(round))
    games = before * per_meeting
    return games, before * plan.deals if plan.contest == "cooperative" else games


def round_of(plan: Plan, game: int) -> int:
    per_meeting, round, end = plan.deals * plan.size, 0, 0
    while game >= (end := end + meetings(plan.system, len(plan.entrants), plan.size, round) * per_meeting):
        round += 1
    return round


def fixtures(plan: Plan, round: int, records: Sequence[GameRecord]) -> list[Fixture]:
    """The games of a round. Swiss and ladder need the records of all earlier rounds."""
    before = [record for record in records if record.round < round] if plan.system != "round-robin" else []
    groups = pairing.groups(plan, round, comparisons.meetings_by_round(plan, before))
    first_game, comparison = first_of(plan, round)
    found: list[Fixture] = []
    together = plan.contest == "cooperative"
    for deal in range(round * plan.deals, (round + 1) * plan.deals):
        for group in groups:
            order = seating(plan, deal, group)
            for rotation in range(plan.size):
                found.append(Fixture(first_game + len(found), round, comparison, deal, order, rotation))
                comparison += not together
            comparison += together
    return found


def known(plan: Plan, first: int, records: Sequence[GameRecord]) -> Iterator[Fixture]:
    """The games from number `first` on: in a round robin all of them, otherwise those of its round, which depends on
    the records of earlier rounds."""
    round = round_of(plan, first)
    for each in range(round, plan.rounds if plan.system == "round-robin" else round + 1):
        yield from (fixture for fixture in fixtures(plan, each, records) if fixture.game >= first)


def remaining(plan: Plan, records: Sequence[GameRecord]) -> Iterator[Fixture]:
    """The remaining games in sequence. The caller adds each to `records` before it asks for the next."""
    while len(records) < plan.games:
        yield from known(plan, len(records), [*records])

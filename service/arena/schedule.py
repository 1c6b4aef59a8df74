"""Which games to play next, as far as they are determined by the games so far."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from service.arena import comparisons, deals, pairing
from service.arena.deals import Fixture
from service.arena.export import GameRecord
from service.arena.plan import Plan, meetings


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
    return deals.fixtures(plan, round, groups, *first_of(plan, round))


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

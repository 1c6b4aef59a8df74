"""What is to be played next, as far as the games so far decide it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from service.arena import comparisons as bouts
from service.arena import deals, pairing
from service.arena.deals import Fixture
from service.arena.export import Row
from service.arena.plan import Plan, meetings


def first_of(plan: Plan, round: int) -> tuple[int, int]:
    """The numbers of the first game and the first bout of a round."""
    in_a_meeting = plan.deals * plan.size
    met = sum(meetings(plan.system, len(plan.entrants), plan.size, n) for n in range(round))
    games = met * in_a_meeting
    return games, met * plan.deals if plan.contest == "cooperative" else games


def round_of(plan: Plan, game: int) -> int:
    """The round in which this game is played."""
    in_a_meeting, round, end = plan.deals * plan.size, 0, 0
    while game >= (end := end + meetings(plan.system, len(plan.entrants), plan.size, round) * in_a_meeting):
        round += 1
    return round


def fixtures(plan: Plan, round: int, rows: Sequence[Row]) -> list[Fixture]:
    """The games of a round. Swiss and ladder want all games of the rounds before, in `rows`."""
    before = [row for row in rows if row.round < round] if plan.system != "round-robin" else []
    groups = pairing.groups(plan, round, bouts.past(plan, before))
    return deals.fixtures(plan, round, groups, *first_of(plan, round))


def coming(plan: Plan, rows: Sequence[Row]) -> Iterator[Fixture]:
    """The games that are left, for whoever plays one after the other and adds each to `rows` before the next."""
    while len(rows) < plan.games:
        round = round_of(plan, len(rows))
        yield from fixtures(plan, round, rows)[len(rows) - first_of(plan, round)[0] :]

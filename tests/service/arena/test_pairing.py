"""Which entrants meet, on which cards, and where they sit."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, permutations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from service.arena import schedule
from service.arena.export import GameRecord
from service.arena.pairing import Meeting, groups, ladder, neighbours, paired, standing, swiss
from service.arena.plan import Entrant, InvalidPlan, Plan, System, make_plan
from service.arena.schedule import Fixture, seat_entrants
from tests.service.arena.arenas import arena, bot

SHAPES = [
    ("faraway", ("a", "b"), 2),
    ("faraway", ("a", "b", "c"), 2),
    ("faraway", ("a", "b", "c", "d", "e"), 3),
    ("faraway", ("a", "b"), 5),
    ("faraway", ("a", "b", "c"), 4),
    ("golden_compass", ("a", "b", "c", "d"), 4),
    ("not_alone", ("a", "b", "c"), 4),
    ("mountains_of_madness", ("a", "b", "c"), 3),
]


def plan_of(game: str, names: tuple[str, ...], seats: int, games: int = 60, system: System = "round-robin") -> Plan:
    entrants = tuple(Entrant(name=name, level="random", thoughts=1) for name in names)
    return make_plan(game, entrants, games=games, seats=seats, system=system, seed="pairing")


def roles_of(plan: Plan) -> tuple[str, ...]:
    return plan.rules_of.roles(plan.rules_of.new(plan.seats, "roles", plan.options))


def made_up(plan: Plan, fixture: Fixture, random: Random) -> GameRecord:
    """A game that nobody played."""
    seats = seat_entrants(plan, fixture, roles_of(plan))
    order = random.sample(range(plan.seats), plan.seats)
    places = tuple(order.index(seat) + 1 for seat in range(plan.seats))
    if plan.contest != "competitive":
        won = random.random() < 0.5
        places = (1 if won else 2,) * plan.seats
    winners = tuple(seat for seat, place in enumerate(places) if place == 1)
    return GameRecord(
        game=fixture.game, round=fixture.round, comparison=fixture.comparison, deal=fixture.deal, seats=seats,
        places=places, winners=winners, decisions=(1,) * plan.seats,
    )  # fmt: skip


def all_fixtures(plan: Plan) -> list[Fixture]:
    records: list[GameRecord] = []
    found = []
    random = Random(1)
    for fixture in schedule.remaining(plan, records):
        found.append(fixture)
        records.append(made_up(plan, fixture, random))
    return found


@pytest.mark.parametrize(("game", "names", "seats"), SHAPES)
@pytest.mark.parametrize("system", ["round-robin", "swiss", "ladder"])
def test_games_are_numbered_without_gaps_and_at_least_as_many_as_requested(
    game: str, names: tuple[str, ...], seats: int, system: System
) -> None:
    plan = plan_of(game, names, seats, 37, system)

    found = all_fixtures(plan)

    assert [each.game for each in found] == list(range(plan.games))
    assert plan.games >= 37
    assert [schedule.round_of(plan, each.game) for each in found] == [each.round for each in found]
    assert found[-1].round == plan.rounds - 1


@pytest.mark.parametrize(("game", "names", "seats"), SHAPES)
def test_in_a_round_robin_all_pairs_meet_equally_often(game: str, names: tuple[str, ...], seats: int) -> None:
    plan = plan_of(game, names, seats)
    met = Counter(pair for each in all_fixtures(plan) for pair in combinations(sorted(each.group), 2))

    assert set(met) == set(combinations(range(len(names)), 2))
    assert len(set(met.values())) == 1


@pytest.mark.parametrize(("game", "names", "seats"), SHAPES)
@pytest.mark.parametrize("system", ["round-robin", "swiss", "ladder"])
def test_on_each_deal_each_entrant_plays_every_seat_once(
    game: str, names: tuple[str, ...], seats: int, system: System
) -> None:
    plan = plan_of(game, names, seats, system=system)
    roles = roles_of(plan)
    meetings: dict[tuple[int, tuple[int, ...]], list[tuple[int, ...]]] = {}
    for each in all_fixtures(plan):
        meetings.setdefault((each.deal, tuple(sorted(each.group))), []).append(seat_entrants(plan, each, roles))

    for (_, group), sittings in meetings.items():
        assert len(sittings) == len(group)
        for seat in range(plan.seats):
            assert sorted(sitting[seat] for sitting in sittings) == list(group)


def test_all_groups_of_a_round_play_the_same_deals_and_no_deal_is_repeated() -> None:
    plan = plan_of("faraway", ("a", "b", "c", "d"), 2, 48, "swiss")
    deals: dict[int, set[int]] = {}
    for each in all_fixtures(plan):
        deals.setdefault(each.round, set()).add(each.deal)

    assert all(len(found) == plan.deals for found in deals.values())
    assert sum(len(found) for found in deals.values()) == len(set.union(*deals.values()))


def test_neighbours_change_from_deal_to_deal() -> None:
    plan = plan_of("faraway", ("a", "b", "c"), 3, 60)
    after = Counter((each.group.index(0) + 1) % 3 == each.group.index(1) for each in all_fixtures(plan))
    assert min(after.values()) > 12


def test_in_one_against_all_two_entrants_play_both_sides() -> None:
    plan = plan_of("not_alone", ("a", "b"), 5, 2)
    roles = roles_of(plan)
    first, second = (seat_entrants(plan, each, roles) for each in all_fixtures(plan))
    creature = roles.index("creature")
    assert first[creature] == second[(creature + 1) % 5] == 0
    assert {first[seat] for seat in range(5) if seat != creature} == {1}
    assert [a + b for a, b in zip(first, second, strict=True)] == [1] * 5


# -- Swiss and ladder ----------------------------------------------------------------------


@settings(max_examples=60, deadline=None)
@given(st.integers(2, 17), st.integers(0, 10_000))
def test_a_swiss_system_pairs_everybody_once_per_round_and_avoids_rematches(entrants: int, seed: int) -> None:
    random = Random(seed)
    everyone = tuple(range(entrants))
    past: list[list[Meeting]] = []
    met: Counter[tuple[int, ...]] = Counter()
    played: Counter[int] = Counter()
    for _ in range(max(1, (entrants - 1) // 2)):
        pairs = swiss(everyone, 2, past)
        flat = [each for pair in pairs for each in pair]
        assert len(set(flat)) == len(flat) == entrants - entrants % 2
        met.update(tuple(sorted(pair)) for pair in pairs)
        played.update(flat)
        past.append([Meeting(pair, {pair[0]: (p := random.choice((0.0, 0.5, 1.0))), pair[1]: 1 - p}) for pair in pairs])

    assert max(met.values()) == 1
    assert max(played.values()) - min(played[each] for each in everyone) <= 1


def test_a_swiss_system_pairs_entrants_with_equal_points() -> None:
    past = [[Meeting((0, 1), {0: 1.0, 1: 0.0}), Meeting((2, 3), {2: 0.0, 3: 1.0})]]
    assert standing((0, 1, 2, 3), past) == [0, 3, 1, 2]
    assert swiss((0, 1, 2, 3), 2, past) == [(0, 3), (1, 2)]


def test_rematches_happen_only_when_all_have_met() -> None:
    met = Counter(dict.fromkeys(combinations(range(4), 2), 1))
    assert sorted(each for pair in paired([2, 0, 3, 1], met) for each in pair) == [0, 1, 2, 3]


def test_better_results_move_an_entrant_up_the_ladder() -> None:
    past = [
        [Meeting((0, 1), {0: 0.4, 1: 0.6}), Meeting((2, 3), {2: 0.5, 3: 0.5})],
        [Meeting((0, 2), {0: 0.1, 2: 0.9})],
    ]
    assert ladder((0, 1, 2, 3), past) == [1, 2, 0, 3]


@pytest.mark.parametrize(("entrants", "size"), [(n, k) for n in range(2, 12) for k in range(2, 7) if k <= n])
def test_the_best_reaches_the_top_of_the_ladder_from_the_bottom(entrants: int, size: int) -> None:
    order = tuple(range(entrants))
    past: list[list[Meeting]] = []
    for round in range(2 * entrants):
        windows = neighbours(ladder(order, past), size, round)
        past.append([Meeting(group, {each: each / entrants for each in group}) for group in windows])
    assert ladder(order, past) == sorted(order, reverse=True)


@pytest.mark.parametrize("names", list(permutations(("random", "greedy")))[:1])
def test_the_ladder_depends_on_earlier_rounds(names: tuple[str, ...]) -> None:
    plan = arena("faraway", *names, "search", games=18, system="ladder", rounds=3)
    won = [[Meeting((0, 1), {0: 0.0, 1: 1.0})]]
    assert groups(plan, 1, won) == [(0, 2)]


# -- plans that cannot be ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wish", "field"),
    [
        ({"game": "chess"}, "game"),
        ({"seats": 9}, "seats"),
        ({"entrants": (bot("greedy"),)}, "entrants"),
        ({"entrants": (bot("greedy"), bot("greedy"))}, "entrants"),
        ({"entrants": (bot("greedy"), bot("deep"))}, "entrants.1.level"),
        ({"games": 0}, "games"),
        ({"options": {"advanced": 3}}, "options.advanced"),
        ({"game": "new_lands", "entrants": (bot("random"),), "options": {"book": "nowhere"}}, "options.book"),
    ],
)
def test_an_invalid_plan_names_the_field(wish: dict[str, object], field: str) -> None:
    usual: dict[str, object] = {"game": "faraway", "entrants": (bot("greedy"), bot("random")), "games": 2}
    with pytest.raises(InvalidPlan) as refused:
        make_plan(**{**usual, **wish})  # type: ignore[arg-type]
    assert refused.value.field == field

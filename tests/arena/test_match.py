"""Games of an arena: every game, repeatable, and robust against those who play them."""

from __future__ import annotations

from typing import Any

import pytest

from service.arena import match, schedule
from service.arena.plan import Entrant, Plan, System
from service.arena.players import BotAnswer, BuiltIn, Failed, Place, all_minds, built_in
from service.games import REGISTRY
from tests.arena.arenas import arena, played

LEVELS = {name: (*game.bots, *game.bots)[:2] for name, game in REGISTRY.items()}
"""The two weakest players of each game; where there is only one, it meets itself."""


@pytest.mark.parametrize("game", LEVELS)
def test_a_small_arena_of_every_game(game: str) -> None:
    plan = arena(game, *LEVELS[game], games=4)
    rows = played(plan)

    assert [row.game for row in rows] == list(range(4))
    assert all(not row.failures for row in rows)
    assert all(sum(row.decisions) > 0 and len(row.places) == plan.seats for row in rows)


@pytest.mark.parametrize("game", ["faraway", "golden_compass", "new_lands", "not_alone"])
def test_with_as_many_seats_as_there_are(game: str) -> None:
    plan = arena(game, *LEVELS[game], games=2, seats=REGISTRY[game].seats[-1])
    assert len(played(plan)) == 2


@pytest.mark.parametrize("system", ["swiss", "ladder"])
@pytest.mark.parametrize("game", ["faraway", "not_alone", "new_lands"])
def test_every_system(system: System, game: str) -> None:
    plan = arena(game, *LEVELS[game], games=4, system=system)
    assert len(played(plan)) == plan.games


def test_the_same_plan_makes_the_same_games() -> None:
    plan = arena("faraway", "greedy", "search", games=2, thoughts=2)
    assert played(plan) == played(plan)
    dealt = arena("faraway", "random", "greedy", games=3)
    assert played(dealt) != played(arena("faraway", "random", "greedy", games=3, seed="other"))


def test_a_game_is_the_same_whatever_was_played_before_it() -> None:
    plan = arena("faraway", "random", "greedy", games=6)
    last = list(schedule.fixtures(plan, plan.rounds - 1, []))[-1]
    assert match.play(plan, last, all_minds(plan, built_in))[0] == played(plan)[-1]


def test_cards_are_the_same_for_all_who_play_a_deal() -> None:
    seen: dict[int, set[str]] = {}

    class Looker(BuiltIn):
        def begin(self, place: Place) -> None:
            seen.setdefault(place.random_deal, set()).add(str(place.view()["market"]))  # type: ignore[attr-defined]

    plan = arena("faraway", "random", "greedy", games=6)
    rows = []
    for fixture in schedule.coming(plan, rows):
        Place.random_deal = fixture.deal  # type: ignore[attr-defined]
        rows.append(match.play(plan, fixture, [Looker(plan, each) for each in plan.entrants])[0])
    del Place.random_deal  # type: ignore[attr-defined]
    assert [len(markets) for markets in seen.values()] == [1, 1, 1]
    assert len(set.union(*seen.values())) == 3


# -- entrants that fail --------------------------------------------------------------------


class Odd(BuiltIn):
    """Fails in a way of its own at every third question."""

    def __init__(self, plan: Plan, entrant: Entrant, how: str, every: int = 3) -> None:
        super().__init__(plan, entrant)
        self.how, self.every, self.asked = how, every, 0
        self.reasons: list[str | None] = []

    def answer(self, place: Place, reason: str | None) -> BotAnswer | None:
        self.asked += 1
        self.reasons.append(reason)
        good = super().answer(place, reason)
        if self.asked % self.every or good is None:
            return good
        match self.how:
            case "illegal":
                return BotAnswer(good.name, ("nonsense",))
            case "stale":
                return BotAnswer("0-nothing-0", good.picks)
            case "stubborn":
                self.asked -= 1
                return BotAnswer(good.name, ())
            case _:
                raise Failed(self.how, "on purpose")


def odd(how: str, every: int = 3, dead: frozenset[int] = frozenset()) -> tuple[Any, Any, Odd]:
    plan = arena("faraway", "greedy", "random", games=2)
    mind = Odd(plan, plan.entrants[0], how, every)
    minds = [mind, BuiltIn(plan, plan.entrants[1])]
    row, pace = match.play(plan, next(iter(schedule.coming(plan, []))), minds, dead=dead)
    return row, pace, mind


@pytest.mark.parametrize("how", ["illegal", "stale"])
def test_who_breaks_a_rule_is_told_why_and_asked_once_more(how: str) -> None:
    row, _, mind = odd(how)
    assert not row.failures
    assert [bool(reason) for reason in mind.reasons[:5]] == [False, False, False, True, False]


def test_who_breaks_it_twice_has_the_default() -> None:
    row, pace, _ = odd("stubborn")
    assert set(row.failures) == {0}
    assert row.failures[0]["illegal"] >= 1
    assert pace.notes[0].startswith("illegal")


@pytest.mark.parametrize("how", ["crashed", "late"])
def test_who_has_no_answer_has_the_default_and_the_game_goes_on(how: str) -> None:
    row, pace, _ = odd(how)
    assert row.failures == {0: {how: row.failures[0][how]}}
    assert row.failures[0][how] >= 5
    assert pace.notes == {0: f"{how}: on purpose"}
    assert row.decisions[0] > 10


def test_who_fails_three_times_in_a_row_is_not_asked_any_more() -> None:
    row, _, mind = odd("late", every=1)
    assert mind.asked == 3
    assert row.failures[0]["late"] == 3
    assert row.failures[0]["skipped"] > 10


def test_for_the_dead_the_clock_answers() -> None:
    row, _, mind = odd("crashed", dead=frozenset({0}))
    assert mind.asked == 0
    assert set(row.failures[0]) == {"died"}


def test_a_game_without_end_is_broken_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(match, "LIMIT", 10)
    [row, _] = played(arena("faraway", "greedy", "random", games=2))
    assert (row.places, row.winners, row.reason) == ((1, 1), (), "endless")


def test_a_place_shows_what_its_seat_sees_and_no_more() -> None:
    plan = arena("faraway", "greedy", "random", games=2)
    seen: list[Any] = []

    class Looker(BuiltIn):
        def answer(self, place: Place, reason: str | None) -> BotAnswer | None:
            seen.append((place.seat, place.view(), place.decisions("fr"), place.story()))
            return super().answer(place, reason)

    match.play(plan, next(iter(schedule.coming(plan, []))), [Looker(plan, each) for each in plan.entrants])
    seat, view, [decision], _ = seen[0]
    assert decision["seat"] == seat
    assert decision["prompt"]
    assert set(decision["options"]) <= set(view["me"]["hand"])
    others = [each for at, each, _, _ in seen if at != seat]
    assert others[0]["me"] != view["me"]
    for seat, _, _, story in seen:
        assert all(event.to is None or seat in event.to for _, event in story)

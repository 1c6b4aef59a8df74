"""Games of an arena: every game, reproducible, and robust against failing players."""

from __future__ import annotations

from typing import Any

import pytest

from service.arena import match, schedule
from service.arena.plan import Entrant, Plan, System
from service.arena.players import ArenaAnswer, ArenaBot, ArenaFailure, ArenaSeat, bot_player, create_players
from service.games import REGISTRY
from service.games.kit.decision import Illegal
from tests.service.arena.arenas import arena, played

LEVELS = {name: (*game.bots, *game.bots)[:2] for name, game in REGISTRY.items()}
"""The two weakest bots of each game; a single one plays against itself."""


@pytest.mark.parametrize("game", LEVELS)
def test_a_small_arena_of_every_game(game: str) -> None:
    plan = arena(game, *LEVELS[game], games=4)
    records = played(plan)

    assert [record.game for record in records] == list(range(4))
    assert all(not record.failures for record in records)
    assert all(sum(record.decisions) > 0 and len(record.places) == plan.seats for record in records)


@pytest.mark.parametrize("game", ["faraway", "golden_compass", "new_lands", "not_alone"])
def test_with_the_maximum_number_of_seats(game: str) -> None:
    plan = arena(game, *LEVELS[game], games=2, seats=REGISTRY[game].seats[-1])
    assert len(played(plan)) == 2


@pytest.mark.parametrize("system", ["swiss", "ladder"])
@pytest.mark.parametrize("game", ["faraway", "not_alone", "new_lands"])
def test_every_system(system: System, game: str) -> None:
    plan = arena(game, *LEVELS[game], games=4, system=system)
    assert len(played(plan)) == plan.games


def test_the_same_plan_gives_the_same_games() -> None:
    plan = arena("faraway", "greedy", "search", games=2, thoughts=2)
    assert played(plan) == played(plan)
    dealt = arena("faraway", "random", "greedy", games=3)
    assert played(dealt) != played(arena("faraway", "random", "greedy", games=3, seed="other"))


def test_a_game_does_not_depend_on_earlier_games() -> None:
    plan = arena("faraway", "random", "greedy", games=6)
    last = list(schedule.fixtures(plan, plan.rounds - 1, []))[-1]
    assert match.play(plan, last, create_players(plan, bot_player))[0] == played(plan)[-1]


def test_cards_are_the_same_for_all_who_play_a_deal() -> None:
    seen: dict[int, set[str]] = {}

    class Observer(ArenaBot):
        def begin(self, seat: ArenaSeat) -> None:
            seen.setdefault(seat.random_deal, set()).add(str(seat.view()["market"]))  # type: ignore[attr-defined]

    plan = arena("faraway", "random", "greedy", games=6)
    records = []
    for fixture in schedule.remaining(plan, records):
        ArenaSeat.random_deal = fixture.deal  # type: ignore[attr-defined]
        records.append(match.play(plan, fixture, [Observer(plan, each) for each in plan.entrants])[0])
    del ArenaSeat.random_deal  # type: ignore[attr-defined]
    assert [len(markets) for markets in seen.values()] == [1, 1, 1]
    assert len(set.union(*seen.values())) == 3


# -- failing entrants ----------------------------------------------------------------------


class FailingBot(ArenaBot):
    """Fails at every third decision."""

    def __init__(self, plan: Plan, entrant: Entrant, how: str, every: int = 3) -> None:
        super().__init__(plan, entrant)
        self.how, self.every, self.decisions = how, every, 0
        self.reasons: list[str | None] = []

    def answer(self, seat: ArenaSeat, refused: Illegal | None) -> ArenaAnswer | None:
        self.decisions += 1
        self.reasons.append(None if refused is None else str(refused))
        good = super().answer(seat, refused)
        if self.decisions % self.every or good is None:
            return good
        match self.how:
            case "illegal":
                return ArenaAnswer(good.name, ("nonsense",))
            case "stale":
                return ArenaAnswer("0-nothing-0", good.picks)
            case "stubborn":
                self.decisions -= 1
                return ArenaAnswer(good.name, ())
            case _:
                raise ArenaFailure(self.how, "on purpose")


def play_failing(how: str, every: int = 3, excluded: frozenset[int] = frozenset()) -> tuple[Any, Any, FailingBot]:
    plan = arena("faraway", "greedy", "random", games=2)
    player = FailingBot(plan, plan.entrants[0], how, every)
    players = [player, ArenaBot(plan, plan.entrants[1])]
    record, timing = match.play(plan, next(iter(schedule.remaining(plan, []))), players, excluded=excluded)
    return record, timing, player


@pytest.mark.parametrize("how", ["illegal", "stale"])
def test_after_an_illegal_answer_there_is_a_second_attempt_with_the_reason(how: str) -> None:
    record, _, player = play_failing(how)
    assert not record.failures
    assert [bool(reason) for reason in player.reasons[:5]] == [False, False, False, True, False]


def test_after_two_illegal_answers_the_default_is_played() -> None:
    record, timing, _ = play_failing("stubborn")
    assert set(record.failures) == {0}
    assert record.failures[0]["illegal"] >= 1
    assert timing.notes[0].startswith("illegal")


@pytest.mark.parametrize("how", ["crashed", "late"])
def test_without_an_answer_the_default_is_played(how: str) -> None:
    record, timing, _ = play_failing(how)
    assert record.failures == {0: {how: record.failures[0][how]}}
    assert record.failures[0][how] >= 5
    assert timing.notes == {0: f"{how}: on purpose"}
    assert record.decisions[0] > 10


def test_after_three_failures_in_a_row_an_entrant_is_skipped() -> None:
    record, _, player = play_failing("late", every=1)
    assert player.decisions == 3
    assert record.failures[0]["late"] == 3
    assert record.failures[0]["skipped"] > 10


def test_excluded_entrants_get_the_default_answer() -> None:
    record, _, player = play_failing("crashed", excluded=frozenset({0}))
    assert player.decisions == 0
    assert set(record.failures[0]) == {"died"}


def test_an_endless_game_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(match, "MAX_TURNS", 10)
    [record, _] = played(arena("faraway", "greedy", "random", games=2))
    assert (record.places, record.winners, record.reason) == ((1, 1), (), "endless")


def test_a_seat_shows_only_what_its_player_may_see() -> None:
    plan = arena("faraway", "greedy", "random", games=2)
    seen: list[Any] = []

    class Observer(ArenaBot):
        def answer(self, seat: ArenaSeat, refused: Illegal | None) -> ArenaAnswer | None:
            seen.append((seat.number, seat.view(), seat.decisions("fr"), seat.events()))
            return super().answer(seat, refused)

    match.play(plan, next(iter(schedule.remaining(plan, []))), [Observer(plan, each) for each in plan.entrants])
    seat, view, [decision], _ = seen[0]
    assert decision["seat"] == seat
    assert decision["prompt"]
    assert set(decision["options"]) <= set(view["me"]["hand"])
    others = [each for at, each, _, _ in seen if at != seat]
    assert others[0]["me"] != view["me"]
    for seat, _, _, story in seen:
        assert all(event.to is None or seat in event.to for _, event in story)

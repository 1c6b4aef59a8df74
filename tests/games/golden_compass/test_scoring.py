"""Chapter 9 of RULES.md: the final count."""

from __future__ import annotations

import msgspec
import pytest

from service.games.golden_compass.cards import PASSAGES, TRUTHS
from service.games.golden_compass.rules.periods import FinalCount
from service.games.golden_compass.scoring import Sheet, places, sheet
from service.games.golden_compass.state import Player, State
from service.games.kit import agenda
from tests.games.golden_compass.table import game, kinds, player, table


def counting(*players: Player, k: int = 0, placed: dict[str, int] | None = None) -> State:
    """A table at its end; these tokens are placed in Svalbard and k Passages were drawn."""
    return table(*players, steps=[], at="objective_red", placed={"svalbard": placed or {}}, passages=list(PASSAGES[:k]))


def truths(points: int) -> list[str]:
    """Tiles that are worth so much."""
    tiles = []
    for tile, value in sorted(TRUTHS.items(), key=lambda item: -item[1]):
        if value <= points:
            tiles.append(tile)
            points -= value
    assert points == 0
    return tiles


def test_t15_two_placed_alethiometers_and_one_more_token_are_six_points() -> None:
    """RULES 9.5, D38."""
    s = counting(player(tokens="XJ1"), player(), placed={"XT5": 0, "XT6": 0})
    assert sheet(s, 0).alethiometers == 6


def test_t15_unplaced_alethiometers_only_count_as_tokens() -> None:
    """RULES 9.5, D38."""
    s = counting(player(tokens="XT6 XB5"), player(), placed={"XT5": 0})
    assert (sheet(s, 0).alethiometers, sheet(s, 0).total) == (3, 3)


@pytest.mark.parametrize(("k", "points"), [(0, 0), (1, 3), (2, 6), (3, 9)])
def test_t16_each_passage_pays_every_player_for_their_dust(k: int, points: int) -> None:
    """RULES 9.6, D26."""
    s = counting(player(dust=3), player(dust=3), player(dust=2), k=k)
    assert [sheet(s, seat).dust for seat in range(3)] == [points, points, 2 * k]


def test_t17_a_full_score() -> None:
    """RULES 9.3, 9.4, 9.5, 9.6."""
    s = counting(player(tokens="XJ2", dust=2, truths=truths(28)), player(), k=1, placed={"XB4": 0, "XT5": 0, "XL1": 0})
    found = sheet(s, 0)
    assert (found.truths, found.points, found.alethiometers, found.dust) == (28, 12, 4, 2)
    assert found.total == 46


def test_unplaced_tokens_cards_and_compasses_score_nothing() -> None:
    """RULES 9.4."""
    s = counting(player("L01 L02", tokens="XB4 XB3", compasses=6), player())
    assert sheet(s, 0).total == 0


def test_tokens_score_for_their_owner_only() -> None:
    """RULES 9.4, D38."""
    s = counting(player(), player(), placed={"XB4": 1, "XJ6": 1})
    assert [sheet(s, seat).total for seat in (0, 1)] == [0, 10]


@pytest.mark.parametrize(
    ("one", "two", "expected"),
    [
        (player(truths=["V31"]), player(truths=["V25"]), (1, 2)),
        (player(truths=["V31"]), player(truths=["V32"], compasses=1), (1, 1)),
        (player("L01", truths=["V31"]), player(truths=["V32"]), (1, 1)),
        (player("L01 L02 L03", truths=["V31"]), player(truths=["V32"], compasses=1), (1, 1)),
    ],
)
def test_9_7_equal_points_are_a_shared_victory_whatever_else_the_players_have(
    one: Player, two: Player, expected: tuple[int, int]
) -> None:
    """RULES 9.7, D27."""
    assert places(counting(one, two)) == expected


def ended() -> State:
    """Three players, two of them level."""
    return counting(
        player(truths=["V31"]), player(dust=2), player(truths=["V25"]), k=1, placed={"XT5": 1, "XT6": 1}
    )  # fmt: skip


def test_9_7_the_end_is_told_and_the_game_has_a_result() -> None:
    """RULES 9.7."""
    s = ended()
    s.plan(FinalCount())
    told = agenda.settle(s)

    assert kinds(told) == ["scored", "scored", "scored", "won"]
    assert told[-1].data == {"seats": (0, 1), "total": 6}
    result = game.result(s)
    assert result is not None
    assert (result.winners, result.places, result.scores) == ((0, 1), (1, 1, 3), (6, 6, 5))


@pytest.mark.parametrize("viewer", [0, 1, 2, None])
def test_9_3_players_and_spectators_see_the_score_pad_at_the_end_and_not_before(viewer: int | None) -> None:
    """RULES 9.3: points by category for every player, in the view and in the story."""
    s = ended()
    assert game.view(s, viewer).ending is None
    s.plan(FinalCount())
    told = [event for event in agenda.settle(s) if event.heard_by(viewer)]

    pad = game.view(s, viewer).ending
    assert pad == (Sheet(0, 6, 0, 0, 0, 6), Sheet(1, 0, 0, 4, 2, 6), Sheet(2, 5, 0, 0, 0, 5))
    assert [event.data for event in told if event.kind == "scored"] == [msgspec.structs.asdict(line) for line in pad]

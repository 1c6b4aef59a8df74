"""A real arena, kept: `farshore arena faraway random greedy search --games 600` (60 thoughts, seed `arena`).

It takes twelve minutes of thinking, so it is not played again here; some of its games are, and the figures are
computed from it as anybody would. If a bot of Faraway changes on purpose, play it again and read what has changed.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from service.arena import export, match, schedule
from service.arena.players import bot_player, create_players
from service.arena.results import results

EXPORT = Path(__file__).parent / "faraway-600.ndjson"
PLAN, ROWS, _ = export.decode(EXPORT.read_bytes())


def test_random_greedy_and_search_are_ordered_with_disjoint_intervals() -> None:
    found = results(PLAN, ROWS)
    random, greedy, search = (found.ratings[level, "player"] for level in ("random", "greedy", "search"))
    assert random.high < greedy.low
    assert greedy.high < search.low
    assert (round(search.mu, 2), round(greedy.mu, 2), round(random.mu, 2)) == (40.73, 31.93, -0.15)
    assert found.cross["search", "greedy"].low > 0.7


@pytest.mark.parametrize("game", [0, 1, 300, 301])
def test_its_games_are_reproducible(game: int) -> None:
    fixtures = schedule.fixtures(PLAN, schedule.round_of(PLAN, game), [])
    [fixture] = [each for each in fixtures if each.game == game]
    assert match.play(PLAN, fixture, create_players(PLAN, bot_player))[0] == ROWS[game]


def test_the_file_is_written_as_it_was_read() -> None:
    assert export.encode(PLAN, ROWS) == EXPORT.read_bytes()

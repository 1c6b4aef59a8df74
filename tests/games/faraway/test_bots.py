"""The built-in players answer everything, do not cheat, and are as strong as they say."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from service.games.faraway.bots import lead
from service.games.faraway.bots.outlook import explored, outlook
from service.games.faraway.rules import EndRound, Explore, FindSanctuaries
from service.games.faraway.scoring import score
from service.games.kit.bots import Thinking, rounds
from tests.games.faraway.table import examples, game, ids, player, table
from tests.games.play import thought_through
from tests.service.arena.arenas import arena, played, wins


@pytest.mark.thorough
@pytest.mark.parametrize("level", game.bots)
@pytest.mark.parametrize(("seats", "advanced"), [(2, False), (3, True)])
def test_every_level_plays_a_whole_game_and_leaves_the_table_it_thinks_about_alone(
    level: str, seats: int, advanced: bool
) -> None:
    thought_through(game, level, game.new(seats, "bots", {"advanced": advanced}), 3)


def test_greedy_wins_nearly_always_against_random() -> None:
    plan = arena("faraway", "greedy", "random", games=60)
    assert wins(plan, played(plan), "greedy") > 0.85


def test_the_same_thoughts_lead_to_the_same_answer() -> None:
    s = game.new(3, "again")
    question = game.decisions(s)[0]
    chosen = {game.bots["search"].choose(game, s, question, Thinking(Random(4), rounds(30))) for _ in range(3)}
    assert len(chosen) == 1


@pytest.mark.parametrize("level", ["greedy", "search"])
def test_the_last_region_is_the_one_that_brings_most(level: str) -> None:
    record = [39, 30, 28, 24, 22, 21, 20]
    us = player(record, hand=[3, 1, 7]), player(record[::-1], hand=[9, 4, 2])
    s = table(*us, steps=[Explore((0, 1)), FindSanctuaries(), EndRound()], round=8)
    question = game.decisions(s)[0]

    [picked] = game.bots[level].choose(game, s, question, Thinking(Random(1), rounds(60)))

    worth = {region: score([*ids(record), region], []).total for region in question.options}
    assert worth == {"r3": 12, "r1": 23, "r7": 19}
    assert picked == "r1"


@pytest.mark.parametrize("example", examples("7.2"), ids=lambda example: example["name"])
def test_at_the_end_of_the_journey_the_outlook_is_the_score(example: dict[str, Any]) -> None:
    assert outlook(ids(example["regions"]), example["sanctuaries"], []) == example["total"]


def test_a_demanding_quest_promises_more_when_it_is_explored_early() -> None:
    early = explored(player(), ["r66"], "r66")
    late = explored(player([3, 5, 9, 11, 15, 16, 18]), ["r66"], "r66") - explored(
        player([3, 5, 9, 11, 15, 16, 18]), ["r65"], "r65"
    )
    assert early > 1 > late


def test_the_lead_is_what_separates_a_player_from_the_best_of_the_others() -> None:
    s = table(player([3]), player([9]), player([1]), steps=[])
    assert [lead(s, seat) for seat in range(3)] == [-1, 1, -5]

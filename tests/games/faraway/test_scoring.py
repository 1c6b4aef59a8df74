"""What a journey is worth, with the examples 7.1 to 7.3 of RULES.md."""

from __future__ import annotations

from typing import Any

import pytest

from service.games.faraway.rules import FinalScoring
from service.games.faraway.scoring import ranking, score
from tests.games.faraway.table import examples, game, ids, player, table

EXAMPLES = [examples("7.1"), *examples("7.2"), *examples("7.3")]
NAMED = {example["name"]: example for example in examples("7.2")}


@pytest.mark.parametrize("example", EXAMPLES, ids=[str(example["regions"]) for example in EXAMPLES])
def test_a_journey_is_worth_what_the_rules_say(example: dict[str, Any]) -> None:
    """RULES 5.2, 5.4, 5.5, 5.8, 5.9, 5.10, 5.11, 5.12, 5.13."""
    sheet = score(ids(example["regions"]), example["sanctuaries"])
    assert list(sheet.regions) == example["region_scores"]
    assert list(sheet.sanctuaries) == example["sanctuary_scores"]
    assert sheet.total == example["total"]


def test_maxime_has_22_points() -> None:
    """RULES 2.4, 5.3, 5.5: the rulebook's example; one stone serves two quests."""
    assert score(["r44", "r49", "r14", "r28"], ["S16", "S33"]).total == 22


def test_the_examples_use_every_card_of_the_box() -> None:
    whole = examples("7.5")["expected"]
    rows = [*(example["regions"] for example in EXAMPLES), *whole["rows"]]
    placed = [*(example["sanctuaries"] for example in EXAMPLES), *whole["sanctuaries"]]
    assert {number for row in rows for number in row} == set(range(1, 69))
    assert len({id for some in placed for id in some}) == 45


def test_a_region_does_not_see_what_was_explored_before_it() -> None:
    """RULES 5.2, 5.3."""
    assert score(["r2", "r2", "r17"], []).regions[-1] == 0
    assert score(["r17", "r1", "r16"], []).regions[0] == 6


def test_the_order_of_sanctuaries_does_not_matter() -> None:
    example = NAMED["V2"]
    backwards = example["sanctuaries"][::-1]
    assert score(ids(example["regions"]), backwards).total == 114


def test_a_tie_goes_to_the_smallest_region_and_not_to_the_smallest_sum() -> None:
    """RULES 5.7."""
    t1, t2 = NAMED["T1 (same as V1)"], NAMED["T2"]
    assert sum(t2["regions"]) < sum(t1["regions"])
    assert ranking([ids(t1["regions"]), ids(t2["regions"])], [27, 27]) == [0, 1]
    assert ranking([ids(t2["regions"]), ids(t1["regions"])], [27, 27]) == [1, 0]


def test_the_winner_of_a_tie_is_told_with_the_region_that_decided() -> None:
    """RULES 5.6, 5.7."""
    t1, t2 = NAMED["T1 (same as V1)"], NAMED["T2"]
    s = table(player(t2["regions"]), player(t1["regions"]), steps=[], round=8)

    FinalScoring().finish(s)

    assert s.story[-1].kind == "won-tie"
    assert s.story[-1].data == {"seat": 1, "total": 27, "region": "r1"}
    result = game.result(s)
    assert result is not None
    assert (result.winners, result.places, result.scores) == ((1,), (2, 1), (27, 27))


def test_every_place_is_decided_by_the_same_comparison() -> None:
    """RULES D12."""
    rows = [ids([9, 40]), ids([3, 50]), ids([2, 60]), ids([1, 4])]
    assert ranking(rows, [10, 20, 10, 5]) == [1, 2, 0, 3]


def test_a_condition_matters_only_when_points_are_counted() -> None:
    """RULES 2.7, 5.4: region 68 needs five stones; it may be explored without any, and then brings nothing."""
    stones = ["r1", "r2", "r4", "r6"]

    assert score(["r68", *stones], []).regions[0] == 24
    assert score(["r68", *stones[:3]], []).regions[0] == 0
    assert score(["r68", *stones[:3]], ["S01"]).regions[0] == 24


def test_sanctuaries_of_a_biome_and_of_the_night_count_as_such_cards() -> None:
    """RULES 2.9: 53 brings 4 per forest, S13 is one; 10 brings 3 per night, S14 and S24 show the icon."""
    assert score(["r53"], ["S18", "S23"]).regions == (0,)
    assert score(["r53"], ["S13", "S23"]).regions == (4,)
    assert score(["r10"], ["S14", "S24"]).regions == (6,)


def test_a_tie_is_broken_by_what_was_explored_and_not_by_what_is_left_in_hand() -> None:
    """RULES D11."""
    s = table(player([10], hand=[1], placed=["S45"]), player([9], hand=[68]), steps=[], round=8)

    FinalScoring().finish(s)

    assert s.story[-1].data == {"seat": 1, "total": 5, "region": "r9"}


def test_all_hands_are_shown_after_the_end() -> None:
    """RULES D15."""
    s = table(player([3], hand=[1]), player([5], hand=[2]), steps=[], round=8)
    assert game.view(s, 1).ending is None

    FinalScoring().finish(s)

    ending = game.view(s, 1).ending
    assert ending is not None
    assert ending.hands == (("r1",), ("r2",))

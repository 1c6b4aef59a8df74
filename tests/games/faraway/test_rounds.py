"""Explore, find, take and keep."""

from __future__ import annotations

from typing import Any

import pytest

from service.games.faraway.rules import EndRound, Explore, FindSanctuaries, KeepSanctuary, TakeRegion
from service.games.kit.decision import Illegal
from tests.games.faraway.table import examples, game, ids, player, say, table

# -- phase 1 -----------------------------------------------------------------------


def test_regions_are_revealed_when_the_last_player_has_chosen() -> None:
    """RULES 4.2, 4.3."""
    s = table(player(hand=[1, 2, 3]), player(hand=[4, 5, 6]), steps=[Explore((0, 1))], market=[7, 8, 9])

    assert say(s, 1, "explore", "r5") == []
    assert s.players[1].row == []

    told = say(s, 0, "explore", "r3")
    assert [someone.row for someone in s.players] == [["r3"], ["r5"]]
    assert [event.data for event in told] == [{"seat": 0, "region": "r3"}, {"seat": 1, "region": "r5"}]


def test_a_region_once_chosen_is_final() -> None:
    """RULES D5."""
    s = table(player(hand=[1, 2, 3]), player(hand=[4, 5, 6]), steps=[Explore((0, 1))])
    say(s, 0, "explore", "r1")

    with pytest.raises(Illegal) as again:
        say(s, 0, "explore", "r2")
    assert again.value.code == "not-asked"
    with pytest.raises(Illegal) as back:
        say(s, 0, "withdraw")
    assert back.value.code == "final"


@pytest.mark.parametrize("pick", ["r4", "r68", "S01", "1", ""])
def test_only_regions_of_the_own_hand_can_be_explored(pick: str) -> None:
    s = table(player(hand=[1, 2, 3]), player(hand=[4, 5, 6]), steps=[Explore((0, 1))])
    with pytest.raises(Illegal) as wrong:
        say(s, 0, "explore", pick)
    assert wrong.value.code == "not-an-option"


# -- phase 2 -----------------------------------------------------------------------


@pytest.mark.parametrize("example", examples("7.4"), ids=lambda example: example["why"])
def test_a_higher_number_finds_one_sanctuary_and_one_more_per_clue(example: dict[str, Any]) -> None:
    """RULES 2.5, 4.5, 4.6, 4.7, with the rulebook's Benjamin among the examples."""
    s = table(player(example["row"], placed=example["placed"]), steps=[])

    FindSanctuaries().finish(s)

    assert len(s.players[0].found) == example["deal"]


def test_only_the_finder_learns_which_sanctuaries_were_dealt() -> None:
    """RULES D14."""
    s = table(
        player([1], hand=[2]), player([30], hand=[3]), steps=[Explore((0, 1)), FindSanctuaries()], market=[7, 8, 9]
    )
    say(s, 0, "explore", "r2")
    told = say(s, 1, "explore", "r3")

    assert [(e.kind, e.data, e.to) for e in told[2:4]] == [
        ("found-sanctuaries", {"seat": 0, "count": 1, "owed": 0}, None),
        ("saw-sanctuaries", {"seat": 0, "sanctuaries": ("S01",)}, (0,)),
    ]


# -- phase 3 -----------------------------------------------------------------------


def test_turns_go_from_the_lowest_number_played_to_the_highest() -> None:
    """RULES 4.8, 4.10."""
    s = table(
        player(hand=[50]), player(hand=[9]), player(hand=[30]),
        steps=[Explore((0, 1, 2)), FindSanctuaries()], market=[1, 2, 3, 4], round=1,
    )  # fmt: skip
    for seat, region in ((0, "r50"), (1, "r9"), (2, "r30")):
        say(s, seat, "explore", region)

    assert game.view(s, None).order == (1, 2, 0)
    for seat, options in ((1, 4), (2, 3), (0, 2)):
        [question] = game.decisions(s)
        assert (question.seat, len(question.options)) == (seat, options)
        assert game.view(s, None).turn == seat
        say(s, seat, "take-region", question.options[0])
    assert len(s.market) == 1


def test_a_region_taken_from_the_market_is_known_until_it_is_explored() -> None:
    """RULES D13."""
    s = table(player(hand=[1, 2]), player(hand=[5, 6]), steps=[TakeRegion(0), Explore((0, 1))], market=[7, 8, 9])

    say(s, 0, "take-region", "r8")
    assert game.view(s, 1).players[0].known == ("r8",)
    assert game.view(s, 1).players[0].hand == 3

    say(s, 0, "explore", "r8")
    say(s, 1, "explore", "r5")
    assert game.view(s, 1).players[0].known == ()


def test_a_region_is_taken_before_a_sanctuary_is_kept() -> None:
    """RULES 4.9, 4.11."""
    s = table(player([1, 2], found=["S01", "S02"]), steps=[TakeRegion(0), KeepSanctuary(0)], market=[7, 8])
    with pytest.raises(Illegal):
        say(s, 0, "keep-sanctuary", "S01")
    say(s, 0, "take-region", "r7")
    say(s, 0, "keep-sanctuary", "S01")
    assert s.players[0].sanctuaries == ["S01"]


@pytest.mark.parametrize("pick", ["r9", "r1", "S01"])
def test_only_what_lies_in_the_market_can_be_taken(pick: str) -> None:
    s = table(player(hand=[1]), steps=[TakeRegion(0)], market=[7, 8])
    with pytest.raises(Illegal):
        say(s, 0, "take-region", pick)


def test_sanctuaries_not_kept_go_under_the_pile_in_the_order_dealt() -> None:
    """RULES 4.12, D8."""
    s = table(player([1, 2], found=["S05", "S03", "S09", "S07"]), steps=[KeepSanctuary(0)], pile=["S01"])

    [told] = say(s, 0, "keep-sanctuary", "S03")

    assert s.pile == ["S01", "S05", "S09", "S07"]
    assert told.data == {"seat": 0, "sanctuary": "S03", "returned": 3}


@pytest.mark.parametrize("picks", [(), ("S05", "S03"), ("S01",)])
def test_exactly_one_of_those_found_is_kept(picks: tuple[str, ...]) -> None:
    """RULES 4.11."""
    s = table(player([1, 2], found=["S05", "S03"]), steps=[KeepSanctuary(0)], pile=["S01"])
    with pytest.raises(Illegal):
        say(s, 0, "keep-sanctuary", *picks)


def test_a_single_sanctuary_is_placed_without_a_question() -> None:
    """RULES D9."""
    s = table(player([1, 2], found=["S05"]), steps=[TakeRegion(0), KeepSanctuary(0)], market=[7, 8])

    told = say(s, 0, "take-region", "r7")

    assert [event.kind for event in told] == ["took-region", "placed-sanctuary"]
    assert s.players[0].sanctuaries == ["S05"]


def test_the_clue_of_a_sanctuary_counts_from_the_next_deal_on() -> None:
    """RULES 4.11: the sanctuary takes effect once it is placed."""
    s = table(player([1, 2], found=["S03"]), steps=[KeepSanctuary(0)])
    s.players[0].row.append("r3")

    FindSanctuaries().finish(s)

    assert len(s.players[0].found) == 2


# -- a short pile ------------------------------------------------------------------


def test_a_short_pile_is_dealt_out_and_topped_up_at_the_start_of_a_turn() -> None:
    """RULES D6, D7, with the example of RULES.md, 7.6."""
    a, b, c, d, e = pile = ["S01", "S02", "S03", "S04", "S05"]
    x, y, z = player([6, 8], hand=[10]), player([12, 15, 20], hand=[30]), player([46], hand=[50])
    s = table(x, y, z, steps=[Explore((0, 1, 2)), FindSanctuaries()], market=[61, 62, 63, 64], pile=pile)

    for seat, region in ((0, "r10"), (1, "r30"), (2, "r50")):
        say(s, seat, "explore", region)
    assert (x.found, y.found, z.found, s.pile) == ([a, b, c], [d, e], [], [])
    assert [someone.owed for someone in game.view(s, None).players] == [0, 2, 2]

    say(s, 0, "take-region", "r61")
    say(s, 0, "keep-sanctuary", b)
    assert (y.found, z.found, s.pile) == ([d, e, a, c], [], [])

    say(s, 1, "take-region", "r62")
    say(s, 1, "keep-sanctuary", e)
    assert (z.found, s.pile) == ([d, a], [c])

    say(s, 2, "take-region", "r63")
    say(s, 2, "keep-sanctuary", d)
    assert s.pile == [c, a]
    assert [someone.owed for someone in s.players] == [0, 0, 0]


# -- the end of a round ------------------------------------------------------------


def test_the_region_left_over_leaves_the_game_and_a_new_market_is_revealed() -> None:
    """RULES 4.14, 4.15."""
    s = table(player(hand=[1]), player(hand=[2]), steps=[EndRound()], market=[9], deck=[21, 22, 23, 24], round=6)
    assert (s.round, s.removed, s.market, s.deck) == (7, ["r9"], ids([21, 22, 23]), ["r24"])


def test_no_market_is_revealed_for_the_last_round() -> None:
    """RULES D10."""
    s = table(player(hand=[1]), player(hand=[2]), steps=[EndRound()], market=[9], deck=[21, 22, 23, 24], round=7)
    assert (s.round, s.removed, s.market, len(s.deck)) == (8, ["r9"], [], 4)


def test_in_the_last_round_no_region_is_taken_but_sanctuaries_are_kept() -> None:
    """RULES 4.13, 5.1."""
    seven = [1, 2, 3, 4, 5, 7, 12]
    s = table(
        player(seven, hand=[13, 14, 16]), player([40, 39, 38, 37, 36, 35, 34], hand=[30, 31, 32]),
        steps=[Explore((0, 1)), FindSanctuaries(), EndRound()], round=8,
    )  # fmt: skip
    say(s, 0, "explore", "r13")
    say(s, 1, "explore", "r30")
    assert [question.kind for question in game.decisions(s)] == ["keep-sanctuary"]

    told = say(s, 0, "keep-sanctuary", "S01")

    assert [event.kind for event in told] == ["kept-sanctuary", "scored", "scored", "won"]
    assert game.decisions(s) == []
    assert game.view(s, None).ending is not None

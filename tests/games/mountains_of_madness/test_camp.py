"""RULES 9.1: draw, rest, the end of a turn and of the game."""

from __future__ import annotations

import pytest

from service.games.kit import agenda
from service.games.mountains_of_madness.rules.camp import CallRest, Draw
from service.games.mountains_of_madness.rules.turn import EndTurn, band
from tests.games.mountains_of_madness.table import answer, cards, game, question, refused, table

FILL = ["tools 2", "tools 3", "tools 4", "tools 5", "tools 6", "books 2", "books 3"]


def sizes(s: object) -> list[int]:
    return [len(player.hand) for player in s.players]  # type: ignore[attr-defined]


def test_example_18_a_short_deal() -> None:
    """RULES 9.2, D17."""
    hands = {0: FILL[:2], 1: FILL[:3], 2: FILL[:1], 3: FILL[:4]}
    s = table(4, Draw(), hands=hands, draw=cards("crates 2", "crates 3", "crates 4", "crates 5"))

    assert question(s).options == ("deal-0-1", "deal-0-2", "deal-1-1", "deal-2-1", "deal-2-2", "deal-2-3")
    assert refused(s, 0, "deal", "deal-0-1", "deal-0-2", "deal-1-1") == "wrong-number-of-picks"
    assert refused(s, 0, "deal", *question(s).options[:5]) == "wrong-number-of-picks"
    assert refused(s, 0, "deal", "deal-0-1", "deal-0-2", "deal-1-1", "deal-3-1") == "not-an-option"
    assert question(s).on_timeout == ("deal-0-1", "deal-1-1", "deal-2-1", "deal-0-2")
    answer(s, 0, "deal", "deal-0-1", "deal-0-2", "deal-2-1", "deal-2-2")
    assert sizes(s) == [4, 3, 3, 4]
    assert s.draw == []


def test_cards_are_dealt_one_at_a_time_from_the_leader_on() -> None:
    """RULES 9.1, D17."""
    pile = cards("crates 2", "crates 3", "crates 4", "crates 5")
    s = table(3, Draw(), hands={0: FILL[:5], 1: FILL[:3], 2: FILL[:3]}, draw=list(pile), leader=2, sled=0, spent=2)

    assert s.players[2].hand[3:] == [pile[0], pile[2]]
    assert s.players[1].hand[3:] == [pile[1], pile[3]]


def test_example_19_raised_limits() -> None:
    """RULES 9.3, 9.4."""
    pile = cards("crates 2", "crates 3", "crates 4", "crates 5", "crates 6", "books 5", "books 6")
    s = table(3, Draw(), hands=dict.fromkeys(range(3), FILL[:5]), draw=pile)

    answer(s, 0, "raise-limits", "raise")
    assert (s.limit, sizes(s), len(s.draw)) == (6, [6, 6, 6], 4)
    answer(s, 0, "raise-limits", "raise")
    assert (s.limit, sizes(s), len(s.draw), s.sled, s.spent) == (7, [7, 7, 7], 1, 4, 2)
    answer(s, 0, "raise-limits", "enough")

    answer(s, 0, "rest", "no-rest")

    s.plan(Draw())
    agenda.settle(s)
    assert s.limit == 5
    assert sizes(s) == [7, 7, 7]


def test_limits_may_be_raised_to_no_use() -> None:
    """RULES 9.3."""
    s = table(3, Draw(), hands=dict.fromkeys(range(3), FILL[:5]), draw=[])
    answer(s, 0, "raise-limits", "raise")
    assert (s.limit, s.sled) == (6, 5)


def test_specimen_d_keeps_its_owner_from_raising_limits() -> None:
    """RULES 8.1, D16."""
    s = table(3, Draw(), relics={0: ["specimen_D"]})
    assert question(s).kind == "rest"


def test_example_20_rest() -> None:
    """RULES 9.5."""
    s = table(3, CallRest(), sled=2, spent=3, boxed=1, draw=["eq-tools-2a"], discard=cards("tools 3", "wound"))

    answer(s, 0, "rest", "rest-discard")

    assert (s.sled, s.spent, s.boxed) == (4, 0, 2)
    assert s.discard == []
    assert sorted(s.draw) == sorted(["eq-tools-2a", *cards("tools 3", "wound")])


def test_a_rest_needs_two_tokens_and_no_knowledge() -> None:
    """RULES 9.6, D16."""
    assert game.decisions(table(3, CallRest(), sled=1, spent=0, boxed=5)) == []
    assert game.decisions(table(3, CallRest(), relics={0: ["knowledge_A"]})) == []
    assert question(table(3, CallRest(), relics={1: ["knowledge_A"]})).options == ("no-rest", "rest-sled")
    assert question(table(3, CallRest(), sled=0, spent=2)).options == ("no-rest", "rest-discard")


def test_example_21_wounds_in_hand_count() -> None:
    """RULES 9.1."""
    hands = {0: ["wound", "tools 4", "books 2"]} | dict.fromkeys((1, 2, 3, 4), FILL[:3])
    s = table(5, Draw(), hands=hands)
    assert sizes(s) == [3, 3, 3, 3, 3]


def test_the_sled_goes_to_the_left_and_calm_ends() -> None:
    """RULES 9.7, 4.5."""
    s = table(3, leader=2, madness={1: ["M1-01"]})
    s.players[1].ignored = 1
    s.plan(EndTurn())
    s.leave().finish(s)

    assert s.leader == 0
    assert s.players[1].active == ("M1-01",)


@pytest.mark.parametrize(
    ("relics", "draw", "discard", "hand", "difference", "ending"),
    [
        (5, 1, 2, 1, 1, "small"),
        (4, 2, 1, 1, 0, "faint"),
        (3, 2, 1, 1, -1, "defeat"),
        (11, 0, 0, 0, 11, "resounding"),
    ],
)
def test_example_24_scoring(relics: int, draw: int, discard: int, hand: int, difference: int, ending: str) -> None:
    """RULES 10.3, D18, D19, 1.1."""
    wounds = [f"wound-{n:02d}" for n in range(1, 16)]
    s = table(3, airplane="E3", discard=[], draw=[], wounds=[])
    s.players[1].relics = list(s.relics[:relics])
    s.draw, wounds = wounds[:draw], wounds[draw:]
    s.discard, wounds = wounds[:discard], wounds[discard:]
    s.players[2].hand, s.wounds = wounds[:hand], wounds[hand:]
    s.plan(EndTurn())
    s.leave().finish(s)

    assert (s.difference, s.ending) == (difference, ending)
    result = game.result(s)
    assert result is not None
    assert result.winners == (() if ending == "defeat" else (0, 1, 2))


def test_the_final_table() -> None:
    """RULES 10.4."""
    bands = [band(n) for n in range(-2, 12)]
    assert bands == ["defeat"] * 2 + ["faint"] + ["small"] * 3 + ["fair"] * 4 + ["great"] * 3 + ["resounding"]


def test_after_the_end_all_madness_is_shown() -> None:
    """RULES D30."""
    s = table(3, airplane="E3", madness={1: ["M2-01"]})
    s.players[1].former = ["M1-01"]
    s.plan(EndTurn())
    s.leave().finish(s)

    finale = game.view(s, None).finale
    assert finale is not None
    assert finale.madness[1] == ("M1-01", "M2-01")

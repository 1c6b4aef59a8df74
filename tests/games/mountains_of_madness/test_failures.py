"""RULES 6.9: the price of failures, and of relics."""

from __future__ import annotations

import pytest

from service.games.kit.dice import Dice
from service.games.mountains_of_madness.cards import BOX
from service.games.mountains_of_madness.rules.failures import Apply, Consequence, Failures, Roll
from service.games.mountains_of_madness.rules.resolution import (
    CleanUp,
    Gift,
    Resolve,
)
from service.games.mountains_of_madness.state import State
from tests.games.mountains_of_madness.table import answer, cards, game, question, refused, table

AFTER = (Resolve(), CleanUp())


def resolved(tile: str | None, *placed: str, **more: object) -> State:
    return table(3, *AFTER, tile=tile, placed=placed, **more)  # type: ignore[arg-type]


def rolling(s: State, *faces: str) -> None:
    """Let the next rolls of the die show these faces."""
    for n in range(100_000):
        dice = Dice(f"loaded-{n}")
        if tuple(dice.choice(BOX.penalty_die.faces) for _ in faces) == faces:
            s.dice = Dice(f"loaded-{n}")
            return


THREE = {0: ["M3-01"], 1: ["M3-02"], 2: ["M3-03"]}


def test_example_4_rugged_coast() -> None:
    """RULES 6.9, 6.11, 6.12, 6.14."""
    on_sled = ("tools 6", "tools 5", "crates 5")
    s = resolved("coast-03", *on_sled, madness=THREE, sled=1, spent=5)
    pile, wounds = len(s.draw), len(s.wounds)
    assert question(s).options == ("tools-die", "crates-die")

    rolling(s, "confusion", "confusion", "accident")
    answer(s, 0, "consequence", "crates-die")
    assert s.rolled == "confusion"
    answer(s, 0, "reroll", "reroll")

    assert (s.sled, len(s.draw)) == (0, pile - 3)
    answer(s, 0, "consequence", "tools-die")
    assert len(s.wounds) == wounds - 2
    assert s.encounter is None


def test_example_5_confusion_with_a_short_draw_pile() -> None:
    """RULES 6.12, D15, 10.1."""
    s = table(
        3, Apply("books"), placed=["books 4"], draw=cards("tools 2", "tools 3"), sled=1, spent=2, rolled="confusion"
    )

    assert question(s).options == ("discard", "sled")
    answer(s, 0, "return-token", "sled")
    assert (s.sled, s.spent, s.boxed, len(s.draw)) == (0, 2, 1, 2)

    last_one = table(3, Apply("books"), placed=["books 4"], draw=[], sled=1, spent=0, rolled="confusion")
    assert last_one.ending == "out-of-tokens"


@pytest.mark.parametrize(("face", "left"), [("confusion", 1), ("accident", 3), ("morale_loss", 3)])
def test_the_die_is_applied_as_it_fell(face: str, left: int) -> None:
    """RULES 6.11, D14."""
    s = table(3, Apply("books"), placed=["books 5"], draw=cards("tools 2", "tools 3", "tools 4"), rolled=face)
    assert len(s.draw) == left
    assert len(s.wounds) == (10 if face == "accident" else 12)
    assert s.sled == (4 if face == "morale_loss" else 6)


def test_example_6_morale_loss() -> None:
    """RULES 6.13, D15."""
    s = table(3, Apply("books"), placed=[], sled=2, spent=1, rolled="morale_loss")
    assert (s.sled, s.spent) == (0, 3)

    s = table(3, Apply("books"), placed=[], sled=1, spent=3, rolled="morale_loss")
    assert question(s).on_timeout == ("discard",)
    answer(s, 0, "return-token", "discard")
    assert (s.sled, s.spent, s.boxed) == (1, 2, 1)

    s = table(3, Apply("books"), placed=[], sled=0, spent=3, rolled="morale_loss")
    assert (s.sled, s.spent, s.boxed) == (0, 2, 1)

    s = table(3, Apply("books"), placed=[], sled=1, spent=0, rolled="morale_loss")
    assert s.ending == "out-of-tokens"
    assert game.decisions(s) == []


def test_example_7_wounds_run_out_in_the_middle_of_an_accident() -> None:
    """RULES 6.11, 10.2."""
    s = table(3, Apply("books"), Failures(), placed=[], wounds=["wound-09"], rolled="accident")

    assert s.discard[-1] == "wound-09"
    assert s.ending == "out-of-wounds"
    result = game.result(s)
    assert result is not None
    assert result.winners == ()


def test_a_level_three_player_cannot_be_named_for_madness() -> None:
    """RULES 6.10, 7.3."""
    s = table(3, Failures(), placed=[], madness={0: ["M3-01"], 1: ["M2-01"]})
    s.faced.failed = ["tools"]
    s.plan(Consequence(0))

    assert question(s).options == ("tools-madness-1", "tools-madness-2", "tools-die")
    assert question(s).on_timeout == ("tools-madness-2",)
    answer(s, 0, "consequence", "tools-madness-1")
    assert s.players[1].level == 3
    assert s.players[1].former == ["M2-01"]


def test_the_die_may_be_rolled_again_as_often_as_there_are_tokens() -> None:
    """RULES 6.14."""
    s = table(3, Failures(), placed=[], sled=2, spent=0)
    s.faced.failed = ["tools"]
    s.plan(Consequence(0))
    rolling(s, "accident", "accident", "accident")
    wounds = len(s.wounds)

    answer(s, 0, "consequence", "tools-die")
    answer(s, 0, "reroll", "reroll")
    answer(s, 0, "reroll", "reroll")

    assert (s.sled, s.spent) == (0, 2)
    assert len(s.wounds) == wounds - 2


def test_specimen_c_keeps_its_owner_from_rolling_again() -> None:
    """RULES 8.1, D13, D16."""
    s = table(3, Roll(0, "tools"), Apply("tools"), placed=[], relics={0: ["specimen_C"]}, rolled="accident")
    assert len(s.wounds) == 10

    s = table(3, Roll(0, "tools"), Apply("tools"), placed=[], relics={1: ["specimen_C"]}, rolled="accident")
    assert question(s).options == ("accept", "reroll")


# -- 7 and 8: relics ---------------------------------------------------------------


def test_example_8_ice_tongue() -> None:
    """RULES 6.3, 7.2."""
    s = table(3, Gift(0), tile="coast-02", placed=[], madness={1: ["M1-01"]})

    answer(s, 0, "give-relic", "seat-1")

    assert s.players[1].relics == ["specimen_B"]
    assert s.players[1].level == 2
    assert s.players[1].former == ["M1-01"]
    assert s.players[1].covers("leadership:movement")
    assert len(s.relics) == 10


@pytest.mark.parametrize(
    ("before", "after"),
    [((2, 0, 4), (1, 1, 4)), ((0, 2, 4), (0, 1, 5)), ((0, 1, 5), (0, 0, 6))],
)
def test_example_9_a_relic_when_all_are_at_level_three(
    before: tuple[int, int, int], after: tuple[int, int, int]
) -> None:
    """RULES 7.4."""
    sled, spent, boxed = before
    s = table(3, Gift(0), tile="coast-02", placed=[], madness=THREE, sled=sled, spent=spent, boxed=boxed)

    assert question(s).options == ("seat-0", "seat-1", "seat-2")
    answer(s, 0, "give-relic", "seat-2")

    assert (s.sled, s.spent, s.boxed) == after
    assert s.players[2].relics == ["specimen_B"]
    assert s.ending == ("out-of-tokens" if after == (0, 0, 6) else None)


def test_example_10_only_those_below_level_three_can_be_named() -> None:
    """RULES 7.3, D12."""
    s = table(3, Gift(0), tile="coast-02", placed=[], madness={0: ["M3-01"], 1: ["M3-02"], 2: ["M2-03"]})

    assert question(s).options == ("seat-2",)
    assert refused(s, 0, "give-relic", "seat-0") == "not-an-option"
    answer(s, 0, "give-relic", "seat-2")
    assert s.players[2].level == 3


def test_example_11_a_second_knowledge() -> None:
    """RULES 6.4."""
    s = table(3, Gift(0), tile="city-02", placed=[], madness={1: ["M1-01"]}, relics={1: ["knowledge_A"]})

    answer(s, 0, "give-relic", "seat-1")

    assert s.players[1].relics == ["knowledge_A", "knowledge_B"]
    assert s.players[1].level == 2
    assert s.players[1].covers("rest")


def test_experts_keep_their_lower_cards() -> None:
    """RULES 11.1."""
    s = table(3, Gift(0), tile="coast-02", placed=[], madness={1: ["M1-01"]}, options={"expert": True})

    answer(s, 0, "give-relic", "seat-1")

    assert s.players[1].madness[0] == "M1-01"
    assert len(s.players[1].madness) == 2
    assert s.players[1].level == 2


def test_the_new_madness_card_is_told_to_its_holder_only() -> None:
    """RULES 7.1, 7.5."""
    s = table(3, Gift(0), tile="coast-02", placed=[])

    story = answer(s, 0, "give-relic", "seat-1")

    [card] = s.players[1].madness
    told = [event for event in story if card in repr(event.data)]
    assert [event.to for event in told] == [(1,)]


def test_the_sled_is_cleared_into_the_discard_and_the_tile_is_gone() -> None:
    """RULES 6.15."""
    s = table(3, CleanUp(), placed=["tools 4", "wound"])

    assert s.discard[-2:] == cards("tools 4", "wound")
    assert s.gone == ["coast-01"]
    assert s.encounter is None

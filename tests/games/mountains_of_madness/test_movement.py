"""RULES 4.2: the airplane moves, and tokens calm the mad."""

from __future__ import annotations

import pytest

from service.games.mountains_of_madness.rules.movement import Ready, Travel
from tests.games.mountains_of_madness.table import answer, game, question, refused, table


@pytest.mark.parametrize(
    ("here", "there"),
    [
        (None, {"C1", "C2", "C3", "C4", "C5", "C6"}),
        ("C8", {"C2", "C3", "C7", "C9", "M1", "M2"}),
        ("X3", {"X1", "X2", "G1"}),
        ("G1", {"E1"}),
        ("E1", {"E2"}),
        ("E2", {"E3"}),
    ],
)
def test_example_16_where_the_airplane_may_go(here: str | None, there: set[str]) -> None:
    """RULES 4.1, 4.2, 4.4."""
    s = table(3, Travel(0), airplane=here)

    assert set(question(s).options) == there
    for elsewhere in {"C8", "C1", "M5", "X3", "G1", "E2"} - there:
        assert refused(s, 0, "move", elsewhere) == "not-an-option"


def test_the_tile_stays_face_down_until_the_leader_flips_it() -> None:
    """RULES 4.2, D5."""
    s = table(3, Travel(0), Ready(0))

    answer(s, 0, "move", "C9")

    assert s.airplane == "C9"
    assert question(s).kind == "flip"
    assert s.encounter is None


def test_who_does_not_move_in_time_climbs_to_a_tile() -> None:
    """RULES D29."""
    s = table(3, Travel(0), airplane="C8")
    assert question(s).on_timeout == ("M1",)

    del s.board["M1"]
    assert question(s).on_timeout == ("M2",)

    del s.board["M2"]
    assert question(s).on_timeout == ("M1",)


def test_a_token_calms_one_card_before_or_after_the_move() -> None:
    """RULES 4.5, D4."""
    s = table(3, Travel(0), Ready(0), madness={1: ["M1-01"], 2: ["M2-01"]})

    answer(s, 0, "move", "calm-1")
    answer(s, 0, "move", "C9")
    answer(s, 0, "flip", "calm-2")

    assert (s.sled, s.spent) == (4, 2)
    assert [player.mad.rules for player in s.players] == [(), (), ()]
    assert question(s).options == ("flip",)


def test_only_a_player_with_an_active_card_can_be_calmed() -> None:
    """RULES 4.5, D4."""
    s = table(3, Ready(0), madness={1: ["M1-01"]})

    assert refused(s, 0, "flip", "calm-0") == "not-an-option"
    answer(s, 0, "flip", "calm-1")
    assert refused(s, 0, "flip", "calm-1") == "not-an-option"


def test_without_a_token_on_the_sled_nobody_is_calmed() -> None:
    """RULES 4.5."""
    s = table(3, Ready(0), madness={1: ["M1-01"]}, sled=0, spent=6)
    assert refused(s, 0, "flip", "calm-1") == "not-an-option"


def test_experts_ignore_their_highest_card_first() -> None:
    """RULES D4."""
    s = table(3, Ready(0), options={"expert": True}, madness={1: ["M1-01", "M2-01", "M3-01"]})

    answer(s, 0, "flip", "calm-1")
    assert s.players[1].active == ("M1-01", "M2-01")

    answer(s, 0, "flip", "calm-1")
    assert s.players[1].active == ("M1-01",)
    assert game.view(s, None).players[1].ignored == 2


def test_example_8_specimen_b_keeps_its_owner_from_calming_anybody() -> None:
    """RULES 8.1."""
    s = table(3, Ready(0), madness={0: ["M2-01"]}, relics={0: ["specimen_B"]})
    assert refused(s, 0, "flip", "calm-0") == "not-an-option"

    other = table(3, Ready(1), madness={0: ["M2-01"]}, relics={0: ["specimen_B"]}, leader=1)
    answer(other, 1, "flip", "calm-0")
    assert other.players[0].active == ()

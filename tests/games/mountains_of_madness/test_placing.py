"""RULES 5.7, 8.1, D33: who may put which cards on the sled, and when."""

from __future__ import annotations

import pytest

from service.games.mountains_of_madness.state import State
from tests.games.mountains_of_madness.table import answer, cards, facing, game, grains, refused, say, signal

HAND = ("tools 4", "books 5", "crates 6", "wound", "tools 3")


def mad(card: str, timed: bool = False, **more: object) -> State:
    return facing(madness={0: [card]}, hands={0: HAND}, timed=timed, **more)  # type: ignore[arg-type]


def test_example_23_a_vestige_binds_its_owner_while_he_leads() -> None:
    """RULES 8.1."""
    s = facing(hands={0: HAND}, relics={0: ["vestige_A"]})
    assert refused(s, 0, "place", "card-1") == "vestige"
    assert refused(s, 0, "place", "card-1", "card-2") == "vestige"
    answer(s, 0, "place", "card-2")

    s = facing(hands={0: HAND}, relics={0: ["vestige_A"]}, leader=1)
    answer(s, 0, "place", "card-1")


@pytest.mark.parametrize(
    ("relic", "kind"),
    [("vestige_A", "tools"), ("vestige_B", "books"), ("vestige_C", "weapons"), ("vestige_D", "crates")],
)
def test_each_vestige_covers_one_kind(relic: str, kind: str) -> None:
    s = facing(hands={0: [f"{kind} 4", "wound"]}, relics={0: [relic]})
    assert refused(s, 0, "place", "card-1") == "vestige"
    answer(s, 0, "place", "card-2")


def test_after_you_may_not_place_the_first_card() -> None:
    s = mad("M1-15")
    assert refused(s, 0, "place", "card-1") == "play-not-first"
    answer(s, 1, "place", "card-1")
    answer(s, 0, "place", "card-1")


def test_the_methodical_place_one_card_at_a_time() -> None:
    s = mad("M1-16")
    assert refused(s, 0, "place", "card-1", "card-2") == "play-one-by-one"
    answer(s, 0, "place", "card-1")
    answer(s, 0, "place", "card-1")


def test_by_your_leave_needs_a_yes_after_the_latest_message() -> None:
    s = mad("M2-07")
    assert refused(s, 0, "place", "card-1") == "play-precondition"
    say(s, 1, signal("yes"))
    say(s, 0, "4 tools")
    assert refused(s, 0, "place", "card-1") == "play-precondition"
    say(s, 2, "Oui!")
    answer(s, 0, "place", "card-1")


def test_by_your_leave_must_be_met_anew_in_each_timer() -> None:
    s = mad("M2-07")
    say(s, 1, signal("yes"))
    answer(s, 1, "place", "card-1")
    for seat in (0, 1, 2):
        answer(s, seat, "place", "done")
    answer(s, 0, "leader-window", "extend")
    assert refused(s, 0, "place", "card-1") == "play-precondition"


def test_the_miser_places_two_cards_in_the_whole_encounter() -> None:
    s = mad("M2-19")
    assert refused(s, 0, "place", "card-1", "card-2", "card-3") == "play-max-cards"
    answer(s, 0, "place", "card-4")
    for seat in (0, 1, 2):
        answer(s, seat, "place", "done")
    answer(s, 0, "leader-window", "extend")
    assert refused(s, 0, "place", "card-1", "card-2") == "play-max-cards"
    answer(s, 0, "place", "card-1")
    assert refused(s, 0, "place", "card-1") == "play-max-cards"


def test_example_28_itchy_fingers_in_a_timer() -> None:
    s = mad("M3-16", timed=True)
    grains(s, 11)
    assert not s.faced.placed
    name = next(name for name, asked in game.questions(s).items() if asked.seat == 0)

    grains(s)

    assert [each.seat for each in s.faced.placed] == [0]
    assert s.faced.placed[0].card in cards(*HAND)
    assert s.faced.silent
    assert name not in game.questions(s)


def test_example_28_itchy_fingers_in_relaxed_mode() -> None:
    s = mad("M3-16")
    for n in range(5):
        say(s, 1 + n % 2, "hello")
    assert not s.faced.placed
    say(s, 1, "hello")
    assert [each.seat for each in s.faced.placed] == [0]
    assert s.faced.silent


def test_itchy_fingers_rest_when_a_card_was_placed_and_wake_in_each_timer() -> None:
    s = mad("M3-16", timed=True)
    answer(s, 0, "place", "card-1")
    grains(s, 12)
    assert len(s.faced.placed) == 1

    answer(s, -1, "hourglass", "ran-out")
    answer(s, 0, "leader-window", "extend")
    grains(s, 12)
    assert len(s.faced.placed) == 2


def test_the_text_of_itchy_fingers_outranks_a_vestige() -> None:
    """RULES 5.4, 8.1: M3-16 with vestige_A."""
    s = facing(madness={0: ["M3-16"]}, hands={0: ["tools 4", "tools 3"]}, relics={0: ["vestige_A"]}, timed=True)
    assert refused(s, 0, "place", "card-1") == "vestige"
    grains(s, 12)
    assert [each.card for each in s.faced.placed] in (cards("tools 4"), cards("tools 3"))


def test_the_last_on_the_rope_waits_for_all_others() -> None:
    s = mad("M3-18")
    assert refused(s, 0, "place", "card-1") == "play-last"
    answer(s, 1, "place", "card-1")
    assert refused(s, 0, "place", "card-1") == "play-last"
    answer(s, 2, "place", "done")
    answer(s, 0, "place", "card-1")


def test_the_last_on_the_rope_may_place_in_the_last_five_seconds() -> None:
    s = mad("M3-18", timed=True)
    grains(s, 24)
    assert refused(s, 0, "place", "card-1") == "play-last"
    grains(s)
    answer(s, 0, "place", "card-1")


def test_odd_fingers_place_odd_values_and_wounds() -> None:
    s = mad("M3-19")
    assert refused(s, 0, "place", "card-1") == "play-parity"
    assert refused(s, 0, "place", "card-2", "card-3") == "play-parity"
    answer(s, 0, "place", "card-2", "card-4", "card-5")


def test_all_or_nothing_places_the_whole_hand_wounds_and_all() -> None:
    s = mad("M3-20")
    assert refused(s, 0, "place", "card-1", "card-2", "card-3", "card-5") == "play-whole-hand"
    answer(s, 0, "place", "card-1", "card-2", "card-3", "card-4", "card-5")
    assert s.players[0].hand == []


def test_the_text_of_all_or_nothing_outranks_a_vestige() -> None:
    """RULES 5.4, 8.1: M3-20 with vestige_A."""
    s = mad("M3-20", relics={0: ["vestige_A"]})
    assert refused(s, 0, "place", "card-2", "card-3", "card-4") == "play-whole-hand"
    answer(s, 0, "place", "card-1", "card-2", "card-3", "card-4", "card-5")
    assert s.players[0].hand == []


def test_wounds_go_to_the_discard_with_the_rest() -> None:
    """RULES 5.14."""
    s = facing(hands={0: ["wound"]})
    answer(s, 0, "place", "card-1")
    for seat in (0, 1, 2):
        answer(s, seat, "place", "done")
    answer(s, 0, "leader-window", "resolve")
    answer(s, 0, "consequence", "tools-madness-1")
    answer(s, 0, "consequence", "books-madness-1")
    assert cards("wound")[0] in s.discard

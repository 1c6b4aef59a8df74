"""What each Survival card does, and when it is refused."""

from __future__ import annotations

from typing import Any

import pytest

from service.games.not_alone.cards import SURVIVAL
from service.games.not_alone.rules.exploration import Explore
from service.games.not_alone.rules.hunting import Hunt, React
from service.games.not_alone.rules.windows import Window
from service.games.not_alone.state import State
from tests.games.not_alone.table import EXPLORATION, A, B, C, asks, game, hunted, options, refuses, say, table


def phase_1(card: str, hand: Any = ("lair", "jungle"), prey: Any = (), **fields: Any) -> State:
    """A holds this card and prepares; others may sit beside."""
    me = hunted(hand, survival=[card], **{k: fields.pop(k) for k in ("discard", "will") if k in fields})
    return table(Explore((A,)), prey=[me, *prey], **fields)


def window(kind: Any, card: str, *steps: Any, prey: Any = (), on: Any = ((A, "jungle"),), **fields: Any) -> State:
    """A holds this card in a window, being in the Jungle."""
    turn = {k: fields.pop(k) for k in ("discard", "will", "hand", "ignores", "mired") if k in fields}
    me = hunted(played=[card for seat, card, *_ in on if seat == A], survival=[card], **turn)
    return table(Window(kind), *steps, prey=[me, *prey], on=on, **fields)


@pytest.mark.parametrize("card", SURVIVAL)
def test_a_survival_card_is_played_in_its_own_window_only(card: str) -> None:
    """RULES 10.9, 14.1, D19."""
    tokens = {"creature": [2], "artemia": [2], "target": [2]}
    for kind, windows in (
        ("opening-window", ("p3_window", "p3_until_artemia", "p3_until_target", "p3_window_before_resolution")),
        ("target-window", ("p3_window", "p3_until_artemia", "p3_until_target")),
        ("artemia-window", ("p3_window", "p3_until_artemia")),
        ("creature-window", ("p3_window",)),
    ):
        s = window(kind, card, discard=["lair"], will=2, tokens=tokens)
        assert (card in options(s)) is (SURVIVAL[card].window in windows)
    if SURVIVAL[card].window != "p4_window":
        refuses(window("end-window", card, discard=["lair"], will=2, tokens=tokens), A, "end-window", card)
    if SURVIVAL[card].window != "p1_hunted":
        refuses(phase_1(card, discard=["river"], will=2), A, "explore", card)
    if SURVIVAL[card].window != "p2_hunted":
        s = table(React(), prey=[hunted(["lair"], ["jungle"], ["river"], [card], will=2)])
        refuses(s, A, "reaction-window", card)


def test_only_one_survival_card_a_turn() -> None:
    """RULES 10.9."""
    s = phase_1("smokescreen")
    s.at(A).survival.append("strike_back")
    s.hunt_hand = ["virus"]
    say(s, A, "explore", "smokescreen")
    refuses(s, A, "explore", "strike_back")


# -- phase 1 -----------------------------------------------------------------------


def test_adrenaline_recovers_a_will() -> None:
    """RULES 17.1, 13.10."""
    s = phase_1("adrenaline", will=2)
    say(s, A, "explore", "adrenaline")
    assert (s.at(A).will, s.will_reserve) == (3, 0)
    refuses(phase_1("adrenaline"), A, "explore", "adrenaline")


def test_adrenaline_takes_from_the_track_when_the_reserve_is_empty() -> None:
    """RULES 3.14."""
    s = phase_1("adrenaline", will=1, track=[5, 3], will_reserve=0)
    say(s, A, "explore", "adrenaline")
    say(s, A, "take-will", "rescue-3")
    assert (s.at(A).will, s.track) == (2, [5])


@pytest.mark.parametrize("card", ["ingenuity", "ingenuity_x"])
def test_ingenuity_puts_the_marker_on(card: str) -> None:
    """RULES 17.2, D61.2."""
    s = phase_1(card)
    say(s, A, "explore", card)
    assert s.marker == "on"
    refuses(phase_1(card, marker="on"), A, "explore", card)


def test_ingenuity_moves_the_shield_and_arrives_even_in_phase_1() -> None:
    """RULES D61.2."""
    s = phase_1("ingenuity_x", hand=["nexus"], planet=EXPLORATION, shield=3)
    say(s, A, "explore", "ingenuity_x")
    assert (s.shield, s.rescue) == (1, 10)


def test_sacrifice_silences_the_creature_for_a_card() -> None:
    """RULES 17.3."""
    s = table(Explore((A,)), Hunt(C), prey=[hunted(["lair", "jungle"], survival=["sacrifice"])], hunt_hand=["virus"])
    say(s, A, "explore", "sacrifice")
    say(s, A, "discard-places", "lair")
    say(s, A, "explore", "jungle")
    assert asks(s) == [(C, "place-token")]
    assert s.at(A).discard == ["lair"]


def test_sacrifice_needs_a_card_and_a_creature_that_may_still_play() -> None:
    """RULES 17.3, D8."""
    refuses(phase_1("sacrifice", hand=(), discard=["lair"]), A, "explore", "sacrifice")
    refuses(phase_1("sacrifice", now={"played": ["despair"]}), A, "explore", "sacrifice")


def test_sixth_sense_takes_back_two_or_the_only_one() -> None:
    """RULES 17.4, D52."""
    s = phase_1("sixth_sense", discard=["river", "beach", "rover"])
    say(s, A, "explore", "sixth_sense")
    refuses(s, A, "take-back", "river", "beach", "rover")
    say(s, A, "take-back", "river", "rover")
    assert s.at(A).discard == ["beach"]
    refuses(phase_1("sixth_sense"), A, "explore", "sixth_sense")


def test_strike_back_sends_two_cards_under_the_deck_for_all_to_see() -> None:
    """RULES 17.6, D47."""
    s = phase_1("strike_back", hunt_hand=["virus", "mirage", "clone"], hunt_deck=["toxin"])
    [*_, told] = say(s, A, "explore", "strike_back")
    assert (len(s.hunt_hand), s.hunt_deck[0], tuple(s.hunt_deck[1:])) == (1, "toxin", told.data["cards"])
    assert game.view(s, None).hunt_bottom == told.data["cards"]
    refuses(phase_1("strike_back"), A, "explore", "strike_back")


def test_scanner_shows_a_hunt_card_to_all_hunted() -> None:
    """RULES D47, D61.6."""
    s = phase_1("scanner", hunt_hand=["virus"], prey=[hunted(["lair"])])
    told = say(s, A, "explore", "scanner")
    assert [event.to for event in told if event.kind == "scanned"] == [(A, B)]
    assert game.view(s, B).hunt_known == ("virus",)
    assert game.view(s, None).hunt_known == ()
    assert s.hunt_hand == ["virus"]
    refuses(phase_1("scanner"), A, "explore", "scanner")


def test_solidarity_lets_each_hunted_take_back_a_card() -> None:
    """RULES D61.10."""
    s = phase_1("solidarity", discard=["river"], prey=[hunted(discard=["beach", "rover"]), hunted(["lair"])])
    say(s, A, "explore", "solidarity")
    say(s, A, "take-back", "river")
    say(s, B, "take-back")
    assert (s.at(A).discard, s.at(B).discard) == ([], ["beach", "rover"])
    refuses(phase_1("solidarity"), A, "explore", "solidarity")


def test_cartography_takes_a_reserve_card_of_a_revealed_place() -> None:
    """RULES D61.11."""
    s = phase_1("cartography")
    say(s, A, "explore", "cartography")
    say(s, A, "take-reserve", "wreck")
    assert ("wreck" in s.at(A).hand, s.reserve["wreck"]) == (True, 0)
    hidden = phase_1("cartography", hand=["nexus"], planet=EXPLORATION, hidden=[6, 7, 8, 9, 10])
    refuses(hidden, A, "explore", "cartography")


# -- phase 2 -----------------------------------------------------------------------


def test_vortex_swaps_with_the_discard_pile_for_all_to_see() -> None:
    """RULES 17.7, D38."""
    s = table(React(), prey=[hunted(["lair"], ["jungle"], ["river", "beach"], ["vortex"])])
    say(s, A, "reaction-window", "vortex")
    say(s, A, "swap-in", "beach")
    assert (s.at(A).played, s.at(A).discard) == (["beach"], ["river", "jungle"])
    assert game.view(s, C).hunted[0].known == ("beach",)
    refuses(table(React(), prey=[hunted(["lair"], ["jungle"], [], ["vortex"])]), A, "reaction-window", "vortex")


def test_with_two_played_cards_vortex_asks_which_one_leaves() -> None:
    """RULES 17.7, D38."""
    s = table(React(), prey=[hunted([], ["jungle", "lair"], ["river"], ["vortex"])])
    say(s, A, "reaction-window", "vortex")
    say(s, A, "swap-out", "lair")
    say(s, A, "swap-in", "river")
    assert (s.at(A).played, s.at(A).discard) == (["jungle", "river"], ["lair"])


def test_shortcut_shows_only_the_card_finally_discarded() -> None:
    """RULES D61.15."""
    s = table(React(), prey=[hunted(["lair", "river"], ["jungle"], survival=["shortcut"])])
    say(s, A, "reaction-window", "shortcut")
    unseen = say(s, A, "swap-in", "river")
    assert not [event for event in unseen if "cards" in event.data]
    say(s, A, "discard-places", "jungle")
    assert (s.at(A).hand, s.at(A).played, s.at(A).discard) == (["lair"], ["river"], ["jungle"])
    refuses(table(React(), prey=[hunted([], ["jungle"], survival=["shortcut"])]), A, "reaction-window", "shortcut")

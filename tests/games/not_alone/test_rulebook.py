"""Sentences of the French rulebook that were read differently before: each has a test of its own."""

from __future__ import annotations

from typing import Any

import pytest

from service.games.not_alone.rules.powers import Resolve
from service.games.not_alone.rules.reckoning import ArtemiaStep, CreatureStep, FreePlaces
from service.games.not_alone.rules.target_step import TargetStep
from service.games.not_alone.rules.tracks import Exhaustion, Rescue
from service.games.not_alone.rules.turn import CleanUp, Reckoning
from service.games.not_alone.rules.windows import Window
from service.games.not_alone.state import State
from tests.games.not_alone.table import (
    BASE,
    EXPLORATION,
    A,
    B,
    asks,
    hunted,
    options,
    refuses,
    say,
    table,
)

PORTAL = (*BASE[:9], "portal")

# -- the Portal --------------------------------------------------------------------


def late_portal(window: Any, card: str, stage: str, tokens: dict[str, list[int]], *steps: Any, **fields: Any) -> State:
    """A is on the Portal under the token that this card makes A ignore, and plays it; then A teleports to slot 2."""
    me = hunted(["jungle", "lair", "river"], played=["portal"], survival=[card], will=2)
    s = table(
        Window(window), *steps, prey=[me], planet=PORTAL, tokens=tokens, on=[(A, "portal")], stage=stage, **fields
    )
    say(s, A, window, card)
    say(s, A, "resolve", "use")
    say(s, A, "teleport", "jungle")
    return s


def test_who_is_teleported_in_the_artemia_window_is_the_target_of_hunt_cards_there() -> None:
    """RULES 3.16: Detector frees the Portal when the step of the Target is over."""
    tokens = {"artemia": [10], "target": [2]}
    s = late_portal("artemia-window", "detector", "target", tokens, ArtemiaStep(), force=["scream"])
    assert asks(s) == [(A, "scream")]
    say(s, A, "scream", "lose-will")
    assert (s.at(A).will, asks(s)) == (1, [(A, "resolve")]), "and then the place is resolved"


def test_who_is_teleported_late_is_counted_by_time_rift() -> None:
    """RULES 3.16, 4.1: one Hunted more on the targeted place is one space more."""
    tokens = {"artemia": [10], "target": [2]}
    s = late_portal("artemia-window", "detector", "target", tokens, ArtemiaStep(), force=["time_rift"])
    assert (s.assimilation, s.rescue) == (8, 11)


def test_who_is_teleported_in_the_creature_window_is_caught_by_the_artemia_token_there() -> None:
    """RULES 3.16: Dodge frees the Portal when the step of the Artemia token is over."""
    tokens = {"creature": [10], "artemia": [2]}
    s = late_portal("creature-window", "dodge", "artemia", tokens, CreatureStep(), force=["mutation"])
    assert (s.at(A).will, asks(s)) == (1, [(A, "discard-places")])
    say(s, A, "discard-places", "lair")
    assert (asks(s), s.presences[0].spent) == ([], True), "no power"


def test_who_is_teleported_in_the_creature_window_is_the_target_of_hunt_cards_there() -> None:
    """RULES 3.16: first the Target cards, then the place."""
    tokens = {"creature": [10], "target": [2]}
    s = late_portal("creature-window", "dodge", "artemia", tokens, CreatureStep(), force=["quicksand"])
    say(s, A, "discard-places", "lair")
    assert options(s) == {"nothing"}, "out of Quicksand the Jungle returns nothing"


def test_who_is_teleported_under_the_creature_token_is_caught_in_its_step() -> None:
    """RULES 3.16: this step is still to come."""
    tokens = {"artemia": [10], "creature": [2]}
    s = late_portal("artemia-window", "detector", "target", tokens, ArtemiaStep(), CreatureStep())
    assert (s.at(A).will, s.assimilation) == (1, 8)


def test_the_portal_is_discarded_in_phase_3_and_the_second_card_in_phase_4() -> None:
    """RULES 3.17: so the Portal may be taken back by the second place."""
    s = table(FreePlaces(), prey=[hunted(["lair"], played=["portal"])], planet=PORTAL, on=[(A, "portal")])
    say(s, A, "resolve", "use")
    say(s, A, "teleport", "lair")
    assert (s.at(A).discard, s.at(A).played) == (["portal"], ["lair"])
    say(s, A, "resolve", "nothing")
    CleanUp().finish(s)
    assert s.at(A).discard == ["portal", "lair"]


def test_a_pole_that_copies_the_portal_stays_until_phase_4() -> None:
    """RULES 3.9: a played Pole returns to the reserve in phase 4 and not before."""
    planet = (*BASE[:7], "pole", "portal", "artefact")
    prey = [hunted(["lair"], played=["pole"], survival=["gate"])]
    s = table(FreePlaces(), prey=prey, planet=planet, reserve={"pole": 0}, on=[(A, "pole")])
    say(s, A, "resolve", "gate")
    say(s, A, "copy-place", "portal")
    say(s, A, "teleport", "lair")
    assert (s.at(A).played, s.reserve["pole"]) == (["pole", "lair"], 0)
    say(s, A, "resolve", "nothing")
    CleanUp().finish(s)
    assert (s.at(A).discard, s.reserve["pole"]) == (["lair"], 1)


# -- Will --------------------------------------------------------------------------


def test_the_will_of_a_rescue_space_may_go_to_a_hunted_who_has_none() -> None:
    """RULES 3.12, 3.15: the only limit is three; the Hunted is then not exhausted."""
    prey = [hunted(will=0), hunted(will=2), hunted()]
    s = table(Rescue(1), Exhaustion(), prey=prey, track=[11])
    assert options(s) == {"seat-1", "seat-2"}
    say(s, A, "give-will", "seat-1")
    assert (s.at(A).will, s.assimilation) == (1, 9)


def test_the_archipelago_heals_any_hunted_who_lacks_will() -> None:
    """RULES 3.8: the player or another one; nothing is said against one who has none left."""
    prey = [hunted(played=["archipelago"], survival=["gate"]), hunted(will=0)]
    s = table(
        Resolve(A, 0), prey=prey, planet=EXPLORATION, stage="free", survival_deck=["dodge"], on=[(A, "archipelago")]
    )
    say(s, A, "resolve", "use")
    say(s, A, "barter", "gate")
    assert s.at(B).will == 1


def test_the_oasis_gives_back_as_many_cards_as_will_is_missing() -> None:
    """RULES 3.2: the number is exact, as far as the discard pile goes."""
    prey = [hunted(played=["oasis"], discard=["nexus", "fjord", "dome"], will=1)]
    s = table(FreePlaces(), prey=prey, planet=EXPLORATION, on=[(A, "oasis")])
    say(s, A, "resolve", "use")
    refuses(s, A, "take-back", "nexus")
    say(s, A, "take-back", "nexus", "dome")
    assert s.at(A).hand == ["oasis", "nexus", "dome"]


# -- copying -----------------------------------------------------------------------


def moved(ruined: list[int], **fields: Any) -> State:
    """A played the Wreck, was moved to the Source and holds a Gate; these slots are unusable."""
    prey = [hunted(played=["wreck"], discard=["lair"], survival=["gate"])]
    return table(Resolve(A, 0), prey=prey, on=[(A, "wreck", 9)], stage="free", now={"ruined": ruined}, **fields)


def test_copying_needs_the_power_of_the_place_played_in_phase_1() -> None:
    """RULES 5.3, D55: the Wreck is unusable, so nothing is copied, although the Source could be used."""
    s = moved([8], survival_deck=["dodge"])
    assert options(s) == {"draw", "take-back", "nothing"}
    refuses(s, A, "resolve", "gate")


def test_copying_does_not_need_the_power_of_the_place_one_was_moved_to() -> None:
    """RULES 5.3, 6.6: the Source is unusable: no power and no card back, but the Gate copies."""
    s = moved([9])
    assert options(s) == {"gate", "nothing"}
    say(s, A, "resolve", "gate")
    say(s, A, "copy-place", "wreck")
    assert s.rescue == 11
    assert asks(moved([8, 9])) == []


def test_whoever_is_asked_on_an_unusable_place_tells_nothing_of_their_cards() -> None:
    """RULES 5.3, D6: the question depends on public facts alone."""
    for card in ("gate", "dodge"):
        prey = [hunted(played=["wreck"], survival=[card])]
        s = table(Resolve(A, 0), prey=prey, on=[(A, "wreck", 9)], stage="free", now={"ruined": [9]})
        assert asks(s) == [(A, "resolve")]


# -- cards that move a token -------------------------------------------------------


@pytest.mark.parametrize("window", ["opening-window", "target-window", "artemia-window", "creature-window"])
def test_wrong_track_may_be_played_in_any_window_before_the_creature_strikes(window: Any) -> None:
    """RULES 6.3, D19: and who is no longer covered resolves the place."""
    stage = {"opening-window": "", "target-window": "free", "artemia-window": "target", "creature-window": "artemia"}
    s = table(
        Window(window),
        *([FreePlaces()] if window == "opening-window" else []),
        CreatureStep(),
        prey=[hunted(played=["jungle"], survival=["wrong_track"])],
        tokens={"creature": [2]},
        on=[(A, "jungle")],
        stage=stage[window],
    )
    say(s, A, window, "wrong_track")
    say(s, A, "move-token", "s7")
    say(s, A, "resolve", "use")
    assert (s.at(A).will, s.at(A).hand, s.assimilation) == (3, ["jungle"], 9)


def test_hologram_may_be_played_in_any_window_before_artemia_strikes() -> None:
    """RULES 6.3, D19: but no longer once it has struck."""

    def at(window: Any, stage: str) -> State:
        prey = [hunted(["lair"], played=["jungle"], survival=["hologram"])]
        return table(Window(window), ArtemiaStep(), prey=prey, tokens={"artemia": [2]}, on=[(A, "jungle")], stage=stage)

    for window, stage in (("target-window", "free"), ("artemia-window", "target")):
        s = at(window, stage)
        say(s, A, window, "hologram")
        say(s, A, "move-token", "s1")
        say(s, A, "resolve", "use")
        assert s.at(A).hand == ["lair", "jungle"]
    refuses(at("creature-window", "artemia"), A, "creature-window", "hologram")


def test_a_token_moved_late_catches_those_it_then_covers() -> None:
    """RULES 8.3, D19: also who has resolved a place already."""
    s = table(
        Window("artemia-window"),
        ArtemiaStep(),
        prey=[hunted(played=["jungle"], survival=["hologram"]), hunted(["river"], played=["lair"])],
        tokens={"artemia": [2]},
        on=[(A, "jungle"), (B, "lair")],
        stage="target",
    )
    s.presences[1].spent = True
    say(s, A, "artemia-window", "hologram")
    say(s, A, "move-token", "s1")
    say(s, A, "resolve", "nothing")
    assert s.at(B).discard == ["river"]


def test_a_card_just_drawn_may_prevent_the_effect_to_come() -> None:
    """RULES 6.3, D19: the Shelter gives Wrong Track in step A, and it is played before step D."""
    s = table(
        Reckoning(),
        prey=[hunted(played=["shelter"]), hunted(played=["jungle"])],
        tokens={"creature": [2]},
        survival_deck=["wrong_track", "gate"],
    )
    say(s, A, "resolve", "use")
    say(s, A, "keep-survival", "wrong_track")
    say(s, A, "creature-window", "wrong_track")
    say(s, A, "move-token", "s1")
    assert asks(s) == [(B, "resolve")]


def test_a_target_moved_late_strikes_those_it_then_covers() -> None:
    """RULES 8.3, D19: Decoy moves the Target onto somebody who has resolved a place."""
    s = table(
        Window("target-window"),
        TargetStep(),
        prey=[hunted(["river"], played=["jungle"], survival=["decoy"]), hunted(["rover"], played=["lair"])],
        tokens={"target": [2]},
        force=["scream"],
        on=[(A, "jungle"), (B, "lair")],
        stage="free",
    )
    s.presences[1].spent = True
    say(s, A, "target-window", "decoy")
    say(s, A, "move-token", "s1")
    say(s, A, "resolve", "nothing")
    assert (s.at(A).will, s.at(B).will) == (3, 2)

"""What Hunt cards do to powers, in the steps of phase 3, and at the end of the turn."""

from __future__ import annotations

import pytest

from service.games.not_alone.rules.hunting import Hunt, Hunting
from service.games.not_alone.rules.on_reveal import OnReveal
from service.games.not_alone.rules.reckoning import ArtemiaStep, CreatureStep, FreePlaces
from service.games.not_alone.rules.target_step import TargetStep
from service.games.not_alone.rules.turn import EndOfTurn
from service.games.not_alone.rules.windows import Window
from service.games.not_alone.state import State
from tests.games.not_alone.table import (
    BASE,
    EXPLORATION,
    A,
    B,
    C,
    asks,
    game,
    hunted,
    options,
    refuses,
    say,
    table,
)

# -- phase 2, powers ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("card", "planet"), [("interference", BASE), ("interference_x", EXPLORATION), ("interference_x", BASE)]
)
def test_interference_shuts_the_places_numbered_4_and_8(card: str, planet: tuple[str, ...]) -> None:
    """RULES 16.7, D60.1."""
    for number in (4, 8):
        place = planet[number - 1]
        s = table(FreePlaces(), prey=[hunted(played=[place])], planet=planet, force=[card], on=[(A, place)])
        assert asks(s) == []
    s = table(FreePlaces(), prey=[hunted(played=[planet[0]])], planet=planet, force=[card], on=[(A, planet[0])])
    assert asks(s) == [(A, "resolve")]


def test_persecution_lets_the_lair_bring_back_one_card() -> None:
    """RULES 16.8."""
    s = table(
        FreePlaces(),
        prey=[hunted(played=["lair"], discard=["jungle", "river"])],
        force=["persecution"],
        on=[(A, "lair")],
    )
    say(s, A, "resolve", "recover-all")
    refuses(s, A, "take-back", "jungle", "river")
    say(s, A, "take-back", "river")
    assert s.at(A).hand == ["river"]


def test_mirage_covers_two_slots_but_leaves_a_force_field_where_it_is() -> None:
    """RULES 16.13, D16."""
    s = table(
        Hunt(C),
        prey=[hunted(played=["jungle"])],
        hunt_hand=["mirage"],
        tokens={"target": [4, 5]},
        force=["force_field"],
    )
    say(s, C, "hunt", "mirage")
    assert s.tokens["target"] == [4, 5]
    t = table(Hunt(C), prey=[hunted(played=["jungle"])], hunt_hand=["mirage"])
    say(t, C, "hunt", "mirage")
    say(t, C, "place-token", "s1")
    refuses(t, C, "place-token", "s2")
    say(t, C, "place-token", "s2+s7")
    assert t.tokens["target"] == [2, 7]


# -- Artemia cards -----------------------------------------------------------------


def artemia(force: list[str]) -> State:
    """A is caught by the Artemia token, with three cards in hand."""
    return table(
        ArtemiaStep(),
        prey=[hunted(["lair", "river", "rover"], played=["jungle"])],
        tokens={"artemia": [2]},
        force=force,
        on=[(A, "jungle")],
    )


def test_mutation_also_costs_a_will() -> None:
    """RULES 16.9."""
    assert artemia(["mutation"]).at(A).will == 2
    assert artemia([]).at(A).will == 3


def test_miasma_costs_two_cards() -> None:
    """RULES D60.10."""
    s = artemia(["miasma"])
    refuses(s, A, "discard-places", "lair")
    say(s, A, "discard-places", "lair", "rover")
    assert s.at(A).hand == ["river"]


def test_virus_covers_two_slots_and_is_placed_again() -> None:
    """RULES 16.11, D15."""
    s = table(Hunting(), prey=[hunted(played=["jungle"])], hunt_hand=["virus"], rescue=6)
    say(s, C, "hunt", "artemia")
    say(s, C, "place-token", "s1")
    say(s, C, "hunt", "virus")
    say(s, C, "place-token", "s1")
    say(s, C, "place-token", "s1+s6")
    assert s.tokens == {"creature": [1], "artemia": [1, 6]}


def test_tentacles_may_move_the_artemia_token_once_cards_are_revealed() -> None:
    """RULES 5.6, D60.9."""
    s = table(
        OnReveal(), prey=[hunted(played=["jungle"])], tokens={"artemia": [1], "creature": [9]}, force=["tentacles"]
    )
    assert options(s) == {"nothing", "s2", "s6"}
    say(s, C, "move-token", "s2")
    assert s.tokens["artemia"] == [2]


# -- Target cards ------------------------------------------------------------------


def target(force: list[str], prey: list[object] | None = None, **fields: object) -> State:
    """A is on the Target, in the Jungle."""
    people = prey or [hunted(["lair", "river", "rover"], ["jungle"], ["beach"], ["dodge", "gate"])]
    return table(
        TargetStep(),
        prey=people,  # type: ignore[arg-type]
        tokens={"target": [2], "creature": [10]},
        force=force,
        on=[(A, "jungle")],
        **fields,  # type: ignore[arg-type]
    )


def test_scream_leaves_the_choice_between_two_cards_and_a_will() -> None:
    """RULES 16.14."""
    s = target(["scream"])
    t = game.copy(s)
    say(s, A, "scream", "discard-two")
    say(s, A, "discard-places", "lair", "river")
    assert (s.at(A).will, asks(s)) == (3, [(A, "resolve")])
    say(t, A, "scream", "lose-will")
    assert (t.at(A).will, len(t.at(A).hand)) == (2, 3)


def test_toxin_costs_a_survival_card_and_shuts_the_place() -> None:
    """RULES 16.15."""
    s = target(["toxin"])
    say(s, A, "discard-survival", "gate")
    assert (s.at(A).survival, s.survival_discard) == (["dodge"], ["gate"])
    assert asks(s) == []


def test_toxin_shuts_the_place_for_those_without_survival_cards_too() -> None:
    """RULES 16.15."""
    assert asks(target(["toxin"], [hunted(played=["jungle"], discard=["lair"])])) == []


def test_quicksand_takes_a_card_and_holds_the_others() -> None:
    """RULES D60.8."""
    s = target(["quicksand"])
    say(s, A, "discard-places", "river")
    assert options(s) == {"gate", "nothing"}, "no power and no take-back; but the Gate may lead to the River"


def test_time_rift_counts_each_hunted_once_and_not_those_who_ignore_it() -> None:
    """RULES 4.1, D22, D60.2."""
    both = [hunted(played=["jungle"], ignores=["target"]), hunted(played=["jungle", "lair"])]
    s = table(
        TargetStep(),
        prey=both,
        tokens={"target": [1, 2], "creature": [1, 2]},
        force=["time_rift"],
        on=[(A, "jungle"), (B, "jungle"), (B, "lair")],
    )
    assert (s.assimilation, s.rescue) == (8, 11)


def test_clone_catches_in_step_d_and_does_nothing_in_step_b() -> None:
    """RULES 16.12, D35."""
    s = table(
        TargetStep(),
        CreatureStep(),
        prey=[hunted(played=["jungle"])],
        tokens={"target": [2], "creature": [10]},
        force=["clone"],
        on=[(A, "jungle")],
    )
    assert (s.at(A).will, s.assimilation) == (2, 8)


def test_inertia_strikes_only_if_somebody_is_on_the_target() -> None:
    """RULES 4.3, D60.4."""
    for slot, struck in ((2, True), (3, False)):
        s = table(
            OnReveal(),
            prey=[hunted(played=["jungle"])],
            tokens={"target": [slot]},
            force=["inertia"],
            on=[(A, "jungle")],
        )
        assert s.now.inert is struck


def test_ubiquity_may_swap_with_any_token_on_the_planet_or_none() -> None:
    """RULES 4.5, D60.5."""
    s = table(
        OnReveal(), prey=[hunted(played=["jungle"])], tokens={"target": [3], "creature": [7, 8]}, force=["ubiquity"]
    )
    assert options(s) == {"nothing", "creature"}
    say(s, C, "ubiquity", "creature")
    assert s.tokens == {"target": [7, 8], "creature": [3]}


def test_the_creature_chooses_the_order_of_what_strikes_on_reveal() -> None:
    """RULES 5.6, D18."""
    s = table(
        OnReveal(),
        prey=[hunted(played=["jungle"])],
        tokens={"target": [3], "creature": [2]},
        force=["inertia", "ubiquity"],
        on=[(A, "jungle")],
    )
    say(s, C, "order-effects", "ubiquity")
    say(s, C, "ubiquity", "creature")
    assert s.now.inert, "the Target came to the Jungle first"


# -- phase 3 and 4 -----------------------------------------------------------------


def test_cataclysm_ruins_a_place_for_those_not_yet_resolved() -> None:
    """RULES 16.16."""
    s = table(
        Window("opening-window"),
        FreePlaces(),
        prey=[hunted(played=["jungle"])],
        hunt_hand=["cataclysm"],
        on=[(A, "jungle")],
    )
    say(s, C, "opening-window", "cataclysm")
    say(s, C, "name-slot", "s2")
    assert asks(s) == []


def test_detour_leads_to_no_inaccessible_slot() -> None:
    """RULES 16.17, D2."""
    s = table(
        Window("opening-window"),
        prey=[hunted(played=["lair"])],
        hunt_hand=["detour"],
        tokens={"target": [2, 7]},
        force=["force_field"],
        now={"hunt_limit": 2},
        on=[(A, "lair")],
    )
    say(s, C, "opening-window", "detour")
    assert s.presences[0].slot == 6, "slot 2 is under the Force Field, so there is only one way"


def test_tornado_exchanges_all_on_two_adjacent_slots() -> None:
    """RULES D60.7."""
    s = table(
        Window("opening-window"),
        prey=[hunted(played=["jungle"]), hunted(played=["river"])],
        hunt_hand=["tornado"],
        on=[(A, "jungle"), (B, "river")],
    )
    say(s, C, "opening-window", "tornado")
    assert "s9+s10" not in options(s), "nobody is there"
    say(s, C, "name-pair", "s2+s3")
    assert [presence.slot for presence in s.presences] == [3, 2]


def test_stasis_stops_the_step_of_rescue_in_phase_four() -> None:
    """RULES 16.18."""
    s = table(EndOfTurn(), prey=[hunted(played=["lair"])], hunt_hand=["stasis"])
    say(s, C, "end-window", "stasis")
    assert s.rescue == 12

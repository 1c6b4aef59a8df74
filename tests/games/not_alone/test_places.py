"""What each place does, what it refuses, and how powers are copied."""

from __future__ import annotations

from typing import Any

import pytest

from service.games.not_alone.cards import PLACES
from service.games.not_alone.rules.powers import POWERS, Resolve
from service.games.not_alone.rules.turn import CleanUp
from service.games.not_alone.state import State
from tests.games.not_alone.table import BASE, EXPLORATION, A, B, asks, game, hunted, options, refuses, say, table


def here(place: str, prey: Any = (), **fields: Any) -> State:
    """A resolves this place; others may sit beside."""
    mine = {k: fields.pop(k) for k in ("hand", "discard", "survival", "will", "pending", "mired") if k in fields}
    planet = fields.pop("planet", BASE if PLACES[place].set == "base" else EXPLORATION)
    me = hunted(played=[place], **mine)
    return table(Resolve(A, 0), prey=[me, *prey], planet=planet, on=[(A, place)], stage="free", **fields)


def test_every_place_has_a_power() -> None:
    assert POWERS.keys() == PLACES.keys()


@pytest.mark.parametrize("place", PLACES)
def test_an_unusable_place_offers_nothing_at_all(place: str) -> None:
    """RULES 6.6."""
    s = here(place, discard=[], will=2, now={"inert": True}, survival=["gate"])
    assert asks(s) == []


@pytest.mark.parametrize("place", PLACES)
def test_instead_of_any_power_a_card_may_be_taken_back(place: str) -> None:
    """RULES 6.5, 13.6."""
    first = "lair" if PLACES[place].set == "base" else "nexus"
    s = here(place, discard=[first] if place != first else ["jungle"])
    say(s, A, "resolve", "take-back")
    say(s, A, "take-back", *s.at(A).discard)
    assert s.at(A).hand == ([first] if place != first else ["jungle"])


# -- 1 -----------------------------------------------------------------------------


@pytest.mark.parametrize("place", ["lair", "nexus"])
def test_the_whole_pile_comes_back_without_the_card_itself(place: str) -> None:
    """RULES 15.1, D28, D59.1."""
    s = here(place, discard=["rover", "beach"] if place == "lair" else ["oasis", "dome"])
    say(s, A, "resolve", "recover-all")
    assert (len(s.at(A).hand), s.at(A).discard, s.at(A).played) == (2, [], [place])
    refuses(here(place), A, "resolve", "recover-all")


def test_the_nexus_copies_next_to_the_creature_but_not_under_it() -> None:
    """RULES 13.8, D59.1."""
    s = here("nexus", planet=("nexus", *BASE[1:]), tokens={"creature": [2, 7]})
    say(s, A, "resolve", "copy")
    assert options(s) == {"river", "swamp", "wreck"}
    say(s, A, "copy-place", "swamp")
    assert s.at(A).hand == ["nexus"], "this card is the one that was played"


def test_neither_copies_itself_nor_the_artefact() -> None:
    """RULES 13.8."""
    refuses(here("lair", tokens={"creature": [1]}), A, "resolve", "copy")
    refuses(here("lair", tokens={"creature": [10]}), A, "resolve", "copy")


# -- 2 and 6 -----------------------------------------------------------------------


@pytest.mark.parametrize(("place", "most"), [("jungle", 1), ("swamp", 2)])
def test_this_card_and_some_others_return(place: str, most: int) -> None:
    """RULES 15.2, 15.6."""
    s = here(place, discard=["lair", "river", "beach"])
    say(s, A, "resolve", "use")
    refuses(s, A, "take-back", "lair", "river", "beach")
    say(s, A, "take-back", *["lair", "river"][:most])
    assert s.at(A).hand == [place, "lair", "river"][: most + 1]


@pytest.mark.parametrize("place", ["jungle", "oasis", "swamp", "mangrove", "lair", "nexus"])
def test_out_of_quicksand_no_power_brings_cards_back(place: str) -> None:
    """RULES D60.8."""
    s = here(place, discard=["river", "rover"] if PLACES[place].set == "base" else ["fjord", "dome"], mired=True)
    assert options(s) == {"nothing"}


def test_the_jungle_alone_returns_itself() -> None:
    """RULES 15.2."""
    s = here("jungle")
    say(s, A, "resolve", "use")
    assert s.at(A).hand == ["jungle"]


def test_the_mangrove_shares() -> None:
    """RULES D28, D59.4."""
    s = here("mangrove", discard=["nexus"], prey=[hunted(discard=["oasis", "dome"]), hunted()])
    say(s, A, "resolve", "use")
    say(s, A, "take-back", "nexus")
    assert options(s) == {f"seat-{B}", "nothing"}
    say(s, A, "share", f"seat-{B}")
    say(s, B, "take-back", "dome")
    assert (s.at(A).hand, s.at(B).hand) == (["mangrove", "nexus"], ["dome"])


def test_alone_the_mangrove_gives_two() -> None:
    """RULES D59.4."""
    s = here("mangrove", discard=["nexus", "oasis", "dome"])
    say(s, A, "resolve", "use")
    say(s, A, "take-back", "nexus", "dome")
    assert s.at(A).hand == ["mangrove", "nexus", "dome"]


def test_persecution_counts_the_card_of_the_other_too() -> None:
    """RULES 16.8, D32."""
    s = here("mangrove", discard=["nexus"], prey=[hunted(discard=["oasis"])], force=["persecution"])
    say(s, A, "resolve", "use")
    assert options(s) == {"mangrove", "nexus", f"seat-{B}", "nothing"}
    say(s, A, "share", f"seat-{B}")
    say(s, B, "take-back", "oasis")
    assert (s.at(A).hand, s.at(B).hand) == ([], ["oasis"])


# -- 3 and 10 ----------------------------------------------------------------------


@pytest.mark.parametrize("place", ["river", "fjord", "artefact"])
def test_double_plays_do_not_stack(place: str) -> None:
    """RULES 13.9, 15.3, 15.10, D59.8."""
    s = here(place)
    say(s, A, "resolve", "use")
    assert s.at(A).pending == place
    refuses(here(place, pending="river"), A, "resolve", "use")


def test_the_portal_needs_a_card_to_play() -> None:
    """RULES D34."""
    refuses(here("portal"), A, "resolve", "use")


def test_the_portal_under_the_target_waits_for_its_step() -> None:
    """RULES 3.16."""
    s = here("portal", hand=["nexus"], tokens={"target": [1]}, force=["scream"])
    say(s, A, "resolve", "use")
    say(s, A, "teleport", "nexus")
    assert asks(s) == []
    assert not s.presences[0].spent


# -- 4 and 8 -----------------------------------------------------------------------


def test_the_beach_turns_the_marker_and_then_brings_rescue() -> None:
    """RULES 15.4."""
    s = here("beach")
    say(s, A, "resolve", "use")
    assert (s.marker, s.rescue) == ("on", 12)
    t = here("beach", marker="on")
    say(t, A, "resolve", "use")
    assert (t.marker, t.rescue) == ("off", 11)


def test_the_dome_moves_the_shield() -> None:
    """RULES D59.2."""
    s = here("dome")
    say(s, A, "resolve", "use")
    assert (s.shield, s.rescue) == (2, 12)


def test_the_wreck_and_the_pole_bring_rescue() -> None:
    """RULES 15.8, D59.6."""
    s = here("wreck")
    say(s, A, "resolve", "use")
    assert s.rescue == 11
    t = here("pole")
    say(t, A, "resolve", "use")
    assert (t.rescue, t.at(A).will) == (10, 2)


@pytest.mark.parametrize("place", ["beach", "dome", "wreck", "pole"])
def test_once_a_turn_for_the_whole_team(place: str) -> None:
    """RULES 13.7, D59.2, D59.6."""
    refuses(here(place, now={"used": [place]}), A, "resolve", "use")


def test_a_pole_that_was_played_goes_to_the_reserve_used_or_not() -> None:
    """RULES 3.9."""
    s = here("pole")
    say(s, A, "resolve", "nothing")
    CleanUp().finish(s)
    assert (s.at(A).discard, s.reserve["pole"]) == ([], 2)


# -- 5 -----------------------------------------------------------------------------


def test_the_rover_takes_what_is_not_owned() -> None:
    """RULES 15.5."""
    s = here("rover", hand=["swamp"])
    say(s, A, "resolve", "use")
    assert options(s) == {"shelter", "wreck", "source", "artefact"}
    say(s, A, "take-reserve", "wreck")
    assert s.at(A).hand == ["swamp", "wreck"]
    refuses(here("rover", hand=BASE[5:]), A, "resolve", "use")


def test_the_labyrinth_reveals_or_takes_what_is_revealed() -> None:
    """RULES 3.6, D59.3."""
    s = here("labyrinth", hidden=[7, 8, 9, 10])
    assert options(s) == {"reveal", "take-card", "nothing"}
    t = game.copy(s)
    say(s, A, "resolve", "take-card")
    assert s.at(A).hand == ["mangrove"]
    say(t, A, "resolve", "reveal")
    say(t, A, "reveal-slot", "s8")
    say(t, A, "discovery", "take-card")
    assert (t.at(A).hand, t.hidden) == (["pole"], [7, 9, 10])
    refuses(here("labyrinth", hand=EXPLORATION[5:]), A, "resolve", "reveal")


def test_the_labyrinth_may_activate_the_artefact() -> None:
    """RULES D30."""
    planet = (*EXPLORATION[:5], *BASE[5:])
    s = here("labyrinth", planet=planet, hidden=[10])
    say(s, A, "resolve", "reveal")
    say(s, A, "discovery", "activate")
    assert s.at(A).pending == "artefact"


def test_a_portal_activated_by_the_labyrinth_leaves_the_labyrinth_played() -> None:
    """RULES 3.17, D43."""
    s = here("labyrinth", hand=["oasis"], hidden=[10])
    say(s, A, "resolve", "reveal")
    say(s, A, "discovery", "activate")
    say(s, A, "teleport", "oasis")
    assert (s.at(A).played, s.at(A).discard) == (["labyrinth", "oasis"], [])
    assert asks(s) == [(A, "resolve")]


# -- 7 and 9 -----------------------------------------------------------------------


def test_the_shelter_keeps_one_of_two_and_shows_the_other() -> None:
    """RULES 15.7, D5."""
    s = here("shelter", survival_deck=["dodge", "gate", "vortex"])
    say(s, A, "resolve", "use")
    assert game.view(s, A).me.found == ("dodge", "gate")  # type: ignore[union-attr]
    say(s, A, "keep-survival", "gate")
    assert (s.at(A).survival, s.survival_discard, s.survival_deck) == (["gate"], ["dodge"], ["vortex"])
    refuses(here("shelter"), A, "resolve", "use")


def test_the_source_heals_or_draws() -> None:
    """RULES 13.10, 15.9."""
    s = here("source", will=2, prey=[hunted(will=1)], survival_deck=["dodge"])
    t = game.copy(s)
    say(s, A, "resolve", "heal")
    say(s, A, "heal", f"seat-{B}")
    assert s.at(B).will == 2
    say(t, A, "resolve", "draw")
    assert t.at(A).survival == ["dodge"]
    refuses(here("source", will=0), A, "resolve", "heal")
    refuses(here("source"), A, "resolve", "draw")


def test_the_archipelago_draws_and_may_barter() -> None:
    """RULES 3.8, D59.5."""
    s = here("archipelago", will=2, survival_deck=["dodge"])
    say(s, A, "resolve", "use")
    say(s, A, "barter", "dodge")
    assert (s.at(A).will, s.survival_discard) == (3, ["dodge"])


def test_under_despair_the_archipelago_still_barters() -> None:
    """RULES D59.5."""
    s = here("archipelago", will=2, survival=["gate"], survival_deck=["dodge"], force=["despair"])
    say(s, A, "resolve", "use")
    say(s, A, "barter", "gate")
    assert (s.at(A).will, s.survival_deck) == (3, ["dodge"])
    refuses(here("archipelago", survival_deck=["dodge"], force=["despair"]), A, "resolve", "use")


def test_the_fungi_use_only_free_spaces_ahead() -> None:
    """RULES 3.11, 3.13."""
    s = here("fungi", will=1, prey=[hunted(will=2)], rescue=4, track=[3])
    say(s, A, "resolve", "seed-will")
    assert options(s) == {"rescue-2", "rescue-1"}
    say(s, A, "seed-will", "rescue-2", "rescue-1")
    assert (s.track, s.will_reserve) == ([3, 2, 1], 0)
    refuses(here("fungi", will=1, rescue=1), A, "resolve", "seed-will")

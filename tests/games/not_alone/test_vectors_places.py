"""The worked examples of RULES.md about the powers of places."""

from __future__ import annotations

import pytest

from service.games.not_alone.rules.exploration import Explore
from service.games.not_alone.rules.reckoning import CreatureStep, FreePlaces
from service.games.not_alone.rules.survival_cards import survive_with
from service.games.not_alone.rules.tracks import Exhaustion
from service.games.not_alone.rules.turn import EndOfTurn, Reckoning
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


def test_t13_the_lair_copies_the_jungle_and_returns_itself() -> None:
    """RULES 5.2, 13.8, 15.1."""
    s = table(
        FreePlaces(),
        prey=[hunted(played=["lair"], discard=["beach", "rover"])],
        tokens={"creature": [2]},
        on=[(A, "lair")],
    )
    say(s, A, "resolve", "copy")

    say(s, A, "take-back", "beach")

    assert s.at(A).hand == ["lair", "beach"]
    assert s.at(A).will == 3


def test_t14_persecution_brings_back_one_card_in_all() -> None:
    """RULES 16.8, D32."""
    s = table(
        FreePlaces(),
        prey=[hunted(played=["swamp"], discard=["lair", "jungle"])],
        force=["persecution"],
        on=[(A, "swamp")],
    )
    say(s, A, "resolve", "use")

    assert options(s) == {"swamp", "lair", "jungle"}
    refuses(s, A, "take-back", "swamp", "lair")
    say(s, A, "take-back", "swamp")
    assert s.at(A).hand == ["swamp"]


def test_t15_the_card_the_river_drops_returns_unseen() -> None:
    """RULES 8.2, 13.1, 15.3."""
    s = table(
        Reckoning(),
        prey=[hunted(["lair"], played=["jungle", "beach"], pending="river")],
        tokens={"creature": [4]},
    )
    before = game.view(s, C).hunted[0]
    assert (before.played, before.revealed) == (2, ())

    say(s, A, "keep-explored", "jungle")

    after = game.view(s, C).hunted[0]
    assert (after.played, after.revealed, after.hand) == (1, ("jungle",), 2)
    assert s.at(A).hand == ["lair", "beach"]


def test_t16_the_artefact_explores_two_places() -> None:
    """RULES 13.1, 15.10."""
    s = table(
        Reckoning(),
        prey=[hunted(played=["rover", "source"], pending="artefact")],
        tokens={"creature": [9]},
        assimilation=8,
    )
    assert asks(s) == [(A, "resolve")]
    say(s, A, "resolve", "use")
    say(s, A, "take-reserve", "shelter")

    assert (s.at(A).will, s.assimilation) == (2, 7)
    assert s.at(A).discard == ["rover", "source"]


def test_t17_only_one_of_two_uses_the_beach() -> None:
    """RULES 8.4, 13.7, D29."""
    s = table(
        FreePlaces(),
        prey=[hunted(played=["beach"]), hunted(played=["beach"], discard=["lair"])],
        on=[(A, "beach"), (B, "beach")],
    )
    say(s, A, "resolve", "use")

    assert s.marker == "on"
    assert options(s, B) == {"take-back", "nothing"}


def test_t24_the_oasis_gives_what_the_will_lacks() -> None:
    """RULES 3.2."""

    def oasis(will: int) -> None:
        s = table(
            FreePlaces(),
            prey=[hunted(played=["oasis"], discard=["nexus", "fjord", "dome"], will=will)],
            planet=EXPLORATION,
            on=[(A, "oasis")],
        )
        say(s, A, "resolve", "use")
        if will < 3:
            refuses(s, A, "take-back", "nexus", "fjord", "dome")
            say(s, A, "take-back", "nexus", "fjord")
        assert len(s.at(A).hand) == (3 if will == 1 else 1)

    oasis(1)
    oasis(3)


def test_t25_the_fjord_plays_from_hand_and_discard() -> None:
    """RULES 3.4, 11.5, D4, D59.8."""
    planet = ("lair", "jungle", "fjord", *BASE[3:])
    s = table(
        Explore((A,)),
        Reckoning(),
        prey=[hunted(["lair", "beach"], discard=["jungle", "shelter"], pending="fjord")],
        planet=planet,
        survival_deck=["dodge", "gate"],
        tokens={"creature": [1]},
    )
    refuses(s, A, "explore", "lair", "beach")
    refuses(s, A, "explore", "shelter", "jungle")
    refuses(s, A, "explore", "beach")

    told = say(s, A, "explore", "beach", "shelter")

    assert [e.data["cards"] for e in told if e.kind == "played-from-pile" and e.to is None] == [("shelter",)]
    assert game.view(s, C).hunted[0].known == ("shelter",)
    say(s, A, "keep-explored", "shelter")
    say(s, A, "resolve", "use")
    say(s, A, "keep-survival", "gate")
    assert asks(s) == [(A, "end-window")]
    say(s, A, "end-window", "pass")
    assert s.at(A).discard == ["jungle", "beach", "shelter"]


def test_t25_with_an_empty_discard_only_one_card_is_committed() -> None:
    """RULES 3.3."""
    s = table(
        Explore((A,)), prey=[hunted(["lair", "beach"], pending="fjord")], planet=("lair", "jungle", "fjord", *BASE[3:])
    )
    refuses(s, A, "explore", "lair", "beach")
    say(s, A, "explore", "beach")
    assert s.at(A).played == ["beach"]


def test_t26_the_shield_arrives_and_the_will_on_the_way_is_collected() -> None:
    """RULES 3.5, 3.12, D1, D59.2."""
    s = table(
        FreePlaces(),
        prey=[hunted(played=["dome"]), hunted(will=2)],
        planet=EXPLORATION,
        shield=3,
        rescue=9,
        track=[8],
        on=[(A, "dome")],
    )
    say(s, A, "resolve", "use")

    assert (s.rescue, s.shield, s.at(B).will, s.track) == (7, 1, 3, [])


def test_t27_the_labyrinth_activates_the_mangrove() -> None:
    """RULES 3.7, D30."""
    planet = [*EXPLORATION[:5], "archipelago", "pole", "mangrove", "fungi", "portal"]
    s = table(
        Reckoning(),
        prey=[hunted(played=["labyrinth"], discard=["nexus", "oasis"]), hunted(["nexus"], ["dome"], ["fjord"])],
        planet=planet,
        hidden=[6, 7, 8, 9, 10],
        tokens={"artemia": [8], "creature": [1]},
    )
    say(s, A, "resolve", "reveal")
    say(s, A, "reveal-slot", "s8")
    say(s, A, "discovery", "activate")
    say(s, A, "take-back", "oasis")
    say(s, A, "share", f"seat-{B}")
    say(s, B, "take-back", "fjord")

    assert s.at(A).hand == ["oasis"]
    assert "fjord" in s.at(B).hand
    assert s.at(A).played == ["labyrinth"]
    say(s, B, "resolve", "nothing")
    assert s.at(A).discard == ["nexus", "labyrinth"]
    assert s.reserve["mangrove"] == 2
    assert s.place(8) == "mangrove"


def test_t28_the_pole_takes_the_last_will() -> None:
    """RULES 3.9, 3.10, 13.5, D24."""
    s = table(
        FreePlaces(),
        CreatureStep(),
        Exhaustion(),
        EndOfTurn(),
        prey=[hunted(played=["pole"], discard=["nexus"], will=1)],
        planet=EXPLORATION,
        rescue=5,
        assimilation=4,
        reserve={"pole": 0},
        on=[(A, "pole")],
    )
    told = say(s, A, "resolve", "use")

    assert [event.data["distance"] for event in told if event.kind == "rescue-moved"] == [4, 3, 2]
    assert (s.rescue, s.assimilation, s.at(A).will) == (2, 3, 3)
    assert s.at(A).hand == ["nexus"]
    assert s.reserve["pole"] == 1


def test_t29_the_fungi_set_no_more_will_than_the_reserve_has() -> None:
    """RULES 3.11, 3.13, 3.14."""
    s = table(
        FreePlaces(),
        prey=[hunted(played=["fungi"], survival=["adrenaline"], will=2)],
        planet=EXPLORATION,
        rescue=6,
        will_reserve=1,
        on=[(A, "fungi")],
    )
    say(s, A, "resolve", "seed-will")
    assert options(s) == {f"rescue-{space}" for space in range(1, 6)}
    refuses(s, A, "seed-will", "rescue-5", "rescue-4")
    say(s, A, "seed-will", "rescue-4")
    assert (s.track, s.will_reserve) == ([4], 0)

    survive_with(s, s.at(A), "adrenaline")
    s.leave().finish(s)
    assert (s.at(A).will, s.track) == (3, [])


def test_t29_without_will_in_the_reserve_the_fungi_only_draw() -> None:
    """RULES 3.13, D59.7."""
    s = table(
        FreePlaces(),
        prey=[hunted(played=["fungi"])],
        planet=EXPLORATION,
        survival_deck=["dodge"],
        on=[(A, "fungi")],
    )
    assert options(s) == {"draw", "nothing"}
    refuses(s, A, "resolve", "seed-will")


@pytest.mark.parametrize("card", ["jungle", "beach"])
def test_t30_the_portal_leads_to_another_place(card: str) -> None:
    """RULES 3.16, 3.17, D34."""
    planet = (*BASE[:9], "portal")
    s = table(
        FreePlaces(),
        CreatureStep(),
        prey=[hunted(["jungle", "beach"], played=["portal"])],
        planet=planet,
        tokens={"creature": [4]},
        on=[(A, "portal")],
    )
    say(s, A, "resolve", "use")
    say(s, A, "teleport", card)

    if card == "jungle":
        assert s.at(A).discard == ["portal"]
        say(s, A, "resolve", "use")
        say(s, A, "take-back", "portal")
        assert set(s.at(A).hand) == {"beach", "jungle", "portal"}
        assert s.at(A).will == 3
    else:
        assert s.at(A).will == 2
        assert (s.at(A).discard, s.at(A).played) == (["portal"], ["beach"])


def test_t33_gargantua_lets_the_lair_copy_one_of_two_places() -> None:
    """RULES 4.2, 15.1."""
    s = table(
        FreePlaces(),
        prey=[hunted(played=["lair"])],
        tokens={"creature": [7, 8]},
        survival_deck=["dodge", "gate"],
        on=[(A, "lair")],
    )
    say(s, A, "resolve", "copy")
    assert options(s) == {"shelter", "wreck"}
    refuses(s, A, "copy-place", "shelter", "wreck")
    say(s, A, "copy-place", "wreck")
    assert s.rescue == 11

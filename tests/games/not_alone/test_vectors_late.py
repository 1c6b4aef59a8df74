"""The worked examples of RULES.md from T31 on: Exploration's Hunt cards, and what is seen."""

from __future__ import annotations

import pytest

from service.games.not_alone.rules.exploration import Explore
from service.games.not_alone.rules.hunting import Hunt
from service.games.not_alone.rules.labyrinth import layable
from service.games.not_alone.rules.on_reveal import OnReveal
from service.games.not_alone.rules.powers import Resolve
from service.games.not_alone.rules.reckoning import ArtemiaStep, CreatureStep, FreePlaces
from service.games.not_alone.rules.target_step import TargetStep
from service.games.not_alone.rules.turn import EndOfTurn, Reckoning
from service.games.not_alone.rules.windows import Window
from service.games.not_alone.state import Variants
from tests.games.not_alone.table import BASE, EXPLORATION, A, B, C, D, game, hunted, options, refuses, say, table


def test_t31_nexus_clone_and_anticipation_are_three_spaces() -> None:
    """RULES 3.1, 16.3."""
    planet = ("nexus", *BASE[1:])
    s = table(
        CreatureStep(),
        prey=[hunted(played=["nexus"]), hunted(played=["shelter"])],
        planet=planet,
        tokens={"creature": [1], "target": [7]},
        force=["clone", "anticipation"],
        now={"anticipated": A},
        assimilation=6,
        on=[(A, "nexus"), (B, "shelter")],
    )
    assert s.assimilation == 3


@pytest.mark.parametrize(("a", "winner", "left"), [(2, "creature", (0, 2)), (3, "hunted", (1, 0))])
def test_t32_time_rift_moves_assimilation_first(a: int, winner: str, left: tuple[int, int]) -> None:
    """RULES 4.1, 9.1, D1."""
    s = table(
        TargetStep(),
        prey=[hunted(played=["river"]), hunted(played=["river"])],
        tokens={"target": [3]},
        force=["time_rift"],
        assimilation=a,
        rescue=2,
        on=[(A, "river"), (B, "river")],
    )
    assert (s.winner, (s.assimilation, s.rescue)) == (winner, left)


def test_t34_ubiquity_swaps_spans_too() -> None:
    """RULES 4.5."""
    s = table(
        OnReveal(),
        prey=[hunted(played=["lair"])],
        tokens={"artemia": [7, 8], "target": [3], "creature": [1]},
        force=["virus", "ubiquity"],
        on=[(A, "lair")],
    )
    say(s, C, "ubiquity", "artemia")
    assert (s.tokens["artemia"], s.tokens["target"]) == ([3], [7, 8])


def test_t35_inertia_stops_every_power() -> None:
    """RULES 4.3, 4.4."""
    s = table(
        Reckoning(),
        prey=[hunted(played=["beach"]), hunted(played=["jungle"], discard=["lair"]), hunted(played=["rover"])],
        tokens={"target": [4], "creature": [2]},
        force=["inertia"],
        assimilation=7,
    )
    assert s.turn == 2, "nobody was asked anything"
    assert (s.at(B).will, s.at(A).will, s.at(D).will, s.assimilation) == (2, 3, 3, 6)
    assert s.at(B).discard == ["lair", "jungle"]


def test_t36_the_first_reveal_of_the_variant() -> None:
    """RULES 7.4, 7.5, 7.6, 7.7, 7.8."""
    planet = [*EXPLORATION[:5], None, None, None, None, None]
    pile = ["swamp", "mangrove", "wreck", "pole", "fungi", "portal", "shelter", "archipelago", "source", "artefact"]
    s = table(
        Resolve(A, 0),
        prey=[hunted(played=["labyrinth"], discard=["nexus"]), hunted()],
        planet=planet,
        reserve={place: 1 if place == "pole" else 2 for place in pile},
        place_pile=pile,
        variants=Variants(labyrinth_variant=True),
        on=[(A, "labyrinth")],
        stage="free",
    )
    say(s, A, "resolve", "reveal")
    assert s.drawn_places == ["swamp", "mangrove", "wreck"]
    say(s, A, "lay-place", "swamp")
    say(s, A, "lay-where", "s9")

    assert s.planet[8] == "swamp"
    assert options(s) == {"activate", "take-card", "nothing"}
    say(s, A, "discovery", "take-card")
    assert s.at(A).hand == ["swamp"]
    assert s.reserve["swamp"] == 1

    say(s, A, "drop-place", "mangrove")
    assert s.place_discard == ["mangrove"]
    assert s.reserve["mangrove"] == 0
    assert s.place_pile[-1] == "wreck"
    s.drawn_places = ["mangrove", "pole", "fungi"]
    assert not layable(s, "mangrove")


def test_t37_the_creature_cannot_tell_what_is_played() -> None:
    """RULES 10.7, 17.5, D49."""
    s = table(Explore((A,)), Hunt(C), prey=[hunted(["lair", "jungle", "river"], discard=["beach", "rover"])])
    say(s, A, "explore", "jungle")

    seen = game.view(s, C).hunted[0]
    assert (seen.hand, seen.played, seen.discard) == (2, 1, ("beach", "rover"))
    assert seen.owned == BASE[:5]
    assert (seen.revealed, seen.known, seen.exposed) == ((), (), ())

    s.now.smoke = True
    hazy = game.view(s, C).hunted[0]
    assert (hazy.discard, hazy.discarded) == (None, 2)
    assert game.view(s, None).hunted[0].discard is None
    assert game.view(s, A).hunted[0].discard == ("beach", "rover")


def test_t38_two_presences_are_caught_twice() -> None:
    """RULES 13.3, 16.9."""
    s = table(
        ArtemiaStep(),
        prey=[hunted(["lair", "jungle", "river"], played=["shelter", "wreck"])],
        tokens={"artemia": [7, 8]},
        force=["virus", "mutation"],
        on=[(A, "shelter"), (A, "wreck")],
    )
    refuses(s, A, "discard-places", "lair")
    say(s, A, "discard-places", "lair", "river")
    assert (s.at(A).will, len(s.at(A).hand)) == (1, 1)
    FreePlaces("artemia").finish(s)
    assert game.decisions(s) == []


def test_t39_a_token_over_two_slots_moves_to_one_beside_them() -> None:
    """RULES 6.4, 10.2, D58."""
    s = table(
        Window("opening-window"),
        prey=[hunted(played=["lair"]), hunted(played=["lair"], survival=["wrong_track"])],
        tokens={"creature": [1, 2]},
        force=["gargantua"],
        on=[(A, "lair"), (B, "lair")],
    )
    say(s, B, "opening-window", "wrong_track")
    assert options(s) == {"s3", "s6", "s7"}
    say(s, B, "move-token", "s6")
    assert s.tokens["creature"] == [6]


def test_t40_out_of_quicksand_nothing_comes_back() -> None:
    """RULES D60.8."""
    s = table(
        TargetStep(),
        EndOfTurn(),
        prey=[hunted(["lair", "beach"], played=["jungle"], discard=["river"], survival=["double_back"])],
        tokens={"target": [2]},
        force=["quicksand"],
        on=[(A, "jungle")],
    )
    assert options(s) == {"lair", "beach"}
    say(s, A, "discard-places", "lair")
    assert options(s) == {"nothing"}
    say(s, A, "resolve", "nothing")
    refuses(s, A, "end-window", "double_back")
    say(s, A, "end-window", "pass")
    assert s.at(A).discard == ["river", "lair", "jungle"]

"""What the Survival cards of phases 3 and 4 do, and when they are refused."""

from __future__ import annotations

from typing import Any

import pytest

from service.games.not_alone.rules.powers import Resolve
from service.games.not_alone.rules.reckoning import ArtemiaStep, CreatureStep, FreePlaces
from service.games.not_alone.rules.target_step import TargetStep
from tests.games.not_alone.table import BASE, EXPLORATION, A, B, asks, hunted, options, refuses, say, table
from tests.games.not_alone.test_survival_cards import window

# -- phase 3 -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("card", "token", "step"),
    [
        ("dodge", "creature", CreatureStep()),
        ("detector", "artemia", ArtemiaStep()),
        ("camouflage", "target", TargetStep()),
    ],
)
def test_an_ignored_token_counts_as_absent(card: str, token: str, step: Any) -> None:
    """RULES 17.8, 17.9, D21, D61.5."""
    s = window("opening-window", card, FreePlaces(), step, tokens={token: [2]}, force=["scream"], hand=["lair"])
    say(s, A, "opening-window", card)
    assert asks(s) == [(A, "resolve")]
    say(s, A, "resolve", "nothing")
    assert (s.at(A).will, s.at(A).hand, s.assimilation) == (3, ["lair"], 9)
    refuses(window("opening-window", card, tokens={token: [3]}), A, "opening-window", card)


def test_dodge_played_late_resolves_at_once() -> None:
    """RULES 17.9, D21."""
    s = window("creature-window", "dodge", CreatureStep(), tokens={"creature": [2]}, stage="artemia")
    say(s, A, "creature-window", "dodge")
    assert asks(s) == [(A, "resolve")]


def test_dodge_covers_a_clone_and_camouflage_too() -> None:
    """RULES D39."""
    for card in ("dodge", "camouflage"):
        s = window(
            "opening-window",
            card,
            FreePlaces(),
            CreatureStep(),
            tokens={"target": [2], "creature": [9]},
            force=["clone"],
        )
        say(s, A, "opening-window", card)
        say(s, A, "resolve", "nothing")
        assert s.at(A).will == 3


def test_composure_saves_one_will_but_not_the_catch() -> None:
    """RULES D61.12."""
    s = window("opening-window", "composure", CreatureStep(), tokens={"creature": [1]}, on=[(A, "lair")])
    say(s, A, "opening-window", "composure")
    assert (s.at(A).will, s.assimilation) == (2, 8)


@pytest.mark.parametrize(("card", "token"), [("hologram", "artemia"), ("wrong_track", "creature"), ("decoy", "target")])
def test_a_token_is_moved_next_door(card: str, token: str) -> None:
    """RULES 10.2, 17.12, 17.13, D61.8."""
    s = window("opening-window", card, tokens={token: [2]})
    say(s, A, "opening-window", card)
    assert options(s) == {"s1", "s3", "s7"}
    say(s, A, "move-token", "s7")
    assert s.tokens == {token: [7]}
    if card != "wrong_track":
        refuses(window("opening-window", card, tokens={"creature": [2]}), A, "opening-window", card)


def test_shuttle_moves_its_player_next_door() -> None:
    """RULES D61.4."""
    s = window("opening-window", "shuttle", FreePlaces())
    say(s, A, "opening-window", "shuttle")
    say(s, A, "move-where", "s3")
    assert s.presences[0].slot == 3
    say(s, A, "resolve", "use")
    assert (s.at(A).pending, s.at(A).played) == ("river", ["jungle"])


def test_shuttle_goes_to_no_inaccessible_slot() -> None:
    """RULES D2, D61.4."""
    shut = {
        "tokens": {"target": [2, 7]},
        "force": ["force_field"],
        "on": [(A, "lair")],
        "hidden": [6],
        "planet": EXPLORATION,
    }
    s = window("opening-window", "shuttle", **{**shut, "on": [(A, "nexus")]})
    refuses(s, A, "opening-window", "shuttle")


@pytest.mark.parametrize(("card", "planet"), [("drone", BASE), ("drone_x", EXPLORATION)])
def test_drone_copies_the_place_numbered_5(card: str, planet: tuple[str, ...]) -> None:
    """RULES 17.10, D61.1."""
    first = planet[0]
    s = table(
        Resolve(A, 0), prey=[hunted(played=[first], survival=[card])], planet=planet, on=[(A, first)], stage="free"
    )
    say(s, A, "resolve", card)
    say(s, A, "take-reserve", planet[7])
    assert s.at(A).hand == [planet[7]]
    owner = hunted(planet[5:], [first], survival=[card])
    empty = table(Resolve(A, 0), prey=[owner], planet=planet, on=[(A, first)], stage="free")
    refuses(empty, A, "resolve", card)


def test_gate_copies_next_to_the_own_slot_but_never_the_artefact() -> None:
    """RULES 17.11, D29."""
    s = table(Resolve(A, 0), prey=[hunted(played=["rover"], survival=["gate"])], on=[(A, "rover")], stage="free")
    say(s, A, "resolve", "gate")
    assert s.marker == "on", "next to the Rover are the Beach and the Artefact, so there is only one to copy"
    refuses(
        table(
            Resolve(A, 0),
            prey=[hunted(played=["rover"], survival=["gate"])],
            on=[(A, "rover")],
            stage="free",
            now={"used": ["beach"]},
        ),
        A,
        "resolve",
        "gate",
    )


def test_survey_comes_on_top_of_the_place() -> None:
    """RULES D51, D52, D61.13."""
    s = table(Resolve(A, 0), prey=[hunted([], ["wreck"], ["lair"], ["survey"])], on=[(A, "wreck")], stage="free")
    say(s, A, "resolve", "survey")
    say(s, A, "take-back", "lair")
    say(s, A, "resolve", "use")
    assert (s.at(A).hand, s.rescue) == (["lair"], 11)
    empty = table(Resolve(A, 0), prey=[hunted([], ["wreck"], [], ["survey"])], on=[(A, "wreck")], stage="free")
    refuses(empty, A, "resolve", "survey")


# -- phase 4 -----------------------------------------------------------------------


@pytest.mark.parametrize("card", ["amplifier", "amplifier_x"])
def test_amplifier_turns_the_marker_into_a_step(card: str) -> None:
    """RULES 17.14, D61.3."""
    s = window("end-window", card, marker="on")
    say(s, A, "end-window", card)
    assert (s.marker, s.rescue) == ("off", 11)
    refuses(window("end-window", card, marker="off"), A, "end-window", card)


def test_amplifier_brings_the_shield_back_for_a_step() -> None:
    """RULES D61.3."""
    s = window("end-window", "amplifier_x", planet=EXPLORATION, shield=2, on=[(A, "oasis")])
    say(s, A, "end-window", "amplifier_x")
    assert (s.shield, s.rescue) == (1, 11)
    refuses(window("end-window", "amplifier_x", planet=EXPLORATION, on=[(A, "oasis")]), A, "end-window", "amplifier_x")


def test_double_back_returns_a_played_card_but_never_a_pole() -> None:
    """RULES 17.15, D24."""
    s = window("end-window", "double_back")
    say(s, A, "end-window", "double_back")
    assert (s.at(A).hand, s.at(A).played) == (["jungle"], [])
    refuses(window("end-window", "double_back", planet=EXPLORATION, on=[(A, "pole")]), A, "end-window", "double_back")


def test_first_aid_heals_another_hunted_or_oneself_alone() -> None:
    """RULES D61.7."""
    s = window("end-window", "first_aid", will=1, prey=[hunted(will=2)])
    say(s, A, "end-window", "first_aid")
    assert (s.at(A).will, s.at(B).will) == (1, 3)
    alone = window("end-window", "first_aid", will=1)
    say(alone, A, "end-window", "first_aid")
    assert alone.at(A).will == 2
    refuses(window("end-window", "first_aid", will=1, prey=[hunted()]), A, "end-window", "first_aid")


def test_salvage_takes_back_a_card() -> None:
    """RULES D52, D61.9."""
    s = window("end-window", "salvage", discard=["lair", "river"])
    say(s, A, "end-window", "salvage")
    refuses(s, A, "take-back")
    say(s, A, "take-back", "river")
    assert s.at(A).hand == ["river"]
    refuses(window("end-window", "salvage"), A, "end-window", "salvage")
    refuses(window("end-window", "salvage", discard=["lair"], mired=True), A, "end-window", "salvage")


def test_distress_flare_needs_a_turn_without_a_catch() -> None:
    """RULES D61.14."""
    s = window("end-window", "distress_flare")
    say(s, A, "end-window", "distress_flare")
    assert s.rescue == 11
    refuses(window("end-window", "distress_flare", now={"caught": True}), A, "end-window", "distress_flare")
    refuses(window("end-window", "distress_flare", force=["stasis"]), A, "end-window", "distress_flare")

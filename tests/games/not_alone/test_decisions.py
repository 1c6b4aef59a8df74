"""Rules and decisions that the tests of single cards and places do not show."""

from __future__ import annotations

from random import Random

import pytest

from service.games.kit.bots import random_picks
from service.games.not_alone.cards import NUMBER, PLACES
from service.games.not_alone.rules.hunting import Hunt
from service.games.not_alone.rules.labyrinth import DrawPlaces
from service.games.not_alone.rules.powers import Resolve
from service.games.not_alone.rules.reckoning import ArtemiaStep, CreatureStep, FreePlaces
from service.games.not_alone.rules.target_step import TargetStep
from service.games.not_alone.rules.turn import EndOfTurn, Reckoning
from service.games.not_alone.state import State, Variants
from tests.games.not_alone.table import BASE, EXPLORATION, A, B, C, asks, game, hunted, options, refuses, say, table


def test_the_preset_for_first_steps_replaces_the_places_6_to_10() -> None:
    """RULES 2.3."""
    s = game.new(3, "setup", {"content": "exploration", "preset": "first_steps"})
    assert s.planet == [*BASE[:5], *EXPLORATION[5:]]


def test_a_planet_with_dome_and_shield_protects_nobody_on_the_way() -> None:
    """RULES 3.5."""
    prey = [hunted(played=["oasis"])]
    s = table(CreatureStep(), prey=prey, planet=EXPLORATION, shield=2, tokens={"creature": [2]}, on=[(A, "oasis")])
    assert s.at(A).will == 2


def test_the_effects_of_survival_cards_are_personal_and_end_with_the_turn() -> None:
    """RULES 6.2, 14.3."""
    prey = [hunted(["lair"], played=["jungle"], ignores=["creature"], composed=1), hunted(["lair"], played=["jungle"])]
    s = table(CreatureStep(), EndOfTurn(), prey=prey, tokens={"creature": [2]}, on=[(A, "jungle"), (B, "jungle")])
    assert (s.at(A).will, s.at(B).will) == (3, 2)
    assert (s.turn, s.rescue, s.at(A).turn.ignores, s.at(A).turn.composed) == (2, 11, [], 0)


def test_who_was_caught_may_still_play_a_survival_card() -> None:
    """RULES 6.3."""
    prey = [hunted([], played=["jungle"], survival=["double_back"])]
    s = table(CreatureStep(), EndOfTurn(), prey=prey, tokens={"creature": [2]}, on=[(A, "jungle")])
    say(s, A, "end-window", "double_back")
    assert (s.at(A).will, s.at(A).hand) == (2, ["jungle"])


def test_every_available_token_must_be_placed() -> None:
    """RULES 12.2, D14."""
    s = table(Hunt(C), prey=[hunted(played=["lair"])], hunt_hand=["virus"], now={"artemia": True})
    refuses(s, C, "hunt", "done")
    say(s, C, "hunt", "creature")
    say(s, C, "place-token", "s1")
    assert options(s) == {"artemia", "virus"}


def test_the_order_of_the_clean_up() -> None:
    """RULES 14.2, 14.3, D23."""
    prey = [hunted(["lair"], played=["jungle"])]
    s = table(
        Resolve(A, 0), EndOfTurn(), prey=prey, hunt_deck=["virus", "clone", "toxin"], on=[(A, "jungle")], stage="free"
    )
    told = [event.kind for event in say(s, A, "resolve", "nothing") if event.to is None]
    assert told == ["did-nothing", "phase-began", "discarded", "drew-hunt", "rescue-moved", "turn-began"]


def test_an_empty_deck_is_replaced_by_its_shuffled_discard_pile() -> None:
    """RULES 3.8, 10.10."""
    prey = [hunted(played=["archipelago"])]
    s = table(
        Resolve(A, 0),
        EndOfTurn(),
        prey=prey,
        planet=EXPLORATION,
        survival_discard=["dodge", "gate"],
        hunt_discard=["virus", "clone", "toxin", "mirage"],
        on=[(A, "archipelago")],
        stage="free",
    )
    say(s, A, "resolve", "use")
    say(s, A, "end-window", "pass")
    assert (len(s.at(A).survival), len(s.survival_deck), s.survival_discard) == (1, 1, [])
    assert (len(s.hunt_hand), len(s.hunt_deck), s.hunt_discard) == (3, 1, [])


def test_without_will_a_hunted_plays_on_but_cannot_pay() -> None:
    """RULES D25, D27."""
    prey = [hunted(played=["pole"], will=0)]
    s = table(FreePlaces(), prey=prey, planet=EXPLORATION, on=[(A, "pole")])
    assert options(s) == {"nothing"}


def test_composure_does_not_reduce_a_price() -> None:
    """RULES D26."""
    prey = [hunted(played=["pole"], composed=1)]
    s = table(FreePlaces(), prey=prey, planet=EXPLORATION, on=[(A, "pole")])
    say(s, A, "resolve", "use")
    assert (s.at(A).will, s.rescue) == (2, 10)


def test_a_copied_power_is_used_up_for_the_team() -> None:
    """RULES 13.7, D29."""
    prey = [hunted(played=["lair"]), hunted(played=["wreck"])]
    s = table(FreePlaces(), prey=prey, tokens={"creature": [8]}, on=[(A, "lair"), (B, "wreck", 7)])
    say(s, A, "resolve", "copy")
    assert (s.rescue, s.now.used) == (11, ["wreck"])


def test_a_clone_with_another_target_card_has_both_effects() -> None:
    """RULES 16.12, D35."""
    prey = [hunted([], played=["jungle"])]
    s = table(
        TargetStep(),
        CreatureStep(),
        prey=prey,
        tokens={"target": [2], "creature": [9]},
        force=["clone", "scream"],
        on=[(A, "jungle")],
    )
    assert (s.at(A).will, s.assimilation) == (1, 8)


def test_windows_open_only_before_a_step_that_concerns_somebody() -> None:
    """RULES D20, D41."""
    prey = [hunted(played=["jungle"], survival=["dodge"])]
    s = table(Reckoning(), prey=prey, tokens={"creature": [3]})
    say(s, A, "opening-window", "pass")
    say(s, A, "resolve", "nothing")
    assert asks(s) == [(A, "end-window")]


def test_target_cards_strike_a_hunted_once() -> None:
    """RULES D45."""
    prey = [hunted([], played=["jungle", "shelter"])]
    s = table(TargetStep(), prey=prey, tokens={"target": [2, 7]}, force=["scream"], on=[(A, "jungle"), (A, "shelter")])
    assert s.at(A).will == 2


def test_the_order_of_a_hand_does_not_show_in_the_discard_pile() -> None:
    """RULES D48."""
    prey = [hunted(["rover", "lair"], played=["jungle"])]
    s = table(ArtemiaStep(), prey=prey, tokens={"artemia": [2]}, force=["miasma"], on=[(A, "jungle")])
    assert s.at(A).discard == ["lair", "rover"]


def test_the_will_of_mutation_is_lost_before_any_card_is_discarded() -> None:
    """RULES 13.3, D50."""
    prey = [hunted(["lair", "river"], played=["jungle"]), hunted(["lair", "river"], played=["jungle"])]
    s = table(ArtemiaStep(), prey=prey, tokens={"artemia": [2]}, force=["mutation"], on=[(A, "jungle"), (B, "jungle")])
    assert (s.at(A).will, s.at(B).will, asks(s)) == (2, 2, [(A, "discard-places")])


def reveals(seed: int) -> State:
    """The whole pile of the variant, revealed by random players."""
    random = Random(seed)
    pile = [place.id for place in PLACES.values() if place.number > 5]
    random.shuffle(pile)
    s = table(
        *[DrawPlaces(A, 0) for _ in range(5)],
        prey=[hunted(played=["labyrinth"])],
        planet=[*EXPLORATION[:5], None, None, None, None, None],
        reserve=dict.fromkeys(pile, 1),
        place_pile=pile,
        variants=Variants(labyrinth_variant=True),
        on=[(A, "labyrinth")],
        stage="free",
    )
    while questions := game.decisions(s):
        [asked] = questions
        picks = ("nothing",) if asked.kind == "discovery" else random_picks(game, s, asked, random)
        say(s, A, asked.kind, *picks)
        discarded = [NUMBER[place] for place in game.view(s, None).place_discard]
        assert len(set(discarded)) == len(discarded)
    return s


@pytest.mark.parametrize("seed", range(40))
def test_in_the_variant_five_reveals_fill_the_planet_with_each_number_once(seed: int) -> None:
    """RULES 7.4, 7.8, 7.9, D40, D63: places are drawn for all to see, and there is always a legal choice."""
    s = reveals(seed)
    assert sorted(NUMBER[str(place)] for place in s.planet) == list(range(1, 11))
    assert (s.place_pile, s.place_discard) == ([], [])
    assert sorted(s.reserve.values()) == [0] * 5 + [1] * 5


def test_the_example_of_the_rules_that_players_read() -> None:
    """RULES 8.3, 13.4: a hunt with its figures."""
    prey = [
        hunted(["lair"], played=["jungle"], discard=["beach"]),
        hunted(["lair", "rover", "beach"], played=["river"]),
        hunted(["lair"], played=["wreck"], will=2),
    ]
    tokens = {"target": [3], "creature": [8]}
    s = table(Reckoning(), prey=prey, tokens=tokens, force=["scream"], rescue=8, assimilation=4)
    say(s, A, "resolve", "use")
    say(s, A, "take-back", "beach")
    say(s, B, "scream", "discard-two")
    say(s, B, "discard-places", "lair", "rover")
    say(s, B, "resolve", "use")
    assert (s.at(3).will, s.assimilation, s.rescue) == (1, 3, 7)
    assert (s.at(A).hand, s.at(B).discard, s.at(3).discard) == (
        ["lair", "jungle", "beach"],
        ["lair", "rover", "river"],
        ["wreck"],
    )


def test_two_presences_are_resolved_in_the_order_of_the_hunted() -> None:
    """RULES 8.4."""
    s = table(FreePlaces(), prey=[hunted(played=["wreck", "beach"])], on=[(A, "wreck"), (A, "beach")])
    say(s, A, "which-first", "beach")
    say(s, A, "resolve", "use")
    assert (s.marker, asks(s)) == ("on", [(A, "resolve")])


def test_whoever_moved_the_counter_gives_the_will_away() -> None:
    """RULES 3.12, D33."""
    prey = [hunted(played=["wreck"]), hunted(will=1), hunted(will=2)]
    s = table(FreePlaces(), prey=prey, track=[11], on=[(A, "wreck")])
    say(s, A, "resolve", "use")
    assert asks(s) == [(A, "give-will")]
    say(s, A, "give-will", "seat-3")
    assert s.at(3).will == 3

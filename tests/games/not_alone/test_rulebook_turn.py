"""More sentences of the French rulebook with a test of their own: the variant, and what the Hunted do in phase 1."""

from __future__ import annotations

from typing import Any

import pytest

from service.games.not_alone.rules.exploration import Explore
from service.games.not_alone.rules.powers import Resolve
from service.games.not_alone.state import State, Variants
from tests.games.not_alone.table import (
    BASE,
    EXPLORATION,
    A,
    B,
    asks,
    game,
    hunted,
    options,
    question,
    refuses,
    say,
    table,
)
from tests.games.not_alone.test_secrets import names

# -- the variant -------------------------------------------------------------------


def variant(pile: list[str], me: Any) -> State:
    """A explores a place of the upper row, with this place pile."""
    return table(
        Resolve(A, 0),
        prey=[me],
        planet=[*EXPLORATION[:5], None, None, None, None, None],
        reserve=dict.fromkeys(pile, 1),
        place_pile=pile,
        variants=Variants(labyrinth_variant=True),
        on=[(A, me.played[0])],
        stage="free",
    )


def test_the_variant_asks_to_activate_or_take_before_the_discard() -> None:
    """RULES 7.5, 7.6: the order of the rulebook."""
    s = variant(["swamp", "mangrove", "wreck", "fungi"], hunted(played=["labyrinth"], discard=["nexus"]))
    say(s, A, "resolve", "reveal")
    say(s, A, "lay-place", "swamp")
    say(s, A, "lay-where", "s6")
    assert (asks(s), s.place_discard, s.drawn_places) == ([(A, "discovery")], [], ["mangrove", "wreck"])
    say(s, A, "discovery", "activate")
    say(s, A, "take-back", "nexus")
    say(s, A, "drop-place", "wreck")
    assert (s.place_discard, s.place_pile) == (["wreck"], ["fungi", "mangrove"])


def test_a_reveal_within_a_reveal_first_finishes_the_other_one() -> None:
    """RULES 7.5, D57: a Drone copies the Labyrinth, whose Portal leads to the Labyrinth."""
    pile = ["portal", "mangrove", "wreck", "fungi", "swamp", "source", "pole"]
    s = variant(pile, hunted(["labyrinth"], played=["nexus"], survival=["drone_x"]))
    say(s, A, "resolve", "drone_x")
    say(s, A, "lay-place", "portal")
    say(s, A, "lay-where", "s10")
    say(s, A, "discovery", "activate")
    say(s, A, "teleport", "labyrinth")
    say(s, A, "resolve", "reveal")
    say(s, A, "drop-place", "wreck")
    assert (s.place_discard, s.drawn_places) == (["wreck"], ["fungi", "swamp", "source"])
    say(s, A, "lay-place", "fungi")
    say(s, A, "lay-where", "s9")
    say(s, A, "discovery", "nothing")
    say(s, A, "drop-place", "swamp")
    assert (asks(s), s.place_pile) == ([], ["pole", "mangrove", "source"])


# -- Resist ------------------------------------------------------------------------


def test_resist_can_be_taken_back_until_it_is_paid() -> None:
    """RULES 11.2, D56: and a time-out takes it back."""
    s = table(Explore((A,)), prey=[hunted(["lair"], discard=["jungle", "river"])])
    say(s, A, "explore", "resist")
    refuses(s, A, "resist", "jungle", "back")
    assert question(s).on_timeout == ("back",)
    say(s, A, "resist", "back")
    assert (s.at(A).will, asks(s)) == (3, [(A, "explore")])
    say(s, A, "explore", "lair")


@pytest.mark.parametrize(
    ("will", "pile", "kind"), [(3, 4, "resist"), (2, 2, "resist"), (2, 3, "resist-last"), (1, 1, "resist-last")]
)
def test_the_prompt_warns_when_spending_the_last_will_means_giving_up(will: int, pile: int, kind: str) -> None:
    """RULES 11.3: the warning is a question of its own."""
    s = table(Explore((A,)), prey=[hunted(["rover"], discard=BASE[:pile], will=will)])
    say(s, A, "explore", "resist")
    assert asks(s) == [(A, kind)]
    for language, words in (("en", "you give up"), ("fr", "vous lâchez prise")):
        assert (words in game.words(language).decisions[kind]) is (kind == "resist-last")


def test_a_resist_whose_pile_a_card_emptied_is_over_and_never_turns_into_giving_up() -> None:
    """RULES 11.2, D56: Solidarity empties the pile meanwhile; a card discarded later starts no Resist again."""
    prey = [
        hunted(["lair", "river"], discard=["jungle"], survival=["sacrifice"], will=1),
        hunted(["lair"], survival=["solidarity"]),
    ]
    s = table(Explore((A, B)), prey=prey, hunt_hand=["virus"])
    say(s, A, "explore", "resist")
    say(s, B, "explore", "solidarity")
    say(s, A, "take-back", "jungle")
    assert (A, "explore") in asks(s)
    say(s, A, "explore", "sacrifice")
    say(s, A, "discard-places", "river")
    assert (A, "explore") in asks(s)
    say(s, A, "explore", "lair")
    assert (s.at(A).will, s.assimilation) == (1, 9)


def test_who_has_no_card_to_play_resists_on_time_out_while_will_is_left() -> None:
    """RULES 6.1, D56: giving up is what is left with one Will."""
    for will, acts in ((2, "resist"), (1, "give-up")):
        s = table(Explore((A,)), prey=[hunted([], discard=["jungle", "river"], will=will)])
        assert question(s).on_timeout == (acts,)
    t = table(Explore((A,)), prey=[hunted([], discard=["jungle", "river"], will=2)])
    say(t, A, "explore", "resist")
    assert question(t).on_timeout == ("jungle",)


# -- acting side by side -----------------------------------------------------------


def test_a_commitment_interrupts_nobody_and_a_public_act_asks_anew() -> None:
    """RULES D54."""
    s = table(Explore((A, B)), prey=[hunted(["lair", "jungle"], discard=["river"]), hunted(["lair"])])
    before = {name for name in names(s) if name.endswith(f"-{B}")}
    t = game.copy(s)
    say(s, A, "explore", "lair")
    assert before <= names(s)
    say(t, A, "explore", "give-up")
    assert not before & names(t)


def test_a_commitment_is_final() -> None:
    """RULES D11."""
    s = table(Explore((A, B)), prey=[hunted(["lair", "jungle"]), hunted(["lair"])])
    say(s, A, "explore", "lair")
    refuses(s, A, "explore", "jungle")


def test_an_action_is_not_mixed_with_cards() -> None:
    """RULES 11.5."""
    s = table(Explore((A,)), prey=[hunted(["lair", "jungle"], discard=["beach"], pending="river")])
    refuses(s, A, "explore", "give-up", "lair")
    refuses(s, A, "explore", "lair")
    say(s, A, "explore", "lair", "jungle")
    assert s.at(A).played == ["lair", "jungle"]


def test_with_one_accessible_card_a_double_play_is_one_card() -> None:
    """RULES D12."""
    s = table(Explore((A,)), prey=[hunted(["lair"], discard=["beach"], pending="artefact")])
    say(s, A, "explore", "lair")
    assert s.at(A).played == ["lair"]


def test_without_an_accessible_card_one_must_resist_or_give_up() -> None:
    """RULES 6.1, 11.4, D12."""
    s = table(
        Explore((A,)),
        prey=[hunted(["lair"], discard=["beach"])],
        tokens={"target": [1, 2]},
        force=["force_field"],
    )
    assert options(s) == {"resist", "give-up"}
    say(s, A, "explore", "give-up")
    assert s.assimilation == 8
    assert "beach" in options(s)

"""What is true at every moment of a game."""

from __future__ import annotations

from typing import cast

import pytest

from service.games.kit.decision import Answer
from service.games.not_alone.cards import HUNT, NUMBER, SURVIVAL, deck, reserve_copies
from service.games.not_alone.rules.tracks import Exhaustion
from service.games.not_alone.state import State, Variants
from tests.games.not_alone.table import A, B, C, game, hunted, table
from tests.games.play import Setting, every_setting_of, playthrough

not_alone = every_setting_of("not_alone")


def states(setting: Setting, seed: int) -> list[State]:
    """Every state of a random game, each a copy."""
    return [cast(State, setting.game.copy(s)) for s, _ in playthrough(setting, seed)]


@not_alone
def test_every_card_is_in_exactly_one_zone(setting: Setting) -> None:
    """RULES 10.10."""
    content = setting.options.get("content", "base")
    for s in states(setting, 11):
        hunt = s.hunt_hand + s.hunt_deck + s.hunt_discard + s.now.played
        assert sorted(hunt) == sorted(deck(HUNT, content))
        held = [card for each in s.hunted for card in each.survival + each.found]
        assert sorted(held + s.survival_deck + s.survival_discard) == sorted(deck(SURVIVAL, content))
        assert s.sunk <= len(s.hunt_deck)
        assert set(s.scanned) <= set(s.hunt_hand)


@not_alone
def test_place_cards_are_owned_once_and_never_lost(setting: Setting) -> None:
    """RULES 10.7."""
    gone: set[str] = set()
    for s in states(setting, 12):
        gone |= set(s.place_discard)
        for each in s.hunted:
            owned = each.hand + each.played + each.discard
            assert len(set(owned)) == len(owned)
            assert {1, 2, 3, 4, 5} <= {NUMBER[card] for card in owned}
            assert set(each.open) <= set(each.played)
            assert set(each.known) <= set(each.played)
        for place, left in s.reserve.items():
            owners = sum(each.owns(place) for each in s.hunted)
            assert owners + left == (0 if place in gone else reserve_copies(place, len(s.hunted)))


@not_alone
def test_will_is_never_made_nor_lost(setting: Setting) -> None:
    """RULES 3.15."""
    for s in states(setting, 13):
        assert sum(each.will for each in s.hunted) + s.will_reserve + len(s.track) == 3 * len(s.hunted)
        assert all(0 <= each.will <= 3 for each in s.hunted)
        assert s.will_reserve >= 0
        giving = [question.kind for question in game.decisions(s)] == ["give-will"]
        assert all(0 < space < s.rescue + giving for space in s.track)
        assert len(set(s.track)) == len(s.track)


@not_alone
def test_the_table_is_clean_between_turns(setting: Setting) -> None:
    """RULES 8.1, 14.2."""
    for s in states(setting, 14):
        assert s.shield in ((1, 2, 3) if "dome" in s.planet else (0,))
        assert len(s.hunt_hand) <= 3
        assert s.rescue >= 0
        assert s.assimilation >= 0
        if game.decisions(s)[0].kind == "exploration-window" and not s.now.played:
            assert not s.tokens
            assert not s.presences
            assert not any(each.played for each in s.hunted)


@pytest.mark.parametrize(("expert", "will"), [(False, 3), (True, 2)])
def test_the_exhausted_recover_less_in_the_expert_variant(expert: bool, will: int) -> None:
    """RULES 13.5, 14.4."""
    prey = [hunted(["lair"], ["jungle"], ["river"], will=0), hunted(will=0)]
    s = table(Exhaustion(), prey=prey, variants=Variants(expert_will=expert), on=[(A, "jungle")])
    assert (s.at(A).will, s.at(B).will, s.assimilation) == (will, will, 8)
    assert s.will_reserve == 6 - 2 * will
    assert set(s.at(A).hand) == {"lair", "jungle", "river"}


def test_the_creature_wins_alone_and_the_hunted_together() -> None:
    """RULES 9.1."""
    won = table(prey=[hunted(), hunted()])
    won.winner = "hunted"
    result = game.result(won)
    assert result is not None
    assert (result.winners, result.places) == ((1, 2), (2, 1, 1))
    won.winner = "creature"
    result = game.result(won)
    assert result is not None
    assert (result.winners, result.places) == ((0,), (1, 2, 2))


def test_who_gives_up_the_table_loses_it() -> None:
    s = table(prey=[hunted(), hunted()])
    gone = game.without(s, frozenset({C}))
    assert gone is not None
    assert gone.winners == (A, B)
    assert game.without(s, frozenset({A})) is None
    left = game.without(s, frozenset({A, B}))
    assert left is not None
    assert left.winners == (C,)


def test_everybody_hears_the_table_talk() -> None:
    """RULES 10.8, D3."""
    [room] = game.rooms(table(prey=[hunted(), hunted()]))
    assert (room.speak, room.hear, room.public) == ((0, 1, 2), (0, 1, 2), True)


@pytest.mark.parametrize("seats", [2, 7])
def test_a_game_of_defaults_ends(seats: int) -> None:
    """RULES D62."""
    s = game.new(seats, "defaults", {"content": "exploration"})
    while questions := game.decisions(s):
        question = questions[-1]
        game.apply(s, Answer(question.seat, question.kind, question.on_timeout))
    assert s.winner

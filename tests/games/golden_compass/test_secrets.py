"""Chapter 10 of RULES.md: who sees what, who remembers what, and what an imagined table keeps."""

from __future__ import annotations

from random import Random

import pytest

from service.games.golden_compass.cards import BACK, CHARACTERS
from service.games.golden_compass.rules.experience import StealToken, TakeToken
from service.games.golden_compass.rules.hand import tell_discarded
from service.games.golden_compass.rules.power_choices import StealCards
from service.games.golden_compass.rules.sets import PlaySet
from service.games.golden_compass.state import Player
from tests.games.golden_compass.table import game, ids, player, say, table
from tests.games.play import Setting, playthrough


def test_hands_are_numbers_to_others() -> None:
    """RULES D33."""
    s = table(player("L01 L02"), player("L03"), steps=[])
    assert [someone.hand for someone in game.view(s, None).players] == [2, 1]
    assert "L01-a" not in repr(game.view(s, 1))
    me = game.view(s, 0).me
    assert me is not None
    assert me.hand == ("L01-a", "L02-a")


def test_victim_and_thief_know_a_stolen_card_until_it_is_discarded() -> None:
    """RULES D33."""
    s = table(player(), player("L01"), player(), steps=[StealCards(0, 1)])
    assert game.view(s, 1).players[0].known == ("L01-a",)
    assert game.view(s, 2).players[0].known == ()
    tell_discarded(s, 0, ("L01-a",))
    assert game.view(s, 1).players[0].known == ()


def test_a_theft_makes_third_parties_unsure_of_a_hand_they_had_seen() -> None:
    """RULES D33."""
    s = table(player(), player("L01 L02"), player(knows=["L01-a"]), steps=[])
    assert game.view(s, 2).players[1].known == ("L01-a",)
    StealCards(0, 1).chosen(s, "seat-1")
    assert game.view(s, 2).players[1].known == ()
    assert game.view(s, 2).players[0].known == ()


def test_who_peeked_still_knows_a_token_that_another_takes() -> None:
    """RULES D33."""
    s = table(player(), player(knows=["XJ2"]), player(), steps=[TakeToken(0)], towns={"jordan_college": "XJ1 XJ2"})
    say(s, 0, "take-token", "slot-2")
    assert game.view(s, 1).players[0].tokens == ("XJ2",)
    assert game.view(s, 2).players[0].tokens == ("jordan_college",)


@pytest.mark.parametrize(("held", "known"), [("XJ2", ("XJ2",)), ("XJ2 XJ3", ("jordan_college",))])
def test_a_theft_among_several_tokens_of_one_back_is_not_followed(held: str, known: tuple[str, ...]) -> None:
    """RULES D16, D33."""
    s = table(player(), player(tokens=held), player(knows=["XJ2"]), steps=[StealToken(0)])
    assert game.view(s, 2).players[0].tokens == known


def test_a_known_token_taken_by_oneself_is_simply_owned() -> None:
    """RULES 6.5, D33."""
    s = table(player("L01 L02", knows=["XJ1"]), player(), steps=[PlaySet(0)], towns={"jordan_college": "XJ1"})
    say(s, 0, "play-set", *ids("L01 L02"))
    assert (s.players[0].tokens, s.players[0].knows) == (["XJ1"], [])


def test_an_imagined_table_keeps_what_the_seat_knows_and_nothing_else() -> None:
    s = table(
        player("L01 L02", knows=["L03-a", "XJ2", "XB1"]), player("L03 L04 L05", tokens="XB1 XB2"), player("L06"),
        steps=[], towns={"jordan_college": "XJ1 XJ2 XJ3 XJ4 XJ5 XJ6", "bolvangar": "- - XB3 XB4 XB5 XB6"},
    )  # fmt: skip
    seen = set()
    for n in range(60):
        imagined = game.imagine(s, 0, Random(n))
        assert imagined.players[0] == s.players[0]
        assert imagined.players[1].hand[0] == "L03-a"
        assert imagined.players[1].tokens[0] == "XB1"
        assert imagined.towns["jordan_college"][1] == "XJ2"
        assert [BACK[token] for token in imagined.players[1].tokens] == ["bolvangar", "bolvangar"]
        seen.add((*imagined.players[1].hand, *imagined.players[1].tokens))
    assert len(seen) > 50


def test_an_imagined_tucked_card_has_as_many_symbols() -> None:
    """RULES D37."""
    players = [Player(ally="G01", tucked="G03"), Player(ally="G04", tucked="G10"), Player(ally="G05", tucked="G06")]
    s = table(*players, steps=[])
    s.characters["green"] = ["G02", "G07", "G08", "G09"]
    found = [game.imagine(s, 0, Random(n)).players[2].tucked for n in range(40)]
    assert {CHARACTERS[card].magisterium_symbols for card in found if card} == {2}
    assert set(found) == {"G06", "G08"}
    # Seat 0 passed the card to seat 1 and so knows it.
    assert {game.imagine(s, 0, Random(n)).players[1].tucked for n in range(40)} == {"G10"}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_nobody_knows_what_they_own(seats: int) -> None:
    for seed in range(5):
        for state, _ in playthrough(Setting(game, seats, {}), seed):
            for someone in state.players:  # type: ignore[attr-defined]
                assert not set(someone.knows) & {*someone.hand, *someone.tokens}
                assert len(set(someone.knows)) == len(someone.knows)

"""The facts of cards.json, counted against RULES.md."""

from __future__ import annotations

from collections import Counter

import msgspec
import pytest

from service.games.golden_compass.cards import BOX, CHARACTERS, LYRA, SECTORS, TOKENS, TRUTHS
from tests.games.golden_compass.table import game


def test_a_deck_has_every_daemon_with_every_symbol_once_and_two_jokers() -> None:
    """RULES 1.1, D40."""
    deck = [card for card in LYRA.values() if card.deck == "a"]
    assert len(deck) == 38
    assert sum(card.joker for card in deck) == 2
    assert sum(card.flying_spy for card in deck) == 9
    pairs = {(card.daemon, card.symbol) for card in deck if not card.joker}
    assert len(pairs) == 36
    assert len(LYRA) == 76


@pytest.mark.parametrize("colour", ["green", "blue", "red"])
def test_each_colour_has_ten_characters_with_the_same_magisterium_symbols(colour: str) -> None:
    """RULES D35, D40."""
    symbols = sorted(c.magisterium_symbols for c in CHARACTERS.values() if c.colour == colour)
    assert symbols == [0, 0, 0, 1, 1, 1, 2, 2, 3, 3]


def test_the_sectors_are_distributed_as_written() -> None:
    """RULES D40."""
    assert Counter(sector.light_blue for sector in SECTORS.values()) == BOX.spinner.distribution["light_blue"]
    assert Counter(str(s.red.draw) for s in SECTORS.values()) == BOX.spinner.distribution["draw"]
    assert Counter(str(s.red.advance) for s in SECTORS.values()) == BOX.spinner.distribution["advance"]


@pytest.mark.parametrize(
    ("town", "values"),
    [
        ("jordan_college", "4 4 5 5 6 A"),
        ("london", "4 5 5 6 6 A"),
        ("trollesund", "5 5 6 7 A A"),
        ("bolvangar", "5 6 7 8 A A"),
    ],
)
def test_each_town_has_its_six_tokens(town: str, values: str) -> None:
    """RULES 3.4, D40."""
    found = ["A" if token.value is None else str(token.value) for token in TOKENS.values() if token.set == town]
    assert found == values.split()


def test_there_are_six_truth_tiles_of_each_value() -> None:
    """RULES 1.1, D40."""
    assert Counter(TRUTHS.values()) == dict.fromkeys(range(1, 7), 6)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_thing_of_the_box_has_a_name(language: str) -> None:
    words = game.words(language)
    named = {*LYRA, *CHARACTERS, *TOKENS, *TRUTHS, *SECTORS, *BOX.passage_tiles.ids, *(s.id for s in BOX.board.track)}
    assert named <= words.ids.keys()
    assert {t["id"] for t in (*BOX.lyra_cards.daemons, *BOX.lyra_cards.symbols)} <= words.terms.keys()


def test_each_card_says_whether_the_rulebook_prints_it_or_we_designed_it() -> None:
    """RULES D40, D41: jokers, alethiometer tokens and Passages are the rulebook's, values and powers are ours."""
    served = [record for part in msgspec.to_builtins(game.cards()).values() for record in part]
    sources = {record["id"]: record["source"] for record in served}
    assert {sources[id] for id in CHARACTERS} == {sources[id] for id in TRUTHS} == {sources[id] for id in SECTORS}
    assert set(sources.values()) == {"rulebook", "house"}
    printed = {id for id, source in sources.items() if source == "rulebook"}
    assert printed == {
        *("L37-a", "L38-a", "L37-b", "L38-b", "P1", "P2", "P3", "XJ6", "XL6", "XT5", "XT6", "XB5", "XB6"),
        *("start", "objective_green", "objective_blue", "objective_red"),
    }

"""The facts of cards.json, counted against RULES 1, 10 and 11."""

from __future__ import annotations

from collections import Counter

import pytest

from service.games.golden_compass.cards import BOX, CHARACTERS, LYRA, SECTORS, TOKENS, TRUTHS


def test_a_deck_has_every_daemon_with_every_symbol_once_and_two_jokers() -> None:
    deck = [card for card in LYRA.values() if card.deck == "a"]
    assert len(deck) == 38
    assert sum(card.joker for card in deck) == 2
    assert sum(card.flying_spy for card in deck) == 9
    pairs = {(card.daemon, card.symbol) for card in deck if not card.joker}
    assert len(pairs) == 36
    assert len(LYRA) == 76


@pytest.mark.parametrize("colour", ["green", "blue", "red"])
def test_each_colour_has_ten_characters_with_the_same_magisterium_symbols(colour: str) -> None:
    symbols = sorted(c.magisterium_symbols for c in CHARACTERS.values() if c.colour == colour)
    assert symbols == [0, 0, 0, 1, 1, 1, 2, 2, 3, 3]


def test_the_sectors_are_distributed_as_written() -> None:
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
    found = ["A" if token.value is None else str(token.value) for token in TOKENS.values() if token.set == town]
    assert found == values.split()


def test_there_are_six_truth_tiles_of_each_value() -> None:
    assert Counter(TRUTHS.values()) == dict.fromkeys(range(1, 7), 6)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_thing_of_the_box_has_a_name(language: str) -> None:
    from service.games.golden_compass import GoldenCompass

    words = GoldenCompass().words(language)
    named = {*LYRA, *CHARACTERS, *TOKENS, *TRUTHS, *SECTORS, *BOX.passage_tiles.ids, *(s.id for s in BOX.board.track)}
    assert named <= words.ids.keys()
    assert {t["id"] for t in (*BOX.lyra_cards.daemons, *BOX.lyra_cards.symbols)} <= words.terms.keys()

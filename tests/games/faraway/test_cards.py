"""The box holds the cards it should, and words describe them truly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from service.games.faraway.cards import BOX, REGIONS, SANCTUARIES, Region, Sanctuary
from service.games.kit.words import LANGUAGES
from tests.games.faraway.table import game


def sums(cards: Sequence[Sanctuary]) -> dict[str, Any]:
    """The totals that cards.json carries as checksums."""
    biomes = Counter(card.biome or "none" for card in cards)
    quests = [card.quest for card in cards if card.quest is not None]
    return {
        "cards": len(cards),
        "night": sum(card.night for card in cards),
        "clues": sum(card.clues for card in cards),
        "stone": sum(card.wonders.stone for card in cards),
        "chimera": sum(card.wonders.chimera for card in cards),
        "thistle": sum(card.wonders.thistle for card in cards),
        "by_biome": dict(biomes),
        "without_quest": len(cards) - len(quests),
        "flat_quest": sum(not quest.per for quest in quests),
        "four_biomes_quest": sum(quest.per == "four_biomes" for quest in quests),
        "per_icon_quest": sum(isinstance(quest.per, tuple) and bool(quest.per) for quest in quests),
    }


def test_the_regions_add_up() -> None:
    """RULES 1.1, 2.3, 2.4: 68 regions, 21 of them by night; stones are more common than chimeras and thistles."""
    night = [region.number for region in BOX.regions if region.night]
    expected = sums(BOX.regions) | {
        "with_prerequisites": sum(bool(region.needs) for region in BOX.regions),
        "night_numbers": {"from": min(night), "to": max(night)},
    }
    assert BOX.checksums["regions"] == expected
    assert night == list(range(20, 41))
    assert expected["stone"] > expected["chimera"] > expected["thistle"]


def test_the_sanctuaries_add_up() -> None:
    """RULES 1.1."""
    assert BOX.checksums["sanctuaries"] == sums(BOX.sanctuaries)


def test_every_card_has_an_id_of_its_own() -> None:
    """RULES 2.2."""
    assert list(REGIONS) == [f"r{n}" for n in range(1, 69)]
    assert [region.number for region in REGIONS.values()] == list(range(1, 69))
    assert list(SANCTUARIES) == [f"S{n:02}" for n in range(1, 46)]


def test_blue_is_the_desert_and_green_the_river() -> None:
    """RULES 2.1."""
    colours = {(card.biome, card.color) for card in (*BOX.regions, *BOX.sanctuaries)}
    assert colours == {
        ("river", "green"),
        ("city", "yellow"),
        ("forest", "red"),
        ("desert", "blue"),
        (None, None),
    }


@pytest.mark.parametrize("number", [32, 51])
def test_only_two_regions_help_themselves(number: int) -> None:
    helping = [
        region.number for region in BOX.regions if any(dict(region.shows).get(wonder) for wonder, _ in region.needs)
    ]
    assert number in helping
    assert len(helping) == 2


def test_no_sanctuary_has_prerequisites_and_some_have_no_quest() -> None:
    """RULES 2.6, 2.8, D3."""
    assert not [card.id for card in BOX.sanctuaries if hasattr(card, "needs")]
    assert 0 < sum(card.quest is None for card in BOX.sanctuaries) < 45


def test_all_cards_are_known_from_the_published_faces() -> None:
    """RULES D2: the rulebook prints none of them in full."""
    assert {card.source for card in (*BOX.regions, *BOX.sanctuaries)} == {"published"}


def test_a_card_with_an_unknown_fact_is_refused() -> None:
    facts = msgspec.to_builtins(BOX.regions[0]) | {"price": 3}
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(facts, type=Region)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_text_of_a_card_says_what_it_shows_and_brings(language: str) -> None:
    words = game.words(language)
    for card in (*BOX.regions, *BOX.sanctuaries):
        text = words.cards[card.id].text
        for icon, n in card.shows:
            assert (str(n) in text and words.terms[icon] in text) if n > 1 else words.terms[icon] in text
        if card.quest is not None:
            per = ("four_biomes",) if card.quest.per == "four_biomes" else card.quest.per
            assert str(card.quest.points) in text
            assert all(words.terms[icon] in text for icon in per)
        if isinstance(card, Region):
            assert all(f"{n} {words.terms[wonder]}" in text for wonder, n in card.needs)

"""Sentences that players read: forms for none, one and many, French articles, and the terms of the rulebook."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from tests.games.golden_compass.table import game

NAMES = ("Anna", "Bea", "Cleo", "Hugo")


@pytest.mark.parametrize(
    ("kind", "data", "english", "french"),
    [
        (
            "period-began",
            {"period": "green", "seat": 0},
            "The green period begins. Anna takes the first turn.",
            "La période verte commence. Anna joue le premier tour.",
        ),
        ("drew", {"seat": 1, "count": 1}, "Bea draws one Lyra card.", "Bea pioche une carte Lyra."),
        ("drew", {"seat": 1, "count": 3}, "Bea draws 3 Lyra cards.", "Bea pioche 3 cartes Lyra."),
        (
            "took-dust",
            {"seat": 0, "left": 0},
            "Anna takes a Dust tile; none is left in the stock.",
            "Anna prend une tuile Poussière ; il n’en reste plus dans la réserve.",
        ),
        (
            "tokens-lost",
            {"town": "london", "count": 1},
            "One token of London leaves the game unseen.",
            "Un jeton de Londres quitte la partie sans être vu.",
        ),
        (
            "drew-passages",
            {"count": 0},
            "No Passage to the Stars is drawn.",
            "Aucun Passage vers les étoiles n’est pioché.",
        ),
        (
            "drew-passages",
            {"count": 2},
            "2 Passages to the Stars are drawn.",
            "2 Passages vers les étoiles sont piochés.",
        ),
        ("moved", {"space": "objective_red"}, "Lyra moves to the red objective.", "Lyra arrive à l’objectif rouge."),
        (
            "stole-token",
            {"seat": 1, "seats": (0,), "town": "london"},
            "Bea steals a London token from Anna.",
            "Bea vole un jeton de Londres à Anna.",
        ),
        (
            "stole-card",
            {"seat": 1, "seats": (0,)},
            "Bea takes a card from Anna's hand.",
            "Bea prend une carte dans la main d’Anna.",
        ),
        ("dirigible-taken", {"seat": 0}, "Anna takes the dirigible.", "Anna prend le dirigeable."),
        (
            "scored",
            {"seat": 2, "truths": 26, "points": 12, "alethiometers": 4, "dust": 0, "total": 42},
            "Cleo: 26 for Truth tiles + 12 for placed tokens + 4 for placed alethiometers + 0 for Dust = 42 points.",
            "Cleo : 26 (tuiles Vérité) + 12 (jetons placés) + 4 (aléthiomètres placés) + 0 (Poussière) = 42 points.",
        ),
        ("won", {"seats": (0,), "total": 1}, "Anna wins with one point.", "Anna l’emporte avec 1 point."),
        (
            "won",
            {"seats": (0, 1), "total": 31},
            "Anna and Bea share the victory with 31 points.",
            "Anna et Bea se partagent la victoire avec 31 points.",
        ),
    ],
)
def test_a_sentence_has_the_form_it_needs(kind: str, data: Mapping[str, Any], english: str, french: str) -> None:
    assert game.words("en").tell(kind, data, NAMES) == english
    assert game.words("fr").tell(kind, data, NAMES) == french


@pytest.mark.parametrize(
    ("character", "called"),
    [("G05", "au Majordome"), ("B10", "à l’Officier tartare"), ("G03", "à Roger Parslow")],
)
def test_french_prepositions_go_with_the_article_of_a_character(character: str, called: str) -> None:
    told = game.words("fr").tell("used-ally", {"seat": 0, "character": character}, NAMES)
    assert told == f"Anna fait appel {called}."


@pytest.mark.parametrize(("cost", "english"), [(1, "one card"), (4, "4 cards")])
def test_a_price_is_said_in_cards(cost: int, english: str) -> None:
    assert game.words("en").refuse("wrong-price", {"cost": cost}) == f"Discard exactly {english}, or none."


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_rules_for_players_name_every_period_town_action_set_and_option_as_the_screen_does(language: str) -> None:
    words, text = game.words(language), (game.folder / "text" / f"rules.{language}.md").read_text("utf-8")
    shown = [words.call(id) for id in ("jordan_college", "london", "trollesund", "bolvangar", "svalbard")]
    shown += [words.call("northern_lights"), *(words.call(id).partition(":")[0].strip() for id in ACTIONS)]
    shown += [words.call(id).split(" ", 1)[1] for id in ("daemon", "symbol", "spies")]
    shown += [words.terms[term] for term in ("ending", "magisterium", "lyra_card", "token", "dirigible", "joker")]
    shown += list(words.options)
    assert [word for word in shown if word.casefold() not in text.casefold()] == []


ACTIONS = ("alethiometer", "magisterium", "ally", "dust")


def test_the_french_text_uses_the_words_of_the_rulebook() -> None:
    text = (game.folder / "text" / "fr.json").read_text("utf-8")
    text += (game.folder / "text" / "rules.fr.md").read_text("utf-8")
    for ours in ("dæmon", "aurore boréale", "manche", "Connaissance de la Poussière", "'"):
        assert ours not in text

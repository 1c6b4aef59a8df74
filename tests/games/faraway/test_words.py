"""What players read of Faraway has the right forms for none, one and many."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.faraway.table import game

NAMES = ("Anna", "Bea", "Cleo")


@pytest.mark.parametrize(
    ("count", "owed", "en", "fr"),
    [
        (1, 0, "Bea finds one sanctuary.", "Bea trouve un Sanctuaire."),
        (4, 0, "Bea finds 4 sanctuaries.", "Bea trouve 4 Sanctuaires."),
        (
            2,
            1,
            "Bea finds 2 sanctuaries; the pile is one short.",
            "Bea trouve 2 Sanctuaires ; il en manque un dans la pile.",
        ),
        (
            0,
            3,
            "Bea finds no sanctuary; the pile is 3 short.",
            "Bea ne trouve aucun Sanctuaire ; il en manque 3 dans la pile.",
        ),
    ],
)
def test_sanctuaries_are_found_in_numbers(count: int, owed: int, en: str, fr: str) -> None:
    told = {"seat": 1, "count": count, "owed": owed}
    assert game.words("en").tell("found-sanctuaries", told, NAMES) == en
    assert game.words("fr").tell("found-sanctuaries", told, NAMES) == fr


@pytest.mark.parametrize(
    ("kind", "told", "fr"),
    [
        ("explored", {"seat": 0, "region": "r3"}, "Anna explore la Région 3."),
        ("turn-order", {"seats": (2, 0, 1)}, "Ordre des joueurs : Cleo, puis Anna, puis Bea."),
        (
            "kept-sanctuary",
            {"seat": 0, "sanctuary": "S45", "returned": 1},
            "Anna place le Sanctuaire S45 et remet l’autre sous la pile.",
        ),
        (
            "scored",
            {"seat": 0, "regions": (0, 1), "sanctuaries": (), "total": 1},
            "Anna totalise 1 point de renommée : 0 + 1 pour les Régions, rien pour les Sanctuaires.",
        ),
    ],
)
def test_french_sentences_have_articles_and_forms(kind: str, told: dict[str, Any], fr: str) -> None:
    assert game.words("fr").tell(kind, told, NAMES) == fr


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_example_of_the_players_rules_adds_up_as_the_rules_count(language: str) -> None:
    rules = (game.folder / "text" / f"rules.{language}.md").read_text("utf-8")
    steps = [line.split("|") for line in rules.splitlines() if line[:4] in [f"| {n} " for n in range(1, 7)]]

    assert [int(step[4]) for step in steps] == [0, 2, 12, 6, 0, 2]

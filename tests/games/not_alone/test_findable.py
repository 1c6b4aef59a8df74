"""Whoever has a card in hand finds what it does: by its id, in one place."""

from __future__ import annotations

from pathlib import Path

import pytest

from service.games.not_alone import rules
from service.games.not_alone.cards import HUNT, PLACES, SURVIVAL
from service.games.not_alone.rules import hunt_cards, on_reveal, passive, survival_cards, target_step
from service.games.not_alone.rules.powers import POWERS, Resolve
from tests.games.not_alone.table import game

FOLDER = Path(str(rules.__file__)).parent
ALIKE = {"interference_x": "interference"}
"""Cards of Exploration that share the function of the card they replace."""


def hunt_card(card: str) -> bool:
    """Whether the id of a Hunt card leads to what it does: to a function, or to the token that covers two places."""
    tables = (hunt_cards.VERBS, target_step.STRIKES, on_reveal.STRIKES)
    named = hasattr(passive, ALIKE.get(card, card)) or hasattr(target_step, card)
    return named or any(card in verbs for verbs in tables) or HUNT[card].covers_two is not None


@pytest.mark.parametrize("card", HUNT)
def test_every_hunt_card_is_found_by_its_id(card: str) -> None:
    assert hunt_card(card)


@pytest.mark.parametrize("card", SURVIVAL)
def test_every_survival_card_is_found_by_its_id(card: str) -> None:
    assert card in survival_cards.VERBS or card in Resolve.CARDS


def test_every_place_is_found_by_its_id() -> None:
    assert POWERS.keys() == PLACES.keys()


def test_what_is_in_force_is_asked_of_the_cards_alone() -> None:
    asking = [path.name for path in FOLDER.parent.rglob("*.py") if ".acts(" in path.read_text()]
    assert asking == ["passive.py"]


def test_what_is_served_of_a_card_are_facts_and_where_they_are_known_from() -> None:
    facts = game.cards()
    served = [card for kind in ("places", "hunt_cards", "survival_cards") for card in facts[kind]]
    assert {card.source for card in served} == {"rulebook", "published", "house"}
    assert all(card.source == "published" for card in served if card.set == "base")
    assert {card.id for card in served if card.source == "rulebook"} == {
        *("oasis", "fjord", "labyrinth", "fungi", "portal"),
        *("time_rift", "gargantua"),
    }


def test_what_is_printed_on_the_board_is_served() -> None:
    board = game.cards()["board"]
    assert (board["rescue_start"], board["assimilation_start"]) == (11, 5)
    assert board["artemia_spaces"] == {"1": (1, 2, 3, 4, 5, 6), "2": (1, 3, 5, 7, 9, 11)}

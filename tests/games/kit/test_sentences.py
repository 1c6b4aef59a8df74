"""How sentences are filled: forms for zero, one and many, joined lists, French prepositions."""

from __future__ import annotations

from typing import Any

import pytest

from service.games.kit.sentences import fill


@pytest.mark.parametrize(
    ("language", "count", "said"),
    [
        ("en", 0, "0 cards"),
        ("en", 1, "one card"),
        ("en", 2, "2 cards"),
        ("en", -1, "one card"),
        ("fr", 0, "0 carte"),
        ("fr", 1, "1 carte"),
        ("fr", 2, "2 cartes"),
    ],
)
def test_two_forms_are_for_one_and_for_others_and_french_counts_zero_with_one(
    language: str, count: int, said: str
) -> None:
    forms = {"en": "{count:one card|# cards}", "fr": "{count:# carte|# cartes}"}

    assert fill(forms[language], language, {"count": count}) == said


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize(("count", "said"), [(0, "nothing"), (1, "one"), (12, "12 of them")])
def test_three_forms_are_for_zero_one_and_many(language: str, count: int, said: str) -> None:
    assert fill("{count:nothing|one|# of them}", language, {"count": count}) == said


@pytest.mark.parametrize(
    ("language", "names", "said"),
    [
        ("en", ["Anna"], "Anna wins with 1 point."),
        ("en", ["Anna", "Bea"], "Anna and Bea win with 1 point."),
        ("en", ["Anna", "Bea", "Cleo"], "Anna, Bea and Cleo win with 1 point."),
        ("fr", ["Anna", "Bea", "Cleo"], "Anna, Bea et Cleo win with 1 point."),
    ],
)
def test_the_length_of_a_list_chooses_the_form_and_the_list_is_joined(
    language: str, names: list[str], said: str
) -> None:
    sentence = "{seats:# wins|# win} with {total:# point|# points}."

    assert fill(sentence, language, {"seats": names, "total": 1}) == said


@pytest.mark.parametrize(
    ("sentence", "said"), [("{cards}", "–"), ("{cards:# is|# are}", "–"), ("{cards:none|one|#}", "none")]
)
def test_an_empty_list_is_a_dash_unless_there_is_a_form_for_zero(sentence: str, said: str) -> None:
    assert fill(sentence, "en", {"cards": []}) == said


def test_a_list_may_be_joined_by_something_else() -> None:
    assert fill("{lines:' / '}", "en", {"lines": ["To be,", "or not"]}) == "To be, / or not"


@pytest.mark.parametrize(
    ("name", "to", "of"),
    [
        ("Le Majordome", "au Majordome", "du Majordome"),
        ("Les Gitans", "aux Gitans", "des Gitans"),
        ("La Sorcière", "à la Sorcière", "de la Sorcière"),
        ("L’Intendant", "à l’Intendant", "de l’Intendant"),
        ("Anna", "à Anna", "d’Anna"),
        ("Élise", "à Élise", "d’Élise"),
        ("Léa", "à Léa", "de Léa"),
    ],
)
def test_french_prepositions_contract_with_the_article_or_the_vowel_after_them(name: str, to: str, of: str) -> None:
    assert fill("{character:à}", "fr", {"character": name}) == to
    assert fill("{character:de}", "fr", {"character": name}) == of


def test_a_french_preposition_is_repeated_before_each_name_of_a_list() -> None:
    assert fill("{who:de}", "fr", {"who": ["Anna", "Le Majordome"]}) == "d’Anna et du Majordome"


def test_a_seat_is_called_by_its_name_and_not_counted() -> None:
    def name(key: str, value: Any) -> str:
        return ["Anna", "Bea", "Cleo"][value] if key == "seat" else str(value)

    assert fill("{seat:# wins|# win} {total:# point|# points}", "en", {"seat": 2, "total": 0}, name) == (
        "Cleo wins 0 points"
    )


def test_what_nothing_is_known_about_is_a_dash() -> None:
    assert fill("{who} and {what:one|#}", "en", {"who": None}) == "– and –"


def test_figures_may_be_formatted_as_python_does() -> None:
    assert fill("{seconds:.1f} s", "en", {"seconds": 1.25}) == "1.2 s"


@pytest.mark.parametrize(
    ("name", "said"),
    [("The Rover", "explores the Rover"), ("L’Antre", "explores l’Antre"), ("Theodora", "explores Theodora")],
)
def test_the_article_of_a_name_is_small_within_a_sentence(name: str, said: str) -> None:
    assert fill("explores {place:the}", "en", {"place": name}) == said


def test_a_list_of_equal_things_names_them_once() -> None:
    assert fill("{choices:same}", "en", {"choices": ["north", "north"]}) == "north"
    assert fill("{choices:same}", "en", {"choices": ["north", "east"]}) == "north and east"
    assert fill("{choices:same}", "en", {"choices": []}) == "–"


def test_a_list_is_told_under_the_names_of_those_its_items_belong_to() -> None:
    said = {"cards": ["a rope", "a lamp", "a map"], "seats": ["Ada", "Ben", "Ada"]}
    assert fill("{cards:by seats}.", "en", said) == "Ada: a rope and a map; Ben: a lamp."
    assert fill("{cards:by seats}.", "fr", said) == "Ada : a rope et a map ; Ben : a lamp."
    assert fill("Nothing{cards:by seats}.", "en", {"cards": [], "seats": []}) == "Nothing."

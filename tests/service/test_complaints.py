"""What is wrong with a field is said in English and in French, whoever has found it."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from marshmallow import Schema, ValidationError, fields, validate

import service
from service.api.validation_messages import LONGEST, said, sources
from service.games.kit.words import LANGUAGES
from tests.service.people import Person

ROOT = Path(service.__file__).parent
SAYS = {"Invalid": 1, "ValidationError": 0, "BadOptions": 1, "BadPlan": 1, "BadAddress": 0}
"""Which of its arguments says what is wrong, where it has no name."""

FIELDS = (fields.String, fields.Integer, fields.Float, fields.Boolean, fields.List, fields.Dict, fields.Nested)
CHECKS = (
    (validate.Length(min=2, max=3), "a"),
    (validate.Length(min=2), "a"),
    (validate.Length(max=3), "abcd"),
    (validate.Length(equal=2), "a"),
    (validate.Range(min=2, max=3), 1),
    (validate.Range(min=2), 1),
    (validate.Range(max=3), 4),
    (validate.OneOf(["a", "b"]), "c"),
    (validate.Regexp("a"), "b"),
)
"""The checks that our shapes are made of, each with what it refuses."""


def sentence(node: ast.expr) -> str | None:
    """What a string of the source says; what is filled in there stands as a figure."""
    if isinstance(node, ast.Constant):
        return str(node.value)
    if isinstance(node, ast.JoinedStr):
        return "".join(str(part.value) if isinstance(part, ast.Constant) else "7" for part in node.values)
    return None


def of_the_house() -> Iterator[str]:
    for path in sorted(ROOT.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name) or node.func.id not in SAYS:
                continue
            named = [word.value for word in node.keywords if word.arg == "message"]
            for given in named or node.args[SAYS[node.func.id] :][:1]:
                if (found := sentence(given)) is not None:
                    # The number of players comes as one word.
                    yield found.replace("is for 7 players", "is for 2 to 6 players")


def of_the_libraries() -> Iterator[str]:
    for kind in FIELDS:
        for messages in (each.__dict__.get("default_error_messages", {}) for each in kind.__mro__):
            yield from messages.values()
    yield from Schema._default_error_messages.values()
    for check, refused in CHECKS:
        try:
            check(refused)
        except ValidationError as wrong:
            yield str(wrong.messages[0])


def test_there_are_sentences_to_look_for() -> None:
    assert len(set(of_the_house())) > 50
    assert len(set(of_the_libraries())) > 20


@pytest.mark.parametrize("message", sorted({*of_the_house(), *of_the_libraries()}))
def test_every_sentence_has_its_french(message: str) -> None:
    assert said(message, "fr") != message
    assert re.findall("7", said(message, "fr")) == re.findall("7", message)


def test_both_languages_fill_in_the_same() -> None:
    for path in (path for language in LANGUAGES for path in sources(language)):
        for english, words in msgspec.json.decode(path.read_bytes(), type=dict[str, str]).items():
            assert sorted(re.findall(r"\{\d\}", english)) == sorted(re.findall(r"\{\d\}", words)), english


def test_what_is_named_is_named_in_french_too() -> None:
    assert said("Ada plays faraway, not_alone", "fr") == "Ada joue à faraway, not_alone"
    assert said("faraway is for 2 to 6 players, not 9", "fr") == "faraway se joue de 2 à 6, pas à 9"


def test_what_nobody_knows_or_is_very_long_stays_as_it_is() -> None:
    assert said("something else", "fr") == "something else"
    long = "there is no place called " + "x" * LONGEST
    assert said(long, "fr") == long


def test_a_seat_that_is_no_object(ada: Person) -> None:
    wish = {"game": "faraway", "seats": ["me", {"kind": "bot", "level": "greedy"}]}

    answers = {tag: ada.call("POST", "/tables", wish, {"Accept-Language": tag}).json for tag in LANGUAGES}

    assert {tag: answer and answer["errors"] for tag, answer in answers.items()} == {
        "en": [{"field": "seats.0", "message": "This must be a JSON object."}],
        "fr": [{"field": "seats.0", "message": "La valeur doit être un objet JSON."}],
    }

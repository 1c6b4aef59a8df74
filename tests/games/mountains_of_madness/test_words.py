"""RULES D22, D25: what a message is, and what its words are."""

from __future__ import annotations

import json

import pytest

from service.games.kit.decision import Illegal
from service.games.mountains_of_madness.kinds import items_lost, kinds_replaced
from service.games.mountains_of_madness.lexicon import fold, has, words
from service.games.mountains_of_madness.numerals import numbers
from service.games.mountains_of_madness.talk.messages import Message, Signal, read, written

WHEEL = {"tools": "books", "books": "weapons", "weapons": "crates", "crates": "tools"}


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("I have 4 tools", [4]),
        ("quatre outils et deux livres", [4, 2]),
        ("dix-sept", [17]),
        ("IV or XII, and V", [4, 12, 5]),
        ("I, iv", [4]),
        ("fours, sixes and tens", [4, 6, 10]),
        ("fours of tools", [4]),
        ("six-six-four", [6, 6, 4]),
        ("let's go to M2", []),
        ("M2 or C8", [2]),
        ("tekeli-li!", []),
        ("||| and / / /", [3, 3]),
        ("either/or", []),
        ("4x10", [4, 10]),
        ("one, un, une, zero", []),
        ("a pair and a dozen", [2, 12]),
        ("tenten fourth", []),
        ("TEN", [10]),
    ],
)
def test_numbers_are_found_however_they_are_written(text: str, values: list[int]) -> None:
    assert [found.value for found in numbers(text)] == values


@pytest.mark.parametrize(
    ("of", "text", "found"),
    [
        ("kinds", "d'armes", True),
        ("kinds", "4tools", True),
        ("kinds", "toolset", False),
        ("kind_colours", "VERTE", True),
        ("first_person", "j'ai", True),
        ("first_person", "I'll go", True),
        ("first_person", "ski", False),
        ("items", "the geologist's hammer", True),
        ("items", "lampe tempete", True),
        ("items", "lampe", False),
        ("polite", "s'il te plaît", True),
        ("animals", "araignée", True),
        ("no", "nope", True),
        ("no", "know", False),
        ("kinds", "toolz", True),
        ("kinds", "tøøls", True),
        ("kinds", "t-o-o-l-s", True),
        ("kinds", "t00ls", True),
        ("kinds", "rifles", True),
        ("kinds", "un couteau", True),
        ("kinds", "toolsfour", True),
        ("first_person", "il m'appelle", True),
        ("first_person", "les miens", True),
        ("first_person", "them", False),
    ],
)
def test_classes_of_words(of: str, text: str, found: bool) -> None:
    assert has(of, text) is found


def test_a_folded_text_is_as_long_as_the_text() -> None:
    for text in ("Été à Noël, ça ira", "œuvre … • ’", "ÀÖØöøÿ"):
        assert len(fold(text)) == len(text)
    assert words("Tu es sûr, l'ami tekeli-li?") == ["tu", "es", "sur", "l'ami", "tekeli-li"]


def test_kinds_keep_language_number_and_capitals() -> None:
    assert kinds_replaced("Tools, LIVRES, a gun and the green box", WHEEL) == (  # type: ignore[arg-type]
        "Books, ARMES, a crate and the yellow tool"
    )
    assert items_lost("my Ice Axe and the Poste de TSF") == "my … and the …"


def test_a_message_is_plain_text_or_json_with_signals() -> None:
    assert read("  hello ", 3) == Message("hello")
    wire = json.dumps({"text": "hi", "signals": [{"type": "offer", "kind": "tools", "value": 4}]})
    message = read(wire, 3)
    assert message == Message("hi", (Signal("offer", kind="tools", value=4),))
    assert read(written(message), 3) == message
    assert written(Message("hi")) == "hi"


@pytest.mark.parametrize(
    ("wire", "code"),
    [
        ("", "empty-message"),
        ("   ", "empty-message"),
        ('{"text": ""}', "empty-message"),
        ("a" * 141, "too-long"),
        ("привет", "bad-characters"),
        ("hi 👍", "bad-characters"),
        ("a_b", "bad-characters"),
        ("{oops", "malformed"),
        ('{"signals": [{"type": "shout"}]}', "malformed"),
        ('{"signals": [{"type": "offer", "amount": 3}]}', "malformed"),
        ('{"signals": [{"type": "offer", "colour": "red"}]}', "malformed"),
        ('{"signals": [{"type": "offer", "parity": "odd"}]}', "malformed"),
        ('{"signals": [{"type": "offer", "kind": "wound"}]}', "malformed"),
        ('{"signals": [{"type": "offer", "value": 100}]}', "malformed"),
        ('{"signals": [{"type": "offer", "value": -1}]}', "malformed"),
        ('{"signals": [{"type": "tally", "kind": "tools"}]}', "malformed"),
        ('{"signals": [{"type": "ask", "seat": 3}]}', "malformed"),
        ('{"signals": [{"type": "yes", "ref": 7}]}', "malformed"),
        ('{"signals": [{"type": "suggest", "space": "Z9"}]}', "malformed"),
        (json.dumps({"signals": [{"type": "yes"}] * 7}), "too-many-signals"),
    ],
)
def test_what_is_no_message_is_refused(wire: str, code: str) -> None:
    with pytest.raises(Illegal) as wrong:
        read(wire, 3)
    assert wrong.value.code == code

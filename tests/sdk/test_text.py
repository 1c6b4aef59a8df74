"""How the terminal parses input, prints and remembers; without a server."""

from __future__ import annotations

import io
import json
import stat
from pathlib import Path
from string import Formatter

import pytest
from farshore.cli.play import Unclear, find_option, parse_picks
from farshore.cli.tokens import Tokens
from farshore.models import Decision
from farshore.text import LANGUAGES, Messages, system_language
from rich.console import Console, RenderableType

TEXT = Path(__file__).resolve().parents[2] / "sdk" / "farshore" / "text"


def question(*options: str, least: int = 1, most: int = 1) -> Decision:
    return Decision(id="1-x-0", kind="x", options=options, least=least, most=most)


def printed(thing: RenderableType) -> str:
    console = Console(width=100, file=io.StringIO())
    console.print(thing)
    return console.file.getvalue()  # type: ignore[attr-defined, no-any-return]


# -- asking --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "picks"),
    [
        ("1", ("r21",)),
        ("#2", ("r40",)),
        ("r40", ("r40",)),
        ("R40", ("r40",)),
        ("40", ("r40",)),
        ("S07", ("S07",)),
        (" 3 ", ("S07",)),
    ],
)
def test_a_choice_is_a_place_in_the_list_or_a_card(line: str, picks: tuple[str, ...]) -> None:
    assert parse_picks(line, question("r21", "r40", "S07")) == picks


def test_several_choices_have_spaces_or_commas_between_them() -> None:
    assert parse_picks("1 r3, 5", question("r1", "r2", "r3", "r4", "r5", least=3, most=3)) == ("r1", "r3", "r5")


def test_nothing_may_be_chosen_where_nothing_is_enough() -> None:
    assert parse_picks("", question("a", "b", least=0)) == ()


@pytest.mark.parametrize(
    ("line", "key"),
    [
        ("4", "not-an-option"),
        ("#21", "not-an-option"),
        ("0", "not-an-option"),
        ("-1", "not-an-option"),
        ("²", "not-an-option"),
        ("moon", "not-an-option"),
        ("1 3", "pick-one"),
        ("1 r21", "picked-twice"),
        ("2", "ambiguous"),
    ],
)
def test_input_that_is_not_understood_is_explained(line: str, key: str) -> None:
    with pytest.raises(Unclear) as unclear:
        parse_picks(line, question("r21", "r40", "r2"))

    assert unclear.value.key == key
    for language in LANGUAGES:
        assert Messages(language)(key, **unclear.value.params)


def test_a_number_that_is_a_line_and_another_card_is_not_guessed() -> None:
    with pytest.raises(Unclear) as unclear:
        find_option("3", ("r3", "r40", "r48"))

    assert unclear.value.params["card"] == "r3"
    assert find_option("#3", ("r3", "r40", "r48")) == "r48"
    assert find_option("r3", ("r3", "r40", "r48")) == "r3"
    assert find_option("3", ("r40", "r48", "r3")) == "r3"


# -- words ---------------------------------------------------------------------------------


def test_both_languages_say_the_same_things() -> None:
    en, fr = (json.loads((TEXT / f"{language}.json").read_text("utf-8")) for language in LANGUAGES)

    assert list(en) == list(fr)
    for key in en:
        blanks = [{name for _, name, _, _ in Formatter().parse(text[key]) if name} for text in (en, fr)]
        assert blanks[0] == blanks[1], key


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "fr_FR.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({}, "en"),
    ],
)
def test_the_language_is_that_of_the_machine(environment: dict[str, str], language: str) -> None:
    assert system_language(environment) == language


# -- remembering ---------------------------------------------------------------------------


def test_a_token_is_kept_for_each_service_and_for_these_eyes_only(tmp_path: Path) -> None:
    tokens = Tokens(tmp_path / "farshore" / "tokens.json")

    tokens.keep("http://a", "fs_a")
    tokens.keep("http://b", "fs_b")

    assert tokens.get("http://a") == "fs_a"
    assert Tokens(tokens.path).get("http://b") == "fs_b"
    assert tokens.get("http://c") is None
    assert stat.S_IMODE(tokens.path.stat().st_mode) == 0o600
    assert [file.name for file in tokens.path.parent.iterdir()] == ["tokens.json"]


def test_a_broken_token_file_is_ignored(tmp_path: Path) -> None:
    path = tmp_path / "tokens.json"
    path.write_text("not json")

    assert Tokens(path).get("http://a") is None
    Tokens(path).keep("http://a", "fs_a")
    assert Tokens(path).get("http://a") == "fs_a"

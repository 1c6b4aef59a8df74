"""Words that the operator does not allow in names and talk."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from flask import Flask
from redis import Redis

from service.moderation.words import WordList, WordRefused
from service.settings import Settings
from service.stores import connect_stores
from tests.service.conftest import newcomer
from tests.service.people import Person
from tests.service.table import started


@pytest.fixture
def path(tmp_path: Path) -> Path:
    found = tmp_path / "words.txt"
    found.write_text("# not here\nbadger*\nwicked one\ncrétin\n")
    return found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("You badger!", "badger"),
        ("BADGERS", "BADGERS"),
        ("b4dg3r", "b4dg3r"),
        ("b\u00e1dger", "bádger"),
        ("a wicked,  one", "wicked,  one"),
        ("Cretin", "Cretin"),
        ("Un cre\u0301tin\u0301 !", "cre\u0301tin\u0301"),
        ("bad\u200bger\u00ads", "bad\u200bger\u00ads"),
    ],
)
def test_a_word_is_found_however_it_is_written(path: Path, text: str, found: str) -> None:
    with pytest.raises(WordRefused) as refused:
        WordList(path).check(text, "text")
    assert refused.value.params == {"field": "text", "word": found}


@pytest.mark.parametrize("text", ["", "honey badge", "wicked", "one", "unbadgered", "crétinisme", "ʼ# not here"])
def test_harmless_words_are_allowed(path: Path, text: str) -> None:
    assert WordList(path).check(text, "text") == text
    assert WordList(None).check("badger", "text") == "badger"


def test_masking_leaves_the_rest(path: Path) -> None:
    assert WordList(path).mask("Take the badger, wicked one!") == "Take the …, …!"


def test_a_changed_file_is_read_again(path: Path) -> None:
    words = WordList(path)
    path.write_text("stoat\n")
    assert words.check("badger", "text") == "badger"
    with pytest.raises(WordRefused):
        words.check("stoat", "text")
    for ruin in (lambda: path.write_bytes(b"b\xe9te"), path.unlink):
        ruin()
        with pytest.raises(WordRefused):
            words.check("stoat", "text")


@pytest.mark.parametrize("content", [b"b\xe9te\n", None], ids=["not UTF-8", "missing"])
def test_a_process_does_not_start_with_a_file_that_cannot_be_read(
    redis: Redis,
    redis_url: str,
    database_url: str,
    path: Path,
    capsys: pytest.CaptureFixture[str],
    content: bytes | None,
) -> None:
    path.unlink() if content is None else path.write_bytes(content)

    with pytest.raises(SystemExit):
        connect_stores(Settings(redis_url=redis_url, database_url=database_url, word_list=path))

    assert capsys.readouterr().err.startswith("farshore: FARSHORE_WORD_LIST cannot be read")


@pytest.fixture
def app(app_with: Callable[..., Flask], path: Path) -> Flask:
    return app_with(word_list=path)


def test_names_and_talk_are_refused_with_the_word(app: Flask) -> None:
    refused = Person(app).post("/players", {"name": "Badger"})
    assert (refused.status_code, refused.json["code"]) == (422, "word-refused")
    assert refused.json["params"] == {"field": "name", "word": "Badger"}
    assert "Choose other words" in refused.json["detail"]

    ada, ben = newcomer(app, "Ada"), newcomer(app, "Ben")
    assert ada.call("PATCH", "/me", {"name": "B4dger"}).json["code"] == "word-refused"
    assert ada.post("/agents", {"name": "badger", "transport": "poll"}).json["code"] == "word-refused"
    table = started(ada, ben)
    french = ada.post(f"/tables/{table}/talk", {"room": "table", "text": "badger"}, headers={"Accept-Language": "fr"})
    assert (french.status_code, french.json["code"]) == (422, "word-refused")
    assert "« badger »" in french.json["detail"]
    assert ada.post(f"/tables/{table}/talk", {"room": "table", "text": "badge"}).status_code == 201


def test_where_speech_counts_a_word_is_masked_and_the_message_arrives(app: Flask) -> None:
    people = [newcomer(app, name) for name in ("Ada", "Ben", "Cleo")]
    seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]
    table = people[0].post("/tables", {"game": "mountains_of_madness", "seats": seats}).json["id"]
    for seat in (1, 2):
        people[seat].put(f"/tables/{table}/seats/{seat}")
    people[0].post(f"/tables/{table}/start")

    said = people[1].post(f"/tables/{table}/talk", {"room": "table", "text": "Good luck, badger"})

    assert said.status_code == 201, said.json
    assert said.json["data"]["text"] == "Good luck, …"

"""The shell and the files of the pages: what may be cached, what a page may do, and that nothing is missing."""

import gzip
import json
import re
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from service.web.files import FOLDER, Files


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


PAGES = ["/", "/t/01jd8v", "/join/01jd8v", "/cards/faraway", "/replay/01jd8v"]


@pytest.mark.parametrize("path", PAGES)
def test_a_page_may_load_our_files_and_call_our_api_and_nothing_else(client: FlaskClient, path: str) -> None:
    policy = dict(
        part.split(" ", 1) for part in client.get(path).headers["Content-Security-Policy"].split("; ") if " " in part
    )
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == "'self'"
    assert policy["require-trusted-types-for"] == "'script'"


def test_the_shell_is_revalidated_and_has_no_inline_code(client: FlaskClient) -> None:
    page = client.get("/t/01jd8v")
    assert page.headers["Cache-Control"] == "no-cache"
    assert client.get("/t/01jd8v", headers={"If-None-Match": page.headers["ETag"]}).status_code == 304
    assert not re.search(r"<script(?![^>]*src=)|<style| style=| on\w+=", page.text)


def test_the_files_of_a_page_are_announced_compressed_and_cached_for_ever(client: FlaskClient) -> None:
    page = client.get("/t/01jd8v").text
    files = re.findall(r'(?:href|src)="(/web/[^"]+)"', page)
    assert any(name.endswith("js/table/seat.js") for name in files)
    assert not any("js/lobby/" in name for name in files)
    for name in files:
        answer = client.get(name, headers={"Accept-Encoding": "gzip"})
        assert answer.status_code == 200, name
        assert "immutable" in answer.headers["Cache-Control"]
        assert gzip.decompress(answer.data) == client.get(name, headers={"Accept-Encoding": "identity"}).data


def test_an_old_digest_still_loads_but_is_not_cached(client: FlaskClient) -> None:
    answer = client.get("/web/0000000000000000/js/app.js")
    assert (answer.status_code, answer.headers["Cache-Control"]) == (200, "no-cache")
    assert client.get(f"/web/{Files().digest}/../routes.py").status_code == 404


def test_no_file_loads_anything_from_another_host() -> None:
    for name, content in Files().content.items():
        if name.endswith((".js", ".css")):
            foreign = re.findall(r"https?://(?!www\.w3\.org/2000/svg)[^\"'`\s]+", content.decode())
            assert foreign == [], name


# -- words ----------------------------------------------------------------------------------------------------


def dictionary(language: str, folder: Path = FOLDER / "text") -> dict[str, str]:
    words: dict[str, str] = json.loads((folder / f"{language}.json").read_text("utf-8"))
    return words


def blanks(sentence: str) -> set[str]:
    return set(re.findall(r"\{(\w+)", sentence))


def test_english_and_french_have_the_same_words_with_the_same_blanks() -> None:
    english, french = dictionary("en"), dictionary("fr")
    assert list(english) == list(french)
    for key in english:
        assert english[key]
        assert french[key]
        assert blanks(english[key]) == blanks(french[key]), key


def test_the_tables_of_the_games_have_the_same_words_in_both_languages() -> None:
    for path in sorted((FOLDER / "text" / "games").glob("*.en.json")):
        english = json.loads(path.read_text("utf-8"))
        french = json.loads(path.with_name(path.name.replace(".en.", ".fr.")).read_text("utf-8"))
        assert list(english) == list(french), path.name


def test_every_word_that_the_pages_say_is_in_the_dictionary_and_no_other() -> None:
    english = dictionary("en")
    said, literals, starts = set(), set(), set()
    for path in (FOLDER / "js").rglob("*.js"):
        text = path.read_text("utf-8")
        said |= set(re.findall(r'(?<![.\w])(?:say|has)\(\s*"([\w-]+)"', text))
        literals |= set(re.findall(r'"([\w-]+)"', text))
        starts |= set(re.findall(r"(?<![.\w])(?:say|has)\(`([\w-]+-)\$\{", text))
    assert said - set(english) == set()
    assert {key for key in set(english) - literals if not key.startswith(tuple(starts))} == set()

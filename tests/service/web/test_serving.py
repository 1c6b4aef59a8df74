"""The shell and the files of the pages: what may be cached, what a page may do, and that nothing is missing."""

import gzip
import json
import re
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from service.games import REGISTRY
from service.web.files import FOLDER, Files


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


PAGES = [
    *("/", "/t/01jd8v", "/join/01jd8v", "/replay/01jd8v", "/cards", "/cards/faraway", "/cards/faraway/r21"),
    *(
        "/agents",
        "/agents/a_01jd8v",
        "/arenas",
        "/arenas/01jd8v",
        "/ratings",
        "/history",
        "/profiles/bot/faraway:greedy",
    ),
]


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


def test_a_browser_gets_a_page_where_there_is_none_and_a_program_a_problem(client: FlaskClient) -> None:
    browser = {"Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}
    page = client.get("/nowhere", headers=browser)
    assert (page.status_code, page.mimetype) == (404, "text/html")
    assert "script-src 'self'" in page.headers["Content-Security-Policy"]
    for path, headers in (("/nowhere", {}), ("/nowhere", {"Accept": "*/*"}), ("/v1/nowhere", browser)):
        assert client.get(path, headers=headers).mimetype == "application/problem+json", path
    assert client.post("/nowhere", headers=browser).mimetype == "application/problem+json"
    assert client.get("/v1/tables/01jd8vq3m5w7r9t2x4z6b8c0df", headers=browser).mimetype == "application/problem+json"


def test_the_files_of_a_page_are_announced_compressed_and_cached_for_ever(client: FlaskClient) -> None:
    page = client.get("/t/01jd8v").text
    files = re.findall(r'(?:href|src)="(/web/[^"]+)"', page)
    assert any(name.endswith("js/table/seat.js") for name in files)
    assert not any(name.endswith("js/lobby/page.js") for name in files)
    for name in files:
        answer = client.get(name, headers={"Accept-Encoding": "gzip"})
        assert answer.status_code == 200, name
        assert "immutable" in answer.headers["Cache-Control"]
        assert gzip.decompress(answer.data) == client.get(name, headers={"Accept-Encoding": "identity"}).data


def test_each_page_announces_exactly_the_modules_that_it_imports() -> None:
    files = Files()
    for address, names in files.modules.items():
        assert set(names) <= files.content.keys(), address
        assert len(names) == len(set(names)), address
    assert "js/pages/parts/calls.js" in files.modules["/agents"]
    assert "js/stream.js" not in files.modules["/agents"]


def test_only_the_worker_has_the_policy_of_pages_among_the_files(client: FlaskClient) -> None:
    files = Files()
    policies = {
        name: client.get(f"/web/{files.digest}/{name}").headers["Content-Security-Policy"]
        for name in ("js/worker.js", "js/app.js")
    }
    assert "connect-src 'self'" in policies["js/worker.js"]
    assert policies["js/app.js"] == "default-src 'none'; frame-ancestors 'none'"


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
    """The words of the shell, and those that only the pages for builders need."""
    shell, pages = (json.loads((folder / f"{part}{language}.json").read_text("utf-8")) for part in ("", "pages."))
    assert not shell.keys() & pages.keys()
    return {**shell, **pages}


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


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_pages_have_words_for_levels_decisions_and_kinds_of_cards_of_every_game(
    client: FlaskClient, language: str
) -> None:
    said = dictionary(language)
    for game in REGISTRY.values():
        words = game.words(language)
        for level, text in words.levels.items():
            assert said[f"who-{level}"] == text.name, game.name
        assert {f"kind-{kind}" for kind in game.card_decisions | game.dealt_kinds} <= said.keys()
        cards = client.get(f"/v1/games/{game.name}/cards").get_json()
        for name, items in cards.items():
            if isinstance(items, list) and any(item.get("id") in words.cards for item in items):
                assert f"group-{name}" in said, game.name


def test_the_rules_have_a_place_for_every_kind_of_question() -> None:
    for path in sorted((FOLDER / "text" / "games").glob("*.rules.json")):
        game = REGISTRY[path.name.removesuffix(".rules.json")]
        assert json.loads(path.read_text("utf-8")).keys() == game.words("en").decisions.keys(), game.name

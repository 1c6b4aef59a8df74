"""Books over HTTP: upload, refusal, reading by a worker, who may use them, and hidden meanings."""

from __future__ import annotations

import io
import shutil
import zipfile
from collections.abc import Callable
from random import Random
from typing import Any, ClassVar

import pytest
from flask import Flask
from msgspec import Struct
from redis import Redis
from werkzeug.test import TestResponse

from service.books import uploads
from service.games import REGISTRY
from service.games.faraway import Faraway
from service.games.kit.bots import Thinking, rounds
from service.games.kit.game import BadOptions
from service.games.kit.texts import Library, Progress, TextCard, TextRefused, Upload
from service.games.new_lands import library
from service.stores import Stores
from service.tables.session import load
from tests.service.people import Person
from tests.service.table import play_out, take_due

ME, BOT = {"kind": "me"}, {"kind": "bot", "level": "random"}


def novel(pages: int = 130) -> bytes:
    """So many pages of a text that says nothing."""
    random = Random(7)
    words = ["harbour", "lantern", "the", "sea", "was", "grey", "and", "a", "gull", "cried", "over", "old", "roofs"]
    paragraphs = []
    for _ in range(pages * 4):
        sentence = " ".join(random.choices(words, k=70))
        paragraphs.append(f"{sentence.capitalize()}.")
    return "\n\n".join(paragraphs).encode()


def upload(person: Person, raw: bytes, headers: dict[str, str] | None = None, **said: str) -> TestResponse:
    form: dict[str, Any] = {"file": (io.BytesIO(raw), "novel.txt"), **said}
    return person.call("POST", "/books", headers=headers, data=form, content_type="multipart/form-data")


def read_book(person: Person, stores: Stores, raw: bytes, **said: str) -> dict[str, Any]:
    """Upload a book and have it read, as a worker does."""
    sent = upload(person, raw, **said).get_json()
    uploads.read_upload(stores.tables, stores.books, sent["id"])
    found: dict[str, Any] = person.get(f"/books/{sent['id']}").get_json()
    return found


@pytest.fixture
def bob(register: Callable[[str], Person]) -> Person:
    return register("Bob")


def test_an_upload_is_read_by_a_worker_and_never_by_the_api(
    ada: Person, stores: Stores, monkeypatch: pytest.MonkeyPatch
) -> None:
    def parse(*_: object) -> None:
        raise AssertionError("the API has looked into an upload")

    with monkeypatch.context() as api:
        api.setattr(library, "read", parse)
        response = upload(ada, novel(), title="The Harbour", language="en")
        hostile = upload(ada, b"PK\x03\x04 this is no archive")

    assert (response.status_code, hostile.status_code) == (202, 202)
    book = response.get_json()
    assert (book["status"], book["percent"]) == ("reading", 0)
    assert f"book:{book['id']}" in take_due(stores)

    uploads.read_upload(stores.tables, stores.books, book["id"])

    book = ada.get(f"/books/{book['id']}").get_json()
    assert (book["status"], book["percent"], book["title"]) == ("ready", 100, "The Harbour")
    assert book["pages"] >= 100
    assert stores.books.uploaded(book["id"]) is None
    assert f"book:{book['id']}" not in take_due(stores)


def test_an_upload_whose_reader_keeps_dying_is_refused(ada: Person, stores: Stores) -> None:
    book = upload(ada, novel()).get_json()["id"]

    def dies(*_: object) -> uploads.ReadText:
        raise uploads.ReadingFailed("killed")

    for _ in range(uploads.MOST_ATTEMPTS):
        uploads.read_upload(stores.tables, stores.books, book, dies)
        assert ada.get(f"/books/{book}").get_json()["status"] == "reading"
    uploads.read_upload(stores.tables, stores.books, book, dies)

    assert ada.get(f"/books/{book}").get_json()["problem"]["reason"] == "too-costly"
    assert stores.books.uploaded(book) is None


def test_the_reason_of_a_refusal_is_in_the_language_of_the_reader(ada: Person, stores: Stores) -> None:
    book = read_book(ada, stores, b"\0\0\0\0")

    french = ada.call("GET", f"/books/{book['id']}", headers={"Accept-Language": "fr"}).get_json()

    assert book["problem"]["message"] == "The file is no text."
    assert french["problem"]["message"] != book["problem"]["message"]


def test_a_long_upload_that_is_not_a_book_is_refused_with_the_reason_and_leaves_no_text(
    ada: Person, stores: Stores, redis: Redis
) -> None:
    book = upload(ada, b"x\0y" * 200_000).get_json()

    uploads.read_upload(stores.tables, stores.books, book["id"])

    refused = ada.get(f"/books/{book['id']}").get_json()
    assert refused["status"] == "refused"
    assert refused["problem"]["reason"] == "not-text"
    assert not redis.keys("book-text:*")
    assert stores.books.uploaded(book["id"]) is None


@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        (b"too short", "too-short"),
        (b"\0\0\0\0", "not-text"),
        (b"\xff\xfe\xfa" * 100, "not-utf-8"),
        (b"PK\x03\x04 this is no archive", "broken-archive"),
    ],
)
def test_an_upload_that_is_not_a_book_is_refused_and_leaves_no_text(
    ada: Person, stores: Stores, redis: Redis, raw: bytes, reason: str
) -> None:
    book = read_book(ada, stores, raw)

    assert book["status"] == "refused"
    assert book["problem"]["reason"] == reason or reason == "not-utf-8"
    assert stores.books.uploaded(book["id"]) is None
    assert not redis.keys("book-text:*")


def test_a_zip_bomb_is_refused(ada: Person, stores: Stores, redis: Redis) -> None:
    bomb = io.BytesIO()
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("mimetype", "application/epub+zip")
        archive.writestr("chapter.xhtml", b"0" * 70_000_000)

    assert read_book(ada, stores, bomb.getvalue())["problem"]["reason"] == "too-large-unpacked"
    assert not redis.keys("book-text:*")


def test_an_upload_is_refused_while_the_disk_of_the_embedded_redis_has_little_room(
    app_with: Callable[..., Flask], ada: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda path: shutil._ntuple_diskusage(10**9, 0, 2_000_000))
    person = Person(app_with(embedded=True), "Ada", token=ada.token)

    response = upload(person, novel())

    assert (response.status_code, response.get_json()["code"]) == (503, "storage-full")
    assert response.headers["Retry-After"]


def test_wrong_forms_are_refused_by_field(ada: Person) -> None:
    assert ada.call("POST", "/books", data={}, content_type="multipart/form-data").status_code == 422
    fields = {error["field"] for error in upload(ada, novel(), lines="90", layout="round").get_json()["errors"]}
    assert fields == {"lines", "layout"}
    assert ada.post("/books", {"file": "text"}).status_code == 415


def test_the_same_key_uploads_once(ada: Person) -> None:
    key = {"Idempotency-Key": "upload-of-the-harbour"}
    one = upload(ada, novel(), headers=key).get_json()

    assert upload(ada, novel(), headers=key).get_json()["id"] == one["id"]
    assert upload(ada, novel(140), headers=key).get_json()["code"] == "idempotency-mismatch"


def test_a_book_is_its_owners_unless_it_is_shared(ada: Person, bob: Person, stores: Stores) -> None:
    own = read_book(ada, stores, novel())["id"]
    shared = read_book(ada, stores, novel(140), shared="true")["id"]

    assert bob.get(f"/books/{own}").status_code == 404
    assert bob.get(f"/books/{shared}").status_code == 200
    listed = [book["id"] for book in bob.get("/books").get_json()["items"]]
    assert shared in listed
    assert own not in listed
    assert set(library.built_in()) <= set(listed)
    wish = {"game": "new_lands", "seats": [ME, BOT], "options": {"book": own}}
    assert bob.post("/tables", wish).get_json()["errors"][0]["field"] == "options.book"
    assert bob.delete(f"/books/{shared}").status_code == 403


def test_a_table_is_opened_in_an_uploaded_book_and_its_text_is_nowhere(ada: Person, stores: Stores) -> None:
    book = read_book(ada, stores, novel(), title="The Harbour")
    library.forget(book["fingerprint"])
    wish = {"game": "new_lands", "seats": [ME, BOT], "options": {"book": book["id"]}, "start": "full"}

    table = ada.post("/tables", wish).get_json()

    assert table["options"]["book"] == book["fingerprint"]
    assert "harbour lantern" not in ada.get(f"/books/{book['id']}").get_data(as_text=True)
    play_out(stores, table["id"], [ada], lambda decision: decision["default"])
    assert ada.get(f"/tables/{table['id']}").get_json()["status"] == "finished"


def test_a_deleted_book_stays_for_the_tables_that_are_played_in_it(ada: Person, stores: Stores) -> None:
    book = read_book(ada, stores, novel())
    wish = {"game": "new_lands", "seats": [ME, BOT], "options": {"book": book["id"]}, "start": "full"}
    table = ada.post("/tables", wish).get_json()["id"]

    assert ada.delete(f"/books/{book['id']}").status_code == 204

    assert ada.get(f"/books/{book['id']}").status_code == 404
    assert ada.post("/tables", wish).status_code == 422
    library.forget(book["fingerprint"])
    assert ada.get(f"/tables/{table}/view").status_code == 200


def test_the_pages_of_a_deleted_book_go_when_no_table_needs_them(ada: Person, stores: Stores) -> None:
    book = read_book(ada, stores, novel())

    ada.delete(f"/books/{book['id']}")

    assert stores.books.pages(book["fingerprint"]) is None


class Verse(Struct):
    """A text of one line."""

    line: str

    def card(self) -> TextCard:
        return TextCard(f"verse-{self.line}", self.line, "", "en", 1, "verse")

    def pack(self) -> bytes:
        return self.line.encode()


class Verses:
    """The library of a game that is played in verses."""

    most_bytes = 40

    def __init__(self) -> None:
        self.known: set[str] = set()

    def read(self, raw: bytes, upload: Upload, progress: Progress = lambda percent: None) -> Verse:
        if b"\n" in raw:
            raise TextRefused("two-lines", "a verse is one line")
        return Verse(raw.decode())

    def built_in(self) -> dict[str, Verse]:
        return {"oldest": Verse("rain")}

    def at_hand(self, name: str) -> bool:
        return name in {"oldest", *self.known}

    def add(self, raw: bytes) -> None:
        self.known.add(f"verse-{raw.decode()}")

    def forget(self, fingerprint: str) -> None:
        self.known.discard(fingerprint)


def test_any_game_may_be_played_in_texts(stores: Stores, monkeypatch: pytest.MonkeyPatch) -> None:
    class Sung(Faraway):
        library: ClassVar[Library | None] = Verses()
        text_options = ("verse", "chorus")

    game, library = Sung(), Sung.library
    assert library is not None
    monkeypatch.setitem(uploads.REGISTRY, "faraway", game)
    monkeypatch.setitem(uploads.LIBRARIES, "faraway", library)

    book, refused = (
        uploads.upload(stores.tables, stores.books, "p_ada", "faraway", raw, Upload(), False, True, None)
        for raw in (b"sun", b"a\nb")
    )
    for one in (book, refused):
        uploads.read_upload(stores.tables, stores.books, one.id)
    lent = uploads.lend(stores.books, "p_ada", game, {"verse": book.id, "chorus": "oldest", "seed": 1}, "a-table")

    found = stores.books.get(refused.id)
    assert found is not None
    assert found.problem == {"reason": "two-lines", "message": "a verse is one line"}
    assert lent == {"verse": "verse-sun", "chorus": "oldest", "seed": 1}
    assert library.at_hand("verse-sun")
    assert stores.books.lent("verse-sun") == ["a-table"]
    with pytest.raises(BadOptions, match="unknown book") as wrong:
        uploads.lend(stores.books, "p_ada", REGISTRY["new_lands"], {"book": book.id}, "another")
    assert wrong.value.field == "book"
    uploads.give_back(stores.books, "faraway", lent, "a-table")
    uploads.delete(stores.tables, stores.books, "p_ada", book.id)
    assert stores.books.pages("verse-sun") is None
    assert not library.at_hand("verse-sun")


def won(ada: Person, stores: Stores) -> str:
    """A table in the built-in book that was won."""
    seats = [ME, {"kind": "bot", "level": "keen"}]
    for seed in range(60):
        wish = {"game": "new_lands", "seats": seats, "deal": f"won-{seed}", "start": "full"}
        table: str = ada.post("/tables", wish).get_json()["id"]
        play_out(stores, table, [ada], lambda decision, table=table: keen(stores, table, decision))
        if ada.get(f"/tables/{table}").get_json()["result"]["winners"]:
            return table
    raise AssertionError("no table was won")


def keen(stores: Stores, table: str, decision: dict[str, Any]) -> list[str]:
    """What a keen bot would answer."""
    live, random = load(stores.tables, table), Random(1)
    question = live.questions()[decision["id"]]
    imagined = live.game.imagine(live.state, question.seat, random)
    return list(live.game.bots["keen"].choose(live.game, imagined, question, Thinking(random, rounds(5))))


def test_winners_publish_their_hidden_meaning_and_withdraw_it(ada: Person, bob: Person, stores: Stores) -> None:
    table = won(ada, stores)

    published = ada.put(f"/tables/{table}/hidden-meaning", {"named": True}).get_json()

    assert published["players"] == ["Ada"]
    assert len(published["sentence"]) <= 500
    again = ada.put(f"/tables/{table}/hidden-meaning", {"named": False}).get_json()
    assert again["id"] == published["id"]
    assert again["players"] == []
    assert [one["id"] for one in bob.get("/hidden-meanings").get_json()["items"]] == [published["id"]]
    assert (
        bob.get(f"/hidden-meanings?language={'fr' if published['language'] == 'en' else 'en'}").get_json()["items"]
        == []
    )
    assert bob.get(f"/hidden-meanings?book={published['book']}").get_json()["items"]
    assert bob.put(f"/tables/{table}/hidden-meaning", {}).status_code == 403
    assert bob.delete(f"/hidden-meanings/{published['id']}").status_code == 403
    assert ada.delete(f"/tables/{table}/hidden-meaning").status_code == 204
    assert bob.get("/hidden-meanings").get_json()["items"] == []


def test_the_operator_removes_a_hidden_meaning(app_with: Callable[..., Flask], ada: Person, stores: Stores) -> None:
    published = ada.put(f"/tables/{won(ada, stores)}/hidden-meaning", {}).get_json()
    operator = Person(app_with(admin_token="open-sesame"), "operator", token="open-sesame")

    assert operator.delete(f"/hidden-meanings/{published['id']}").status_code == 204
    assert operator.get("/hidden-meanings").get_json()["items"] == []
    assert operator.delete("/hidden-meanings/nothing").status_code == 404


def test_a_table_without_a_hidden_meaning_has_nothing_to_publish(ada: Person, stores: Stores) -> None:
    wish = {"game": "faraway", "seats": [ME, BOT], "start": "full"}
    table = ada.post("/tables", wish).get_json()["id"]
    assert ada.put(f"/tables/{table}/hidden-meaning", {}).get_json()["code"] == "not-finished"
    play_out(stores, table, [ada])
    assert ada.put(f"/tables/{table}/hidden-meaning", {}).status_code == 404

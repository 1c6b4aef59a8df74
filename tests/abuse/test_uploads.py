"""Malicious uploads: the API only stores them, the reading job refuses each with a reason, and no text is kept."""

from __future__ import annotations

import zipfile
from collections.abc import Callable
from io import BytesIO

import pytest
from redis import Redis

from service.books import uploads
from service.stores import Stores
from tests.games.new_lands.epubs import CONTAINER, entries, epub, novel, opf, packed, xhtml
from tests.service.people import Person
from workers import book_reader

LAUGHS = (
    "<!DOCTYPE lolz ["
    + '<!ENTITY a "ha">'
    + "".join(f'<!ENTITY {chr(98 + n)} "{("&" + chr(97 + n) + ";") * 10}">' for n in range(9))
)


def bomb() -> bytes:
    """A few kilobytes that unpack to 70 MB."""
    return packed(entries({"c1": "x"}) | {"OEBPS/c1.xhtml": b"<html><body><p>" + b" " * 70_000_000})


def nested() -> bytes:
    """An archive in an archive in an archive."""
    raw = bomb()
    for _ in range(3):
        raw = packed({"again.zip": raw})
    return raw


def overlapping() -> bytes:
    """One compressed entry that the directory names a thousand times."""
    raw = bytearray(packed({"a": b"x" * 1_000_000}))
    start = raw.index(b"PK\x01\x02")
    end = raw.index(b"PK\x05\x06")
    directory, tail = bytes(raw[start:end]), bytearray(raw[end:])
    many = b"".join(directory[:46] + bytes([97 + n % 26]) + directory[47:] for n in range(1_000))
    tail[8:12] = (1_000).to_bytes(2, "little") * 2
    tail[12:16] = len(many).to_bytes(4, "little")
    return bytes(raw[:start]) + many + bytes(tail)


def linked() -> bytes:
    """A symbolic link to a file of the machine."""
    buffer = BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        link = zipfile.ZipInfo("OEBPS/c1.xhtml")
        link.external_attr = 0o120777 << 16
        archive.writestr(link, "/etc/passwd")
    return buffer.getvalue()


HARM: dict[str, Callable[[], bytes]] = {
    "a zip bomb": bomb,
    "archives in archives": nested,
    "too many files": lambda: packed(entries(novel(1)) | {f"x/{n}": "" for n in range(3_001)}),
    "overlapping entries": overlapping,
    "a billion laughs": lambda: epub(novel() | {"c3": xhtml("<p>&j;</p>", LAUGHS + "]>")}),
    "an external entity": lambda: epub(
        novel() | {"c3": xhtml("<p>&x;</p>", '<!DOCTYPE html [<!ENTITY x SYSTEM "file:///etc/passwd">]>')}
    ),
    "a way out": lambda: packed(entries(novel()) | {"../../etc/cron.d/x": "x"}),
    "an absolute way out": lambda: packed(entries(novel()) | {"/etc/cron.d/x": "x"}),
    "another way out": lambda: epub(novel(), opf(novel()).replace("c1.xhtml", "../../../../etc/passwd")),
    "somewhere else": lambda: epub(novel(), opf(novel()).replace("c1.xhtml", "http://169.254.169.254/latest")),
    "a link": linked,
    "half an archive": lambda: epub()[:5_000],
    "no archive": lambda: b"PK\x03\x04" + b"\xff" * 50_000,
    "a container of nothing": lambda: packed({"META-INF/container.xml": CONTAINER}),
    "a programme": lambda: b"\x7fELF" + b"\x00" * 50_000,
    "a picture": lambda: b"\x89PNG\r\n\x1a\n" + b"\x00\x01\x02" * 20_000,
    "nothing": lambda: b"",
    "one letter for ever": lambda: b"a" * 200_000,
    "attributes that multiply": lambda: epub(
        novel() | {"c3": xhtml("<b/>" * 50_000, f'<!DOCTYPE html [<!ATTLIST b x CDATA "{"x" * 2_000_000}">]>')}
    ),
    "a million paragraphs": lambda: b"x\n\n" * 1_000_000,
    "a deep document": lambda: epub(novel() | {"c3": xhtml("<div>" * 5_000 + "x" + "</div>" * 5_000)}),
}


@pytest.mark.parametrize("make", HARM.values(), ids=HARM)
def test_an_upload_that_means_harm_is_refused_and_leaves_no_text(
    ada: Person, stores: Stores, redis: Redis, make: Callable[[], bytes]
) -> None:
    reply = ada.call("POST", "/books", data={"file": (BytesIO(make()), "../../../etc/passwd.epub")})

    assert reply.status_code == 202, reply.json
    book = reply.json["id"]
    uploads.read_upload(stores.tables, stores.books, book, book_reader.read)
    refused = ada.get(f"/books/{book}")
    assert refused.json["status"] == "refused"
    assert b"root:" not in refused.data
    assert stores.books.uploaded(book) is None
    assert not redis.keys("book-text:*")


def test_an_upload_that_is_too_large_is_refused_unread(ada: Person) -> None:
    reply = ada.call("POST", "/books", data={"file": (BytesIO(b"x" * 20_100_000), "x.txt")})

    assert reply.status_code == 413


def test_a_form_of_very_many_fields_is_refused(ada: Person) -> None:
    form = {f"field{n}": "x" for n in range(2_000)} | {"file": (BytesIO(b"x"), "x.txt")}

    assert ada.call("POST", "/books", data=form).status_code in (413, 422)


@pytest.mark.parametrize("charset", ["zip", "bz2", "rot13", "hex", "unicode_escape", "utf-7", "idna", "x" * 41, "../x"])
def test_a_character_set_is_one_and_nothing_that_unpacks(ada: Person, stores: Stores, charset: str) -> None:
    reply = ada.call("POST", "/books", data={"file": (BytesIO(b"text " * 5_000), "x.txt"), "charset": charset})

    if reply.status_code == 202:
        uploads.read_upload(stores.tables, stores.books, reply.json["id"])
        assert ada.get(f"/books/{reply.json['id']}").json["problem"]["reason"] == "unknown-charset"
    else:
        assert reply.status_code == 422

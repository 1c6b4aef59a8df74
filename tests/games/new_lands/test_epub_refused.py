"""RULES D2: EPUBs that are broken, locked, too large or traps are refused with a reason."""

from __future__ import annotations

import zipfile
from io import BytesIO
from random import Random

import pytest

from service.games.kit.texts import Upload
from service.games.new_lands.books.archive import resolve
from service.games.new_lands.books.refusals import BookRefused
from service.games.new_lands.books.upload import read, read_epub
from tests.games.new_lands.epubs import CONTAINER, entries, epub, novel, opf, packed, xhtml
from tests.games.new_lands.table import game


def refused(raw: bytes, **upload: object) -> str:
    """Why an upload is refused."""
    with pytest.raises(BookRefused) as wrong:
        read(raw, Upload(**upload))  # type: ignore[arg-type]
    return wrong.value.code


def test_a_zip_bomb_stops_at_the_limit_whatever_it_says_of_itself() -> None:
    bomb = b"<html><body><p>" + b" " * 70_000_000 + b"</p></body></html>"
    raw = packed(entries({"c1": "x"}) | {"OEBPS/c1.xhtml": bomb})
    assert len(raw) < 200_000
    assert refused(raw) == "too-large-unpacked"
    # The directory now claims that the entry is small.
    small = raw.replace(len(bomb).to_bytes(4, "little"), (1000).to_bytes(4, "little"))
    assert refused(small) in ("too-large-unpacked", "broken-archive")


def test_an_archive_of_too_many_entries_is_refused() -> None:
    assert refused(packed(entries(novel(1)) | {f"x/{n}": "" for n in range(3001)})) == "too-many-entries"


def test_a_document_that_the_spine_names_a_thousand_times_is_read_once() -> None:
    documents = novel()
    spine = "".join(f'<itemref idref="{name}"/>' for name in documents) * 1000
    assert read(epub(documents, opf(documents, spine)), Upload()).pages == read(epub(), Upload()).pages


LAUGHS = '<!DOCTYPE html [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]>'
OUTSIDE = '<!DOCTYPE html [<!ENTITY a SYSTEM "file:///etc/passwd">]>'
PARAMETER = '<!DOCTYPE html [<!ENTITY % a SYSTEM "http://example.org/x.dtd"> %a;]>'


DEFAULTS = f'<!DOCTYPE html [<!ATTLIST p x CDATA "{"x" * 1000}">]>'


@pytest.mark.parametrize("head", [LAUGHS, OUTSIDE, PARAMETER, DEFAULTS])
def test_declarations_are_refused_in_every_file(head: str) -> None:
    assert refused(epub(novel() | {"c3": xhtml("<p>&b;&a;</p>", head)})) == "dtd"
    assert refused(epub(novel(), head + opf(novel()))) == "dtd"
    container = head + CONTAINER.partition("?>")[2]
    assert refused(packed(entries(novel()) | {"META-INF/container.xml": container})) == "dtd"


def test_a_document_may_name_its_type_as_every_epub_2_does() -> None:
    named = '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.1//EN" "http://www.w3.org/TR/xhtml11/DTD/xhtml11.dtd">'
    chapter = novel()["c3"].replace("?>", "?>" + named, 1)
    assert named in chapter
    assert read(epub(novel() | {"c3": chapter}), Upload()).pages == read(epub(), Upload()).pages


@pytest.mark.thorough
def test_a_book_of_endless_elements_or_paragraphs_is_refused() -> None:
    assert refused(epub(novel() | {"c3": xhtml("<b/>" * 1_000_001)})) == "too-many-elements"
    half = xhtml("<b/>" * 500_001)
    assert refused(epub(novel() | {"c3": half, "c4": half})) == "too-many-elements"
    assert refused(epub(novel() | {"c3": xhtml("<p>x</p>" * 100_001)})) == "too-many-blocks"
    assert refused(b"x\n\n" * 100_001) == "too-many-blocks"
    assert refused(b"x\f" * 100_001) == "too-many-blocks"


@pytest.mark.parametrize("name", ["../evil.xhtml", "/etc/passwd", "a/../../b", "C:/x", "a\\..\\b"])
def test_entries_that_point_outside_of_the_archive_are_refused(name: str) -> None:
    assert refused(packed(entries(novel()) | {name: "x"})) == "unsafe-archive"


def test_a_link_in_the_archive_is_refused() -> None:
    out = BytesIO(packed(entries(novel())))
    with zipfile.ZipFile(out, "a") as archive:
        link = zipfile.ZipInfo("OEBPS/link.xhtml")
        link.external_attr = 0o120777 << 16
        archive.writestr(link, "/etc/passwd")
    assert refused(out.getvalue()) == "unsafe-archive"


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_two_entries_of_one_name_are_refused() -> None:
    out = BytesIO(packed(entries(novel())))
    with zipfile.ZipFile(out, "a") as archive:
        archive.writestr("OEBPS/c1.xhtml", "another")
    assert refused(out.getvalue()) == "unsafe-archive"


@pytest.mark.parametrize("href", ["../../c1.xhtml", "/c1.xhtml", "http://example.org/c1.xhtml", "%2e%2e/%2e%2e/x"])
def test_references_out_of_the_archive_are_refused(href: str) -> None:
    documents = novel()
    assert refused(epub(documents, opf(documents).replace('href="c1.xhtml"', f'href="{href}"'))) == "unsafe-archive"


def test_a_reference_within_the_archive_may_go_up_and_down() -> None:
    assert resolve("OEBPS/book.opf", "../Text/./one%20two.xhtml#here") == "Text/one two.xhtml"


@pytest.mark.parametrize("lock", ["META-INF__rights_xml", "META-INF__sinf_xml"])
def test_a_protected_book_is_refused(lock: str) -> None:
    assert refused(epub(**{lock: "<rights/>"})) == "drm"


def test_encrypted_text_is_drm() -> None:
    locked = (
        '<encryption><EncryptedData><EncryptionMethod Algorithm="http://www.w3.org/2001/04/xmlenc#aes128-cbc"/>'
        '<CipherData><CipherReference URI="OEBPS/c1.xhtml"/></CipherData></EncryptedData></encryption>'
    )
    assert refused(epub(**{"META-INF__encryption_xml": locked})) == "drm"


def test_a_password_on_the_archive_is_drm() -> None:
    raw = bytearray(packed(entries(novel())))
    at = raw.find(b"PK\x01\x02")
    raw[at + 8] |= 1
    assert refused(bytes(raw)) == "drm"


def test_another_compression_is_refused() -> None:
    assert refused(packed(entries(novel()), zipfile.ZIP_LZMA)) == "broken-archive"


def test_what_is_no_epub_is_refused() -> None:
    assert refused(packed({"readme.txt": "hello"})) == "not-epub"
    assert refused(packed(entries(novel()) | {"mimetype": "application/zip"})) == "not-epub"
    assert refused(b"PK\x03\x04 and nothing of the kind") == "broken-archive"
    whole = epub()
    assert refused(whole[: len(whole) // 2]) == "broken-archive"


def test_damaged_data_is_refused_and_not_half_read() -> None:
    raw = bytearray(packed(entries(novel())))
    at = raw.find(b"OEBPS/c3.xhtml") + 40
    raw[at : at + 400] = bytes(400)
    assert refused(bytes(raw)) == "broken-archive"


@pytest.mark.parametrize(
    "text",
    [
        b"<html><body><p>unclosed</body></html>",
        b"<html><body><p>\xff\xfe broken</p></body></html>",
        b'<?xml version="1.0" encoding="nonsense"?><html/>',
        b"<a>" * 600 + b"</a>" * 600,
        b"",
    ],
)
def test_broken_documents_are_refused(text: bytes) -> None:
    assert refused(packed(entries(novel()) | {"OEBPS/c2.xhtml": text})) == "broken-epub"


def test_a_book_without_its_parts_is_refused() -> None:
    documents = novel()
    assert refused(epub({}, opf(documents))) == "broken-epub"
    assert refused(epub(documents, opf(documents, spine=""))) == "broken-epub"
    assert refused(packed(entries(documents) | {"META-INF/container.xml": "<container/>"})) == "broken-epub"


def test_a_short_book_is_refused_with_its_figures() -> None:
    with pytest.raises(BookRefused) as wrong:
        read_epub(epub(novel(2)), Upload())
    assert wrong.value.code == "too-short"
    assert wrong.value.params["least"] == 100
    assert wrong.value.params["pages"] < 100


def test_more_than_twenty_megabytes_are_refused() -> None:
    assert refused(b"PK\x03\x04" + bytes(20_000_000)) == "too-large"
    assert refused(b"a" * 20_000_001) == "too-large"


@pytest.mark.parametrize("lines", [0, 19, 41])
def test_a_page_has_20_to_40_lines(lines: int) -> None:
    assert refused(epub(), lines=lines) == "lines-per-page"


REASONS = {
    "broken-archive",
    "broken-epub",
    "drm",
    "dtd",
    "not-epub",
    "too-large-unpacked",
    "too-many-entries",
    "too-short",
    "unsafe-archive",
}


def outcome(raw: bytes) -> str:
    """What becomes of an upload: a book, or the reason why not."""
    try:
        return "book" if read(raw, Upload()).last >= 100 else "short"
    except BookRefused as wrong:
        return wrong.code


def test_whatever_is_sent_becomes_a_book_or_is_refused() -> None:
    random, whole = Random(7), epub()
    for _ in range(150):
        raw = bytearray(whole)
        for _ in range(random.choice((1, 3, 30))):
            at = random.randrange(len(raw))
            raw[at : at + random.randrange(1, 4)] = random.randbytes(random.randrange(0, 5))
        assert outcome(bytes(raw)) in REASONS | {"book", "undecodable"}


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_reason_has_words(language: str) -> None:
    costly = {"too-many-elements", "too-many-blocks", "too-costly", "upload-lost"}
    plain = {"too-large", "undecodable", "unknown-charset", "not-text", "lines-per-page", "no-page"}
    assert REASONS | plain | costly <= game.words(language).refusals.keys()

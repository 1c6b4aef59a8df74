"""RULES 2.2: what becomes a book, and what is refused with a reason."""

from __future__ import annotations

import zipfile
from io import BytesIO

import pytest

from service.games.new_lands.books.archive import resolve
from service.games.new_lands.books.refusals import BookRefused
from service.games.new_lands.books.upload import Upload, read, read_epub
from service.games.new_lands.books.xhtml import Documents
from tests.games.new_lands.epubs import CONTAINER, chapter, entries, epub, novel, opf, packed, xhtml


def refused(raw: bytes, **upload: object) -> str:
    """Why an upload is refused."""
    with pytest.raises(BookRefused) as wrong:
        read(raw, Upload(**upload))  # type: ignore[arg-type]
    return wrong.value.code


def kinds(body: str, head: str = "") -> list[tuple[str, tuple[str, ...]]]:
    """The blocks of one document."""
    documents = Documents()
    documents.read(xhtml(body, head).encode(), "test")
    return [(block.kind, block.lines) for block in documents.book()]


# -- what becomes a book -----------------------------------------------------------


@pytest.mark.parametrize("version", ["2.0", "3.0"])
def test_an_epub_of_either_version_is_read_in_the_order_of_its_spine(version: str) -> None:
    documents = novel()
    backwards = "".join(f'<itemref idref="{name}"/>' for name in reversed(documents))
    book = read(epub(documents, opf(documents, backwards, version=version)), Upload())
    assert (book.title, book.author, book.language) == ("The Ferry", "A. Nobody", "en")
    assert book.last > 100
    assert book.page(1)[0].text.startswith("12.0 The ferry crossed")


def test_the_uploader_has_the_last_word_on_title_author_and_language() -> None:
    book = read(epub(), Upload(title="Le Bac", author="Personne", language="fr"))
    assert (book.title, book.author, book.language) == ("Le Bac", "Personne", "fr")


@pytest.mark.parametrize(("tag", "language"), [("fr-CA", "fr"), ("en", "en"), ("de", "en"), ("", "en")])
def test_the_language_tag_counts_and_then_the_commonest_words(tag: str, language: str) -> None:
    documents = novel()
    assert read(epub(documents, opf(documents, language=tag)), Upload()).language == language


def test_the_same_epub_has_the_same_pages_and_fingerprint_and_more_lines_have_another() -> None:
    once, again, shorter = read(epub(), Upload()), read(epub(), Upload()), read(epub(), Upload(lines=25))
    assert once == again
    assert shorter.fingerprint != once.fingerprint
    assert shorter.last > once.last
    assert (once.layout, shorter.layout) == ("nl-60x30-v1", "nl-60x25-v1")


def test_covers_contents_copyright_and_what_is_not_linear_are_skipped() -> None:
    aside = {name: chapter(99) for name in ("cover", "contents", "rights", "extra", "nav")}
    documents = novel() | aside
    spine = "".join(
        f'<itemref idref="{n}"{" linear=" + chr(34) + "no" + chr(34) if n == "extra" else ""}/>' for n in documents
    )
    guide = (
        '<guide><reference type="cover" href="cover.xhtml"/><reference type="toc" href="contents.xhtml#top"/>'
        '<reference type="copyright-page" href="rights.xhtml"/></guide>'
    )
    package = opf(documents, spine, guide).replace('id="nav"', 'id="nav" properties="nav"')
    assert read(epub(documents, package), Upload()).pages == read(epub(novel()), Upload()).pages


def test_progress_goes_from_nothing_to_everything() -> None:
    seen: list[int] = []
    read(epub(), Upload(), seen.append)
    assert seen == sorted(seen)
    assert (seen[0], seen[-1]) == (0, 100)
    assert len(seen) > 10


def test_masked_fonts_are_no_drm() -> None:
    mask = (
        '<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container">'
        '<enc:EncryptedData xmlns:enc="http://www.w3.org/2001/04/xmlenc#">'
        '<enc:EncryptionMethod Algorithm="http://www.idpf.org/2008/embedding"/></enc:EncryptedData></encryption>'
    )
    assert read(epub(**{"META-INF__encryption_xml": mask}), Upload()).last > 100


# -- blocks ------------------------------------------------------------------------


def test_headings_paragraphs_lists_verse_and_ornaments_are_told_apart() -> None:
    body = (
        "<h2>I<br/>The Start</h2><h3>Sub</h3><p>One <em>two</em>\n three.</p><ul><li>four</li></ul>"
        "<blockquote>five</blockquote><div>six</div><div><p>seven</p></div><p>a<br/>b</p><hr/><p>* * *</p>"
        "<pre>x\ny</pre>"
    )
    assert kinds(body) == [
        ("chapter", ("I", "The Start")),
        ("title", ("Sub",)),
        ("paragraph", ("One two three.",)),
        ("paragraph", ("four",)),
        ("paragraph", ("five",)),
        ("paragraph", ("six",)),
        ("paragraph", ("seven",)),
        ("verse", ("a", "b")),
        ("ornament", ("*",)),
        ("ornament", ("* * *",)),
        ("verse", ("x", "y")),
    ]


def test_notes_and_what_is_no_text_are_dropped() -> None:
    body = (
        '<p>Word<a epub:type="noteref" href="#n">1</a> goes on.</p><aside epub:type="footnote"><p>A note.</p></aside>'
        '<script>var a;</script><nav><p>Contents</p></nav><section epub:type="toc"><p>More contents</p></section>'
        '<p role="doc-footnote">Another.</p><p>[Illustration: a boat]</p>'
    )
    assert kinds(body) == [("paragraph", ("Word goes on.",))]


def test_named_characters_are_read_with_and_without_a_document_type() -> None:
    head = '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.1//EN" "http://www.w3.org/TR/xhtml11/DTD/xhtml11.dtd">'
    for given in ("", head):
        assert kinds("<p>caf&eacute;&nbsp;&amp; th&eacute; &#8212; &lt;ici&gt;</p>", given) == [
            ("paragraph", ("café & thé — <ici>",))
        ]


def test_a_known_licence_is_cut() -> None:
    body = "<p>Read this.</p><p>*** START OF THE TEXT ***</p><p>It was.</p><p>*** END OF THE TEXT ***</p><p>Bye.</p>"
    assert kinds(body) == [("paragraph", ("It was.",))]


# -- what is refused ---------------------------------------------------------------


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


@pytest.mark.parametrize("head", [LAUGHS, OUTSIDE, PARAMETER])
def test_declared_and_external_entities_are_refused_in_every_file(head: str) -> None:
    assert refused(epub(novel() | {"c3": xhtml("<p>&b;&a;</p>", head)})) == "entities"
    assert refused(epub(novel(), head + opf(novel()))) == "entities"
    container = head + CONTAINER.partition("?>")[2]
    assert refused(packed(entries(novel()) | {"META-INF/container.xml": container})) == "entities"


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

"""RULES D3: which EPUBs become which book."""

from __future__ import annotations

import pytest

from service.games.kit.texts import Upload
from service.games.new_lands.books.upload import read
from service.games.new_lands.books.xhtml import Documents
from tests.games.new_lands.epubs import chapter, epub, novel, opf, xhtml


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
    """RULES D4."""
    documents = novel()
    assert read(epub(documents, opf(documents, language=tag)), Upload()).language == language


def test_the_same_epub_has_the_same_pages_and_fingerprint_and_more_lines_have_another() -> None:
    """RULES D5, D7."""
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

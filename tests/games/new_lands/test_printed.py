"""RULES 2.6, 2.8, 2.9 on texts as they are printed: plays, poems, ready-made pages, EPUBs."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from service.games.kit.texts import Upload
from service.games.new_lands.books.blocks import Layout, blocks
from service.games.new_lands.books.book import from_text
from service.games.new_lands.books.pages import Line, Page, paginate
from service.games.new_lands.books.printed import ready_made
from service.games.new_lands.books.refusals import BookRefused
from service.games.new_lands.books.upload import read
from service.games.new_lands.books.xhtml import Documents
from service.games.new_lands.meaning import hidden_meaning, whole_sentences
from tests.games.new_lands.epubs import xhtml
from tests.games.new_lands.novels import book as novel
from tests.games.new_lands.novels import needs_novels


def printed(text: str, layout: Layout = "prose") -> list[list[str]]:
    """The body lines of ready-made pages."""
    return [[line.text for line in page] for page in ready_made(text, layout)]


def set_pages(text: str, layout: Layout = "prose") -> list[list[str]]:
    """The body lines of pages that are made here."""
    return [[line.text for line in page] for page in paginate(blocks(text, layout))]


# -- plays -------------------------------------------------------------------------

PLAY = "\n\n".join(
    ["ACT I. SCENE II. A heath near the town", "HAMLET\nTo be, or\nnot to be.", f"{'OPHELIA':>30}", "[Exit.]"]
)


def test_in_a_play_names_and_stage_directions_count_among_the_lines() -> None:
    """RULES 2.9: descriptions too; the number of an act or a scene does not."""
    assert set_pages(PLAY, "theatre") == [
        ["A heath near the town", "HAMLET", "To be, or not to be.", "OPHELIA", "[Exit.]"]
    ]
    assert set_pages("Mild.\n\nI\n\nScene one day", "theatre") == [["Mild."], ["Scene one day"]]
    assert set_pages("SCÈNE PREMIÈRE\nHARPAGON, LA FLÈCHE", "theatre") == [["HARPAGON, LA FLÈCHE"]]


def test_in_a_play_with_form_feeds_too() -> None:
    """RULES 2.9, D8."""
    text = "ACT II\n\nHAMLET\n\n  To be.\n\n[Exit]\n\n12\fOPHELIA\n\nMy lord."
    assert printed(text, "theatre") == [["HAMLET", "To be.", "[Exit]"], ["OPHELIA", "My lord."]]
    assert printed(text) == [["To be.", "[Exit]"], ["My lord."]]


def test_a_play_in_an_epub_keeps_its_names() -> None:
    """RULES 2.9, D3."""
    documents = Documents("theatre")
    documents.read(xhtml("<h2>Act I</h2><p>HAMLET</p><p>To be.</p><p>Scene II</p>").encode(), "test")
    assert [block.kind for block in documents.book()] == ["chapter", "paragraph", "paragraph", "chapter"]


# -- poems -------------------------------------------------------------------------

POEM = (
    "Le Pont Mirabeau\n\nSous le pont Mirabeau coule la Seine\nEt nos amours\n\nVienne la nuit sonne l'heure\n\n\n\n"
    "II\n\nAutre titre\n\nUn vers, un autre.\nEncore un"
)


def test_the_titles_of_poems_do_not_count() -> None:
    """RULES 2.6, 2.8: by their place, whether they are in capitals or not; a lone verse is no title."""
    [first, second] = set_pages(POEM, "verse")
    assert first == ["Sous le pont Mirabeau coule la Seine", "Et nos amours", "Vienne la nuit sonne l'heure"]
    assert second == ["Un vers, un autre.", "Encore un"]
    assert printed("LA NUIT\n\nUn vers\nun autre\n\n\nLa Lune\n\nBlanche\f\nDernier", "verse") == [
        ["Un vers", "un autre", "Blanche"],
        ["Dernier"],
    ]


@pytest.mark.parametrize("feed", ["", "\f"])
def test_a_verse_without_punctuation_is_a_sentence(feed: str) -> None:
    """RULES 2.8: for the Hidden Meaning; in a poem with punctuation sentences end where it says."""
    bare = "LA NUIT\n\nSous le pont\ncoule la Seine\n\nL'heure" + feed
    dotted = "LA NUIT\n\nSous le pont,\ncoule la Seine\n\nl'heure vient." + feed
    one, other = (
        (ready_made(text, "verse") if feed else paginate(blocks(text, "verse")))[0] for text in (bare, dotted)
    )
    assert list(whole_sentences(one, (), "fr")) == ["Sous le pont", "coule la Seine", "L'heure"]
    assert [line.verse for line in other] == [False, False, False]
    assert next(whole_sentences(other, (), "fr")).startswith("Sous le pont, coule la Seine")


# -- ready-made pages --------------------------------------------------------------


def test_form_feeds_keep_the_pages_as_they_are() -> None:
    """RULES D8: lines, paragraphs, and a page that begins in the middle of a word (RULES 2.3)."""
    first, second = ready_made("TITLE\n\n  It began here and\nwent on\n12\ftinuer.\n\nNew one\n  Another\nlast")
    assert [(line.text, line.start, line.ends) for line in first] == [
        ("It began here and", True, False),
        ("went on", False, False),
    ]
    assert [(line.text, line.start, line.ends) for line in second] == [
        ("tinuer.", False, True),
        ("New one", True, True),
        ("Another", True, False),
        ("last", False, False),
    ]


def test_ordinary_lines_do_not_vanish_as_headings() -> None:
    """RULES 2.6, D8: a heading stands alone; a line of capitals or figures within a paragraph is read."""
    lines = ["He saw a sign:", "NO ENTRY", "and the year", "1854", "on it. Part one", "Chapter two", "I", "was short."]
    assert printed("\n".join(lines) + "\f") == [lines]
    assert printed("up to here\nI\nwent.\n\nCHAPTER I\nThe Sea\nTHE LAND\n\nText\n\n" + " " * 30 + "J. Silver") == [
        ["up to here", "I", "went.", "Text"]
    ]
    assert printed("\n\n".join(["before", "CHAPTER TWO", "NO ENTRY", "III", "* * *", "after"])) == [["before", "after"]]


@needs_novels
@pytest.mark.parametrize(
    ("head", "foot"),
    [
        ("", "\n"),
        ("", "\n{n}\n"),
        ("", "\n\n* * *\n"),
        ("", "\n\n– {n} –"),
        ("{n}\n\n", "\n"),
        ("TREASURE ISLAND\n\n", ""),
        ("\n\n", "\n\n\n"),
    ],
)
def test_a_trailing_newline_a_page_number_or_an_ornament_changes_nothing(head: str, foot: str) -> None:
    """RULES 2.6, D8: every page of a novel leads to the same Hidden Meaning, and to the same missions."""
    plain = ready_made("\f".join(repaged("", "")))
    assert len(plain) > 100
    assert ready_made("\f".join(repaged(head, foot))) == plain


def repaged(head: str, foot: str) -> Iterator[str]:
    """Treasure Island as another printer would set it, 58 lines a page."""
    lines = [
        ("   " if line.start else "") + line.text
        for page in novel("en_stevenson_treasure_island").pages
        for line in page
    ]
    for n, at in enumerate(range(0, len(lines), 58), 1):
        yield head.format(n=n) + "\n".join(lines[at : at + 58]) + foot.format(n=n)


def test_a_word_cut_by_the_printer_is_told_from_a_compound() -> None:
    """RULES D13: the book itself writes a compound with its hyphen elsewhere."""
    [page, _] = ready_made("il con-\ntinue, peut-\nêtre.\fpeut-être")
    assert [line.text for line in page] == ["il con‐", "tinue, peut-", "être."]


def test_pages_too_short_for_six_lines_are_refused_with_a_reason() -> None:
    """RULES 2.4, D10: a Scout who always goes back would get nowhere."""
    with pytest.raises(BookRefused) as wrong:
        from_text("\f".join(f"page {n} of the book begins\nand ends here" for n in range(120)), "Paged")
    assert (wrong.value.code, wrong.value.params) == ("short-pages", {"pages": 0, "of": 60, "lines": 6})


def test_a_book_with_form_feeds_has_as_many_pages_as_it_says() -> None:
    """RULES D8: a form feed or a newline at the very end is no page."""
    pages = [f"this is the page {n} of the book\n" + "and it was the same as that\n" * 6 for n in range(120)]
    book = from_text("\f".join(pages) + "\f\n", "Paged")
    assert (book.last, book.layout) == (120, "ready-made")
    assert book.page(7)[0].text == "this is the page 6 of the book"
    assert from_text("\f".join(pages), "Paged", layout="verse").layout == "ready-made-verse"


# -- the first sentence of a page --------------------------------------------------


@pytest.mark.parametrize("opening", ["“Yes,” he said.", "« Oui », dit-il.", "— Non.", "-- Non.", "1854 came.", "Yes."])
def test_a_page_may_open_with_a_quotation_mark_a_dash_or_a_digit(opening: str) -> None:
    """RULES 6.5, D27: its first words open a sentence if the page before has closed one."""
    page: Page = (Line(f"{opening} Then he"), Line("went on."))
    assert next(whole_sentences(page, (Line("It was late."),), "en")) == opening
    assert next(whole_sentences(page, (Line("It was"),), "en")) == "Then he went on."


# -- headings ----------------------------------------------------------------------


@pytest.mark.parametrize(
    "heading", ["CHAPTER I", "XIV", "THE OLD SEA DOG", "Chapter 3. In which much happens", "* * *"]
)
def test_epub_and_plain_text_agree_on_headings(heading: str) -> None:
    """RULES 2.6, D3: also where the EPUB does not mark them as such."""
    documents = Documents()
    documents.read(xhtml(f"<p>Before.</p><p>{heading}</p><p>Under it</p><p>After.</p>").encode(), "test")
    assert documents.book() == blocks(f"Before.\n\n{heading}\n\nUnder it\n\nAfter.")


def test_a_word_hyphenated_in_a_text_is_put_together_as_the_book_writes_it() -> None:
    """RULES D13."""
    [block, _] = blocks("peut-\nêtre il con-\ntinue\n\ncontinue")
    assert block.lines == ("peut-être il continue",)


def test_the_page_before_may_be_empty() -> None:
    """RULES D27: a picture between two pages does not begin a sentence."""
    text = "And the end of it was\n" * 6
    book = read(("\f".join([text, "\n", "that it went on. Then it was over.\n" + text, text] * 60)).encode(), Upload())
    found = hidden_meaning(book, 3, "en")
    assert found is not None
    assert found.text == "Then it was over."

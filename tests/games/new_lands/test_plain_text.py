"""RULES D2, D6, D7: plain text, blocks and pages."""

from __future__ import annotations

import pytest

from service.games.kit.texts import Upload
from service.games.new_lands.books.blocks import blocks
from service.games.new_lands.books.book import from_text, unpack
from service.games.new_lands.books.language import recognise
from service.games.new_lands.books.normalise import normalise
from service.games.new_lands.books.pages import fill, paginate
from service.games.new_lands.books.refusals import BookRefused
from service.games.new_lands.books.upload import read

LONG = "\n\n".join("Once more the lamp was lit, and the road went on without them. " * 6 for _ in range(600))


def refused(raw: bytes, **upload: object) -> str:
    """Why an upload is refused."""
    with pytest.raises(BookRefused) as wrong:
        read(raw, Upload(**upload))  # type: ignore[arg-type]
    return wrong.value.code


# -- bytes -------------------------------------------------------------------------


def test_a_text_becomes_a_book_and_survives_being_packed() -> None:
    """RULES 2.1, D5: its card has everything but the text."""
    book = read(b"\xef\xbb\xbf" + LONG.encode(), Upload(title="A  Road\n", author="N."))
    assert (book.title, book.author, book.language) == ("A Road", "N.", "en")
    assert unpack(book.pack()) == book
    assert book.card().pages == book.last


@pytest.mark.parametrize("charset", ["latin-1", "cp1252"])
def test_latin_1_files_are_recognised(charset: str) -> None:
    """RULES D2: older French texts are in Latin-1, or in its Windows form."""
    text = LONG + " L'été, ça brûle là-haut: «voilà»"
    assert read(text.encode(charset), Upload()).fingerprint == read(text.encode(), Upload()).fingerprint
    assert read(text.encode("latin-1"), Upload(charset="latin-1")).last > 100


def test_undecodable_bytes_are_refused_and_not_replaced() -> None:
    """RULES D2: what is neither UTF-8 nor Latin-1 must be named, and a named character set is believed."""
    assert refused((LONG + " été").encode("mac-roman")) == "undecodable"
    assert refused(LONG.encode() + "Привет".encode("cp1251") * 9) == "undecodable"
    assert refused((LONG + " été").encode("latin-1"), charset="utf-8") == "undecodable"


@pytest.mark.parametrize(
    "text",
    [
        "Все счастливые семьи похожи друг на друга, каждая несчастливая семья несчастлива по-своему. ",
        "Als Gregor Samsa eines Morgens aus unruhigen Träumen erwachte, fand er sich in seinem Bett. ",
        "En un lugar de la Mancha, de cuyo nombre no quiero acordarme, vivía un hidalgo de lanza. ",
    ],
)
def test_a_language_the_checks_do_not_support_is_refused_or_marked(text: str) -> None:
    """RULES D4: refused with a reason; whoever names a language to play in has a book that says so."""
    raw = "\n\n".join(text * 6 for _ in range(600)).encode()
    assert refused(raw) == "unknown-language"
    assert not read(raw, Upload(language="en")).card().recognised
    assert read(LONG.encode(), Upload(language="en")).card().recognised


@pytest.mark.parametrize("charset", ["nonsense", "zlib", "rot13", "base64", "utf-7", "idna"])
def test_only_character_sets_for_texts_may_be_named(charset: str) -> None:
    assert refused(LONG.encode(), charset=charset) == "unknown-charset"


def test_null_characters_and_short_texts_are_refused() -> None:
    assert refused(LONG.encode() + b"\0") == "not-text"
    assert refused(b"Too short.") == "too-short"
    assert refused(b"") == "too-short"


def test_the_fingerprint_is_of_the_normalised_text_and_the_layout() -> None:
    """RULES D5."""
    same = from_text(LONG.replace("\n", "\r\n").replace("lamp", "la\u00admp"), "Another title")
    assert same.fingerprint == from_text(LONG, "A title").fingerprint
    others = [from_text(LONG + " And.", ""), from_text(LONG, "", lines=40), from_text(LONG, "", layout="verse")]
    assert len({same.fingerprint, *(book.fingerprint for book in others)}) == 4


@pytest.mark.parametrize(
    ("text", "language"), [("le chat et la souris dans un livre", "fr"), ("the cat and the mouse in a book", "en")]
)
def test_the_commonest_words_give_the_language_away(text: str, language: str) -> None:
    assert recognise(text) == language


# -- normalisation and blocks --------------------------------------------------


def test_normalisation() -> None:
    assert normalise("e\u0301te\u0301\r\nun\u00a0 mot\u202f!\rla\u00adpin _vite_ un[1] deux [2] trois\n[3] ") == (
        "été\nun  mot !\nlapin vite un deux trois "
    )
    assert normalise("licence\n*** START OF THIS ***\ntext\n*** END OF THIS ***\nmore") == "\ntext\n"


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("* * *", "ornament"),
        ("XIV", "chapter"),
        ("12.", "chapter"),
        ("IV.\nThe Storm", "chapter"),
        ("Chapter 3", "chapter"),
        ("CHAPITRE PREMIER", "chapter"),
        ("Chapter 3. In which much happens", "chapter"),
        ("PART ONE--The Old Buccaneer", "chapter"),
        ("Première partie", "chapter"),
        ("Second book", "chapter"),
        ("Epilogue", "chapter"),
        ("THE END OF ALL", "title"),
        ('"STOP"', "paragraph"),
        ("HE SAID,", "paragraph"),
        ("Part two of the plan was simpler.", "paragraph"),
        ("                         John Trelawney", "signature"),
        ("    Roses are red\n    Violets are blue", "verse"),
        ("    indented once only", "paragraph"),
        ("It was a dark night.", "paragraph"),
    ],
)
def test_a_block_gets_the_first_kind_that_fits(text: str, kind: str) -> None:
    [block] = blocks(text)
    assert block.kind == kind


def test_pictures_and_notes_are_dropped() -> None:
    assert [block.lines for block in blocks("[Illustration: a map]\n\n[1] textuel\n\n[Note: no]\n\nText.")] == [
        ("Text.",)
    ]


def test_a_short_line_under_a_chapter_number_is_its_title_unless_it_is_a_sentence() -> None:
    assert [block.kind for block in blocks("III\n\nThe Black Spot\n\nHe ran.")] == ["chapter", "title", "paragraph"]
    assert [block.kind for block in blocks("III\n\nHe ran.")] == ["chapter", "paragraph"]


def test_the_lines_of_a_paragraph_are_joined_and_a_cut_word_keeps_its_hyphen() -> None:
    [block] = blocks("peut-\nêtre   demain,\n  dit-il --\nmais non")
    assert block.lines == ("peut-être demain, dit-il -- mais non",)


# -- pages ---------------------------------------------------------------------


def test_lines_are_filled_to_sixty_characters_and_long_pieces_are_cut() -> None:
    assert [len(line) for line in fill("a" * 130 + " b")] == [60, 60, 12]
    assert list(fill("aaaa " * 12)) == ["aaaa aaaa aaaa aaaa aaaa aaaa aaaa aaaa aaaa aaaa aaaa aaaa"]


def test_lone_marks_stick_to_their_neighbours() -> None:
    assert list(fill("x" * 57 + " oui !")) == ["x" * 57, "oui !"]
    assert list(fill("x" * 58 + " « non »")) == ["x" * 58, "« non »"]
    assert list(fill("x" * 57 + " -- non")) == ["x" * 57, "-- non"]


def test_a_chapter_opens_a_page_and_a_title_needs_room_for_four_lines() -> None:
    text = "\n\n".join(["I", "FIRST", *["word."] * 5, "II", *["word."] * 27, "LATE TITLE", "word."])
    first, second, third = paginate(blocks(text))
    assert (len(first), len(second), len(third)) == (5, 27, 1)


def test_paragraph_starts_and_ends_are_marked() -> None:
    [page] = paginate(blocks("word " * 20 + "\n\nend."))
    assert [(line.start, line.ends) for line in page] == [(True, False), (False, True), (True, True)]


def test_a_page_larger_than_any_page_is_refused() -> None:
    assert refused("\f".join(["a line"] * 119 + ["x" * 301]).encode()) == "no-page"
    assert refused("\f".join(["a line"] * 119 + ["x\n" * 200]).encode()) == "no-page"


@pytest.mark.parametrize(
    "text", ["x" * 3_000_000, "! " * 1_500_000, "- " * 1_500_000, "a." * 1_500_000, "\n \n" * 900_000]
)
def test_texts_made_to_take_long_do_not(text: str) -> None:
    # Would take hours if any step were quadratic; the suite's own time limit is the judge.
    try:
        assert read(text.encode(), Upload()).last >= 100
    except BookRefused as wrong:
        reason = wrong.code
    else:
        reason = ""
    assert reason in ("", "too-short", "unknown-language")

"""RULES 2.6: a text is cut into blocks, and what is a heading, a signature, a verse or a paragraph (RULES D6)."""

from __future__ import annotations

import re
from typing import Final, Literal

from msgspec import Struct

from service.games.new_lands.books.hyphens import Hyphens
from service.games.new_lands.books.refusals import BookRefused

MOST_BLOCKS: Final = 100_000
"""The longest novels have about thirty thousand paragraphs."""

Kind = Literal["chapter", "title", "ornament", "signature", "verse", "paragraph"]
Layout = Literal["prose", "verse", "theatre"]


class Block(Struct, frozen=True):
    """A piece of a book. Verse, headings, ornaments and signatures keep their lines; a paragraph is one line."""

    kind: Kind
    lines: tuple[str, ...]


OPENING_QUOTES: Final = "«“‘\"'„"
CLOSING_QUOTES: Final = "»”’\"'"
DASHES: Final = "-–—"
_UNFINISHED: Final = tuple(".!?…,;:" + CLOSING_QUOTES)

_KEYWORD: Final = (
    r"(?:chapter|chapitre|part|partie|book|livre|tome|volume|letter|lettre|act|acte|scene|scène"
    r"|prologue|epilogue|épilogue|preface|préface|introduction|conclusion)"
)
_NUMBER: Final = (
    r"(?:[ivxlcdm]+|\d+|one|two|three|four|five|six|seven|eight|nine|ten"
    r"|première|premier|un|deux|trois|quatre|cinq)"
)
_ORDINAL: Final = (
    r"(?:first|second|third|fourth|fifth|premier|première|deuxième|second|seconde|troisième|quatrième|cinquième)"
)
_NUMERAL_LINE: Final = re.compile(
    r"(?:(?=[IVXLCDM])M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})|\d{1,3})\.?"
)
_KEYWORD_LINE: Final = re.compile(rf"{_KEYWORD}(?: {_NUMBER})?[.:]?", re.IGNORECASE)
_KEYWORD_AND_MORE: Final = re.compile(rf"{_KEYWORD} {_NUMBER}(?:\s*[.:–—-].*|\b.*)", re.IGNORECASE | re.DOTALL)
_KEYWORD_MARKED: Final = re.compile(rf"{_KEYWORD} {_NUMBER}\s*[.:–—-]", re.IGNORECASE)
_ORDINAL_LINE: Final = re.compile(rf"{_ORDINAL} {_KEYWORD}[.:]?", re.IGNORECASE)
_ACT: Final = re.compile(
    rf"(?:(?:{_KEYWORD} {_NUMBER}|{_ORDINAL} {_KEYWORD})(?:[ ]*(?:[.:,–—-]+[ ]*|$)|(?=[ ]+(?-i:[A-ZÀ-Þ]{{2}})))[ ]*)+"
    r"|(?-i:[IVXLCDM]+|\d{1,3})\.?$",
    re.IGNORECASE,
)
_DROPPED: Final = re.compile(r"\[(?:Illustration|Note|Footnote|\d)")
_BLANK: Final = re.compile(r"(\n(?:[ ]*\n)+)")


def blocks(text: str, layout: Layout = "prose") -> list[Block]:
    """The blocks of a normalised text, in order."""
    found: list[Block] = []
    hyphens, far = Hyphens(text), True
    for n, raw in enumerate(_BLANK.split(text)):
        if n % 2:
            far = far or raw.count("\n") > 2
            continue
        lines = [line.rstrip() for line in raw.split("\n") if line.strip()]
        if not lines:
            continue
        after_chapter = bool(found) and found[-1].kind == "chapter"
        match layout:
            case "prose":
                found += _prose(lines, after_chapter, hyphens)
            case "verse":
                found += _verse(lines, far or after_chapter)
            case "theatre":
                found += _theatre(lines, hyphens)
        far = False
        check_blocks(len(found))
    return found


def check_blocks(count: int) -> None:
    """RULES D2: at most 100,000 paragraphs, stanzas and headings, or ready-made pages."""
    if count > MOST_BLOCKS:
        raise BookRefused("too-many-blocks", f"the book has more than {MOST_BLOCKS} paragraphs", most=MOST_BLOCKS)


def _prose(lines: list[str], after_chapter: bool, hyphens: Hyphens) -> list[Block]:
    """RULES 2.6, D6: the first kind that fits; nothing for a block that is no part of the book."""
    stripped = tuple(line.strip() for line in lines)
    if (known := no_body(stripped)) is not None:
        return known
    indents = [len(line) - len(line.lstrip(" ")) for line in lines]
    if len(lines) <= 2 and len(" ".join(stripped)) <= 60 and min(indents) >= 20:
        return [Block("signature", stripped)]
    if len(lines) >= 2 and min(indents) >= 4:
        return [Block("verse", stripped)]
    if after_chapter and is_subtitle(" ".join(stripped)):
        return [Block("title", stripped)]
    return [Block("paragraph", (joined(stripped, hyphens),))]


def no_body(lines: tuple[str, ...]) -> list[Block] | None:
    """Ornaments and headings of prose, in a text or an EPUB; an empty list for notes and pictures; None for body."""
    whole = " ".join(lines)
    if not any(letter.isalnum() for letter in whole):
        return [Block("ornament", lines)]
    if _DROPPED.match(whole):
        return []
    if len(lines) <= 3 and len(whole) <= 200:
        if is_chapter(lines):
            return [Block("chapter", lines)]
        if is_title(whole):
            return [Block("title", lines)]
    return None


def _verse(lines: list[str], far: bool) -> list[Block]:
    """RULES 2.6: the titles of poems do not count; a lone line after a wide gap is one, unless it is a sentence."""
    stripped = tuple(line.strip() for line in lines)
    if not any(letter.isalnum() for letter in "".join(stripped)):
        return [Block("ornament", stripped)]
    if len(stripped) == 1:
        if _DROPPED.match(stripped[0]):
            return []
        if is_chapter(stripped):
            return [Block("chapter", stripped)]
        if is_title(stripped[0]) or (far and is_subtitle(stripped[0])):
            return [Block("title", stripped)]
    return [Block("verse", stripped)]


def _theatre(lines: list[str], hyphens: Hyphens) -> list[Block]:
    """RULES 2.9: names, stage directions and descriptions are lines to be read; numbers of acts and scenes are not."""
    stripped = tuple(line.strip() for line in lines)
    whole = " ".join(stripped)
    if not any(letter.isalnum() for letter in whole):
        return [Block("ornament", stripped)]
    if _DROPPED.match(whole):
        return []
    if heading := _ACT.match(whole):
        rest = whole[heading.end() :].strip()
        found = [Block("chapter", (heading[0].strip(),))]
        return [*found, Block("paragraph", (rest,))] if rest else found
    if min(len(line) - len(line.lstrip(" ")) for line in lines) >= 4 and len(lines) >= 2:
        return [Block("verse", stripped)]
    if len(lines) >= 2 and is_title(stripped[0]):
        # The name of who speaks has a line of its own.
        return [Block("paragraph", stripped[:1]), Block("paragraph", (joined(stripped[1:], hyphens),))]
    return [Block("paragraph", (joined(stripped, hyphens),))]


def marked_up(lines: tuple[str, ...], layout: Layout, after_chapter: bool) -> list[Block]:
    """RULES 2.6, D3: what an EPUB does not mark as a heading may still be one, as in a plain text."""
    match layout:
        case "verse":
            return _verse(list(lines), far=False)
        case "theatre" if len(lines) == 1:
            return _theatre(list(lines), Hyphens(""))
        case "prose" if (known := no_body(lines)) is not None:
            return known
    if len(lines) > 1:
        return [Block("verse", lines)]
    return [Block("title" if after_chapter and is_subtitle(lines[0]) else "paragraph", lines)]


def joined(lines: tuple[str, ...], hyphens: Hyphens) -> str:
    """The lines of a paragraph as one: a word cut by a hyphen at the line's end stays one word (RULES D13)."""
    return " ".join(hyphens.mended("\n".join(lines)).split())


def is_chapter(lines: tuple[str, ...]) -> bool:
    """A number alone, or a word such as “chapter” with what may follow it."""
    first, whole = lines[0], " ".join(lines)
    if _NUMERAL_LINE.fullmatch(first):
        return True
    if len(whole) > 80:
        return False
    if _KEYWORD_LINE.fullmatch(first) or _ORDINAL_LINE.fullmatch(whole):
        return True
    if _KEYWORD_MARKED.match(first):
        return True
    return bool(_KEYWORD_AND_MORE.fullmatch(whole)) and not whole.endswith(_UNFINISHED)


def is_title(whole: str) -> bool:
    """Capitals only, and neither speech nor something unfinished."""
    letters = [letter for letter in whole if letter.isalpha()]
    return (
        len(letters) >= 2
        and not any(letter.islower() for letter in letters)
        and whole[0] not in OPENING_QUOTES
        and whole[-1] not in ",;:" + DASHES + CLOSING_QUOTES
    )


def is_subtitle(whole: str) -> bool:
    """A short line right under a chapter's number that is no sentence."""
    return len(whole) <= 80 and not whole.endswith((*_UNFINISHED, *DASHES)) and whole[0] not in OPENING_QUOTES + DASHES

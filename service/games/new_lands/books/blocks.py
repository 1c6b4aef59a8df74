"""RULES 2.3: a text is cut into blocks, and each block gets the first kind that fits."""

from __future__ import annotations

import re
from typing import Final, Literal

from msgspec import Struct

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
_NUMERAL_LINE: Final = re.compile(r"(?:[IVXLCDM]+|\d{1,3})\.?")
_KEYWORD_LINE: Final = re.compile(rf"{_KEYWORD}(?: {_NUMBER})?[.:]?", re.IGNORECASE)
_KEYWORD_AND_MORE: Final = re.compile(rf"{_KEYWORD} {_NUMBER}(?:\s*[.:–—-].*|\b.*)", re.IGNORECASE | re.DOTALL)
_KEYWORD_MARKED: Final = re.compile(rf"{_KEYWORD} {_NUMBER}\s*[.:–—-]", re.IGNORECASE)
_ORDINAL_LINE: Final = re.compile(rf"{_ORDINAL} {_KEYWORD}[.:]?", re.IGNORECASE)
_DROPPED: Final = re.compile(r"\[(?:Illustration|Note|Footnote|\d)")
_BLANK: Final = re.compile(r"\n(?:[ ]*\n)+")
_JOINED: Final = re.compile(r"(?<=[^\W\d_]-)\n(?=[^\W\d_])")


def blocks(text: str, layout: Layout = "prose") -> list[Block]:
    """The blocks of a normalised text, in order."""
    found: list[Block] = []
    for raw in _BLANK.split(text):
        lines = [line.rstrip() for line in raw.split("\n") if line.strip()]
        if not lines:
            continue
        if block := _block(lines, layout, after_chapter=bool(found) and found[-1].kind == "chapter"):
            found.append(block)
    return found


def _block(lines: list[str], layout: Layout, after_chapter: bool) -> Block | None:
    """The first kind that fits, or None for a block that is no part of the book."""
    stripped = tuple(line.strip() for line in lines)
    whole = " ".join(stripped)
    if not any(letter.isalnum() for letter in whole):
        return Block("ornament", stripped)
    if _DROPPED.match(whole):
        return None
    if layout == "verse":
        return Block("verse", stripped)
    if len(lines) <= 3 and len(whole) <= 200:
        if is_chapter(stripped):
            return Block("chapter", stripped)
        if layout != "theatre" and is_title(whole):
            return Block("title", stripped)
    indents = [len(line) - len(line.lstrip(" ")) for line in lines]
    if len(lines) <= 2 and len(whole) <= 60 and min(indents) >= 20:
        return Block("signature", stripped)
    if len(lines) >= 2 and min(indents) >= 4:
        return Block("verse", stripped)
    if after_chapter and _is_chapter_title(whole):
        return Block("title", stripped)
    return Block("paragraph", (joined(stripped),))


def joined(lines: tuple[str, ...]) -> str:
    """The lines of a paragraph as one: a word cut by a hyphen at the line's end stays one word."""
    return " ".join(_JOINED.sub("", "\n".join(lines)).split())


def is_chapter(lines: tuple[str, ...]) -> bool:
    """RULES 2.3, rule 3: a number alone, or a word such as “chapter” with what may follow it."""
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
    """RULES 2.3, rule 3: capitals only, and neither speech nor something unfinished."""
    letters = [letter for letter in whole if letter.isalpha()]
    return (
        len(letters) >= 2
        and not any(letter.islower() for letter in letters)
        and whole[0] not in OPENING_QUOTES
        and whole[-1] not in ",;:" + DASHES + CLOSING_QUOTES
    )


def _is_chapter_title(whole: str) -> bool:
    """RULES 2.3, rule 6: a short line right under a chapter's number that is no sentence."""
    return len(whole) <= 80 and not whole.endswith((*_UNFINISHED, *DASHES)) and whole[0] not in OPENING_QUOTES + DASHES

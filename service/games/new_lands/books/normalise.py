"""RULES D6: every upload becomes the same plain text before it is cut into blocks."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

FIXED_SPACES: Final = "\u00a0\u2002\u2003\u2007\u2008\u2009\u200a\u202f"
INVISIBLE: Final = "\u00ad\u200b\u200c\u200d"

_REPLACED: Final = str.maketrans(
    {**dict.fromkeys(FIXED_SPACES, " "), **dict.fromkeys(INVISIBLE, ""), "\t": "    ", "_": ""}
)
_NOTE_CALL: Final = re.compile(r"(?<=\w)[ \n]?\[\d+\]")
_LICENCE_START: Final = re.compile(r"^\*\*\* ?START OF .*$", re.MULTILINE)
_LICENCE_END: Final = re.compile(r"^\*\*\* ?END OF .*$", re.MULTILINE)


def normalise(text: str) -> str:
    """One form for all texts, without the licence that some of them carry."""
    return without_licence(tidied(text))


def tidied(text: str) -> str:
    """Composed letters, plain line ends and spaces, no emphasis marks, no note calls."""
    text = unicodedata.normalize("NFC", text).replace("\r\n", "\n").replace("\r", "\n")
    return _NOTE_CALL.sub("", text.translate(_REPLACED))


def without_licence(text: str) -> str:
    """Cut a known licence header and footer, their marks included."""
    if start := _LICENCE_START.search(text):
        text = text[start.end() :]
    if end := _LICENCE_END.search(text):
        text = text[: end.start()]
    return text

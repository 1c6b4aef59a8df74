"""The operator's list of words that are not allowed in names and talk.

The file has one word or phrase per line; `#` begins a comment, and `*` at the end of a word stands for any ending.
Comparison ignores case, accents and invisible characters, and treats digits used as letters as such (`b4d` is `bad`).
Only whole words match, so that a harmless longer word is not refused.
"""

from __future__ import annotations

import logging
import re
import unicodedata
from pathlib import Path
from typing import Final

from service.refusals import Refused
from service.tables.parts import Wording

log = logging.getLogger(__name__)

LETTERS: Final = str.maketrans("013457@$", "oieastas")
UNSEEN: Final = ("Mn", "Me", "Cf")
"""The Unicode categories of combining accents and invisible characters."""

NOTHING: Final = re.compile(r"(?!)")


class WordRefused(Refused):
    """The text contains a word of the operator's list."""

    code = "word-refused"


class WordList:
    """The words of a file, which is reloaded when it changes. Without a file, all words are allowed."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._changed = 0
        self._pattern = NOTHING
        if path is not None:
            self._read(path)

    def check(self, text: str, field: str) -> str:
        """The text, unless it is refused because of a word."""
        if found := self._find(text):
            raise WordRefused(field=field, word=text[found])
        return text

    def check_message(self, text: str) -> Wording:
        """The message with these words masked, and the refusal of the first one."""
        found = self._find(text)
        if found is None:
            return Wording(text, text)
        return Wording(text, self.mask(text), WordRefused(field="text", word=text[found]))

    def mask(self, text: str) -> str:
        """The text with an ellipsis in place of these words, for talk that the game must not lose.

        (Asterisks would not work: in the Mountains of Madness they are talk about numbers.)
        """
        while found := self._find(text):
            text = f"{text[: found.start]}…{text[found.stop :]}"
        return text

    def _find(self, text: str) -> slice | None:
        """Where the first of these words is in the text."""
        if self._path is not None:
            try:
                if self._path.stat().st_mtime_ns != self._changed:
                    self._read(self._path)
            except (OSError, UnicodeDecodeError) as error:
                log.warning("the word list was not reloaded: %s", error)
        folded, places = _fold(text)
        found = self._pattern.search(folded)
        # Up to the next letter, because accents that follow the last letter belong to it.
        return None if found is None else slice(places[found.start()], places[found.end()])

    def _read(self, path: Path) -> None:
        self._changed = path.stat().st_mtime_ns
        lines = (line.partition("#")[0].strip() for line in path.read_text("utf-8").splitlines())
        words = [_pattern(line) for line in lines if line.strip("*")]
        self._pattern = re.compile(rf"(?<!\w)(?:{'|'.join(words)})(?!\w)") if words else NOTHING


def _pattern(line: str) -> str:
    words = [re.escape(_fold(word.rstrip("*"))[0]) + (r"\w*" if word.endswith("*") else "") for word in line.split()]
    return r"\W+".join(words)


def _fold(text: str) -> tuple[str, list[int]]:
    """The normalized text, and the position of each of its characters in the original, plus the end."""
    places = [n for n, char in enumerate(text) if unicodedata.category(char) not in UNSEEN]
    return "".join(_letter(text[n]) for n in places).translate(LETTERS), [*places, len(text)]


def _letter(char: str) -> str:
    plain = unicodedata.normalize("NFKD", char).casefold()
    return plain[0] if plain else char

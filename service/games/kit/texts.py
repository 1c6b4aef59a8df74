"""Hooks for games that are played in a text: reading uploads, texts that come with the game, and hidden meanings.

A game that uses them sets `library` and `text_options`. The platform stores uploads, lists them, and loads the text of
a table into each process that needs it; only the game knows what is in a text.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal, Protocol

from msgspec import Struct

Language = Literal["en", "fr"]
Layout = Literal["prose", "verse", "theatre"]

Progress = Callable[[int], None]
"""Is called from time to time with the percentage that has been read."""


class Upload(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """What the uploader says about a text. `layout` and `lines` (per page) say how to divide it into pages."""

    title: str = ""
    author: str = ""
    language: Language | None = None
    charset: str | None = None
    layout: Layout = "prose"
    lines: int = 30


class TextRefused(ValueError):
    """The upload cannot be used.

    `code` names the reason for programs, and `params` its figures; the sentence for people is in the game's words.
    """

    def __init__(self, code: str, message: str, **params: Any) -> None:
        super().__init__(message)
        self.code = code
        self.params = params


class TextCard(Struct, frozen=True):
    """What anybody may know about a text. The fingerprint identifies its words and their division into pages."""

    fingerprint: str
    title: str
    author: str
    language: Language
    pages: int
    layout: str


class Text(Protocol):
    """A text that a table can be played in."""

    def card(self) -> TextCard:
        """The text without its words."""

    def pack(self) -> bytes:
        """The text as bytes, for `Library.add` in another process."""


class Library(Protocol):
    """The texts of one game in this process. A module with these names is a library, too."""

    @property
    def most_bytes(self) -> int:
        """The size of the largest upload."""

    def read(self, raw: bytes, upload: Upload, progress: Progress = ...) -> Text:
        """Read an upload, or raise TextRefused. The text is not added to the library."""

    def built_in(self) -> Mapping[str, Text]:
        """The texts that come with the game, by name."""

    def at_hand(self, name: str) -> bool:
        """Whether the text with this fingerprint or name is in memory or built in."""

    def add(self, raw: bytes) -> None:
        """Keep a packed text in memory for the tables that are played in it."""

    def forget(self, fingerprint: str) -> None:
        """Remove an added text from memory."""


class HiddenMeaning(Struct, frozen=True, kw_only=True):
    """A sentence that the players of a table found in its text, and that they may publish.

    `book` is the fingerprint of the text; theme, mode, difficulty and rank are ids of the game.
    """

    sentence: str
    title: str
    author: str
    language: Language
    book: str
    page: int
    theme: str
    mode: str
    difficulty: str
    rank: str | None = None

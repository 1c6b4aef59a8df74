"""The books that come with the game. They were written for it, phrase by phrase, and put together by `writer`."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from service.games.new_lands.books.book import Book, from_text
from service.games.new_lands.facts import Language
from service.games.new_lands.originals.writer import Writer


class Original(Struct, frozen=True):
    """A built-in book. Its fingerprint is known before it is written, and checked by a test."""

    title: str
    author: str
    language: Language
    fingerprint: str


ORIGINALS: Final[dict[str, Original]] = {
    "lamplighters-atlas": Original(
        "The Lamplighter's Atlas", "Farshore", "en", "948d6001fb6e165b5b452f28930d44a04aca3e83b1590c9b52946238921d7e63"
    ),
    "atlas-de-l-allumeuse": Original(
        "L'Atlas de l'allumeuse", "Farshore", "fr", "31d8e60e01d7f3a5731f5d24e79a83cee1ea3ba19e94e744ab302ab4fdd831b1"
    ),
}
DEFAULT: Final = "lamplighters-atlas"


def write(name: str) -> Book:
    """The book of this name, from its first page to its last."""
    original = ORIGINALS[name]
    text = Writer(original.language).book()
    return from_text(text, original.title, original.author, original.language)

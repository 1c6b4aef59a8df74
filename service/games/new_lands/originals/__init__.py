"""The books that were written for this game."""

from __future__ import annotations

from random import Random
from typing import Final

from msgspec import Struct

from service.games.new_lands.books.book import Book, from_text
from service.games.new_lands.cards import BOX, Language


class Original(Struct, frozen=True):
    """A built-in book."""

    title: str
    author: str
    language: Language
    fingerprint: str


ORIGINALS: Final[dict[str, Original]] = {
    "lamplighters-atlas": Original("The Lamplighter's Atlas", "Farshore", "en", "x"),
    "atlas-de-l-allumeuse": Original("L'Atlas de l'allumeuse", "Farshore", "fr", "y"),
}
DEFAULT: Final = "lamplighters-atlas"


def write(name: str) -> Book:
    """Write it."""
    o = ORIGINALS[name]
    r = Random(1)
    ps = []
    for _ in range(1100):
        e = r.choice(BOX.explorations)
        ps.append(" ".join(" ".join(r.choices(e.lexicon[o.language], k=8)).capitalize() + "." for _ in range(4)))
    return from_text("\n\n".join(ps), o.title, o.author, o.language)

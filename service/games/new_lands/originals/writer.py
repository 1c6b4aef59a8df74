"""Writes the built-in books: an atlas of islands, each lit by one theme and crossed by the others.

The same phrases and the same seed give the same book on every machine, so only the phrases are kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from msgspec import Struct

from service.games.kit import cards
from service.games.kit.dice import Dice
from service.games.new_lands.cards import EXPLORATIONS
from service.games.new_lands.facts import Language

SCENES: Final = 11
"""Scenes on each island."""

_CHOICE: Final = re.compile(r"\{([^{}]*)\}")
_NAME: Final = re.compile(r"@(\w+)")
_ELIDED: Final = re.compile(r"\b([DdLlNnSs]|[Qq]u)e (?=[AEIOUÉÈÊÎÔ])")


class Phrases(Struct, frozen=True, forbid_unknown_fields=True):
    """What a book is made of: sentences with {this|that} to choose and @names to fill in."""

    names: dict[str, str]
    isles: tuple[str, ...]
    chapter: str
    of: str
    openings: tuple[str, ...]
    endings: tuple[str, ...]
    glue: tuple[str, ...]
    long: tuple[str, ...]
    themes: dict[str, tuple[str, ...]]


def phrases(language: Language) -> Phrases:
    """The phrases of one language."""
    return cards.load(Path(__file__).parent / f"{language}.json", Phrases)


class Writer:
    """Puts sentences one after the other, and comes back to one only after most of its kin."""

    def __init__(self, language: Language) -> None:
        self.language = language
        self.phrases = phrases(language)
        self.dice = Dice(f"the lamplighter's atlas, {language}")
        self._waiting: dict[str, list[str]] = {
            "theme": list(EXPLORATIONS),
            "openings": list(self.phrases.openings),
            "endings": list(self.phrases.endings),
            "glue": list(self.phrases.glue),
            "long": list(self.phrases.long),
            **{theme: list(sentences) for theme, sentences in self.phrases.themes.items()},
        }

    def book(self) -> str:
        """The whole text: one chapter per island."""
        return "\n\n".join(
            block for number, isle in enumerate(self.phrases.isles, 1) for block in self.island(number, isle)
        )

    def island(self, number: int, isle: str) -> Iterator[str]:
        """A chapter: its own theme comes twice, others in between."""
        yield f"{self.phrases.chapter} {number}"
        yield self.filled(self.phrases.of, isle)
        own = list(EXPLORATIONS)[(number * 5) % len(EXPLORATIONS)]
        yield f"{self.sentence('openings', isle)} {self.sentence(own, isle)}"
        for scene in range(SCENES):
            yield from self.scene(isle, own if scene in (0, SCENES // 2) else self.next("theme"))
        yield self.sentence("endings", isle)

    def scene(self, isle: str, theme: str) -> Iterator[str]:
        """Two paragraphs about one theme; between them somebody may say something, or think at length."""
        yield self.about(isle, theme, 3 + self.dice.below(2))
        match self.dice.below(6):
            case 0:
                yield f"{self.sentence('long', isle)}; {self.sentence('long', isle, lower=True)}."
            case 1 | 2 | 3:
                yield self.sentence("glue", isle)
        spoken = [self.sentence("glue", isle)] if self.dice.below(2) else []
        yield " ".join([*spoken, self.about(isle, theme, 1 + self.dice.below(3))])

    def about(self, isle: str, theme: str, count: int) -> str:
        """Some sentences about one theme."""
        return " ".join(self.sentence(theme, isle) for _ in range(count))

    def sentence(self, kind: str, isle: str, lower: bool = False) -> str:
        """The next sentence of a kind."""
        text = self.filled(self.next(kind), isle)
        return text[0].lower() + text[1:] if lower else text

    def next(self, kind: str) -> str:
        """One of those that have waited longest; it goes to the end of the queue."""
        queue = self._waiting[kind]
        found = queue.pop(self.dice.below(len(queue) // 3 + 1))
        queue.append(found)
        return found

    def filled(self, phrase: str, isle: str) -> str:
        """The phrase with its choices made and its names filled in."""
        names = self.phrases.names | {"isle": isle}
        chosen = _CHOICE.sub(lambda found: self.dice.choice(found[1].split("|")), phrase)
        text = _NAME.sub(lambda found: names[found[1]], chosen)
        return _ELIDED.sub(r"\1'", text) if self.language == "fr" else text

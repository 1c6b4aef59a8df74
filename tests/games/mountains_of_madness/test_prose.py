"""Guides understand ordinary sentences in English and French."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from service.games.mountains_of_madness.bots.prose import Meaning, understand
from service.games.mountains_of_madness.cards import KINDS

CORPUS = Path(__file__).parent / "corpus"
NAMES = ("Ada", "Bruno", "Carla")


def phrases(name: str) -> Iterator[tuple[str, list[str]]]:
    for line in (CORPUS / name).read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            text, meaning = line.split("=>")
            yield text.strip(), sorted(part.strip() for part in meaning.split(",") if part.strip())


def notation(meaning: Meaning) -> list[str]:
    """A meaning as the corpus writes it."""
    found = [f"offer {kind} {value}" for kind, value in meaning.offers.elements()]
    found += [f"pledge {kind} {value}" for kind, value in meaning.pledges.elements()]
    found += [f"ask {kind} {total}" for kind, total in meaning.targets.items()]
    for word, kinds in (("want", meaning.wanted), ("lack", meaning.lacking), ("some", meaning.some)):
        found += [f"{word} all"] if kinds == set(KINDS) else [f"{word} {kind}" for kind in kinds]
    return sorted(found + ["yes"] * meaning.yes + ["no"] * meaning.no)


@pytest.mark.parametrize(("text", "meaning"), list(phrases("practice.txt")), ids=lambda value: str(value)[:40])
def test_a_phrase_is_understood(text: str, meaning: list[str]) -> None:
    assert notation(understand(text, NAMES)) == meaning


def test_most_phrases_that_nobody_tuned_for_are_understood() -> None:
    unseen = list(phrases("unseen.txt"))
    missed = [text for text, meaning in unseen if notation(understand(text, NAMES)) != meaning]
    print(f"understood {len(unseen) - len(missed)} of {len(unseen)}; missed:", *missed, sep="\n  ")
    assert len(missed) <= len(unseen) // 10

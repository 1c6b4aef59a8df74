"""How well the bots understand each other, and how often their expeditions succeed.

    python -m service.games.new_lands.bots --games 200 novel.txt another.txt

Plays whole games of bots only, on the books named or on the built-in ones, and prints for each level how often
Scout and Group agreed (chance is 25 %) and how often the expedition was won.
"""

from __future__ import annotations

import argparse
from hashlib import blake2b
from pathlib import Path
from random import Random
from typing import Any

from msgspec import Struct

from service.games.kit.bots import Thinking, rounds
from service.games.kit.decision import CLOCK, Answer
from service.games.kit.texts import Upload
from service.games.new_lands import NewLands, library
from service.games.new_lands.books.book import Book
from service.games.new_lands.books.upload import read
from service.games.new_lands.cards import EXPLORATIONS
from service.games.new_lands.passage import elsewhere, lines
from service.games.new_lands.themes import scores, weights
from service.games.new_lands.words import words

FULL = {"mode": "classic", "peripeties": True, "characters": True, "domains": True, "ranks": True}
WAYS: dict[str, dict[str, Any]] = {"excursion": {}, "classic normal": {"mode": "classic"}, "full game": FULL}


class Tally(Struct):
    """What happened in so many games; agreements and readings by constraint."""

    games: int = 0
    won: int = 0
    turns: int = 0
    fulfilled: int = 0
    failed: int = 0
    agreed: dict[str, int] = {}
    readings: dict[str, int] = {}

    def share(self, constraint: str) -> str:
        """How often they agreed."""
        count = self.readings.get(constraint, 0)
        return f"{self.agreed.get(constraint, 0) / count:.0%}" if count else "–"


def expedition(game: NewLands, level: str, seats: int, seed: str, options: dict[str, Any], tally: Tally) -> None:
    """One game of bots of one level."""
    random, s = Random(seed), game.new(seats, seed, options)
    while questions := game.decisions(s):
        question = next((q for q in questions if q.seat != CLOCK), questions[0])
        picks = question.on_timeout
        if question.seat != CLOCK:
            imagined = game.imagine(s, question.seat, random)
            picks = game.bots[level].choose(game, imagined, question, Thinking(random, rounds(50)))
        turn = s.turn
        for event in game.apply(s, Answer(question.seat, question.kind, picks)):
            match event.kind:
                case "compass-revealed" if turn is not None:
                    kind = "city" if turn.in_city else "péripétie" if turn.peripetia else "plain"
                    tally.readings[kind] = tally.readings.get(kind, 0) + 1
                    agreed = event.data["compass"] == event.data["group"]
                    tally.agreed[kind] = tally.agreed.get(kind, 0) + agreed
                case "mission-fulfilled":
                    tally.fulfilled += 1
                case "mission-failed":
                    tally.failed += 1
    tally.games += 1
    tally.won += s.won
    tally.turns += s.turns


def forgetful(text: str, reader: str) -> str:
    """The text as a reader hears it who does not know a third of the words."""
    return " ".join(
        word for word in words(text) if blake2b(f"{reader} {word.lower()}".encode(), digest_size=1).digest()[0] % 3
    )


def strangers(book: Book, random: Random) -> tuple[float, float]:
    """How often two readers agree who each miss other words, where one of four themes is heard; and how often it is."""
    known, pages = weights(book, book.language), list(elsewhere(book, 6))
    agreed = spoken = 0
    for page in pages:
        text = " ".join(line.text for line in lines(book, page, 6))
        themes = random.sample(list(EXPLORATIONS), 4)
        if not any(scores(text, themes, book.language, known).values()):
            continue
        spoken += 1
        one, other = (scores(forgetful(text, reader), themes, book.language, known) for reader in ("one", "other"))
        agreed += favourite(one, random) == favourite(other, random)
    return agreed / max(spoken, 1), spoken / len(pages)


def favourite(found: dict[str, float], random: Random) -> str:
    """The theme that the words speak of most; among equals any."""
    return random.choice([theme for theme, score in found.items() if score == max(found.values())])


def main() -> None:
    """Read the command line, play, print."""
    parser = argparse.ArgumentParser(prog="python -m service.games.new_lands.bots", description=__doc__)
    parser.add_argument("books", nargs="*", type=Path, help="texts or EPUBs; the built-in books if none is named")
    parser.add_argument("--games", type=int, default=100, help="games of each level and way to play")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--levels", default="random,plain,dozy,sharp,keen")
    args = parser.parse_args()
    books = [read(path.read_bytes(), Upload(title=path.stem)) for path in args.books]
    books = books or list(library.built_in().values())
    for book in books:
        library.shelve(book)
        agreed, spoken = strangers(book, Random(book.fingerprint))
        print(f"{book.title}: {book.last} pages, themes heard in {spoken:.0%}, strangers agree in {agreed:.0%}")
    game = NewLands()
    print(f"{'way':<16}{'level':<8}{'won':>6}{'turns':>7}{'plain':>8}{'péripétie':>11}{'city':>6}{'missions':>10}")
    for way, options in WAYS.items():
        for level in args.levels.split(","):
            tally = Tally()
            for n in range(args.games):
                book = books[n % len(books)]
                expedition(game, level, args.seats, f"{way} {n}", {**options, "book": book.fingerprint}, tally)
            print(
                f"{way:<16}{level:<8}{tally.won / tally.games:>6.0%}{tally.turns / tally.games:>7.1f}"
                f"{tally.share('plain'):>8}{tally.share('péripétie'):>11}{tally.share('city'):>6}"
                f"{f'{tally.fulfilled}:{tally.failed}':>10}"
            )


if __name__ == "__main__":
    main()

"""Letters that run out, the city explored, the Hidden Meaning; and the ranks of module V."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.games.kit.decision import Picks
from service.games.new_lands.cards import BOX, EXPLORATIONS
from service.games.new_lands.meaning import hidden_meaning
from service.games.new_lands.rules.rest import close_turn, reveal_passage
from service.games.new_lands.rules.votes import Vote
from service.games.new_lands.themes import scores, weights
from service.games.new_lands.turn import Meaning

if TYPE_CHECKING:
    from service.games.new_lands.state import State


# -- defeat ----------------------------------------------------------------------


def lose_letters(s: State, letters: int) -> None:
    """The reserve may be emptied; to lose letters when it is already empty is defeat (RULES 6.1, 6.2)."""
    if not letters:
        return
    if not s.letters:
        s.tell("defeated", letters=letters, left=0)
        finish(s)
        return
    lost = min(letters, s.letters)
    s.letters -= lost
    s.tell("lost-letters", letters=lost, left=s.letters)


def finish(s: State) -> None:
    """It is over, won or lost: the turn is closed, and what was kept until the end is shown."""
    close_turn(s)
    s.phase = "finished"
    s.agenda.clear()
    for read in s.read:
        reveal_passage(s, read)
    if s.options.ranks:
        s.tell("ranked", points=points(s), rank=f"rank-{rank_number(points(s))}")


# -- victory ---------------------------------------------------------------------


def win(s: State) -> None:
    """RULES 6.3: the city is explored; one thing is left to find."""
    s.won = True
    s.phase = "hidden_meaning"
    s.agenda.clear()
    s.tell("city-explored")
    s.plan(HiddenMeaning(s.everyone(), seconds=s.options.window(s.options.meaning_seconds)))


class HiddenMeaning(Vote):
    """RULES 6.4: the players choose the exploration in the book that is closest to the book's title."""

    question = "vote-meaning"

    def choices(self, s: State) -> Picks:
        return tuple(s.found)

    def decide(self, s: State, choice: str | None) -> None:
        find_meaning(s, closest_to_title(s) if choice is None else choice)
        finish(s)


def closest_to_title(s: State) -> str:
    """RULES D26: by the lexicons, then by the higher value, then by the lower number."""
    book = s.text()
    found = scores(book.title, s.found, s.language, weights(book, s.language))
    return min(s.found, key=lambda card: (-found[card], -EXPLORATIONS[card].advance, EXPLORATIONS[card].number))


def find_meaning(s: State, exploration: str) -> None:
    """RULES 6.4, 6.5: from the Scout's page on by the bookmark's value, the first sentence written entirely there."""
    page = s.now().page + 2 * EXPLORATIONS[exploration].advance
    sentence = hidden_meaning(s.text(), page, s.language)
    if sentence is None:
        # Only a book that ends in pictures has none: the search goes on behind the city.
        sentence = hidden_meaning(s.text(), s.now().page, s.language)
    text, page = ("…", page) if sentence is None else (sentence.text, sentence.page)
    s.meaning = Meaning(text, page, exploration)
    s.tell("hidden-meaning", exploration=exploration, page=page, sentence=text)


# -- Module V ----------------------------------------------------------------------


def points(s: State) -> int:
    """RULES 7.20: the score of an expedition, won or lost."""
    scoring = BOX.scoring
    harder = {"difficult": scoring.difficult, "very_difficult": scoring.very_difficult}.get(s.options.level, 0)
    return (
        harder
        + scoring.per_mission_in_book * len(s.missions)
        + scoring.per_peripetia_in_book * len(s.peripeties)
        + scoring.per_letter * s.letters
        + (scoring.city_reached if s.arrived else 0)
        + (scoring.won if s.won else 0)
    )


def rank_number(score: int) -> int:
    """Which of the seven ranks this is, counted from 1 (RULES 7.21, D37)."""
    return next(n for n, rank in enumerate(BOX.scoring.ranks, 1) if rank.max is None or score <= rank.max)

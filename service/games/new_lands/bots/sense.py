"""What a text is about, for a bot: scores by the lexicons, and what it can be sure of about its form."""

from __future__ import annotations

from typing import Final, Literal

from service.games.new_lands.books.pages import Line
from service.games.new_lands.cards import CITIES, MISSIONS, PERIPETIES
from service.games.new_lands.checks import (
    Check,
    ContainedWord,
    CountListed,
    CountMarks,
    CountWords,
    RepeatWord,
    SharedRoot,
)
from service.games.new_lands.form import Reading
from service.games.new_lands.missions import true
from service.games.new_lands.rules.reading import PARAGRAPH
from service.games.new_lands.rules.scouting import directions
from service.games.new_lands.state import State
from service.games.new_lands.themes import scores, weights
from service.games.new_lands.turn import Direction

Trust = Literal["all", "words", "nothing"]

_SILENCE: Final = "…"


def by_direction(s: State, text: str) -> dict[Direction, float]:
    """How much the text speaks of the theme that lies in each direction."""
    found = scores(text, s.around.values(), s.language, weights(s.text(), s.language))
    return {direction: found[s.around[direction]] for direction in directions(s)}


def trust(s: State) -> Trust:
    """How far what was heard is what is written.

    The Group does not know which péripétie was drawn. The mildest (modifier 2) leave all words, or fall silent
    where they do not; the others may do anything.
    """
    turn = s.now()
    if turn.in_city:
        kept = {"order_lines", "strip_punctuation"}
        return "words" if {op.kind for op in CITIES[s.city].transform} <= kept else "nothing"
    if turn.peripetia is None:
        return "all"
    mild = PERIPETIES[turn.peripetia].advance_modifier == 2
    return "words" if mild and not any(_SILENCE in line for line in turn.reading) else "nothing"


def surely_true(s: State, mission: str) -> bool:
    """Whether a mission is fulfilled as far as one can know from listening."""
    check, trusted = MISSIONS[mission].check[s.language], trust(s)
    if trusted == "nothing" or not audible(check, trusted):
        return False
    return true(check, Reading([_heard(line) for line in s.now().reading], s.language, s.text()))


def _heard(line: str) -> Line:
    return Line(line.removeprefix(PARAGRAPH), start=line.startswith(PARAGRAPH))


def audible(check: Check, trusted: Trust) -> bool:
    """Whether a check can be made by ear: without order only words can be counted."""
    match check:
        case CountWords():
            return trusted == "all" or not check.where.proper
        case CountMarks():
            return trusted == "all"
        case RepeatWord():
            return trusted == "all" or check.within is None
        case CountListed() | SharedRoot() | ContainedWord():
            return True
    return trusted == "all"

"""RULES 7.10, D33: what the Scout's character can do between the silent reading and the reading aloud."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from service.games.kit.decision import Decision, Illegal, Picks
from service.games.new_lands import passage
from service.games.new_lands.cards import CHARACTERS, NUMBERS
from service.games.new_lands.rules import rest
from service.games.new_lands.turn import DIRECTIONS
from service.games.new_lands.words import words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from service.games.new_lands.state import State

KEEP: Final = "keep"
USE: Final = "use"
MOST_WORDS: Final = 30
"""A line of 60 characters has no more words than this; of a longer printed line (RULES D8) the first may be named."""


def use(s: State) -> None:
    """The tile is turned over; the effect lasts this turn."""
    turn = s.now()
    player = s.players[turn.scout]
    player.know_how = False
    turn.know_how_settled = True
    s.tell("used-know-how", seat=turn.scout, character=player.character)


def effect(s: State) -> str | None:
    """The Scout's know-how while it can be used, by the name of its effect."""
    turn = s.now()
    player = s.players[turn.scout]
    if player.character is None or not player.know_how or turn.know_how_settled:
        return None
    found: str = CHARACTERS[player.character].effect["type"]
    if found == "swap_exploration" and (turn.compass is not None or not (s.pile or s.lost)):
        return None
    if found == "passage_lines" and len(passage.lines(s.text(), turn.page, 9)) <= NUMBERS.passage_lines:
        return None
    return found


def questions(s: State) -> Iterator[Decision]:
    """RULES 7.10: may the know-how be used now, and on what?"""
    match effect(s):
        case "read_times" | "passage_lines":
            options: Picks = (USE, KEEP)
        case "swap_exploration":
            options = (*(direction for direction in DIRECTIONS if direction in s.around), KEEP)
        case "clue_word":
            lines = s.now().passage
            longest = min(MOST_WORDS, max(len(words(line.text)) for line in lines))
            options = (
                *(f"line-{n}" for n in range(1, len(lines) + 1)),
                *(f"word-{n}" for n in range(1, longest + 1)),
                KEEP,
            )
        case _:
            return
    most = 2 if effect(s) == "clue_word" else 1
    yield Decision("know-how", s.now().scout, options, least=1, most=most, default=(KEEP,))


def check(s: State, picks: Picks) -> None:
    """The Prompter names a line, and a word that stands on it."""
    if effect(s) == "clue_word" and picks != (KEEP,):
        clue(s, picks)


def take(s: State, picks: Picks) -> None:
    """Turn the tile over and do what it says; or keep it for another turn."""
    turn = s.now()
    if KEEP in picks:
        turn.know_how_settled = True
        return
    found = effect(s)
    use(s)
    match found:
        case "read_times":
            turn.times = CHARACTERS["char_oratrice"].effect["times"]
        case "passage_lines":
            long_breath(s)
        case "swap_exploration":
            swap(s, picks)
        case "clue_word":
            turn.clue = clue(s, picks)


def long_breath(s: State) -> None:
    """The Librarian reads nine lines, or as many as the page has (RULES D33); the Scout sees the new ones at once."""
    turn = s.now()
    turn.passage = passage.lines(s.text(), turn.page, CHARACTERS["char_bibliothecaire"].effect["lines"])
    s.whisper(turn.scout, "saw-passage", page=turn.page, lines=tuple(line.text for line in turn.passage))


def swap(s: State, picks: Picks) -> None:
    """The Collector's exploration goes, and the pile's top takes its place on the compass."""
    for direction in DIRECTIONS:
        if direction in picks:
            gone = s.around.pop(direction)
            s.lost.append(gone)
            s.tell("exploration-swapped", direction=direction, lost=gone)
            rest.fill_explorations(s)


def clue(s: State, picks: Picks) -> str:
    """The Prompter's word, by its line and its place on it."""
    line = [int(pick.removeprefix("line-")) for pick in picks if pick.startswith("line-")]
    word = [int(pick.removeprefix("word-")) for pick in picks if pick.startswith("word-")]
    if len(line) != 1 or len(word) != 1:
        raise Illegal("line-and-word", "name one line and one word on it")
    found = words(s.now().passage[line[0] - 1].text)
    if word[0] > len(found):
        raise Illegal("no-such-word", "the line has fewer words", words=len(found))
    return found[word[0] - 1]

"""What a bot does besides reading: who scouts, which missions, when to take risks, how to pay."""

from __future__ import annotations

from typing import Final

from service.games.kit.decision import Decision, Picks
from service.games.new_lands.bots import sense
from service.games.new_lands.cards import JOKER, MISSIONS, PERIPETIES
from service.games.new_lands.rules import know_how
from service.games.new_lands.rules.ending import closest_to_title
from service.games.new_lands.rules.exploration import LETTERS, cost
from service.games.new_lands.rules.scouting import READ_ALOUD, told
from service.games.new_lands.rules.votes import CONFIRM
from service.games.new_lands.state import State
from service.games.new_lands.themes import scores, weights
from service.games.new_lands.turn import Direction
from service.games.new_lands.words import words

FAR: Final = 8
"""RULES D45: so many sheets from the city a péripétie is still worth its trouble."""


def answer(s: State, question: Decision) -> Picks:
    """Everything that is not about the sense of a passage."""
    match question.kind:
        case "nominate-scout":
            return (next_scout(s),)
        case "draw-peripetia":
            return (draw(s, question),)
        case "choose-peripetia":
            # The mildest first: what it pays less is made up for by being understood.
            return tuple(sorted(question.options, key=lambda card: PERIPETIES[card].difficulty))
        case "measure-step":
            return (question.options[-1] if sheets_to_city(s) > told(s) + 2 else question.options[0],)
        case "take-mission":
            return (take_mission(s, question),)
        case "vote-mission":
            return (next((m for m in question.options if m in MISSIONS and sense.surely_true(s, m)), "none"), CONFIRM)
        case "vote-loss":
            return (pay(s, question), CONFIRM)
        case "vote-meaning":
            return (closest_to_title(s), CONFIRM)
    return question.on_timeout


# -- the way -----------------------------------------------------------------------


def next_scout(s: State) -> str:
    """Everyone in turn: who was Scout least often, and of those the next after the last."""
    first = 0 if s.last_scout is None else s.last_scout + 1
    in_order = [(first + n) % s.seats for n in range(s.seats)]
    return f"player-{min(in_order, key=lambda seat: s.players[seat].scouted)}"


def sheets_to_city(s: State) -> int:
    """How far it is."""
    return (s.city_page - s.camp) // 2


def draw(s: State, question: Decision) -> str:
    """RULES D45: with more than half of the letters left, and the city far away; with flair if there is any."""
    if s.letters * 2 <= (s.options.letters or 0) or sheets_to_city(s) < FAR:
        return "go-without"
    return "flair" if "flair" in question.options else "draw"


def set_compass(s: State, direction: Direction) -> Picks:
    """Set it and read; but first only set it, if there is know-how left to think about."""
    if s.now().compass is None and know_how.effect(s) in ("read_times", "passage_lines", "clue_word"):
        return (direction,)
    return (direction, READ_ALOUD)


def use_know_how(s: State, aim: str) -> Picks:
    """Nine lines or a word help where a constraint takes words away; the rest is kept."""
    turn = s.now()
    constrained = turn.in_city or turn.peripetia is not None
    match know_how.effect(s):
        case "passage_lines" if constrained:
            return (know_how.USE,)
        case "clue_word" if constrained:
            return telling_word(s, aim)
    return (know_how.KEEP,)


def telling_word(s: State, aim: str) -> Picks:
    """The word of the passage that says most about the theme; the know-how is kept if none does."""
    known = weights(s.text(), s.language)
    places = {
        (f"line-{n}", f"word-{k}"): scores(word, (aim,), s.language, known)[aim]
        for n, line in enumerate(s.now().passage, 1)
        for k, word in enumerate(words(line.text)[: know_how.MOST_WORDS], 1)
    }
    best = max(places, key=places.__getitem__)
    return best if places[best] else (know_how.KEEP,)


# -- missions ----------------------------------------------------------------------


def take_mission(s: State, question: Decision) -> str:
    """Hold the mission that is true most often among those that can be heard."""
    held = s.players[question.seat].mission
    free = [mission for mission in s.row if mission in question.options]
    wanted = [m for m in free if sense.audible(MISSIONS[m].check[s.language], "all")]
    if held is not None or not wanted:
        return "ready"
    return max(wanted, key=lambda mission: MISSIONS[mission].rate[s.language])


# -- losses ------------------------------------------------------------------------


def pay(s: State, question: Decision) -> str:
    """Missions before letters: six letters each, there is no way to survive more failures.

    With module IV a mission is worth its place only for a dear exploration; and the last letters are the cheapest,
    as a reserve is only emptied.
    """
    first = question.options[0]
    if not s.options.domains or not s.letters:
        return first
    price = cost(s, question.about["exploration"])
    return first if s.letters > price >= (6 if first == JOKER else 4) else LETTERS

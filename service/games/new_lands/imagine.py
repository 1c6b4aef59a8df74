"""RULES D38, turned around: a table that looks the same to one seat, with all it cannot see dealt anew."""

from __future__ import annotations

from random import Random

from service.games.kit.decision import Seat
from service.games.kit.dice import Dice
from service.games.new_lands import passage
from service.games.new_lands.cards import CITIES, EXPLORATIONS, PERIPETIES
from service.games.new_lands.rules.reading import aloud
from service.games.new_lands.rules.scouting import directions, looked_at
from service.games.new_lands.rules.votes import Vote
from service.games.new_lands.state import State
from service.games.new_lands.words import words


def redeal(s: State, seat: Seat | None, random: Random) -> None:
    """Deal what `seat` cannot see, in place: the piles below their backs, the city, the Scout's secrets, chance."""
    s.dice = Dice(f"{random.getrandbits(64):016x}")
    random.shuffle(s.mission_pile)
    _explorations(s, random)
    scout = s.turn is not None and s.turn.scout == seat
    _peripeties(s, scout, random)
    if not s.arrived:
        s.city = random.choice(list(CITIES))
    if s.turn is not None and not scout:
        _secrets_of_the_scout(s, seat, random)
    if seat is None:
        _votes(s, random)


def _explorations(s: State, random: Random) -> None:
    """The back of the pile's top is seen by all."""
    if not s.pile:
        return
    top = EXPLORATIONS[s.pile[0]]
    alike = [
        card for card in s.pile if (EXPLORATIONS[card].advance, EXPLORATIONS[card].domain) == (top.advance, top.domain)
    ]
    _deal(s.pile, random.choice(alike), random)


def _deal(pile: list[str], top: str, random: Random) -> None:
    pile.remove(top)
    random.shuffle(pile)
    pile.insert(0, top)


def _peripeties(s: State, scout: bool, random: Random) -> None:
    """Of the top one and of the one drawn everybody knows the modifier; the Scout knows what they have seen."""
    turn, pile = s.turn, s.peripetia_pile
    if turn is not None and turn.peripetia is not None and not scout:
        drawn = turn.peripetia
        turn.peripetia = random.choice([drawn, *_alike(pile, drawn)])
        if turn.peripetia != drawn:
            pile[pile.index(turn.peripetia)] = drawn
    if scout and turn is not None and turn.stage == "flair":
        known = looked_at(s)
        below = pile[len(known) :]
        random.shuffle(below)
        s.peripetia_pile = known + below
    elif pile:
        _deal(pile, random.choice(_alike(pile, pile[0])), random)


def _alike(pile: list[str], card: str) -> list[str]:
    modifier = PERIPETIES[card].advance_modifier
    return [other for other in pile if PERIPETIES[other].advance_modifier == modifier]


def _secrets_of_the_scout(s: State, seat: Seat | None, random: Random) -> None:
    """Another passage, another compass; but what the Group has heard stays heard."""
    turn = s.now()
    if turn.compass is not None and turn.chosen is None:
        turn.compass = random.choice(directions(s))
    if not turn.passage:
        return
    book, count = s.text(), len(turn.passage)
    turn.passage = passage.lines(book, random.choice(list(passage.elsewhere(book, count))), count)
    if not turn.reading or seat in turn.heard:
        return
    said = turn.reading[: turn.told] if seat is not None else ()
    imagined = aloud(s)
    going_on = turn.told < len(turn.reading)
    turn.reading = (said + imagined[len(said) :])[: max(len(turn.reading), len(said))]
    if going_on and len(turn.reading) <= turn.told:
        # RULES D51: the window is open while lines are to come, however few of the imagined ones a constraint left.
        turn.reading += (turn.passage[0].text,) * (turn.told + 1 - len(turn.reading))
    if turn.clue is not None:
        turn.clue = random.choice(words(" ".join(line.text for line in turn.passage)))


def _votes(s: State, random: Random) -> None:
    """Outsiders see who has voted, and not for what."""
    top = s.agenda[-1] if s.agenda else None
    if isinstance(top, Vote):
        choices = top.choices(s)
        top.votes = {seat: random.choice(choices) for seat in top.votes}
        top.in_order = list(dict.fromkeys(top.votes.values()))

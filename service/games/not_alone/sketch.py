"""The board of Not Alone in plain characters: the two tracks, and the planet in two rows of five places."""

from __future__ import annotations

import re
from collections.abc import Iterator
from textwrap import wrap as fold
from typing import Final

from service.games.kit.page import PageContext, wrap
from service.games.kit.words import Words
from service.games.not_alone.cards import NUMBER, TOKENS
from service.games.not_alone.planet import ARTEMIA_SPACES, LOWER, SLOTS
from service.games.not_alone.view import View

CELL: Final = 14
"""The width of a place."""
_ARTICLE: Final = re.compile(r"(The |Le |La |Les |L’)")


def bare(words: Words, place: str) -> str:
    """The name of a place without its article."""
    return _ARTICLE.sub("", words.call(place), count=1)


def tracks(words: Words, view: View) -> list[str]:
    """RULES 9.1, 10.3, 10.4: how far both counters are from victory, and what lies on the way."""
    symbols = ARTEMIA_SPACES.get(view.side, frozenset())
    rescue = [_space(space, symbols, view.track_will) for space in range(view.rescue, 0, -1)]
    assimilation = ["."] * view.assimilation
    width = max(len(words.line("rescue")), len(words.line("assimilation")))
    lines = []
    for name, spaces in (("rescue", rescue), ("assimilation", assimilation)):
        path = f"({spaces[0]}){''.join(spaces[1:])}*" if spaces else "(*)"
        lines.append(f"{words.line(name):{width}}  {words.line('to-go', count=len(spaces))}  {path}")
    key = [words.line("track-key"), *([words.line("track-will")] if view.track_will else [])]
    return [*lines, *wrap(" ".join(key), hang="")]


def _space(space: int, symbols: frozenset[int], will: tuple[int, ...]) -> str:
    if space in will:
        return "W" if space in symbols else "w"
    return "A" if space in symbols else "."


def planet(words: Words, view: View, context: PageContext) -> list[str]:
    """RULES 10.2: slots 1 to 5 above 6 to 10, each with its place, the tokens on it, and who is known to be there."""
    edge = "+" + "+".join(["-" * CELL] * 5) + "+"
    lines: list[str] = []
    for row in (SLOTS[:5], LOWER):
        lines += [edge] if lines else []
        cells = [list(_cell(words, view, context, slot)) for slot in row]
        for n in range(max(map(len, cells))):
            inside = [cell[n] if n < len(cell) else "" for cell in cells]
            lines.append("|" + "|".join([f"{text[:CELL]:{CELL}}" for text in inside]) + "|")
    return lines


def _cell(words: Words, view: View, context: PageContext, slot: int) -> Iterator[str]:
    """What is written on one slot."""
    place = view.planet[slot - 1]
    if place is None:
        yield words.line("empty" if view.labyrinth_variant else "face-down", slot=slot)
    else:
        yield f"{slot} {bare(words, place)}"
        if NUMBER[place] != slot:
            yield words.line("printed", number=NUMBER[place])
        if place in view.reserve:
            yield words.line("in-reserve", count=view.reserve[place])
        if place == "beach" and view.marker == "on":
            yield words.terms["marker"]
        if view.inert or slot in view.ruined:
            yield words.line("no-power")
        elif place in view.used:
            yield words.line("used-up")
    if view.shield == slot:
        yield words.terms["shield"]
    yield from (words.line(f"cell-{token}") for token in TOKENS if slot in view.tokens.get(token, ()))
    there = [context.name(each.seat) for each in view.presences if each.slot == slot]
    yield from fold(", ".join(there), CELL)
    if place is not None and secretly(view, place):
        yield words.line("you-secretly")


def secretly(view: View, place: str) -> bool:
    """Whether the reader has played this place and nobody else knows."""
    shown = {each.card for each in view.presences}
    return view.me is not None and place in view.me.played and place not in shown

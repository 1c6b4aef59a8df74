"""The way through the book and the four explorations around the Camp, in plain characters."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from service.games.kit.page import WIDTH, PageContext, described, wrap
from service.games.kit.words import Words
from service.games.new_lands.rules.reading import PARAGRAPH
from service.games.new_lands.turn import Direction
from service.games.new_lands.view import View


def way(words: Words, view: View, context: PageContext) -> list[str]:
    """RULES 2.2, 4.4, 5.1: Camp, Scout and Lost City with the sheets between them, the letters, and the next step."""
    if view.city is not None:
        here = wrap(words.line("arrived", page=view.city_page), hang="")
        return [*here, *wrap(described(words, context, view.city), indent="  "), *_reserve(words, view)]
    stops = {"camp": view.camp, "city": view.city_page}
    if view.now is not None and view.camp < view.now.page < view.city_page:
        stops = {"camp": view.camp, "scout": view.now.page, "city": view.city_page}
    line = words.line("camp", page=view.camp)
    for (_, behind), (name, page) in pairwise(stops.items()):
        line += f" --{(page - behind) // 2}--> {words.line(name, page=page)}"
    return [f"{line} {words.line('in-sheets')}", *_reserve(words, view)]


def _reserve(words: Words, view: View) -> list[str]:
    said = [words.line("letters", count=view.letters)]
    if view.city is not None or view.ending is not None:
        return said
    if view.pile_top is not None:
        back = view.pile_top
        said.append(words.line("next-step", count=back.advance, domain=words.terms[back.domain]))
    if view.peripetia_top is not None:
        said.append(words.line("top-peripetia", count=view.peripetia_top))
    return wrap(" ".join(said), hang="")


def rose(words: Words, view: View) -> list[str]:
    """RULES 4.7: the four explorations to the north, west, east and south of the Camp."""
    north, west, east, south = (_landscape(words, view, direction) for direction in ("N", "W", "E", "S"))
    camp = words.line("camp-here")
    side = (WIDTH - len(camp)) // 2 - 2
    return [north.center(WIDTH).rstrip(), f"{west:>{side}}  {camp}  {east}", south.center(WIDTH).rstrip()]


def theme(words: Words, exploration: str) -> str:
    """The theme of an exploration, without what is on its back."""
    return words.call(exploration).partition(" (")[0]


def _landscape(words: Words, view: View, direction: Direction) -> str:
    """One exploration; once the compass is shown, with who chose it."""
    if direction not in view.around:
        return f"{direction} –"
    name = f"{direction} {theme(words, view.around[direction])}"
    now = view.now
    if now is None or now.chosen is None:
        return name
    by = [who for who, chose in (("group", now.chosen), ("compass", now.compass)) if chose == direction]
    return name if not by else words.line("by-both" if len(by) > 1 else f"by-{by[0]}", name=name)


def numbered(lines: Iterable[str]) -> list[str]:
    """Lines of the book, one below the other and never broken or joined: missions ask how they begin."""
    return [f"  {n}  {line}" for n, line in enumerate(lines, 1)]


def voiced(lines: Sequence[str], paragraphs: Sequence[bool]) -> list[str]:
    """RULES D62: the passage with a mark where a paragraph begins, as the Group hears it."""
    return [f"{PARAGRAPH}{line}" if start else line for line, start in zip(lines, paragraphs, strict=True)]

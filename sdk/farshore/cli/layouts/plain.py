"""The layout for any game: a prompt, the options by name, the view as a listing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from farshore.models import Decision, Update
from farshore.text import GameText, Messages


class Plain:
    """Shows a game with its texts alone."""

    quiet: ClassVar[frozenset[str]] = frozenset()
    """Kinds of event that a player need not read, because the board shows them."""

    def __init__(self, messages: Messages, text: GameText, cards: Any, names: Sequence[str], colour: bool) -> None:
        self.messages = messages
        self.text = text
        self.cards = cards
        self.names = names
        self.colour = colour

    def name(self, id: str) -> str:
        """What a card is called in the middle of a sentence."""
        return self.text.name(id)

    def sentence(self, kind: str, data: Mapping[str, Any]) -> str:
        """An event as a sentence."""
        return self.text.sentence(kind, data, self.names, self.name)

    def board(self, update: Update) -> RenderableType:
        """The table as this viewer sees it."""
        return Group(*self._listing(update.view, 1))

    def options(self, question: Decision) -> RenderableType:
        """The choices, numbered from 1."""
        grid = Grid(box=None, show_header=False, padding=(0, 1))
        for place, option in enumerate(question.options, 1):
            grid.add_row(Text(f"{place:>3}", style="bold"), Text(self.text.name(option)), Text(option, style="dim"))
        return Group(*self._listing(question.about, 1), grid)

    def facts(self, id: str) -> RenderableType:
        """All there is to say about one card or option."""
        return Text(f"{id}: {self.text.full(id)}")

    def ending(self, update: Update) -> RenderableType:
        """Who came where, with how much."""
        result = update.result
        if result is None:
            return Text("")
        grid = Grid(box=None, show_header=False, padding=(0, 1))
        for seat in sorted(range(len(result.places)), key=lambda seat: result.places[seat]):
            score = str(result.scores[seat]) if seat < len(result.scores) else ""
            style = "bold" if seat in result.winners else ""
            grid.add_row(f"{result.places[seat]}.", self.names[seat], score, style=style)
        return grid

    def help(self) -> RenderableType:
        """What else a player of this game should know about what is shown."""
        return Group(Text(self.text.about))

    def _listing(self, thing: Any, depth: int) -> Iterator[RenderableType]:
        """A JSON value as indented lines, with ids and field names in words; what is empty is left out."""
        for key, value in self._pairs(thing):
            if isinstance(value, Mapping) or (isinstance(value, list) and any(map(_is_nested, value))):
                inside = list(self._listing(value, depth + 1))
                if inside:
                    yield Padding(Text(f"{key}:"), (0, 0, 0, 2 * depth), expand=False)
                    yield from inside
            elif value not in (None, [], ""):
                yield Padding(Text(f"{key}: {self._plain(value)}"), (0, 0, 0, 2 * depth), expand=False)

    def _pairs(self, thing: Any) -> Iterator[tuple[str, Any]]:
        """The parts of a thing with their names; whoever has a seat is called by their name."""
        if isinstance(thing, Mapping):
            of_cards = all(key in self.text.ids for key in thing)
            for key, value in thing.items():
                # Whose it is, the name above has said.
                if key != "seat":
                    yield self.text.name(key) if of_cards else self.text.terms.get(key) or self.text.name(key), value
        else:
            for place, value in enumerate(thing):
                seat = value.get("seat") if isinstance(value, Mapping) else None
                yield self.names[seat] if isinstance(seat, int) and 0 <= seat < len(self.names) else str(place), value

    def _plain(self, value: Any) -> str:
        if isinstance(value, list):
            return ", ".join(map(self._plain, value))
        if value is None:
            return "–"
        if isinstance(value, bool):
            return self.messages("yes" if value else "no")
        return self.text.name(value) if isinstance(value, str) else str(value)


def _is_nested(value: Any) -> bool:
    return isinstance(value, Mapping | list)

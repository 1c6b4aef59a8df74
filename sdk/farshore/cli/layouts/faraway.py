"""Faraway: rows of regions in the colours of their biomes, the market, and a hand one can weigh."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from rich.console import Group, RenderableType
from rich.rule import Rule
from rich.table import Table as Grid
from rich.text import Text

from farshore.cli.layouts.plain import Plain
from farshore.models import Decision, Update
from farshore.text import GameText, Messages

ROUNDS: Final = 8
SIGNS: Final = {"stone": "◆", "chimera": "▲", "thistle": "✿", "clue": "?", "night": "☾"}
COLOURS: Final = {"river": "green", "city": "yellow", "forest": "red", "desert": "blue"}

Card = dict[str, Any]


class Faraway(Plain):
    """What lies on the table of Faraway."""

    # The board that follows shows these anyway.
    quiet = frozenset({"market-revealed", "saw-sanctuaries", "scored"})

    def __init__(self, messages: Messages, text: GameText, cards: Any, names: Sequence[str], colour: bool) -> None:
        super().__init__(messages, text, cards, names, colour)
        everything = [*cards["regions"], *cards["sanctuaries"]]
        self.card: dict[str, Card] = {card["id"]: card for card in everything}

    # -- one card ------------------------------------------------------------------------

    def name(self, id: str) -> str:
        """A card in a sentence: a region is known by its number and icons, a sanctuary by what it brings, too."""
        card = self.card.get(id)
        if card is None:
            return super().name(id)
        biome = self.text.term(card["biome"]) if card["biome"] else ""
        brings = f"({self.quest(card)})" if card["quest"] and "number" not in card else ""
        return " ".join(filter(None, [_label(card), biome, _signs(card), brings]))

    def chip(self, id: str) -> Text:
        """A card in a row: coloured by its biome, which a terminal without colours spells out."""
        card = self.card[id]
        name = self.name(id)
        if self.colour and card["biome"]:
            name = name.replace(f" {self.text.term(card['biome'])}", "", 1)
        return Text(f" {name} " if self.colour else f"[{name}]", style=_paint(card))

    def quest(self, card: Card) -> str:
        """What a card brings at the end, in words."""
        quest = card["quest"]
        if quest is None:
            return self.messages("faraway-no-quest")
        per = quest.get("per") or ()
        if not per:
            return self.messages("faraway-flat", points=quest["points"])
        things = [per] if isinstance(per, str) else per
        what = self.messages("faraway-or").join(map(self.text.term, things))
        return self.messages("faraway-per", points=quest["points"], what=what)

    def cards_table(self, ids: Sequence[str], *, numbered: bool = False, sight: Sequence[str] | None = None) -> Grid:
        """Cards one below the other: number, biome, what they show, what they need, what they bring.

        With `sight`, the cards of a journey, a need that is met on the way back is ticked off.
        """
        grid = Grid(box=None, padding=(0, 1), header_style="dim", pad_edge=False, show_header=numbered)
        grid.add_column("", min_width=3)
        for title, least in (("card", 5), ("biome", 8), ("shows", 6), ("needs", 8), ("quest", 10)):
            grid.add_column(self.messages(f"faraway-{title}"), no_wrap=True, min_width=least)
        for place, id in enumerate(ids, 1):
            card = self.card[id]
            needs = card.get("prerequisites") or {}
            met = sight is not None and any(needs.values()) and self._met(needs, sight[sight.index(id) :])
            grid.add_row(
                Text(f"{place:>3}" if numbered else "", style="bold"),
                Text(f" {_label(card):>3} ", style=_paint(card)),
                Text(self.text.term(card["biome"]) if card["biome"] else "–", style=COLOURS.get(card["biome"], "")),
                Text(_signs(card)),
                Text(_wonders(needs) + " ✓" * met, style="green" if met else ""),
                Text(self.quest(card), style="" if card["quest"] else "dim"),
            )
        return grid

    def _met(self, needs: dict[str, int], sight: Sequence[str]) -> bool:
        return all(sum(self.card[id]["wonders"][wonder] for id in sight) >= n for wonder, n in needs.items())

    def facts(self, id: str) -> RenderableType:
        """A card in full."""
        found = self._find(id)
        if found is None:
            return super().facts(id)
        return Group(self.cards_table([found]), Text("    " + self.text.full(found), style="dim"))

    def _find(self, word: str) -> str | None:
        for id in self.card:
            if word.casefold() in (id.casefold(), id.removeprefix("r")):
                return id
        return None

    # -- the table -----------------------------------------------------------------------

    def board(self, update: Update) -> RenderableType:
        """Everyone's journey, then the market and the hand, except for what the question shows anyway."""
        view = update.view
        asked = {question.kind for question in update.decisions}
        me = view.get("me") or {}
        head = self.messages("faraway-round", round=view["round"], of=ROUNDS, deck=view["deck"], pile=view["pile"])
        legend = "   ".join(f"{sign} {self.text.term(icon)}" for icon, sign in SIGNS.items())
        parts: list[RenderableType] = [Rule(Text(head)), Text(f"  {legend}", style="dim")]
        parts += [self._traveller(player, update) for player in view["players"] if player["seat"] != update.seat]
        if update.seat is not None:
            parts += self._journey(view["players"][update.seat])
        if view["market"] and "take-region" not in asked:
            parts += [self._heading("market"), self.cards_table(view["market"])]
        if me.get("hand") and not asked & {"explore", "keep-regions"}:
            parts += [self._heading("hand"), self.cards_table(me["hand"])]
        if me.get("found") and "keep-sanctuary" not in asked:
            parts += [self._heading("found"), self.cards_table(me["found"])]
        return Group(*parts)

    def options(self, question: Decision) -> RenderableType:
        """The cards to choose from, numbered from 1."""
        if not all(option in self.card for option in question.options):
            return super().options(question)
        return self.cards_table(question.options, numbered=True)

    def ending(self, update: Update) -> RenderableType:
        """The score sheet: each region of each row from first to last, the sanctuaries, the sum."""
        sheets = (update.view.get("ending") or {}).get("sheets")
        if not sheets:
            return super().ending(update)
        players = update.view["players"]
        places = update.result.places if update.result else ()
        grid = Grid(box=None, padding=(0, 2), header_style="bold")
        grid.add_column("")
        for name in self.names:
            grid.add_column(name, justify="right", no_wrap=True)
        for n in range(ROUNDS):
            grid.add_row(
                f"{n + 1}.", *(self._scored(p["row"], s["regions"], n) for p, s in zip(players, sheets, strict=True))
            )
        grid.add_row(self.messages("faraway-sanctuaries"), *(str(sum(sheet["sanctuaries"])) for sheet in sheets))
        grid.add_row(self.messages("faraway-total"), *(str(sheet["total"]) for sheet in sheets), style="bold")
        if places:
            grid.add_row(self.messages("faraway-place"), *(f"{place}." for place in places))
        return grid

    def help(self) -> RenderableType:
        """The idea of the game, and the signs."""
        return Group(Text(self.text.about), Text(self.messages("faraway-help")))

    def _heading(self, key: str, **params: Any) -> Text:
        return Text(self.messages(f"faraway-{key}", **params), style="bold")

    def _journey(self, player: dict[str, Any]) -> list[RenderableType]:
        """One's own row and sanctuaries in full, to plan the way back by."""
        sight = [*player["row"], *player["sanctuaries"]]
        if not sight:
            return []
        icons = [(sign, sum(_count(self.card[id], icon) for id in sight)) for icon, sign in SIGNS.items()]
        total = "  ".join(f"{sign} {n}" for sign, n in icons)
        return [self._heading("journey", icons=total), self.cards_table(sight, sight=sight)]

    def _scored(self, row: Sequence[str], points: Sequence[int], n: int) -> Text:
        if n >= len(row):
            return Text("")
        card = self.card[row[n]]
        return Text.assemble((f"{_label(card):>3}", COLOURS[card["biome"]]), f" {points[n]:>3}")

    def _traveller(self, player: dict[str, Any], update: Update) -> RenderableType:
        seat = player["seat"]
        sign = "▸" if seat in update.waiting else "✓" if player["submitted"] else " "
        lines = [Text(" ").join(map(self.chip, player["row"])) if player["row"] else Text("–", style="dim")]
        if player["sanctuaries"]:
            lines.append(Text("+ ").append(Text(" ").join(map(self.chip, player["sanctuaries"]))))
        if player["known"]:
            known = ", ".join(_label(self.card[id]) for id in player["known"])
            lines.append(Text(self.messages("faraway-known", cards=known), style="dim"))
        grid = Grid(box=None, show_header=False, padding=(0, 1), pad_edge=False)
        grid.add_column(width=14, no_wrap=True)
        grid.add_column()
        grid.add_row(Text(f"{sign} {self.names[seat]}"), Group(*lines))
        return grid


def _label(card: Card) -> str:
    return str(card.get("number") or card["id"])


def _paint(card: Card) -> str:
    return f"bold {COLOURS.get(card['biome'], 'white')} reverse"


def _count(card: Card, icon: str) -> int:
    if icon == "night":
        return int(card["night"])
    return int(card["clues"] if icon == "clue" else card["wonders"][icon])


def _wonders(wonders: dict[str, int]) -> str:
    return "".join(SIGNS[wonder] * n for wonder, n in wonders.items())


def _signs(card: Card) -> str:
    night, clues = SIGNS["night"] * bool(card["night"]), SIGNS["clue"] * int(card["clues"])
    return night + clues + _wonders(card["wonders"])

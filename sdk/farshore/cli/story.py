"""A table being told: who sits there, what happened, and how it ended."""

from __future__ import annotations

from rich.padding import Padding

from farshore.cli.layouts import layout_for
from farshore.cli.layouts.plain import Plain
from farshore.cli.terminal import Terminal, local
from farshore.client import Client
from farshore.models import Event, Seat, Update
from farshore.table import Table


class Teller:
    """Tells one table in words, each event once."""

    def __init__(self, terminal: Terminal, client: Client, table: Table) -> None:
        self.terminal = terminal
        self.words = terminal.words
        self.client = client
        self.table = table
        self.names: list[str] = []
        self.sit()
        self.layout: Plain = layout_for(client, table.game, self.words, self.names, terminal.colour)
        self._told = 0

    def sit(self) -> None:
        """Learn who sits where; the list stays the same one, so that all who hold it know."""
        bots = [seat.seat for seat in self.table.seats if seat.kind == "bot"]
        self.names[:] = [self._name(seat, bots) for seat in self.table.seats]

    def _name(self, seat: Seat, bots: list[int]) -> str:
        if seat.kind == "bot":
            return self.words("bot", n=bots.index(seat.seat) + 1)
        return seat.name or self.words("empty-seat", n=seat.seat)

    def tell(self, update: Update, *, everything: bool = False) -> None:
        """Tell what has happened up to this update and was not told yet."""
        if update.seq <= self._told:
            return
        for event in self.table.story(self._told):
            if event.seq > update.seq:
                break
            self._told = event.seq
            if event.type in ("seat", "started"):
                self.table.refresh()
                self.sit()
            sentence = self.sentence(event, everything)
            if sentence:
                self.terminal.show(Padding(sentence, (0, 0, 0, 2), expand=False))

    def sentence(self, event: Event, everything: bool = True) -> str:
        """One event in words; nothing where the board says it better."""
        data = event.data
        if data.get("told") or data.get("refused"):
            # Heard before, or never said.
            return ""
        match event.type:
            case "story" if everything or data["kind"] not in self.layout.quiet:
                return self.layout.tell(data["kind"], data["data"])
            case "talk":
                return self.words("talk", name=data.get("name") or "", text=data.get("text") or "")
            case "clock" if data.get("warning"):
                return self.words("clock", name=self.names[data["seat"]], deadline=local(data.get("deadline")))
            case "vote":
                kind = self.words.maybe(f"vote-{data['kind']}", data["kind"])
                return self.words("vote", name=self.names[data["seat"]], kind=kind)
            case "seat" if data.get("player"):
                return self.words("sits-down", name=data["player"].get("name"))
            case "fallback":
                why = self.words.maybe(f"fallback-{data['reason']}", data["reason"])
                return self.words("fallback", name=self.names[data["seat"]], why=why)
            case "paused" | "resumed":
                return self.words(event.type)
            case _:
                return ""

    def end(self, update: Update) -> None:
        """The last page: the score sheet and the winner."""
        self.terminal.gap()
        if update.status == "aborted":
            self.terminal.say("aborted", style="bold")
            return
        self.terminal.show(self.layout.ending(update))
        if update.result:
            winners = ", ".join(self.names[seat] for seat in update.result.winners) or "–"
            self.terminal.gap()
            mine = update.seat is not None and update.seat in update.result.winners
            self.terminal.say("you-win" if mine else "winner", style="bold", names=winners)

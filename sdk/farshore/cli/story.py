"""The events of a table as sentences, and its result."""

from __future__ import annotations

from rich.padding import Padding

from farshore.cli.layouts import layout_for
from farshore.cli.layouts.plain import Plain
from farshore.cli.terminal import Terminal, local
from farshore.client import Client
from farshore.models import Event, Seat, Update
from farshore.table import Table


class Narrator:
    """Prints the events of one table as sentences, each once."""

    def __init__(self, terminal: Terminal, client: Client, table: Table) -> None:
        self.terminal = terminal
        self.messages = terminal.messages
        self.client = client
        self.table = table
        self.names: list[str] = []
        self.update_names()
        self.layout: Plain = layout_for(client, table.game, self.messages, self.names, terminal.colour)
        self._seen = 0

    def update_names(self) -> None:
        """Update the names of the seats, in place: the layout shares the list."""
        self.names[:] = [self._name(seat) for seat in self.table.seats]

    def _name(self, seat: Seat) -> str:
        if seat.kind == "bot" and seat.name is None:
            return self.messages("bot", n=seat.seat + 1)
        return seat.name or self.messages("empty-seat", n=seat.seat)

    def show(self, update: Update, *, everything: bool = False) -> None:
        """Print the events up to this update that were not printed before."""
        if update.seq <= self._seen:
            return
        for event in self.table.story(self._seen):
            if event.seq > update.seq:
                break
            self._seen = event.seq
            if event.type in ("seat", "started"):
                self.table.refresh()
                self.update_names()
            sentence = self.sentence(event, everything)
            if sentence:
                self.terminal.show(Padding(sentence, (0, 0, 0, 2), expand=False))

    def sentence(self, event: Event, everything: bool = True) -> str:
        """One event as a sentence; empty if the board shows it anyway."""
        data = event.data
        if data.get("told") or data.get("refused"):
            # Already shown, or refused.
            return ""
        match event.type:
            case "story" if everything or data["kind"] not in self.layout.quiet:
                return self.layout.sentence(data["kind"], data["data"])
            case "talk":
                return self.messages("talk", name=data.get("name") or "", text=data.get("text") or "")
            case "clock" if data.get("warning"):
                return self.messages("clock", name=self.names[data["seat"]], deadline=local(data.get("deadline")))
            case "vote":
                kind = self.messages.get(f"vote-{data['kind']}", data["kind"])
                return self.messages("vote", name=self.names[data["seat"]], kind=kind)
            case "seat" if data.get("player"):
                return self.messages("sits-down", name=data["player"].get("name"))
            case "fallback":
                why = self.messages.get(f"fallback-{data['reason']}", data["reason"])
                return self.messages("fallback", name=self.names[data["seat"]], why=why)
            case "paused" | "resumed":
                return self.messages(event.type)
            case _:
                return ""

    def end(self, update: Update) -> None:
        """Print the score sheet and the winner."""
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

"""What a language model can do at a Farshore service: each tool takes plain values and gives a text to read."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, Final

from farshore.cli.words import Words
from farshore.describing import Describer
from farshore.errors import FarshoreError
from farshore.models import Update
from farshore.table import Table

if TYPE_CHECKING:
    from farshore.client import Client

PATIENCE_S: Final = 20.0
"""How long an answer waits for what the others do next."""
LONGEST_WAIT_S: Final = 50.0


class Toolbox:
    """The tools, for one player. Their docstrings are what a model reads to choose among them."""

    def __init__(self, client: Client, language: str = "en") -> None:
        self.client = client
        self.language = language
        self.words = Words(language)
        self._describers: dict[str, Describer] = {}
        self._told: dict[str, int] = {}

    # -- finding a table -------------------------------------------------------------------

    def list_games(self) -> str:
        """List the games that can be played, with how many players and which levels of bots."""
        lines = []
        for game in self.client.games.list():
            players = self.words("mcp-players", **{name: game.players.get(name) for name in ("least", "most")})
            bots = self.words("mcp-bots", bots=", ".join(game.bots))
            lines.append(f"- {game.name}: {game.title} ({players}; {bots}). {game.about}")
        return "\n".join(lines) or self.words("mcp-no-games")

    def read_rules(self, game: str) -> str:
        """Read the rules of a game, as Markdown."""
        return self.client.games.rules(game, self.language)

    def list_tables(self, game: str | None = None, mine: bool = False) -> str:
        """List tables one can join, newest first; with `mine`, the ones you sit at that are not over."""
        wanted = {"mine": True} if mine else {"status": "open", "open_seats": True}
        found = self.client.tables.list(game=game, limit=20, **wanted)
        tables = [table for table, _ in zip(found, range(20), strict=False) if table.status in ("open", "running")]
        return "\n".join(f"- {self._summary(table)}" for table in tables) or self.words("no-tables")

    def open_table(
        self,
        game: str,
        seats: int | None = None,
        bots: int | None = None,
        level: str | None = None,
        options: dict[str, Any] | None = None,
    ) -> str:
        """Open a table and sit down at it. By default bots take all other seats and the game starts at once.

        `seats` is as few as the game allows unless you say more; `bots` fewer than that leaves seats open for
        others; `level` is one of the game's levels of bots.
        """
        count = self.client.games.get(game).players["least"] if seats is None else seats
        rest = count - 1 if bots is None else bots
        table = self.client.tables.open(game, seats=count, bots=rest, level=level, options=options)
        opened = self.words("mcp-opened", table=table.id, status=self.words(f"status-{table.status}"))
        code = self.words("mcp-code", code=table.facts.invite_code) if table.status == "open" else ""
        return "\n\n".join(filter(None, [opened, code, self._now(table, self._until_asked(table, PATIENCE_S))]))

    def join_table(self, table: str, seat: int | None = None, code: str | None = None) -> str:
        """Sit down at a table that has a free seat; a reserved one wants its invite code."""
        found = self.client.tables.get(table)
        if found.my_seat is None:
            free = [each.seat for each in found.seats if each.kind in (("open", "invite") if code else ("open",))]
            if seat is None and not free:
                raise ValueError(self.words("mcp-no-seat"))
            found.take_seat(free[0] if seat is None else seat, code)
        return self._now(found, found.view())

    def start_table(self, table: str) -> str:
        """Start a table of your own once its seats are taken."""
        found = self.client.tables.get(table).start()
        return self._now(found, self._until_asked(found, PATIENCE_S))

    # -- playing ---------------------------------------------------------------------------

    def look(self, table: str) -> str:
        """See a table the way your seat sees it, in words, with what you are asked now."""
        found = self.client.tables.get(table)
        update, describer = found.view(), self._describer(found.game)
        view = describer.view(update, describer.names(found))
        return "\n\n".join([self._summary(found), view, self._now(found, update, story=False)])

    def list_decisions(self, table: str) -> str:
        """List what you are asked at a table, each with its id, its question and its options."""
        found = self.client.tables.get(table)
        return self._now(found, found.view(), story=False)

    def answer(self, table: str, decision: str, picks: list[str]) -> str:
        """Answer a decision with the ids of the options you pick; then hear what happens and what is asked next."""
        found = self.client.tables.get(table)
        update = found.answer(decision, picks)
        if not update.over and not update.decisions:
            update = self._until_asked(found, PATIENCE_S, update)
        return self._now(found, update)

    def wait_for_turn(self, table: str, seconds: float = 20) -> str:
        """Wait until you are asked something or the game is over, at most so many seconds (50 at most)."""
        found = self.client.tables.get(table)
        return self._now(found, self._until_asked(found, min(seconds, LONGEST_WAIT_S)))

    # -- talking ---------------------------------------------------------------------------

    def talk(self, table: str, text: str, room: str | None = None) -> str:
        """Say something to the others at a table; some games limit when and to whom one may talk."""
        event = self.client.tables.get(table).say(text, room)
        return self.words("mcp-said", text=event.data.get("text") or text)

    def hear(self, table: str, after: int = 0) -> str:
        """Read the whole story of a table so far, with all that was said, and where one may talk now."""
        found = self.client.tables.get(table)
        describer = self._describer(found.game)
        names = describer.names(found)
        lines = [f"- {told}" for told in describer.story(found.story(after), names)]
        for room in found.talk().rooms if found.my_seat is not None else ():
            heard = ", ".join(names[seat] for seat in room["hear"])
            may = self.words("mcp-may" if room["may_speak"] else "mcp-may-not")
            lines.append(self.words("mcp-talk", name=room["name"], hear=heard, may=may))
        return "\n".join(lines) or self.words("mcp-nothing-new")

    def refusal(self, refused: FarshoreError) -> str:
        """A refusal as a sentence, with what may be answered instead."""
        if not refused.decisions:
            return self.words("mcp-refused", detail=refused)
        open_now = "; ".join(f"{each.id}: {', '.join(each.options)}" for each in refused.decisions)
        return self.words("mcp-refused-open", detail=refused, decisions=open_now)

    # -- saying ----------------------------------------------------------------------------

    def _now(self, table: Table, update: Update, story: bool = True) -> str:
        """What happened since it was last told, and what is asked now."""
        describer = self._describer(table.game)
        names = describer.names(table.refresh())
        parts = []
        if story:
            events = [*table.story(self._told.get(table.id, 0))]
            if events:
                self._told[table.id] = events[-1].seq
            if told := describer.story(events, names):
                parts.append(self.words("mcp-happened", story="\n".join(f"- {each}" for each in told)))
        if update.over:
            parts.append(describer.result(update.result, names))
        elif update.status == "open":
            parts.append(self.words("mcp-not-started"))
        elif not update.decisions:
            waiting = ", ".join(names[seat] for seat in update.waiting if 0 <= seat < len(names)) or "–"
            parts.append(self.words("mcp-not-asked", names=waiting))
        parts += [
            self.words("mcp-asked", decision=decision.id, question=describer.question(decision))
            for decision in update.decisions
        ]
        return "\n\n".join(parts)

    def _until_asked(self, table: Table, seconds: float, update: Update | None = None) -> Update:
        """How things stand once this seat is asked, the table is over or has not begun, or the time is up."""
        until = time.monotonic() + seconds
        update = update or table.view()
        while update.status == "running" and not update.decisions and (left := until - time.monotonic()) > 0:
            update = table.view(update.seq, min(left, 25.0))
        return update

    def _summary(self, table: Table) -> str:
        names = ", ".join(self._describer(table.game).names(table))
        status = self.words.maybe(f"status-{table.status}", table.status)
        return self.words("mcp-table", table=table.id, game=table.game, status=status, names=names)

    def _describer(self, game: str) -> Describer:
        if game not in self._describers:
            self._describers[game] = Describer(self.client, game, self.language)
        return self._describers[game]

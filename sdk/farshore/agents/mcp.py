"""An MCP server (Model Context Protocol) whose tools play Farshore: `farshore mcp`."""

import time
from collections.abc import Callable
from functools import wraps
from typing import Any, Final, ParamSpec

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError

from farshore.agents.play import words_in
from farshore.client import Client
from farshore.errors import FarshoreError
from farshore.models import Update
from farshore.request import VERSION
from farshore.table import Table
from farshore.text import Messages

P = ParamSpec("P")

WAIT_S: Final = 20.0
"""How long an answer waits for the next decision."""
MAX_WAIT_S: Final = 50.0


class Tools:
    """The tools of one player: each takes plain values and returns text. The docstrings are what a model reads."""

    def __init__(self, client: Client, language: str = "en") -> None:
        self.client = client
        self.language = language
        self.text = Messages(language)

    def list_games(self) -> str:
        """List the games that can be played, with how many players and which levels of bots."""
        lines = []
        for game in self.client.games.list():
            players = self.text("mcp-players", **{name: game.players.get(name) for name in ("least", "most")})
            bots = self.text("mcp-bots", bots=", ".join(game.bots))
            lines.append(f"- {game.name}: {game.title} ({players}; {bots}). {game.about}")
        return "\n".join(lines) or self.text("mcp-no-games")

    def read_rules(self, game: str) -> str:
        """Read the rules of a game, as Markdown."""
        return self.client.games.rules(game, self.language)

    def list_tables(self, game: str | None = None, mine: bool = False) -> str:
        """List tables you can join, newest first; with `mine`, your own tables that are not over."""
        wanted = {"mine": True} if mine else {"status": "open", "open_seats": True}
        found = self.client.tables.list(game=game, limit=20, **wanted)
        tables = [table for table in found if table.status in ("open", "running")]
        return "\n".join(f"- {self._summary(table)}" for table in tables) or self.text("no-tables")

    def open_table(
        self,
        game: str,
        seats: int | None = None,
        bots: int | None = None,
        level: str | None = None,
        options: dict[str, Any] | None = None,
    ) -> str:
        """Open a table and take a seat. By default bots take all other seats and the game starts at once.

        `seats` is the smallest number the game allows by default; with fewer `bots`, seats stay open for others;
        `level` is one of the game's bot levels.
        """
        count = self.client.games.get(game).players["least"] if seats is None else seats
        rest = count - 1 if bots is None else bots
        table = self.client.tables.open(game, seats=count, bots=rest, level=level, options=options)
        opened = self.text("mcp-opened", table=table.id, status=self.text(f"status-{table.status}"))
        code = self.text("mcp-code", code=table.facts.invite_code) if table.status == "open" else ""
        return "\n\n".join(filter(None, [opened, code, self._now(table, WAIT_S)]))

    def join_table(self, table: str, seat: int | None = None, code: str | None = None) -> str:
        """Take a seat at a table that has a free one; a reserved seat needs its invite code."""
        found = self.client.tables.get(table)
        if found.my_seat is None:
            free = [each.seat for each in found.seats if each.kind in (("open", "invite") if code else ("open",))]
            if seat is None and not free:
                raise ValueError(self.text("mcp-no-seat"))
            found.take_seat(free[0] if seat is None else seat, code)
        return self._now(found, 0)

    def start_table(self, table: str) -> str:
        """Start a table of yours once its seats are taken."""
        return self._now(self.client.tables.get(table).start(), WAIT_S)

    def look(self, table: str) -> str:
        """Read a table as your seat sees it: the board, your cards, what happened, and your open decisions."""
        return self._now(self.client.tables.get(table), 0)

    def answer(self, table: str, decision: str, picks: list[str], say: str | None = None) -> str:
        """Answer a decision with the ids of the options you pick, and `say` something before; returns the next page."""
        found = self.client.tables.get(table)
        if say:
            found.check_say(say)
            found.say(say)
        return self._now(found, WAIT_S, found.answer(decision, picks))

    def wait_for_turn(self, table: str, seconds: float = 20) -> str:
        """Wait until you have a decision, somebody speaks, or the game is over, for at most this many seconds (50)."""
        return self._now(self.client.tables.get(table), min(seconds, MAX_WAIT_S))

    def say(self, table: str, text: str, room: str | None = None) -> str:
        """Say something to the others at a table; some games limit when and to whom you may talk."""
        found = self.client.tables.get(table)
        # What the rules refuse is told to the model, before it costs anything at the table.
        found.check_say(text, room)
        event = found.say(text, room)
        return self.text("mcp-said", text=event.data.get("text") or text)

    def history(self, table: str, after: int = 0) -> str:
        """Read everything that happened and was said at a table so far, and where you may talk now."""
        found = self.client.tables.get(table)
        lines = [f"- {event.text}" for event in found.story(after, words=True) if event.text]
        for room in found.talk().rooms if found.my_seat is not None else ():
            may = self.text("mcp-may" if room["may_speak"] else "mcp-may-not")
            lines.append(self.text("mcp-talk", name=room["name"], may=may))
        return "\n".join(lines) or self.text("mcp-nothing-new")

    def _error_text(self, error: FarshoreError) -> str:
        """An error as a sentence, with the open decisions."""
        if not error.decisions:
            return self.text("mcp-refused", detail=error)
        open_now = "; ".join(f"{each.id}: {', '.join(each.options)}" for each in error.decisions)
        return self.text("mcp-refused-open", detail=error, decisions=open_now)

    def _now(self, table: Table, seconds: float, update: Update | None = None) -> str:
        """The page of the table, as soon as this seat is asked or spoken to, it is over, or the time is up."""
        update = update or table.view()
        # What is read aloud only once may come with the reply to an answer, or while waiting: the page then lacks it.
        read = [words_in(event) for event in update.events if event.once]
        until = time.monotonic() + seconds
        while update.status == "running" and not update.decisions and (left := until - time.monotonic()) > 0:
            after, update = update.seq, table.view(update.seq, min(left, 25.0))
            events = [*table.story(after, words=True)]
            read += [words_in(event) for event in events if event.once]
            if any(event.type == "talk" for event in events):
                break
        hint = self.text("mcp-not-started") if update.status == "open" else ""
        return "\n\n".join(filter(None, [*read, table.page(self.language).rstrip(), hint]))

    def _summary(self, table: Table) -> str:
        names = ", ".join(
            seat.name or self.text.get(f"seat-{seat.kind}", seat.kind, level=seat.level or "") for seat in table.seats
        )
        status = self.text.get(f"status-{table.status}", table.status)
        return self.text("mcp-table", table=table.id, game=table.game, status=status, names=names)


def server(client: Client, language: str = "en") -> MCPServer[Any]:
    """An MCP server whose tools play as the player of this client."""
    tools = Tools(client, language)
    mcp: MCPServer[Any] = MCPServer(
        "farshore", instructions=tools.text("mcp-instructions"), version=VERSION, log_level="WARNING"
    )
    for name, function in vars(Tools).items():
        if callable(function) and not name.startswith("_"):
            mcp.add_tool(_with_error_texts(tools, getattr(tools, name)), structured_output=False)
    return mcp


def serve(client: Client, language: str = "en", port: int | None = None, host: str = "127.0.0.1") -> None:
    """Serve over stdin and stdout until the other side closes; with a `port`, over streamable HTTP at `/mcp`."""
    if port is None:
        server(client, language).run("stdio")
    else:
        server(client, language).run("streamable-http", host=host, port=port)


def _with_error_texts(tools: Tools, tool: Callable[P, str]) -> Callable[P, str]:
    """An error is text for the model to read, not a crash."""

    @wraps(tool)
    def call(*args: P.args, **kwargs: P.kwargs) -> str:
        try:
            return tool(*args, **kwargs)
        except FarshoreError as error:
            raise ToolError(tools._error_text(error)) from error
        except ValueError as wrong:
            raise ToolError(tools.text("mcp-refused", detail=wrong)) from wrong

    return call

"""The workload: tables of every game one after another, with players, bots, agents, clocks, talk, books and streams."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

from service.games import REGISTRY
from tools.faults.arenas import ArenaClient
from tools.faults.clients import PATIENCE_S, Client, Player, Stuck
from tools.faults.history import History
from tools.faults.polling_agents import PollingAgents
from tools.faults.stream_readers import StreamReader
from tools.faults.webhook_agent import WebhookAgent

Data = dict[str, Any]
GAMES: Final = tuple(REGISTRY)
CLOCKS: Final[tuple[Data | None, ...]] = (
    None,
    None,
    {"mode": "realtime", "per_decision_s": 2},
    {"mode": "realtime", "per_decision_s": 3, "on_timeout": "bot"},
    {"mode": "realtime", "per_decision_s": 4, "on_timeout": "forfeit"},
    {"mode": "realtime", "bank_s": 20, "increment_s": 1, "on_timeout": "bot"},
)


@dataclass
class TableSetup:
    """How one table is opened."""

    game: str
    players: int
    bots: tuple[str, ...]
    options: Data
    clock: Data | None
    long: bool
    """Timers run for minutes here; at the end of the run its players vote to abort instead of waiting."""


@dataclass
class PlayedTable:
    """One table, its players and its stream readers."""

    id: str
    setup: TableSetup
    players: list[Player] = field(default_factory=list)
    readers: list[StreamReader] = field(default_factory=list)
    agents: dict[int, str] = field(default_factory=dict)
    """The seats of agents, and the transport of each."""

    @property
    def over(self) -> bool:
        return all(player.status for player in self.players)

    @property
    def alive(self) -> list[threading.Thread]:
        return [thread for thread in (*self.players, *self.readers) if thread.is_alive()]


def random_setup(random: Random, game: str, book: str | None, small: bool) -> TableSetup:
    """A random setup of this game; `small`: one that ends soon."""
    rules = REGISTRY[game]
    seats = random.choice(rules.seats[:2] if small else rules.seats)
    players = random.randint(1, min(2 if small else 3, seats))
    bots = tuple(random.choice(tuple(rules.bots)) for _ in range(seats - players))
    options: Data = {}
    long = False
    clock = random.choice(CLOCKS)
    if game == "mountains_of_madness":
        long = random.random() < 0.5
        options = {"mode": "timed", "timer_s": 10} if long else {"mode": "relaxed"}
    if game == "new_lands":
        long = random.random() < 0.3
        options = {"book": book} if book and random.random() < 0.6 else {}
        if long:
            windows = ("scout", "preparation", "mission", "exploration", "loss", "meaning")
            options |= {"timed": True, "words_per_minute": 300, **{f"{name}_seconds": 5 for name in windows}}
    return TableSetup(game, players, bots, options, clock, long)


def book_text(pages: int) -> bytes:
    """The text of a book with this many pages."""
    random = Random(7)
    words = ["harbour", "lantern", "the", "sea", "was", "grey", "and", "a", "gull", "cried", "over", "old", "roofs"]
    paragraphs = [" ".join(random.choices(words, k=70)).capitalize() + "." for _ in range(pages * 4)]
    return "\n\n".join(paragraphs).encode()


class Workload:
    """Keeps a number of tables running, each followed by another one, until it is told to finish."""

    def __init__(
        self,
        at: str,
        history: History,
        seed: int,
        tables: int,
        games: Sequence[str],
        small: bool,
        webhook_agent: WebhookAgent,
        polling_agents: PollingAgents,
    ) -> None:
        self.at = at
        self.history = history
        self.seed = seed
        self.games = games
        self.small = small
        self.webhook_agent = webhook_agent
        self.polling_agents = polling_agents
        self.agents: dict[str, str] = {}
        self.played: list[PlayedTable] = []
        self.books: list[str] = []
        self.closing = threading.Event()
        self._next = 0
        self._lock = threading.Lock()
        self.hosts = [threading.Thread(target=self._host, name=f"host {n}", daemon=True) for n in range(tables)]
        share, polling = 0.1 if small else 1.0, lambda: self.agents.get("poll")
        self.arena_clients = [
            ArenaClient(lambda n: self._client(n, "arenas"), history, seed, games, share, self.closing),
            ArenaClient(lambda n: self._client(n, "agent arenas"), history, seed, games, share, self.closing, polling),
        ]

    def start(self) -> None:
        """Register agents, then open tables and arenas and upload books."""
        self._register_agents()
        for thread in (*self.hosts, *self.arena_clients):
            thread.start()
        threading.Thread(target=self._upload_books, daemon=True).start()

    def running(self) -> list[str]:
        """The ids of the running tables."""
        return [table.id for table in tuple(self.played) if not table.over]

    def arenas(self) -> list[str]:
        """The ids of the running arenas."""
        return [id for arena_client in self.arena_clients for id in arena_client.running()]

    def _host(self) -> None:
        while not self.closing.is_set():
            with self._lock:
                self._next += 1
                n = self._next
            try:
                self._play(n)
                continue
            except Stuck as stuck:
                self.history.error(f"table {n} could not be opened: {stuck}")
            except Exception as error:
                self.history.error(f"table {n} failed: {error!r}")
            # The same error would happen again immediately.
            self.closing.wait(5)

    def _client(self, n: int, who: str) -> Client:
        return Client(self.at, self.history, Random(f"{self.seed}-{n}-{who}"), f"{who} {n}").register(
            f"{self.seed}-faults"
        )

    def _play(self, n: int) -> None:
        random = Random(f"table-{self.seed}-{n}")
        book = self.books[n % len(self.books)] if self.books else None
        setup = random_setup(random, self.games[n % len(self.games)], book, self.small)
        clients = [self._client(n, f"player {k}") for k in range(setup.players)]
        wish: Data = {
            "game": setup.game,
            "options": setup.options,
            "seats": [
                {"kind": "me"},
                *({"kind": "open"} for _ in clients[1:]),
                *({"kind": "bot", "level": level} for level in setup.bots),
            ],
            "start": "full",
            "deal": f"faults-{self.seed}-{n}",
            **({"clock": setup.clock} if setup.clock else {}),
        }
        transports = dict.fromkeys(range(setup.players, len(wish["seats"])), "")
        for seat in transports:
            # At most one of each transport: two at the same table would not find more errors.
            transport = random.choice(("webhook", "poll"))
            if random.random() < 0.35 and transport in self.agents and transport not in transports.values():
                transports[seat] = transport
                wish["seats"][seat] = {"kind": "agent", "agent": self.agents[transport]}
        opened = clients[0].call("POST", "/tables", wish, key=f"table-{self.seed}-{n}")
        if opened.status_code != 201:
            raise AssertionError(f"{opened.status_code} {opened.text}")
        table = PlayedTable(opened.json()["id"], setup)
        table.agents = {seat: transport for seat, transport in transports.items() if transport}
        for seat, client in enumerate(clients[1:], 1):
            sat = client.call("PUT", f"/tables/{table.id}/seats/{seat}", {})
            if sat.status_code != 200:
                raise AssertionError(f"{client.name} could not sit down: {sat.status_code} {sat.text}")
        for seat, client in enumerate(clients):
            ignores, pace = 0.25 if setup.clock or setup.long else 0.0, 0.05 if self.small else 0.25
            table.players.append(Player(client, table.id, seat, ignores, pace))
        viewers: list[int | None] = [random.randrange(len(clients)), random.choice([None, *range(len(clients))])]
        for viewer in viewers:
            token = None if viewer is None else str(clients[viewer].session.headers["Authorization"])
            own = Random(f"{self.seed}-{n}-{viewer}")
            table.readers.append(StreamReader(self.at, self.history, table.id, token, viewer, own))
        for thread in (*table.players, *table.readers):
            thread.start()
        self.played.append(table)
        for player in table.players:
            player.join()

    def _upload_books(self) -> None:
        """Upload short and long books in turns; a worker reads the long ones."""
        n = 0
        while not self.closing.wait(0 if n < 2 else 15):
            n += 1
            try:
                self._upload_book(n)
            except Stuck as stuck:
                self.history.error(f"book {n} could not be uploaded: {stuck}")
            except Exception as error:
                self.history.error(f"book {n} failed: {error!r}")

    def _register_agents(self) -> None:
        """Register a webhook agent and a polling agent, both public."""
        client = self._client(0, "agents")
        transports: Data = {
            "webhook": {"name": "Far away", "url": self.webhook_agent.url, "budget_s": 8},
            "poll": {"name": "Behind the wall", "budget_s": 8},
        }
        for transport, wish in transports.items():
            try:
                wish = {**wish, "transport": transport, "public": True, "most_tables": 50}
                known = client.call("POST", "/agents", wish, key=f"agent-{transport}")
                if known.status_code != 201:
                    raise AssertionError(known.text)
                self.agents[transport] = known.json()["id"]
            except (Stuck, AssertionError) as error:
                self.history.error(f"the agent could not be registered: {error!r}")
        if "poll" in self.agents:
            self.polling_agents.begin(client.token, self.agents["poll"])

    def _upload_book(self, n: int) -> None:
        client = self._client(n, "reader")
        raw = book_text(130 if n % 2 else 400) + f"\n\nThe end of number {n}.".encode()
        form = {"title": f"The Harbour {n}", "language": "en", "shared": "true"}
        files = {"file": ("novel.txt", raw)}
        brought = client.call("POST", "/books", key=f"book-{self.seed}-{n}", data=form, files=files)
        if brought.status_code not in (201, 202):
            raise AssertionError(f"{brought.status_code} {brought.text}")
        book = brought.json()
        end = time.monotonic() + PATIENCE_S
        while book["status"] == "reading" and time.monotonic() < end:
            time.sleep(0.5)
            book = client.call("GET", f"/books/{book['id']}").json()
        if book["status"] != "ready":
            raise AssertionError(f"a book was not read: {book}")
        self.books.append(book["id"])
        self.history.count("books")

    def finish(self, patience: float, leave_after: float, watch: Callable[[], None]) -> list[PlayedTable]:
        """Let all tables end; players of long ones abort after a while. Returns the tables that did not end."""
        self.closing.set()
        began = time.monotonic()
        while time.monotonic() - began < patience:
            alive = [table for table in self.played if table.alive]
            if not alive and not any(thread.is_alive() for thread in (*self.hosts, *self.arena_clients)):
                return []
            if time.monotonic() - began > leave_after:
                for table in alive:
                    if table.setup.long:
                        for player in table.players:
                            player.leaving.set()
            watch()
            time.sleep(0.1)
        return [table for table in self.played if table.alive]

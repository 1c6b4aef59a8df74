"""The crowd: tables of every game, opened one after another, with people, bots, clocks, talk, books and listeners."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

from service.games import SHELF
from tests.faults.contests import Promoter
from tests.faults.hooks import Hook
from tests.faults.ledger import Ledger
from tests.faults.listeners import Listener
from tests.faults.people import PATIENCE_S, Client, Person, Stuck
from tests.faults.pullers import Pullers
from tests.service.test_books import novel

Data = dict[str, Any]
GAMES: Final = tuple(SHELF)
CLOCKS: Final[tuple[Data | None, ...]] = (
    None,
    None,
    {"mode": "realtime", "per_decision_s": 2},
    {"mode": "realtime", "per_decision_s": 3, "on_timeout": "bot"},
    {"mode": "realtime", "per_decision_s": 4, "on_timeout": "forfeit"},
    {"mode": "realtime", "bank_s": 20, "increment_s": 1, "on_timeout": "bot"},
)


@dataclass
class Setting:
    """How one table is laid."""

    game: str
    people: int
    bots: tuple[str, ...]
    options: Data
    clock: Data | None
    long: bool
    """Sand runs here for minutes; when the run is over its people leave rather than wait for the end."""


@dataclass
class Played:
    """One table and everybody at it."""

    id: str
    setting: Setting
    people: list[Person] = field(default_factory=list)
    listeners: list[Listener] = field(default_factory=list)
    agents: dict[int, str] = field(default_factory=dict)
    """Which seats are agents', and by which door they are asked."""

    @property
    def over(self) -> bool:
        return all(person.status for person in self.people)

    @property
    def lasting(self) -> list[threading.Thread]:
        return [thread for thread in (*self.people, *self.listeners) if thread.is_alive()]


def setting(random: Random, game: str, book: str | None, small: bool) -> Setting:
    """Any way to play this game; `small`: one that is soon over."""
    rules = SHELF[game]
    seats = random.choice(rules.seats[:2] if small else rules.seats)
    people = random.randint(1, min(2 if small else 3, seats))
    bots = tuple(random.choice(tuple(rules.bots)) for _ in range(seats - people))
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
    return Setting(game, people, bots, options, clock, long)


class Crowd:
    """So many tables at a time, each followed by another one, until it is time to go home."""

    def __init__(
        self,
        at: str,
        ledger: Ledger,
        seed: int,
        tables: int,
        games: Sequence[str],
        small: bool,
        hook: Hook,
        pullers: Pullers,
    ) -> None:
        self.at = at
        self.ledger = ledger
        self.seed = seed
        self.games = games
        self.small = small
        self.hook = hook
        self.pullers = pullers
        self.agents: dict[str, str] = {}
        self.played: list[Played] = []
        self.books: list[str] = []
        self.closing = threading.Event()
        self._next = 0
        self._lock = threading.Lock()
        self.hosts = [threading.Thread(target=self._host, name=f"host {n}", daemon=True) for n in range(tables)]
        share, pull = 0.1 if small else 1.0, lambda: self.agents.get("pull")
        self.promoters = [
            Promoter(lambda n: self._client(n, "promoter"), ledger, seed, games, share, self.closing),
            Promoter(lambda n: self._client(n, "manager"), ledger, seed, games, share, self.closing, pull),
        ]

    def start(self) -> None:
        """Open the doors: first agents come, then somebody brings books, one that a worker must read among them."""
        self._bring_agents()
        for thread in (*self.hosts, *self.promoters):
            thread.start()
        threading.Thread(target=self._bring_books, daemon=True).start()

    def running(self) -> list[str]:
        """The tables that are being played."""
        return [table.id for table in tuple(self.played) if not table.over]

    def arenas(self) -> list[str]:
        """The arenas that are being played."""
        return [id for promoter in self.promoters for id in promoter.running()]

    def _host(self) -> None:
        while not self.closing.is_set():
            with self._lock:
                self._next += 1
                n = self._next
            try:
                self._play(n)
                continue
            except Stuck as stuck:
                self.ledger.blame(f"table {n} could not be opened: {stuck}")
            except Exception as error:
                self.ledger.blame(f"table {n} broke down: {error!r}")
            # Whatever was wrong would be wrong again at once.
            self.closing.wait(5)

    def _client(self, n: int, who: str) -> Client:
        return Client(self.at, self.ledger, Random(f"{self.seed}-{n}-{who}"), f"{who} {n}").join(f"{self.seed}-faults")

    def _play(self, n: int) -> None:
        random = Random(f"table-{self.seed}-{n}")
        book = self.books[n % len(self.books)] if self.books else None
        how = setting(random, self.games[n % len(self.games)], book, self.small)
        clients = [self._client(n, f"person {k}") for k in range(how.people)]
        wish: Data = {
            "game": how.game,
            "options": how.options,
            "seats": [
                {"kind": "me"},
                *({"kind": "open"} for _ in clients[1:]),
                *({"kind": "bot", "level": level} for level in how.bots),
            ],
            "start": "full",
            "deal": f"faults-{self.seed}-{n}",
            **({"clock": how.clock} if how.clock else {}),
        }
        doors = dict.fromkeys(range(how.people, len(wish["seats"])), "")
        for seat in doors:
            # One of each door at most: two in one co-operative game would not tell more.
            door = random.choice(("webhook", "pull"))
            if random.random() < 0.35 and door in self.agents and door not in doors.values():
                doors[seat] = door
                wish["seats"][seat] = {"kind": "agent", "agent": self.agents[door]}
        opened = clients[0].call("POST", "/tables", wish, key=f"table-{self.seed}-{n}")
        if opened.status_code != 201:
            raise AssertionError(f"{opened.status_code} {opened.text}")
        table = Played(opened.json()["id"], how)
        table.agents = {seat: door for seat, door in doors.items() if door}
        for seat, client in enumerate(clients[1:], 1):
            sat = client.call("PUT", f"/tables/{table.id}/seats/{seat}", {})
            if sat.status_code != 200:
                raise AssertionError(f"{client.name} could not sit down: {sat.status_code} {sat.text}")
        for seat, client in enumerate(clients):
            dozes, pace = 0.25 if how.clock or how.long else 0.0, 0.05 if self.small else 0.25
            table.people.append(Person(client, table.id, seat, dozes, pace))
        viewers: list[int | None] = [random.randrange(len(clients)), random.choice([None, *range(len(clients))])]
        for viewer in viewers:
            token = None if viewer is None else str(clients[viewer].session.headers["Authorization"])
            own = Random(f"{self.seed}-{n}-{viewer}")
            table.listeners.append(Listener(self.at, self.ledger, table.id, token, viewer, own))
        for thread in (*table.people, *table.listeners):
            thread.start()
        self.played.append(table)
        for person in table.people:
            person.join()

    def _bring_books(self) -> None:
        """Uploads go on as long as the crowd is there: a short one, then a long one, and so on."""
        n = 0
        while not self.closing.wait(0 if n < 2 else 15):
            n += 1
            try:
                self._bring_book(n)
            except Stuck as stuck:
                self.ledger.blame(f"book {n} could not be brought: {stuck}")
            except Exception as error:
                self.ledger.blame(f"book {n} broke down: {error!r}")

    def _bring_agents(self) -> None:
        """An agent behind a webhook and one that pulls, which everybody may seat."""
        client = self._client(0, "agents")
        doors: Data = {
            "webhook": {"name": "Far away", "url": self.hook.url, "budget_s": 8},
            "pull": {"name": "Behind the wall", "budget_s": 8},
        }
        for door, wish in doors.items():
            try:
                wish = {**wish, "door": door, "public": True, "most_tables": 50}
                known = client.call("POST", "/agents", wish, key=f"agent-{door}")
                if known.status_code != 201:
                    raise AssertionError(known.text)
                self.agents[door] = known.json()["id"]
            except (Stuck, AssertionError) as error:
                self.ledger.blame(f"the agent could not be registered: {error!r}")
        if "pull" in self.agents:
            self.pullers.begin(client.token, self.agents["pull"])

    def _bring_book(self, n: int) -> None:
        client = self._client(n, "librarian")
        raw = novel(130 if n % 2 else 400) + f"\n\nThe end of number {n}.".encode()
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
        self.ledger.count("books")

    def go_home(self, patience: float, leave_after: float, watch: Callable[[], None]) -> list[Played]:
        """Let all tables come to their end; people of long ones leave after a while. Those that did not end."""
        self.closing.set()
        began = time.monotonic()
        while time.monotonic() - began < patience:
            lasting = [table for table in self.played if table.lasting]
            if not lasting and not any(thread.is_alive() for thread in (*self.hosts, *self.promoters)):
                return []
            if time.monotonic() - began > leave_after:
                for table in lasting:
                    if table.setting.long:
                        for person in table.people:
                            person.leaving.set()
            watch()
            time.sleep(0.1)
        return [table for table in self.played if table.lasting]

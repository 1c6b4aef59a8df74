"""Arenas are played a slice at a time: built-in players here and now, agents at ordinary tables that finish later."""

from __future__ import annotations

import secrets
import time
from collections.abc import Iterator
from hashlib import sha256
from itertools import islice
from typing import Final, cast

from service.accounts.store import Accounts
from service.agents.store import Agents
from service.arena import ladders, match, schedule
from service.arena.deals import Fixture, seated, taking_part
from service.arena.minds import Mind, built_in
from service.arena.rows import Pace, Row
from service.arena.store import ArenaRecord, Arenas
from service.books.store import Books
from service.books.uploads import provide
from service.games import REGISTRY
from service.games.kit.decision import SAY
from service.games.kit.game import PLAYER
from service.lobby.opening import NewSeat, NewTable, open_table
from service.refusals import BookMissing, Invalid
from service.storage import keys
from service.tables.store import Table, Tables

HOLD_S: Final = 1.0
"""How often a worker says that it is still at it."""

MOST_TABLES: Final = 8
"""So many tables of an arena are played at once."""

POLL_MS: Final = 1000
"""How often one looks whether a table is over, where nothing else is to be done."""


def play_slice(
    tables: Tables, accounts: Accounts, agents: Agents, books: Books, arenas: Arenas, id: str, seconds: float
) -> int:
    """Play some games, and say when to go on; how many were played. Doubled or late, it does nothing twice."""
    arena = arenas.get(id)
    if arena is None or arena.status in ("paused", "cancelled", "aborted"):
        arenas.settle(id)
        return 0
    if arena.status == "finished":
        conclude(arenas, id, arena)
        return 0
    slice = Slice(tables, accounts, agents, books, arenas, arena, seconds)
    if not arenas.claim(id, slice.who):
        return 0
    try:
        played = slice.play()
    except BookMissing:
        slice.abort("book-missing")
        return 0
    finally:
        arenas.release(id, slice.who, slice.again_ms)
    if slice.complete and arenas.turn(id, ("running",), "finished") == "finished":
        conclude(arenas, id, arena)
    return played


class Slice:
    """Some seconds of one arena, in the hand of one worker."""

    def __init__(
        self,
        tables: Tables,
        accounts: Accounts,
        agents: Agents,
        books: Books,
        arenas: Arenas,
        arena: ArenaRecord,
        seconds: float,
    ) -> None:
        self.tables, self.accounts, self.agents, self.books, self.arenas = tables, accounts, agents, books, arenas
        self.arena, self.plan = arena, arena.plan
        self.who = secrets.token_hex(8)
        self.end = time.monotonic() + seconds
        self.held = time.monotonic()
        self.complete = False
        self.again_ms = 0
        self.outside = {n for n, each in enumerate(self.plan.entrants) if each.kind == "agent"}

    def play(self) -> int:
        """Play until the time is over or nothing is left that can be played now."""
        if self.plan.rules != REGISTRY[self.plan.game].rules_version:
            self.abort("rules-retired")
            return 0
        provide(self.books, self.plan.game, self.plan.options)
        played = 0
        if self.outside:
            played += self.collect()
            self.open_tables()
        for fixture in self.here():
            row, pace = match.play(self.plan, fixture, self.minds(), self.asked)
            if self.arenas.add(self.arena.id, row, pace) is None:
                return played
            played += 1
            if time.monotonic() > self.end:
                return played
        self.complete = len(self.arenas.numbers(self.arena.id)) == self.plan.games
        self.again_ms = 0 if self.complete else POLL_MS
        return played

    def abort(self, reason: str) -> None:
        """It cannot go on."""
        self.arenas.turn(self.arena.id, ("running",), "aborted", reason)

    def left(self) -> Iterator[Fixture]:
        """The games that are still to be played, as far as the games before decide them."""
        done = self.arenas.numbers(self.arena.id)
        missing = next((n for n in range(self.plan.games) if n not in done), None)
        if missing is None:
            return
        known = self.plan.system == "round-robin"
        first = schedule.round_of(self.plan, missing)
        rows = [] if known else self.arenas.rows(self.arena.id)
        for round in range(first, self.plan.rounds if known else first + 1):
            yield from (each for each in schedule.fixtures(self.plan, round, rows) if each.game not in done)

    # -- here ---------------------------------------------------------------------------

    def here(self) -> Iterator[Fixture]:
        """The games in which only built-in players sit; whoever asks for the next one has added the last one."""
        while True:
            played = 0
            for fixture in self.left():
                if not self.outside.intersection(taking_part(self.plan, fixture)):
                    yield fixture
                    played += 1
            if played == 0:
                return

    def minds(self) -> list[Mind]:
        """The built-in players by number; nobody asks for those who are elsewhere."""
        bots = [built_in(self.plan, each) if each.kind == "bot" else None for each in self.plan.entrants]
        return cast(list[Mind], bots)

    def asked(self, entrant: int) -> None:
        """Before each decision: a game may take long, and nobody else must be sent meanwhile."""
        if time.monotonic() > self.held + HOLD_S:
            self.held = time.monotonic()
            self.arenas.claim(self.arena.id, self.who)

    # -- at tables ----------------------------------------------------------------------

    def open_tables(self) -> None:
        """Open tables for games with agents, as many as may be played at once."""
        seated_now = self.arenas.tables(self.arena.id)
        waiting = (
            each
            for each in self.left()
            if each.game not in seated_now and self.outside.intersection(taking_part(self.plan, each))
        )
        for fixture in islice(waiting, max(0, MOST_TABLES - len(seated_now))):
            if not self.open_table(fixture):
                return

    def open_table(self, fixture: Fixture) -> bool:
        """Open the table of a game; False if an agent has no time now, or is not there any more."""
        plan = self.plan
        owner = self.accounts.get(self.arena.owner)
        for n in sorted(self.outside):
            agent = self.agents.get(str(plan.entrants[n].source))
            if owner is None or agent is None or not (agent.public or agent.owner == owner.id):
                self.abort("agent-gone")
                return False
        assert owner is not None
        id = self.arenas.seat(self.arena.id, fixture.game, keys.new_id(self.tables.now()))
        wish = NewTable(
            game=plan.game,
            seats=tuple(self._seat(entrant) for entrant in seated(plan, fixture, self._roles(fixture))),
            options=plan.options,
            visibility="unlisted",
            start="full",
            deal=fixture.seed(plan),
        )
        try:
            open_table(self.tables, self.accounts, self.agents, self.books, owner, wish, id)
        except Invalid:
            # It plays at as many tables as it wants already.
            self.arenas.clear(self.arena.id, fixture.game)
            return False
        return True

    def _seat(self, entrant: int) -> NewSeat:
        who = self.plan.entrants[entrant]
        if who.kind == "agent":
            return NewSeat("agent", agent=who.source)
        return NewSeat("bot", level=who.level, thoughts=who.thoughts)

    def _roles(self, fixture: Fixture) -> tuple[str, ...]:
        game = self.plan.rules_of
        return game.roles(game.new(self.plan.seats, fixture.seed(self.plan), self.plan.options))

    def collect(self) -> int:
        """Write down what has come out at tables; how many are over."""
        found = self.arenas.tables(self.arena.id)
        if not found:
            return 0
        tables = {table.id: table for table in self.tables.load_many(list(found.values()))}
        fixtures = {each.game: each for each in self.left() if each.game in found}
        count = 0
        for game, id in found.items():
            table = tables.get(id)
            if table is None:
                # Named, but its worker died before it was opened: name another one.
                self.arenas.clear(self.arena.id, game)
            elif table.over:
                if game in fixtures:
                    self.arenas.add(self.arena.id, self._row(fixtures[game], table), Pace(game=game, ms=()))
                    count += 1
                self.arenas.clear(self.arena.id, game)
        return count

    def _row(self, fixture: Fixture, table: Table) -> Row:
        """A table that is over as a game of the arena. One that was broken off is a tie, or a loss of the team."""
        roles = self._roles(fixture)
        seats = range(self.plan.seats)
        given = [one for one in self.tables.answers(table.id) if one.seat >= 0 and one.kind != SAY]
        failures = {
            seat: {"fallback": count}
            for seat in seats
            if table.seats[seat].kind == "agent"
            and (count := sum(one.seat == seat and one.by in ("clock", "fallback") for one in given))
        }
        result = table.result
        place = 2 if self.plan.contest == "cooperative" else 1
        return Row(
            game=fixture.game,
            round=fixture.round,
            bout=fixture.bout,
            deal=fixture.deal,
            seats=seated(self.plan, fixture, roles),
            roles=roles if set(roles) != {PLAYER} else (),
            places=(place,) * self.plan.seats if result is None else result.places,
            winners=() if result is None else result.winners,
            scores=() if result is None else result.scores,
            reason=table.status if result is None else result.reason,
            decisions=tuple(sum(one.seat == seat for one in given) for seat in seats),
            failures=failures,
            digest=sha256(table.state).hexdigest()[:16],
            table=table.id,
        )


# -- the ladder ----------------------------------------------------------------------------


def conclude(arenas: Arenas, id: str, arena: ArenaRecord) -> None:
    """Let an arena that is over count; the wake-up goes last, so that somebody comes back if this worker dies."""
    if arena.public:
        arenas.count(id)
        catch_up(arenas)
    arenas.settle(id)


def catch_up(arenas: Arenas) -> None:
    """Count all arenas that wait for it, one after the other in their order."""
    while True:
        upto, ladder = arenas.ladder()
        id = arenas.waiting(upto)
        if id is None:
            return
        arena = arenas.get(id)
        if arena is not None:
            ladder = ladders.go_on(ladder, arena.plan, arenas.rows(id))
        arenas.climb(upto, ladder)

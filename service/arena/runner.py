"""Plays arenas on the workers, a few seconds at a time: bots in this process, games with agents at ordinary tables."""

from __future__ import annotations

import secrets
import time
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import Final, cast

import msgspec

from service.accounts.store import Accounts
from service.agents import registry
from service.agents.store import Agents
from service.arena import match, schedule
from service.arena.export import GameRecord, Timing
from service.arena.players import ArenaPlayer, bot_player
from service.arena.ratings import add_arena
from service.arena.records import ArenaRecord
from service.arena.schedule import Fixture, participants, seat_entrants
from service.arena.store import Arenas
from service.books.store import Books
from service.books.uploads import give_back, provide
from service.games import REGISTRY
from service.games.kit.decision import SAY
from service.lobby.opening import NewSeat, NewTable, open_table
from service.refusals import BookMissing, Invalid
from service.storage.identifiers import new_id
from service.tables.store import Table, Tables

RENEW_EVERY_S: Final = 1.0
"""How often a worker renews its lease."""

MAX_TABLES: Final = 8
"""Tables per arena at the same time."""

POLL_MS: Final = 1000
"""How often tables are checked while there is nothing else to play."""


def run(
    tables: Tables, accounts: Accounts, agents: Agents, books: Books, arenas: Arenas, id: str, seconds: float
) -> int:
    """Play games of an arena for some seconds and schedule the next run. Return how many were played.

    A late or repeated call does not play any game twice.
    """
    arena = arenas.get(id)
    if arena is None or arena.status == "paused":
        arenas.unschedule(id)
        return 0
    if arena.over:
        finish(books, arenas, id, arena)
        return 0
    runner = ArenaRunner(tables, accounts, agents, books, arenas, arena, seconds)
    if not arenas.take_lease(id, runner.holder):
        return 0
    try:
        played = runner.play()
    except BookMissing:
        runner.abort("book-missing")
        return 0
    finally:
        arenas.release_lease(id, runner.holder, runner.next_run_ms)
    if runner.complete and arenas.set_status(id, ("running",), "finished") == "finished":
        finish(books, arenas, id, msgspec.structs.replace(arena, status="finished"))
    return played


class ArenaRunner:
    """One run of an arena on one worker."""

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
        self.holder = secrets.token_hex(8)
        self.end = time.monotonic() + seconds
        self.renewed = time.monotonic()
        self.complete = False
        self.next_run_ms = 0
        self.agent_entrants = {n for n, each in enumerate(self.plan.entrants) if each.kind == "agent"}

    def play(self) -> int:
        """Play until the time is up or no game can be played now. Return how many were finished."""
        if self.plan.rules != REGISTRY[self.plan.game].rules_version:
            self.abort("rules-retired")
            return 0
        provide(self.books, self.plan.game, self.plan.options)
        played = 0
        if self.agent_entrants:
            played += self.collect_results()
            self.open_tables()
        for fixture in self.bot_games():
            record, timing = match.play(self.plan, fixture, self.bot_players(), self.renew_lease)
            if self.arenas.add_game(self.arena.id, record, timing) is None:
                return played
            played += 1
            if time.monotonic() > self.end:
                return played
        self.complete = len(self.arenas.game_numbers(self.arena.id)) == self.plan.games
        self.next_run_ms = 0 if self.complete else POLL_MS
        return played

    def abort(self, reason: str) -> None:
        """End the arena, because it cannot continue."""
        self.arenas.set_status(self.arena.id, ("running",), "aborted", reason)

    def remaining(self) -> Iterator[Fixture]:
        """The remaining games, as far as they are determined by earlier games."""
        done = self.arenas.game_numbers(self.arena.id)
        missing = next((n for n in range(self.plan.games) if n not in done), None)
        if missing is None:
            return
        records = [] if self.plan.system == "round-robin" else self.arenas.games(self.arena.id)
        yield from (each for each in schedule.known(self.plan, missing, records) if each.game not in done)

    # -- games of bots ------------------------------------------------------------------

    def bot_games(self) -> Iterator[Fixture]:
        """The games without agents. The caller adds each game before it asks for the next."""
        while True:
            played = 0
            for fixture in self.remaining():
                if not self.agent_entrants.intersection(participants(self.plan, fixture)):
                    yield fixture
                    played += 1
            if played == 0:
                return

    def bot_players(self) -> list[ArenaPlayer]:
        """The bots by number of the entrant; the entries of agents are never used."""
        bots = [bot_player(self.plan, each) if each.kind == "bot" else None for each in self.plan.entrants]
        return cast(list[ArenaPlayer], bots)

    def renew_lease(self, entrant: int) -> None:
        """Called before each decision, so that no other worker restarts a long game."""
        if time.monotonic() > self.renewed + RENEW_EVERY_S:
            self.renewed = time.monotonic()
            self.arenas.take_lease(self.arena.id, self.holder)

    # -- games with agents --------------------------------------------------------------

    def open_tables(self) -> None:
        """Open tables for games with agents, up to the maximum."""
        open_now = self.arenas.tables(self.arena.id)
        waiting = (
            each
            for each in self.remaining()
            if each.game not in open_now and self.agent_entrants.intersection(participants(self.plan, each))
        )
        for fixture in islice(waiting, max(0, MAX_TABLES - len(open_now))):
            if not self.open_table(fixture):
                return

    def open_table(self, fixture: Fixture) -> bool:
        """Open the table of a game; False if an agent plays at too many tables or was deleted."""
        plan = self.plan
        owner = self.accounts.get(self.arena.owner)
        for n in sorted(self.agent_entrants):
            if owner is None or registry.find(self.agents, owner.id, str(plan.entrants[n].source)) is None:
                self.abort("agent-deleted")
                return False
        assert owner is not None
        id = self.arenas.assign_table(self.arena.id, fixture.game, new_id(self.tables.now()))
        new = NewTable(
            game=plan.game,
            seats=tuple(self._seat(entrant) for entrant in seat_entrants(plan, fixture, self._roles(fixture))),
            options=plan.options,
            visibility="unlisted",
            start="full",
            deal=fixture.seed(plan),
        )
        try:
            open_table(self.tables, self.accounts, self.agents, self.books, owner, new, id)
        except Invalid:
            # The agent is already playing at its maximum number of tables.
            self.arenas.unassign_table(self.arena.id, fixture.game)
            return False
        return True

    def _seat(self, number: int) -> NewSeat:
        entrant = self.plan.entrants[number]
        if entrant.kind == "agent":
            return NewSeat("agent", agent=entrant.source)
        return NewSeat("bot", level=entrant.level, thoughts=entrant.thoughts)

    def _roles(self, fixture: Fixture) -> tuple[str, ...]:
        game = self.plan.rules_of
        return game.roles(game.new(self.plan.seats, fixture.seed(self.plan), self.plan.options))

    def collect_results(self) -> int:
        """Record the games of tables that are over. Return how many."""
        assigned = self.arenas.tables(self.arena.id)
        if not assigned:
            return 0
        tables = {table.id: table for table in self.tables.load_many(list(assigned.values()))}
        fixtures = {each.game: each for each in self.remaining() if each.game in assigned}
        count = 0
        for game, id in assigned.items():
            table = tables.get(id)
            if table is None:
                # Its worker died between assigning and opening it: another one will be assigned.
                self.arenas.unassign_table(self.arena.id, game)
            elif table.over:
                if game in fixtures:
                    self.arenas.add_game(self.arena.id, self._record(fixtures[game], table), Timing(game=game, ms=()))
                    count += 1
                self.arenas.unassign_table(self.arena.id, game)
        return count

    def _record(self, fixture: Fixture, table: Table) -> GameRecord:
        """A finished table as a game of the arena."""
        roles = self._roles(fixture)
        seats = range(self.plan.seats)
        answers = [answer for answer in self.tables.answers(table.id) if answer.seat >= 0 and answer.kind != SAY]
        failures: list[Counter[str]] = [Counter() for _ in seats]
        for answer in answers:
            if table.seats[answer.seat].kind == "agent" and answer.by in ("clock", "fallback"):
                failures[answer.seat]["fallback"] += 1
        decisions = [sum(answer.seat == seat for answer in answers) for seat in seats]
        result = table.result or match.without_result(self.plan, table.status)
        return match.game_record(self.plan, fixture, roles, result, decisions, failures, table.state, table.id)


# -- the ladder ----------------------------------------------------------------------------


def finish(books: Books, arenas: Arenas, id: str, arena: ArenaRecord) -> None:
    """Rate an arena that is over. It is unscheduled last, so that another worker continues if this one dies."""
    if arena.public and arena.status == "finished":
        arenas.count_arena(id)
        update_ladder(arenas)
    give_back(books, arena.plan.game, arena.plan.options, id)
    arenas.unschedule(id)


def update_ladder(arenas: Arenas) -> None:
    """Add all finished arenas that are not on the ladder yet, in their order."""
    while (id := arenas.next_to_rate()) is not None:
        arena = arenas.get(id)
        if arena is not None:
            _, ratings = arenas.ladder()
            after = add_arena(ratings, arena.plan, arenas.games(id))
            arenas.save_ladder(id, {key: rating for key, rating in after.items() if ratings.get(key) != rating})

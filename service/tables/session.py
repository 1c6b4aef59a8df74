"""A loaded table and the changes not yet committed, and the two ways to write one: `transact` and `create`."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

from service.events.log import Entry, Logged, seqs_after
from service.games import REGISTRY
from service.games.kit.bots import ponders
from service.games.kit.decision import Decision, Illegal, Picks, Seat
from service.games.kit.game import Game
from service.logs import REQUEST
from service.refusals import (
    Finished,
    IllegalAnswer,
    NotFound,
    NotRunning,
    NotSeated,
    Paused,
    Refused,
    RulesNewer,
    RulesRetired,
)
from service.storage import keys
from service.storage.due import LEASE_MS, NOW
from service.tables import changes, clocks, timeouts
from service.tables.parts import Fallback, OpenDecision, SeatRecord, TakenAnswer
from service.tables.store import Conflict, Noted, Table, Tables

Change = Callable[["TableSession"], bool]
"""Changes a loaded table and returns whether there is anything to commit.

It performs no I/O, because it is called again after a conflict. It checks before it changes anything, so that a refusal
leaves the table unchanged.
"""


RETIRED = "rules-retired"
"""The reason for ending a table whose rules were replaced by an upgrade."""


class TableSession:
    """A loaded table and the changes not yet committed."""

    def __init__(self, table: Table, now: int, noted: Noted = ()) -> None:
        self.table = table
        self.now = now
        self.events: list[Logged] = []
        self.answers: list[TakenAnswer] = []
        self.fallbacks: list[Fallback] = []
        self.substitutes: dict[str, Picks] = {}
        """What bots have chosen for those who are late, by decision."""
        self.players_to_notify: set[str] = set()
        self.agents_to_notify: set[str] = set()
        self.entry: Entry | None = None
        """The log entry of the newest commit of this session."""
        self.sand_from: int | None = None
        """While an expired timer of the game is settled: when it ended, which is when the next one starts."""
        self.unplayable: Refused | None = None
        """Why the game cannot continue: something it needs is not available."""
        self.delete = False
        """Whether the commit deletes the table, which has not begun."""
        self._status_when_loaded = table.status if table.version else None
        self._questions: dict[str, Decision] | None = None
        self.clock_stepped_back = clocks.rewind(table, now)
        if self.clock_stepped_back:
            self.tell_clock()
        self.clocks_set_back = clocks.set_back(table, now, noted)
        if self.clocks_set_back:
            self.tell_clock(reason="outage", seconds=round(self.clocks_set_back / 1000))

    @cached_property
    def game(self) -> Game[Any, Any, Any]:
        """The game played here, with the rules with which it began."""
        if self.unplayable is not None:
            raise self.unplayable
        game, played = REGISTRY.get(self.table.game), self.table.rules
        if game is not None and game.rules_version < played:
            raise RulesNewer(game=self.table.game, rules_version=played)
        if game is None or game.rules_version != played:
            raise RulesRetired(game=self.table.game, rules_version=played)
        return game

    @property
    def known_game(self) -> Game[Any, Any, Any] | None:
        """The game; None if its rules or texts are gone. The log of a table can be read without it."""
        try:
            return self.game
        except Refused:
            return None

    @property
    def retired(self) -> bool:
        """Whether an upgrade has replaced the rules of a running table, so that it can only be ended.

        A game that this process does not know may be newer than the process; `retiring.py` finds games that are gone.
        """
        game = REGISTRY.get(self.table.game)
        return game is not None and game.rules_version > self.table.rules and not self.table.over

    def must_know_rules(self) -> None:
        """Refuse if the game has begun and its rules are gone."""
        if self.table.started is not None:
            assert self.game

    @cached_property
    def state(self) -> Any:
        """The game's state, which must never be passed to a viewer."""
        return self.game.load(self.table.state)

    def forget_state(self) -> None:
        """Free the memory of the game's state in a read-only session. The state is loaded again when it is needed."""
        self.__dict__.pop("state", None)
        self._questions = None

    def questions(self, changed: bool = False) -> dict[str, Decision]:
        """The open decisions by id. They are computed again if the state has `changed`."""
        if self.table.status != "running":
            return {}
        if self._questions is None or changed:
            self._questions = self.game.questions(self.state)
        return self._questions

    def waiting(self) -> list[Seat]:
        """The seats that the table is waiting for, except bots that answer immediately."""
        asked = {opening.seat for opening in self.table.opened.values()}
        return [n for n, seat in enumerate(self.table.seats) if n in asked and not self._answers_at_once(seat)]

    def _answers_at_once(self, seat: SeatRecord) -> bool:
        game = REGISTRY.get(self.table.game) if seat.kind == "bot" else None
        bot = None if game is None else game.bots.get(seat.level or "")
        return bot is not None and not ponders(bot)

    def must_run(self) -> None:
        """Refuse unless the table is running and not paused."""
        if self.table.status == "open":
            raise NotRunning()
        if self.table.over:
            raise Finished()
        if self.table.paused is not None:
            raise Paused()

    def must_see(self, player: str | None) -> None:
        """Refuse unless the player may know of this table."""
        if not self.table.visible_to(player):
            raise NotFound(what="table")

    def must_seat(self, player: str | None) -> Seat:
        """The player's seat, or refuse."""
        self.must_see(player)
        seat = self.table.seat_of(player)
        if seat is None:
            raise NotSeated()
        return seat

    def tell(self, type: str, data: dict[str, Any], to: tuple[Seat, ...] | None = None) -> None:
        """Add an event to the log of the table."""
        self.events.append(Logged(type, data, to))

    def tell_clock(self, seat: Seat | None = None, to: tuple[Seat, ...] | None = None, **more: Any) -> None:
        """Add an event about the clocks: of one seat, or of all."""
        self.tell("clock", {"seat": seat, "decision": None, "deadline": None, "warning": False, **more}, to)

    # -- wake-ups -----------------------------------------------------------------------

    def played_by_bot(self, opening: OpenDecision) -> bool:
        """Whether a bot worker answers this: for bots, and for seats that have forfeited."""
        seats = self.table.seats
        return opening.seat >= 0 and (seats[opening.seat].kind == "bot" or opening.seat in self.table.forfeits)

    def bot_decisions(self) -> list[str]:
        """The ids of the open decisions that bots must answer now."""
        opened = self.table.opened.items() if self.table.paused is None else ()
        return [name for name, opening in opened if self.played_by_bot(opening)]

    def bots_due(self, hold: bool = False) -> int | None:
        """When a worker must play a bot's turn. With `hold`, the current worker keeps its lease."""
        if not self.bot_decisions():
            return None
        return self.now + LEASE_MS if hold else NOW

    def agents_due(self) -> str:
        """When decisions must be delivered to agents: new ones immediately, others when their lease has expired."""
        openings = [*self.table.opened.values(), *self.table.listening.values()]
        waiting = any(self.table.agent_at(opening.seat) for opening in openings)
        if self.table.paused is not None or not waiting:
            return ""
        return str(NOW) if self.agents_to_notify else f"~{self.now + LEASE_MS}"

    def _changes_listing(self) -> bool:
        """Whether the public listing of the table changes. Moves never change it."""
        if self.table.visibility != "public":
            return False
        return self._status_when_loaded != self.table.status or any(event.type == "seat" for event in self.events)

    def commit(self, tables: Tables, hold: bool = False) -> None:
        """Write all changes atomically, or raise Conflict."""
        table = self.table
        if self.delete:
            tables.delete(table)
            return
        if "state" in self.__dict__:
            table.state = self.game.save(self.state)
        # A job has no request of its own; it is attributed to the last committed request.
        table.request = REQUEST.get() or table.request
        self.entry = Entry(table.version + 1, self.now, table.seqs, self.events, table.request)
        table.seqs = seqs_after(table.seqs, self.events)
        shard = keys.notifying_shard(table.id, tables.clustered)
        notify = [
            *(keys.player_channel(player, shard) for player in sorted(self.players_to_notify)),
            *(keys.agent_channel(agent, shard) for agent in sorted(self.agents_to_notify)),
        ]
        if self._changes_listing():
            notify.append(keys.lobby_channel(shard))
        tables.commit(
            table,
            self._status_when_loaded,
            self.entry,
            self.answers,
            bots=self.bots_due(hold),
            timer=clocks.next_timer(table),
            agents=self.agents_due(),
            notify=notify,
        )
        for fallback in self.fallbacks:
            tables.fell_back(fallback, self.now)
        self._status_when_loaded = table.status
        self.events, self.answers, self.fallbacks = [], [], []
        self.players_to_notify, self.agents_to_notify = set(), set()


def load(tables: Tables, id: str) -> TableSession:
    """Load a table, with everything its game needs."""
    found = tables.load(id)
    if found is None:
        raise NotFound(what="table")
    return session_of(tables, *found)


def session_of(tables: Tables, table: Table, now: int, noted: Noted = ()) -> TableSession:
    """The session of a loaded table."""
    session = TableSession(table, now, noted)
    if not REQUEST.get():
        REQUEST.set(table.request)
    game = REGISTRY.get(table.game)
    if game is not None and game.missing_texts(table.options):
        try:
            tables.prepare(table.game, table.options)
        except Refused as missing:
            session.unplayable = missing
    return session


def transact(
    tables: Tables,
    id: str,
    change: Change,
    *,
    settle: bool = True,
    hold: bool = False,
    session: TableSession | None = None,
) -> TableSession:
    """Change a table and commit it. After a conflict, or after a bot has chosen for somebody who is late, load it again
    and repeat.

    A table whose rules are gone is ended first. Overdue deadlines are settled and committed before `change` is called,
    even if `change` then refuses; `settle=False` leaves them alone. `hold` keeps the lease of the bot worker that plays
    at this table. `session` is a loaded table to try first, which saves a round trip. A refusal has the session in
    which it was raised.
    """
    substitutes: dict[str, Picks] = {}
    while True:
        session = session or load(tables, id)
        session.substitutes = substitutes
        try:
            if session.retired:
                changes.abort(session, RETIRED)
                _commit(tables, session, hold)
            if settle and clocks.overdue(session.table, session.now):
                timeouts.settle(session)
                _commit(tables, session, hold)
            if change(session):
                _commit(tables, session, hold)
            return session
        except Conflict:
            session = None
        except timeouts.BotNeeded as late:
            substitutes[late.name] = timeouts.choose(session, late.name, late.level)
            session = None
        except Illegal as illegal:
            raise IllegalAnswer(illegal, session) from illegal
        except Refused as refused:
            refused.session = session
            raise


def create(tables: Tables, session: TableSession) -> TableSession:
    """Write a new table. If the id already exists, the request was repeated: return the existing table."""
    try:
        _commit(tables, session)
    except Conflict:
        return load(tables, session.table.id)
    return session


def _commit(tables: Tables, session: TableSession, hold: bool = False) -> None:
    changes.pass_windows(session)
    session.commit(tables, hold)

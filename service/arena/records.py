"""Arenas, their games and the ladder in the database."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final, Literal

import msgspec
from msgspec import Struct
from sqlalchemy import ColumnElement, Row, func, or_, select
from sqlalchemy.exc import IntegrityError

from service.arena.export import GameRecord, Timing
from service.arena.plan import Plan
from service.arena.ratings import LadderKey, Rating
from service.database.engine import Records, insert, page_of, put_all
from service.database.schema import ARENA_GAMES, ARENAS, RATINGS
from service.storage.identifiers import is_id

Status = Literal["running", "paused", "finished", "cancelled", "aborted"]
ARENA_FIELDS: Final = ("id", "owner", "public", "created", "status", "played", "finished", "reason", "counted")


class ArenaRecord(Struct, frozen=True, kw_only=True):
    """An arena, its status and its progress."""

    id: str
    owner: str
    public: bool
    created: int
    plan: Plan
    status: Status = "running"
    played: int = 0
    finished: int | None = None
    reason: str = ""
    counted: int | None = None

    @property
    def over(self) -> bool:
        """Whether no more games will be played."""
        return self.status in ("finished", "cancelled", "aborted")

    def visible_to(self, player: str | None) -> bool:
        """Whether this player may see the arena: their own, or a public one."""
        return self.public or self.owner == player


_encode = msgspec.msgpack.encode
_plan = msgspec.msgpack.Decoder(Plan).decode
_timing = msgspec.msgpack.Decoder(Timing).decode


class ArenaRecords(Records):
    """Writes and reads arenas, games and ratings."""

    def add(self, arena: ArenaRecord) -> None:
        """Add an arena, unless there is one with this id."""
        row = {name: getattr(arena, name) for name in ARENA_FIELDS}
        self.database.add(ARENAS, {**row, "game": arena.plan.game, "plan": _encode(arena.plan), "rated": False})

    def get(self, id: str) -> ArenaRecord | None:
        """The arena with this id, with its status and progress."""
        return next(iter(self.get_many([id])), None)

    def get_many(self, ids: Iterable[str]) -> list[ArenaRecord]:
        """These arenas in this order, without those that do not exist."""
        wanted = [id for id in ids if is_id(id)]
        rows = {row.id: row for row in self.database.rows(select(ARENAS).where(ARENAS.c.id.in_(wanted)))}
        return [
            ArenaRecord(plan=_plan(rows[id].plan), **{name: getattr(rows[id], name) for name in ARENA_FIELDS})
            for id in wanted
            if id in rows
        ]

    def list_ids(self, player: str | None, only_mine: bool, before: str | None, limit: int) -> list[str]:
        """The ids of the player's own and of public arenas, newest first."""
        conditions: list[ColumnElement[bool]] = [] if only_mine else [ARENAS.c.public]
        conditions += [] if player is None else [ARENAS.c.owner == player]
        if not conditions:
            return []
        query = select(ARENAS.c.id).where(or_(*conditions))
        return self.database.scalars(page_of(query, ARENAS.c.id, before, limit))

    def with_status(self, *statuses: Status) -> Sequence[Row[Any]]:
        """The id and owner of all arenas with one of these statuses."""
        return self.database.rows(select(ARENAS.c.id, ARENAS.c.owner).where(ARENAS.c.status.in_(statuses)))

    def not_counted(self) -> list[str]:
        """Public arenas that are finished but not on the ladder yet."""
        query = select(ARENAS.c.id).where(ARENAS.c.status == "finished", ARENAS.c.public, ~ARENAS.c.rated)
        return self.database.scalars(query)

    def change_status(
        self, id: str, before: Iterable[Status], after: Status, reason: str, finished: int | None
    ) -> Status | None:
        """Change the status if it is one of `before`. Return the resulting status; None if there is no such arena."""
        here = ARENAS.update().where(ARENAS.c.id == id, ARENAS.c.status.in_(list(before)))
        with self.database.write() as connection:
            connection.execute(here.values(status=after, reason=reason, finished=finished))
            found: Status | None = connection.scalar(select(ARENAS.c.status).where(ARENAS.c.id == id))
            return found

    # -- games --------------------------------------------------------------------------

    def add_game(self, id: str, record: GameRecord, timing: Timing) -> int | None:
        """Add a game, unless it exists. Return how many there are, or None if the arena is not running."""
        fields = msgspec.to_builtins(record, str_keys=True)
        row = {"arena": id, "game": record.game, "record": fields, "timing": _encode(timing)}
        with self.database.write() as connection:
            # Lock the row of the arena, so that it cannot be cancelled or counted in the meantime.
            status = select(ARENAS.c.status).where(ARENAS.c.id == id).with_for_update()
            if connection.scalar(status) != "running":
                return None
            added = connection.execute(insert(connection, ARENA_GAMES).on_conflict_do_nothing(), [row]).rowcount
            connection.execute(ARENAS.update().where(ARENAS.c.id == id).values(played=ARENAS.c.played + max(0, added)))
            return connection.scalar(select(ARENAS.c.played).where(ARENAS.c.id == id))

    def game_numbers(self, id: str) -> set[int]:
        """The numbers of the games played so far."""
        return set(self.database.scalars(select(ARENA_GAMES.c.game).where(ARENA_GAMES.c.arena == id)))

    def games(self, id: str) -> list[GameRecord]:
        """The games played so far, in order."""
        query = select(ARENA_GAMES.c.record).where(ARENA_GAMES.c.arena == id).order_by(ARENA_GAMES.c.game)
        return [msgspec.convert(fields, GameRecord, str_keys=True) for fields in self.database.scalars(query)]

    def timings(self, id: str) -> dict[int, Timing]:
        """How long the entrants took, by game."""
        found = self.database.scalars(select(ARENA_GAMES.c.timing).where(ARENA_GAMES.c.arena == id))
        return {timing.game: timing for timing in map(_timing, found)}

    # -- the ladder ---------------------------------------------------------------------

    def count_arena(self, id: str) -> int | None:
        """Assign a finished arena its position in the order in which arenas are rated, once. Return the position."""
        last = select(func.coalesce(func.max(ARENAS.c.counted), -1) + 1).scalar_subquery()
        try:
            self.database.execute(
                ARENAS.update().where(ARENAS.c.id == id, ARENAS.c.counted.is_(None)).values(counted=last)
            )
        except IntegrityError:
            # Another worker has counted an arena at the same time.
            return self.count_arena(id)
        return self.database.scalar(select(ARENAS.c.counted).where(ARENAS.c.id == id))

    def next_to_rate(self) -> str | None:
        """The next arena to add to the ladder."""
        query = select(ARENAS.c.id).where(ARENAS.c.counted.is_not(None), ~ARENAS.c.rated).order_by(ARENAS.c.counted)
        return self.database.scalar(query.limit(1))

    def ladder(self) -> tuple[int, dict[LadderKey, Rating]]:
        """How many arenas the ladder includes, and its ratings."""
        with self.database.snapshot() as connection:
            rated = connection.scalar(select(func.count()).select_from(ARENAS).where(ARENAS.c.rated))
            rows = connection.execute(select(RATINGS)).all()
        return rated or 0, {(row.game, row.entrant, row.role): Rating(row.mu, row.sigma, row.games) for row in rows}

    def save_ladder(self, id: str, ladder: dict[LadderKey, Rating]) -> bool:
        """Save the ratings after one more arena. Return False if another worker has already done so."""
        rows = [
            {"game": game, "entrant": entrant, "role": role, **msgspec.structs.asdict(rating)}
            for (game, entrant, role), rating in sorted(ladder.items())
        ]
        with self.database.write() as connection:
            here = ARENAS.update().where(ARENAS.c.id == id, ~ARENAS.c.rated)
            if not connection.execute(here.values(rated=True)).rowcount:
                return False
            if rows:
                put_all(connection, RATINGS, rows)
            return True

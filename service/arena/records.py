"""Arenas, their games and the ladder in the database."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from sqlalchemy import ColumnElement, Row, func, or_, select
from sqlalchemy.exc import IntegrityError

from service.database.engine import Database, insert
from service.database.schema import ARENA_GAMES, ARENAS, RATINGS
from service.storage.identifiers import is_id

Fields = dict[str, Any]


class ArenaRecords:
    """Writes and reads arenas, games and ratings."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def add(self, arena: Fields) -> None:
        """Add an arena, unless there is one with this id."""
        with self.database.write() as connection:
            connection.execute(insert(connection, ARENAS).on_conflict_do_nothing(), [arena])

    def get_many(self, ids: Iterable[str]) -> list[Fields]:
        """Those of these arenas that exist, in this order."""
        wanted = [id for id in ids if is_id(id)]
        with self.database.read() as connection:
            found = connection.execute(select(ARENAS).where(ARENAS.c.id.in_(wanted)))
            rows = {row.id: {**row._mapping} for row in found}
        return [rows[id] for id in wanted if id in rows]

    def list_ids(self, player: str | None, only_mine: bool, before: str | None, limit: int) -> list[str]:
        """The ids of the player's own and of public arenas, newest first."""
        conditions: list[ColumnElement[bool]] = [] if only_mine else [ARENAS.c.public]
        conditions += [] if player is None else [ARENAS.c.owner == player]
        if not conditions:
            return []
        query = select(ARENAS.c.id).where(or_(*conditions)).order_by(ARENAS.c.id.desc()).limit(limit)
        if before is not None and is_id(before):
            query = query.where(ARENAS.c.id < before)
        with self.database.read() as connection:
            return list(connection.scalars(query))

    def with_status(self, *statuses: str) -> list[Row[Any]]:
        """The id and the owner of all arenas with one of these statuses."""
        query = select(ARENAS.c.id, ARENAS.c.owner).where(ARENAS.c.status.in_(statuses))
        with self.database.read() as connection:
            return list(connection.execute(query))

    def not_counted(self) -> list[str]:
        """Public arenas that are finished and not on the ladder yet."""
        query = select(ARENAS.c.id).where(ARENAS.c.status == "finished", ARENAS.c.public, ~ARENAS.c.rated)
        with self.database.read() as connection:
            return list(connection.scalars(query))

    def set_status(self, id: str, before: Iterable[str], after: str, reason: str, finished: int | None) -> str | None:
        """Change the status if it is one of `before`; the resulting status, or None if there is no such arena."""
        here = ARENAS.update().where(ARENAS.c.id == id, ARENAS.c.status.in_(list(before)))
        with self.database.write() as connection:
            connection.execute(here.values(status=after, reason=reason, finished=finished))
            found: str | None = connection.scalar(select(ARENAS.c.status).where(ARENAS.c.id == id))
            return found

    # -- games --------------------------------------------------------------------------

    def add_game(self, id: str, game: int, record: Fields, timing: bytes) -> int | None:
        """Add a game, unless it exists; how many there are, or None if the arena is not running."""
        row = {"arena": id, "game": game, "record": record, "timing": timing}
        with self.database.write() as connection:
            # The row of the arena is locked, so that it cannot be cancelled or counted meanwhile.
            status = select(ARENAS.c.status).where(ARENAS.c.id == id).with_for_update()
            if connection.scalar(status) != "running":
                return None
            added = connection.execute(insert(connection, ARENA_GAMES).on_conflict_do_nothing(), [row]).rowcount
            connection.execute(ARENAS.update().where(ARENAS.c.id == id).values(played=ARENAS.c.played + max(0, added)))
            return connection.scalar(select(ARENAS.c.played).where(ARENAS.c.id == id))

    def game_numbers(self, id: str) -> set[int]:
        """The numbers of the games played so far."""
        with self.database.read() as connection:
            return set(connection.scalars(select(ARENA_GAMES.c.game).where(ARENA_GAMES.c.arena == id)))

    def games(self, id: str) -> list[Fields]:
        """The records of the games played so far, in order."""
        query = select(ARENA_GAMES.c.record).where(ARENA_GAMES.c.arena == id).order_by(ARENA_GAMES.c.game)
        with self.database.read() as connection:
            return list(connection.scalars(query))

    def timings(self, id: str) -> list[bytes]:
        """How long the entrants took in each game."""
        with self.database.read() as connection:
            return list(connection.scalars(select(ARENA_GAMES.c.timing).where(ARENA_GAMES.c.arena == id)))

    # -- the ladder ---------------------------------------------------------------------

    def count(self, id: str) -> int | None:
        """Give a finished arena its position in the order in which arenas are rated, once; the position."""
        last = select(func.coalesce(func.max(ARENAS.c.counted), -1) + 1).scalar_subquery()
        here = ARENAS.update().where(ARENAS.c.id == id, ARENAS.c.counted.is_(None))
        while True:
            try:
                with self.database.write() as connection:
                    connection.execute(here.values(counted=last))
                    found: int | None = connection.scalar(select(ARENAS.c.counted).where(ARENAS.c.id == id))
                    return found
            except IntegrityError:
                # Another worker has counted another arena at the same moment.
                continue

    def next_to_rate(self) -> str | None:
        """The next arena to add to the ladder."""
        query = select(ARENAS.c.id).where(ARENAS.c.counted.is_not(None), ~ARENAS.c.rated).order_by(ARENAS.c.counted)
        with self.database.read() as connection:
            found: str | None = connection.scalar(query.limit(1))
            return found

    def ratings(self) -> tuple[int, list[Fields]]:
        """How many arenas the ladder includes, and its ratings."""
        with self.database.snapshot() as connection:
            rated = connection.scalar(select(func.count()).select_from(ARENAS).where(ARENAS.c.rated))
            return rated or 0, [{**row._mapping} for row in connection.execute(select(RATINGS))]

    def put_ratings(self, id: str, ratings: Iterable[Mapping[str, Any]]) -> bool:
        """Save the ratings after one more arena; False if another worker has done so meanwhile."""
        with self.database.write() as connection:
            here = ARENAS.update().where(ARENAS.c.id == id, ~ARENAS.c.rated)
            if not connection.execute(here.values(rated=True)).rowcount:
                return False
            adding = insert(connection, RATINGS)
            values = {name: adding.excluded[name] for name in ("mu", "sigma", "games")}
            replacing = adding.on_conflict_do_update(index_elements=["game", "entrant", "role"], set_=values)
            if rows := [{**row} for row in ratings]:
                connection.execute(replacing, rows)
            return True

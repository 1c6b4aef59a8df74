"""The queries behind history, export and profiles. Every value is a bound parameter."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Literal

from msgspec import Struct
from sqlalchemy import ColumnElement, Connection, Select, and_, exists, func, select, tuple_

from service.database.engine import Records, given
from service.database.schema import DECISIONS, GAMES, MEETINGS, OPTIONS, SEATS, STANDINGS

Row = dict[str, Any]
Sort = Literal["newest", "oldest", "score", "length"]
OPPONENTS: Final = 50
"""How many opponents a profile lists."""

MOST_SEATS: Final = 100
"""More than any table has."""

MANY: Final = 1000
"""Games beyond this number are not counted."""


class Search(Struct, frozen=True, kw_only=True):
    """Which finished games are wanted.

    `player`, `agent` (with its `version` and `model`) and `level` each describe a seat of the game. `role`, `result`
    and the scores describe the first of these seats that is given. Only public games are found, unless `private` is
    set: then `player` is the caller.
    """

    game: str | None = None
    player: str | None = None
    opponent: str | None = None
    agent: str | None = None
    version: str | None = None
    model: str | None = None
    level: str | None = None
    role: str | None = None
    seats: int | None = None
    options: tuple[tuple[str, str], ...] = ()
    status: str | None = None
    result: str | None = None
    score_from: int | None = None
    score_to: int | None = None
    since: int | None = None
    until: int | None = None
    length_from: int | None = None
    length_to: int | None = None
    consent: bool | None = None
    private: bool = False

    @property
    def about_seat(self) -> bool:
        """Whether one of the conditions describes a seat."""
        words = (self.player, self.agent, self.version, self.model, self.level, self.role, self.result)
        return any(word is not None for word in words)


class HistoryRecords(Records):
    """Finds finished games, and the sums for profiles."""

    def page(
        self, search: Search, sort: Sort, after: tuple[int | None, str] | None, limit: int
    ) -> tuple[list[Row], tuple[Any, str] | None]:
        """The games after `after`; if there are more, also the sort value and id of the last one."""
        with self.database.read() as connection:
            by_opponent = search.player is not None and search.opponent is not None and _plays_less(connection, search)
            found = connection.execute(_select(search, sort, after, limit + 1, by_opponent)).all()
            games = _games(connection, [row.id for row in found[:limit]])
        return games, (found[limit - 1].value, found[limit - 1].id) if len(found) > limit else None

    def decisions(self, ids: Sequence[str]) -> list[Row]:
        """All decisions of these games, in order."""
        query = select(DECISIONS).where(DECISIONS.c.game_id.in_(ids)).order_by(DECISIONS.c.game_id, DECISIONS.c.number)
        return [row._asdict() for row in self.database.rows(query)]

    def set_consent(self, player: str, consent: bool) -> None:
        """Set whether the finished games of this player may be used for research."""
        self.database.execute(SEATS.update().where(SEATS.c.player == player).values(consent=consent))

    # -- profiles -------------------------------------------------------------------------

    def standings(self, who: str, private: bool) -> list[Row]:
        """The sums of one player, bot, agent or model, by game, number of players and role."""
        keys = [STANDINGS.c[name] for name in ("game", "seats", "role")]
        names = ("games", "wins", "places", "scored", "points", "forfeits", "decisions", "took")
        sums = [func.sum(STANDINGS.c[name]).label(name) for name in names]
        query = select(*keys, *sums, func.max(STANDINGS.c.best).label("best")).where(STANDINGS.c.who == who)
        if not private:
            query = query.where(STANDINGS.c.public)
        return [row._asdict() for row in self.database.rows(query.group_by(*keys).order_by(*keys))]

    def meetings(self, who: str, private: bool) -> list[Row]:
        """The opponents they met most often, and who was ahead."""
        names = ("games", "ahead", "behind", "together")
        sums = [func.sum(MEETINGS.c[name]).label(name) for name in names]
        query = select(MEETINGS.c.other, MEETINGS.c.game, *sums).where(MEETINGS.c.who == who)
        if not private:
            query = query.where(MEETINGS.c.public)
        query = query.group_by(MEETINGS.c.other, MEETINGS.c.game)
        query = query.order_by(func.sum(MEETINGS.c.games).desc(), MEETINGS.c.other, MEETINGS.c.game).limit(OPPONENTS)
        return [row._asdict() for row in self.database.rows(query)]

    def results(self, search: Search, limit: int) -> list[bool]:
        """Whether the newest games of this search were won, newest first."""
        mine = _subject(search)
        played = exists().where(
            GAMES.c.id == SEATS.c.game_id, GAMES.c.status == "finished", ~GAMES.c.practice, *_of_game(search)
        )
        query = select(SEATS.c.won).where(mine, played).order_by(SEATS.c.game_id.desc()).limit(limit)
        return [bool(won) for won in self.database.scalars(query)]


def _games(connection: Connection, ids: Sequence[str]) -> list[Row]:
    """These games in this order, with their seats and options."""
    found = {row.id: row._asdict() for row in connection.execute(select(GAMES).where(GAMES.c.id.in_(ids)))}
    for row in found.values():
        row["options"], row["seat_rows"] = {}, []
    for option in connection.execute(select(OPTIONS).where(OPTIONS.c.game_id.in_(ids))):
        found[option.game_id]["options"][option.name] = option.value
    seats = select(SEATS).where(SEATS.c.game_id.in_(ids)).order_by(SEATS.c.game_id, SEATS.c.seat)
    for seat in connection.execute(seats):
        found[seat.game_id]["seat_rows"].append(seat._asdict())
    return [found[id] for id in ids if id in found]


def _plays_less(connection: Connection, search: Search) -> bool:
    """Whether the opponent has fewer games than the player (counted up to `MANY`)."""
    player, opponent = (
        connection.scalar(
            select(func.count()).select_from(
                select(SEATS.c.game_id).where(SEATS.c.player == who).limit(MANY).subquery()
            )
        )
        for who in (search.player, search.opponent)
    )
    return (opponent or 0) < (player or 0)


def _select(
    search: Search, sort: Sort, after: tuple[int | None, str] | None, limit: int, by_opponent: bool
) -> Select[Any]:
    """Ids in the order of an index: of seats or options if there is a condition on these, otherwise of games.

    The other conditions are EXISTS clauses, so that neither database starts with another table. `by_opponent` starts
    with the games of the opponent instead of the player's, as does a search without a player.
    """
    if sort in ("score", "length"):
        return _sorted_by_value(search, sort, after, limit)
    # One person, agent or model has fewer games than an option.
    by_option = bool(search.options and search.game) and not (search.player or search.agent or search.model)
    by_seat = search.about_seat and not by_option
    conditions, rest = [], list(search.options)
    id: Any = GAMES.c.id
    if search.opponent is not None and not by_option and (by_opponent or not by_seat):
        other = SEATS.alias()
        id = other.c.game_id
        conditions.append(other.c.player == search.opponent)
        if by_seat:
            conditions.append(exists().where(SEATS.c.game_id == id, _subject(search)).correlate_except(SEATS))
    elif by_seat:
        id = SEATS.c.game_id
        conditions.append(_subject(search))
    elif by_option:
        name, value = rest.pop(0)
        id = OPTIONS.c.game_id
        conditions += [OPTIONS.c.game == search.game, OPTIONS.c.name == name, OPTIONS.c.value == value]
    games = _of_game(search)
    if id is GAMES.c.id:
        conditions += games
    elif games:
        conditions.append(exists().where(GAMES.c.id == id, *games).correlate_except(GAMES))
    if search.about_seat and by_option:
        seats = SEATS.alias()
        conditions.append(exists().where(seats.c.game_id == id, _subject(search, seats)))
    conditions += _others(search, id, rest)
    if after is not None:
        conditions.append(id > after[1] if sort == "oldest" else id < after[1])
    order = id.asc() if sort == "oldest" else id.desc()
    return select(id.label("value"), id.label("id")).where(*conditions).distinct().order_by(order).limit(limit)


def _sorted_by_value(search: Search, sort: Sort, after: tuple[int | None, str] | None, limit: int) -> Select[Any]:
    value = GAMES.c.length if sort == "length" else SEATS.c.score if search.about_seat else GAMES.c.best_score
    id: Any = GAMES.c.id
    conditions = _of_game(search)
    if search.about_seat and sort == "score":
        # Uses the index of the scores of this player, agent, model or bot.
        id = SEATS.c.game_id
        conditions = [exists().where(GAMES.c.id == id, *conditions).correlate_except(GAMES), _subject(search)]
        if search.player is None:
            # Several seats may match, because a bot can play against itself. The best one counts.
            # The limit keeps SQLite from reading all seats of the agent instead of those of the game.
            same_game = SEATS.alias()
            seats = select(same_game).where(same_game.c.game_id == id).correlate(SEATS).limit(MOST_SEATS).subquery()
            conditions.append(~exists().where(_subject(search, seats), seats.c.score > value))
    elif search.about_seat:
        conditions.append(exists().where(SEATS.c.game_id == id, _subject(search)).correlate_except(SEATS))
    conditions += [*_others(search, id, search.options), value.is_not(None)]
    if after is not None:
        conditions.append(tuple_(value, id) < after)
    query = select(value.label("value"), id.label("id")).where(*conditions)
    return query.distinct().order_by(value.desc(), id.desc()).limit(limit)


def _subject(search: Search, seats: Any = SEATS) -> ColumnElement[bool]:
    """The conditions on the seat that the search describes."""
    found = given({seats.c.game: search.game, seats.c.role: search.role})
    for first in _named(search, seats)[:1]:
        found += first
    if search.result is not None:
        found.append(seats.c.won if search.result == "won" else and_(~seats.c.won, seats.c.place.is_not(None)))
    if search.about_seat:
        found += _between(seats.c.score, search.score_from, search.score_to)
    return and_(True, *found)


def _named(search: Search, seats: Any) -> list[list[ColumnElement[bool]]]:
    """The conditions on the seats of the player, the agent and the bot, if they are given."""
    named = (
        {seats.c.player: search.player},
        {seats.c.agent: search.agent, seats.c.agent_version: search.version, seats.c.model: search.model},
        {seats.c.level: search.level},
    )
    return [conditions for one in named if (conditions := given(one))]


def _of_game(search: Search) -> list[ColumnElement[bool]]:
    """The conditions on the game."""
    found: list[ColumnElement[bool]] = [] if search.private else [GAMES.c.visibility == "public"]
    found += given({GAMES.c.game: search.game, GAMES.c.status: search.status, GAMES.c.seats: search.seats})
    found += _between(GAMES.c.finished, search.since, search.until)
    found += _between(GAMES.c.length, search.length_from, search.length_to)
    if not search.about_seat:
        found += _between(GAMES.c.best_score, search.score_from, search.score_to)
    return found


def _others(search: Search, id: Any, options: Sequence[tuple[str, str]]) -> list[ColumnElement[bool]]:
    """The conditions on other seats and options of the same game."""
    found: list[ColumnElement[bool]] = []
    for n in range(1, len(_named(search, SEATS))):
        seat = SEATS.alias()
        found.append(exists().where(seat.c.game_id == id, *_named(search, seat)[n]))
    if search.opponent is not None:
        other = SEATS.alias()
        found.append(exists().where(other.c.game_id == id, other.c.player == search.opponent))
    for name, value in options:
        option = OPTIONS.alias()
        found.append(exists().where(option.c.game_id == id, option.c.name == name, option.c.value == value))
    if search.consent is not None:
        person = SEATS.alias()
        refuses = exists().where(person.c.game_id == id, person.c.kind == "player", ~person.c.consent)
        found.append(~refuses if search.consent else refuses)
    return found


def _between(column: Any, least: int | None, most: int | None) -> list[ColumnElement[bool]]:
    found = []
    if least is not None:
        found.append(column >= least)
    if most is not None:
        found.append(column <= most)
    return found

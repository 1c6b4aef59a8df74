"""All tables of the database. docs/database.md explains them and has a diagram.

Times are milliseconds since 1970. Ids of tables sort by the time at which the table was opened, so the newest games
are those with the highest ids.
"""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    SmallInteger,
    String,
    Table,
    text,
)
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.types import TypeEngine

METADATA: Final = MetaData(
    naming_convention={"fk": "%(table_name)s_%(column_0_name)s_fkey", "pk": "%(table_name)s_pkey"}
)
Json = JSON().with_variant(JSONB(), "postgresql")
PUBLIC: Final = text("visibility = 'public'")
SHARED: Final = text("shared")
SHOWN: Final = text("public")


def _columns(kind: type[TypeEngine[Any]], *names: str, nullable: bool = False, **more: Any) -> list[Column[Any]]:
    """Columns of the same type."""
    return [Column(name, kind, nullable=nullable, **more) for name in names]


def _of_game() -> Column[str]:
    return Column("game_id", String, ForeignKey("games.id", ondelete="CASCADE"), primary_key=True)


GAMES: Final = Table(
    "games",
    METADATA,
    Column("id", String, primary_key=True),
    Column("game", String, nullable=False),
    Column("rules_version", Integer, nullable=False),
    *_columns(String, "status", "reason", "visibility"),
    *_columns(Boolean, "practice", "imported"),
    Column("owner", String, nullable=False),
    Column("seats", SmallInteger, nullable=False),
    Column("clock", String, nullable=False),
    *_columns(BigInteger, "opened", "started", "finished", "archived"),
    Column("length", Integer, nullable=False),
    Column("best_score", Integer),
    # A record is only replaced by a newer one: first the version of the table counts, then the size of its transcripts.
    *_columns(Integer, "version", "transcript_lines", "bytes"),
    Index("games_public", "id", sqlite_where=PUBLIC, postgresql_where=PUBLIC),
    Index("games_by_game", "game", "id", sqlite_where=PUBLIC, postgresql_where=PUBLIC),
    Index("games_by_status", "status", "game", "id", sqlite_where=PUBLIC, postgresql_where=PUBLIC),
    Index("games_by_score", "game", "best_score", "id", sqlite_where=PUBLIC, postgresql_where=PUBLIC),
    Index("games_by_length", "game", "length", "id", sqlite_where=PUBLIC, postgresql_where=PUBLIC),
    Index("games_by_owner", "owner", "id"),
    Index("games_by_archived", "archived"),
)
"""One row per finished or aborted game."""

RECORDS: Final = Table("records", METADATA, _of_game(), Column("record", LargeBinary, nullable=False))
"""The compressed record of each game: everything that is needed to read or replay it."""


def _best_scores(name: str) -> Index:
    """The scores of whatever is named in this column."""
    named = text(f"{name} IS NOT NULL")
    columns = ("game", name) if name == "level" else (name,)
    return Index(f"seats_by_{name}_score", *columns, "score", "game_id", sqlite_where=named, postgresql_where=named)


SEATS: Final = Table(
    "seats",
    METADATA,
    _of_game(),
    Column("seat", SmallInteger, primary_key=True),
    Column("kind", String, nullable=False),
    *_columns(String, "player", "name", "level", "agent", "agent_version", "model", nullable=True),
    Column("role", String, nullable=False),
    Column("score", Integer),
    Column("place", SmallInteger),
    *_columns(Boolean, "won", "forfeited", "consent"),
    Column("game", String, nullable=False),
    Index("seats_by_player", "player", "game_id"),
    Index("seats_by_score", "player", "score", "game_id"),
    Index("seats_by_agent", "agent", "agent_version", "game_id"),
    Index("seats_by_model", "model", "game_id"),
    Index("seats_by_level", "game", "level", "game_id"),
    *(_best_scores(name) for name in ("agent", "model", "level")),
)
"""Who or what had each seat, and with which result."""

OPTIONS: Final = Table(
    "options",
    METADATA,
    _of_game(),
    Column("name", String, primary_key=True),
    *_columns(String, "value", "game"),
    Index("options_by_value", "game", "name", "value", "game_id"),
)
"""The options of each game; values that are not words are JSON."""

DECISIONS: Final = Table(
    "decisions",
    METADATA,
    _of_game(),
    Column("number", Integer, primary_key=True),
    *_columns(String, "decision", "kind"),
    Column("seat", SmallInteger, nullable=False),
    Column("offered", Json),
    Column("picks", Json, nullable=False),
    Column("answered", BigInteger, nullable=False),
    Column("took", Integer),
    Column("answered_by", String, nullable=False),
)
"""One row per answer, in the order in which they were taken; `took` is in milliseconds."""

CARD_STATISTICS: Final = Table(
    "card_statistics",
    METADATA,
    *_columns(String, "game", "kind", "card", primary_key=True),
    Column("seats", SmallInteger, primary_key=True),
    Column("level", String, primary_key=True),
    *_columns(BigInteger, "offered", "taken", "seen", "seen_wins", "takers", "wins"),
    *_columns(Float, "places", "places_squared"),
    Column("scored", BigInteger, nullable=False),
    *_columns(Float, "points", "points_squared"),
)
"""Sums for the explorer, updated when a game is archived."""

STANDINGS: Final = Table(
    "standings",
    METADATA,
    Column("who", String, primary_key=True),
    Column("public", Boolean, primary_key=True),
    Column("game", String, primary_key=True),
    Column("seats", SmallInteger, primary_key=True),
    Column("role", String, primary_key=True),
    *_columns(BigInteger, "games", "wins"),
    Column("places", Float, nullable=False),
    Column("scored", BigInteger, nullable=False),
    Column("points", Float, nullable=False),
    Column("best", Integer),
    *_columns(BigInteger, "forfeits", "decisions", "took"),
)
"""Sums for the profile of a player (`player:p_…`), bot (`bot:<game>:<level>`), agent or language model."""

MEETINGS: Final = Table(
    "meetings",
    METADATA,
    Column("who", String, primary_key=True),
    Column("public", Boolean, primary_key=True),
    *_columns(String, "other", "game", primary_key=True),
    *_columns(BigInteger, "games", "ahead", "behind", "together"),
    Index("meetings_by_other", "other"),
)
"""How often two of them met, and who had the better place. `together` counts games on the same side."""

PLAYERS: Final = Table(
    "players",
    METADATA,
    Column("id", String, primary_key=True),
    Column("record", LargeBinary, nullable=False),
)
"""Accounts; a closed one keeps its id, so that a repeated request cannot open it again."""

TOKENS: Final = Table(
    "tokens",
    METADATA,
    *_columns(String, "player", "id", primary_key=True),
    Column("digest", String, nullable=False),
    Column("revoked", Boolean, nullable=False),
    Column("used", BigInteger, nullable=False),
    Column("record", LargeBinary, nullable=False),
    Index("tokens_by_digest", "digest"),
)
"""Tokens by the digest of their secret. A revoked one stays, so that a repeated request cannot make it again."""

SECRETS: Final = Table(
    "secrets",
    METADATA,
    Column("name", String, primary_key=True),
    Column("value", LargeBinary, nullable=False),
)
"""Keys that the service generated for itself."""

RECOVERY_CODES: Final = Table(
    "recovery_codes",
    METADATA,
    Column("digest", String, primary_key=True),
    Column("player", String, nullable=False),
    Column("expires", BigInteger),
    Index("recovery_codes_by_player", "player"),
)
"""Recovery codes by their digest. Replaced ones have a time of expiry."""

LIMITS: Final = Table(
    "limits",
    METADATA,
    *_columns(String, "player", "kind", primary_key=True),
    Column("value", BigInteger, nullable=False),
)
"""The limits that operators have set for single accounts."""

MUTES: Final = Table(
    "mutes",
    METADATA,
    *_columns(String, "player", "other", primary_key=True),
)
"""The players each player has muted."""

REPORTS: Final = Table(
    "reports",
    METADATA,
    Column("id", String, primary_key=True),
    Column("reporter", String),
    Column("closed", BigInteger),
    Column("record", LargeBinary, nullable=False),
    Index("reports_by_reporter", "reporter"),
)
"""Reports of talk. A closed one is deleted after some months."""

AUDIT_LOG: Final = Table(
    "audit_log",
    METADATA,
    Column("id", String, primary_key=True),
    Column("record", LargeBinary, nullable=False),
)
"""Every action of an operator. Rows are never changed or deleted."""

AGENTS: Final = Table(
    "agents",
    METADATA,
    Column("id", String, primary_key=True),
    Column("owner", String, nullable=False),
    *_columns(LargeBinary, "record", "secrets"),
)
"""Registered agents, and the secrets that sign their deliveries."""

BOOKS: Final = Table(
    "books",
    METADATA,
    Column("id", String, primary_key=True),
    Column("owner", String, nullable=False),
    Column("shared", Boolean, nullable=False),
    Column("fingerprint", String, nullable=False),
    Column("size", BigInteger, nullable=False),
    Column("record", LargeBinary, nullable=False),
    Index("books_by_owner", "owner", "id"),
    Index("books_shared", "id", sqlite_where=SHARED, postgresql_where=SHARED),
    Index("books_by_fingerprint", "fingerprint"),
)
"""Uploads that have been read."""

BOOK_PAGES: Final = Table(
    "book_pages",
    METADATA,
    Column("fingerprint", String, primary_key=True),
    Column("pages", LargeBinary, nullable=False),
)
"""The pages of books, compressed. Several uploads may have the same."""

HIDDEN_MEANINGS: Final = Table(
    "hidden_meanings",
    METADATA,
    Column("id", String, primary_key=True),
    *_columns(String, "table_id", "book", "language"),
    Column("record", LargeBinary, nullable=False),
    Index("hidden_meanings_by_table", "table_id", unique=True),
    Index("hidden_meanings_by_book", "book", "id"),
)
"""Published hidden meanings."""

ARENAS: Final = Table(
    "arenas",
    METADATA,
    Column("id", String, primary_key=True),
    Column("owner", String, nullable=False),
    Column("public", Boolean, nullable=False),
    Column("game", String, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("plan", LargeBinary, nullable=False),
    Column("status", String, nullable=False),
    Column("played", Integer, nullable=False),
    Column("finished", BigInteger),
    Column("reason", String, nullable=False),
    Column("counted", Integer),
    Column("rated", Boolean, nullable=False),
    Index("arenas_by_owner", "owner", "id"),
    Index("arenas_public", "id", sqlite_where=SHOWN, postgresql_where=SHOWN),
    Index("arenas_by_status", "status", "id"),
    Index("arenas_counted", "counted", unique=True),
)
"""Arenas. `counted` is the position in the order in which they are rated, `rated` whether that is done."""

ARENA_GAMES: Final = Table(
    "arena_games",
    METADATA,
    Column("arena", String, ForeignKey("arenas.id", ondelete="CASCADE"), primary_key=True),
    Column("game", Integer, primary_key=True),
    Column("record", Json, nullable=False),
    Column("timing", LargeBinary, nullable=False),
)
"""The games of each arena by their number."""

RATINGS: Final = Table(
    "ratings",
    METADATA,
    *_columns(String, "game", "entrant", "role", primary_key=True),
    *_columns(Float, "mu", "sigma"),
    Column("games", Integer, nullable=False),
)
"""The ladder: the ratings after all arenas that are rated."""

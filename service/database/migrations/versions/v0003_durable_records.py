"""Agents, books, hidden meanings, arenas and ratings, recovery codes, limits, mutes, reports, the audit log."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0003"
down_revision = "0002"

JSON = sa.JSON().with_variant(JSONB(), "postgresql")


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "agents",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("owner", sa.String(), nullable=False),
        sa.Column("record", sa.LargeBinary(), nullable=False),
        sa.Column("secrets", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("agents_pkey")),
    )
    op.create_table(
        "arenas",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("owner", sa.String(), nullable=False),
        sa.Column("public", sa.Boolean(), nullable=False),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("plan", sa.LargeBinary(), nullable=False),
        sa.Column("status", sa.String(), nullable=False),
        sa.Column("played", sa.Integer(), nullable=False),
        sa.Column("finished", sa.BigInteger(), nullable=True),
        sa.Column("reason", sa.String(), nullable=False),
        sa.Column("counted", sa.Integer(), nullable=True),
        sa.Column("rated", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("arenas_pkey")),
    )
    op.create_index("arenas_by_owner", "arenas", ["owner", "id"], unique=False)
    op.create_index("arenas_by_status", "arenas", ["status", "id"], unique=False)
    op.create_index("arenas_counted", "arenas", ["counted"], unique=True)
    op.create_index(
        "arenas_public",
        "arenas",
        ["id"],
        unique=False,
        sqlite_where=sa.text("public"),
        postgresql_where=sa.text("public"),
    )
    op.create_table(
        "audit_log",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("record", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("audit_log_pkey")),
    )
    op.create_table(
        "book_pages",
        sa.Column("fingerprint", sa.String(), nullable=False),
        sa.Column("pages", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("fingerprint", name=op.f("book_pages_pkey")),
    )
    op.create_table(
        "books",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("owner", sa.String(), nullable=False),
        sa.Column("shared", sa.Boolean(), nullable=False),
        sa.Column("fingerprint", sa.String(), nullable=False),
        sa.Column("size", sa.BigInteger(), nullable=False),
        sa.Column("record", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("books_pkey")),
    )
    op.create_index("books_by_fingerprint", "books", ["fingerprint"], unique=False)
    op.create_index("books_by_owner", "books", ["owner", "id"], unique=False)
    op.create_index(
        "books_shared",
        "books",
        ["id"],
        unique=False,
        sqlite_where=sa.text("shared"),
        postgresql_where=sa.text("shared"),
    )
    op.create_table(
        "hidden_meanings",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("table_id", sa.String(), nullable=False),
        sa.Column("book", sa.String(), nullable=False),
        sa.Column("language", sa.String(), nullable=False),
        sa.Column("record", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("hidden_meanings_pkey")),
    )
    op.create_index("hidden_meanings_by_book", "hidden_meanings", ["book", "id"], unique=False)
    op.create_index("hidden_meanings_by_table", "hidden_meanings", ["table_id"], unique=True)
    op.create_table(
        "limits",
        sa.Column("player", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("value", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("player", "kind", name=op.f("limits_pkey")),
    )
    op.create_table(
        "mutes",
        sa.Column("player", sa.String(), nullable=False),
        sa.Column("other", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("player", "other", name=op.f("mutes_pkey")),
    )
    op.create_table(
        "ratings",
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("entrant", sa.String(), nullable=False),
        sa.Column("role", sa.String(), nullable=False),
        sa.Column("mu", sa.Float(), nullable=False),
        sa.Column("sigma", sa.Float(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("game", "entrant", "role", name=op.f("ratings_pkey")),
    )
    op.create_table(
        "recovery_codes",
        sa.Column("digest", sa.String(), nullable=False),
        sa.Column("player", sa.String(), nullable=False),
        sa.Column("expires", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("digest", name=op.f("recovery_codes_pkey")),
    )
    op.create_index("recovery_codes_by_player", "recovery_codes", ["player"], unique=False)
    op.create_table(
        "reports",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("reporter", sa.String(), nullable=True),
        sa.Column("closed", sa.BigInteger(), nullable=True),
        sa.Column("record", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("reports_pkey")),
    )
    op.create_index("reports_by_reporter", "reports", ["reporter"], unique=False)
    op.create_table(
        "arena_games",
        sa.Column("arena", sa.String(), nullable=False),
        sa.Column("game", sa.Integer(), nullable=False),
        sa.Column("record", JSON, nullable=False),
        sa.Column("timing", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["arena"], ["arenas.id"], name=op.f("arena_games_arena_fkey"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("arena", "game", name=op.f("arena_games_pkey")),
    )
    op.create_index("seats_by_score", "seats", ["player", "score", "game_id"])

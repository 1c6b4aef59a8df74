"""Finished games, their seats, options and decisions, and the statistics of cards and players."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0001"
down_revision = None

JSON = sa.JSON().with_variant(JSONB(), "postgresql")
PUBLIC = sa.text("visibility = 'public'")


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "card_statistics",
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("card", sa.String(), nullable=False),
        sa.Column("seats", sa.SmallInteger(), nullable=False),
        sa.Column("level", sa.String(), nullable=False),
        sa.Column("offered", sa.BigInteger(), nullable=False),
        sa.Column("taken", sa.BigInteger(), nullable=False),
        sa.Column("seen", sa.BigInteger(), nullable=False),
        sa.Column("seen_wins", sa.BigInteger(), nullable=False),
        sa.Column("takers", sa.BigInteger(), nullable=False),
        sa.Column("wins", sa.BigInteger(), nullable=False),
        sa.Column("places", sa.Float(), nullable=False),
        sa.Column("places_squared", sa.Float(), nullable=False),
        sa.Column("scored", sa.BigInteger(), nullable=False),
        sa.Column("points", sa.Float(), nullable=False),
        sa.Column("points_squared", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("game", "kind", "card", "seats", "level", name=op.f("card_statistics_pkey")),
    )
    op.create_table(
        "games",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("rules_version", sa.Integer(), nullable=False),
        sa.Column("status", sa.String(), nullable=False),
        sa.Column("reason", sa.String(), nullable=False),
        sa.Column("visibility", sa.String(), nullable=False),
        sa.Column("practice", sa.Boolean(), nullable=False),
        sa.Column("imported", sa.Boolean(), nullable=False),
        sa.Column("owner", sa.String(), nullable=False),
        sa.Column("seats", sa.SmallInteger(), nullable=False),
        sa.Column("clock", sa.String(), nullable=False),
        sa.Column("opened", sa.BigInteger(), nullable=False),
        sa.Column("started", sa.BigInteger(), nullable=False),
        sa.Column("finished", sa.BigInteger(), nullable=False),
        sa.Column("archived", sa.BigInteger(), nullable=False),
        sa.Column("length", sa.Integer(), nullable=False),
        sa.Column("best_score", sa.Integer(), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("transcript_lines", sa.Integer(), nullable=False),
        sa.Column("bytes", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("games_pkey")),
    )
    op.create_index("games_by_archived", "games", ["archived"], unique=False)
    op.create_index(
        "games_by_game", "games", ["game", "id"], unique=False, sqlite_where=PUBLIC, postgresql_where=PUBLIC
    )
    op.create_index(
        "games_by_length", "games", ["game", "length", "id"], unique=False, sqlite_where=PUBLIC, postgresql_where=PUBLIC
    )
    op.create_index("games_by_owner", "games", ["owner", "id"], unique=False)
    op.create_index(
        "games_by_score",
        "games",
        ["game", "best_score", "id"],
        unique=False,
        sqlite_where=PUBLIC,
        postgresql_where=PUBLIC,
    )
    op.create_index(
        "games_by_status", "games", ["status", "game", "id"], unique=False, sqlite_where=PUBLIC, postgresql_where=PUBLIC
    )
    op.create_index("games_public", "games", ["id"], unique=False, sqlite_where=PUBLIC, postgresql_where=PUBLIC)
    op.create_table(
        "meetings",
        sa.Column("who", sa.String(), nullable=False),
        sa.Column("public", sa.Boolean(), nullable=False),
        sa.Column("other", sa.String(), nullable=False),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("games", sa.BigInteger(), nullable=False),
        sa.Column("ahead", sa.BigInteger(), nullable=False),
        sa.Column("behind", sa.BigInteger(), nullable=False),
        sa.Column("together", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("who", "public", "other", "game", name=op.f("meetings_pkey")),
    )
    op.create_index("meetings_by_other", "meetings", ["other"], unique=False)
    op.create_table(
        "standings",
        sa.Column("who", sa.String(), nullable=False),
        sa.Column("public", sa.Boolean(), nullable=False),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("seats", sa.SmallInteger(), nullable=False),
        sa.Column("role", sa.String(), nullable=False),
        sa.Column("games", sa.BigInteger(), nullable=False),
        sa.Column("wins", sa.BigInteger(), nullable=False),
        sa.Column("places", sa.Float(), nullable=False),
        sa.Column("scored", sa.BigInteger(), nullable=False),
        sa.Column("points", sa.Float(), nullable=False),
        sa.Column("best", sa.Integer(), nullable=True),
        sa.Column("forfeits", sa.BigInteger(), nullable=False),
        sa.Column("decisions", sa.BigInteger(), nullable=False),
        sa.Column("took", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("who", "public", "game", "seats", "role", name=op.f("standings_pkey")),
    )
    op.create_table(
        "decisions",
        sa.Column("game_id", sa.String(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("decision", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("seat", sa.SmallInteger(), nullable=False),
        sa.Column("offered", JSON, nullable=True),
        sa.Column("picks", JSON, nullable=False),
        sa.Column("answered", sa.BigInteger(), nullable=False),
        sa.Column("took", sa.Integer(), nullable=True),
        sa.Column("answered_by", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("decisions_game_id_fkey"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game_id", "number", name=op.f("decisions_pkey")),
    )
    op.create_table(
        "options",
        sa.Column("game_id", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("value", sa.String(), nullable=False),
        sa.Column("game", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("options_game_id_fkey"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game_id", "name", name=op.f("options_pkey")),
    )
    op.create_index("options_by_value", "options", ["game", "name", "value", "game_id"], unique=False)
    op.create_table(
        "records",
        sa.Column("game_id", sa.String(), nullable=False),
        sa.Column("record", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("records_game_id_fkey"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game_id", name=op.f("records_pkey")),
    )
    op.create_table(
        "seats",
        sa.Column("game_id", sa.String(), nullable=False),
        sa.Column("seat", sa.SmallInteger(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("player", sa.String(), nullable=True),
        sa.Column("name", sa.String(), nullable=True),
        sa.Column("level", sa.String(), nullable=True),
        sa.Column("agent", sa.String(), nullable=True),
        sa.Column("agent_version", sa.String(), nullable=True),
        sa.Column("model", sa.String(), nullable=True),
        sa.Column("role", sa.String(), nullable=False),
        sa.Column("score", sa.Integer(), nullable=True),
        sa.Column("place", sa.SmallInteger(), nullable=True),
        sa.Column("won", sa.Boolean(), nullable=False),
        sa.Column("forfeited", sa.Boolean(), nullable=False),
        sa.Column("consent", sa.Boolean(), nullable=False),
        sa.Column("game", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("seats_game_id_fkey"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game_id", "seat", name=op.f("seats_pkey")),
    )
    op.create_index("seats_by_agent", "seats", ["agent", "agent_version", "game_id"], unique=False)
    op.create_index("seats_by_level", "seats", ["game", "level", "game_id"], unique=False)
    op.create_index("seats_by_model", "seats", ["model", "game_id"], unique=False)
    op.create_index("seats_by_player", "seats", ["player", "game_id"], unique=False)

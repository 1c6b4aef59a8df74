"""Indexes of the scores of agents, language models and bots."""

from alembic import op
from sqlalchemy import text

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Create an index for each of them."""
    for name, columns in (("agent", ["agent"]), ("model", ["model"]), ("level", ["game", "level"])):
        named = text(f"{name} IS NOT NULL")
        columns += ["score", "game_id"]
        op.create_index(f"seats_by_{name}_score", "seats", columns, sqlite_where=named, postgresql_where=named)

"""The first schema. It has no statements: a new database is created from `service/database/schema.py`."""

revision = "0003"
down_revision = None


def upgrade() -> None:
    """Do nothing."""

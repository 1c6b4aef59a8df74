"""Farshore for Python: a thin, pleasant door to a service where people and programs play board games.

client = farshore.Client()
client.register("Ada")
table = client.tables.open("faraway", seats=3, bots=2)
for turn in table.turns():
    turn.answer(turn.decision.options[: turn.decision.least])
print(table.result.scores)
"""

from farshore.client import DEFAULT_URL, VERSION, Client
from farshore.errors import (
    BadRequest,
    Closed,
    Conflict,
    FarshoreError,
    Finished,
    Forbidden,
    IdempotencyMismatch,
    Illegal,
    Invalid,
    NotFound,
    NotRunning,
    SeatTaken,
    ServerError,
    TableFull,
    TooManyRequests,
    TooManyStreams,
    Unauthorized,
    Unavailable,
    Unreachable,
)
from farshore.models import Decision, Event, Game, Player, Result, Seat, TableFacts, Update
from farshore.operations import OPERATIONS
from farshore.table import Table, Turn

__version__ = VERSION

__all__ = [
    "DEFAULT_URL",
    "OPERATIONS",
    "BadRequest",
    "Client",
    "Closed",
    "Conflict",
    "Decision",
    "Event",
    "FarshoreError",
    "Finished",
    "Forbidden",
    "Game",
    "IdempotencyMismatch",
    "Illegal",
    "Invalid",
    "NotFound",
    "NotRunning",
    "Player",
    "Result",
    "Seat",
    "SeatTaken",
    "ServerError",
    "Table",
    "TableFacts",
    "TableFull",
    "TooManyRequests",
    "TooManyStreams",
    "Turn",
    "Unauthorized",
    "Unavailable",
    "Unreachable",
    "Update",
]

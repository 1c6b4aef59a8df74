"""Farshore for Python: a small typed client for a service where people and programs play board games.

client = farshore.Client()
client.register("Ada")
table = client.tables.open("faraway", seats=3, bots=2)
for turn in table.turns():
    turn.answer(turn.decision.options[: turn.decision.least])
print(table.result.scores)
"""

from farshore.agents import webhooks
from farshore.agents.agent import Agent, Fallback, TimedTurn
from farshore.agents.engine import Engine
from farshore.agents.log import Tally
from farshore.arenas import Arena, Rating
from farshore.client import Client
from farshore.errors import (
    BadRequest,
    Closed,
    Conflict,
    FarshoreError,
    Forbidden,
    Illegal,
    Invalid,
    NotFound,
    ServerError,
    TooManyRequests,
    Unauthorized,
    Unavailable,
    Unreachable,
)
from farshore.models import Decision, Event, Game, Player, Result, Seat, TableFacts, Update
from farshore.request import DEFAULT_URL, VERSION
from farshore.table import Table
from farshore.turns import Turn

__version__ = VERSION

__all__ = [
    "DEFAULT_URL",
    "Agent",
    "Arena",
    "BadRequest",
    "Client",
    "Closed",
    "Conflict",
    "Decision",
    "Engine",
    "Event",
    "Fallback",
    "FarshoreError",
    "Forbidden",
    "Game",
    "Illegal",
    "Invalid",
    "NotFound",
    "Player",
    "Rating",
    "Result",
    "Seat",
    "ServerError",
    "Table",
    "TableFacts",
    "Tally",
    "TimedTurn",
    "TooManyRequests",
    "Turn",
    "Unauthorized",
    "Unavailable",
    "Unreachable",
    "Update",
    "webhooks",
]

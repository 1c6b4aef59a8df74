"""Farshore for Python: a thin, pleasant door to a service where people and programs play board games.

client = farshore.Client()
client.register("Ada")
table = client.tables.open("faraway", seats=3, bots=2)
for turn in table.turns():
    turn.answer(turn.decision.options[: turn.decision.least])
print(table.result.scores)
"""

from farshore import webhooks
from farshore.agents import Agent, Fallback, TimedTurn
from farshore.client import DEFAULT_URL, VERSION, Client
from farshore.engines import Engine
from farshore.errors import (
    AlreadySeated,
    ArenaOver,
    BadRequest,
    BookMissing,
    BookRefused,
    Closed,
    Conflict,
    FarshoreError,
    Final,
    Finished,
    Forbidden,
    IdempotencyMismatch,
    Illegal,
    Invalid,
    LeaseLost,
    MalformedJson,
    MayNotSpeak,
    NoPollingAgents,
    NotAcceptable,
    NotFinished,
    NotFound,
    NotOpen,
    NotOwner,
    NotRunning,
    NotSeated,
    NotYourDecision,
    Paused,
    ReplayDiffers,
    RulesRetired,
    SeatsOpen,
    SeatTaken,
    ServerError,
    TableFull,
    TooLarge,
    TooManyAgents,
    TooManyArenas,
    TooManyRequests,
    TooManyStreams,
    TranscriptFull,
    Unauthorized,
    Unavailable,
    Unreachable,
    UnsupportedMediaType,
    WrongCode,
    WrongScope,
)
from farshore.models import Arena, Decision, Event, Game, Player, Rating, Result, Seat, TableFacts, Update
from farshore.operations import OPERATIONS
from farshore.running import Runner
from farshore.table import Table
from farshore.telling import Tally
from farshore.turns import Turn

__version__ = VERSION

__all__ = [
    "DEFAULT_URL",
    "OPERATIONS",
    "Agent",
    "AlreadySeated",
    "Arena",
    "ArenaOver",
    "BadRequest",
    "BookMissing",
    "BookRefused",
    "Client",
    "Closed",
    "Conflict",
    "Decision",
    "Engine",
    "Event",
    "Fallback",
    "FarshoreError",
    "Final",
    "Finished",
    "Forbidden",
    "Game",
    "IdempotencyMismatch",
    "Illegal",
    "Invalid",
    "LeaseLost",
    "MalformedJson",
    "MayNotSpeak",
    "NoPollingAgents",
    "NotAcceptable",
    "NotFinished",
    "NotFound",
    "NotOpen",
    "NotOwner",
    "NotRunning",
    "NotSeated",
    "NotYourDecision",
    "Paused",
    "Player",
    "Rating",
    "ReplayDiffers",
    "Result",
    "RulesRetired",
    "Runner",
    "Seat",
    "SeatTaken",
    "SeatsOpen",
    "ServerError",
    "Table",
    "TableFacts",
    "TableFull",
    "Tally",
    "TimedTurn",
    "TooLarge",
    "TooManyAgents",
    "TooManyArenas",
    "TooManyRequests",
    "TooManyStreams",
    "TranscriptFull",
    "Turn",
    "Unauthorized",
    "Unavailable",
    "Unreachable",
    "UnsupportedMediaType",
    "Update",
    "WrongCode",
    "WrongScope",
    "webhooks",
]

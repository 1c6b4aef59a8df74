"""What the API gives, as small frozen records. Fields a newer server adds are kept in `raw` and harm nobody."""

from farshore.models.outside import AgentTest, Arena, Delivery, Rating, RegisteredAgent, Work
from farshore.models.playing import OVER, Book, Decision, Event, HiddenMeaning, Passes, ReplayStep, Talk, Update
from farshore.models.record import Model
from farshore.models.tables import Caller, Game, Player, Registration, Result, Seat, TableFacts, Token

__all__ = [
    "OVER",
    "AgentTest",
    "Arena",
    "Book",
    "Caller",
    "Decision",
    "Delivery",
    "Event",
    "Game",
    "HiddenMeaning",
    "Model",
    "Passes",
    "Player",
    "Rating",
    "RegisteredAgent",
    "Registration",
    "ReplayStep",
    "Result",
    "Seat",
    "TableFacts",
    "Talk",
    "Token",
    "Update",
    "Work",
]

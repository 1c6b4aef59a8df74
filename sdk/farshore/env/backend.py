"""What an environment needs of a table, in this process or over HTTP."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from farshore.env.layout import Layout
from farshore.env.picking import Question

if TYPE_CHECKING:
    from farshore import local
    from farshore.models import Result

Outcome: TypeAlias = "Result | local.Result"
"""The result of a table, of the SDK or of the rules."""


class Backend(ABC):
    """Deals tables of one game, one after the other, and plays for all seats that are not agents.

    `tries` is how many answers may be checked to find the legal ones of a decision, `bots` are the bots by seat.
    """

    tries: int

    def __init__(
        self,
        layout: Layout,
        seats: int,
        options: Mapping[str, Any] | None = None,
        bots: Mapping[int, str] | None = None,
    ) -> None:
        self.layout = layout
        self.seats = seats
        self.options = dict(options or {})
        self.bots = dict(bots or {})
        self.answered = [0] * seats
        """How many decisions each seat has answered."""

    def next_question(self, questions: Sequence[Question]) -> Question:
        """Of several open decisions of a seat, the one to ask next: they take turns."""
        return questions[self.answered[questions[0].seat] % len(questions)]

    @abstractmethod
    def deal(self, seed: str) -> None:
        """Start a new table; the same seed is the same deal."""

    @abstractmethod
    def asked(self) -> Mapping[int, Question]:
        """The decision of each agent that has one now; empty when the table is over."""

    @abstractmethod
    def view(self, seat: int) -> Any:
        """The view of this seat; its fields are attributes."""

    @abstractmethod
    def may_refuse(self, question: Question) -> bool:
        """Whether the rules may refuse picks of this decision although they are among its options."""

    @abstractmethod
    def refusal(self, question: Question, picks: tuple[str, ...]) -> str | None:
        """The code with which the rules refuse this answer, or None if it is legal."""

    @abstractmethod
    def answer(self, question: Question, picks: tuple[str, ...]) -> None:
        """Send an answer."""

    @abstractmethod
    def outcome(self) -> Outcome | None:
        """The result, once there is one."""

    @abstractmethod
    def close(self) -> None:
        """Leave the table."""

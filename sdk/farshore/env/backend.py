"""What an environment needs of a table, in this process or over HTTP."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from farshore.env.layout import Layout
from farshore.env.picking import Question

if TYPE_CHECKING:
    from farshore import local
    from farshore.models import Result

Outcome: TypeAlias = "Result | local.Result"
"""The result of a table, of the SDK or of the rules."""


class Backend(Protocol):
    """Deals tables of one game, one after the other, and plays for all seats that are not agents.

    `tries` is how many answers may be checked to find the legal ones of a decision.
    """

    tries: int
    layout: Layout

    def deal(self, seed: str) -> None:
        """Start a new table; the same seed is the same deal."""

    def asked(self) -> Mapping[int, Question]:
        """The decision of each agent that has one now; empty when the table is over."""

    def view(self, seat: int) -> Any:
        """The view of this seat; its fields are attributes."""

    def may_refuse(self, question: Question) -> bool:
        """Whether the rules may refuse picks of this decision although they are among its options."""

    def refusal(self, question: Question, picks: tuple[str, ...]) -> str | None:
        """The code with which the rules refuse this answer, or None if it is legal."""

    def answer(self, question: Question, picks: tuple[str, ...]) -> None:
        """Send an answer."""

    def outcome(self) -> Outcome | None:
        """The result, once there is one."""

    def close(self) -> None:
        """Leave the table."""


def in_turn(questions: Sequence[Question], answered: int) -> Question:
    """Of several open decisions of a seat, the one to ask next: they take turns."""
    return questions[answered % len(questions)]

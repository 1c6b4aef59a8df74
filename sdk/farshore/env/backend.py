"""What an environment needs of a table, wherever it stands: in this process or behind HTTP."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from farshore.env.picking import Question


@dataclass(frozen=True)
class Outcome:
    """How a table ended: each seat's place, and who won."""

    places: tuple[int, ...]
    winners: tuple[int, ...]


class Dealer(Protocol):
    """Deals tables of one game, one after the other, and plays on for everybody who is not an agent.

    `tries` is how many answers may be tried out to find the legal ones of a question.
    """

    tries: int

    def deal(self, seed: str) -> None:
        """A new table; the same seed is the same deal."""

    def asked(self) -> Mapping[int, Question]:
        """The question of each agent that is asked now; nobody means that the table is over."""

    def view(self, seat: int) -> Any:
        """What this seat may see; its fields are attributes."""

    def refusal(self, question: Question, picks: tuple[str, ...]) -> str | None:
        """The code with which the rules refuse this answer, or None if they take it."""

    def answer(self, question: Question, picks: tuple[str, ...]) -> None:
        """Give an answer."""

    def outcome(self) -> Outcome | None:
        """How it ended, once it has."""

    def close(self) -> None:
        """Leave the table."""


def in_turn(questions: Sequence[Question], answered: int) -> Question:
    """Who is asked several things at once is asked one after the other, round and round."""
    return questions[answered % len(questions)]

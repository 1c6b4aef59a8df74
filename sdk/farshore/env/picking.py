"""Answers, pick by pick: which options may be picked next, so that a legal answer is always within reach."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Protocol

Refusal = Callable[[tuple[str, ...]], str | None]
"""The code with which the rules refuse an answer, or None if they take it."""

TOO_FEW: Final = "too-few"
TIRED: Final = "tired"


class Question(Protocol):
    """What is asked: pick between `least` and `most` of `options`. The service and the SDK both have such a thing."""

    @property
    def kind(self) -> str: ...
    @property
    def seat(self) -> int: ...
    @property
    def options(self) -> tuple[str, ...]: ...
    @property
    def least(self) -> int: ...
    @property
    def most(self) -> int: ...
    @property
    def default(self) -> tuple[str, ...] | None: ...
    @property
    def about(self) -> Mapping[str, Any]: ...


def fallback(question: Question) -> tuple[str, ...]:
    """What the clock would answer."""
    return question.options[: question.least] if question.default is None else question.default


def plain(question: Question, picks: Sequence[str]) -> tuple[list[str], bool]:
    """Where all options go together: what may be picked next, and whether the picks are an answer as they are."""
    if len(picks) >= question.most:
        return [], True
    more = [option for option in question.options if option not in picks] if picks else list(question.options)
    return more, len(picks) >= question.least


class Combinations:
    """Where options do not all go together: looks for the answers that the rules take.

    Each set of picks is tried once. A refusal that is `hopeless` is not mended by more picks, so nothing beyond it
    is tried. After `tries` answers it is tired: what has not been found possible by then counts as impossible.
    """

    def __init__(self, question: Question, refusal: Refusal, hopeless: frozenset[str], tries: int) -> None:
        self.question = question
        self.refusal = refusal
        self.hopeless = hopeless | {TIRED}
        self.tries = tries
        self.heard: dict[frozenset[str], str | None] = {}
        self.ends: dict[frozenset[str], frozenset[str] | None] = {}

    def next(self, picks: Sequence[str]) -> tuple[list[str], bool]:
        """What may be picked next, and whether the picks are an answer as they are."""
        chosen = frozenset(picks)
        possible: set[str] = set()
        if len(picks) < self.question.most:
            for option in self.question.options:
                if option not in chosen and option not in possible:
                    end = self.end((*picks, option))
                    if end is not None:
                        possible |= end - chosen
        return [option for option in self.question.options if option in possible], self.hear(tuple(picks)) is None

    def end(self, picks: tuple[str, ...]) -> frozenset[str] | None:
        """A legal answer that holds these picks."""
        chosen = frozenset(picks)
        if chosen not in self.ends:
            self.ends[chosen] = self._end(picks)
        return self.ends[chosen]

    def _end(self, picks: tuple[str, ...]) -> frozenset[str] | None:
        refused = self.hear(picks)
        if refused is None:
            return frozenset(picks)
        if refused in self.hopeless or len(picks) >= self.question.most:
            return None
        for option in self.question.options:
            if option not in picks:
                end = self.end((*picks, option))
                if end is not None:
                    return end
        return None

    def hear(self, picks: tuple[str, ...]) -> str | None:
        """What the rules say to these picks."""
        if len(picks) < self.question.least:
            return TOO_FEW
        chosen = frozenset(picks)
        if chosen not in self.heard:
            if len(self.heard) >= self.tries:
                return TIRED
            self.heard[chosen] = self.refusal(picks)
        return self.heard[chosen]

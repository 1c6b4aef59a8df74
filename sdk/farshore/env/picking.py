"""Answers, pick by pick: which options may be picked next, so that a legal answer can always be completed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeAlias

if TYPE_CHECKING:
    from farshore import local
    from farshore.models import Decision

Refusal = Callable[[tuple[str, ...]], str | None]
"""The code with which the rules refuse an answer, or None if it is legal."""

TOO_FEW: Final = "too-few"
NOT_TRIED: Final = "not-tried"


Question: TypeAlias = "Decision | local.Decision"
"""A decision of the SDK or of the rules: pick between `least` and `most` of `options`."""


def free_picks(question: Question, picks: Sequence[str]) -> tuple[list[str], bool]:
    """Where all options can be combined: what may be picked next, and whether the picks are a complete answer."""
    if len(picks) >= question.most:
        return [], True
    more = [option for option in question.options if option not in picks] if picks else list(question.options)
    return more, len(picks) >= question.least


class Combinations:
    """Where options exclude each other: searches for answers that the rules accept.

    Each set of picks is checked once. A refusal in `final` cannot be lifted by more picks, so nothing beyond it is
    checked. After `tries` checks, everything not found legal so far counts as illegal.
    """

    def __init__(self, question: Question, refusal: Refusal, final: frozenset[str], tries: int) -> None:
        self.question = question
        self.refusal = refusal
        self.final = final | {NOT_TRIED}
        self.tries = tries
        self.checked: dict[frozenset[str], str | None] = {}
        self.ends: dict[frozenset[str], frozenset[str] | None] = {}

    def next(self, picks: Sequence[str]) -> tuple[list[str], bool]:
        """What may be picked next, and whether the picks are a complete answer."""
        chosen = frozenset(picks)
        possible: set[str] = set()
        if len(picks) < self.question.most:
            for option in self.question.options:
                if option not in chosen and option not in possible:
                    end = self.end((*picks, option))
                    if end is not None:
                        possible |= end - chosen
        return [option for option in self.question.options if option in possible], self.check(tuple(picks)) is None

    def end(self, picks: tuple[str, ...]) -> frozenset[str] | None:
        """A legal answer that contains these picks."""
        chosen = frozenset(picks)
        if chosen not in self.ends:
            self.ends[chosen] = self._end(picks)
        return self.ends[chosen]

    def _end(self, picks: tuple[str, ...]) -> frozenset[str] | None:
        refused = self.check(picks)
        if refused is None:
            return frozenset(picks)
        if refused in self.final or len(picks) >= self.question.most:
            return None
        for option in self.question.options:
            if option not in picks:
                end = self.end((*picks, option))
                if end is not None:
                    return end
        return None

    def check(self, picks: tuple[str, ...]) -> str | None:
        """Why the rules refuse these picks, or None."""
        if len(picks) < self.question.least:
            return TOO_FEW
        chosen = frozenset(picks)
        if chosen not in self.checked:
            if len(self.checked) >= self.tries:
                return NOT_TRIED
            self.checked[chosen] = self.refusal(picks)
        return self.checked[chosen]


@dataclass(frozen=True)
class Hints:
    """Optional knowledge of a game, which saves the search some work. A game without hints is searched wherever its
    rules check combinations.

    `checked`: the kinds of decision whose options exclude each other. `final`: refusals no further pick can lift.
    """

    checked: frozenset[str] = frozenset()
    final: frozenset[str] = frozenset()


HINTS: Final = {
    "faraway": Hints(),
    "golden_compass": Hints(frozenset({"play-set", "pay-to-place", "pay-magisterium"})),
    "mountains_of_madness": Hints(
        frozenset({"place"}),
        frozenset(
            {
                *("words-alone", "silence-has-begun", "still-talking", "vestige", "play-precondition"),
                *("play-max-cards", "play-one-by-one", "play-parity", "play-not-first", "play-last"),
            }
        ),
    ),
    "new_lands": Hints(
        frozenset(
            {
                *("set-compass", "know-how", "take-mission", "discard-mission"),
                *("vote-mission", "vote-exploration", "vote-loss", "vote-meaning"),
            }
        ),
        frozenset({"one-vote", "one-direction", "nothing-held", "mission-not-in-row", "no-such-word"}),
    ),
    "not_alone": Hints(frozenset({"explore", "resist", "resist-last"}), frozenset({"one-action"})),
}

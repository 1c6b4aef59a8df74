"""The whole grammar between a game and whoever plays it: a Decision asks, an Answer replies."""

from __future__ import annotations

import re
from typing import Annotated, Any, Final

from msgspec import Meta, Struct, field

Seat = Annotated[int, Meta(title="Seat", extra_json_schema={"x-kind": "seat"})]
"""A seat. Schemas of views and events say so, for clients that treat seats differently from other numbers."""

Picks = tuple[str, ...]

CLOCK: Final[Seat] = -1
"""The hourglass. It sits at the table and answers only what is asked of it."""

SPECTATORS: Final[Seat] = -2
"""All who watch: an event may be told to them apart from the seats."""

WITHDRAW: Final = "withdraw"
"""The kind of an answer that takes a sealed answer back, where the rules allow it."""

SAY: Final = "say"
"""The kind of an answer that is speech, in games where speech counts: its picks are the room and the text."""


class Illegal(ValueError):
    """The answer breaks a rule; the state is untouched.

    `code` names the rule for programs, `params` its figures; the message is for people who read logs.
    """

    def __init__(self, code: str, message: str, **params: Any) -> None:
        super().__init__(message)
        self.code = code
        self.params = params


class Decision(Struct, frozen=True):
    """One open question: `seat` picks between `least` and `most` of `options`.

    `seconds` is a limit of the game's own (a sand timer); `default` is what happens when time runs out.
    `about` holds what the question is about, for the words that ask it. A `window` is a moment to act out of turn:
    most pass it most of the time, so a player may pass all windows of a kind in advance.
    """

    kind: str
    seat: Seat
    options: Picks
    least: int = 1
    most: int = 1
    seconds: float | None = None
    default: Picks | None = None
    about: dict[str, Any] = field(default_factory=dict)
    window: bool = False

    def check(self, picks: Picks) -> None:
        """Raise Illegal unless `picks` is one of the answers this question allows."""
        if not self.least <= len(picks) <= self.most:
            raise Illegal(
                "wrong-number-of-picks",
                f"{self.kind}: pick {self.least} to {self.most}, not {len(picks)}",
                least=self.least,
                most=self.most,
                given=len(picks),
            )
        if len(set(picks)) < len(picks):
            raise Illegal("picked-twice", f"{self.kind}: the same option is picked twice")
        if unknown := [pick for pick in picks if pick not in self.options]:
            raise Illegal("not-an-option", f"{self.kind}: not among the options", picks=unknown)

    @property
    def on_timeout(self) -> Picks:
        """What the hourglass answers: the rule's default, or the first options there are."""
        return self.options[: self.least] if self.default is None else self.default

    def shown(self, name: str, sealed: bool) -> dict[str, Any]:
        """The question as data for its player, still without the sentence that asks it and without times."""
        return {
            "id": name,
            "kind": self.kind,
            "seat": self.seat,
            "options": self.options,
            "least": self.least,
            "most": self.most,
            "sealed": sealed,
            "optional": self.least == 0,
            "window": self.window,
            "default": self.on_timeout,
            "about": self.about,
        }

    @property
    def passing(self) -> Picks | None:
        """The answer that lets a window pass, which is what the clock would answer; None if this is no window."""
        return self.on_timeout if self.window else None


class DecisionId(Struct, frozen=True):
    """The name of an open decision, never used twice in a game.

    It says which beat of the game, which kind, whose, and how often this seat was asked it before.
    """

    beat: int
    kind: str
    seat: Seat
    again: int = 0

    def __str__(self) -> str:
        who = "clock" if self.seat == CLOCK else self.seat
        return f"{self.beat}-{self.kind}-{who}" + (f"-{self.again}" if self.again else "")

    @classmethod
    def parse(cls, text: str) -> DecisionId | None:
        """The decision with this name, whether it exists or not; None if no decision can have it."""
        found = _DECISION_ID.fullmatch(text)
        if found is None:
            return None
        beat, kind, who, again = found.groups()
        return cls(int(beat), kind, CLOCK if who == "clock" else int(who), int(again or 0))


_DECISION_ID: Final = re.compile(r"([0-9]{1,9})-(.+?)-([0-9]{1,9}|clock)(?:-([0-9]{1,9}))?")


class Answer(Struct, frozen=True):
    """What one seat replies. A finished game is its setup and its list of answers."""

    seat: Seat
    kind: str
    picks: Picks

    @property
    def pick(self) -> str:
        """The single pick, for questions that allow exactly one."""
        [only] = self.picks
        return only

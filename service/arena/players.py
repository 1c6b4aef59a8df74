"""The players of an arena, and the information they get: only what their seat may see."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from time import process_time
from typing import Any, Final, Protocol

import msgspec
from msgspec import Struct

from service.arena.plan import THOUGHTS, Entrant, Plan
from service.games import REGISTRY
from service.games.kit import agenda
from service.games.kit.bots import Thinking, message, rounds
from service.games.kit.decision import SAY, Answer, Decision, Illegal, Picks, Seat
from service.games.kit.event import Event
from service.games.kit.game import Game, Result
from service.games.kit.page import Ask, PageContext

MAX_MESSAGES: Final = 20
"""How many messages a bot may send before it answers."""


class ArenaFailure(Exception):
    """No answer: the player `crashed`, was `late`, or `died` together with its process."""

    def __init__(self, kind: str, detail: str = "") -> None:
        super().__init__(f"{kind}: {detail}" if detail else kind)
        self.kind = kind
        self.detail = detail


class ArenaAnswer(Struct, frozen=True):
    """An answer: the id of the decision and the picks."""

    name: str
    picks: Picks


class ArenaPlayer(Protocol):
    """Plays for one entrant, game after game. `watch` is the clock that measures its time."""

    watch: Callable[[], float]

    def begin(self, seat: ArenaSeat) -> None:
        """A game begins."""

    def answer(self, seat: ArenaSeat, refused: Illegal | None) -> ArenaAnswer | None:
        """Answer one of the open decisions of this seat, or raise ArenaFailure.

        `refused` says why the previous answer was not accepted. Return None if the player spoke and no decision is open
        any longer.
        """

    def end(self, seat: ArenaSeat, result: Result) -> None:
        """The game is over."""

    def close(self) -> None:
        """There are no more games."""


class ArenaSeat:
    """A seat at a table in this process: what the API would return to its player."""

    def __init__(self, plan: Plan, table: str, s: Any, number: Seat, events: list[Event], random: Random) -> None:
        self.plan = plan
        self.game: Game[Any, Any, Any] = plan.rules_of
        self.table = table
        self.number = number
        self.random = random
        self._s = s
        self._events = events

    def view(self) -> Any:
        """The view of this seat, as plain data."""
        return msgspec.to_builtins(self.game.view(self._s, self.number), str_keys=True)

    def questions(self) -> dict[str, Decision]:
        """The open decisions of this seat."""
        return {name: each for name, each in self.game.questions(self._s).items() if each.seat == self.number}

    def decisions(self, language: str = "en") -> list[dict[str, Any]]:
        """The open decisions as plain data, with prompts."""
        sealed, words = agenda.sealing(self._s), self.game.words(language)
        return [
            msgspec.to_builtins({**each.shown(name, sealed), "prompt": words.ask(each.kind, each.about)})
            for name, each in self.questions().items()
        ]

    def check(self, name: str, picks: Picks) -> None:
        """Raise Illegal unless this answer would be accepted."""
        question = self.questions().get(name)
        if question is None:
            raise Illegal("not-asked", f"{name} is not open")
        self.game.check(self._s, Answer(self.number, question.kind, picks))

    def events(self, after: int = 0) -> list[tuple[int, Event]]:
        """The numbered events that this seat may see, after this number."""
        return [
            (n, event)
            for n, event in enumerate(self._events[after:], start=after + 1)
            if event.to is None or self.number in event.to
        ]

    @property
    def length(self) -> int:
        """How many events there are, including those that this seat may not see."""
        return len(self._events)

    def heard(self, after: int) -> list[tuple[int, Event]]:
        """The events after this number, and the once-only events of this turn of the game."""
        mine = self.events()
        anew = max((n for n, event in mine if event.kind in (self.game.told_anew, self.game.told_until)), default=0)
        once = self.game.told_once
        return [(n, event) for n, event in mine if n > after or (n > anew and event.kind in once)]

    def context(self, names: tuple[str, ...], language: str, after: int = 0) -> PageContext:
        """The context for the text page and the sentences of this seat."""
        return PageContext(
            seat=self.number,
            names=names,
            language=language,
            decisions=tuple(Ask(name, question) for name, question in self.questions().items()),
            story=tuple(event for _, event in self.heard(after)),
        )

    def page(self, context: PageContext) -> str:
        """The table as a page of plain text."""
        return self.game.page(self.game.view(self._s, self.number), context)

    def imagine(self) -> Any:
        """A random state that looks the same to this seat."""
        return self.game.imagine(self._s, self.number, self.random)

    def check_say(self, room: str, text: str) -> None:
        """Raise Illegal if the rules refuse this message."""
        if self.game.talk_counts:
            self.game.check(self._s, Answer(self.number, SAY, (room, text)))

    def say(self, room: str, text: str) -> bool:
        """Say something. Return whether it was accepted. Ignored in games where speech does not matter."""
        if not self.game.talk_counts:
            return False
        try:
            self._events += self.game.apply(self._s, Answer(self.number, SAY, (room, text)))
        except Illegal:
            return False
        return True


class ArenaBot:
    """A bot of the game, limited by a number of thoughts instead of time, so that games are reproducible."""

    # CPU time, so that other processes on the machine do not count.
    watch = staticmethod(process_time)

    def __init__(self, plan: Plan, entrant: Entrant) -> None:
        self.bot = plan.rules_of.bots[str(entrant.level)]
        self.thoughts = entrant.thoughts or THOUGHTS

    def begin(self, seat: ArenaSeat) -> None:
        """Nothing to do: bots have no memory."""

    def answer(self, seat: ArenaSeat, refused: Illegal | None) -> ArenaAnswer | None:
        """Speak where that matters, then answer the first decision."""
        thinking = Thinking(seat.random, rounds(self.thoughts))
        for _ in range(MAX_MESSAGES if seat.game.talk_counts else 0):
            said = message(self.bot, seat.game, seat.imagine(), seat.number, thinking)
            if said is None or not seat.say(*said):
                break
        for name, question in seat.questions().items():
            return ArenaAnswer(name, self.bot.choose(seat.game, seat.imagine(), question, thinking))
        return None

    def end(self, seat: ArenaSeat, result: Result) -> None:
        """Nothing to do."""

    def close(self) -> None:
        """Nothing to close."""


PlayerFactory = Callable[[Plan, Entrant], ArenaPlayer]
"""Creates the player of an entrant."""


def bot_player(plan: Plan, entrant: Entrant) -> ArenaPlayer:
    """The factory for arenas with bots only."""
    if entrant.kind != "bot":
        raise ValueError(f"{entrant.name} is not a bot of {REGISTRY[plan.game].name}")
    return ArenaBot(plan, entrant)


def create_players(plan: Plan, create: PlayerFactory) -> Sequence[ArenaPlayer]:
    """The players of all entrants, by number."""
    return [create(plan, entrant) for entrant in plan.entrants]

"""Who plays for an entrant, and what they are given: what their seat may see, and nothing else."""

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

MOST_SAID: Final = 20
"""So often somebody may speak before they answer."""


class Failed(Exception):
    """No answer: the entrant `crashed`, was `late`, or has `died` and takes the process along."""

    def __init__(self, kind: str, detail: str = "") -> None:
        super().__init__(f"{kind}: {detail}" if detail else kind)
        self.kind = kind
        self.detail = detail


class BotAnswer(Struct, frozen=True):
    """An answer: the name of the question, and what was picked."""

    name: str
    picks: Picks


class Mind(Protocol):
    """Plays for one entrant, game after game. `watch` measures its thinking."""

    watch: Callable[[], float]

    def begin(self, place: Place) -> None:
        """A game begins, and this is a place at its table."""

    def answer(self, place: Place, reason: str | None) -> BotAnswer | None:
        """Answer one of the questions of this place; `reason` says what was wrong with the answer before.

        None if something was said and nothing is asked any more. `Failed` if there is no answer.
        """

    def end(self, place: Place, result: Result) -> None:
        """The game is over."""

    def close(self) -> None:
        """Nothing more will be asked."""


class Place:
    """A seat at a table in this process: what the API would show to whoever sits there."""

    def __init__(self, plan: Plan, table: str, s: Any, seat: Seat, story: list[Event], random: Random) -> None:
        self.plan = plan
        self.game: Game[Any, Any, Any] = plan.rules_of
        self.table = table
        self.seat = seat
        self.random = random
        self._s = s
        self._story = story

    def view(self) -> Any:
        """What this seat sees, as plain data."""
        return msgspec.to_builtins(self.game.view(self._s, self.seat), str_keys=True)

    def questions(self) -> dict[str, Decision]:
        """What this seat is asked now."""
        return {name: each for name, each in self.game.questions(self._s).items() if each.seat == self.seat}

    def decisions(self, language: str = "en") -> list[dict[str, Any]]:
        """The same as plain data, in words."""
        sealed, words = agenda.sealing(self._s), self.game.words(language)
        return [
            msgspec.to_builtins({**each.shown(name, sealed), "prompt": words.ask(each.kind, each.about)})
            for name, each in self.questions().items()
        ]

    def check(self, name: str, picks: Picks) -> None:
        """Raise Illegal unless this answer would be taken."""
        question = self.questions().get(name)
        if question is None:
            raise Illegal("not-asked", f"{name} is not open")
        self.game.check(self._s, Answer(self.seat, question.kind, picks))

    def story(self, after: int = 0) -> list[tuple[int, Event]]:
        """What this seat has heard since the event of this number."""
        return [
            (n, event)
            for n, event in enumerate(self._story[after:], start=after + 1)
            if event.to is None or self.seat in event.to
        ]

    def imagine(self) -> Any:
        """Another table that looks the same from here."""
        return self.game.imagine(self._s, self.seat, self.random)

    def say(self, room: str, text: str) -> bool:
        """Say something where speech counts; whether it was accepted. Elsewhere nobody listens."""
        if not self.game.talk_counts:
            return False
        try:
            self._story += self.game.apply(self._s, Answer(self.seat, SAY, (room, text)))
        except Illegal:
            return False
        return True


class BuiltIn:
    """A built-in player, with a number of thoughts instead of seconds."""

    # It thinks in this process, and what others do meanwhile is not its thinking.
    watch = staticmethod(process_time)

    def __init__(self, plan: Plan, entrant: Entrant) -> None:
        self.bot = plan.rules_of.bots[str(entrant.level)]
        self.thoughts = entrant.thoughts or THOUGHTS

    def begin(self, place: Place) -> None:
        """It has no memory."""

    def answer(self, place: Place, reason: str | None) -> BotAnswer | None:
        """Speak where that counts, then answer the first question."""
        thinking = Thinking(place.random, rounds(self.thoughts))
        for _ in range(MOST_SAID if place.game.talk_counts else 0):
            said = message(self.bot, place.game, place.imagine(), place.seat, thinking)
            if said is None or not place.say(*said):
                break
        for name, question in place.questions().items():
            return BotAnswer(name, self.bot.choose(place.game, place.imagine(), question, thinking))
        return None

    def end(self, place: Place, result: Result) -> None:
        """It has no feelings either."""

    def close(self) -> None:
        """Nothing is left behind."""


Maker = Callable[[Plan, Entrant], Mind]
"""Makes the mind of an entrant."""


def built_in(plan: Plan, entrant: Entrant) -> Mind:
    """The maker of an arena in which only built-in players take part."""
    if entrant.kind != "bot":
        raise ValueError(f"{entrant.name} is no built-in player of {REGISTRY[plan.game].name}")
    return BuiltIn(plan, entrant)


def all_minds(plan: Plan, make: Maker) -> Sequence[Mind]:
    """The minds of all entrants, by number."""
    return [make(plan, entrant) for entrant in plan.entrants]

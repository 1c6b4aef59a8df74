"""Tables in this process: the rules themselves, without HTTP, as fast as they are."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from random import Random
from typing import Any, Final

from farshore.env.picking import Question, fallback
from farshore.env.tables import Outcome, in_turn

RULES: Final = "service.games"
"""Where the rules are. They are fetched by name when they are needed: the SDK can be had without the service."""

THOUGHTS: Final = 30
"""What a built-in player that searches may try for one answer."""

MOST_SAID: Final = 8
"""So many messages a built-in player may send before it answers."""


class Local:
    """The dealer of this process. `bots` are the built-in players, by seat; chance and time are played here too."""

    tries = 1000

    def __init__(
        self, game: str, seats: int, options: Mapping[str, Any] | None = None, bots: Mapping[int, str] | None = None
    ) -> None:
        try:
            shelf = importlib.import_module(RULES).SHELF
        except ImportError as missing:
            raise ImportError(
                "play in process needs the service package; give a Client as backend instead"
            ) from missing
        kit = importlib.import_module(f"{RULES}.kit.decision")
        self._thinking = importlib.import_module(f"{RULES}.kit.bots")
        self._answer, self._illegal, self._clock = kit.Answer, kit.Illegal, kit.CLOCK
        self.game = shelf[game]
        self.rules_version: int = self.game.rules_version
        self.seats = seats
        self.options = dict(options or {})
        self.bots = {seat: self._bot(level) for seat, level in (bots or {}).items()}
        self._asked: dict[int, Question] = {}

    def _bot(self, level: str) -> Any:
        if level not in self.game.bots:
            raise ValueError(f"{self.game.name} has no player {level!r}, only {', '.join(self.game.bots)}")
        return self.game.bots[level]

    def deal(self, seed: str) -> None:
        """A fresh table, played on to the first question of an agent."""
        self.s = self.game.new(self.seats, seed, self.options)
        self.random = Random(seed)
        self.answered = [0] * self.seats
        self._settle()

    def asked(self) -> Mapping[int, Question]:
        """The question of each agent that is asked now."""
        return self._asked

    def view(self, seat: int) -> Any:
        """What this seat may see."""
        return self.game.view(self.s, seat)

    def refusal(self, question: Question, picks: tuple[str, ...]) -> str | None:
        """What the rules say to these picks."""
        try:
            # The options are known to be open; only whether they go together is asked.
            self.s.agenda[-1].check(self.s, self._answer(question.seat, question.kind, picks))
        except self._illegal as refused:
            code: str = refused.code
            return code
        return None

    def answer(self, question: Question, picks: tuple[str, ...]) -> None:
        """Take an agent's answer, and play on to the next question of an agent."""
        self._take(question, picks)
        self._settle()

    def outcome(self) -> Outcome | None:
        """How it ended."""
        result = self.game.result(self.s)
        return None if result is None else Outcome(result.places, result.winners)

    def close(self) -> None:
        """Nothing is left behind."""

    def _take(self, question: Question, picks: tuple[str, ...]) -> None:
        if question.seat >= 0:
            self.answered[question.seat] += 1
        self.game.apply(self.s, self._answer(question.seat, question.kind, picks))

    def _settle(self) -> None:
        """Let built-in players answer, each once before the agents are asked again; time passes when all wait."""
        done: set[int] = set()
        while True:
            by_seat: dict[int, list[Question]] = {}
            for question in self.game.decisions(self.s):
                by_seat.setdefault(question.seat, []).append(question)
            clock = by_seat.pop(self._clock, None)
            due = [seat for seat in by_seat if seat in self.bots and seat not in done]
            if due:
                done.add(due[0])
                self._play(due[0], in_turn(by_seat[due[0]], self.answered[due[0]]))
                continue
            asked = {
                seat: in_turn(questions, self.answered[seat]) if len(questions) > 1 else questions[0]
                for seat, questions in by_seat.items()
                if seat not in self.bots
            }
            if asked or not (by_seat or clock):
                self._asked = asked
                return
            if by_seat:
                done.clear()
            elif clock:
                first = min(clock, key=_seconds)
                self._take(first, fallback(first))

    def _play(self, seat: int, question: Question) -> None:
        bot, game = self.bots[seat], self.game
        thinking = self._thinking.Thinking(self.random, self._thinking.rounds(THOUGHTS))
        for _ in range(MOST_SAID if game.talk_counts else 0):
            said = self._thinking.message(bot, game, game.imagine(self.s, seat, self.random), seat, thinking)
            if said is None:
                break
            try:
                game.speak(self.s, seat, *said)
            except self._illegal:
                break
            if not any(each.seat == seat and each.kind == question.kind for each in game.decisions(self.s)):
                return
        picks = bot.choose(game, game.imagine(self.s, seat, self.random), question, thinking)
        self._take(question, picks)


def _seconds(question: Any) -> float:
    return float(question.seconds or 0)

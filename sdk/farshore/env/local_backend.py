"""Tables in this process: the rules themselves, without HTTP."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from random import Random
from typing import Any, Final

from farshore import local
from farshore.env.backend import Backend, Outcome
from farshore.env.layout import Layout
from farshore.env.picking import Question

THOUGHTS: Final = 30
"""How many positions a searching bot may try per answer."""
MAX_MESSAGES: Final = 8
"""How many messages a bot may send before it answers."""


@cache
def local_layout(game: str) -> Layout:
    """The layout of a game of this installation."""
    if game not in local.GAMES:
        raise ValueError(f"there is no game {game!r}, only {', '.join(local.GAMES)}")
    rules = local.GAMES[game]
    return Layout(local.game_info(rules), local.game_text(rules, "en"))


class LocalBackend(Backend):
    """Deals tables in this process; the clock is simulated."""

    tries = 1000

    def __init__(self, *settings: Any) -> None:
        super().__init__(*settings)
        self.game = local.GAMES[self.layout.game]
        self._asked: dict[int, Question] = {}
        for level in self.bots.values():
            if level not in self.game.bots:
                raise ValueError(f"{self.game.name} has no bot {level!r}, only {', '.join(self.game.bots)}")

    def deal(self, seed: str) -> None:
        """Start a new table, and play on to the first decision of an agent."""
        self.s = self.game.new(self.seats, seed, self.options)
        self.random = Random(seed)
        self.answered = [0] * self.seats
        self._play_on()

    def asked(self) -> Mapping[int, Question]:
        return self._asked

    def view(self, seat: int) -> Any:
        return self.game.view(self.s, seat)

    def may_refuse(self, question: Question) -> bool:
        """Whether the current step checks more than the options."""
        return type(self.s.agenda[-1]).check is not local.Step.check

    def refusal(self, question: Question, picks: tuple[str, ...]) -> str | None:
        try:
            # The picks are among the options; only the step's own rules are left to check.
            self.s.agenda[-1].check(self.s, local.Answer(question.seat, question.kind, picks))
        except local.Illegal as refused:
            return refused.code
        return None

    def answer(self, question: Question, picks: tuple[str, ...]) -> None:
        self._apply(question, picks)
        self._play_on()

    def outcome(self) -> Outcome | None:
        return self.game.result(self.s)

    def close(self) -> None:
        pass

    def _apply(self, question: Question, picks: tuple[str, ...]) -> None:
        if question.seat >= 0:
            self.answered[question.seat] += 1
        self.game.apply(self.s, local.Answer(question.seat, question.kind, picks))

    def _play_on(self) -> None:
        """Let each bot answer once before the agents are asked again; time passes when everybody waits."""
        done: set[int] = set()
        while True:
            by_seat: dict[int, list[Question]] = {}
            for question in self.game.decisions(self.s):
                by_seat.setdefault(question.seat, []).append(question)
            clock = by_seat.pop(local.CLOCK, None)
            due = [seat for seat in by_seat if seat in self.bots and seat not in done]
            if due:
                done.add(due[0])
                self._play_bot(due[0], self.next_question(by_seat[due[0]]))
                continue
            asked = {seat: self.next_question(mine) for seat, mine in by_seat.items() if seat not in self.bots}
            if asked or not (by_seat or clock):
                self._asked = asked
                return
            if by_seat:
                done.clear()
            elif clock:
                first = min(clock, key=lambda timer: float(getattr(timer, "seconds", None) or 0))
                self._apply(first, first.on_timeout)

    def _play_bot(self, seat: int, question: Any) -> None:
        game = self.game
        bot = game.bots[self.bots[seat]]
        thinking = local.Thinking(self.random, local.rounds(THOUGHTS))
        for _ in range(MAX_MESSAGES if game.talk_counts else 0):
            message = local.message(bot, game, game.imagine(self.s, seat, self.random), seat, thinking)
            if message is None:
                break
            try:
                game.speak(self.s, seat, *message)
            except local.Illegal:
                break
            if not any(each.seat == seat and each.kind == question.kind for each in game.decisions(self.s)):
                return
        picks = bot.choose(game, game.imagine(self.s, seat, self.random), question, thinking)
        self._apply(question, picks)

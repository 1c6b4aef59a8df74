"""A person at the table, as a test plays one: speaks ordinary sentences, never signals, and does what was agreed."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random

from service.games.kit.bots import Thinking, rounds
from service.games.kit.decision import CLOCK, Answer, Decision, Picks, Seat
from service.games.kit.event import Event
from service.games.mountains_of_madness.bots import guide, saying
from service.games.mountains_of_madness.bots.guide import Guide
from service.games.mountains_of_madness.bots.hearing import Ear, listen
from service.games.mountains_of_madness.bots.prose import Told, understand
from service.games.mountains_of_madness.state import State
from service.games.mountains_of_madness.talk.messages import Message, written
from service.games.mountains_of_madness.talk.speaking import ROOM
from tests.games.mountains_of_madness.table import game

ENGLISH = ("I have {}", "{}", "I can offer {}", "hi, {} here", "my cards: {}", "I've got {}")
FRENCH = ("j'ai {}", "{}", "je peux offrir {}", "bonjour, {} ici", "mes cartes : {}", "il me reste {}")
FRENCH_KINDS = {"tools": "outils", "books": "livres", "weapons": "armes", "crates": "caisses"}


class Person(Guide):
    """Tells its cards in prose, says yes to a plan, and places what the plan says of it."""

    def __init__(self, french: bool) -> None:
        self.french = french

    def speak(self, game: object, imagined: State, seat: Seat, thinking: Thinking) -> tuple[str, str] | None:
        s = imagined
        if s.phase != "encounter" or s.faced.silent:
            return None
        if held := s.faced.voices[seat].held:
            return ROOM, held
        ear = listen(s, seat, s.faced.voices[seat].heard)
        offers, pledges = guide._unsaid(s, seat, ear)
        for sentence in self._sentences([*offers, *pledges], seat, ear, thinking.random):
            message = Message(saying.phrase(s, seat, sentence), ())
            if saying.sayable(s, seat, message):
                return ROOM, written(message)
        return None

    def _sentences(self, cards: Sequence[Told], seat: Seat, ear: Ear, random: Random) -> Iterator[str]:
        if cards:
            forms = FRENCH if self.french else ENGLISH
            for size in range(len(cards), 0, -1):
                told = ", ".join(
                    f"{FRENCH_KINDS[kind] if self.french else kind} {value}" for kind, value in cards[:size]
                )
                yield random.choice(forms).format(told)
                yield told
        elif seat not in ear.spoke:
            yield "je n'ai rien" if self.french else "nothing for me"
        elif ear.planned and seat not in ear.assented:
            yield "d'accord" if self.french else "agreed"

    def _kind(self, kind: str) -> str:
        return FRENCH_KINDS[kind] if self.french else kind

    def _cards(self, s: State, seat: Seat, ear: Ear) -> list[str] | None:
        """What the plan says in words; without one, what a guide would place."""
        plans = [
            line.text for line in s.faced.voices[seat].heard if line.timer == s.faced.timer and "plan" in line.text
        ]
        named = re.search(rf"{s.players[seat].character} ([^;.]*)", plans[-1]) if plans else None
        if not plans or s.players[seat].mad.rules:
            return super()._cards(s, seat, ear)
        part = Counter() if named is None else understand(named[1]).offers
        placed = [each.card for each in s.faced.placed if each.seat == seat]
        wounds = [card for card in s.players[seat].hand if card.startswith("wound")]
        return guide._matching(part, saying.placeable(s, seat), placed, together=False) + wounds


def moves(s: State, random: Random, players: Sequence[Guide]) -> Iterator[tuple[Answer, list[Event]]]:
    """Each message and answer of these players, by seat, to the end of the game."""
    thinking = Thinking(random, rounds(1))
    while asked := game.decisions(s):
        question: Decision = next((q for q in asked if q.seat != CLOCK), min(asked, key=lambda q: q.seconds or 0))
        if question.seat == CLOCK:
            answer = Answer(CLOCK, question.kind, question.on_timeout)
        else:
            player, imagined = players[question.seat], game.imagine(s, question.seat, random)
            said = player.speak(game, imagined, question.seat, thinking)
            picks: Picks = said or player.choose(game, imagined, question, thinking)
            answer = Answer(question.seat, "say" if said else question.kind, picks)
        yield answer, game.apply(s, answer)

"""RULES 5.1, 5.7: the tile is flipped, the sand runs, cards are placed, and the Leader extends or resolves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from msgspec import field

from service.games.kit.agenda import Choose, Happen, Step
from service.games.kit.decision import CLOCK, Answer, Decision, Illegal, Seat
from service.games.mountains_of_madness.cards import BOX
from service.games.mountains_of_madness.expedition import GRAINS, Encounter, Voice
from service.games.mountains_of_madness.leadership import may_spend, spend
from service.games.mountains_of_madness.rules import placing
from service.games.mountains_of_madness.rules.resolution import CleanUp, Resolve
from service.games.mountains_of_madness.talk.changes import exchange
from service.games.mountains_of_madness.talk.delivery import arrive

if TYPE_CHECKING:
    from service.games.mountains_of_madness.state import State

ROUNDS: Final = 6
"""Relaxed mode: how often all may wait for each other before waiting counts as being finished."""


class Flip(Happen):
    """RULES 5.1, 4.6: the tile is revealed to all who can see it, and the timer starts in the same instant."""

    def finish(self, s: State) -> None:
        s.phase = "encounter"
        tile = s.board.pop(s.airplane or "", None)
        s.encounter = Encounter([Voice() for _ in s.everyone()], tile)
        s.tell("flipped", space=s.airplane)
        if tile is not None:
            clear = tuple(seat for seat, player in enumerate(s.players) if player.mad.tile is None)
            s.whisper(clear, "saw-place", tile=tile)
        start_timer(s)
        s.plan(Timer(), LeaderWindow(s.leader), Resolve(), CleanUp())


def start_timer(s: State) -> None:
    """RULES 5.1, 5.12, D7: the sand runs from the start, and talk is open again. Cards on the sled stay there."""
    encounter = s.faced
    encounter.timer += 1
    encounter.sand = encounter.accepted = 0
    encounter.silent = encounter.hush = False
    encounter.ready, encounter.done, encounter.undone, encounter.late = [], [], [], []
    for seat, voice in enumerate(encounter.voices):
        fresh = Voice(heard=voice.heard)
        if s.players[seat].mad.kinds_in:
            fresh.heard_as = exchange(s.dice)
        if s.players[seat].mad.hand is not None:
            s.dice.shuffle(s.players[seat].hand)
        encounter.voices[seat] = fresh
    s.tell("timer-started", timer=encounter.timer)


class Timer(Step):
    """RULES 5.3, 5.8, 5.9: one run of the sand. All may talk until the first card, and place cards until the end.

    A player who waits is asked again when something has happened; `rounds` counts how often all waited.
    """

    shared = True
    asleep: list[Seat] = field(default_factory=list)
    acted: dict[Seat, int] = field(default_factory=dict)
    rounds: int = 0
    over: bool = False

    def asks(self, s: State) -> Iterator[Decision]:
        if self.over:
            return
        encounter = s.faced
        for seat, player in enumerate(s.players):
            if seat in encounter.done:
                if seat not in encounter.undone:
                    yield Decision("undone", seat, ("undone",), least=0)
            elif seat not in self.asleep:
                yield placing.question(seat, len(player.hand))
        if encounter.hush:
            yield hush()
        if s.timed:
            yield Decision("hourglass", CLOCK, ("ran-out",), seconds=s.timer_s)
            if encounter.sand < GRAINS - 1:
                # Not shown as a timer of its own: whoever sees the hourglass knows how much sand has fallen.
                yield Decision("grain", CLOCK, ("fell",), seconds=s.timer_s / GRAINS, about={"unseen": True})

    def turn(self, seat: Seat) -> int:
        return self.acted.get(seat, 0)

    def again(self, question: Decision) -> int:
        # The hourglass is asked once, however many grains have fallen.
        return 0 if question.kind in ("hourglass", "hush") else self.turn(question.seat)

    def check(self, s: State, answer: Answer) -> None:
        if answer.kind != "place":
            return
        spoken = [pick for pick in answer.picks if pick in placing.WORDS]
        if not spoken:
            placing.check(s, answer.seat, answer.picks)
        elif len(answer.picks) > 1:
            raise Illegal("words-alone", "wait, ready and done stand alone")
        elif spoken == ["ready"] and s.faced.silent:
            raise Illegal("silence-has-begun", "silence has begun: place cards, or be done")
        elif spoken == ["done"] and not s.faced.silent:
            raise Illegal("still-talking", "nobody is done before the first card lies there")

    def hear(self, s: State, answer: Answer) -> None:
        self.acted[answer.seat] = self.turn(answer.seat) + 1
        match answer.kind, answer.picks:
            case "hourglass", _:
                self.over = True
                s.tell("sand-ran-out")
            case "hush", _:
                s.faced.hush = False
            case "grain", _:
                self._grain(s)
            case "undone", picks:
                self._undone(s, answer.seat, bool(picks))
            case _, ("wait",):
                self.asleep.append(answer.seat)
            case _, ("ready",):
                self._ready(s, answer.seat)
            case _, ("done",):
                self._done(s, answer.seat)
            case _, picks:
                placing.place(s, answer.seat, placing.chosen(s, answer.seat, picks))
                self.carded(s)
        self.carry_on(s)

    def _grain(self, s: State) -> None:
        """RULES D27: what happens at its second."""
        encounter = s.faced
        encounter.sand += 1
        if not encounter.silent:
            arrive(s, encounter.sand)
        self.fidget(s, encounter.sand)
        self.wake(s)

    def _ready(self, s: State, seat: Seat) -> None:
        """RULES D7, D28: visible to all; in timed mode it has no effect."""
        self.asleep.append(seat)
        if seat not in s.faced.ready:
            s.faced.ready.append(seat)
            s.tell("ready", seat=seat)

    def _done(self, s: State, seat: Seat) -> None:
        s.faced.done.append(seat)
        s.tell("done", seat=seat)
        self.wake(s)

    def _undone(self, s: State, seat: Seat, back: bool) -> None:
        """RULES D7: being done may be taken back once in a timer."""
        s.faced.undone.append(seat)
        if back:
            s.faced.done.remove(seat)
            s.tell("undone", seat=seat)

    def carded(self, s: State) -> None:
        """RULES 5.8: the first card of a timer silences everybody."""
        if not s.faced.silent:
            silence(s)
            self.rounds = 0
        self.wake(s)

    def fidget(self, s: State, moment: int) -> None:
        """RULES 5.4, Itchy Fingers: a random card jumps onto the sled, whatever other rules and lower cards say."""
        for seat in placing.fidgets(s, moment):
            placing.place(s, seat, [s.dice.choice(s.players[seat].hand)])
            # The hand has changed under the player's question, so it must get a new name.
            self.acted[seat] = self.turn(seat) + 1
            self.carded(s)

    def wake(self, s: State) -> None:
        """Something has happened: who waits is asked again. In relaxed mode who is ready stays so."""
        self.asleep = [] if s.timed or s.faced.silent else list(s.faced.ready)

    def carry_on(self, s: State) -> None:
        """RULES D7, D28: talk ends when all are ready or out of messages, the timer when all are done."""
        encounter = s.faced
        if not s.timed:
            if not encounter.silent and all(finished_talking(s, seat) for seat in s.everyone()):
                self._fall_silent(s)
            elif all(seat in self.asleep or seat in encounter.done for seat in s.everyone()):
                self._all_wait(s)
        if len(encounter.done) == s.seats:
            self.over = True

    def _fall_silent(self, s: State) -> None:
        arrive(s, None)
        silence(s)
        self.rounds = 0
        self.wake(s)

    def _all_wait(self, s: State) -> None:
        self.rounds += 1
        if self.rounds <= ROUNDS:
            self.wake(s)
        elif s.faced.silent:
            for seat in [seat for seat in s.everyone() if seat not in s.faced.done]:
                self._done(s, seat)
        else:
            for seat in s.everyone():
                self._ready(s, seat)
            self._fall_silent(s)

    def finish(self, s: State) -> None:
        """RULES 5.1, 5.11, D30: the encounter stops with the sand, and so does madness; the silence lasts."""
        s.phase = "window"
        s.faced.hush = True


def finished_talking(s: State, seat: Seat) -> bool:
    """RULES D28: ready, or out of messages."""
    budget = BOX.defaults.relaxed_messages_per_player
    return seat in s.faced.ready or s.faced.voices[seat].sent >= budget


def silence(s: State) -> None:
    """RULES 5.8: nobody may talk any more in this timer; what is still on its way is lost."""
    s.faced.silent = s.faced.hush = True
    s.faced.late = []
    s.tell("silence-fell")


def hush() -> Decision:
    """RULES D8: two seconds in which a message that was under way is refused at no cost."""
    return Decision("hush", CLOCK, ("over",), seconds=BOX.defaults.hush_s)


class LeaderWindow(Choose):
    """RULES 5.11, 5.12, 5.13, D9: the Leader alone may have the timer run again for a token, or go on."""

    shared = True

    def ask(self, s: State) -> Decision | None:
        if not may_spend(s, "encounter"):
            return None
        seconds = BOX.defaults.leader_window_s if s.timed else None
        return Decision("leader-window", self.seat, ("resolve", "extend"), seconds=seconds)

    def asks(self, s: State) -> Iterator[Decision]:
        question = self.ask(s)
        if question is not None:
            yield question
            if s.faced.hush:
                yield hush()

    def hear(self, s: State, answer: Answer) -> None:
        if answer.kind == "hush":
            s.faced.hush = False
        else:
            super().hear(s, answer)

    def take(self, s: State, answer: Answer) -> None:
        if answer.pick == "extend":
            spend(s, "encounter")
            s.phase = "encounter"
            start_timer(s)
            s.plan(Timer(), LeaderWindow(self.seat))

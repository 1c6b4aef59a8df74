"""RULES 12.2 and 12.4: somebody says something."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from service.games.kit.decision import Illegal, Seat
from service.games.mountains_of_madness.affliction import Affliction
from service.games.mountains_of_madness.cards import BOX
from service.games.mountains_of_madness.expedition import Heard, Late
from service.games.mountains_of_madness.lexicon import has, names_card
from service.games.mountains_of_madness.rules.encounter import Timer, finished_talking
from service.games.mountains_of_madness.talk import delivery, gates
from service.games.mountains_of_madness.talk.messages import Message, read, written
from service.games.mountains_of_madness.vocabulary import Echo

if TYPE_CHECKING:
    from service.games.mountains_of_madness.state import State

ROOM: Final = "table"
CARD_TALK: Final = ("numbers", "kinds", "kind_colours", "items")
"""What may be talked about in a discussion only."""


def say(s: State, seat: Seat, room: str, text: str) -> None:
    """Take a message, or raise Illegal and leave all as it was."""
    if room != ROOM:
        raise Illegal("no-such-room", "all talk is at the table")
    if seat not in s.everyone():
        raise Illegal("not-asked", "nobody sits there")
    if s.phase == "over":
        raise Illegal("game-over", "the game is over")
    if s.phase == "window" or (s.phase == "encounter" and s.faced.silent):
        _in_silence(s, seat)
        return
    message = read(text, s.seats)
    never_of_madness(s, seat, message)
    if s.phase == "encounter":
        _discuss(s, seat, message)
    else:
        _chat(s, seat, message)


def _in_silence(s: State, seat: Seat) -> None:
    """RULES 5.3: a message in silence reaches nobody. With strict silence the first of a timer costs a token."""
    encounter = s.faced
    if not s.strict or encounter.scolded or s.sled == 0:
        raise Illegal("silence", "silence: nobody may talk now")
    encounter.scolded = True
    s.sled -= 1
    s.spent += 1
    s.tell("silence-broken", seat=seat, sled=s.sled)


def never_of_madness(s: State, seat: Seat, message: Message) -> None:
    """RULES 7 and 12.2.1: nobody may talk about his madness, ever."""
    player = s.players[seat]
    own = (*player.former, *player.madness)
    if has("madness_talk", message.text) or any(names_card(card, message.text) for card in own):
        raise Illegal("madness-talk", "nobody may talk about madness")


def _chat(s: State, seat: Seat, message: Message) -> None:
    """RULES 12.4: outside the discussion there is no talk of cards, and madness does not apply."""
    for each in CARD_TALK:
        if has(each, message.text):
            raise Illegal("no-card-talk", "cards may be discussed only while a timer runs", of=each)
    for signal in message.signals:
        if signal.type != "suggest" or s.phase != "movement":
            raise Illegal("no-signals", "signals belong into the discussion; in movement a space may be suggested")
    s.tell("spoke", seat=seat, text=message.text, signals=message.signals)


# -- 12.2: the pipeline of one message -------------------------------------------------


def _discuss(s: State, seat: Seat, message: Message) -> None:
    check(s, seat, message)
    encounter, voice, mad = s.faced, s.faced.voices[seat], s.players[seat].mad
    if mad.echo == Echo("twice") and voice.held != written(message):
        voice.held = written(message)
        s.whisper(seat, "held", text=message.text, signals=message.signals)
        return
    _accept(s, seat, message)
    timer = s.agenda[-1]
    if isinstance(timer, Timer):
        if _send(s, seat, message, mad):
            timer.wake(s)
        if not s.timed:
            delivery.arrive(s, encounter.accepted)
            timer.fidget(s, encounter.accepted)
        timer.carry_on(s)


def check(s: State, seat: Seat, message: Message) -> None:
    """Raise Illegal unless the message may be said in the discussion; nothing changes."""
    if any(signal.type == "suggest" for signal in message.signals):
        raise Illegal("no-signals", "spaces are suggested in movement")
    budget = BOX.defaults.relaxed_messages_per_player
    if not s.timed and s.faced.voices[seat].sent >= budget:
        raise Illegal("budget", "no more messages in this timer", most=budget)
    gates.check(s, seat, message, s.players[seat].mad, waited(s, seat))


def waited(s: State, seat: Seat) -> bool:
    """RULES 14.2: all others have fallen silent, so rules that make one wait count as met."""
    return not s.timed and all(other == seat or finished_talking(s, other) for other in s.everyone())


def _accept(s: State, seat: Seat, message: Message) -> None:
    """The message counts, and its sender sees what he wrote."""
    encounter, voice = s.faced, s.faced.voices[seat]
    encounter.accepted += 1
    for other in encounter.voices:
        other.since += 1
    voice.sent, voice.sent_at, voice.since = voice.sent + 1, encounter.sand, 0
    voice.held, voice.yes, voice.calls = "", False, max(0, voice.calls - 1)
    voice.heard.append(Heard(encounter.timer, seat, message.text, message.signals))
    s.whisper(seat, "said", text=message.text, signals=message.signals)


def _send(s: State, seat: Seat, message: Message, mad: Affliction) -> bool:
    """At once or late; whether all noticed that somebody spoke."""
    rule = mad.delivery
    delay = 0 if rule is None else rule.delay_s if s.timed else rule.delay_messages
    if not delay:
        return delivery.deliver(s, seat, message)
    now = s.faced.sand if s.timed else s.faced.accepted
    s.faced.late.append(Late(seat, written(message), now + delay))
    return False

"""RULES 5.3, 5.6, 5.10, 7.6: somebody says something."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from service.games.kit.decision import Illegal, Seat
from service.games.mountains_of_madness.affliction import Affliction
from service.games.mountains_of_madness.cards import BOX
from service.games.mountains_of_madness.expedition import Heard, Late
from service.games.mountains_of_madness.lexicon import fold, names_card, words
from service.games.mountains_of_madness.rules.encounter import Timer, finished_talking
from service.games.mountains_of_madness.talk import delivery, gates
from service.games.mountains_of_madness.talk.messages import Message, read, written
from service.games.mountains_of_madness.topics.hands import of_hands
from service.games.mountains_of_madness.topics.madness import of_own_madness

if TYPE_CHECKING:
    from service.games.mountains_of_madness.state import State

ROOM: Final = "table"


def say(s: State, seat: Seat, room: str, text: str) -> None:
    """Take a message, or raise Illegal and leave all as it was."""
    if _silent(s) and room == ROOM and seat in s.everyone():
        _in_silence(s, seat)
        return
    message = checked(s, seat, room, text)
    if s.phase == "encounter":
        _discuss(s, seat, message)
    else:
        s.tell("spoke", seat=seat, text=message.text, signals=message.signals)


def checked(s: State, seat: Seat, room: str, text: str) -> Message:
    """The message, if it may be said now; Illegal otherwise, also where saying it would break the silence."""
    if room != ROOM:
        raise Illegal("no-such-room", "all talk is at the table")
    if seat not in s.everyone():
        raise Illegal("not-asked", "nobody sits there")
    if s.phase == "over":
        raise Illegal("game-over", "the game is over")
    if _silent(s):
        raise Illegal("silence", "silence: nobody may talk now")
    message = read(text, s.seats)
    never_of_own_madness(s, seat, message)
    if s.phase == "encounter":
        check(s, seat, message)
    else:
        _check_chat(s, message)
    return message


def _silent(s: State) -> bool:
    """RULES 5.8, 5.11: from the first card on, and while the Leader decides."""
    return s.phase == "window" or (s.phase == "encounter" and s.faced.silent)


def _in_silence(s: State, seat: Seat) -> None:
    """RULES 5.10, 5.11, D8: whoever talks in silence costs a token, every time; what he says reaches nobody.

    For two seconds after silence has fallen, and after the sand has run out, a message may have crossed it on the way.
    """
    if not s.strict or s.faced.hush:
        raise Illegal("silence", "silence: nobody may talk now")
    if s.sled == 0:
        raise Illegal("silence", "silence: nobody may talk now, and no token is left on the sled")
    s.sled -= 1
    s.spent += 1
    s.tell("silence-broken", seat=seat, sled=s.sled)


def never_of_own_madness(s: State, seat: Seat, message: Message) -> None:
    """RULES 7.6, 5.4, D20: nobody may talk about his own madness, ever, except in words that it demands."""
    player, text = s.players[seat], message.text
    word = gates.echoed(s, seat) if s.phase == "encounter" else None
    if word is not None and words(text)[:1] == [word]:
        text = text[fold(text).index(word) + len(word) :]
    if of_own_madness(text) or any(names_card(card, text) for card in (*player.former, *player.madness)):
        raise Illegal("madness-talk", "nobody may talk about his own madness")


def _check_chat(s: State, message: Message) -> None:
    """RULES 4.3, 5.6, D21: outside the discussion nothing may be said about hands. Madness does not apply."""
    if of_hands(message.text):
        raise Illegal("no-card-talk", "cards in hand may be discussed only while a timer runs")
    for signal in message.signals:
        if signal.type != "suggest" or s.phase != "movement":
            raise Illegal("no-signals", "signals belong into the discussion; in movement a space may be suggested")


# -- the discussion: the way of one message -------------------------------------------------


def _discuss(s: State, seat: Seat, message: Message) -> None:
    encounter, voice, mad = s.faced, s.faced.voices[seat], s.players[seat].mad
    if mad.twice and voice.held != written(message):
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
    gates.check(s, seat, message, waited(s, seat))


def waited(s: State, seat: Seat) -> bool:
    """RULES D28: all others have fallen silent, so rules that make one wait count as met."""
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

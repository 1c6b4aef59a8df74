"""RULES D26: a message finds its way to those who hear it, changed for each ear."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.games.kit.decision import SPECTATORS, Seat
from service.games.mountains_of_madness.expedition import Heard
from service.games.mountains_of_madness.lexicon import names_any, only_yes
from service.games.mountains_of_madness.talk.changes import as_heard, as_sent
from service.games.mountains_of_madness.talk.messages import Message, read
from service.games.mountains_of_madness.vocabulary import Hearing

if TYPE_CHECKING:
    from service.games.mountains_of_madness.state import State


def arrive(s: State, moment: int | None) -> None:
    """Messages sent late arrive that are due at this grain or number of messages; None: all of them."""
    encounter = s.faced
    due = [late for late in encounter.late if moment is None or late.due <= moment]
    encounter.late = [late for late in encounter.late if late not in due]
    for late in due:
        deliver(s, late.seat, read(late.sent, s.seats))


def deliver(s: State, sender: Seat, message: Message) -> bool:
    """Everyone hears the message, a murmur, or nothing; whether all noticed that somebody spoke."""
    encounter, mad = s.faced, s.players[sender].mad
    sent = as_sent(message, mad, s.dice)
    name = None if mad.anonymous else sender
    only = listener(s, sender)
    noticed = mad.audience is None or mad.audience.others == "murmur"
    for ear in s.everyone():
        if ear == sender:
            continue
        if only in (None, ear) and not deaf(s, ear, sender):
            _hear(s, ear, name, sent)
        elif noticed or only == ear:
            if only in (None, ear):
                _count(s, ear, sent)
            _murmur(s, ear, name)
    if only is None:
        encounter.overheard.append(Heard(encounter.timer, name, sent.text, sent.signals))
        _tell_heard(s, SPECTATORS, name, sent)
    elif noticed:
        encounter.overheard.append(Heard(encounter.timer, name, murmur=True))
        _tell_murmur(s, SPECTATORS, name)
    return noticed


def listener(s: State, sender: Seat) -> Seat | None:
    """The only player who understands the sender; None: all do."""
    rule = s.players[sender].mad.audience
    if rule is None:
        return None
    match rule.if_leader if sender == s.leader else rule.to:
        case "left":
            return (sender + 1) % s.seats
        case "right":
            return (sender - 1) % s.seats
        case "leader":
            return s.leader
        case "random_one":
            return s.dice.choice([seat for seat in s.everyone() if seat != sender])


def deaf(s: State, ear: Seat, sender: Seat) -> bool:
    """Whether a player cannot hear another: one of his cards is enough."""
    return any(_deafens(s, ear, sender, rule) for rule in s.players[ear].mad.hearings)


def _deafens(s: State, ear: Seat, sender: Seat, rule: Hearing) -> bool:
    left = (ear + 1) % s.seats
    match rule.if_leader if ear == s.leader and rule.if_leader is not None else rule.deaf_to:
        case "left":
            return sender == left
        case "all_but_left":
            return sender != left
        case "all_but_leader":
            return sender != s.leader
        case "everyone":
            return True


def _hear(s: State, ear: Seat, name: Seat | None, sent: Message) -> None:
    voice, player = s.faced.voices[ear], s.players[ear]
    message = as_heard(sent, player.mad, voice.heard_as, s.dice)
    voice.heard.append(Heard(s.faced.timer, name, message.text, message.signals))
    voice.last = message.text
    _count(s, ear, message)
    _tell_heard(s, ear, name, message)


def _tell_heard(s: State, ear: Seat, name: Seat | None, message: Message) -> None:
    if name is None:
        s.whisper(ear, "heard-nameless", text=message.text, signals=message.signals)
    else:
        s.whisper(ear, "heard", seat=name, text=message.text, signals=message.signals)


def _count(s: State, ear: Seat, message: Message) -> None:
    """A call and a yes count for those who are meant, even where madness lets them hear a murmur only (RULES D24)."""
    voice, name = s.faced.voices[ear], s.players[ear].character
    if names_any([name], message.text) or any(signal.seat == ear for signal in message.signals):
        voice.calls += 1
    if only_yes(message.text) or any(signal.type == "yes" for signal in message.signals):
        voice.yes = True


def _murmur(s: State, ear: Seat, name: Seat | None) -> None:
    s.faced.voices[ear].heard.append(Heard(s.faced.timer, name, murmur=True))
    _tell_murmur(s, ear, name)


def _tell_murmur(s: State, ear: Seat, name: Seat | None) -> None:
    if name is None:
        s.whisper(ear, "murmur-nameless")
    else:
        s.whisper(ear, "murmur", seat=name)

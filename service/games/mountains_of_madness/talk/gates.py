"""RULES 5.1, D23: the gates of the sender's madness. A message that fails one is heard by nobody.

The refusal names the card and what it demands, for the sender alone; nothing changes and no chance is drawn.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.games.kit.decision import Seat
from service.games.mountains_of_madness.affliction import Affliction, affliction
from service.games.mountains_of_madness.cards import WOUNDS, kind_of, value_of
from service.games.mountains_of_madness.lexicon import words
from service.games.mountains_of_madness.talk import wording
from service.games.mountains_of_madness.talk.messages import Message, Signal
from service.games.mountains_of_madness.talk.wording import refuse
from service.games.mountains_of_madness.vocabulary import (
    AnyRule,
    Cooldown,
    Echo,
    Precondition,
    Quota,
    Trigger,
    Truthful,
    Window,
)

if TYPE_CHECKING:
    from service.games.mountains_of_madness.state import State


def madness_now(s: State, seat: Seat) -> Affliction:
    """RULES 11.3, D24: what the player's cards demand of his next message; The Echo may leave no room for others."""
    player, word = s.players[seat], echoed(s, seat)
    if word is None:
        return player.mad
    return affliction(player.active, word, others(s, seat))


def echoed(s: State, seat: Seat) -> str | None:
    """The word that The Echo must begin with: the last one heard in this timer. None: it is free."""
    if not s.players[seat].mad.echo:
        return None
    heard = words(s.faced.voices[seat].last or "")
    return heard[-1] if heard else None


def others(s: State, seat: Seat) -> tuple[str, ...]:
    """The names of the other players."""
    return tuple(player.character for n, player in enumerate(s.players) if n != seat)


def check(s: State, seat: Seat, message: Message, waited: bool) -> None:
    """Raise Illegal at the first gate that is shut; `waited`: all others have fallen silent (RULES D28)."""
    mad, word = madness_now(s, seat), echoed(s, seat)
    for card, rule in mad.held:
        wording.check(card, rule, message, others(s, seat))
        if rule == Echo("last_word") and word is not None:
            wording.begins(card, message, word)
        if isinstance(rule, Truthful):
            _truthful(s, seat, message, card, rule)
    for card, rule in mad.held:
        _moment(s, seat, card, rule, waited)


# -- when it is said ---------------------------------------------------------------


def _moment(s: State, seat: Seat, card: str, rule: AnyRule, waited: bool) -> None:
    voice = s.faced.voices[seat]
    match rule:
        case Quota(max_messages=most) if voice.sent >= most:
            raise refuse(card, "quota", "no more messages in this timer", most=most)
        case Cooldown() if voice.sent and not waited and _too_soon(s, seat, rule):
            raise refuse(card, "cooldown", "too soon", seconds=rule.seconds, messages=rule.others_between)
        case Window() if not _inside(s, rule, waited):
            raise refuse(card, "window", "not in this part of the timer")
        case Trigger() if not voice.calls and not waited:
            raise refuse(card, "trigger", "nobody has called you")
        case Precondition(before="talk") if not waited and not _other_spoke(s, seat):
            raise refuse(card, "precondition", "another player must have spoken before")


def _too_soon(s: State, seat: Seat, rule: Cooldown) -> bool:
    voice = s.faced.voices[seat]
    return s.faced.sand - voice.sent_at < rule.seconds if s.timed else voice.since < rule.others_between


def _inside(s: State, rule: Window, waited: bool) -> bool:
    encounter = s.faced
    if s.timed:
        return rule.open_from_s <= encounter.sand and (rule.open_to_s is None or encounter.sand < rule.open_to_s)
    if rule.first_only is not None and encounter.accepted >= rule.first_only:
        return False
    return waited or rule.skip_first is None or encounter.accepted >= rule.skip_first


def _other_spoke(s: State, seat: Seat) -> bool:
    return any(voice.sent for n, voice in enumerate(s.faced.voices) if n != seat)


# -- whether it is true ------------------------------------------------------------


def _truthful(s: State, seat: Seat, message: Message, card: str, rule: Truthful) -> None:
    """Restricted facts only of cards really held."""
    hand = [held for held in s.players[seat].hand if held not in WOUNDS]
    for kind in ("offer", "pledge"):
        if not matched([signal for signal in message.signals if signal.type == kind], hand):
            raise refuse(card, "truthful", "you do not hold such cards", of=kind)
    asked = {trial.kind for trial in s.trials()}
    for signal in message.signals:
        if signal.type in ("ask", "tally"):
            if rule.numbers and signal.amount is not None:
                raise refuse(card, "truthful", "no amount in an ask or a tally", of="numbers")
            if rule.kinds and signal.kind is not None and signal.kind not in asked:
                raise refuse(card, "truthful", "only a kind that the place asks for", of="kinds")


def matched(signals: list[Signal], hand: list[str]) -> bool:
    """Whether each of the signals can have a card of its own that it describes."""
    if not signals:
        return True
    first, *rest = signals
    for n, card in enumerate(hand):
        fits = first.kind in (None, kind_of(card)) and first.value in (None, value_of(card))
        if fits and matched(rest, hand[:n] + hand[n + 1 :]):
            return True
    return False

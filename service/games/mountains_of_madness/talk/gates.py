"""RULES 12.2.2: the gates of the sender's madness. A message that fails one is heard by nobody.

The refusal names the type of the rule and is for the sender alone; nothing changes and no chance is drawn.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.games.kit.decision import Illegal, Seat
from service.games.mountains_of_madness.affliction import Affliction
from service.games.mountains_of_madness.cards import WOUNDS, kind_of, value_of
from service.games.mountains_of_madness.lexicon import fold, has, names_any, numbers, words
from service.games.mountains_of_madness.talk.messages import Message, Signal
from service.games.mountains_of_madness.vocabulary import Echo, Forbid, Form, Length, Require, Truthful

if TYPE_CHECKING:
    from service.games.mountains_of_madness.state import State


def check(s: State, seat: Seat, message: Message, mad: Affliction, waited: bool) -> None:
    """Raise Illegal at the first gate that is shut; `waited`: all others have fallen silent (RULES 14.2)."""
    if mad.form is not None:
        form(message, mad.form)
    if mad.length is not None:
        length(message, mad.length)
    for ban in mad.forbids:
        forbid(message, ban)
    for wish in mad.requires:
        require(s, seat, message, wish)
    if mad.echo is not None:
        echo(s, seat, message, mad.echo)
    _moment(s, seat, mad, waited)
    for truth in mad.truthfuls:
        truthful(s, seat, message, truth)
    for need in mad.preconditions:
        if need.before == "talk" and not waited and not _other_spoke(s, seat):
            raise Illegal("precondition", "another player must have spoken before")


# -- what is said ------------------------------------------------------------------


def form(message: Message, rule: Form) -> None:
    """The shape of the message."""
    if message.text and (rule.text == "none" or (rule.text == "question" and not message.text.endswith("?"))):
        raise Illegal("form", f"text: {rule.text}", text=rule.text, signals=rule.signals)
    if any(signal.type not in rule.signals for signal in message.signals):
        raise Illegal("form", "a signal of this type may not be sent", text=rule.text, signals=rule.signals)


def length(message: Message, rule: Length) -> None:
    """How many words, signals and numbers."""
    bounds = {
        "words": (rule.min_words, rule.max_words, len(words(message.text))),
        "signals": (None, rule.max_signals, len(message.signals)),
        "numbers": (None, rule.max_numbers, _count(message)),
    }
    for what, (least, most, given) in bounds.items():
        if (least is not None and given < least) or (most is not None and given > most):
            raise Illegal("length", f"{given} {what}", of=what, least=least, most=most, given=given)


def _count(message: Message) -> int:
    return sum(1 for _ in numbers(message.text)) + sum(signal.number is not None for signal in message.signals)


def forbid(message: Message, rule: Forbid) -> None:
    """Classes of words, and letters, that may not occur."""
    for each in rule.classes:
        if has(each, message.text):
            raise Illegal("forbid", f"a word of the class {each}", of=each)
        if rule.scope == "message" and any(_signals(each, signal) for signal in message.signals):
            raise Illegal("forbid", f"a signal of the class {each}", of=each)
    for letter in rule.letters:
        if letter in fold(message.text):
            raise Illegal("forbid", f"the letter {letter}", of=letter)


def _signals(each: str, signal: Signal) -> bool:
    if each == "numbers":
        return signal.number is not None
    return signal.kind is not None if each == "kinds" else signal.type == each


def require(s: State, seat: Seat, message: Message, rule: Require) -> None:
    """A word that must occur, or how the text must end."""
    if rule.words == "names":
        met = names_any((p.character for n, p in enumerate(s.players) if n != seat), message.text)
    elif rule.words is not None:
        met = has(rule.words, message.text)
    else:
        met = any(_plain(message.text).endswith(_plain(literal)) for literal in rule.literal)
    if not met:
        raise Illegal("require", "something is missing", words=rule.words, ending=rule.literal)


def _plain(text: str) -> str:
    """Without the blank that French puts before a question mark."""
    return fold(text).replace(" ?", "?").replace(" !", "!").strip()


def echo(s: State, seat: Seat, message: Message, rule: Echo) -> None:
    """The first word must be the last one heard in this timer; free if there was none."""
    last = s.faced.voices[seat].last
    heard = words(last) if rule.mode == "last_word" and last else []
    if heard and words(message.text)[:1] != heard[-1:]:
        raise Illegal("echo", "begin with the last word you heard", word=heard[-1])


# -- when it is said ---------------------------------------------------------------


def _moment(s: State, seat: Seat, mad: Affliction, waited: bool) -> None:
    encounter, voice = s.faced, s.faced.voices[seat]
    if mad.quota is not None and voice.sent >= mad.quota.max_messages:
        raise Illegal("quota", "no more messages in this timer", most=mad.quota.max_messages)
    if mad.cooldown is not None and voice.sent and not waited:
        if s.timed and encounter.sand - voice.sent_at < mad.cooldown.seconds:
            raise Illegal("cooldown", "too soon after your latest message", seconds=mad.cooldown.seconds)
        if not s.timed and voice.since < mad.cooldown.others_between:
            raise Illegal("cooldown", "others must speak before", messages=mad.cooldown.others_between)
    if mad.window is not None and not _inside(s, mad, waited):
        raise Illegal("window", "not in this part of the timer")
    if mad.trigger is not None and not voice.calls and not waited:
        raise Illegal("trigger", "nobody has called you")


def _inside(s: State, mad: Affliction, waited: bool) -> bool:
    encounter, rule = s.faced, mad.window
    if rule is None:
        return True
    if s.timed:
        return rule.open_from_s <= encounter.sand and (rule.open_to_s is None or encounter.sand < rule.open_to_s)
    if rule.first_only is not None and encounter.accepted >= rule.first_only:
        return False
    return waited or rule.skip_first is None or encounter.accepted >= rule.skip_first


def _other_spoke(s: State, seat: Seat) -> bool:
    return any(voice.sent for n, voice in enumerate(s.faced.voices) if n != seat)


# -- whether it is true ------------------------------------------------------------


def truthful(s: State, seat: Seat, message: Message, rule: Truthful) -> None:
    """Restricted facts only by signal, and only of cards really held."""
    classes = ["items", *["numbers"] * rule.numbers, *["kinds", "kind_colours"] * rule.kinds]
    for each in classes:
        if has(each, message.text):
            raise Illegal("truthful", f"no word of the class {each}", of=each)
    hand = [card for card in s.players[seat].hand if card not in WOUNDS]
    for kind in ("offer", "pledge"):
        if not matched([signal for signal in message.signals if signal.type == kind], hand):
            raise Illegal("truthful", "you do not hold such cards", of=kind)
    asked = {trial.kind for trial in s.trials()}
    for signal in message.signals:
        if signal.type in ("ask", "tally"):
            if rule.numbers and signal.amount is not None:
                raise Illegal("truthful", "no amount in an ask or a tally", of="numbers")
            if rule.kinds and signal.kind is not None and signal.kind not in asked:
                raise Illegal("truthful", "only a kind that the place asks for", of="kinds")


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

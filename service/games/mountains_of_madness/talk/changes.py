"""RULES D26: what becomes of a message on its way from the sender to an ear."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

import msgspec

from service.games.kit.dice import Dice
from service.games.mountains_of_madness.affliction import Affliction
from service.games.mountains_of_madness.cards import KINDS
from service.games.mountains_of_madness.kinds import items_lost, kinds_replaced
from service.games.mountains_of_madness.lexicon import fold
from service.games.mountains_of_madness.numerals import numbers
from service.games.mountains_of_madness.talk.messages import Message, Signal
from service.games.mountains_of_madness.vocabulary import Kind, KindMap, NumberMap, TextMap

VOWELS: Final = frozenset("aeiouy")


def as_sent(message: Message, mad: Affliction, dice: Dice) -> Message:
    """The sender's own madness at work: kinds, then numbers, then words; of several cards the highest first."""
    for kinds in mad.kinds_out:
        message = _kinds(message, becoming(kinds))
    for change in mad.numbers_out:
        message = _numbers(message, change, dice)
    for garbling in mad.texts_out:
        message = Message(_garbled(message.text, garbling, dice), message.signals)
    return message


def as_heard(message: Message, mad: Affliction, heard_as: tuple[Kind, ...], dice: Dice) -> Message:
    """The hearer's madness at work; `heard_as` is this timer's exchange of kinds."""
    if mad.kinds_in:
        message = _kinds(message, dict(zip(KINDS, heard_as, strict=True)))
    for change in mad.numbers_in:
        message = _numbers(message, change, dice)
    return message


def becoming(rule: KindMap) -> dict[Kind, Kind]:
    """What each kind turns into by a swap or a rotation."""
    becomes: dict[Kind, Kind] = {kind: kind for kind in KINDS}
    if rule.op == "swap" and rule.a is not None and rule.b is not None:
        becomes[rule.a], becomes[rule.b] = rule.b, rule.a
    if rule.op == "rotate":
        becomes.update(zip(rule.order, rule.order[1:] + rule.order[:1], strict=True))
    return becomes


def exchange(dice: Dice) -> tuple[Kind, ...]:
    """A random exchange of the four kinds in which none keeps its place."""
    while True:
        kinds = list(KINDS)
        dice.shuffle(kinds)
        if all(one != other for one, other in zip(kinds, KINDS, strict=True)):
            return tuple(kinds)


def _kinds(message: Message, becomes: Mapping[Kind, Kind]) -> Message:
    signals = tuple(
        signal if signal.kind is None else msgspec.structs.replace(signal, kind=becomes[signal.kind])
        for signal in message.signals
    )
    return Message(kinds_replaced(items_lost(message.text), becomes), signals)


def _numbers(message: Message, rule: NumberMap, dice: Dice) -> Message:
    text, parts, at = items_lost(message.text), [], 0
    for found in numbers(text):
        parts += [text[at : found.start], str(_number(found.value, rule, dice))]
        at = found.end
    return Message("".join(parts) + text[at:], tuple(_recounted(signal, rule, dice) for signal in message.signals))


def _number(value: int, rule: NumberMap, dice: Dice) -> int | str:
    if rule.op == "parity":
        return "odd" if value % 2 else "even"
    if rule.op == "add":
        return value + rule.n
    return max(0, value + dice.below(2 * rule.n + 1) - rule.n)


def _recounted(signal: Signal, rule: NumberMap, dice: Dice) -> Signal:
    if signal.number is None:
        return signal
    field = "amount" if signal.value is None else "value"
    match _number(signal.number, rule, dice):
        case int(changed):
            return msgspec.structs.replace(signal, **{field: changed})
        case parity:
            return msgspec.structs.replace(signal, **{field: None, "parity": parity})


def _garbled(text: str, rule: TextMap, dice: Dice) -> str:
    match rule.op:
        case "caps":
            return text.upper()
        case "drop_vowels":
            kept = [letter for letter, plain in zip(text, fold(text), strict=True) if plain not in VOWELS]
            return re.sub(" +", " ", "".join(kept)).strip()
        case "shuffle_words":
            shuffled = text.split()
            dice.shuffle(shuffled)
            return " ".join(shuffled)
        case "number_words":
            return " ".join(f"{word} {n}" for n, word in enumerate(text.split(), start=1))
        case "drop_words":
            thousand = 1000
            return " ".join("…" if dice.below(thousand) < rule.p * thousand else word for word in text.split())

"""RULES D23: what a madness card asks of the wording of a message, whoever sends it and whenever.

The refusal names the card and what it demands, and is for the sender alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, Final

from service.games.kit.decision import Illegal
from service.games.mountains_of_madness.lexicon import fold, has, names_any, words
from service.games.mountains_of_madness.numerals import has_numbers, numbers
from service.games.mountains_of_madness.talk.messages import Message, Signal
from service.games.mountains_of_madness.vocabulary import AnyRule, Forbid, Form, Length, Require, Truthful

_TAIL: Final = re.compile(r"[^a-z0-9]*$")


def refuse(card: str, code: str, message: str, **params: Any) -> Illegal:
    """A refusal that says what the card demands."""
    return Illegal(code, f"{card}: {message}", card=card, demand=f"demand-{card}", **params)


def check(card: str, rule: AnyRule, message: Message, names: Iterable[str]) -> None:
    """Raise Illegal if this rule of the card forbids the wording; `names` are those of the other players."""
    match rule:
        case Form():
            _form(card, message, rule)
        case Length():
            _length(card, message, rule)
        case Forbid():
            _forbid(card, message, rule)
        case Require():
            _require(card, message, rule, names)
        case Truthful():
            _no_restricted_words(card, message, rule)


def _form(card: str, message: Message, rule: Form) -> None:
    """The shape of the message."""
    if message.text and (rule.text == "none" or (rule.text == "question" and "?" not in _tail(message.text))):
        raise refuse(card, "form", f"text: {rule.text}", text=rule.text, signals=rule.signals)
    if any(signal.type not in rule.signals for signal in message.signals):
        raise refuse(card, "form", "a signal of this type may not be sent", text=rule.text, signals=rule.signals)


def _length(card: str, message: Message, rule: Length) -> None:
    """How many words, signals and numbers."""
    bounds = {
        "words": (rule.min_words, rule.max_words, len(words(message.text))),
        "signals": (None, rule.max_signals, len(message.signals)),
        "numbers": (None, rule.max_numbers, _count(message)),
    }
    for what, (least, most, given) in bounds.items():
        if (least is not None and given < least) or (most is not None and given > most):
            raise refuse(card, "length", f"{given} {what}", of=what, least=least, most=most, given=given)


def _count(message: Message) -> int:
    return sum(1 for _ in numbers(message.text)) + sum(signal.number is not None for signal in message.signals)


def _forbid(card: str, message: Message, rule: Forbid) -> None:
    """Classes of words, and letters, that may not occur."""
    for each in rule.classes:
        if says(each, message.text):
            raise refuse(card, "forbid", f"a word of the class {each}", of=each)
        if rule.scope == "message" and any(_signals(each, signal) for signal in message.signals):
            raise refuse(card, "forbid", f"a signal of the class {each}", of=each)
    for letter in rule.letters:
        if letter in fold(message.text):
            raise refuse(card, "forbid", f"the letter {letter}", of=letter)


def says(each: str, text: str) -> bool:
    """Whether the text holds a member of this class of words."""
    return has_numbers(text) if each == "numbers" else has(each, text)


def _signals(each: str, signal: Signal) -> bool:
    if each == "numbers":
        return signal.number is not None
    return signal.kind is not None if each == "kinds" else signal.type == each


def _require(card: str, message: Message, rule: Require, names: Iterable[str]) -> None:
    """A word that must occur, or how the text must end."""
    if rule.words == "names":
        met = names_any(names, message.text)
    elif rule.words is not None:
        met = says(rule.words, message.text)
    else:
        met = any(_ends(message.text, literal) for literal in rule.literal)
    if not met:
        raise refuse(card, "require", "something is missing", words=rule.words, ending=rule.literal)


def _ends(text: str, literal: str) -> bool:
    """Whether a text ends so, whatever signs stand behind it besides those that are demanded."""
    wanted = _bare(literal)
    found = not wanted or re.search(rf"(?<![a-z]){re.escape(wanted)}$", _bare(text)) is not None
    return found and _tail(literal) <= _tail(text)


def _bare(text: str) -> str:
    return _TAIL.sub("", fold(text))


def _tail(text: str) -> frozenset[str]:
    """The signs at the end; French puts a blank before some of them."""
    found = _TAIL.search(fold(text))
    return frozenset(found[0]) - {" "} if found else frozenset()


def begins(card: str, message: Message, word: str) -> None:
    """The Echo: the first word must be the last one heard in this timer."""
    if words(message.text)[:1] != [word]:
        raise refuse(card, "echo", "begin with the last word you heard", word=word)


def _no_restricted_words(card: str, message: Message, rule: Truthful) -> None:
    """What must be true may be told by signal only."""
    for each in ("items", *["numbers"] * rule.numbers, *["kinds", "kind_colours"] * rule.kinds):
        if says(each, message.text):
            raise refuse(card, "truthful", f"no word of the class {each}", of=each)

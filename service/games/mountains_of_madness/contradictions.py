"""RULES 11.2, 11.3, D24: which of several madness cards must give way, because no message satisfies them all.

A message is sought that satisfies the cards together. Whether there is one depends only on what the cards demand, so
it is built from it: the words they require, the endings, enough filler, and each signal that carries nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from typing import Final

from service.games.kit.decision import Illegal
from service.games.mountains_of_madness.cards import MADNESS
from service.games.mountains_of_madness.talk import wording
from service.games.mountains_of_madness.talk.messages import MAX_TEXT, Message, Signal
from service.games.mountains_of_madness.vocabulary import (
    AnyRule,
    Audience,
    Delivery,
    Echo,
    Hearing,
    Length,
    Play,
    Precondition,
    Require,
    Window,
)

Held = tuple[tuple[str, AnyRule], ...]
"""Rules, each with the card it stands on."""

SOMEBODY: Final = ("Dyer",)
REQUIRED: Final = {
    "colours": ("red", "black", "white", "rose"),
    "polite": ("stp", "thanks", "please"),
    "animals": ("cat", "cow", "dog"),
}
"""Short words of each class, so that one of them passes where others are forbidden."""
FILLER: Final = "so"


@lru_cache(maxsize=4096)
def applied(cards: tuple[str, ...], word: str | None = None, names: tuple[str, ...] = SOMEBODY) -> Held:
    """The rules that apply together, of all these cards (given from the lowest level to the highest), highest first.

    A lower card gives way in talk if no message can satisfy it together with the higher ones; `word` is the one that
    The Echo must begin with now, if any. What several cards say about placing is weighed when cards are placed.
    """
    kept: Held = ()
    for card in reversed(cards):
        own = tuple((card, rule) for rule in MADNESS[card].enforce)
        if not any(_of_talk(rule) for _, rule in own) or possible(kept + own, word, names) is not None:
            kept = kept + own
        else:
            kept = kept + tuple((card, rule) for card, rule in own if not _of_talk(rule))
    return _one_audience(kept)


def _of_talk(rule: AnyRule) -> bool:
    """Whether a rule is about what its holder says, not about what he sees, hears or places."""
    return not isinstance(rule, Play | Precondition | Hearing | Audience | Delivery)


def _one_audience(held: Held) -> Held:
    """Two cards that each name the only player who understands contradict each other."""
    audiences = [pair for pair in held if isinstance(pair[1], Audience)]
    return tuple(pair for pair in held if not isinstance(pair[1], Audience) or pair == audiences[0])


def gives_way(cards: tuple[str, ...]) -> bool:
    """Whether the lowest of these cards gives way to the others, wholly or in part."""
    lowest = cards[0]
    return tuple(rule for card, rule in applied(cards) if card == lowest) != MADNESS[lowest].enforce


def possible(held: Held, word: str | None = None, names: tuple[str, ...] = SOMEBODY) -> Message | None:
    """A message that satisfies all these rules, or None if there can be none."""
    if not _a_moment([rule for _, rule in held]):
        return None
    return next((message for message in _messages(held, word, names) if _passes(message, held, word, names)), None)


def _a_moment(rules: list[AnyRule]) -> bool:
    """Whether the timer has a moment to talk: a card that jumps onto the sled ends the talk before a late window."""
    windows = [rule for rule in rules if isinstance(rule, Window)]
    jumps = [rule for rule in rules if isinstance(rule, Play) and rule.auto_at_s is not None]
    opens = max((rule.open_from_s for rule in windows), default=0)
    closes = [rule.open_to_s for rule in windows] + [rule.auto_at_s for rule in jumps]
    return all(moment is None or opens < moment for moment in closes)


def _messages(held: Held, word: str | None, names: tuple[str, ...]) -> Iterator[Message]:
    """Messages that might pass, the shortest first."""
    rules = [rule for _, rule in held]
    echoes = [word] if word is not None and Echo("last_word") in rules else [""]
    required = [_words(rule, names) for rule in rules if isinstance(rule, Require) and rule.words is not None]
    endings = [rule.literal for rule in rules if isinstance(rule, Require) and rule.literal]
    least = max((rule.min_words or 0 for rule in rules if isinstance(rule, Length)), default=0)
    signals = ((), *((Signal(type),) for type in ("ask", "yes", "no")))
    texts = [
        " ".join(filter(None, (first, *middle, filler, *end))) + mark
        for first in echoes
        for middle in ((), *product(*required))
        for filler in ("", FILLER, " ".join([FILLER] * least))
        for end in product(*endings)
        for mark in ("", "?", "!")
    ]
    for text, some in product(("", *texts), signals):
        message = Message(text, some)
        if not message.bare and len(text) <= MAX_TEXT:
            yield message


def _words(rule: Require, names: tuple[str, ...]) -> tuple[str, ...]:
    return names if rule.words == "names" else REQUIRED[rule.words or ""]


def _passes(message: Message, held: Held, word: str | None, names: tuple[str, ...]) -> bool:
    try:
        for card, rule in held:
            wording.check(card, rule, message, names)
            if rule == Echo("last_word") and word is not None:
                wording.begins(card, message, word)
    except Illegal:
        return False
    return True

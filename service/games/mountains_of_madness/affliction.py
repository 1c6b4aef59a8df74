"""RULES 15, expert: the rules that several madness cards make together; a single card keeps all of its own."""

from __future__ import annotations

from functools import cache
from typing import TypeVar

import msgspec
from msgspec import Struct

from service.games.mountains_of_madness.cards import MADNESS
from service.games.mountains_of_madness.lexicon import words
from service.games.mountains_of_madness.vocabulary import (
    AnyRule,
    Audience,
    Cooldown,
    Delivery,
    Echo,
    Forbid,
    Form,
    HandView,
    Hearing,
    KindMap,
    Length,
    NumberMap,
    Play,
    Precondition,
    Quota,
    Require,
    Rule,
    TextMap,
    TileView,
    Trigger,
    Truthful,
    Window,
)

R = TypeVar("R", bound=Rule)

ACCUMULATE = (Forbid, Require, Truthful, Precondition)
MERGE = (Length, Play)


class Affliction(Struct, frozen=True):
    """All that is enforced upon one player: at most one rule of each type, but for those that add up."""

    form: Form | None = None
    length: Length | None = None
    forbids: tuple[Forbid, ...] = ()
    requires: tuple[Require, ...] = ()
    echo: Echo | None = None
    quota: Quota | None = None
    cooldown: Cooldown | None = None
    window: Window | None = None
    trigger: Trigger | None = None
    truthfuls: tuple[Truthful, ...] = ()
    preconditions: tuple[Precondition, ...] = ()
    audience: Audience | None = None
    delivery: Delivery | None = None
    kinds_out: KindMap | None = None
    numbers_out: NumberMap | None = None
    text_out: TextMap | None = None
    hearing: Hearing | None = None
    kinds_in: KindMap | None = None
    numbers_in: NumberMap | None = None
    tile: TileView | None = None
    hand: HandView | None = None
    play: Play | None = None
    rules: tuple[AnyRule, ...] = ()
    """The same once more as a list, for the talk policy of its holder."""


SANE = Affliction()


@cache
def affliction(cards: tuple[str, ...]) -> Affliction:
    """What these cards, from the lowest level to the highest, enforce together."""
    if not cards:
        return SANE
    kept: list[AnyRule] = []
    for card in reversed(cards):
        higher = tuple(kept)
        for rule in MADNESS[card].enforce:
            _add(kept, higher, rule)
    return Affliction(
        form=_one(kept, Form),
        length=_one(kept, Length),
        forbids=_all(kept, Forbid),
        requires=_all(kept, Require),
        echo=_one(kept, Echo),
        quota=_one(kept, Quota),
        cooldown=_one(kept, Cooldown),
        window=_one(kept, Window),
        trigger=_one(kept, Trigger),
        truthfuls=_all(kept, Truthful),
        preconditions=_all(kept, Precondition),
        audience=_one(kept, Audience),
        delivery=_one(kept, Delivery),
        kinds_out=_towards(kept, KindMap, "out"),
        numbers_out=_towards(kept, NumberMap, "out"),
        text_out=_one(kept, TextMap),
        hearing=_one(kept, Hearing),
        kinds_in=_towards(kept, KindMap, "in"),
        numbers_in=_towards(kept, NumberMap, "in"),
        tile=_one(kept, TileView),
        hand=_one(kept, HandView),
        play=_one(kept, Play),
        rules=tuple(kept),
    )


def _one(rules: list[AnyRule], kind: type[R]) -> R | None:
    return next((rule for rule in rules if isinstance(rule, kind)), None)


def _all(rules: list[AnyRule], kind: type[R]) -> tuple[R, ...]:
    return tuple(rule for rule in rules if isinstance(rule, kind))


def _towards(rules: list[AnyRule], kind: type[R], direction: str) -> R | None:
    return next((rule for rule in _all(rules, kind) if getattr(rule, "dir", None) == direction), None)


# -- contradictions: the higher card wins (`expert_conflicts` in cards.json) ----------


def _add(kept: list[AnyRule], higher: tuple[AnyRule, ...], rule: AnyRule) -> None:
    """Keep a rule of a lower card as far as the higher cards leave room for it."""
    trimmed = _trimmed(higher, rule)
    if trimmed is None:
        return
    if isinstance(trimmed, MERGE):
        for n, other in enumerate(kept):
            if type(other) is type(trimmed):
                kept[n] = _merged(other, trimmed)
                return
    elif not isinstance(trimmed, ACCUMULATE) and any(_same(other, trimmed) for other in higher):
        return
    kept.append(trimmed)


def _same(one: AnyRule, other: AnyRule) -> bool:
    """Rules of one type replace each other; maps do so only in the same direction."""
    return type(one) is type(other) and getattr(one, "dir", None) == getattr(other, "dir", None)


def _merged(higher: AnyRule, lower: AnyRule) -> AnyRule:
    """Parameter by parameter; the higher card wins on a parameter both have."""
    given = {name: value for name in lower.__struct_fields__ if (value := getattr(lower, name)) is not None}
    free = {name: value for name, value in given.items() if getattr(higher, name) is None}
    return msgspec.structs.replace(higher, **free)


def _trimmed(higher: tuple[AnyRule, ...], rule: AnyRule) -> AnyRule | None:
    """What is left of a lower rule, or None."""
    left: AnyRule | None = rule
    for other in higher:
        if left is None:
            return None
        match other:
            case Form(text="none"):
                left = None if _needs_text(left) else left
            case Length(max_words=int(most)):
                left = _shortened(most, left)
            case Quota(max_messages=1) if left == Echo("twice"):
                left = None
            case Play():
                left = _let_go(other, left)
    return left


def _needs_text(rule: AnyRule) -> bool:
    if isinstance(rule, NumberMap | KindMap):
        return rule.dir == "out"
    return isinstance(rule, Require | Length | Echo | TextMap | Truthful)


def _shortened(most: int, rule: AnyRule) -> AnyRule | None:
    """Under a bound of `most` words."""
    match rule:
        case Require() if most == 1 or any(len(words(literal)) > most for literal in rule.literal):
            return None
        case Echo(mode="last_word") if most == 1:
            return None
        case Length(min_words=int(least)) if least > most:
            return msgspec.structs.replace(rule, min_words=None)
    return rule


def _let_go(higher: Play, rule: AnyRule) -> AnyRule:
    if isinstance(rule, Play) and higher.whole_hand:
        rule = msgspec.structs.replace(rule, max_cards=None, max_per_action=None, parity=None)
    if isinstance(rule, Play) and (higher.auto_at_s is not None or higher.auto_at_messages is not None):
        rule = msgspec.structs.replace(rule, order=None, last_s=None)
    return rule

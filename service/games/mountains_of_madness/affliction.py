"""RULES 5.1, 11.2: what the madness cards of a player enforce together. The effects of all cards apply."""

from __future__ import annotations

from functools import lru_cache
from typing import TypeVar

from msgspec import Struct

from service.games.mountains_of_madness.contradictions import SOMEBODY, Held, applied
from service.games.mountains_of_madness.vocabulary import (
    AnyRule,
    Audience,
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
    Require,
    Rule,
    TextMap,
    TileView,
)

R = TypeVar("R", bound=Rule)


class Affliction(Struct, frozen=True):
    """All that is enforced upon one player. Where several cards change words, the highest changes them first."""

    held: Held = ()
    """Every rule with its card, from the highest level to the lowest."""
    forms: tuple[Form, ...] = ()
    lengths: tuple[Length, ...] = ()
    forbids: tuple[Forbid, ...] = ()
    requires: tuple[Require, ...] = ()
    echo: bool = False
    twice: bool = False
    audience: Audience | None = None
    anonymous: bool = False
    delivery: Delivery | None = None
    kinds_out: tuple[KindMap, ...] = ()
    numbers_out: tuple[NumberMap, ...] = ()
    texts_out: tuple[TextMap, ...] = ()
    hearings: tuple[Hearing, ...] = ()
    kinds_in: tuple[KindMap, ...] = ()
    numbers_in: tuple[NumberMap, ...] = ()
    tile: TileView | None = None
    hand: HandView | None = None
    plays: tuple[Play, ...] = ()

    @property
    def rules(self) -> tuple[AnyRule, ...]:
        """The rules without their cards."""
        return tuple(rule for _, rule in self.held)


SANE = Affliction()


@lru_cache(maxsize=4096)
def affliction(cards: tuple[str, ...], word: str | None = None, names: tuple[str, ...] = SOMEBODY) -> Affliction:
    """What these cards, from the lowest level to the highest, enforce together; `word` is what The Echo heard last."""
    if not cards:
        return SANE
    held = applied(cards, word, names)
    deliveries, tiles, hands = _all(held, Delivery), _all(held, TileView), _all(held, HandView)
    return Affliction(
        held=held,
        forms=_all(held, Form),
        lengths=_all(held, Length),
        forbids=_all(held, Forbid),
        requires=_all(held, Require),
        echo=Echo("last_word") in _all(held, Echo),
        twice=Echo("twice") in _all(held, Echo),
        audience=next(iter(_all(held, Audience)), None),
        anonymous=any(rule.anonymous for rule in deliveries),
        delivery=max(deliveries, key=lambda rule: rule.delay_s, default=None),
        kinds_out=_towards(held, KindMap, "out"),
        numbers_out=_towards(held, NumberMap, "out"),
        texts_out=_towards(held, TextMap, "out"),
        hearings=_all(held, Hearing),
        kinds_in=_towards(held, KindMap, "in"),
        numbers_in=_towards(held, NumberMap, "in"),
        tile=max(tiles, key=lambda rule: rule.hide == "all", default=None),
        hand=max(hands, key=lambda rule: rule.hide == "all", default=None),
        plays=_all(held, Play),
    )


def _all(held: Held, kind: type[R]) -> tuple[R, ...]:
    return tuple(rule for _, rule in held if isinstance(rule, kind))


def _towards(held: Held, kind: type[R], direction: str) -> tuple[R, ...]:
    return tuple(rule for rule in _all(held, kind) if getattr(rule, "dir", None) == direction)

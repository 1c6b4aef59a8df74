"""Small tables of Not Alone that start in the middle: the Creature in seat 0, the Hunted A, B, D in seats 1, 2, 3."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import pytest

from service.games.kit import agenda
from service.games.kit.decision import Answer, Decision, Illegal
from service.games.kit.dice import Dice
from service.games.kit.event import Event
from service.games.not_alone import NotAlone
from service.games.not_alone.cards import PRESETS, reserve_copies
from service.games.not_alone.pieces import Hunted, HuntedTurn, Presence, ThisTurn
from service.games.not_alone.rules import AnyStep
from service.games.not_alone.state import State, Variants

game = NotAlone()
C, A, B, D = 0, 1, 2, 3
BASE = PRESETS["base"]
EXPLORATION = PRESETS["exploration"]


def hunted(
    hand: Iterable[str] = (),
    played: Iterable[str] = (),
    discard: Iterable[str] = (),
    survival: Iterable[str] = (),
    will: int = 3,
    pending: Any = "none",
    **turn: Any,
) -> Hunted:
    """A Hunted in the middle of the game."""
    return Hunted(
        seat=0,
        hand=list(hand),
        played=list(played),
        discard=list(discard),
        survival=list(survival),
        will=will,
        pending=pending,
        turn=HuntedTurn(**turn),
    )


def table(
    *steps: AnyStep,
    prey: Sequence[Hunted],
    planet: Sequence[str | None] = BASE,
    rescue: int = 12,
    assimilation: int = 9,
    tokens: Mapping[str, Iterable[int]] | None = None,
    force: Iterable[str] = (),
    on: Iterable[tuple[int, str] | tuple[int, str, int]] = (),
    stage: Any = "",
    will_reserve: int | None = None,
    variants: Variants | None = None,
    now: Mapping[str, Any] | None = None,
    **fields: Any,
) -> State:
    """A table with these steps left to do, run on to the first question. `on` are presences: seat, card and slot."""
    for seat, each in enumerate(prey, 1):
        each.seat = seat
    if will_reserve is None:
        will_reserve = 3 * len(prey) - sum(each.will for each in prey) - len(fields.get("track", ()))
    s = State(
        seats=len(prey) + 1,
        dice=Dice("middle"),
        creature=0,
        hunted=list(prey),
        variants=variants or Variants(),
        side=1,
        planet=list(planet),
        reserve=fields.pop("reserve", {place: reserve_copies(place, len(prey)) for place in planet[5:] if place}),
        rescue=rescue,
        assimilation=assimilation,
        will_reserve=will_reserve,
        tokens={token: list(slots) for token, slots in (tokens or {}).items()},  # type: ignore[misc]
        marker=fields.pop("marker", "off" if "beach" in planet else "none"),
        shield=fields.pop("shield", 1 if "dome" in planet else 0),
        now=ThisTurn(in_force=list(force), stage=stage, **(now or {})),
        **fields,
    )
    for seat, card, *slot in on:
        s.at(seat).open.append(card)
        s.presences.append(Presence(seat, card, slot[0] if slot else s.slot(card)))
    s.plan(*steps)
    agenda.settle(s)
    return s


def say(s: State, seat: int, kind: str, *picks: str) -> list[Event]:
    """Answer a question, and hear what happened."""
    return game.apply(s, Answer(seat, kind, picks))


def refuses(s: State, seat: int, kind: str, *picks: str) -> None:
    """The answer is illegal, and leaves no trace."""
    before = game.save(s)
    with pytest.raises(Illegal):
        say(s, seat, kind, *picks)
    assert game.save(s) == before


def question(s: State, seat: int | None = None) -> Decision:
    """The only question open, or the only one to this seat."""
    [only] = [each for each in game.decisions(s) if seat in (None, each.seat)]
    return only


def asks(s: State) -> list[tuple[int, str]]:
    """Who is asked what."""
    return [(each.seat, each.kind) for each in game.decisions(s)]


def options(s: State, seat: int | None = None) -> set[str]:
    """What may be picked."""
    return set(question(s, seat).options)

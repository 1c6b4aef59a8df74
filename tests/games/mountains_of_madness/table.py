"""Small tables of Mountains of Madness that start in the middle."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from service.games.kit import agenda
from service.games.kit.decision import CLOCK, Answer, Decision, Illegal
from service.games.kit.event import Event
from service.games.mountains_of_madness import MountainsOfMadness
from service.games.mountains_of_madness.expedition import Encounter, Heard, Placed, Voice
from service.games.mountains_of_madness.rules import AnyStep
from service.games.mountains_of_madness.rules.encounter import Flip
from service.games.mountains_of_madness.state import State
from service.games.mountains_of_madness.talk.messages import Message, Signal, written

game = MountainsOfMadness()

SEALS = "coast-01"
"""Asks tools 7–9 and books 7–9; the reward is an esoteric card."""


def cards(*wanted: str) -> list[str]:
    """Cards by kind and value: `tools 4`, `wound`. A second one of a sort is its twin."""
    found: list[str] = []
    for each in wanted:
        kind, _, value = each.partition(" ")
        if kind == "wound":
            names = [f"wound-{n:02d}" for n in range(15, 0, -1)]
        elif value == "10":
            names = [f"es-{kind}-10a", f"es-{kind}-10b"]
        else:
            names = [f"eq-{kind}-{value}a", f"eq-{kind}-{value}b"]
        found.append(next(name for name in names if name not in found))
    return found


def table(
    seats: int = 3,
    *steps: AnyStep,
    hands: Mapping[int, Sequence[str]] | None = None,
    madness: Mapping[int, Sequence[str]] | None = None,
    relics: Mapping[int, Sequence[str]] | None = None,
    options: Mapping[str, Any] | None = None,
    tile: str | None = SEALS,
    placed: Sequence[str] | None = None,
    **more: Any,
) -> State:
    """A table led by seat 0 with these steps left to do, run on to the first question.

    `tile` lies on C8, where the airplane stands; with `placed` the place is already faced and these cards lie on
    the sled.
    """
    s = game.new(seats, "middle", {"mode": "relaxed", "first_leader": 0, **(options or {})})
    s.agenda, s.airplane, s.story = [], "C8", []
    for player in s.players:
        player.madness = []
    for seat, hand in (hands or {}).items():
        s.players[seat].hand = cards(*hand)
    for seat, held in (madness or {}).items():
        s.players[seat].madness = list(held)
    for seat, owned in (relics or {}).items():
        s.players[seat].relics = list(owned)
        s.relics = [relic for relic in s.relics if relic not in owned]
    for space in [space for space, lies in s.board.items() if lies == tile or space == "C8"]:
        del s.board[space]
    if tile is not None and placed is None:
        s.board["C8"] = tile
    if placed is not None:
        s.phase = "encounter"
        on_sled = [Placed(0, card) for card in cards(*placed)]
        s.encounter = Encounter([Voice() for _ in range(seats)], tile, on_sled, timer=1)
    for name, value in more.items():
        assert hasattr(s, name)
        setattr(s, name, value)
    s.plan(*steps)
    agenda.settle(s)
    return s


def facing(tile: str | None = SEALS, *, timed: bool = False, seats: int = 3, **more: Any) -> State:
    """A table where the place on C8 has just been flipped and all may talk."""
    options = {**more.pop("options", {}), "mode": "timed" if timed else "relaxed"}
    return table(seats, Flip(), tile=tile, options=options, **more)


def answer(s: State, seat: int, kind: str, *picks: str) -> list[Event]:
    """Answer a question, and hear what happened."""
    return game.apply(s, Answer(seat, kind, picks))


def refused(s: State, seat: int, kind: str, *picks: str) -> str:
    """The code with which an answer is refused; it must leave no trace."""
    before = game.save(s)
    with pytest.raises(Illegal) as wrong:
        game.apply(s, Answer(seat, kind, picks))
    assert game.save(s) == before
    return wrong.value.code


def question(s: State, seat: int = 0) -> Decision:
    """The one open question of a seat."""
    [asked] = [each for each in game.decisions(s) if each.seat == seat]
    return asked


def grains(s: State, number: int = 1) -> list[Event]:
    """Let some sand fall."""
    return [event for _ in range(number) for event in answer(s, CLOCK, "grain", "fell")]


# -- talk --------------------------------------------------------------------------


def offer(kind: str | None = None, value: int | None = None) -> Signal:
    """I hold such a card."""
    return signal("offer", kind=kind, value=value)


def signal(type: str, **fields: Any) -> Signal:
    """Any signal."""
    return Signal(type, **fields)  # type: ignore[arg-type]


def sent(*parts: str | Signal) -> str:
    """A message as it goes over the wire."""
    text = " ".join(part for part in parts if isinstance(part, str))
    return written(Message(text, tuple(part for part in parts if isinstance(part, Signal))))


def say(s: State, seat: int, *parts: str | Signal) -> list[Event]:
    """Say something that is accepted."""
    return game.apply(s, Answer(seat, "say", ("table", sent(*parts))))


def unsaid(s: State, seat: int, *parts: str | Signal) -> str:
    """The code with which a message is refused; it must leave no trace."""
    return refused(s, seat, "say", "table", sent(*parts))


def heard(s: State, seat: int | None) -> list[Heard]:
    """All that a viewer has heard and said in this encounter."""
    return list(game.view(s, seat).heard)


def last(s: State, seat: int | None) -> tuple[str, tuple[str, ...]] | str | None:
    """The latest thing heard: text and signals, a murmur, or nothing."""
    lines = heard(s, seat)
    if not lines:
        return None
    return "murmur" if lines[-1].murmur else (lines[-1].text, tuple(map(str, lines[-1].signals)))

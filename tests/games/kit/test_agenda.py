"""The agenda runs what is planned in reading order."""

from __future__ import annotations

from typing import Any

from service.games.kit import agenda
from service.games.kit.agenda import GameState, Happen
from service.games.kit.dice import Dice


class First(Happen):
    """Tells that it happened."""

    seat: int

    def finish(self, s: Any) -> None:
        s.tell("first", seat=self.seat)


class Second(Happen):
    """The same, by another name."""

    seat: int

    def finish(self, s: Any) -> None:
        s.tell("second", seat=self.seat)


def happened(s: GameState[Any]) -> list[tuple[str, int]]:
    """What the agenda did, in order."""
    return [(event.kind, event.data["seat"]) for event in agenda.settle(s)]


def test_what_is_planned_first_happens_first() -> None:
    s: GameState[Any] = GameState(seats=2, dice=Dice("seed"))

    s.plan(First(0), Second(0))

    assert happened(s) == [("first", 0), ("second", 0)]


def test_steps_planned_for_each_seat_happen_seat_by_seat_in_the_order_given() -> None:
    s: GameState[Any] = GameState(seats=3, dice=Dice("seed"))
    s.plan(First(9))

    s.plan_each((2, 0, 1), First, Second)

    assert happened(s) == [
        ("first", 2),
        ("second", 2),
        ("first", 0),
        ("second", 0),
        ("first", 1),
        ("second", 1),
        ("first", 9),
    ]

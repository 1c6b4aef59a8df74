"""Small tables of New Lands that start in the middle, in a book made for them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import pytest

from service.games.kit import agenda
from service.games.kit.decision import Answer, Illegal
from service.games.kit.dice import Dice
from service.games.kit.event import Event
from service.games.new_lands import NewLands, library
from service.games.new_lands.books.book import Book
from service.games.new_lands.books.pages import Line
from service.games.new_lands.cards import EXPLORATIONS, MISSIONS, PERIPETIES
from service.games.new_lands.rules import AnyStep
from service.games.new_lands.rules.exploration import Explore
from service.games.new_lands.rules.rest import Rest
from service.games.new_lands.state import Options, Player, State
from service.games.new_lands.turn import DIRECTIONS, Turn

game = NewLands()


def small_book(pages: int = 200, short: Iterable[int] = (), name: str = "small") -> Book:
    """Pages of nine lines that say where they stand; the short ones have five."""
    made = tuple(
        tuple(
            Line(f"Page {n} has its line {k} here.", start=k == 1, ends=k == 9)
            for k in range(1, 6 if n in short else 10)
        )
        for n in range(1, pages + 1)
    )
    book = Book(f"{name}-{pages}-{'-'.join(map(str, short))}", "A Small Book", "Nobody", "en", "nl-60x30-v1", made)
    library.shelve(book)
    return book


def table(
    *steps: AnyStep,
    seats: int = 3,
    book: Book | None = None,
    scout: int | None = 0,
    page: int | None = None,
    compass: str | None = None,
    top: str | None = None,
    around: Sequence[str] = ("exp_travel", "exp_arts", "exp_war", "exp_weather"),
    lines: Sequence[str] = (),
    arrived: bool = False,
    turn: dict[str, Any] | None = None,
    players: Sequence[Player] | None = None,
    options: dict[str, Any] | None = None,
    **parts: Any,
) -> State:
    """A table with these steps left to do, run on to the first question. Everything else is quite usual."""
    book = small_book() if book is None else book
    chosen = game.options({"book": book.fingerprint, **(options or {})})
    assert isinstance(chosen, Options)
    camp, city = parts.pop("camp", 37), parts.pop("city_page", 87)
    pile = [card for card in EXPLORATIONS if card not in around and card != top]
    s = State(
        seats=seats,
        dice=Dice("middle"),
        options=chosen,
        book=book.fingerprint,
        language=book.language,
        players=list(players or [Player() for _ in range(seats)]),
        camp=camp,
        city_page=city,
        city=parts.pop("city", "city_atlantexte"),
        letters=parts.pop("letters", 26),
        pile=[top, *pile] if top else pile,
        mission_pile=parts.pop("mission_pile", list(MISSIONS)[10:]),
        row=parts.pop("row", list(MISSIONS)[:5]),
        peripetia_pile=parts.pop("peripetia_pile", list(PERIPETIES) if chosen.peripeties else []),
        around=dict(zip(DIRECTIONS, around, strict=False)),
        arrived=arrived,
        turns=parts.pop("turns", 1),
        **parts,
    )
    if scout is not None:
        s.turn = Turn(scout=scout, number=s.turns, page=page or camp, in_city=arrived, **(turn or {}))
        s.turn.compass = next((direction for direction in DIRECTIONS if direction == compass), None)
        if lines:
            s.turn.passage = tuple(Line(line) for line in lines)
    s.plan(*steps)
    agenda.settle(s)
    return s


def say(s: State, seat: int, kind: str, *picks: str) -> list[Event]:
    """Answer a question, and hear what happened."""
    return game.apply(s, Answer(seat, kind, picks))


def refused(s: State, seat: int, kind: str, *picks: str) -> str:
    """Why an answer is refused."""
    with pytest.raises(Illegal) as wrong:
        say(s, seat, kind, *picks)
    return wrong.value.code


def asked(s: State, seat: int | None = None) -> dict[str, tuple[str, ...]]:
    """The options of the open questions by kind, of one seat or of the first that is asked each."""
    found: dict[str, tuple[str, ...]] = {}
    for question in game.decisions(s):
        if seat is None or question.seat == seat:
            found.setdefault(question.kind, question.options)
    return found


def kinds(told: Iterable[Event]) -> list[str]:
    """What happened, by kind."""
    return [event.kind for event in told]


def vote(s: State, kind: str, **votes: str) -> list[Event]:
    """Votes by seat (`_1="W"`), each confirmed at once, in the order given."""
    told: list[Event] = []
    for seat, choice in votes.items():
        told += say(s, int(seat[1:]), kind, choice, "confirm")
    return told


def exploring(*steps: Any, compass: str = "W", seats: int = 3, **parts: Any) -> State:
    """A Group that has heard the passage; travel is in the north, weather in the west."""
    parts.setdefault("around", ("exp_arts", "exp_war", "exp_weather", "exp_travel"))
    parts.setdefault("page", 47)
    parts.setdefault("lines", ["a line"])
    return table(Explore(), *(steps or (Rest(),)), seats=seats, compass=compass, **parts)

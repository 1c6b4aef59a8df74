"""Small tables of Faraway that start in the middle, and the worked examples of RULES.md."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from typing import Any

from service.games.faraway import Faraway
from service.games.faraway.cards import REGIONS, SANCTUARIES
from service.games.faraway.rules import AnyStep
from service.games.faraway.state import Player, State
from service.games.kit import agenda
from service.games.kit.decision import Answer
from service.games.kit.dice import Dice
from service.games.kit.event import Event

game = Faraway()


def ids(numbers: Iterable[int]) -> list[str]:
    """Regions by their numbers."""
    return [f"r{number}" for number in numbers]


def player(
    row: Iterable[int] = (), hand: Iterable[int] = (), placed: Iterable[str] = (), found: Iterable[str] = ()
) -> Player:
    """A player in the middle of the journey."""
    return Player(hand=ids(hand), row=ids(row), sanctuaries=list(placed), found=list(found))


def table(
    *players: Player,
    steps: Sequence[AnyStep],
    round: int = 2,
    market: Iterable[int] = (),
    deck: Iterable[int] = (),
    pile: Iterable[str] | None = None,
) -> State:
    """A table with these steps left to do, run on to the first question."""
    used = {id for someone in players for id in (*someone.sanctuaries, *someone.found)}
    s = State(
        seats=len(players),
        dice=Dice("middle"),
        players=list(players),
        deck=ids(deck),
        pile=[id for id in SANCTUARIES if id not in used] if pile is None else list(pile),
        market=ids(market),
        round=round,
        order=tuple(range(len(players))),
    )
    s.plan(*steps)
    agenda.settle(s)
    return s


def say(s: State, seat: int, kind: str, *picks: str) -> list[Event]:
    """Answer a question, and hear what happened."""
    return game.apply(s, Answer(seat, kind, picks))


def cards_on(s: State) -> list[str]:
    """Every card on the table, wherever it lies."""
    owned = [id for someone in s.players for id in someone.hand + someone.row + someone.sanctuaries + someone.found]
    return owned + s.market + s.removed + s.deck + s.pile


ALL_CARDS = sorted([*REGIONS, *SANCTUARIES])


def examples(section: str) -> Any:
    """The worked examples under a heading of RULES.md."""
    rules = (game.folder / "RULES.md").read_text(encoding="utf-8")
    found = re.search(rf"^### {re.escape(section)} .*?```json\n(.*?)```", rules, re.MULTILINE | re.DOTALL)
    assert found, section
    return json.loads(found[1])

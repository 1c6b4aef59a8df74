"""Statistics of cards with confidence intervals."""

from __future__ import annotations

from math import sqrt
from typing import Any

from service.arena.ratings import Z
from service.arena.results import wilson
from service.explorer.records import CardRecords, Row
from service.games.kit.game import Game

Data = dict[str, Any]


def table(
    records: CardRecords,
    game: Game[Any, Any, Any],
    language: str,
    kind: str | None,
    seats: int | None,
    level: str | None,
) -> list[Data]:
    """The statistics of all cards of a game, by kind of decision."""
    rows = records.sums(game.name, ("kind", "card"), kind, None, seats, level)
    return [{"kind": row["kind"], **named(game, language, row["card"]), **statistics(row)} for row in rows]


def card(records: CardRecords, game: Game[Any, Any, Any], language: str, card: str) -> Data:
    """The statistics of one card: in total for each kind of decision, and by number of players and level."""
    total = records.sums(game.name, ("kind",), None, card, None, None)
    groups = records.sums(game.name, ("kind", "seats", "level"), None, card, None, None)
    return {
        **named(game, language, card),
        "kinds": [{"kind": row["kind"], **statistics(row)} for row in total],
        "groups": [
            {"kind": row["kind"], "seats": row["seats"], "level": row["level"], **statistics(row)} for row in groups
        ],
    }


def named(game: Game[Any, Any, Any], language: str, card: str) -> Data:
    """The id of a card, and its name in the caller's language."""
    words = game.words(language)
    text = words.cards.get(card)
    return {"card": card, "name": text.name if text is not None else words.ids.get(card, card)}


def statistics(row: Row) -> Data:
    """How often a card was offered and taken, and with what results: rates and means with 95 % intervals.

    Intervals count games, not decisions: taking a card three times in one game counts once.
    """
    takers, scored = int(row["takers"]), int(row["scored"])
    return {
        "offered": int(row["offered"]),
        "taken": int(row["taken"]),
        "take_rate": rate(int(row["taken"]), int(row["offered"])),
        "seen": int(row["seen"]),
        "takers": takers,
        "win_rate": rate(int(row["wins"]), takers),
        "win_rate_if_not_taken": rate(int(row["seen_wins"] - row["wins"]), int(row["seen"]) - takers),
        "place": mean(takers, float(row["places"]), float(row["places_squared"])),
        "points": mean(scored, float(row["points"]), float(row["points_squared"])),
    }


def rate(times: int, of: int) -> Data | None:
    """A share with its Wilson interval; None if there are no cases."""
    if of <= 0:
        return None
    share = times / of
    low, high = wilson(share, of)
    return {"value": round(share, 4), "low": round(low, 4), "high": round(high, 4)}


def mean(number: int, total: float, squares: float) -> Data | None:
    """A mean with its normal interval, which needs at least two cases; None if there are no cases."""
    if number <= 0:
        return None
    average = total / number
    if number == 1:
        return {"value": round(average, 2), "low": None, "high": None}
    half = Z * sqrt(max(0.0, (squares - total**2 / number) / (number - 1)) / number)
    return {"value": round(average, 2), "low": round(average - half, 2), "high": round(average + half, 2)}

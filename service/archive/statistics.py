"""What a finished game adds to the statistics: sums by card for the explorer, and by player for profiles.

Games at public tables count if they were finished and dealt by chance, whoever played. Profiles also count a player's
other tables, but separately: only the player sees those.
"""

from __future__ import annotations

from collections import Counter
from itertools import permutations

from msgspec import Struct

from service.archive.records import Row
from service.games import REGISTRY
from service.tables.parts import FORMER

PERSON, AGENT = "person", "agent"


class Offer(Struct, frozen=True):
    """The cards that one decision offered, and those that were taken."""

    seat: int
    kind: str
    offered: frozenset[str]
    taken: frozenset[str]


def sums_of(
    game: Row, seats: list[Row], decisions: list[Row], offers: list[Offer]
) -> tuple[list[Row], list[Row], list[Row]]:
    """The rows that this game adds for cards, standings and meetings."""
    if game["status"] != "finished" or game["practice"] or game["imported"]:
        return [], [], []
    public = game["visibility"] == "public"
    cards = card_sums(game, seats, offers) if public else []
    return cards, standing_sums(game, seats, decisions, public), meeting_sums(game, seats, public)


def level_of(seat: Row) -> str:
    """How the explorer groups players: people, agents, and bots by level."""
    return str(seat["level"]) if seat["kind"] == "bot" else AGENT if seat["kind"] == "agent" else PERSON


def card_sums(game: Row, seats: list[Row], offers: list[Offer]) -> list[Row]:
    """For each card and seat: how often it was offered and taken, and how the game ended for the seat."""
    offered: Counter[tuple[int, str, str]] = Counter()
    taken: Counter[tuple[int, str, str]] = Counter()
    for one in offers:
        offered.update((one.seat, one.kind, card) for card in one.offered)
        taken.update((one.seat, one.kind, card) for card in one.taken)
    return [
        _card_row(game, seats[seat], kind, card, times, taken[seat, kind, card])
        for (seat, kind, card), times in offered.items()
    ]


def _card_row(game: Row, seat: Row, kind: str, card: str, offered: int, taken: int) -> Row:
    took, place, score = int(taken > 0), seat["place"] or 0, seat["score"]
    points = score if took and score is not None else 0
    return {
        "game": game["game"],
        "kind": kind,
        "card": card,
        "seats": game["seats"],
        "level": level_of(seat),
        "offered": offered,
        "taken": taken,
        "seen": 1,
        "seen_wins": int(seat["won"]),
        "takers": took,
        "wins": took * seat["won"],
        "places": took * place,
        "places_squared": took * place**2,
        "scored": int(took and score is not None),
        "points": points,
        "points_squared": points**2,
    }


def names_of(seat: Row) -> list[str]:
    """The profiles that a seat counts for: the player, the bot and its level, the agent, its language model.

    There is none for a player whose account was closed during the game.
    """
    match seat["kind"]:
        case "bot":
            return [f"bot:{seat['game']}:{seat['level']}"]
        case "agent":
            model = [f"model:{seat['model']}"] if seat["model"] else []
            return [f"agent:{seat['agent']}", *model]
        case _:
            return [] if seat["name"] == FORMER else [f"player:{seat['player']}"]


def standing_sums(game: Row, seats: list[Row], decisions: list[Row], public: bool) -> list[Row]:
    """One row for each seat and name."""
    took: Counter[int] = Counter()
    decided: Counter[int] = Counter()
    for one in decisions:
        if one["took"] is not None and one["answered_by"] in ("seat", "bot"):
            took[one["seat"]] += one["took"]
            decided[one["seat"]] += 1
    return [
        {
            "who": who,
            "public": public,
            "game": game["game"],
            "seats": game["seats"],
            "role": seat["role"],
            "games": 1,
            "wins": int(seat["won"]),
            "places": seat["place"] or 0,
            "scored": int(seat["score"] is not None),
            "points": seat["score"] or 0,
            "best": seat["score"],
            "forfeits": int(seat["forfeited"]),
            "decisions": decided[seat["seat"]],
            "took": took[seat["seat"]],
        }
        for seat in seats
        for who in names_of(seat)
    ]


def meeting_sums(game: Row, seats: list[Row], public: bool) -> list[Row]:
    """One row for each ordered pair of seats. Two who win or lose together by the rules were `together`."""
    rules = REGISTRY.get(game["game"])
    rows = []
    for one, other in permutations(seats, 2):
        together = rules is not None and (
            rules.contest == "cooperative" or (rules.contest == "one-against-all" and one["role"] == other["role"])
        )
        ahead = (one["place"] or 0) < (other["place"] or 0)
        behind = (one["place"] or 0) > (other["place"] or 0)
        rows += [
            {
                "who": who,
                "public": public,
                "other": whom,
                "game": game["game"],
                "games": 1,
                "ahead": int(ahead and not together),
                "behind": int(behind and not together),
                "together": int(together),
            }
            for who in names_of(one)
            for whom in names_of(other)
            if who != whom
        ]
    return rows

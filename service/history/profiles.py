"""The profile of a player, bot, agent or language model: results by game, head-to-head, streaks and time."""

from __future__ import annotations

from itertools import groupby
from typing import Any, Final

from service.accounts.store import Accounts
from service.agents import registry
from service.agents.store import Agents
from service.games import REGISTRY
from service.history.records import HistoryRecords, Row, Search
from service.refusals import NotFound

Data = dict[str, Any]
KINDS: Final = ("player", "bot", "agent", "model")
STREAKS: Final = 500
"""How many of the newest games streaks are counted over."""


def profile(
    records: HistoryRecords, accounts: Accounts, agents: Agents, kind: str, id: str, caller: str | None
) -> Data:
    """The profile as the caller may see it: their own has all games, those of others only public ones."""
    name, search, private = _find(accounts, agents, kind, id, caller)
    who = f"{kind}:{id}"
    standings = records.standings(who, private)
    if kind == "model" and not standings:
        raise NotFound(what="profile")
    return {
        "kind": kind,
        "id": id,
        "name": name,
        "private": private,
        **_summary(standings),
        "results": [
            {"game": row["game"], "seats": row["seats"], "role": row["role"], **_summary([row])} for row in standings
        ],
        "opponents": _opponents(accounts, agents, records.meetings(who, private)),
        "streaks": _streaks(records.results(search, STREAKS)),
    }


def _find(
    accounts: Accounts, agents: Agents, kind: str, id: str, caller: str | None
) -> tuple[str | None, Search, bool]:
    """The name, the search for their games, and whether the caller sees private ones; refused if there is none."""
    match kind:
        case "player" if (player := accounts.get(id)) is not None:
            return player.name, Search(player=id, private=id == caller), id == caller
        case "agent" if (agent := registry.find(agents, caller, id)) is not None:
            return agent.name, Search(agent=id, private=agent.owner == caller), agent.owner == caller
        case "bot":
            game, _, level = id.partition(":")
            if game in REGISTRY and level in REGISTRY[game].bots:
                return level, Search(game=game, level=level), False
        case "model":
            return id, Search(model=id), False
    raise NotFound(what="profile")


def _summary(rows: list[Row]) -> Data:
    sums = {name: sum(row[name] for row in rows) for name in ("games", "wins", "places", "scored", "points")}
    decisions, took = sum(row["decisions"] for row in rows), sum(row["took"] for row in rows)
    best = [row["best"] for row in rows if row["best"] is not None]
    return {
        "games": int(sums["games"]),
        "wins": int(sums["wins"]),
        "win_rate": _ratio(sums["wins"], sums["games"]),
        "average_place": _ratio(sums["places"], sums["games"]),
        "average_score": _ratio(sums["points"], sums["scored"]),
        "best_score": max(best, default=None),
        "forfeits": int(sum(row["forfeits"] for row in rows)),
        "seconds_per_decision": _ratio(took / 1000, decisions),
    }


def _ratio(value: float, of: float) -> float | None:
    return round(float(value) / float(of), 4) if of else None


def _opponents(accounts: Accounts, agents: Agents, rows: list[Row]) -> list[Data]:
    others = [tuple(row["other"].split(":", 1)) for row in rows]
    names = {
        **{("player", one.id): one.name for one in accounts.get_many(id for kind, id in others if kind == "player")},
        **{("agent", one.id): one.name for one in agents.get_many(id for kind, id in others if kind == "agent")},
    }
    return [
        {
            "kind": other[0],
            "id": other[1],
            "name": names.get(other),
            "game": row["game"],
            **{name: int(row[name]) for name in ("games", "ahead", "behind", "together")},
        }
        for other, row in zip(others, rows, strict=True)
    ]


def _streaks(results: list[bool]) -> Data:
    """The current streak (negative: lost games) and the longest of each kind, among the newest games."""
    runs = [(won, len(list(group))) for won, group in groupby(results)]
    return {
        "games": len(results),
        "current": 0 if not runs else runs[0][1] * (1 if runs[0][0] else -1),
        "longest_won": max((length for won, length in runs if won), default=0),
        "longest_lost": max((length for won, length in runs if not won), default=0),
    }

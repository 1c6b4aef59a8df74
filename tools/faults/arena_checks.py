"""What must be true of a finished arena, whatever happened while it was played."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from service.arena import match, schedule
from service.arena.export import GameRecord, decode
from service.arena.plan import Plan
from service.arena.players import bot_player, create_players
from service.arena.ratings import ladder_of, rate
from tools.faults.arenas import ArenaRun

Data = dict[str, Any]


def play_again(plan: Plan) -> list[GameRecord]:
    """Play all games of an arena of bots in this process."""
    players = create_players(plan, bot_player)
    records: list[GameRecord] = []
    for fixture in schedule.remaining(plan, records):
        # The next pairing depends on the games so far, so each is added before the next is asked for.
        records.append(match.play(plan, fixture, players)[0])  # noqa: PERF401
    return records


class Outcome:
    """A finished arena as the service reports it."""

    def __init__(self, run: ArenaRun) -> None:
        self.run = run
        self.shown: Data = self._get("").json()
        self.raw: bytes = self._get("/games", Accept="application/x-ndjson").content
        self.tables: dict[str, Data] = {}
        if run.with_agent:
            for record in decode(self.raw)[1]:
                reply = run.client.call("GET", f"/tables/{record.table}/replay", longer=30.0)
                self.tables[record.table] = reply.json()

    def _get(self, path: str, **headers: str) -> Any:
        reply = self.run.client.call("GET", f"/arenas/{self.run.id}{path}", longer=30.0, headers=headers)
        if reply.status_code != 200:
            raise AssertionError(f"{path}: {reply.status_code} {reply.text[:300]}")
        return reply


def played_once(shown: Data, raw: bytes, seen: Sequence[int]) -> Iterator[str]:
    """The arena is finished, the export has each of its games once, and the count of games never decreased."""
    if shown["status"] != "finished":
        yield f"it is {shown['status']} ({shown['reason']}) after {shown['played']} of {shown['games']} games"
    times = Counter(json.loads(line)["game"] for line in raw.splitlines()[1:])
    for game in sorted({*range(shown["games"]), *times}):
        if times[game] != (game < shown["games"]):
            yield f"game {game} of {shown['games']} is in the export {times[game]} times"
    if list(seen) != sorted(seen):
        yield f"the count of games went down: {list(seen)}"


def same_games(raw: bytes) -> Iterator[str]:
    """Bots are deterministic, so playing the same plan again gives the same games."""
    plan, records, _ = decode(raw)
    for record, again in zip(records, play_again(plan), strict=False):
        if record != again:
            yield f"game {record.game} is {record}, but played again {again}"
            return


def same_ratings(shown: Data, raw: bytes) -> Iterator[str]:
    """The ratings are exactly those computed from the games."""
    plan, records, _ = decode(raw)
    again = [(*key, each.mu, each.sigma, each.games) for key, each in rate(plan, records).items()]
    told = [tuple(each[name] for name in ("entrant", "role", "mu", "sigma", "games")) for each in shown["ratings"]]
    if told != again:
        yield f"the ratings are {told}, but computed from the games {again}"


def one_table_per_game(records: Sequence[GameRecord], tables: Mapping[str, Data]) -> Iterator[str]:
    """Each game with agents was played at its own table and has the result of that table."""
    for table, times in Counter(record.table for record in records).items():
        if times > 1:
            yield f"table {table} was used for {times} games"
    for record in records:
        replay = tables[record.table]
        result = replay.get("result") or {}
        there = (replay["answers"][-1]["digest"], tuple(result.get("winners", ())), tuple(result.get("scores") or ()))
        if there != (record.digest, record.winners, record.scores):
            yield f"game {record.game} is {record}, but its table {record.table} has {there}"


def counted_once(shown: Sequence[Data], exports: Sequence[bytes], ladder: Data) -> Iterator[str]:
    """The ladder counts each finished arena once, and is exactly that computed from their games in that order."""
    counted = [each["counted"] for each in shown]
    if sorted(counted, key=str) != sorted(range(len(shown)), key=str) or ladder["arenas"] != len(shown):
        yield f"{len(shown)} arenas are finished, {ladder['arenas']} are on the ladder, counted as {counted}"
        return
    in_order = [raw for _, raw in sorted(zip(counted, exports, strict=True))]
    again = {(*key, each.mu, each.sigma, each.games) for key, each in ladder_of(in_order).items()}
    names = ("game", "entrant", "role", "mu", "sigma", "games")
    told = {tuple(each[name] for name in names) for each in ladder["items"]}
    if told != again:
        yield f"the ladder is {sorted(told - again)}, but computed from the games {sorted(again - told)}"


def check_arena(outcome: Outcome) -> Iterator[str]:
    """All errors of one arena."""
    yield from played_once(outcome.shown, outcome.raw, outcome.run.seen)
    yield from same_ratings(outcome.shown, outcome.raw)
    if outcome.run.with_agent:
        yield from one_table_per_game(decode(outcome.raw)[1], outcome.tables)
    else:
        yield from same_games(outcome.raw)

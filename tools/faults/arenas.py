"""Arenas of the service, opened one after another while its workers are killed; and what must be true of them."""

from __future__ import annotations

import json
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

from service.arena import ladders
from service.arena.ratings import rate
from service.arena.rows import Row, read
from tests.arena.small import played
from tests.faults.ledger import Ledger
from tests.faults.people import Client, Stuck

Data = dict[str, Any]
POLL_S: Final = 1.0
LAST_S: Final = 420.0
"""So long an arena may take when the faults are over: its worker has the lowest rank of all."""

GAMES: Final[tuple[tuple[str, tuple[str, ...], int], ...]] = (
    ("faraway", ("greedy", "random"), 200),
    ("golden_compass", ("greedy", "random"), 80),
    ("not_alone", ("sensible", "random"), 100),
    ("new_lands", ("plain", "random"), 30),
    ("mountains_of_madness", ("guide", "random"), 12),
)
"""Some seconds of thinking each, so that its worker dies in the middle."""

AGENT_GAMES: Final = {"faraway": 4, "not_alone": 2}
"""What is played at tables with an agent: games without sand, whose end does not take minutes."""


@dataclass
class Contest:
    """One arena, and how it was seen to go on."""

    id: str
    client: Client
    outside: bool
    seen: list[int] = field(default_factory=list)
    over: bool = False


class Promoter(threading.Thread):
    """Opens an arena, follows it to its end, and opens the next."""

    def __init__(
        self,
        client: Callable[[int], Client],
        ledger: Ledger,
        seed: int,
        games: Sequence[str],
        share: float,
        closing: threading.Event,
        agent: Callable[[], str | None] | None = None,
    ) -> None:
        super().__init__(name="promoter of agents" if agent else "promoter", daemon=True)
        self.client = client
        self.ledger = ledger
        self.seed = seed
        self.games = [each for each in GAMES if each[0] in games and (agent is None or each[0] in AGENT_GAMES)]
        self.share = share
        self.closing = closing
        self.agent = agent
        self.contests: list[Contest] = []
        self.random = Random(f"arenas-{seed}-{agent is None}")

    def running(self) -> list[str]:
        """The arenas that are being played."""
        return [contest.id for contest in tuple(self.contests) if not contest.over]

    def run(self) -> None:
        n = 0
        while not self.closing.wait(1):
            wish = self.wish(n + 1)
            if wish is None:
                continue
            n += 1
            try:
                self.follow(self.open(n, wish))
            except Stuck as stuck:
                self.ledger.blame(f"an arena is stuck: {stuck}")
            except Exception as error:
                self.ledger.blame(f"arena {n} broke down: {error!r}")
                self.closing.wait(5)

    def wish(self, n: int) -> Data | None:
        """Any arena of built-in players; or one with an agent, as soon as there is one."""
        if not self.games:
            return None
        game, levels, games = self.games[n % len(self.games)]
        bots = [{"level": level, "thoughts": 5} for level in levels]
        if self.agent is not None:
            agent = self.agent()
            entrants = [{"agent": agent, "name": "outside"}, bots[-1]]
            few = max(2, round(AGENT_GAMES[game] * self.share))
            return None if agent is None else {"game": game, "entrants": entrants, "games": few}
        system = self.random.choice(("round-robin", "swiss", "ladder"))
        seed, games = f"faults-{self.seed}-{n}", max(4, round(games * self.share))
        return {"game": game, "entrants": bots, "games": games, "system": system, "seed": seed}

    def open(self, n: int, wish: Data) -> Contest:
        client = self.client(n)
        reply = client.call("POST", "/arenas", wish, key=f"arena-{self.seed}-{n}", longer=10.0)
        if reply.status_code != 201:
            raise AssertionError(f"{reply.status_code} {reply.text}")
        contest = Contest(reply.json()["id"], client, self.agent is not None)
        self.contests.append(contest)
        return contest

    def follow(self, contest: Contest) -> None:
        """Look at it until it is over and counted."""
        last = 0.0
        while True:
            now = contest.client.call("GET", f"/arenas/{contest.id}", longer=10.0).json()
            contest.seen.append(now["played"])
            if now["status"] != "running" and (now["status"] != "finished" or now["counted"] is not None):
                contest.over = True
                return
            if self.closing.wait(POLL_S):
                time.sleep(POLL_S)
                last = last or time.monotonic()
                if time.monotonic() - last > LAST_S:
                    raise Stuck(f"arena {contest.id} has played {now['played']} of {now['games']}")


# -- what must be true -------------------------------------------------------------------------


class Outcome:
    """What the service says of an arena that is over."""

    def __init__(self, contest: Contest) -> None:
        self.contest = contest
        self.shown: Data = self._get("").json()
        self.raw: bytes = self._get("/games", Accept="application/x-ndjson").content
        self.tables: dict[str, Data] = {}
        if contest.outside:
            for row in read(self.raw)[1]:
                reply = contest.client.call("GET", f"/tables/{row.table}/replay", longer=30.0)
                self.tables[row.table] = reply.json()

    def _get(self, path: str, **headers: str) -> Any:
        reply = self.contest.client.call("GET", f"/arenas/{self.contest.id}{path}", longer=30.0, headers=headers)
        if reply.status_code != 200:
            raise AssertionError(f"{path}: {reply.status_code} {reply.text[:300]}")
        return reply


def played_once(shown: Data, raw: bytes, seen: Sequence[int]) -> Iterator[str]:
    """The arena is finished, each of its games stands in the export once, and none was ever taken back."""
    if shown["status"] != "finished":
        yield f"it is {shown['status']} ({shown['reason']}) after {shown['played']} of {shown['games']} games"
    times = Counter(json.loads(line)["game"] for line in raw.splitlines()[1:])
    for game in sorted({*range(shown["games"]), *times}):
        if times[game] != (game < shown["games"]):
            yield f"game {game} of {shown['games']} is there {times[game]} times"
    if list(seen) != sorted(seen):
        yield f"games were taken back: {list(seen)}"


def played_rightly(raw: bytes) -> Iterator[str]:
    """Built-in players think alike everywhere: whoever plays the plan again gets the same games, to the last card."""
    plan, rows, _ = read(raw)
    for row, again in zip(rows, played(plan), strict=False):
        if row != again:
            yield f"game {row.game} is {row}, and played again {again}"
            return


def rated_rightly(shown: Data, raw: bytes) -> Iterator[str]:
    """The ratings follow from the games, to the last bit."""
    plan, rows, _ = read(raw)
    again = [(*key, each.mu, each.sigma, each.games) for key, each in rate(plan, rows).items()]
    told = [tuple(each[name] for name in ("entrant", "role", "mu", "sigma", "games")) for each in shown["ratings"]]
    if told != again:
        yield f"the ratings are {told}, and from the games {again}"


def seated_once(rows: Sequence[Row], tables: Mapping[str, Data]) -> Iterator[str]:
    """Each game of agents was played at a table of its own, and came out as that table did."""
    for table, times in Counter(row.table for row in rows).items():
        if times > 1:
            yield f"table {table} stands for {times} games"
    for row in rows:
        replay = tables[row.table]
        result = replay.get("result") or {}
        there = (replay["answers"][-1]["digest"], tuple(result.get("winners", ())), tuple(result.get("scores") or ()))
        if there != (row.digest, row.winners, row.scores):
            yield f"game {row.game} is {row}, and its table {row.table} has {there}"


def counted_once(shown: Sequence[Data], exports: Sequence[bytes], ladder: Data) -> Iterator[str]:
    """The ladder has counted each finished arena once, and follows from their games in that order."""
    counted = [each["counted"] for each in shown]
    if sorted(counted, key=str) != sorted(range(len(shown)), key=str) or ladder["arenas"] != len(shown):
        yield f"{len(shown)} arenas are finished, {ladder['arenas']} are on the ladder, counted as {counted}"
        return
    in_order = [raw for _, raw in sorted(zip(counted, exports, strict=True))]
    again = {(*rung, each.mu, each.sigma, each.games) for rung, each in ladders.fold(in_order).items()}
    names = ("game", "entrant", "role", "mu", "sigma", "games")
    told = {tuple(each[name] for name in names) for each in ladder["items"]}
    if told != again:
        yield f"the ladder is {sorted(told - again)}, and from the games {sorted(again - told)}"


def check_arena(outcome: Outcome) -> Iterator[str]:
    """All that is wrong with one arena."""
    yield from played_once(outcome.shown, outcome.raw, outcome.contest.seen)
    yield from rated_rightly(outcome.shown, outcome.raw)
    if outcome.contest.outside:
        yield from seated_once(read(outcome.raw)[1], outcome.tables)
    else:
        yield from played_rightly(outcome.raw)

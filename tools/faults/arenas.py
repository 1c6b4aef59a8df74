"""Clients that open arenas one after another and follow each to its end."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

from tools.faults.clients import Client, Stuck
from tools.faults.history import History

Data = dict[str, Any]
POLL_S: Final = 1.0
LAST_S: Final = 420.0
"""How long an arena may take after the last fault; its worker has the lowest priority."""

GAMES: Final[tuple[tuple[str, tuple[str, ...], int], ...]] = (
    ("faraway", ("greedy", "random"), 200),
    ("golden_compass", ("greedy", "random"), 80),
    ("not_alone", ("sensible", "random"), 100),
    ("new_lands", ("plain", "random"), 30),
    ("mountains_of_madness", ("guide", "random"), 12),
)
"""Game, bots and number of games: some seconds of work each, so that the worker is killed in the middle."""

AGENT_GAMES: Final = {"faraway": 4, "not_alone": 2}
"""Games played with an agent, and how many: games without timers, which end within seconds."""


@dataclass
class ArenaRun:
    """One arena, and the number of played games each time it was polled."""

    id: str
    client: Client
    with_agent: bool
    seen: list[int] = field(default_factory=list)
    over: bool = False


class ArenaClient(threading.Thread):
    """Opens an arena, follows it to its end, and opens the next."""

    def __init__(
        self,
        client: Callable[[int], Client],
        history: History,
        seed: int,
        games: Sequence[str],
        share: float,
        closing: threading.Event,
        agent: Callable[[], str | None] | None = None,
    ) -> None:
        super().__init__(name="agent arenas" if agent else "arenas", daemon=True)
        self.client = client
        self.history = history
        self.seed = seed
        self.games = [each for each in GAMES if each[0] in games and (agent is None or each[0] in AGENT_GAMES)]
        self.share = share
        self.closing = closing
        self.agent = agent
        self.runs: list[ArenaRun] = []
        self.random = Random(f"arenas-{seed}-{agent is None}")

    def running(self) -> list[str]:
        """The ids of the running arenas."""
        return [run.id for run in tuple(self.runs) if not run.over]

    def run(self) -> None:
        n = 0
        while not self.closing.wait(1):
            body = self.request(n + 1)
            if body is None:
                continue
            n += 1
            try:
                self.follow(self.open(n, body))
            except Stuck as stuck:
                self.history.error(f"an arena is stuck: {stuck}")
            except Exception as error:
                self.history.error(f"arena {n} broke down: {error!r}")
                self.closing.wait(5)

    def request(self, n: int) -> Data | None:
        """The request for the next arena: of bots only, or with the agent once it is registered."""
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

    def open(self, n: int, body: Data) -> ArenaRun:
        client = self.client(n)
        reply = client.call("POST", "/arenas", body, key=f"arena-{self.seed}-{n}", longer=10.0)
        if reply.status_code != 201:
            raise AssertionError(f"{reply.status_code} {reply.text}")
        run = ArenaRun(reply.json()["id"], client, self.agent is not None)
        self.runs.append(run)
        return run

    def follow(self, run: ArenaRun) -> None:
        """Poll it until it has ended and is counted in the ratings."""
        last = 0.0
        while True:
            now = run.client.call("GET", f"/arenas/{run.id}", longer=10.0).json()
            run.seen.append(now["played"])
            if now["status"] != "running" and (now["status"] != "finished" or now["counted"] is not None):
                run.over = True
                return
            if self.closing.wait(POLL_S):
                time.sleep(POLL_S)
                last = last or time.monotonic()
                if time.monotonic() - last > LAST_S:
                    raise Stuck(f"arena {run.id} has played {now['played']} of {now['games']}")

"""The plan: a seed becomes a schedule of faults. Pure, so that a seed always gives the same schedule."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate, count
from random import Random
from typing import Final, NamedTuple


class Sort(NamedTuple):
    """One sort of fault: how often it comes, whom it may hit, how long it lasts and how strong it is."""

    weight: float
    targets: tuple[str, ...]
    lasts: tuple[float, float] = (0.0, 0.0)
    size: tuple[float, float] = (0.0, 0.0)


# Workers are named once for each process of their kind, so that each process is hit as often as any other; the one
# worker of arenas twice, since few faults would meet it otherwise.
SORTS: Final = {
    "kill": Sort(
        12,
        (
            *("bots", "bots", "bells", "bells", "clock", "clock", "agents", "arenas", "arenas"),
            *("web", "web", "api", "redis", "redis", "pull", "pull"),
        ),
    ),
    "pause": Sort(18, ("bots", "bells", "clock", "agents", "arenas", "web", "web", "redis", "pull"), lasts=(0.05, 2.5)),
    "reset": Sort(16, ("http", "http", "redis"), size=(0.1, 1.0)),
    "swallow": Sort(16, ("http", "redis"), lasts=(0.02, 0.3)),
    "truncate": Sort(10, ("http", "redis"), lasts=(0.02, 0.3)),
    "delay": Sort(12, ("http", "redis"), lasts=(0.1, 1.5), size=(0.005, 0.25)),
    "refuse": Sort(6, ("http", "redis"), lasts=(0.05, 0.6)),
    "double": Sort(14, ("turn", "bell", "agent", "arena"), size=(1, 6)),
    "jump": Sort(5, ("forward", "forward", "back", "back"), size=(0.2, 90.0)),
    "full": Sort(4, ("redis",), lasts=(0.2, 2.0)),
}
"""
kill      SIGKILL; the supervisor starts the part again (`pull` is a client: the process of an agent)
pause     SIGSTOP for a while, then SIGCONT: the part wakes with yesterday's news in its hands
reset     a share of the open connections is reset
swallow   requests arrive, their replies do not, and the connection is reset
truncate  replies break off in the middle
delay     everything comes late
refuse    new connections are reset
double    jobs that are not due, or due and already sent, are sent once more
jump      the wall clock of the whole machine jumps, by seconds
full      Redis has no memory left for writes
"""


class Fault(NamedTuple):
    """One thing that goes wrong. `dice` decides what the plan cannot know, such as which of two processes."""

    n: int
    at: float
    kind: str
    target: str
    lasts: float
    size: float
    dice: float

    def __str__(self) -> str:
        lasts = f" for {self.lasts:.2f} s" if self.lasts else ""
        size = f" by {self.size:.2f}" if self.size else ""
        return f"{self.n:>5} {self.at:>8.2f} s  {self.kind} {self.target}{size}{lasts}"


def schedule(seed: int, per_second: float, kinds: tuple[str, ...] = tuple(SORTS)) -> Iterator[Fault]:
    """All faults of this seed, without end. Leaving kinds out leaves the others as they were."""
    random = Random(f"faults-{seed}")
    at = 0.0
    for n in count(1):
        at += random.expovariate(per_second)
        fault = _draw(n, at, random)
        if fault.kind in kinds:
            yield fault


def _draw(n: int, at: float, random: Random) -> Fault:
    [kind] = random.choices(tuple(SORTS), cum_weights=tuple(accumulate(sort.weight for sort in SORTS.values())))
    sort = SORTS[kind]
    target = random.choice(sort.targets)
    lasts, size = random.uniform(*sort.lasts), random.uniform(*sort.size)
    if kind == "pause":
        lasts = _sleep(target, lasts, random.random())
    if kind == "jump":
        # Most jumps are small steps, as a time daemon makes them; some are large.
        size = size if random.random() < 0.2 else size / 30
    return Fault(n, round(at, 3), kind, target, round(lasts, 3), round(size, 3), random.random())


def _sleep(target: str, lasts: float, chance: float) -> float:
    """Some sleep so long that others give them up and ask elsewhere: then they wake with requests nobody waits for."""
    if target in ("web", "arenas", "pull") and chance < 0.25:
        # Longer than the claim of an arena's worker, and than the lease of a question that is pulled.
        return lasts * 3
    if target == "redis":
        # Everybody waits for Redis: mostly half as long, and rarely until the service itself gives it up.
        return lasts * 5 if chance < 0.1 else lasts / 2
    return lasts

"""The schedule of faults: deterministic, so that a seed always gives the same one."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate, count
from random import Random
from typing import Final, NamedTuple


class FaultKind(NamedTuple):
    """How often a kind of fault happens, what it may hit, how long it lasts and how strong it is."""

    weight: float
    targets: tuple[str, ...]
    lasts: tuple[float, float] = (0.0, 0.0)
    size: tuple[float, float] = (0.0, 0.0)


# A kind of worker appears once for each of its processes, so that each process is hit equally often; the single worker
# of arenas appears twice, since it would rarely be hit otherwise.
KINDS: Final = {
    "kill": FaultKind(
        12,
        (
            *("bots", "bots", "timers", "timers", "clock", "clock", "agents", "arenas", "arenas"),
            *("web", "web", "api", "redis", "redis", "polling", "polling", "books", "supervisor"),
        ),
    ),
    "pause": FaultKind(
        18, ("bots", "timers", "clock", "agents", "arenas", "web", "web", "redis", "polling"), lasts=(0.05, 2.5)
    ),
    "reset": FaultKind(16, ("http", "http", "redis"), size=(0.1, 1.0)),
    "swallow": FaultKind(16, ("http", "redis"), lasts=(0.02, 0.3)),
    "truncate": FaultKind(10, ("http", "redis"), lasts=(0.02, 0.3)),
    "delay": FaultKind(12, ("http", "redis"), lasts=(0.1, 1.5), size=(0.005, 0.25)),
    "refuse": FaultKind(6, ("http", "redis"), lasts=(0.05, 0.6)),
    "double": FaultKind(14, ("bots", "timer", "agents", "arena"), size=(1, 6)),
    "jump": FaultKind(5, ("forward", "forward", "back", "back"), size=(0.2, 90.0)),
    "full": FaultKind(4, ("redis",), lasts=(0.2, 2.0)),
    "disk": FaultKind(4, ("data",), lasts=(0.2, 3.0)),
    "upload": FaultKind(3, ("attributes", "markup", "paragraphs", "text")),
}
"""
kill      SIGKILL; the supervisor restarts the part (`polling` is a client: a process of a polling agent). After a
          killed supervisor the whole service is started again
pause     SIGSTOP for a while, then SIGCONT: the part continues with outdated data
reset     a share of the open connections is reset
swallow   requests arrive, but instead of a reply the connection is reset
truncate  replies are cut off in the middle
delay     everything is delayed
refuse    new connections are reset
double    jobs that are not due, or already queued, are queued again
jump      the wall clock of all processes jumps by some seconds
full      Redis refuses writes for lack of memory
disk      the disk of the data folder has no room left (only as root, which may mount a small one)
upload    somebody uploads a hostile or a long book
"""


class Fault(NamedTuple):
    """One fault. `dice` decides what is not known in advance, such as which of two processes to kill."""

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


def schedule(seed: int, per_second: float, kinds: tuple[str, ...] = tuple(KINDS)) -> Iterator[Fault]:
    """The endless schedule of a seed. Leaving out kinds does not change the other faults."""
    random = Random(f"faults-{seed}")
    at = 0.0
    for n in count(1):
        at += random.expovariate(per_second)
        fault = _draw(n, at, random)
        if fault.kind in kinds:
            yield fault


def _draw(n: int, at: float, random: Random) -> Fault:
    [kind] = random.choices(tuple(KINDS), cum_weights=tuple(accumulate(spec.weight for spec in KINDS.values())))
    spec = KINDS[kind]
    target = random.choice(spec.targets)
    lasts, size = random.uniform(*spec.lasts), random.uniform(*spec.size)
    if kind == "pause":
        lasts = _pause(target, lasts, random.random())
    if kind == "jump":
        # Most jumps are as small as those of a time daemon; some are large.
        size = size if random.random() < 0.2 else size / 30
    return Fault(n, round(at, 3), kind, target, round(lasts, 3), round(size, 3), random.random())


def _pause(target: str, lasts: float, chance: float) -> float:
    """Some pauses are so long that others give up waiting and turn to another process."""
    if target in ("web", "arenas", "polling") and chance < 0.25:
        # Longer than the lease of an arena's worker, and of a polled question.
        return lasts * 3
    if target == "redis":
        # Everything waits for Redis, so mostly half as long, and rarely until the service itself times out.
        return lasts * 5 if chance < 0.1 else lasts / 2
    return lasts

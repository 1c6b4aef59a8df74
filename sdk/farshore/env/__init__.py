"""Farshore for reinforcement learning: the five games as PettingZoo and Gymnasium environments.

env = farshore.env.aec("faraway", seats=3)
env.reset(seed=1)
for agent in env.agent_iter():
    observation, reward, termination, truncation, info = env.last()
    done = termination or truncation
    env.step(None if done else env.action_space(agent).sample(observation["action_mask"]))

Tables are dealt in this process, which needs the service package, or at a service: `backend=client`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypedDict, Unpack

from farshore.env.alone import Alone
from farshore.env.layout import DONE, Encoder, Layout, encoder
from farshore.env.layouts import LAYOUTS
from farshore.env.playing import LOCAL, Backend, Observation, Playing, playing
from farshore.env.together import Together
from farshore.env.turns import LIMIT, Turns

__all__ = [
    "DONE",
    "LAYOUTS",
    "Alone",
    "Encoder",
    "Layout",
    "Observation",
    "Playing",
    "Together",
    "Turns",
    "aec",
    "encoder",
    "gym",
    "parallel",
]

Options = Mapping[str, Any]


class Way(TypedDict, total=False):
    """What all three environments take by name.

    `strict`: a masked action is an error, not the first legal one · `limit`: so many actions and a table is broken
    off · `render_mode`: `"ansi"`, or nothing.
    """

    strict: bool
    limit: int
    render_mode: str | None


def aec(
    game: str, seats: int | None = None, backend: Backend = LOCAL, options: Options | None = None, **way: Unpack[Way]
) -> Turns:
    """All seats of a game as agents that act one after the other; the fewest seats there may be unless told."""
    return Turns(*_laid(game, _seats(game, seats), backend, options, **way))


def parallel(
    game: str, seats: int | None = None, backend: Backend = LOCAL, options: Options | None = None, **way: Unpack[Way]
) -> Together:
    """All seats of a game as agents that act at once: right where several are asked at once, possible everywhere."""
    return Together(*_laid(game, _seats(game, seats), backend, options, **way))


def gym(
    game: str,
    seats: int | None = None,
    backend: Backend = LOCAL,
    options: Options | None = None,
    *,
    opponents: str | Sequence[str] = "random",
    seat: int = 0,
    **way: Unpack[Way],
) -> Alone:
    """One seat of a game against built-in players of a level, or of one level each, clockwise from the agent."""
    count = _seats(game, seats)
    if not 0 <= seat < count:
        raise ValueError(f"there is no seat {seat} at a table of {count}")
    levels = [opponents] * (count - 1) if isinstance(opponents, str) else list(opponents)
    if len(levels) != count - 1:
        raise ValueError(f"{count} seats leave room for {count - 1} opponents, not {len(levels)}")
    bots = {(seat + n) % count: level for n, level in enumerate(levels, start=1)}
    table, limit, render_mode = _laid(game, count, backend, options, bots, **way)
    return Alone(table, seat, limit, render_mode)


def _laid(
    game: str,
    seats: int,
    backend: Backend,
    options: Options | None,
    bots: Mapping[int, str] | None = None,
    *,
    strict: bool = False,
    limit: int = LIMIT,
    render_mode: str | None = None,
) -> tuple[Playing, int, str | None]:
    return playing(game, seats, backend, options, bots, strict), limit, render_mode


def _seats(game: str, seats: int | None) -> int:
    return LAYOUTS[game].seats[0] if seats is None and game in LAYOUTS else seats or 0

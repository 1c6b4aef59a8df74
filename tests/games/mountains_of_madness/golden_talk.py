"""Golden replays with talk: whole games of guides as text, with every message and what each player heard of it.

python -m tests.games.mountains_of_madness.golden_talk writes them anew; read the diff before you commit it.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path
from random import Random
from typing import Any, Final

import msgspec

from service.games.kit.decision import SPECTATORS
from tests.games.mountains_of_madness.table import game
from tests.games.mountains_of_madness.team import moves
from tools.golden_replays import NAMES

FOLDER: Final = Path(__file__).parent / "golden"
GAMES: Final[dict[str, tuple[int, dict[str, Any]]]] = {
    "talk-3": (3, {"mode": "relaxed"}),
    "talk-4": (4, {"mode": "relaxed"}),
    "talk-5": (5, {"mode": "relaxed"}),
    "talk-expert": (4, {"mode": "relaxed", "expert": True}),
    "talk-timed": (3, {}),
}


def _called(seat: int) -> str:
    return "spectators" if seat == SPECTATORS else NAMES[seat]


def text(name: str) -> str:
    """The whole game."""
    return "\n".join(_lines(name)) + "\n"


def _lines(name: str) -> Iterator[str]:
    seats, options = GAMES[name]
    s = game.new(seats, name, options)
    yield f"{seats} players, {options}, rules {game.rules_version}"
    for answer, story in moves(s, Random(name)):
        if answer.kind != "grain" and answer.picks != ("wait",):
            yield f"{'the clock' if answer.seat < 0 else NAMES[answer.seat]} {answer.kind}: {' '.join(answer.picks)}"
        for event in story:
            to = "" if event.to is None else f"[{', '.join(map(_called, event.to))}] "
            yield f"  {to}{game.words('en').tell(event.kind, event.data, NAMES)}"
    saved = msgspec.json.encode([game.view(s, viewer) for viewer in [*range(seats), None]])
    yield f"views {blake2b(saved, digest_size=8).hexdigest()}, {s.ending}"


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for each in GAMES:
        (FOLDER / f"{each}.txt").write_text(text(each), encoding="utf-8")

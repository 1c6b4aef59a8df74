"""Golden replays: whole games of random players as readable text.

`python -m tools.golden_replays` writes them all again; read the diff before you commit it.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path
from random import Random
from typing import Any, Final

import msgspec

from service.games import REGISTRY
from service.games.kit.bots import random_picks
from service.games.kit.decision import CLOCK, SPECTATORS, Answer
from service.games.kit.event import Event
from tools.game_settings import LONGEST, AnyGame, AnyState, Setting, combinations

FOLDER: Final = Path(__file__).parents[1] / "tests" / "games" / "golden"
NAMES: Final = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gwen", "Hugo")

ALSO: Final[dict[str, list[tuple[int, dict[str, Any]]]]] = {
    "golden_compass": [(3, {})],
    "mountains_of_madness": [(4, {}), (5, {}), (3, {"mode": "relaxed", "expert": True})],
    "new_lands": [
        (4, {"mode": "classic", "peripeties": True, "characters": True, "domains": True, "ranks": True}),
        (3, {"mode": "short", "difficulty": "easy", "peripeties": True, "book": "atlas-de-l-allumeuse"}),
    ],
    "not_alone": [(4, {"content": "exploration"}), (7, {})],
}
"""Further replays of a game: players and options of each."""


def replays() -> dict[str, Setting]:
    """Of each game the fewest players with default options, the most with every option, and the further replays."""
    found = {}
    for game in REGISTRY.values():
        options = combinations(game.options_type)
        found[f"{game.name}-1"] = Setting(game, game.seats[0], options[0])
        found[f"{game.name}-2"] = Setting(game, game.seats[-1], options[-1])
        for n, (seats, chosen) in enumerate(ALSO.get(game.name, ()), start=3):
            found[f"{game.name}-{n}"] = Setting(game, seats, chosen)
    return found


def text(name: str, setting: Setting) -> str:
    """The whole game: every answer, its events, and a digest of what each viewer then sees."""
    return "\n".join(_lines(name, setting)) + "\n"


def _lines(name: str, setting: Setting) -> Iterator[str]:
    game, random, s = setting.game, Random(name), setting.new(name)
    yield f"{game.name} for {setting.seats} players, {setting.options}, rules {game.rules_version}, seed {name}"
    yield _views(setting, s)
    for _ in range(LONGEST):
        questions = game.questions(s)
        if not questions:
            break
        asked = random.choice(sorted(questions))
        question = questions[asked]
        answer = Answer(question.seat, question.kind, random_picks(game, s, question, random))
        yield f"\n{asked}: {' '.join(answer.picks) or 'nothing'}"
        for event in game.apply(s, answer):
            yield f"  {_sentence(game, event)}"
        yield _views(setting, s)
    result = game.result(s)
    assert result is not None, f"{setting}: no result after {LONGEST} answers or fewer"
    yield f"\nwinners {result.winners}, places {result.places}, scores {result.scores} {result.reason}".rstrip()


def _sentence(game: AnyGame, event: Event) -> str:
    named = {CLOCK: "", SPECTATORS: "spectators"}
    heard = "" if event.to is None else f"[{', '.join(filter(None, (named.get(to, NAMES[to]) for to in event.to)))}] "
    return heard + game.words("en").tell(event.kind, event.data, NAMES)


def _views(setting: Setting, s: AnyState) -> str:
    return "  views " + " ".join(
        blake2b(msgspec.json.encode(setting.game.view(s, viewer)), digest_size=4).hexdigest()
        for viewer in setting.viewers()
    )


if __name__ == "__main__":
    for each, how in replays().items():
        if len(sys.argv) > 1 and how.game.name not in sys.argv[1:]:
            continue
        (FOLDER / f"{each}.txt").write_text(text(each, how), encoding="utf-8")
        print(f"wrote {each}.txt")

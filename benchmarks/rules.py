"""The rules alone: random decisions per CPU-second by game and number of players, next to other libraries."""

from __future__ import annotations

import json
import subprocess
from collections import defaultdict
from random import Random
from statistics import median
from typing import Any

from benchmarks import peer_packages, rules_speed
from benchmarks.figures import Claim, Grid, Section, spread
from benchmarks.processes import ROOT
from benchmarks.run import Run
from service.games import REGISTRY
from tools.game_settings import OPTIONS, Setting, combinations

WANTED, LEAST = 20_000, 8_000
Paces = dict[str, list[float]]


def measure(run: Run) -> Section:
    """Measure ours and theirs in turns, so that a slow minute of the machine slows both."""
    seconds, repeats = (0.15, 1) if run.quick else (0.4, 2)
    rules_speed.SECONDS = seconds
    peers: dict[tuple[str, str], dict[str, Any]] = {}
    paces: Paces = defaultdict(list)
    peer_paces: dict[tuple[str, str], list[float]] = defaultdict(list)
    chosen = settings(run.quick)
    for repeat in range(repeats):
        run.say(f"peers, repeat {repeat + 1} of {repeats}")
        for found in others(seconds, 2):
            key = (found["package"], found["game"])
            peers[key] = found
            peer_paces[key] += [found["pace"]] if "pace" in found else []
        for setting in chosen:
            run.say(f"{name(setting)}, {setting.seats} players")
            paces[str(setting)].append(rules_speed.decisions_per_second(setting))
    costs = Grid("Around the rules, in the middle of a game (CPU-µs)", ["game", "players", *COSTS], [])
    for setting in chosen:
        if setting.seats in (setting.game.seats[0], setting.game.seats[-1]):
            run.say(f"{name(setting)}: save, load, view, imagine")
            costs.rows.append([name(setting), str(setting.seats), *(f"{us:.1f}" for us in around(setting))])
    return told(chosen, paces, peers, peer_paces, costs)


COSTS = ("save", "load", "view", "imagine")


def around(setting: Setting) -> list[float]:
    """The cost of save, load, view and imagine."""
    game, s = setting.game, rules_speed.middle(setting)
    saved, random = game.save(s), Random(0)
    return [
        rules_speed.microseconds(lambda: game.save(s)),
        rules_speed.microseconds(lambda: game.load(saved)),
        rules_speed.microseconds(lambda: game.view(s, 0)),
        rules_speed.microseconds(lambda: game.imagine(s, 0, random)),
    ]


def settings(quick: bool) -> list[Setting]:
    """Every game with every number of players, with default options and with everything switched on."""
    found = []
    for game in REGISTRY.values():
        ways = OPTIONS.get(game.name) or combinations(game.options_type)
        seats = (game.seats[0], game.seats[-1]) if quick else tuple(game.seats)
        found += [Setting(game, n, options) for options in (ways[0], ways[-1]) for n in seats]
    # Two settings with the same name differ in nothing that is switched on: one is enough.
    return list({str(setting): setting for setting in reversed(found)}.values())[::-1]


def name(setting: Setting) -> str:
    """The game, and whether everything is switched on."""
    ways = OPTIONS.get(setting.game.name) or combinations(setting.game.options_type)
    return setting.game.name + ("" if setting.options == ways[0] else " (everything)")


def others(seconds: float, repeats: int) -> list[dict[str, Any]]:
    """The figures of other libraries, or one line with the reason why there are none."""
    try:
        interpreter = peer_packages.python("open_spiel")
        peer_packages.python("rlcard")
    except peer_packages.Missing as missing:
        return [{"package": "peers", "game": "–", "error": str(missing), "language": ""}]
    script = ROOT / "benchmarks" / "peers" / "engines.py"
    done = subprocess.run(
        [interpreter, script, str(seconds), str(repeats)], capture_output=True, text=True, timeout=180, check=False
    )
    return [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]


def told(
    chosen: list[Setting],
    paces: Paces,
    peers: dict[tuple[str, str], dict[str, Any]],
    peer_paces: dict[tuple[str, str], list[float]],
    costs: Grid,
) -> Section:
    """The figures as tables and claims."""
    ours = [median(paces[str(setting)]) for setting in chosen]
    usual = [median(paces[str(setting)]) for setting in chosen if "(" not in name(setting)]
    slowest = min(chosen, key=lambda setting: median(paces[str(setting)]))
    claims = []
    for package in ("open_spiel", "rlcard"):
        theirs = [
            median(found)
            for key, found in peer_paces.items()
            if key[0] == package and found and peers[key]["language"] == "python"
        ]
        claims.append(
            Claim(
                f"decisions per CPU-s: median of our games by median of {package}'s in Python",
                median(ours) / median(theirs) if theirs else None,
                1.0,
                "higher",
                f"{median(ours):,.0f}",
                f"{median(theirs):,.0f}" if theirs else "not measured",
            )
        )
    claims += [
        Claim("decisions per CPU-s, slowest usual setting", min(usual), WANTED, "higher", unit=""),
        Claim(
            f"decisions per CPU-s, slowest of all ({name(slowest)}, {slowest.seats} players)",
            min(ours),
            LEAST,
            "higher",
            unit="",
        ),
    ]
    by_game: dict[str, dict[int, list[float]]] = defaultdict(dict)
    for setting in chosen:
        by_game[name(setting)][setting.seats] = paces[str(setting)]
    counts = sorted({setting.seats for setting in chosen})
    rows = [
        [game, *(f"{median(found[n]):,.0f}" if n in found else "" for n in counts)] for game, found in by_game.items()
    ]
    peer_rows = [
        [
            f"{found['package']} {found.get('version', '')}",
            found["game"],
            found["language"],
            spread(peer_paces[key]) if peer_paces[key] else found.get("error", "not measured"),
            f"{found['length']:.0f}" if "length" in found else "–",
        ]
        for key, found in peers.items()
    ]
    return Section(
        "rules",
        claims,
        [
            Grid("Random decisions per CPU-second, by number of players", ["game", *map(str, counts)], rows),
            Grid("The same of others", ["library", "game", "written in", "decisions per CPU-s", "a game"], peer_rows),
            costs,
        ],
        {
            "paces": {
                **{game: median(v for found in some.values() for v in found) for game, some in by_game.items()},
                **{
                    f"{k[0]}: {k[1]}": median(v)
                    for k, v in peer_paces.items()
                    if v and peers[k]["language"] == "python"
                },
            }
        },
    )

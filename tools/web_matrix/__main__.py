"""Play many games of all kinds in a browser by clicks, and print which kinds of decision were never answered.

python -m tools.web_matrix --games 200                               all games, in turns
python -m tools.web_matrix --games 50 --only not_alone,new_lands     some of them

Numbers of players, options, bots, languages and screens differ from game to game. Kinds that these games do not reach
are answered at tables set up for them. It fails if a page has an error, a game does not end, a page is wider than the
screen, a mouse does not reach an option there, or a kind was never answered.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections import Counter
from pathlib import Path

from playwright.sync_api import sync_playwright

from tools.browser import browser_path
from tools.ports import free_port
from tools.service_process import Service
from tools.web_matrix.cases import OPTIONS
from tools.web_matrix.matrix import Matrix, answer_missing, play_all

FAST = {"FARSHORE_RATE_LIMITS": "off", "FARSHORE_BOT_SECONDS": "0.05", "FARSHORE_API_WORKERS": "1"}


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.web_matrix", description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=100, help="how many games are played")
    parser.add_argument("--only", default=",".join(OPTIONS), help="names of games, separated by commas")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--screenshots", type=Path, default=None, help="write a screenshot of each end to this folder")
    wanted = parser.parse_args()
    games = wanted.only.split(",")
    if unknown := sorted(set(games) - set(OPTIONS)):
        parser.error(f"unknown games: {', '.join(unknown)} (there are {', '.join(OPTIONS)})")
    program = browser_path()
    if program is None:
        print("No browser found (Chromium or Chrome; on Debian: apt install chromium).", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory(prefix="farshore-matrix-") as folder, sync_playwright() as playwright:
        service = Service(Path(folder), free_port())
        service.start(log=Path(folder) / "log", **FAST)
        try:
            browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
            matrix = Matrix(service, browser, wanted.screenshots)
            play_all(matrix, games, wanted.games, wanted.seed)
            answer_missing(matrix, games)
            for game in games:
                counts = matrix.answered.get(game, Counter())
                print(f"{game}: " + ", ".join(f"{kind} {n}" for kind, n in sorted(counts.items())))
                missing = matrix.missing(game)
                print(f"{game}, never answered: {', '.join(missing) or 'none'}")
                matrix.problems += [f"{game}: {kind} was never answered" for kind in missing]
            browser.close()
        finally:
            service.stop()
    for problem in matrix.problems:
        print(problem, file=sys.stderr)
    return 1 if matrix.problems else 0


if __name__ == "__main__":
    sys.exit(main())

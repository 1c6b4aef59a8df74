"""Play games in a browser, and count which kinds of decision were answered."""

import re
from collections import Counter
from itertools import islice
from pathlib import Path
from random import Random

from playwright.sync_api import Browser, ConsoleMessage, Error, Page, Response

from tools.service_process import Service
from tools.web_matrix.cases import SCREENS, Case, cases, some_options
from tools.web_matrix.climber import climb
from tools.web_matrix.player import play, register

ANSWER = re.compile(r"/decisions/\d+-(?P<kind>[a-z-]+)-\d+/answer$")
OF_THE_CLOCK = {"grain", "hourglass", "hush", "search-ends"}
"""Kinds that no player is asked."""
EXPECTED = ("409", "422")
"""Refused answers are part of random play; browsers report them as errors."""
TRIES = 30
"""How often options are drawn that do not go together before that is a problem."""


class Refused(Exception):
    """The options do not go together, or not with this number of players."""


class Matrix:
    """What was played so far."""

    def __init__(self, service: Service, browser: Browser, screenshots: Path | None = None) -> None:
        self.service = service
        self.browser = browser
        self.screenshots = screenshots
        self.answered: dict[str, Counter[str]] = {}
        self.problems: list[str] = []

    def play(self, case: Case) -> int:
        """Play one game to its end; how many decisions were answered. What goes wrong is added to the problems."""
        context = self.browser.new_context(
            base_url=self.service.at, locale=case.language, reduced_motion="reduce", **SCREENS[case.screen]
        )
        context.set_default_timeout(60_000)
        page = context.new_page()
        kinds = self.answered.setdefault(case.game, Counter())
        before = kinds.total()
        page.on("response", lambda response: self._count(response, kinds))
        page.on("pageerror", lambda error: self.problems.append(f"{case}: {error}"))
        page.on("console", lambda said: self._listen(said, case))
        try:
            self._whole_game(page, case)
        except (AssertionError, Error) as problem:
            self.problems.append(f"{case}: {problem}")
            self._shot(page, f"{case.number}-{case.game}-problem")
        finally:
            context.close()
        return kinds.total() - before

    def missing(self, game: str) -> list[str]:
        """The kinds of decision of a game that were never answered."""
        kinds = self.service.call("GET", f"/v1/games/{game}/text/en")[1]["decisions"]
        return sorted(set(kinds) - OF_THE_CLOCK - set(self.answered.get(game, ())))

    def _whole_game(self, page: Page, case: Case) -> None:
        page.goto("/icon.svg")
        token = register(page, self.service)
        seats = [{"kind": "me"}, *({"kind": "bot", "level": level} for level in case.bots)]
        body = {"game": case.game, "seats": seats, "start": "full", "options": case.options}
        status, opened = self.service.call("POST", "/v1/tables", body, token)
        if status == 422:
            raise Refused(opened)
        assert status == 201, opened
        page.goto(f"/t/{opened['id']}")
        page.locator("main.table").wait_for()
        if case.game == "mountains_of_madness":
            climb(page, "tools?", seed=case.number, most=3000)
        else:
            play(page, seed=case.number, answers=3000)
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), "wider than the screen"
        self._shot(page, f"{case.number}-{case.game}-end")

    def _count(self, response: Response, kinds: Counter[str]) -> None:
        found = ANSWER.search(response.url)
        if found and response.request.method == "PUT" and response.ok:
            kinds[found["kind"]] += 1

    def _listen(self, said: ConsoleMessage, case: Case) -> None:
        if said.type == "error" and not any(f"status of {code}" in said.text for code in EXPECTED):
            self.problems.append(f"{case}: {said.text}")

    def _shot(self, page: Page, name: str) -> None:
        if self.screenshots:
            self.screenshots.mkdir(parents=True, exist_ok=True)
            page.screenshot(path=self.screenshots / f"{name}.png")


def play_all(matrix: Matrix, games: list[str], most: int, seed: int) -> None:
    """Play this many games in turns, and print each."""
    random = Random(seed)
    catalogue = [one for one in matrix.service.call("GET", "/v1/games")[1]["items"] if one["name"] in games]
    for case in islice(cases(catalogue, random), most):
        fitting = case
        for _ in range(TRIES):
            try:
                answers = matrix.play(fitting)
            except Refused:
                fitting = case._replace(options=some_options(case.game, random))
            else:
                print(f"{fitting}: {answers} answers", flush=True)
                break
        else:
            matrix.problems.append(f"{case}: {TRIES} different options were refused")

"""Play games in a browser, and count which kinds of decision were answered."""

import re
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from random import Random

from playwright.sync_api import Browser, ConsoleMessage, Error, Page, Response

from tools.service_process import Service
from tools.web_matrix.cases import LANGUAGES, SCREENS, Case, cases, some_options
from tools.web_matrix.climber import climb
from tools.web_matrix.player import covered, fits, play, register, sign_in, step
from tools.web_matrix.positions import Position, find, set_up

ANSWER = re.compile(r"/decisions/\d+-(?P<kind>[a-z-]+)-\d+(?:-\d+)?/answer$")
OF_THE_CLOCK = {"grain", "hourglass", "hush", "next-line", "search-ends"}
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
        """Play one game to its end. Return how many decisions were answered. Anything that goes wrong is a problem."""
        kinds = self.answered.setdefault(case.game, Counter())
        before = kinds.total()
        with self._page(case.game, str(case), f"{case.number}-{case.game}-problem", case.language, case.screen) as page:
            self._whole_game(page, case)
        return kinds.total() - before

    def answer(self, position: Position, language: str, screen: str) -> None:
        """Set up a table at a rare question, and answer that in the browser."""
        name = f"{position.game}-{position.kind}-{screen}-{language}"
        with self._page(position.game, name, f"{name}-problem", language, screen) as page:
            table, token = set_up(self.service, position)
            page.goto("/icon.svg")
            sign_in(page, token)
            page.goto(f"/t/{table}")
            form = page.locator(f'form.question[data-kind="{position.kind}"]')
            form.wait_for()
            self._shot(page, name)
            assert fits(page), "wider than the screen"
            assert covered(page) == [], "lies under something else"
            with page.expect_response(lambda response: answered_kind(response) == position.kind):
                step(page, Random(name), position.kind)

    @contextmanager
    def _page(self, game: str, name: str, shot: str, language: str, screen: str) -> Iterator[Page]:
        """A browser whose answers are counted; whatever goes wrong in it is a problem."""
        context = self.browser.new_context(
            base_url=self.service.at, locale=language, reduced_motion="reduce", **SCREENS[screen]
        )
        context.set_default_timeout(60_000)
        page = context.new_page()
        kinds = self.answered.setdefault(game, Counter())
        page.on("response", lambda response: kinds.update(filter(None, [answered_kind(response)])))
        page.on("pageerror", lambda error: self.problems.append(f"{name}: {error}"))
        page.on("console", lambda said: self._listen(said, name))
        try:
            yield page
        except (AssertionError, Error) as problem:
            self.problems.append(f"{name}: {problem}")
            self._shot(page, shot)
        finally:
            context.close()

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
        assert fits(page), "wider than the screen"
        self._shot(page, f"{case.number}-{case.game}-end")

    def _listen(self, said: ConsoleMessage, name: str) -> None:
        if said.type == "error" and not any(f"status of {code}" in said.text for code in EXPECTED):
            self.problems.append(f"{name}: {said.text}")

    def _shot(self, page: Page, name: str) -> None:
        if self.screenshots:
            self.screenshots.mkdir(parents=True, exist_ok=True)
            page.screenshot(path=self.screenshots / f"{name}.png")


def answered_kind(response: Response) -> str | None:
    """The kind of decision that this response accepts an answer to."""
    found = ANSWER.search(response.url)
    return found["kind"] if found and response.request.method == "PUT" and response.ok else None


def answer_missing(matrix: Matrix, games: list[str]) -> None:
    """Answer what the games so far did not reach, on each screen, if random games by the rules reach it."""
    for game in games:
        for number, kind in enumerate(matrix.missing(game)):
            position = find(game, kind)
            if position is None:
                print(f"{game} {kind}: not reached by random games", flush=True)
                continue
            for screen in sorted(SCREENS):
                matrix.answer(position, LANGUAGES[number % 2], screen)
            print(f"{game} {kind}: set up with {len(position.answers)} answers", flush=True)


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

"""The service as builders use it: finished games are archived at once, and webhooks on this machine are called."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

import farshore
import pytest
from playwright.sync_api import Browser

from tests.conftest import free_port
from tests.web.conftest import FAST
from tools.service_process import Service, soon

SETTINGS = {**FAST, "FARSHORE_ARCHIVE_AFTER": "0", "FARSHORE_AGENT_PRIVATE": "on"}
BOTS = {
    "faraway": ["greedy", "random"],
    "golden_compass": ["greedy", "random"],
    "mountains_of_madness": ["guide", "guide", "guide"],
    "new_lands": ["sharp", "sharp"],
    "not_alone": ["sensible", "random"],
}
OPTIONS = {"mountains_of_madness": {"mode": "relaxed"}}
GAMES_OF_ADA = 3


@pytest.fixture(scope="session")
def service(browser: Browser) -> Iterator[Service]:
    with tempfile.TemporaryDirectory(prefix="farshore-builders-") as folder:
        service = Service(Path(folder), free_port())
        service.start(log=Path(folder) / "log", **SETTINGS)
        yield service
        service.stop()


@pytest.fixture(scope="session")
def ada(service: Service) -> farshore.Client:
    """Somebody with an account; her finished games are those of `played`."""
    client = farshore.Client(service.at)
    client.register("Ada")
    return client


@pytest.fixture(scope="session")
def played(service: Service, ada: farshore.Client) -> int:
    """Real finished games: bots in all five games, and Ada against a bot; how many there are in the history."""
    for game, levels in BOTS.items():
        for _ in range(5):
            body = {"game": game, "seats": [{"kind": "bot", "level": level} for level in levels], "start": "full"}
            ada.request("POST", "/tables", json={**body, "options": OPTIONS.get(game, {})})
    for _ in range(GAMES_OF_ADA):
        for turn in ada.tables.open("faraway", seats=2, bots=1, level="random").turns():
            turn.answer(turn.decision.default or turn.decision.options[: turn.decision.least])
    wanted = 5 * len(BOTS) + GAMES_OF_ADA
    assert soon(lambda: len(list(ada.history.games())) >= wanted, 120)
    return wanted

"""The pages in Firefox: nothing that they need exists in Chromium only."""

import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from tests.conftest import free_port
from tests.web.conftest import FAST
from tests.web.firefox import Firefox
from tools.browser import firefox_path
from tools.service_process import Service
from tools.web_matrix.player import ANSWER

pytestmark = pytest.mark.thorough

PLAY = "document.querySelector('[aria-label=\"Play Faraway against bots\"]')"


@pytest.fixture
def firefox() -> Iterator[Firefox]:
    program = firefox_path()
    if program is None:
        pytest.skip("No Firefox found.")
    with tempfile.TemporaryDirectory(prefix="farshore-firefox-", ignore_cleanup_errors=True) as folder:
        firefox = Firefox(program, Path(folder))
        yield firefox
        firefox.close()


@pytest.fixture
def service(firefox: Firefox) -> Iterator[Service]:
    with tempfile.TemporaryDirectory(prefix="farshore-web-") as folder:
        service = Service(Path(folder), free_port())
        service.start(log=Path(folder) / "log", **FAST)
        yield service
        service.stop()


def answer(firefox: Firefox, random: Random) -> str:
    """Answer a question; its kind, or `wait` or `over`."""
    done = str(firefox.run(f"return ({ANSWER})(arguments[0])", [[random.random() for _ in range(8)], None]))
    assert not done.startswith("stuck"), done
    return done


def test_a_whole_game_with_a_restart_of_the_service_ends_with_a_verified_deal(
    firefox: Firefox, service: Service
) -> None:
    random = Random(1)
    firefox.go(f"{service.at}/")
    firefox.wait(PLAY)
    firefox.run(f"{PLAY}.click()")
    firefox.wait("document.querySelector('.question')")
    for _ in range(3):
        while answer(firefox, random) == "wait":
            time.sleep(0.05)
    service.stop()
    firefox.wait("document.querySelector('.pill.lost')")
    service.start(log=service.data / "log", **FAST)
    firefox.wait("!document.querySelector('.pill.lost')")
    last = time.monotonic() + 200
    while (done := answer(firefox, random)) != "over":
        assert time.monotonic() < last
        time.sleep(0.05 if done == "wait" else 0)
    assert firefox.wait("document.querySelector('.ending').innerText.includes('The deal was fixed before')")
    assert firefox.errors(service.at) == []

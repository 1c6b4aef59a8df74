"""Three masters, three API processes and workers, restarted one after the other while all games are played."""

from __future__ import annotations

import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from service.games import SHELF
from service.storage import keys
from service.storage.connection import connect
from service.stores import House
from tests.e2e.running import soon
from tests.scale.crowd import Company
from tests.scale.fleet import Fleet
from tests.scale.masters import Masters

pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="its processes end with the test on Linux")
PATIENCE_S = 240


@pytest.fixture
def fleet(masters: Masters) -> Iterator[Fleet]:
    masters.empty()
    with tempfile.TemporaryDirectory(prefix="farshore-test-") as folder:
        running = Fleet(Path(folder), masters, FARSHORE_ARCHIVE_AFTER="1")
        running.start()
        try:
            yield running
        finally:
            running.end()


@pytest.mark.timeout(900)
def test_no_answer_is_lost_and_no_game_dropped_by_a_rolling_restart_and_the_death_of_a_master(fleet: Fleet) -> None:
    enough = threading.Event()
    companies = [Company(fleet.url, game, enough) for game in SHELF]
    for company in companies:
        company.start()

    for process in (*fleet.apis, *fleet.workers):
        process.restart()
    victim = fleet.masters.all[1]
    victim.kill()
    time.sleep(0.3)
    victim.start()
    enough.set()
    for company in companies:
        company.join(PATIENCE_S)

    assert [broken for company in companies for broken in company.broken] == []
    assert {company.game for company in companies if company.played} == set(SHELF)
    told: Counter[int] = sum((company.told() for company in companies), Counter())
    print(f"tables {sum(len(company.played) for company in companies)}, replies {dict(sorted(told.items()))}")
    # What a client is told to try again it tries again; anything else would be ours.
    assert not {status for status in told if status >= 500} - {503}, fleet.said()
    assert soon(fleet.masters.whole)
    # An hour is a second here: by now the tables have left the masters, and their replays are what they were.
    house = House(connect(fleet.masters.url))
    played = {id: digest for company in companies for id, digest in company.played.items()}
    assert soon(lambda: house.past.totals()[0] >= len(played), PATIENCE_S)
    assert not house.redis.exists(keys.table(min(played)))
    tables = companies[0].people[0].client.tables
    assert {id: tables.get(id).replay()["digest"] for id in played} == played

"""Arenas on real workers: enqueued by the clock, and continued when a worker is killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from rq import Queue, SimpleWorker
from rq.serializers import JSONSerializer

from service.arena import export
from service.settings import Settings
from service.storage.connection import connect
from tests.service.arena.arenas import played
from tests.service.people import Person
from workers import jobs, queues
from workers.clock import Clock

ROOT = Path(__file__).resolve().parents[2]
WISH = {"game": "faraway", "entrants": [{"level": "greedy"}, {"level": "random"}], "games": 200, "seed": "test"}


@pytest.fixture
def arenas(settings: Settings) -> Queue:
    return queues.queue(queues.ARENAS, connect(settings.queue_url))


def test_arenas_have_their_own_queue(ada: Person, clock: Clock, arenas: Queue, bots: Queue) -> None:
    arena = ada.post("/arenas", {**WISH, "games": 4}).json
    clock.tick()
    assert [job.args for job in arenas.jobs] == [["arena"]]
    assert bots.jobs == []

    SimpleWorker([arenas], connection=arenas.connection, serializer=JSONSerializer).work(burst=True)

    assert ada.get(f"/arenas/{arena['id']}").json["status"] == "finished"
    clock.tick()
    assert arenas.jobs == []


def test_a_run_is_short(ada: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "ARENA_RUN_S", 0.0)
    arena = ada.post("/arenas", WISH).json
    assert jobs.play_arena(arena["id"]) == 1


def test_an_arena_survives_the_death_of_its_worker(ada: Person, clock: Clock) -> None:
    arena = ada.post("/arenas", WISH).json
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}

    def played_so_far() -> int:
        return int(ada.get(f"/arenas/{arena['id']}").json["played"])

    def until(games: int, timeout: float = 120.0) -> None:
        end = time.monotonic() + timeout
        while played_so_far() < games:
            assert time.monotonic() < end
            clock.tick()
            time.sleep(0.02)

    worker = subprocess.Popen([sys.executable, "-m", "workers", "arenas"], env=environment, cwd=ROOT)
    try:
        until(5)
    finally:
        os.kill(worker.pid, signal.SIGKILL)
        worker.wait()
    assert played_so_far() < 200, "it was over before its worker could be killed"
    worker = subprocess.Popen([sys.executable, "-m", "workers", "arenas"], env=environment, cwd=ROOT)
    try:
        until(200)
        end = time.monotonic() + 90
        while ada.get("/ratings").json["arenas"] == 0 and time.monotonic() < end:
            clock.tick()
            time.sleep(0.02)
    finally:
        worker.terminate()
        worker.wait(90)

    plan, records, _ = export.decode(ada.get(f"/arenas/{arena['id']}/games").get_data())
    assert records == played(plan)
    assert ada.get(f"/arenas/{arena['id']}").json["status"] == "finished"
    assert ada.get("/ratings").json["arenas"] == 1

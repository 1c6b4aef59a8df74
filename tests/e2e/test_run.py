"""The service as `make run` starts it: it prints its address, restarts what is killed, stops cleanly, keeps data."""

import json
import os
import signal
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from redis import Redis
from rq import Queue

from service.launch.embedded import FOLDER, default_memory_mb, socket_folder
from tests.conftest import free_port
from tools.service_process import PARTS, Service, living, soon, tree
from workers import jobs, queues

pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="reads the process tree from /proc")


@pytest.fixture
def data() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="farshore-run-") as folder:
        yield Path(folder)


@pytest.fixture(scope="module")
def service() -> Iterator[Service]:
    """One instance for all tests that leave it as healthy as they found it."""
    with tempfile.TemporaryDirectory(prefix="farshore-run-") as folder:
        running = Service(Path(folder), free_port())
        running.start()
        yield running
        running.end()


def test_the_welcome_names_the_address_the_docs_the_data_and_a_first_curl_that_works(service: Service) -> None:
    assert f"{service.at}/docs" in service.welcome
    assert str(service.data) in service.welcome
    assert "\033" not in service.welcome
    curl = next(line for line in service.welcome.splitlines() if "curl" in line)
    url, body = curl.split("POST ")[1].split()[0], curl.split("-d ")[1].strip("'")

    status, player = service.call("POST", url.removeprefix(service.at), json.loads(body))

    assert status == 201
    assert player["token"]


def test_nobody_else_may_read_the_data(service: Service) -> None:
    assert soon(service.complete)

    modes = {path: path.stat().st_mode & 0o777 for path in (service.data, *service.data.rglob("*"))}

    assert {mode for path, mode in modes.items() if path.is_dir()} == {0o700}
    assert {mode for path, mode in modes.items() if path.is_file()} == {0o600}


@pytest.mark.parametrize("words", PARTS)
def test_a_killed_part_is_started_again(service: Service, words: str) -> None:
    assert soon(service.complete)
    killed = service.find(words)[0]
    # The first web process is the parent of the others: killed, it must not leave them behind on the port.
    gone = [killed, *tree(killed)]

    os.kill(killed, signal.SIGKILL)

    assert soon(lambda: not living(gone))
    assert soon(lambda: service.complete() and service.healthy())


def test_a_killed_web_worker_is_replaced_and_the_others_stay(service: Service) -> None:
    assert soon(service.complete)
    parent, first, second = service.find("wsgi")

    os.kill(first, signal.SIGKILL)

    assert soon(service.complete)
    assert {parent, second} < set(service.find("wsgi"))
    assert soon(service.healthy)


def test_workers_and_clocks_outlive_a_redis_without_memory(service: Service) -> None:
    assert soon(lambda: service.complete() and service.call("GET", "/readyz")[0] == 200)
    parts = {words: service.find(words) for words in PARTS}
    redis = Redis.from_url(f"unix://{socket_folder(service.data) / 'redis.sock'}")
    # Jobs that are in the queues already: RQ writes around each of them, and is refused. Until then nobody does them.
    workers = [pid for words in ("workers bots", "workers timers") for pid in parts[words]]
    for pid in workers:
        os.kill(pid, signal.SIGSTOP)
    for kind in ("bots", "timer"):
        many = [Queue.prepare_data(jobs.SERVE, (kind,), result_ttl=0, ttl=30) for _ in range(400)]
        queues.queue(jobs.QUEUE_OF_KIND[kind], redis).enqueue_many(many)

    limit = redis.config_get("maxmemory")["maxmemory"]
    assert int(limit) == default_memory_mb() * 1024**2
    redis.config_set("maxmemory", 1)
    try:
        for pid in workers:
            os.kill(pid, signal.SIGCONT)
        assert soon(lambda: service.call("POST", "/v1/players", {"name": "Ada"})[0] == 503)
        time.sleep(2)
    finally:
        redis.config_set("maxmemory", limit)

    assert soon(lambda: redis.llen("rq:queue:bots") == redis.llen("rq:queue:timers") == 0)
    assert service.call("POST", "/v1/players", {"name": "Ada"})[0] == 201
    assert {words: service.find(words) for words in PARTS} == parts


def test_a_second_instance_on_the_same_folder_is_refused(service: Service) -> None:
    second = Service(service.data, free_port()).launch()

    _, said = second.communicate(timeout=120)

    assert second.returncode == 1
    assert "FARSHORE_DATA" in said
    assert str(service.process.pid) in said
    assert "Traceback" not in said


def test_a_second_instance_on_the_same_port_is_refused(service: Service, data: Path) -> None:
    second = Service(data, service.port).launch()

    _, said = second.communicate(timeout=120)

    assert second.returncode == 1
    assert f"Port {service.port} is in use" in said


def test_two_instances_run_side_by_side_independently(service: Service, data: Path) -> None:
    _, ada = service.call("POST", "/v1/players", {"name": "Ada"})
    other = Service(data, free_port())
    other.start()
    try:
        assert other.call("GET", "/v1/me", token=ada["token"])[0] == 401
        assert service.call("GET", "/v1/me", token=ada["token"])[0] == 200
    finally:
        assert other.stop() == 0
        other.end()


def test_what_was_acknowledged_survives_every_kind_of_end(data: Path) -> None:
    service = Service(data, free_port())
    service.start()
    try:
        status, player = service.call("POST", "/v1/players", {"name": "Ada"})
        assert status == 201
        family = list(tree(service.process.pid))

        assert service.stop(signal.SIGTERM) == 0
        assert living(family) == []

        service.start()
        assert service.call("GET", "/v1/me", token=player["token"])[0] == 200
        family = list(tree(service.process.pid))

        os.killpg(service.process.pid, signal.SIGINT)  # a terminal's Ctrl-C speaks to the whole group
        assert service.process.wait(120) == 0
        assert living(family) == []

        service.start()
        family = list(tree(service.process.pid))

        assert service.stop(signal.SIGKILL) == -signal.SIGKILL
        assert soon(lambda: living(family) == [])

        service.start()
        assert service.call("GET", "/v1/me", token=player["token"])[0] == 200
    finally:
        service.end()


def test_a_wrong_setting_is_named_in_one_line(data: Path) -> None:
    refused = Service(data, free_port()).launch(FARSHORE_MAX_STREAMS="many")

    _, said = refused.communicate(timeout=120)

    assert refused.returncode == 2
    assert said.count("\n") == 1
    assert "FARSHORE_MAX_STREAMS" in said


def test_data_of_a_newer_server_is_refused(data: Path) -> None:
    (data / FOLDER / "appendonlydir").mkdir(parents=True)
    (data / FOLDER / "appendonlydir" / "appendonly.aof.manifest").write_text("file of a newer server\n")
    refused = Service(data, free_port()).launch()

    _, said = refused.communicate(timeout=120)

    assert refused.returncode == 1
    assert "manifest" in said
    assert "Traceback" not in said

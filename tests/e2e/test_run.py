"""The whole service as `make run` starts it: it says where it is, heals what is killed, stops clean, keeps its data."""

import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from service.embedded import socket_folder
from tests.conftest import free_port

ROOT = Path(__file__).resolve().parents[2]
PARTS = ("redis-server", "workers bots", "workers bells", "workers clock", "granian")

pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="reads the process tree from /proc")


class Service:
    """One instance in a folder of its own, started the way the Makefile does it."""

    def __init__(self, data: Path, port: int) -> None:
        self.data = data
        self.port = port
        self.at = f"http://127.0.0.1:{port}"

    def launch(self, **env: str) -> "subprocess.Popen[str]":
        return subprocess.Popen(
            [sys.executable, "-m", "service"],
            cwd=ROOT,
            # A run under test is not allowed to lean on settings of the person who runs the tests.
            env={name: value for name, value in os.environ.items() if not name.startswith(("FARSHORE_", "REDIS_"))}
            | {"PORT": str(self.port), "FARSHORE_DATA": str(self.data), **env},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )

    def start(self) -> None:
        """Start and wait for the welcome, whose last line is about Ctrl-C."""
        self.process = self.launch()
        self.welcome = ""
        assert self.process.stdout is not None
        while "Ctrl-C" not in self.welcome:
            line = self.process.stdout.readline()
            assert line, self.process.communicate()[1]
            self.welcome += line

    def stop(self, number: signal.Signals = signal.SIGTERM) -> int:
        self.process.send_signal(number)
        return self.process.wait(20)

    def call(self, method: str, path: str, body: object = None, token: str = "") -> tuple[int, Any]:
        request = urllib.request.Request(self.at + path, method=method, data=body and json.dumps(body).encode())
        request.add_header("content-type", "application/json")
        if token:
            request.add_header("authorization", f"Bearer {token}")
        try:
            with urllib.request.urlopen(request, timeout=5) as answer:
                return answer.status, json.loads(answer.read())
        except urllib.error.HTTPError as error:
            return error.code, None
        except OSError:
            return 0, None

    def healthy(self) -> bool:
        return self.call("GET", "/healthz")[0] == 200

    def find(self, words: str) -> list[int]:
        """The living processes of this instance whose command line has these words, oldest first."""
        return [pid for pid, command in tree(self.process.pid).items() if words in command]

    def complete(self) -> bool:
        return {words: len(self.find(words)) for words in PARTS} == dict(zip(PARTS, (1, 2, 1, 1, 3), strict=True))

    def end(self) -> None:
        """End it the hard way, and wait for Redis, which closes its files before it goes."""
        family = list(tree(self.process.pid))
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.communicate()
        assert soon(lambda: not living(family))
        # A killed instance leaves the folder of its socket to the next one, and here there is none.
        shutil.rmtree(socket_folder(self.data), ignore_errors=True)


def tree(root: int) -> dict[int, str]:
    """The command lines of a process's living descendants."""
    parents, commands = {}, {}
    for entry in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            state, parent = (entry / "stat").read_text().rpartition(")")[2].split()[:2]
            if state not in "ZX":
                parents[int(entry.name)] = int(parent)
                commands[int(entry.name)] = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode()
    family = {root}
    while more := {pid for pid, parent in parents.items() if parent in family} - family:
        family |= more
    return {pid: commands[pid] for pid in sorted(family - {root})}


def living(pids: list[int]) -> list[int]:
    """Those that still run; one that ended but was not reaped yet has no command line any more."""
    found = []
    for pid in pids:
        with contextlib.suppress(OSError):
            if Path(f"/proc/{pid}/cmdline").read_bytes():
                found.append(pid)
    return found


def soon(true: Callable[[], bool], seconds: float = 30.0) -> bool:
    deadline = time.monotonic() + seconds
    while not true():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True


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


@pytest.mark.parametrize("words", PARTS)
def test_a_killed_part_is_started_again(service: Service, words: str) -> None:
    assert soon(service.complete)
    killed = service.find(words)[0]
    # The first granian is the parent of the others: killed, it must not leave them behind on the port.
    gone = [killed, *tree(killed)]

    os.kill(killed, signal.SIGKILL)

    assert soon(lambda: not living(gone), 2)
    assert soon(lambda: service.complete() and service.healthy())


def test_a_killed_web_worker_is_replaced_and_the_others_stay(service: Service) -> None:
    assert soon(service.complete)
    parent, first, second = service.find("granian")

    os.kill(first, signal.SIGKILL)

    assert soon(service.complete)
    assert {parent, second} < set(service.find("granian"))
    assert soon(service.healthy)


def test_a_second_instance_on_the_same_folder_is_refused(service: Service) -> None:
    second = Service(service.data, free_port()).launch()

    _, said = second.communicate(timeout=20)

    assert second.returncode == 1
    assert "FARSHORE_DATA" in said
    assert str(service.process.pid) in said
    assert "Traceback" not in said


def test_a_second_instance_on_the_same_port_is_refused(service: Service, data: Path) -> None:
    second = Service(data, service.port).launch()

    _, said = second.communicate(timeout=20)

    assert second.returncode == 1
    assert f"Port {service.port} is taken" in said


def test_two_instances_run_side_by_side_and_know_nothing_of_each_other(service: Service, data: Path) -> None:
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
        assert service.process.wait(20) == 0
        assert living(family) == []

        service.start()
        family = list(tree(service.process.pid))

        assert service.stop(signal.SIGKILL) == -signal.SIGKILL
        assert soon(lambda: living(family) == [], 2)

        service.start()
        assert service.call("GET", "/v1/me", token=player["token"])[0] == 200
    finally:
        service.end()


def test_a_wrong_setting_is_named_in_one_line(data: Path) -> None:
    refused = Service(data, free_port()).launch(FARSHORE_MAX_STREAMS="many")

    _, said = refused.communicate(timeout=20)

    assert refused.returncode == 2
    assert said.count("\n") == 1
    assert "FARSHORE_MAX_STREAMS" in said


def test_data_of_another_server_is_refused(data: Path) -> None:
    (data / "valkey-99").mkdir()
    (data / "valkey-99" / "appendonlydir").mkdir()
    refused = Service(data, free_port()).launch()

    _, said = refused.communicate(timeout=20)

    assert refused.returncode == 1
    assert "valkey-99" in said
    assert "Traceback" not in said

"""The web server: what it builds before it forks serves in each of its processes."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

pytestmark = [
    pytest.mark.thorough,
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="other systems do not fork"),
]

BUILD_AND_FORK = """
import os, stat, threading
from service.launch.wsgi import build
from service.settings import Settings

def open_files():
    for name in os.listdir("/proc/self/fd"):
        try:
            target = os.readlink(f"/proc/self/fd/{name}")
        except FileNotFoundError:
            continue
        if int(name) > 2 and not target.startswith(("pipe:", "/proc", "/dev")):
            yield target

before = {*open_files()}
app = build(Settings.load())
print("open", {*open_files()} - before, "threads", threading.active_count(), flush=True)
for _ in range(2):
    if os.fork() == 0:
        try:
            reply = app.test_client().post("/v1/players", json={"name": "Ada"})
            print("reply", reply.status_code, flush=True)
        finally:
            os._exit(0)
    os.wait()
"""
"""Done in a process of its own, because it must have no threads when it forks."""


@pytest.mark.parametrize("kind", ["redis_url", "cluster"])
def test_processes_that_are_forked_with_the_application_share_no_connection_and_answer(
    kind: str, queue_url: str, database_url: str, request: pytest.FixtureRequest
) -> None:
    redis = request.getfixturevalue(kind)
    env = {
        "REDIS_URL": redis if isinstance(redis, str) else redis.url,
        "QUEUE_REDIS_URL": queue_url,
        "FARSHORE_DATABASE_URL": database_url,
    }

    done = subprocess.run(
        [sys.executable, "-c", BUILD_AND_FORK], env=os.environ | env, capture_output=True, text=True, timeout=180
    )

    assert done.stdout.splitlines() == ["open set() threads 1", "reply 201", "reply 201"], done.stderr

"""The proxy of docker-compose.yml, in front of a server that repeats the headers it gets."""

from __future__ import annotations

import json
import subprocess
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
import requests

from tests.conftest import free_port
from tests.e2e.compose import CADDY, proxy
from tools.service_process import soon

pytestmark = [pytest.mark.thorough, pytest.mark.skipif(CADDY is None, reason="no caddy is installed")]


class Repeats(BaseHTTPRequestHandler):
    """Answers with the headers of the request."""

    def do_GET(self) -> None:
        body = json.dumps(self.headers.items()).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Nothing is logged."""


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """Where the proxy listens."""
    assert CADDY is not None
    server, port = ThreadingHTTPServer(("127.0.0.1", 0), Repeats), free_port()
    threading.Thread(target=server.serve_forever, daemon=True).start()
    words, env = proxy(CADDY, tmp_path, port, [server.server_port])
    with subprocess.Popen(words, env=env, stderr=subprocess.DEVNULL) as process:
        at = f"http://127.0.0.1:{port}"
        assert soon(lambda: responds(at))
        yield at
        process.terminate()
    server.shutdown()
    server.server_close()


def responds(at: str) -> bool:
    try:
        return requests.get(at, timeout=10).ok
    except requests.ConnectionError:
        return False


@pytest.mark.parametrize("name", ["X-Forwarded-For", "X_Forwarded_For", "x-forwarded_for", "X_FORWARDED-FOR"])
def test_no_client_can_choose_the_address_that_counts_for_its_limits(address: str, name: str) -> None:
    headers = requests.get(address, headers={name: "203.0.113.5"}, timeout=10).json()

    seen = [value for header, value in headers if header.lower().replace("_", "-") == "x-forwarded-for"]
    assert seen == ["127.0.0.1"]

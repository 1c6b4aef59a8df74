"""The proxy of docker-compose.yml, in front of a server that repeats the headers it gets."""

from __future__ import annotations

import json
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
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
def upstream() -> Iterator[int]:
    """The port of the server behind the proxy."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Repeats)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server.server_port
    server.shutdown()
    server.server_close()


@contextmanager
def serving(folder: Path, domain: str, upstream: int, ready: Callable[[], requests.Response]) -> Iterator[None]:
    """The proxy runs, and a first request was answered."""
    assert CADDY is not None
    words, env = proxy(CADDY, folder, domain, [upstream])
    with subprocess.Popen(words, env=env, stderr=subprocess.DEVNULL) as process:
        try:
            assert soon(lambda: responds(ready))
            yield
        finally:
            process.terminate()


@pytest.fixture
def address(tmp_path: Path, upstream: int) -> Iterator[str]:
    """Where the proxy listens, without TLS."""
    at = f"http://127.0.0.1:{free_port()}"
    with serving(tmp_path, at, upstream, lambda: requests.get(at, timeout=90)):
        yield at


def responds(ask: Callable[[], requests.Response]) -> bool:
    try:
        return ask().ok
    # Also while the certificate is not there yet.
    except (requests.ConnectionError, OSError):
        return False


@pytest.mark.parametrize("name", ["X-Forwarded-For", "X_Forwarded_For", "x-forwarded_for", "X_FORWARDED-FOR"])
def test_no_client_can_choose_the_address_that_counts_for_its_limits(address: str, name: str) -> None:
    headers = requests.get(address, headers={name: "203.0.113.5"}, timeout=90).json()

    seen = [value for header, value in headers if header.lower().replace("_", "-") == "x-forwarded-for"]
    assert seen == ["127.0.0.1"]


def test_a_domain_is_served_over_tls(tmp_path: Path, upstream: int) -> None:
    at = f"localhost:{free_port()}"
    authority = tmp_path / "caddy/pki/authorities/local/root.crt"

    def ask() -> requests.Response:
        return requests.get(f"https://{at}", verify=str(authority), timeout=90)

    with serving(tmp_path, at, upstream, ask):
        assert dict(ask().json())["Host"] == at
        with pytest.raises(requests.exceptions.SSLError):
            requests.get(f"https://{at}", timeout=90)

"""Many, slow or malformed connections do not affect other clients."""

from __future__ import annotations

import contextlib
import resource
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from service.launch.wsgi import IDLE
from service.settings import Quotas
from tests.abuse.conftest import Logged
from tests.abuse.wire import HOST, STRANGER, ask, dial, parse, register, request, send
from tools.service_process import soon

BODY = b"POST /v1/players HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"


def well(service: Logged) -> bool:
    """Whether somebody else is answered, also with a body."""
    ready = ask(service.port, "GET", "/healthz", source=STRANGER).status == 200
    return ready and ask(service.port, "POST", "/v1/players", {"name": "Ada"}, source=STRANGER).status == 201


def hung_up(line: socket.socket) -> bool:
    """Whether the other side has closed the line by now."""
    line.setblocking(False)
    try:
        return line.recv(4096) == b""
    except BlockingIOError:
        return False
    except OSError:
        return True


@pytest.fixture
def many_files() -> Iterator[int]:
    """As many files as this process may open, and how many connections that allows."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    yield min(10_000, hard - 500)
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_ten_thousand_idle_connections_keep_nobody_out_and_are_closed(service: Logged, many_files: int) -> None:
    with contextlib.ExitStack() as stack:
        lines = []
        for n in range(many_files):
            # More addresses than one, since each has only so many ports.
            lines.append(stack.enter_context(dial(service.port, f"127.0.1.{1 + n % 4}")))
            if n % 1000 == 0:
                assert well(service)
        assert well(service)
        assert soon(lambda: all(map(hung_up, lines)), 4 * IDLE)
        assert well(service)


def test_headers_that_come_a_line_at_a_time_do_not_come_for_ever(service: Logged) -> None:
    line = dial(service.port, timeout=0.2)
    line.sendall(b"GET /healthz HTTP/1.1\r\n")

    def closed() -> bool:
        try:
            line.sendall(b"X-Slow: yes\r\n")
            return line.recv(4096) == b""
        except TimeoutError:
            return False
        except OSError:
            return True

    assert well(service)
    assert soon(closed, 4 * IDLE)


def test_bodies_that_never_come_take_some_threads_and_no_more(service: Logged) -> None:
    with contextlib.ExitStack() as stack:
        lines = [stack.enter_context(dial(service.port)) for _ in range(400)]
        for line in lines:
            line.sendall(BODY)
        assert soon(lambda: well(service))
        assert soon(lambda: sum(map(refused, lines)) >= 400 - 2 * (Quotas().bodies.address or 0))
        assert well(service)
    # Those that hang up give their threads back.
    assert soon(lambda: ask(service.port, "POST", "/v1/players", {"name": "Ada"}).status == 201)


def refused(line: socket.socket) -> bool:
    """Whether the request on this line was refused by now."""
    line.setblocking(False)
    try:
        return line.recv(12, socket.MSG_PEEK) in (b"HTTP/1.1 429", b"HTTP/1.1 503")
    except OSError:
        return False


def test_a_body_without_end_is_cut_off(service: Logged) -> None:
    head = request("POST", "/v1/players", b"", "Content-Type: application/json", "Transfer-Encoding: chunked")
    chunk = b"10000\r\n" + b" " * 0x10000 + b"\r\n"
    with dial(service.port) as line:
        line.sendall(head)
        sent, said = 0, b""
        with contextlib.suppress(ConnectionError):
            while sent < 64 and not said:
                line.sendall(chunk)
                sent += 1
                line.settimeout(0.05)
                with contextlib.suppress(TimeoutError):
                    said = line.recv(65536)
                line.settimeout(10)
    assert sent < 64
    assert not said or parse(said).status == 413
    assert well(service)


def test_a_body_without_a_length_is_refused_above_the_limit_and_taken_below(service: Logged) -> None:
    head = request("POST", "/v1/players", b"", "Content-Type: application/json", "Transfer-Encoding: chunked")
    small, large = (b'{"name": "Ada"}' + b" " * more for more in (0, 1024 * 1024))

    statuses = [
        parse(send(service.port, head + b"%x\r\n%s\r\n0\r\n\r\n" % (len(body), body))).status for body in (small, large)
    ]

    assert statuses == [201, 413]


def test_a_body_shorter_than_its_length_is_not_handled(service: Logged) -> None:
    with dial(service.port) as line:
        line.sendall(BODY)
        line.shutdown(socket.SHUT_WR)
        line.settimeout(10)
        with contextlib.suppress(ConnectionError, TimeoutError):
            said = line.recv(65536)
            assert said == b"" or parse(said).status in (400, 408)
    assert well(service)


SMUGGLED = b"GET /v1/smuggled HTTP/1.1\r\nHost: x\r\n\r\n"


@pytest.mark.parametrize(
    "head",
    [
        b"POST /v1/players HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n",
        b"POST /v1/players HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
        b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n",
        b"POST /v1/players HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n",
        b"POST /v1/players HTTP/1.1\r\nHost: x\r\nContent-Length: +1\r\n\r\n",
        b"GET /healthz HTTP/1.1\r\nHost : x\r\n\r\n",
        b"GET /healthz HTTP/1.1\r\nHost: x\r\n folded: yes\r\n\r\n",
        b"GET /healthz HTTP/9.9\r\nHost: x\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n",
        b"GET /healthz\x00 HTTP/1.1\r\nHost: x\r\n\r\n",
    ],
)
def test_input_that_is_not_http_is_refused_and_nothing_after_it_is_read(service: Logged, head: bytes) -> None:
    said = send(service.port, head + SMUGGLED)

    assert said.count(b"HTTP/1.1 ") <= 1
    assert not said or parse(said).status in (400, 404, 415, 505)
    assert b"smuggled" not in said


def test_a_length_beside_chunks_smuggles_no_second_request(service: Logged) -> None:
    head = b"POST /v1/players HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
    both = head + b"Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"

    said = send(service.port, both + SMUGGLED)

    assert said.count(b"HTTP/1.1 ") <= 1
    assert b"smuggled" not in said


@pytest.mark.parametrize(
    ("raw", "statuses"),
    [
        (request("GET", "/v1/" + "a" * 60_000), (404, 414)),
        (request("GET", "/v1/" + "a" * 900_000), (414, 431)),
        (request("GET", "/healthz", b"", "X-Long: " + "a" * 900_000), (431,)),
        (request("GET", "/healthz", b"", *[f"X-{n}: 1" for n in range(2000)]), (200, 431)),
        (request("GET", "/v1/tables?cursor=" + "%00" * 1000), (200, 422)),
        (request("BREW", "/v1/tables"), (405, 501)),
    ],
    ids=["long", "endless", "header", "headers", "nulls", "method"],
)
def test_long_addresses_and_headers_are_refused(service: Logged, raw: bytes, statuses: tuple[int, ...]) -> None:
    assert parse(send(service.port, raw)).status in statuses


def rss(service: Logged) -> int:
    """What the web processes hold in memory, in kilobytes."""
    total = 0
    for pid in service.find("wsgi"):
        status = Path(f"/proc/{pid}/status").read_text().splitlines()
        total += next(int(line.split()[1]) for line in status if line.startswith("VmRSS"))
    return total


def test_streams_that_nobody_reads_hold_up_nobody_and_cost_little(service: Logged) -> None:
    token = f"Authorization: Bearer {register(service.port)}"
    wish = {"game": "faraway", "seats": [{"kind": "me"}, {"kind": "open"}]}
    table = ask(service.port, "POST", "/v1/tables", wish, token, source=STRANGER).json["id"]
    before = rss(service)
    with contextlib.ExitStack() as stack:
        for _ in range(40):
            line = stack.enter_context(socket.socket())
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
            line.connect((HOST, service.port))
            line.sendall(request("GET", f"/v1/tables/{table}/events"))
        said = [
            ask(
                service.port,
                "POST",
                f"/v1/tables/{table}/talk",
                {"room": "table", "text": "x" * 500},
                token,
                source=STRANGER,
            ).status
            for _ in range(100)
        ]
        assert set(said) == {201}
        assert well(service)
        # Forty clients that each kept all that was said to themselves would cost 40 * 100 * 700 bytes and more.
        assert rss(service) - before < 40_000

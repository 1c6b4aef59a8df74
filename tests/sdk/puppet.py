"""A server that sends the responses a test prescribes, and breaks connections where the test wants it."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qsl, urlsplit


class Call:
    """A request as it arrived."""

    def __init__(self, handler: BaseHTTPRequestHandler) -> None:
        address = urlsplit(handler.path)
        self.method = handler.command
        self.path = address.path
        self.params = dict(parse_qsl(address.query))
        self.headers = handler.headers
        self.body = handler.rfile.read(int(handler.headers.get("Content-Length") or 0))


Reply = Callable[[BaseHTTPRequestHandler], None]


def says(status: int, body: Any = None, **headers: str) -> Reply:
    """A plain answer; a dict is sent as JSON."""

    def reply(handler: BaseHTTPRequestHandler) -> None:
        raw = body if isinstance(body, bytes) else b"" if body is None else json.dumps(body).encode()
        handler.send_response(status)
        for name, value in headers.items():
            handler.send_header(name.replace("_", "-"), value)
        handler.send_header("Content-Length", str(len(raw)))
        handler.end_headers()
        handler.wfile.write(raw)

    return reply


def hangs_up(handler: BaseHTTPRequestHandler) -> None:
    """Not a word, and the line is dead."""
    handler.close_connection = True
    handler.connection.shutdown(socket.SHUT_RDWR)


def breaks_off(handler: BaseHTTPRequestHandler) -> None:
    """Promises a long answer and hangs up in the middle of it."""
    handler.send_response(200)
    handler.send_header("Content-Length", "1000")
    handler.end_headers()
    handler.wfile.write(b'{"seq"')
    handler.wfile.flush()
    hangs_up(handler)


def streams(*events: dict[str, Any] | str, cut: bool = False, open_end: bool = False) -> Reply:
    """NDJSON in chunks, one per event; a string is sent as it is. `cut` breaks the line instead of ending it."""

    def reply(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(200)
        handler.send_header("Content-Type", "application/x-ndjson")
        handler.send_header("Transfer-Encoding", "chunked")
        handler.end_headers()
        for event in events:
            line = event if isinstance(event, str) else json.dumps(event) + "\n"
            handler.wfile.write(f"{len(line.encode()):x}\r\n{line}\r\n".encode())
            handler.wfile.flush()
        if cut:
            hangs_up(handler)
        elif not open_end:
            handler.wfile.write(b"0\r\n\r\n")

    return reply


class Puppet:
    """Answers each call with the next reply of its script, and remembers the calls."""

    def __init__(self) -> None:
        self.calls: list[Call] = []
        self.script: list[Reply] = []
        puppet = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def handle_one(self) -> None:
                puppet.calls.append(Call(self))
                reply = puppet.script.pop(0) if puppet.script else says(500, {"detail": "the script is over"})
                reply(self)

            do_GET = do_POST = do_PUT = do_DELETE = handle_one  # noqa: N815

            def log_message(self, *_: Any) -> None:
                """Tests are quiet."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02})
        self._thread.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

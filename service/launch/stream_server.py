"""`python -m service.launch.stream_server`: a web server for streams only, for many watchers (STREAM_BASE_URL).

The application handles each request in a thread, as usual, and hands an open stream over to `Delivery`, which needs no
thread per stream. That slows down ordinary requests, so only streams and health checks are served here.
"""

from __future__ import annotations

import asyncio
import io
import select
import socket
import sys
from collections.abc import Callable, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any

from service.launch import wsgi

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication, WSGIEnvironment
    from granian.rsgi import Scope

    from service.api.streaming import OpenStream

APPLICATION = "service.launch.stream_server:app_with_parent"
METHODS = ("GET", "HEAD", "OPTIONS")
CHECKS = ("/healthz", "/readyz", "/metrics")
# Threads that handle requests. None of them waits for events: long polls are answered immediately.
THREADS = 8
# Health checks have their own threads, so that they are answered while a thousand clients reconnect.
CHECK_THREADS = 2
# The server buffers everything that a client does not read. So after this many bytes we check whether it is reading.
UNREAD = 64 * 1024

Address = tuple[str, int]


def main() -> None:
    """Serve streams until SIGTERM or SIGINT."""
    wsgi.serve(APPLICATION, streams_only=True)


def app_with_parent() -> StreamServer:
    """The application, in a process that ends when the server that forked it dies."""
    from service.settings import Settings

    return StreamServer(wsgi.app_with_parent(), Settings.load().port)


class StreamServer:
    """An RSGI application in front of the WSGI application."""

    def __init__(self, app: WSGIApplication, port: int) -> None:
        from service.api.delivery import Delivery

        self._app = app
        self._sockets = Sockets(port)
        self._threads = ThreadPoolExecutor(THREADS, "requests")
        self._checks = ThreadPoolExecutor(CHECK_THREADS, "checks")
        self._delivery = Delivery()

    async def __rsgi__(self, scope: Scope, protocol: Any) -> None:
        # granian exports no type for the protocol.
        if scope.method not in METHODS or not (scope.path in (*CHECKS, "/v1/tables") or scope.path.endswith("/events")):
            protocol.response_empty(404, [])
            return
        threads = self._checks if scope.path in CHECKS else self._threads
        answering = threads.submit(Answer, self._app, environ(scope))
        try:
            answer = await asyncio.wrap_future(answering)
        except asyncio.CancelledError:
            answering.add_done_callback(Answer.abandon_when)
            raise
        if answer.stream is None:
            protocol.response_bytes(answer.status, answer.headers, answer.body)
            return
        transport = protocol.response_stream(answer.status, answer.headers)
        connection = StreamConnection(transport.send_bytes, self._sockets, scope.client)
        # The response ends when nothing refers to its transport.
        del transport
        stream = self._delivery.add(answer.stream, connection)
        gone = asyncio.ensure_future(protocol.client_disconnect())
        try:
            await asyncio.wait((gone, connection.ended), return_when=asyncio.FIRST_COMPLETED)
        finally:
            gone.cancel()
            # In a thread, because it writes to Redis.
            self._threads.submit(self._delivery.remove, stream)


class Answer:
    """The response of the application: a complete body, or an open stream."""

    def __init__(self, app: WSGIApplication, environ: WSGIEnvironment) -> None:
        from service.api.streaming import DELIVER

        self.stream: OpenStream | None = None
        self.status, self.headers = 500, list[tuple[str, str]]()
        environ[DELIVER] = self._take
        sent = app(environ, self._start)
        try:
            self.body = b"".join(sent)
        except BaseException:
            self.abandon()
            raise
        finally:
            close = getattr(sent, "close", None)
            if close is not None:
                close()

    def _start(self, status: str, headers: Iterable[tuple[str, str]], *error: Any) -> Any:
        self.status = int(status[:3])
        self.headers = [(name.lower(), value) for name, value in headers]

    def _take(self, stream: OpenStream) -> None:
        self.stream = stream

    def abandon(self) -> None:
        """Discard this response."""
        if self.stream is not None:
            self.stream.close()

    @staticmethod
    def abandon_when(done: Future[Answer]) -> None:
        """The client disconnected before the response was ready."""
        if not done.cancelled() and done.exception() is None:
            done.result().abandon()


class StreamConnection:
    """A client of granian."""

    def __init__(self, send: Callable[[bytes], object], sockets: Sockets, client: str) -> None:
        self._loop = asyncio.get_running_loop()
        self.ended = self._loop.create_future()
        self._send: Callable[[bytes], object] | None = send
        self._sockets = sockets
        self._client = address(client)
        self._unread = 0

    def send(self, piece: bytes) -> None:
        """Send without blocking: what granian returns is already done (docs/decisions/20-stream-server.md)."""
        if self._send is not None:
            self._unread += len(piece)
            self._send(piece)

    def full(self) -> bool:
        """Whether the client is not reading: its socket accepts nothing more, and the server would buffer the rest."""
        if self._unread < UNREAD:
            return False
        file = self._sockets.of(self._client)
        if file is None:
            raise ConnectionError("the connection of a stream is gone")
        poll = select.poll()
        poll.register(file, select.POLLOUT)
        if not poll.poll(0):
            return True
        self._unread = 0
        return False

    def end(self) -> None:
        """End the response."""
        self._send = None
        self._loop.call_soon_threadsafe(self.ended.cancel)


class Sockets:
    """The sockets of the clients. The server does not expose them, so they are found among the open files."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._files: dict[Address, int] = {}

    def of(self, client: Address) -> int | None:
        """The descriptor of this client's socket; None if it is closed."""
        file = self._files.get(client)
        if file is None or peer(file, self._port) != client:
            # All of them, because the watchers of one table are looked up together.
            self._files = {found: n for n in open_files() if (found := peer(n, self._port)) is not None}
            file = self._files.get(client)
        return file


def open_files() -> list[int]:
    """The descriptors of all open files of this process."""
    return [int(file.name) for file in Path("/dev/fd").iterdir()]


def peer(file: int, port: int) -> Address | None:
    """Who is connected to our port over this socket; None if it is another file."""
    try:
        found = socket.socket(fileno=file)
    except OSError:
        return None
    try:
        if found.family not in (socket.AF_INET, socket.AF_INET6) or found.getsockname()[1] != port:
            return None
        host, number = found.getpeername()[:2]
        return without_zone(host), number
    except OSError:
        return None
    finally:
        # The server closes it.
        found.detach()


def address(client: str) -> Address:
    """Host and port of `127.0.0.1:4000` or `[::1]:4000`."""
    host, _, port = client.rpartition(":")
    return without_zone(host.strip("[]")), int(port)


def without_zone(host: str) -> str:
    """A link-local address without its zone, which some libraries name and others number."""
    return host.partition("%")[0]


def environ(scope: Scope) -> WSGIEnvironment:
    """The request as WSGI describes it."""
    server = scope.server.rpartition(":")
    found: WSGIEnvironment = {
        "REQUEST_METHOD": scope.method,
        "SCRIPT_NAME": "",
        "PATH_INFO": scope.path.encode().decode("latin-1"),
        "QUERY_STRING": scope.query_string,
        "SERVER_NAME": server[0],
        "SERVER_PORT": server[2],
        "SERVER_PROTOCOL": f"HTTP/{scope.http_version}",
        "REMOTE_ADDR": address(scope.client)[0],
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope.scheme,
        "wsgi.input": io.BytesIO(),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }
    for name, value in scope.headers.items():
        # `X_Forwarded_For` must not be taken for the header that the proxy sets.
        if "_" in name:
            continue
        key = f"HTTP_{name.upper().replace('-', '_')}"
        found[key] = f"{found[key]},{value}" if key in found else value
    # There is no body to read, whatever the request claims.
    for key in ("HTTP_CONTENT_LENGTH", "HTTP_CONTENT_TYPE", "HTTP_TRANSFER_ENCODING"):
        found.pop(key, None)
    if scope.authority:
        found.setdefault("HTTP_HOST", scope.authority)
    return found


if __name__ == "__main__":
    main()

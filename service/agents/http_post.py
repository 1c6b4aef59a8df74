"""The HTTP POST of a webhook: to the address that was checked, with limits on the total time and the reply size.

An ordinary HTTP client would follow redirects, use the proxies of the environment, resolve the name again, decompress
the reply, and wait forever for a server that sends one byte per second. None of that is allowed here.
"""

from __future__ import annotations

import socket
import ssl
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from functools import cache
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection
from typing import Final
from urllib.parse import quote, urlsplit

import certifi
from msgspec import Struct

from service.agents.addresses import BadAddress, Target, parse_target, resolve
from service.agents.dns import Lookup, LookupTimeout

MAX_REPLY_BYTES: Final = 64 * 1024
CONNECT_TIMEOUT_S: Final = 3.0
URL_CHARACTERS: Final = "!#$%&'()*+,/:;=?@[]~"
HEADERS: Final = {
    "Content-Type": "application/json",
    "Accept": "application/json",
    "Accept-Encoding": "identity",
    "Connection": "close",
    "User-Agent": "Farshore-Webhooks/1",
}


class DeliveryError(Exception):
    """No usable reply. `outcome` is a short code, `status` the HTTP status if there was a response."""

    def __init__(self, outcome: str, detail: str, status: int | None = None) -> None:
        super().__init__(detail)
        self.outcome = outcome
        self.detail = detail[:300]
        self.status = status


class Reply(Struct, frozen=True):
    """A JSON reply of acceptable size, not parsed yet."""

    status: int
    body: bytes


def post(
    url: str,
    body: bytes,
    headers: dict[str, str],
    seconds: float,
    *,
    allow_private: bool = False,
    lookup: Lookup | None = None,
    trusted: str | None = None,
) -> Reply:
    """POST JSON and return the reply, or raise DeliveryError. It never takes longer than `seconds`.

    `trusted` is a file with certificates, by default those of the certifi package.
    """
    end = time.monotonic() + seconds
    try:
        target = parse_target(url, allow_private)
        address = resolve(target, allow_private, seconds, lookup)
    except BadAddress as bad:
        raise DeliveryError("bad-address", str(bad)) from None
    except LookupTimeout as slow:
        raise DeliveryError("timeout", str(slow)) from None
    try:
        timeout = max(0.001, min(CONNECT_TIMEOUT_S, end - time.monotonic()))
        with socket.create_connection((address, target.port), timeout) as connection, time_limit(connection, end):
            reply = _exchange(connection, target, body, {**headers, **HEADERS}, trusted or certifi.where())
    except (DeliveryError, OSError, HTTPException, ValueError) as error:
        # The reply may look malformed only because the connection was shut down.
        if time.monotonic() >= end:
            raise _timeout(seconds) from None
        raise _delivery_error(error) from None
    if time.monotonic() >= end:
        raise _timeout(seconds)
    return reply


@contextmanager
def time_limit(connection: socket.socket, end: float) -> Iterator[None]:
    """Shut down a connection when its time is up, whatever is being done with it at that moment.

    This needs a second handle, because TLS takes over the original socket.
    """
    handle = connection.dup()

    def shut_down() -> None:
        with suppress(OSError):
            handle.shutdown(socket.SHUT_RDWR)

    left = max(0.001, end - time.monotonic())
    connection.settimeout(left)
    timer = threading.Timer(left, shut_down)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()
        handle.close()


def _exchange(connection: socket.socket, target: Target, body: bytes, headers: dict[str, str], trusted: str) -> Reply:
    """Send the request and read the reply, on this connection instead of one that the client would open.

    The host name is used for the Host header, SNI and the certificate.
    """
    client: HTTPConnection
    if target.scheme == "https":
        client = HTTPSConnection(target.host, target.port, context=_tls(trusted))
        client.sock = _tls(trusted).wrap_socket(connection, server_hostname=target.host.rstrip("."))
    else:
        client = HTTPConnection(target.host, target.port)
        client.sock = connection
    parts = urlsplit(target.url)
    path = quote((parts.path or "/") + (f"?{parts.query}" if parts.query else ""), safe=URL_CHARACTERS)
    with closing(client):
        client.request("POST", path, body, headers)
        with client.getresponse() as response:
            return _read(response)


@cache
def _tls(trusted: str) -> ssl.SSLContext:
    return ssl.create_default_context(cafile=trusted)


def _timeout(seconds: float) -> DeliveryError:
    return DeliveryError("timeout", f"no complete reply within {seconds:.1f} s")


def _delivery_error(error: Exception) -> DeliveryError:
    if isinstance(error, DeliveryError):
        return error
    if isinstance(error, TimeoutError):
        return DeliveryError("unreachable", "the connection was not accepted")
    kind = "TLS" if isinstance(error, ssl.SSLError) else type(error).__name__
    return DeliveryError("unreachable", f"{kind}: {error}")


def _read(response: HTTPResponse) -> Reply:
    """The body of a valid reply. The headers are checked before the body is read."""
    status, headers = response.status, response.headers
    if 300 <= status < 400:
        raise DeliveryError("redirected", "redirects are not followed: register the final URL", status)
    if not 200 <= status < 300:
        raise DeliveryError("bad-status", f"the status is {status}, not 200", status)
    if headers.get("Content-Encoding", "identity").strip().lower() not in ("", "identity"):
        raise DeliveryError("encoded", "the reply must not be compressed", status)
    content_type = headers.get("Content-Type", "").partition(";")[0].strip().lower()
    if content_type != "application/json":
        raise DeliveryError(
            "not-json", f"the content type is {content_type or 'missing'}, not application/json", status
        )
    body = response.read(MAX_REPLY_BYTES + 1)
    if len(body) > MAX_REPLY_BYTES:
        raise DeliveryError("too-large", f"the reply is larger than {MAX_REPLY_BYTES} bytes", status)
    length = headers.get("Content-Length", "")
    if length.isdecimal() and len(body) < int(length[:12]):
        raise DeliveryError("unreachable", "the reply is incomplete", status)
    return Reply(status, body)

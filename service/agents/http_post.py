"""The HTTP POST of a webhook: to the address that was checked, with limits on the total time and the reply size.

`requests` alone would follow redirects, use the proxies of the environment, resolve the name again, decompress the
reply, and wait forever for a server that sends one byte per second. None of that is allowed here.
"""

from __future__ import annotations

import http.client
import socket
import threading
import time
from contextlib import suppress
from typing import Any, Final

import requests
import urllib3
from msgspec import Struct
from requests.adapters import HTTPAdapter
from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.connectionpool import HTTPConnectionPool, HTTPSConnectionPool

from service.agents.addresses import BadAddress, parse_target, resolve
from service.agents.dns import Lookup, LookupTimeout

MAX_REPLY_BYTES: Final = 64 * 1024
CONNECT_TIMEOUT_S: Final = 3.0
REQUEST_ERRORS: Final = (
    requests.RequestException,
    urllib3.exceptions.HTTPError,
    http.client.HTTPException,
    OSError,
    ValueError,
)
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


class ConnectionTimer:
    """Shuts down the connection of a call when its time is up, whatever the call is doing at that moment."""

    def __init__(self, seconds: float) -> None:
        self.expired = False
        self._lock = threading.Lock()
        self._sockets: list[socket.socket] = []
        self._timer = threading.Timer(max(0.0, seconds), self._shut_down)
        self._timer.daemon = True
        self._timer.start()

    def watch(self, connection: socket.socket) -> socket.socket:
        """Watch a connection. It is duplicated, because TLS takes over the original socket."""
        with self._lock:
            self._sockets.append(connection.dup())
        if self.expired:
            self._shut_down()
        return connection

    def _shut_down(self) -> None:
        self.expired = True
        with self._lock:
            for connection in self._sockets:
                with suppress(OSError):
                    connection.shutdown(socket.SHUT_RDWR)

    def __enter__(self) -> ConnectionTimer:
        return self

    def __exit__(self, *_: object) -> None:
        self._timer.cancel()
        with self._lock:
            for connection in self._sockets:
                connection.close()
            self._sockets = []


class PinnedAdapter(HTTPAdapter):
    """Connects to one IP address only; the host name is still used for the Host header, SNI and certificate."""

    def __init__(self, address: str, timer: ConnectionTimer) -> None:
        super().__init__(max_retries=0)

        def connect(connection: Any) -> socket.socket:
            return timer.watch(socket.create_connection((address, connection.port), CONNECT_TIMEOUT_S))

        plain = type("PinnedPlain", (HTTPConnection,), {"_new_conn": connect})
        secure = type("PinnedSecure", (HTTPSConnection,), {"_new_conn": connect})
        self.poolmanager.pool_classes_by_scheme = {
            "http": type("PinnedPool", (HTTPConnectionPool,), {"ConnectionCls": plain}),
            "https": type("PinnedSecurePool", (HTTPSConnectionPool,), {"ConnectionCls": secure}),
        }


def post(
    url: str,
    body: bytes,
    headers: dict[str, str],
    seconds: float,
    *,
    allow_private: bool = False,
    lookup: Lookup | None = None,
    verify: bool | str = True,
) -> Reply:
    """POST JSON and return the reply, or raise DeliveryError. It never takes longer than `seconds`."""
    began = time.monotonic()
    try:
        target = parse_target(url, allow_private)
        address = resolve(target, allow_private, seconds, lookup)
    except BadAddress as bad:
        raise DeliveryError("bad-address", str(bad)) from None
    except LookupTimeout as slow:
        raise DeliveryError("timeout", str(slow)) from None
    left = seconds - (time.monotonic() - began)
    if left <= 0:
        raise _timeout(seconds)
    with ConnectionTimer(left) as timer, requests.Session() as session:
        session.trust_env = False
        session.mount(f"{target.scheme}://", PinnedAdapter(address, timer))
        try:
            with session.post(
                url,
                data=body,
                headers={**headers, **HEADERS},
                timeout=(CONNECT_TIMEOUT_S, left),
                allow_redirects=False,
                stream=True,
                verify=verify,
            ) as response:
                reply = _read(response)
        except REQUEST_ERRORS as error:
            raise _delivery_error(error, timer, seconds) from None
        except DeliveryError:
            # The reply may look malformed only because the connection was shut down.
            if timer.expired:
                raise _timeout(seconds) from None
            raise
        if timer.expired:
            raise _timeout(seconds)
        return reply


def _timeout(seconds: float) -> DeliveryError:
    return DeliveryError("timeout", f"no complete reply within {seconds:.1f} s")


def _delivery_error(error: Exception, timer: ConnectionTimer, seconds: float) -> DeliveryError:
    if isinstance(error, requests.ConnectTimeout):
        return DeliveryError("unreachable", "the connection was not accepted")
    if timer.expired or isinstance(error, requests.Timeout | TimeoutError):
        return _timeout(seconds)
    if isinstance(error, requests.exceptions.SSLError):
        return DeliveryError("unreachable", f"TLS: {error}")
    return DeliveryError("unreachable", f"{type(error).__name__}: {error}")


def _read(response: requests.Response) -> Reply:
    """The body of a valid reply. The headers are checked before the body is read."""
    status, headers = response.status_code, response.headers
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
    length = headers.get("Content-Length", "")
    if length.isdecimal() and int(length[:12]) > MAX_REPLY_BYTES:
        raise DeliveryError("too-large", f"the reply is larger than {MAX_REPLY_BYTES} bytes", status)
    body: bytes = response.raw.read(MAX_REPLY_BYTES + 1, decode_content=False)
    if len(body) > MAX_REPLY_BYTES:
        raise DeliveryError("too-large", f"the reply is larger than {MAX_REPLY_BYTES} bytes", status)
    if length.isdecimal() and len(body) < int(length[:12]):
        raise DeliveryError("unreachable", "the reply is incomplete", status)
    return Reply(status, body)

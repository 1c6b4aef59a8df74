"""One call to an address outside: to the address that was checked, for so many seconds in all, and not a byte too much.

`requests` alone would follow redirects, heed the proxies of the environment, resolve the name again, unpack what is
packed, and wait for ever on a server that sends a byte a second. None of that happens here.
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

from service.agents.addresses import BadAddress, resolved, target
from service.agents.dns import Resolve, TooSlow

LARGEST: Final = 64 * 1024
CONNECT_S: Final = 3.0
TROUBLE: Final = (
    requests.RequestException,
    urllib3.exceptions.HTTPError,
    http.client.HTTPException,
    OSError,
    ValueError,
)


class Failure(Exception):
    """No usable reply. `outcome` is one word for it, `status` what the other side said, if it said anything."""

    def __init__(self, outcome: str, detail: str, status: int | None = None) -> None:
        super().__init__(detail)
        self.outcome = outcome
        self.detail = detail[:300]
        self.status = status


class Reply(Struct, frozen=True):
    """What came back: JSON of decent size, not looked into yet."""

    status: int
    body: bytes


class Cord:
    """Holds on to the connection of a call, and cuts it when the time is over, whatever the call is doing then."""

    def __init__(self, seconds: float) -> None:
        self.cut = False
        self._lock = threading.Lock()
        self._held: list[socket.socket] = []
        self._timer = threading.Timer(max(0.0, seconds), self._cut)
        self._timer.daemon = True
        self._timer.start()

    def hold(self, connection: socket.socket) -> socket.socket:
        """Keep a second handle: TLS takes the first one over."""
        with self._lock:
            self._held.append(connection.dup())
        if self.cut:
            self._cut()
        return connection

    def _cut(self) -> None:
        self.cut = True
        with self._lock:
            for held in self._held:
                with suppress(OSError):
                    held.shutdown(socket.SHUT_RDWR)

    def __enter__(self) -> Cord:
        return self

    def __exit__(self, *_: object) -> None:
        self._timer.cancel()
        with self._lock:
            for held in self._held:
                held.close()
            self._held = []


class Pinned(HTTPAdapter):
    """Connects to one address only; the name stays in the Host header and in what TLS asks for and verifies."""

    def __init__(self, address: str, cord: Cord) -> None:
        super().__init__(max_retries=0)

        def connect(connection: Any) -> socket.socket:
            return cord.hold(socket.create_connection((address, connection.port), CONNECT_S))

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
    private: bool = False,
    resolve: Resolve | None = None,
    verify: bool | str = True,
) -> Reply:
    """POST JSON and take the inline reply, or raise Failure. It never takes longer than `seconds`."""
    began = time.monotonic()
    try:
        wanted = target(url, private)
        address = resolved(wanted, private, seconds, resolve)
    except BadAddress as bad:
        raise Failure("bad-address", str(bad)) from None
    except TooSlow as slow:
        raise Failure("timeout", str(slow)) from None
    left = seconds - (time.monotonic() - began)
    if left <= 0:
        raise _late(seconds)
    with Cord(left) as cord, requests.Session() as session:
        session.trust_env = False
        session.mount(f"{wanted.scheme}://", Pinned(address, cord))
        try:
            with session.post(
                url,
                data=body,
                headers={**headers, **PLAIN},
                timeout=(CONNECT_S, left),
                allow_redirects=False,
                stream=True,
                verify=verify,
            ) as response:
                reply = _read(response)
        except TROUBLE as trouble:
            raise _failure(trouble, cord, seconds) from None
        except Failure:
            # What looks strange may only be what was there when the time was over.
            if cord.cut:
                raise _late(seconds) from None
            raise
        if cord.cut:
            raise _late(seconds)
        return reply


PLAIN: Final = {
    "Content-Type": "application/json",
    "Accept": "application/json",
    "Accept-Encoding": "identity",
    "Connection": "close",
    "User-Agent": "Farshore-Webhooks/1",
}


def _late(seconds: float) -> Failure:
    return Failure("timeout", f"no whole reply within {seconds:.1f} s")


def _failure(trouble: Exception, cord: Cord, seconds: float) -> Failure:
    if isinstance(trouble, requests.ConnectTimeout):
        return Failure("unreachable", "nobody takes the connection")
    if cord.cut or isinstance(trouble, requests.Timeout | TimeoutError):
        return _late(seconds)
    if isinstance(trouble, requests.exceptions.SSLError):
        return Failure("unreachable", f"TLS: {trouble}")
    return Failure("unreachable", f"{type(trouble).__name__}: {trouble}")


def _read(response: requests.Response) -> Reply:
    """The body of a reply that is what it should be; headers are judged before a byte of the body is read."""
    status, said = response.status_code, response.headers
    if 300 <= status < 400:
        raise Failure("redirected", "redirects are not followed: register the address itself", status)
    if not 200 <= status < 300:
        raise Failure("bad-status", f"the status is {status}, not 200", status)
    if said.get("Content-Encoding", "identity").strip().lower() not in ("", "identity"):
        raise Failure("encoded", "the reply must not be compressed", status)
    kind = said.get("Content-Type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise Failure("not-json", f"the content type is {kind or 'missing'}, not application/json", status)
    length = said.get("Content-Length", "")
    if length.isdecimal() and int(length[:12]) > LARGEST:
        raise Failure("too-large", f"the reply is larger than {LARGEST} bytes", status)
    body: bytes = response.raw.read(LARGEST + 1, decode_content=False)
    if len(body) > LARGEST:
        raise Failure("too-large", f"the reply is larger than {LARGEST} bytes", status)
    if length.isdecimal() and len(body) < int(length[:12]):
        raise Failure("unreachable", "the reply broke off", status)
    return Reply(status, body)

"""Raw bytes to a running service, from any loopback address, and the response."""

from __future__ import annotations

import socket
import time
from typing import Any, NamedTuple

import msgspec

HOST = "127.0.0.1"
STRANGER = "127.0.0.9"
"""Somebody at another address than those who misbehave."""


class Reply(NamedTuple):
    """One response."""

    status: int
    head: bytes
    body: bytes

    @property
    def json(self) -> Any:
        return msgspec.json.decode(self.body)

    def header(self, name: str) -> str | None:
        for line in self.head.split(b"\r\n")[1:]:
            key, _, value = line.partition(b":")
            if key.strip().lower() == name.lower().encode():
                return value.strip().decode("latin-1")
        return None


def dial(port: int, source: str = HOST, timeout: float = 30.0) -> socket.socket:
    """A connection."""
    return socket.create_connection((HOST, port), timeout, source_address=(source, 0))


def send(port: int, raw: bytes, source: str = HOST, timeout: float = 60.0) -> bytes:
    """Everything that is said until the other side hangs up, or until nothing more comes."""
    said = b""
    with dial(port, source, timeout) as line:
        try:
            line.sendall(raw)
            while piece := line.recv(65536):
                said += piece
        except (TimeoutError, ConnectionError):
            pass
    return said


def request(method: str, path: str, body: bytes = b"", *headers: str) -> bytes:
    """A request as bytes; the connection is closed after it."""
    lines = [f"{method} {path} HTTP/1.1", "Host: farshore", "Connection: close", *headers]
    if body:
        lines += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
    return "\r\n".join([*lines, "", ""]).encode("latin-1") + body


def parse(said: bytes) -> Reply:
    """The first response in what was said."""
    head, _, body = said.partition(b"\r\n\r\n")
    return Reply(int(head.split(b" ", 2)[1]), head, body)


def ask(port: int, method: str, path: str, body: Any = None, *headers: str, source: str = HOST) -> Reply:
    """One request and its response."""
    raw = b"" if body is None else body if isinstance(body, bytes) else msgspec.json.encode(body)
    return parse(send(port, request(method, path, raw, *headers), source))


def register(port: int, name: str = "Ada", source: str = STRANGER) -> str:
    """A new player's token."""
    reply = ask(port, "POST", "/v1/players", {"name": name}, source=source)
    assert reply.status == 201, reply
    return str(reply.json["token"])


def waits(line: socket.socket, seconds: float) -> bool:
    """Whether the other side keeps the line open for so long without a word."""
    line.settimeout(seconds)
    try:
        return line.recv(1) not in (b"",)
    except TimeoutError:
        return True
    except ConnectionError:
        return False


def deadline(seconds: float) -> float:
    """When to give up waiting."""
    return time.monotonic() + seconds

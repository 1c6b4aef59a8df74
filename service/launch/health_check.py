"""Asks a web server on this machine whether it is healthy."""

from __future__ import annotations

import http.client


def healthy(port: int, host: str = "127.0.0.1") -> bool:
    """Whether the web server at this address reports within a second that it is healthy."""
    connection = http.client.HTTPConnection(host, port, timeout=1)
    try:
        connection.request("GET", "/healthz")
        return connection.getresponse().status == 200
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()

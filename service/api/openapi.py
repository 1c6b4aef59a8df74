"""Write the OpenAPI document to a file:

    python -m service.api.openapi openapi/openapi.json

A test fails when the committed file differs from what the service serves.
"""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from service.app import create_app
from service.settings import Settings


@cache
def document() -> dict[str, Any]:
    """The whole document, built once: without a running Redis, the app spends seconds trying to connect."""
    app = create_app(Settings(redis_url="redis://127.0.0.1:1/0", rate_limits=False))
    found: dict[str, Any] = msgspec.json.decode(app.test_client().get("/openapi.json").data)
    return found


def main() -> None:
    """Write the document to the file named on the command line."""
    raw = msgspec.json.format(msgspec.json.encode(document()), indent=2)
    Path(sys.argv[1]).write_bytes(raw + b"\n")


if __name__ == "__main__":
    main()

"""Compression of large responses that contain no secrets.

The size of a compressed response depends on repetition within it. If it mixed secrets with text that somebody else
chose, its size would reveal the secrets (BREACH). So only responses that a route marks with `compressible` are
compressed: facts about games, documentation, and replays, in which nothing is hidden. Streams never are, because a
compressor would delay events.
"""

from __future__ import annotations

from flask import Flask, Response, after_this_request
from flask_compress import Compress

COMPRESS = Compress()

MAX_AGE_S = 300
"""How long clients may cache facts about games, which change only with a new version."""


def set_up(app: Flask) -> None:
    """Set up compression, for marked responses only."""
    app.config.update(
        COMPRESS_REGISTER=False,
        COMPRESS_STREAMS=False,
        COMPRESS_ALGORITHM=["br", "gzip"],
        COMPRESS_MIMETYPES=["application/json", "application/x-ndjson", "text/html", "text/markdown"],
    )
    COMPRESS.init_app(app)


def compressible(response: Response) -> Response:
    """Mark a response that contains no secrets."""
    after_this_request(COMPRESS.after_request)
    return response


def cacheable(response: Response) -> Response:
    """Mark a response that is the same for everybody and may be kept for some minutes."""
    response.headers["Cache-Control"] = f"public, max-age={MAX_AGE_S}"
    response.headers["Vary"] = "Accept-Language"
    return compressible(response)

"""Ready-made responses: encoded once, with an ETag that depends on nothing but what the viewer sees."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

import msgspec
from flask import Response, request

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

_encode = msgspec.json.Encoder().encode


class Whole(Response):
    """A response whose body is in hand: there is nothing more to find out about it when it leaves."""

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if self.status_code in (204, 304) or environ["REQUEST_METHOD"] == "HEAD":
            return super().__call__(environ, start_response)
        start_response(self.status, list(self.headers))
        return self.response  # type: ignore[return-value]


def reply(body: Any, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """JSON, as it is."""
    return Whole(_encode(body), status, headers, content_type="application/json")


def tagged(body: Any) -> Response:
    """JSON with an ETag; 304 when the caller has it already."""
    raw = _encode(body)
    response = Whole(raw, 200, content_type="application/json")
    response.set_etag(blake2b(raw, digest_size=12).hexdigest())
    response.headers["Cache-Control"] = "private, no-cache"
    response.headers["Vary"] = "Authorization, Accept-Language"
    # The rest of what HTTP has for conditions is for those who change or cut a document: nobody does either here.
    if request.if_none_match.contains_weak(response.get_etag()[0] or ""):
        response.status_code = 304
    return response

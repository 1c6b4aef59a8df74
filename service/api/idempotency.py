"""Idempotency keys: a creating request that is sent again does not create again.

The first request with a key reserves the id of the resource that it will create. A repeated request, even after a crash
halfway, uses the same id and finds what already exists. No secrets are stored: a token is derived from the reserved id
and the key, and the key is not stored.
"""

from __future__ import annotations

from hashlib import sha256

from flask import Response, after_this_request, request

from service.api.auth import caller
from service.api.bodies import sent
from service.api.context import stores
from service.refusals import Invalid, Refused
from service.storage import keys
from service.storage.identifiers import new_id

KEPT_S = 24 * 3600


class IdempotencyMismatch(Refused):
    """The key was used for a different request."""


def resource_id(shortest: int = 1, body: str | None = None) -> str | None:
    """The id of the resource that this request creates: the same for the same key; None if there is no key.

    `body` is a digest of the body, for bodies that are too large to be read twice.
    """
    key = request.headers.get("Idempotency-Key")
    if key is None:
        return None
    if not shortest <= len(key) <= 255:
        raise Invalid(field="Idempotency-Key", message=f"{shortest} to 255 characters")
    who = caller().player or f"address:{request.remote_addr}"
    place = keys.idempotency(_digest(who, request.method, request.path, key))
    body = body or _digest(sent(request.environ).decode("utf-8", "replace"))
    redis = stores().redis
    fresh = f"{body} {new_id(stores().tables.now())}"
    redis.set(place, fresh, nx=True, ex=KEPT_S)
    held = redis.get(place)
    if held != fresh.encode():
        after_this_request(_replayed)
    known, id = (held.decode() if isinstance(held, bytes) else fresh).split(" ")
    if known != body:
        raise IdempotencyMismatch()
    return id


def _replayed(response: Response) -> Response:
    if response.status_code < 400:
        response.headers["Idempotency-Replayed"] = "true"
    return response


def _digest(*parts: str) -> str:
    return sha256("\0".join(parts).encode()).hexdigest()

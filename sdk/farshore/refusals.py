"""From a response that says no to the word for it."""

from __future__ import annotations

from typing import Final

import requests

from farshore.errors import (
    BadRequest,
    Conflict,
    FarshoreError,
    Forbidden,
    Invalid,
    NotAcceptable,
    NotFound,
    ServerError,
    TooLarge,
    TooManyRequests,
    Unauthorized,
    Unavailable,
    UnsupportedMediaType,
)
from farshore.patience import wish

_BY_STATUS: Final[dict[int, type[FarshoreError]]] = {
    400: BadRequest,
    401: Unauthorized,
    403: Forbidden,
    404: NotFound,
    406: NotAcceptable,
    409: Conflict,
    413: TooLarge,
    415: UnsupportedMediaType,
    422: Invalid,
    429: TooManyRequests,
    503: Unavailable,
}


def _family(kind: type[FarshoreError]) -> dict[str, type[FarshoreError]]:
    found = {kind.__dict__["code"]: kind} if kind.__dict__.get("code") else {}
    for child in kind.__subclasses__():
        found |= _family(child)
    return found


_BY_CODE: Final = _family(FarshoreError)


def word_for(code: str, status: int) -> type[FarshoreError]:
    """The class for a code; a code this version has never heard of is known by its status."""
    other = ServerError if status >= 500 else FarshoreError
    return _BY_CODE.get(code) or _BY_STATUS.get(status, other)


def refusal(response: requests.Response) -> FarshoreError:
    """The error that a response with a problem in it stands for; works for a proxy's HTML page too."""
    try:
        problem = response.json()
    except ValueError:
        problem = {}
    if not isinstance(problem, dict):
        problem = {}
    status, code = response.status_code, str(problem.get("code") or "")
    detail = problem.get("detail") or problem.get("title") or f"{status} {response.reason}"
    if "Location" in response.headers:
        detail = f"The service has moved to {response.headers['Location']}: give that address as base_url."
    return word_for(code, status)(
        str(detail), code=code, status=status, problem=problem, retry_after=wish(response.headers.get("Retry-After"))
    )

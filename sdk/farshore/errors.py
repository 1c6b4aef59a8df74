"""Errors of the service as exceptions: a dozen classes by status, each with the `code` of the API."""

from typing import Any, Final

import requests
from urllib3 import Retry
from urllib3.exceptions import InvalidHeader

from farshore.models import Decision

TRANSIENT: Final = frozenset({429, 502, 503, 504})
"""Statuses after which the same request may succeed."""


class FarshoreError(Exception):
    """The service refused a request, or could not be reached.

    `code` is the stable error code of the API (`GET /problems` lists them), `detail` a sentence for people.
    `params` holds the values of the message, `errors` the invalid fields, `decisions` what this seat may answer
    instead, `retry_after` the seconds the server asked to wait, `request_id` the id in the server's log.
    """

    retryable: bool = False
    """Whether the same request may succeed later."""

    def __init__(
        self,
        detail: str,
        *,
        code: str = "",
        status: int = 0,
        problem: dict[str, Any] | None = None,
        retry_after: float | None = None,
    ) -> None:
        super().__init__(detail)
        problem = problem or {}
        self.detail = detail
        self.code = code
        self.status = status
        self.title: str = problem.get("title") or ""
        self.params: dict[str, Any] = problem.get("params") or {}
        self.errors: list[dict[str, Any]] = problem.get("errors") or []
        self.decisions: tuple[Decision, ...] = tuple(map(Decision.read, problem.get("decisions") or ()))
        self.request_id: str | None = problem.get("request_id")
        self.retryable = type(self).retryable or status in TRANSIENT or bool(problem.get("retryable"))
        self.retry_after = retry_after

    def __str__(self) -> str:
        fields = "; ".join(f"{e.get('field')}: {e.get('message')}" for e in self.errors)
        return f"{self.detail} ({fields})" if fields else self.detail


class Unreachable(FarshoreError):
    """No response: the service is not running, or the connection failed too often."""

    retryable = True


class BadRequest(FarshoreError):
    """400, 405, 406, 413, 415: the request itself is malformed, too large or of the wrong type."""


class Unauthorized(FarshoreError):
    """401: the token is missing, unknown or expired."""


class Forbidden(FarshoreError):
    """403: not allowed with this token, or not for this seat."""


class NotFound(FarshoreError):
    """404, 410: it does not exist, not any more, or the caller may not see it."""


class Conflict(FarshoreError):
    """409: not possible in the current state of the table (or agent, or arena)."""


class Closed(Conflict):
    """The decision is no longer open: answered, sealed, or the table is over. `decisions` are the open ones."""


class Invalid(FarshoreError):
    """422: well-formed, but not acceptable; `errors` names the fields."""


class Illegal(Invalid):
    """The answer breaks a rule of the game: `params["reason"]` names it, `decisions` are the open ones."""


class TooManyRequests(FarshoreError):
    """429: a rate limit was reached; `retry_after` says for how long."""


class ServerError(FarshoreError):
    """5xx: the service failed."""


class Unavailable(ServerError):
    """503: temporarily unavailable."""


_BY_CODE: Final[dict[str, type[FarshoreError]]] = {
    **dict.fromkeys(("closed", "final", "finished"), Closed),
    "illegal": Illegal,
}

_BY_STATUS: Final[dict[int, type[FarshoreError]]] = {
    **dict.fromkeys((400, 405, 406, 413, 415), BadRequest),
    **dict.fromkeys((404, 410), NotFound),
    401: Unauthorized,
    403: Forbidden,
    409: Conflict,
    422: Invalid,
    429: TooManyRequests,
    503: Unavailable,
}


def error_class(code: str, status: int) -> type[FarshoreError]:
    """The class for an error; a code unknown to this version is classified by its status."""
    return _BY_CODE.get(code) or _BY_STATUS.get(status) or (ServerError if status >= 500 else FarshoreError)


def error_from(response: requests.Response) -> FarshoreError:
    """The error of a response; the body may also be a proxy's HTML page."""
    try:
        problem = response.json()
    except ValueError:
        problem = {}
    if not isinstance(problem, dict):
        problem = {}
    status, code = response.status_code, str(problem.get("code") or "")
    detail = problem.get("detail") or problem.get("title") or f"{status} {response.reason}"
    if "Location" in response.headers:
        detail = f"The service has moved to {response.headers['Location']}: use that address as base_url."
    wait = seconds_of(response.headers.get("Retry-After"))
    return error_class(code, status)(str(detail), code=code, status=status, problem=problem, retry_after=wait)


def seconds_of(retry_after: str | None) -> float | None:
    """The seconds of a `Retry-After` header, which holds seconds or a date."""
    try:
        return Retry().parse_retry_after(retry_after) if retry_after else None
    except InvalidHeader:
        return None

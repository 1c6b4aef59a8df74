"""Refusals as words: each code of the API is a class, so `except farshore.Closed` says what it means."""

from __future__ import annotations

from typing import Any, ClassVar, Final

import requests

from farshore.models import Decision
from farshore.patience import wish


class FarshoreError(Exception):
    """The service refused, or could not be reached. `detail` is a sentence for people, `code` one word for programs.

    `params` holds the figures of the refusal, `errors` the fields that were wrong, `decisions` what this seat
    may answer instead, `retry_after` the seconds the server asked to wait, `request_id` what its log knows.
    """

    codes: ClassVar[tuple[str, ...]] = ()

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
        self.code = code or (self.codes[0] if self.codes else "")
        self.status = status
        self.title: str = problem.get("title") or ""
        self.params: dict[str, Any] = problem.get("params") or {}
        self.errors: list[dict[str, Any]] = problem.get("errors") or []
        self.decisions: tuple[Decision, ...] = tuple(map(Decision.read, problem.get("decisions") or ()))
        self.request_id: str | None = problem.get("request_id")
        self.retryable: bool = bool(problem.get("retryable", False))
        self.retry_after = retry_after

    def __str__(self) -> str:
        fields = "; ".join(f"{e.get('field')}: {e.get('message')}" for e in self.errors)
        return f"{self.detail} ({fields})" if fields else self.detail


class Unreachable(FarshoreError):
    """Nobody answered: the service is not running, or the line broke too often."""

    codes = ("unreachable",)


class BadRequest(FarshoreError):
    """400: the request could not be understood."""


class Unauthorized(FarshoreError):
    """401: the token is missing, unknown or expired."""

    codes = ("unauthorized",)


class Forbidden(FarshoreError):
    """403: not with this token, or not from this seat."""

    codes = ("forbidden",)


class NotFound(FarshoreError):
    """404: there is no such thing, or it is not for these eyes."""

    codes = ("not-found",)


class Conflict(FarshoreError):
    """409: the table has moved on."""


class Closed(Conflict):
    """This question has been answered already; `decisions` are the ones that are open."""

    codes = ("closed",)


class SeatTaken(Conflict):
    """Somebody sits there."""

    codes = ("seat-taken",)


class TableFull(Conflict):
    """No seat is free."""

    codes = ("table-full",)


class NotRunning(Conflict):
    """The table has not started, or is paused."""

    codes = ("not-running",)


class Finished(Conflict):
    """The table is over."""

    codes = ("finished",)


class Invalid(FarshoreError):
    """422: understood, but it cannot be; `errors` names the fields."""


class Illegal(Invalid):
    """The answer breaks a rule: `params["reason"]` names it, `decisions` are what is open."""

    codes = ("illegal",)


class IdempotencyMismatch(Invalid):
    """The same Idempotency-Key came with another body."""

    codes = ("idempotency-mismatch",)


class TooManyRequests(FarshoreError):
    """429: a limit was reached; `retry_after` says for how long."""

    codes = ("too-many-requests",)


class ServerError(FarshoreError):
    """5xx: the service is in trouble."""


class Unavailable(ServerError):
    """503: not now."""

    codes = ("unavailable",)


class TooManyStreams(Unavailable):
    """The server keeps no more streams open; a long poll gives the same events."""

    codes = ("too-many-streams",)


_BY_STATUS: Final[dict[int, type[FarshoreError]]] = {
    400: BadRequest,
    401: Unauthorized,
    403: Forbidden,
    404: NotFound,
    409: Conflict,
    422: Invalid,
    429: TooManyRequests,
    503: Unavailable,
}


def _family(kind: type[FarshoreError]) -> dict[str, type[FarshoreError]]:
    found = dict.fromkeys(kind.__dict__.get("codes", ()), kind)
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

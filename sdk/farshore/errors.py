"""Refusals as words: each code of the API is a class, so `except farshore.Closed` says what it means."""

from __future__ import annotations

from typing import Any

from farshore.models import Decision


class FarshoreError(Exception):
    """The service refused, or could not be reached. `detail` is a sentence for people, `code` one word for programs.

    `params` holds the figures of the refusal, `errors` the fields that were wrong, `decisions` what this seat
    may answer instead, `retry_after` the seconds the server asked to wait, `request_id` what its log knows.
    """

    code: str = ""
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
        if code:
            self.code = code
        self.status = status
        self.title: str = problem.get("title") or ""
        self.params: dict[str, Any] = problem.get("params") or {}
        self.errors: list[dict[str, Any]] = problem.get("errors") or []
        self.decisions: tuple[Decision, ...] = tuple(map(Decision.read, problem.get("decisions") or ()))
        self.request_id: str | None = problem.get("request_id")
        if "retryable" in problem:
            self.retryable = bool(problem["retryable"])
        self.retry_after = retry_after

    def __str__(self) -> str:
        fields = "; ".join(f"{e.get('field')}: {e.get('message')}" for e in self.errors)
        return f"{self.detail} ({fields})" if fields else self.detail


class Unreachable(FarshoreError):
    """Nobody answered: the service is not running, or the line broke too often."""

    code = "unreachable"
    retryable = True


class BadRequest(FarshoreError):
    """400: the request could not be understood."""

    code = "bad-request"


class MalformedJson(BadRequest):
    """The body is no JSON."""

    code = "malformed-json"


class Unauthorized(FarshoreError):
    """401: the token is missing, unknown or expired."""

    code = "unauthorized"


class Forbidden(FarshoreError):
    """403: not with this token, or not from this seat."""

    code = "forbidden"


class WrongScope(Forbidden):
    """The token may not do that."""

    code = "wrong-scope"


class NotSeated(Forbidden):
    """Only those who sit at the table may do that."""

    code = "not-seated"


class NotOwner(Forbidden):
    """Only the owner of the table may do that."""

    code = "not-owner"


class NotYourDecision(Forbidden):
    """The question is for another seat."""

    code = "not-your-decision"


class WrongCode(Forbidden):
    """The seat is reserved; it needs the invite code."""

    code = "wrong-code"


class MayNotSpeak(Forbidden):
    """Not in this room, or not now."""

    code = "may-not-speak"


class NotFound(FarshoreError):
    """404: there is no such thing, or it is not for these eyes."""

    code = "not-found"


class NotAcceptable(FarshoreError):
    """406: it is not to be had in this form."""

    code = "not-acceptable"


class Conflict(FarshoreError):
    """409: the table has moved on."""


class Closed(Conflict):
    """This question has been answered already; `decisions` are the ones that are open."""

    code = "closed"


class Final(Conflict):
    """A sealed answer cannot be changed in this game."""

    code = "final"


class NotOpen(Conflict):
    """The table has begun; that can only be done before."""

    code = "not-open"


class NotRunning(Conflict):
    """The table has not begun."""

    code = "not-running"


class Finished(Conflict):
    """The table is over."""

    code = "finished"


class NotFinished(Conflict):
    """The table is not over yet."""

    code = "not-finished"


class Paused(Conflict):
    """The table is paused."""

    code = "paused"


class TranscriptFull(Conflict):
    """This seat has kept all that it may keep at this table."""

    code = "transcript-full"


class SeatTaken(Conflict):
    """Somebody sits there."""

    code = "seat-taken"


class TableFull(Conflict):
    """No seat is free."""

    code = "table-full"


class AlreadySeated(Conflict):
    """The caller sits at this table, on another seat."""

    code = "already-seated"


class SeatsOpen(Conflict):
    """Somebody is still missing."""

    code = "seats-open"


class RulesRetired(Conflict):
    """The service does not have these rules any more."""

    code = "rules-retired"


class TooManyAgents(Conflict):
    """A player has no more agents than this."""

    code = "too-many-agents"


class NoPollingAgents(Conflict):
    """There is no agent of the caller's to work for."""

    code = "no-polling-agents"


class LeaseLost(Conflict):
    """The lease ran out, and somebody else has the question in hand."""

    code = "lease-lost"


class BookMissing(Conflict):
    """The table is played in a book that was deleted."""

    code = "book-missing"


class TooManyArenas(Conflict):
    """One's arenas that run are as many as there may be."""

    code = "too-many-arenas"


class ArenaOver(Conflict):
    """The arena is finished or was stopped."""

    code = "arena-over"


class TooLarge(FarshoreError):
    """413: more than the service takes."""

    code = "too-large"


class UnsupportedMediaType(FarshoreError):
    """415: the service takes JSON."""

    code = "unsupported-media-type"


class Invalid(FarshoreError):
    """422: understood, but it cannot be; `errors` names the fields."""

    code = "invalid"


class Illegal(Invalid):
    """The answer breaks a rule: `params["reason"]` names it, `decisions` are what is open."""

    code = "illegal"


class ReplayDiffers(Invalid):
    """The replay does not give what it says; `params` name the step."""

    code = "replay-differs"


class BookRefused(Invalid):
    """The upload cannot become a book; `params["reason"]` says why."""

    code = "book-refused"


class IdempotencyMismatch(Invalid):
    """The same Idempotency-Key came with another body."""

    code = "idempotency-mismatch"


class TooManyRequests(FarshoreError):
    """429: a limit was reached; `retry_after` says for how long."""

    code = "too-many-requests"


class ServerError(FarshoreError):
    """5xx: the service is in trouble."""

    code = "internal"


class Unavailable(ServerError):
    """503: not now."""

    code = "unavailable"


class TooManyStreams(Unavailable):
    """The server keeps no more streams open; a long poll gives the same events."""

    code = "too-many-streams"

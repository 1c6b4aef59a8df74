"""Ready-made responses: encoded once, with an ETag that depends on nothing but what the viewer sees."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec
from flask import Response, g, request

from service.api.concurrency import in_turn
from service.api.context import house, language, settings
from service.events.once_only import as_it_happens
from service.games.kit import agenda
from service.games.kit.decision import Illegal, Seat
from service.refusals import Refused
from service.tables.session import Live
from service.tables.timeouts import present
from service.tables.views import decisions, heard, table_data, update

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

T = TypeVar("T")

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


def table_body(live: Live, player: str | None) -> dict[str, Any]:
    """The table and where its parts are; streams may live at an address of their own."""
    here = f"/v1/tables/{live.table.id}"
    links = {"self": here, "view": f"{here}/view", "events": f"{settings().stream_base_url or ''}{here}/events"}
    return {**table_data(live, player), "links": {**links, "replay": f"{here}/replay"}}


def table_reply(live: Live, player: str | None, status: int = 200) -> Response:
    """The table, with its address when it is new."""
    headers = {"Location": f"/v1/tables/{live.table.id}"} if status == 201 else None
    return reply(table_body(live, player), status, headers)


def update_reply(live: Live, seat: Seat | None) -> Response:
    """What an answer has brought about: 202 while it lies sealed and others are still to answer."""
    words = language()
    events = [] if live.entry is None else heard(live.table, live.entry, seat, live.game, words)
    as_it_happens(house(), live, seat, events, live.now)
    return reply(update(live, seat, words, events), 202 if _waits_sealed(live, seat) else 200)


def _waits_sealed(live: Live, seat: Seat | None) -> bool:
    return live.table.status == "running" and seat in agenda.sealed(live.s)


def carried_out(table: str, player: str, verb: Callable[..., T], *given: Any) -> T:
    """Carry a verb out, in turn; a refusal will speak the game's words and say what is open for the caller now."""
    try:
        with in_turn:
            return verb(house(), table, player, *given)
    except (Refused, Illegal):
        live = present(house(), table, player)
        g.game = live.game
        g.open_decisions = decisions(live, live.table.seat_of(player), language())
        raise

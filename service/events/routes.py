"""Events of a table in three formats, streams of several tables, and the stream of the caller's account."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from flask import Response

from service.accounts.store import TICKET_S, Ticket
from service.accounts.stream import AccountStream
from service.api.auth import Unauthorized, bearer, keyring, me, somebody
from service.api.bodies import next_link, reply
from service.api.context import language, stores
from service.api.limits import limited
from service.api.muting import quiet_chunks
from service.api.operation import Blueprint
from service.api.streaming import JSON, NDJSON, SSE, last_event_id, resume_from, slot, still_valid, stream, wanted
from service.events import streams
from service.events.feeds import Wakeup
from service.events.log import viewer
from service.events.schemas import EventSchema, EventsQuerySchema, EventsSchema, StreamsQuerySchema, TicketSchema
from service.events.streams import Source, TableStream
from service.lobby.listing import Filter
from service.lobby.live import LobbyStream
from service.refusals import NotSeated, Refused
from service.storage import keys
from service.tables.play import present
from service.tables.sentences import chunks_in_words
from service.tables.views import stamp

blp = Blueprint(
    "events",
    __name__,
    url_prefix="/v1",
    description="What happens at a table, as a list or as a stream (NDJSON or Server-Sent Events).",
)


@blp.route("/tables/<table>/events", methods=["GET"])
@blp.operation(
    "followTable",
    *("not-acceptable", "not-found", "not-seated", "invalid", "rules-retired", "too-many-streams", "no-free-stream"),
    token=None,
    limited=True,
)
@blp.arguments(EventsQuerySchema, location="query")
@blp.response(200, EventSchema, content_type=NDJSON, description="One event per line; an empty line is a heartbeat.")
@blp.alt_response(200, schema={"type": "string"}, content_type=SSE, description="The same as server-sent events.")
@blp.alt_response(200, schema=EventsSchema, content_type=JSON, description="One page; with `wait`, a long poll.")
@blp.alt_response(204, description="To an SSE client that has the last event of a table that is over.", success=True)
@limited(1200)
def follow_table(query: dict[str, Any], table: str) -> Response:
    """Follow a table. A stream starts with a snapshot and ends when the table does."""
    format = wanted(NDJSON, SSE, JSON)
    player, valid = _viewer(query, table)
    if "seat" in query and present(stores().tables, table, player).must_seat(player) != query["seat"]:
        raise NotSeated(seat=query["seat"])
    after = resume_from(query.get("after"))
    if format == SSE and last_event_id() is not None and _ended(table, player, after):
        return Response(status=204)
    if format != JSON:
        holder = player if "ticket" in query else None
        wakeup = Wakeup()
        return stream(follow({table: after}, player, query, wakeup, valid), wakeup, format, player=holder)
    with slot() as free:
        wait = query["wait"] if free else 0.0
        items, number = streams.page(
            stores().tables, stores().feeds, table, player, after, wait, query["limit"], language()
        )
    [items] = quiet_chunks(stores().tables, player, iter([items]))
    if query["words"]:
        [items] = chunks_in_words(stores().tables, [items], language())
    return reply({"items": items, "next": number}, headers={"Link": next_link(after=number)})


def _viewer(query: dict[str, Any], table: str) -> tuple[str | None, Callable[[], bool]]:
    """Whose stream this is, and a check that it still is. A request for a seat is never treated as a spectator's."""
    if "ticket" not in query:
        return me("read") if "seat" in query else somebody(), still_valid()
    known = keyring()
    ticket = stores().accounts.ticket(query["ticket"])
    if ticket is None or ticket.table != table or known.token_with(ticket.token) is None:
        raise Unauthorized(reason="unknown-or-expired")
    return ticket.player, lambda: known.token_with(ticket.token) is not None


def _ended(table: str, player: str | None, after: int | None) -> bool:
    """Whether the table is over and the viewer has its last event, so that an EventSource must not reconnect."""
    session = present(stores().tables, table, player)
    return session.table.over and (after or 0) >= session.table.seqs[viewer(session.table.seat_of(player))]


@blp.route("/tables/<table>/tickets", methods=["POST"])
@blp.operation("createTicket", "not-found", "not-seated", limited=True)
@blp.response(201, TicketSchema)
@limited(120)
def create_ticket(table: str) -> Response:
    """Create a ticket that opens the stream of this table as the caller's seat, for a browser's EventSource."""
    player = me("read")
    session = present(stores().tables, table, player)
    session.must_seat(player)
    secret = stores().accounts.add_ticket(Ticket(player, table, keys.digest(bearer())))
    return reply({"ticket": secret, "expires_at": stamp(session.now + TICKET_S * 1000)}, 201)


@blp.route("/events", methods=["GET"])
@blp.operation(
    "followAccount",
    "not-acceptable",
    *("not-found", "invalid", "rules-retired", "too-many-streams", "no-free-stream"),
    token=None,
    limited=True,
)
@blp.arguments(StreamsQuerySchema, location="query")
@blp.response(200, EventSchema, content_type=NDJSON, description="One event per line; an empty line is a heartbeat.")
@blp.alt_response(200, schema={"type": "string"}, content_type=SSE, description="The same as server-sent events.")
@limited(300)
def follow_account(query: dict[str, Any]) -> Response:
    """Follow several tables (`table`), as a seat or as a spectator, and the lobby (`lobby`), over one connection.

    Without both, follow the caller's account: invitations, decisions and results at all of the caller's tables. It
    starts with everything that is open now. With `account=true` that comes over the same connection, too.
    """
    together = bool(query["table"]) or query["lobby"]
    player = me("read") if query["account"] or not together else somebody()
    format, valid, sources = wanted(NDJSON, SSE), still_valid(), list[Source]()
    if player is not None and (query["account"] or not together):
        s = stores()
        sources.append(AccountStream(s.tables, s.accounts, s.notifications, player, language(), wrapped=together))
    if query["lobby"]:
        sources.append(LobbyStream(stores().lobby, stores().tables, Filter(), player))
    positions = Positions(query["table"])
    ends = not sources and format == SSE and last_event_id() is not None
    if ends and positions.all_ended(player):
        return Response(status=204)
    wakeup = Wakeup()
    events = follow(positions.numbers, player, query, wakeup, valid, sources)
    return stream(events, wakeup, format, positions.after if query["table"] else None)


def follow(
    tables: dict[str, int | None],
    player: str | None,
    query: dict[str, Any],
    wakeup: Wakeup,
    valid: Callable[[], bool],
    more: Sequence[Source] = (),
) -> Iterator[list[dict[str, Any]]]:
    """The stream of these tables, each after one of its events, and of other sources, for as long as it is `valid`."""
    followed = [
        TableStream(stores().tables, stores().feeds, table, after, player, language(), query["views"])
        for table, after in tables.items()
    ]
    events = streams.follow(stores().tables, [*followed, *more], wakeup, valid)
    if not tables:
        return events
    events = quiet_chunks(stores().tables, player, events)
    return chunks_in_words(stores().tables, events, language()) if query["words"] else events


class Positions:
    """The position of a stream of several tables: the id of each SSE event has the number of every table, in order.

    A client that reconnects sends the id back as `Last-Event-ID`. An empty number means that nothing of that table was
    sent.
    """

    def __init__(self, asked: list[str]) -> None:
        parts = [one.partition(":") for one in asked]
        self.numbers = {table: int(number) if number else None for table, _, number in parts}
        """The number after which each table resumes. A table that is named twice is followed once."""
        # Without the header the list is empty. (Splitting an empty string would give the position of one table.)
        header = last_event_id()
        last = header.split(",") if header else []
        if len(last) == len(self.numbers) and all(n == "" or (n.isdecimal() and len(n) < 10) for n in last):
            self.numbers = {table: int(n) if n else None for table, n in zip(self.numbers, last, strict=True)}

    def all_ended(self, player: str | None) -> bool:
        """Whether all tables are over and the viewer has their last events."""
        try:
            return all(_ended(table, player, number) for table, number in self.numbers.items())
        except Refused:
            return False

    def after(self, event: dict[str, Any]) -> str:
        """The positions after this event."""
        if event["table"] in self.numbers and event["type"] != "refused":
            self.numbers[event["table"]] = event["seq"]
        return ",".join("" if number is None else str(number) for number in self.numbers.values())

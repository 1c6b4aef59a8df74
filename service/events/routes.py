"""Events of a table in three formats, streams of several tables, and the stream of the caller's account."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from flask import Response, request

from service.accounts import stream as account_stream
from service.api.auth import me, somebody
from service.api.bodies import reply
from service.api.context import language, settings, stores
from service.api.limits import limited
from service.api.muting import quiet_chunks
from service.api.operation import Blueprint
from service.api.streaming import JSON, NDJSON, SSE, place, resume_from, still_valid, stream, wanted
from service.events import polls, streams
from service.events.streams import Wanted
from service.tables.schemas import EventSchema, EventsQuerySchema, EventsSchema, StreamsQuerySchema
from service.tables.sentences import chunks_in_words

blp = Blueprint("events", __name__, url_prefix="/v1", description="Events and streams")


@blp.route("/tables/<table>/events", methods=["GET"])
@blp.operation(
    "followTable",
    "not-found",
    "invalid",
    "rules-retired",
    "too-many-streams",
    "no-free-stream",
    token=None,
    limited=True,
)
@blp.arguments(EventsQuerySchema, location="query")
@blp.response(200, EventSchema, content_type=NDJSON, description="One event per line; an empty line is a heartbeat.")
@blp.alt_response(200, schema={"type": "string"}, content_type=SSE, description="The same as server-sent events.")
@blp.alt_response(200, schema=EventsSchema, content_type=JSON, description="One page; with `wait`, a long poll.")
@limited(1200)
def follow_table(query: dict[str, Any], table: str) -> Response:
    """Follow a table. A stream starts with a snapshot and ends when the table does."""
    player, format = somebody(), wanted(NDJSON, SSE, JSON)
    after = resume_from(query.get("after"))
    if format != JSON:
        return stream(follow([Wanted(table, after)], player, query), format)
    with place() as free:
        wait = query["wait"] if free else 0.0
        items, number = polls.page(
            stores().tables, stores().feeds, table, player, after, wait, query["limit"], language()
        )
    [items] = quiet_chunks(stores().tables, player, iter([items]))
    if query["words"]:
        [items] = chunks_in_words(stores().tables, [items], language())
    return reply({"items": items, "next": number})


@blp.route("/events", methods=["GET"])
@blp.operation(
    "followAccount",
    *("not-found", "invalid", "rules-retired", "too-many-streams", "no-free-stream"),
    token=None,
    limited=True,
)
@blp.arguments(StreamsQuerySchema, location="query")
@blp.response(200, EventSchema, content_type=NDJSON, description="One event per line; an empty line is a heartbeat.")
@blp.alt_response(200, schema={"type": "string"}, content_type=SSE, description="The same as server-sent events.")
@limited(300)
def follow_account(query: dict[str, Any]) -> Response:
    """Follow several tables (`table`), as a seat or as a spectator, over one connection.

    Without `table`, follow the caller's account: invitations, decisions and results at all of the caller's tables. It
    starts with everything that is open now.
    """
    if query["table"]:
        player, format = somebody(), wanted(NDJSON, SSE)
        positions = Positions(query["table"])
        return stream(follow(positions.wanted(), player, query), format, positions.after)
    player, format = me("read"), wanted(NDJSON, SSE)
    return stream(
        account_stream.follow(
            stores().tables,
            stores().accounts,
            stores().notifications,
            player,
            language(),
            settings().heartbeat_s,
            still_valid(),
        ),
        format,
    )


def follow(tables: list[Wanted], player: str | None, query: dict[str, Any]) -> Iterator[list[dict[str, Any]]]:
    """The stream of these tables for the caller."""
    events = streams.follow(
        stores().tables,
        stores().feeds,
        tables,
        player,
        language(),
        settings().heartbeat_s,
        still_valid(),
        query["views"],
    )
    events = quiet_chunks(stores().tables, player, events)
    return chunks_in_words(stores().tables, events, language()) if query["words"] else events


class Positions:
    """How far a stream of several tables is: the id of each SSE event has the number of every table, in order.

    A client that reconnects sends the id back as `Last-Event-ID`; an empty number stands for a table of which nothing
    was sent.
    """

    def __init__(self, asked: list[str]) -> None:
        parts = [one.partition(":") for one in asked]
        self._numbers = {table: int(number) if number else None for table, _, number in parts}
        last = request.headers.get("Last-Event-ID", "").split(",")
        if len(last) == len(self._numbers) and all(n == "" or (n.isdecimal() and len(n) < 10) for n in last):
            self._numbers = {table: int(n) if n else None for table, n in zip(self._numbers, last, strict=True)}

    def wanted(self) -> list[Wanted]:
        """The tables and where each goes on; a table that is named twice is followed once."""
        return [Wanted(table, number) for table, number in self._numbers.items()]

    def after(self, event: dict[str, Any]) -> str:
        """The positions after this event."""
        if event["type"] != "refused":
            self._numbers[event["table"]] = event["seq"]
        return ",".join("" if number is None else str(number) for number in self._numbers.values())

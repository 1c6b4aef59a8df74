"""Events of a table in three formats, and the account stream over all of the caller's tables."""

from __future__ import annotations

from typing import Any

from flask import Response

from service.accounts import stream as account_stream
from service.api.auth import me, somebody
from service.api.bodies import reply
from service.api.context import language, settings, stores
from service.api.limits import limited
from service.api.operation import Blueprint
from service.api.streaming import JSON, NDJSON, SSE, place, resume_from, still_valid, stream, wanted
from service.events import streams
from service.tables.schemas import EventSchema, EventsQuerySchema, EventsSchema
from service.tables.sentences import chunks_in_words

blp = Blueprint("events", __name__, url_prefix="/v1", description="Events and streams")


@blp.route("/tables/<table>/events", methods=["GET"])
@blp.operation("followTable", "not-found", "invalid", "rules-retired", "too-many-streams", token=None, limited=True)
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
        events = streams.table(
            stores().tables, stores().feeds, table, player, after, language(), settings().heartbeat_s, still_valid()
        )
        return stream(chunks_in_words(stores().tables, events, language()) if query["words"] else events, format)
    with place() as free:
        wait = query["wait"] if free else 0.0
        items, number = streams.page(
            stores().tables, stores().feeds, table, player, after, wait, query["limit"], language()
        )
    if query["words"]:
        [items] = chunks_in_words(stores().tables, [items], language())
    return reply({"items": items, "next": number})


@blp.route("/events", methods=["GET"])
@blp.operation("followAccount", "too-many-streams", limited=True)
@blp.response(200, EventSchema, content_type=NDJSON, description="One event per line; an empty line is a heartbeat.")
@blp.alt_response(200, schema={"type": "string"}, content_type=SSE, description="The same as server-sent events.")
@limited(300)
def follow_account() -> Response:
    """Follow the caller's tables: invitations, decisions, results. Starts with everything that is open now."""
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

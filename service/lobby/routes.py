"""Tables: open, list, take and leave seats, start, vote, rematch."""

from __future__ import annotations

from typing import Any

import msgspec
from flask import Response

from service.api import idempotency, quotas
from service.api.auth import me, myself, somebody
from service.api.bodies import listed, reply, tagged
from service.api.context import settings, stores
from service.api.limits import limited
from service.api.maintenance import notice, unless_draining
from service.api.operation import Blueprint
from service.api.streaming import JSON, NDJSON, SSE, still_valid, stream, wanted
from service.events import streams
from service.events.feeds import Wakeup
from service.events.schemas import EventSchema
from service.lobby import listing, opening, schemas, seating, votes
from service.lobby.listing import Filter
from service.lobby.live import LobbyStream
from service.lobby.opening import NewTable
from service.refusals import Invalid
from service.storage.identifiers import new_id
from service.tables.play import present
from service.tables.session import TableSession
from service.tables.views import table_data

blp = Blueprint(
    "tables", __name__, url_prefix="/v1/tables", description="Open a table, find one, take a seat, start, vote, leave."
)
invites_blp = Blueprint("invites", __name__, url_prefix="/v1/invites", description="Join a table by its code.")


@blp.route("", methods=["POST"])
@blp.operation("openTable", "draining", "too-many-tables", body=True, creates=1, limited=True)
@blp.arguments(schemas.NewTableSchema)
@blp.response(201, schemas.TableSchema)
@limited(600)
@unless_draining
def open_table(body: dict[str, Any]) -> Response:
    """Open a table."""
    s, owner, new = stores(), myself(), msgspec.convert(body, type=NewTable)
    id = idempotency.resource_id() or new_id(s.tables.now())
    with quotas.counted("tables", id, _not_over):
        session = opening.open_table(s.tables, s.accounts, s.agents, s.books, owner, new, id)
    return table_reply(session, owner.id, 201)


@blp.route("", methods=["GET"])
@blp.operation(
    "listTables", "not-acceptable", "invalid", "too-many-streams", "no-free-stream", token=None, limited=True
)
@blp.arguments(schemas.TablesQuerySchema, location="query")
@blp.response(200, schemas.TablesSchema)
@blp.alt_response(200, schema=EventSchema, content_type=NDJSON, success=True)
@blp.alt_response(200, schema={"type": "string"}, content_type=SSE, description="One page, or a stream.", success=True)
@limited(600)
def list_tables(query: dict[str, Any]) -> Response:
    """List public tables, or with `mine` the caller's, newest first.

    As a stream: the newest public tables that are open or running, with the seats whose players are present, then each
    table that has changed.
    """
    format = wanted(JSON, NDJSON, SSE)
    player = me("read") if query["mine"] else somebody()
    cursor, limit = query.pop("cursor", None), query.pop("limit")
    if format != JSON:
        if query["mine"] or cursor is not None:
            message = "not for a stream; GET /v1/events follows the tables of the caller"
            raise Invalid(field="mine" if query["mine"] else "cursor", message=message)
        lobby = LobbyStream(stores().lobby, stores().tables, Filter(**query), player)
        wakeup = Wakeup()
        return stream(streams.follow(stores().tables, [lobby], wakeup, still_valid()), wakeup, format)
    found, more = listing.page(stores().tables, stores().accounts, player, Filter(**query), cursor, limit)
    return listed([table_body(session, player) for session in found], more, notice=notice())


@invites_blp.route("/<code>", methods=["GET"])
@invites_blp.operation("getInvite", "not-found", token=None, limited=True)
@invites_blp.response(200, schemas.InviteSchema)
@limited(120)
def get_invite(code: str) -> Response:
    """Get the table that an invite code belongs to, and the seats that can be taken with it."""
    player = somebody()
    session = seating.invited(stores().tables, code)
    free = seating.free_seats(session.table, player)
    return reply({"table": table_body(session, player), "free_seats": free})


@blp.route("/<table>", methods=["GET"])
@blp.operation("getTable", "not-found", token=None)
@blp.response(200, schemas.TableSchema)
def get_table(table: str) -> Response:
    """Get a table."""
    player = somebody()
    return tagged(table_body(present(stores().tables, table, player), player))


@blp.route("/<table>", methods=["DELETE"])
@blp.operation("deleteTable", "not-found", "not-owner", "not-open")
@blp.response(204)
def delete_table(table: str) -> Response:
    """Delete a table that has not started (owner only)."""
    seating.delete(stores().tables, stores().accounts, table, myself())
    quotas.deleted("tables", table)
    return Response(status=204)


@blp.route("/<table>/seats/<int:seat>", methods=["PUT"])
@blp.operation(
    "takeSeat",
    *("draining", "not-found", "wrong-code", "not-open", "seat-taken", "table-full", "already-seated"),
    body=True,
)
@blp.arguments(schemas.TakeSeatSchema, required=False)
@blp.response(200, schemas.TableSchema)
@unless_draining
def take_seat(body: dict[str, Any], table: str, seat: int) -> Response:
    """Take a seat. Reserved seats and private tables require the invite code."""
    player = myself()
    session = seating.take_seat(stores().tables, stores().accounts, table, player, seat, body.get("code"))
    return table_reply(session, player.id)


@blp.route("/<table>/seats/<int:seat>", methods=["DELETE"])
@blp.operation("leaveSeat", "not-found", "not-seated", "not-open")
@blp.response(204)
def leave_seat(table: str, seat: int) -> Response:
    """Leave a seat before the game starts, or decline a seat reserved for the caller."""
    seating.leave_seat(stores().tables, table, myself(), seat)
    return Response(status=204)


@blp.route("/<table>/start", methods=["POST"])
@blp.operation("startTable", "draining", "not-found", "not-owner", "not-open", "seats-open")
@blp.response(200, schemas.TableSchema)
@unless_draining
def start_table(table: str) -> Response:
    """Start the game (owner only). Has no effect if it is already running."""
    player = myself()
    return table_reply(seating.start(stores().tables, table, player), player.id)


@blp.route("/<table>/forfeit", methods=["POST"])
@blp.operation("forfeit", "not-found", "not-seated", "not-running")
@blp.response(200, schemas.TableSchema)
def forfeit(table: str) -> Response:
    """Give up the caller's seat in a running game. Others play on; a game of two ends."""
    player = myself()
    return table_reply(seating.forfeit(stores().tables, table, player), player.id)


@blp.route("/<table>/rematch", methods=["POST"])
@blp.operation(
    "rematch", "draining", "not-found", "not-seated", "not-finished", "too-many-tables", creates=1, limited=True
)
@blp.response(201, schemas.TableSchema)
@limited(120)
@unless_draining
def rematch(table: str) -> Response:
    """Open a rematch with the same players, each moved by one seat. Further calls return the same table."""
    s, player = stores(), myself()
    id = idempotency.resource_id() or new_id(s.tables.now())
    with quotas.counted("tables", id, _not_over) as cancel:
        session = opening.rematch(s.tables, s.accounts, s.agents, s.books, table, player, id)
        if session.table.id != id:
            # Another player was first, and it counts for them.
            cancel()
    return table_reply(session, player.id, 201)


@blp.route("/<table>/votes", methods=["POST"])
@blp.operation("vote", "not-found", "not-seated", "not-running", "finished", body=True)
@blp.arguments(schemas.VoteSchema)
@blp.response(200, schemas.TableSchema)
def vote(body: dict[str, Any], table: str) -> Response:
    """Vote to pause, resume, abort or extend the time. A vote passes when all players agree."""
    player = me()
    return table_reply(votes.vote(stores().tables, table, player, body["kind"], body["agree"]), player)


def table_body(session: TableSession, player: str | None) -> dict[str, Any]:
    """A table and its links; streams may be served by another host."""
    here = f"/v1/tables/{session.table.id}"
    links = {"self": here, "view": f"{here}/view", "events": f"{settings().stream_base_url or ''}{here}/events"}
    return {**table_data(session, player), "links": {**links, "replay": f"{here}/replay"}}


def table_reply(session: TableSession, player: str | None, status: int = 200) -> Response:
    """A table; `Location` is set if it is new."""
    headers = {"Location": f"/v1/tables/{session.table.id}"} if status == 201 else None
    return reply(table_body(session, player), status, headers)


def _not_over(ids: list[str]) -> dict[str, bool]:
    return {table.id: not table.over for table in stores().tables.load_many(ids)}

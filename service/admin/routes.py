"""For operators: tables, accounts, books, draining, clocks, queues, and the audit log. Needs the scope `admin`."""

from __future__ import annotations

from typing import Any

import msgspec
from flask import Response

from service.admin import actions
from service.admin.schemas import (
    AccountSchema,
    AdminTableSchema,
    AdminTablesQuerySchema,
    AdminTablesSchema,
    AuditSchema,
    DrainSchema,
    HandSeatSchema,
    LimitsSchema,
    PageQuerySchema,
    ReasonSchema,
    StatusSchema,
)
from service.admin.store import queue_states, scheduled
from service.api.audit import audited
from service.api.auth import operator
from service.api.bodies import listed, reply
from service.api.context import probe, settings, stores
from service.api.operation import Blueprint
from service.moderation import reports
from service.moderation.schemas import ReportSchema, ReportsSchema
from service.storage.connection import best_effort
from service.tables.views import stamp

blp = Blueprint(
    "admin", __name__, url_prefix="/v1/admin", description="For operators, with a token that has the scope `admin`."
)


# -- the instance --------------------------------------------------------------------------------


@blp.route("/status", methods=["GET"])
@blp.operation("adminStatus")
@blp.response(200, StatusSchema)
def get_status() -> Response:
    """Get queues, timers, processes, quotas, and whether the service is drained."""
    operator()
    s, now = stores(), stores().tables.now()
    drain = s.maintenance.draining()
    queues = best_effort(settings().queue_url)
    return reply(
        {
            "draining": None if drain is None else {"since": stamp(drain.since), "message": drain.message},
            "clocks_paused": stamp(s.outages.clocks_paused()),
            "queues": queue_states(queues),
            "timers": {**scheduled(s.redis, now), "late_ms": max(s.due.late().values())},
            "processes": probe().alive(),
            "quotas": {
                kind: {"account": limit.account, "address": limit.address}
                for kind, limit in msgspec.structs.asdict(settings().quotas).items()
            },
        }
    )


@blp.route("/drain", methods=["PUT"])
@blp.operation("drain", body=True)
@blp.arguments(DrainSchema, required=False)
@blp.response(204)
def put_drain(body: dict[str, Any]) -> Response:
    """Start no new games; running ones continue."""
    with audited("drain", message=body["message"]):
        stores().maintenance.drain(body["message"])
    return Response(status=204)


@blp.route("/drain", methods=["DELETE"])
@blp.operation("endDrain")
@blp.response(204)
def delete_drain() -> Response:
    """Allow new games again."""
    with audited("end-drain"):
        stores().maintenance.end_drain()
    return Response(status=204)


@blp.route("/clocks/pause", methods=["PUT"])
@blp.operation("pauseClocks")
@blp.response(204)
def pause_clocks() -> Response:
    """Pause the clocks of all tables, for maintenance; players can still answer."""
    with audited("pause-clocks"):
        stores().outages.pause_clocks()
    return Response(status=204)


@blp.route("/clocks/pause", methods=["DELETE"])
@blp.operation("resumeClocks")
@blp.response(204)
def resume_clocks() -> Response:
    """Resume the clocks of all tables where they stopped."""
    with audited("resume-clocks"):
        stores().outages.resume_clocks(stores().due)
    return Response(status=204)


@blp.route("/audit", methods=["GET"])
@blp.operation("listAudit", "invalid")
@blp.arguments(PageQuerySchema, location="query")
@blp.response(200, AuditSchema)
def list_audit(query: dict[str, Any]) -> Response:
    """List the actions of operators, newest first."""
    operator()
    found = stores().audit.page(query.get("cursor"), query["limit"])
    items = [{**msgspec.structs.asdict(entry), "id": id, "at": stamp(entry.at)} for id, entry in found]
    return listed(items, items[-1]["id"] if len(items) == query["limit"] else None)


# -- tables and books ----------------------------------------------------------------------------


@blp.route("/tables", methods=["GET"])
@blp.operation("adminListTables", "invalid")
@blp.arguments(AdminTablesQuerySchema, location="query")
@blp.response(200, AdminTablesSchema)
def list_tables(query: dict[str, Any]) -> Response:
    """Find tables, also private ones of a player."""
    operator()
    wanted = (query.get("player"), query.get("game"), query.get("status"), query.get("cursor"))
    return listed(*actions.find_tables(stores(), *wanted, query["limit"]))


@blp.route("/tables/<table>", methods=["GET"])
@blp.operation("adminGetTable", "not-found")
@blp.response(200, AdminTableSchema)
def get_table(table: str) -> Response:
    """Get a table, without anything that is hidden from its players."""
    operator()
    return reply(actions.get_table(stores(), table))


@blp.route("/tables/<table>/end", methods=["POST"])
@blp.operation("endTable", "not-found", "finished", body=True)
@blp.arguments(ReasonSchema, required=False)
@blp.response(200, AdminTableSchema)
def end_table(body: dict[str, Any], table: str) -> Response:
    """End a table without a result."""
    with audited("end-table", table, reason=body["reason"]):
        return reply(actions.end_table(stores(), table))


@blp.route("/tables/<table>/seats/<int:seat>", methods=["PUT"])
@blp.operation("handSeatToBot", "not-found", "finished", "rules-retired", body=True)
@blp.arguments(HandSeatSchema, required=False)
@blp.response(200, AdminTableSchema)
def hand_seat(body: dict[str, Any], table: str, seat: int) -> Response:
    """Let a bot play a seat from now on; whoever sat there becomes a spectator."""
    with audited("hand-seat-to-bot", table, seat=seat, level=body["level"], reason=body["reason"]):
        return reply(actions.hand_to_bot(stores(), table, seat, body["level"]))


@blp.route("/books/<book>", methods=["DELETE"])
@blp.operation("adminDeleteBook", "not-found")
@blp.response(204)
def delete_book(book: str) -> Response:
    """Delete an uploaded book of anybody. Tables that are played in it continue."""
    with audited("delete-book", book):
        actions.remove_book(stores(), book)
    return Response(status=204)


# -- reports of talk -----------------------------------------------------------------------------


@blp.route("/reports", methods=["GET"])
@blp.operation("listReports", "invalid")
@blp.arguments(PageQuerySchema, location="query")
@blp.response(200, ReportsSchema)
def list_reports(query: dict[str, Any]) -> Response:
    """List the reports of talk, newest first, with the messages that were reported."""
    operator()
    found = stores().moderation.reports(query.get("cursor"), query["limit"])
    items = [reports.report_data(report) for report in found]
    return listed(items, items[-1]["id"] if len(items) == query["limit"] else None)


@blp.route("/reports/<report>/close", methods=["POST"])
@blp.operation("closeReport", "not-found", body=True)
@blp.arguments(ReasonSchema, required=False)
@blp.response(200, ReportSchema)
def close_report(body: dict[str, Any], report: str) -> Response:
    """Note that a report was dealt with, and how. It is deleted 90 days later."""
    with audited("close-report", report, reason=body["reason"]):
        return reply(reports.report_data(reports.close(stores().moderation, report, body["reason"])))


# -- accounts ------------------------------------------------------------------------------------


@blp.route("/accounts/<player>", methods=["GET"])
@blp.operation("adminGetAccount", "not-found")
@blp.response(200, AccountSchema)
def get_account(player: str) -> Response:
    """Get an account with its tokens (without secrets), what it uses, and its limits."""
    operator()
    return reply(actions.account(stores(), player))


@blp.route("/accounts/<player>", methods=["DELETE"])
@blp.operation("closeAccount", "not-found")
@blp.response(204)
def close_account(player: str) -> Response:
    """Close an account and erase its data, as its owner could."""
    with audited("close-account", player):
        actions.close_account(stores(), player)
    return Response(status=204)


@blp.route("/accounts/<player>/limits", methods=["PUT"])
@blp.operation("limitAccount", "not-found", body=True)
@blp.arguments(LimitsSchema)
@blp.response(200, AccountSchema)
def limit_account(body: dict[str, Any], player: str) -> Response:
    """Set other limits for one account."""
    with audited("limit-account", player, limits=body["limits"], reason=body["reason"]):
        return reply(actions.set_limits(stores(), player, body["limits"]))


@blp.route("/accounts/<player>/tokens", methods=["DELETE"])
@blp.operation("revokeTokens", "not-found")
@blp.response(204)
def revoke_tokens(player: str) -> Response:
    """Revoke all tokens of an account."""
    with audited("revoke-tokens", player):
        actions.revoke_tokens(stores(), player, None)
    return Response(status=204)


@blp.route("/accounts/<player>/tokens/<token>", methods=["DELETE"])
@blp.operation("revokeToken", "not-found")
@blp.response(204)
def revoke_token(player: str, token: str) -> Response:
    """Revoke one token of an account."""
    with audited("revoke-token", player, token=token):
        actions.revoke_tokens(stores(), player, token)
    return Response(status=204)

"""The history of finished games, its export, and profiles."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from itertools import chain
from typing import Any, Final

import msgspec
from flask import Response

from service.api.auth import me, myself, somebody
from service.api.bodies import reply
from service.api.context import stores
from service.api.errors import RETRYABLE
from service.api.limits import limited
from service.api.operation import Blueprint
from service.api.streaming import JSON, NDJSON, wanted
from service.database.engine import DatabaseUnavailable
from service.history import history, profiles, schemas
from service.history.records import Search
from service.refusals import Invalid, NotFound
from service.storage.identifiers import is_id

blp = Blueprint(
    "history",
    __name__,
    url_prefix="/v1",
    description="Finished games: search, export, and the profiles of players, agents, models and bots.",
)
log = logging.getLogger(__name__)
MOST_AT_ONCE: Final = 1000
"""The most games of an export that is not a stream."""


@blp.route("/games/history", methods=["GET"])
@blp.operation("getHistory", "invalid", token=None, limited=True)
@blp.arguments(schemas.HistoryQuerySchema, location="query")
@blp.response(200, schemas.HistorySchema)
@limited(600)
def get_history(query: dict[str, Any]) -> Response:
    """Search finished games. Games appear here seconds after their end."""
    sort, cursor, limit = query.pop("sort"), query.pop("cursor", None), query.pop("limit")
    items, more = history.page(stores().history, _search(query), sort, cursor, limit)
    return reply({"items": items, "next": more})


@blp.route("/games/history/export", methods=["GET"])
@blp.operation("exportHistory", "invalid", "not-acceptable", token=None, limited=True)
@blp.arguments(schemas.ExportQuerySchema, location="query")
@blp.response(
    200, schemas.HistoryLineSchema, content_type=NDJSON, description="One game or decision per line, oldest first."
)
@blp.alt_response(
    200, schema=schemas.HistoryExportSchema, content_type=JSON, description="The same as one object, up to 1,000 games."
)
@limited(60)
def export_history(query: dict[str, Any]) -> Response:
    """Export finished games, or their decisions (`per=decision`), as lines of JSON.

    If the export cannot be completed, its last line is `{"problem": {"code": "unavailable", "retryable": true}}`. To
    resume, send the id of the last complete game as `after`. People who have not agreed to research have no name.
    """
    per, after, limit = query.pop("per"), query.pop("after", None), query.pop("limit", None)
    caller, search = somebody(), _search(query)
    if after is not None and not is_id(after):
        raise Invalid(field="after", message="must be the id of a game")
    if wanted(NDJSON, JSON) == JSON:
        found = history.export(stores().history, search, per, after, caller, min(limit or MOST_AT_ONCE, MOST_AT_ONCE))
        return reply({"items": [msgspec.Raw(line) for part in found for line in part.splitlines()]})
    lines = history.export(stores().history, search, per, after, caller, limit)
    # The first lines are read here, so that an outage can still be an ordinary error response.
    first = [next(lines, b"")]
    headers = {"Content-Disposition": f'attachment; filename="farshore-{per}s.ndjson"'}
    return Response(complete(chain(first, lines)), content_type=NDJSON, headers=headers)


def complete(lines: Iterator[bytes]) -> Iterator[bytes]:
    """The lines, and a last line that reports a failure: the web server ends a failed response like any other."""
    code = "unavailable"
    try:
        yield from lines
        return
    except DatabaseUnavailable as error:
        log.warning("an export was interrupted: %s", error)
    except Exception:
        log.exception("an export failed")
        code = "internal"
    yield msgspec.json.encode({"problem": {"code": code, "retryable": code in RETRYABLE}}) + b"\n"


@blp.route("/me/research", methods=["GET"])
@blp.operation("getResearchConsent")
@blp.response(200, schemas.ConsentSchema)
def get_research_consent() -> Response:
    """Get whether the caller has agreed to be named in exports of finished games."""
    return reply({"consent": myself("read").research})


@blp.route("/me/research", methods=["PUT"])
@blp.operation("setResearchConsent", body=True)
@blp.arguments(schemas.ConsentSchema)
@blp.response(200, schemas.ConsentSchema)
def set_research_consent(body: dict[str, Any]) -> Response:
    """Agree to be named in exports of finished public games, for research, or take that back."""
    player = myself()
    stores().accounts.set_research(player, body["consent"])
    stores().history.set_consent(player.id, body["consent"])
    return reply({"consent": body["consent"]})


@blp.route("/profiles/<kind>/<id>", methods=["GET"])
@blp.operation("getProfile", "not-found", token=None, limited=True)
@blp.response(200, schemas.ProfileSchema)
@limited(300)
def get_profile(kind: str, id: str) -> Response:
    """Get the profile of a `player`, an `agent`, a `model`, or a `bot` (its id is `<game>:<level>`)."""
    if kind not in profiles.KINDS or "\0" in id:
        raise NotFound(what="profile")
    s, caller = stores(), somebody()
    who = me("read") if kind == "player" and id == "me" else id
    return reply(profiles.profile(s.history, s.accounts, s.agents, kind, who, caller))


def _search(query: dict[str, Any]) -> Search:
    found = schemas.search_of(query)
    if found.get("player") == "me":
        found["player"] = me("read")
        found["private"] = True
    elif "player" in found and found["player"] == somebody():
        found["private"] = True
    search = Search(**found)
    if search.result is not None and not any((search.player, search.agent, search.model, search.level, search.role)):
        raise Invalid(field="result", message="needs a player, agent, model, level or role")
    return search

"""Replays of finished tables, import of replays, and transcripts."""

from __future__ import annotations

from itertools import islice
from typing import Any, Final

import msgspec
from flask import Response, request

from service.api import idempotency
from service.api.auth import me, myself, somebody
from service.api.bodies import encode, next_link, read, reply, sent, tagged
from service.api.compression import compressible
from service.api.context import language, stores, words
from service.api.fields import LONGEST_NAME
from service.api.limits import limited
from service.api.operation import Blueprint
from service.api.streaming import JSON, NDJSON, wanted
from service.games.kit.decision import DecisionId, Seat
from service.lobby.routes import table_reply
from service.lobby.schemas import TableSchema
from service.refusals import Invalid
from service.replays import replay as replays
from service.replays import schemas, transcripts
from service.replays.replay import Replay
from service.replays.store import Line
from service.replays.unverified import must_be_readable
from service.tables.play import present

MOST_STEPS: Final = 500
"""The most steps of one response."""

LONGEST_DECISION: Final = 100
"""The most characters of a decision id."""

blp = Blueprint("replays", __name__, url_prefix="/v1", description="Games step by step, and importing one.")


@blp.route("/tables/<table>/replay", methods=["GET"])
@blp.operation("getReplay", "not-found", "not-finished", "rules-retired", token=None, limited=True)
@blp.response(200, "Replay")
@limited(300)
def get_replay(table: str) -> Response:
    """Get the replay: seed, answers, talk and result. It can be replayed to verify the deal."""
    found = replays.export(stores().tables, stores().log, present(stores().tables, table, somebody()))
    return compressible(tagged(found))


@blp.route("/tables/<table>/replay/steps/<int:step>", methods=["GET"])
@blp.operation("getReplayStep", "not-found", "not-finished", "invalid", "rules-retired", token=None, limited=True)
@blp.arguments(schemas.StepQuerySchema, location="query")
@blp.response(200, schemas.StepSchema)
@limited(1200)
def get_step(query: dict[str, Any], table: str, step: int) -> Response:
    """Get the table after `step` answers, as a seat or a spectator saw it. Events are numbered from the beginning."""
    session = present(stores().tables, table, somebody())
    [found] = replays.steps(stores().tables, session, step, step, _viewer(query), language())
    return tagged(found)


@blp.route("/tables/<table>/replay/steps", methods=["GET"])
@blp.operation(
    "listReplaySteps",
    *("not-acceptable", "not-found", "not-finished", "invalid", "rules-retired"),
    token=None,
    limited=True,
)
@blp.arguments(schemas.StepsQuerySchema, location="query")
@blp.response(200, schemas.StepSchema, content_type=NDJSON, description="One step per line.")
@blp.alt_response(
    200, schema=schemas.StepsSchema, content_type=JSON, description="The same as one object.", success=True
)
@limited(300)
def list_steps(query: dict[str, Any], table: str) -> Response:
    """Get many steps at once, one per line. If there are more than 500, `Link` has the address of the next ones."""
    session = present(stores().tables, table, somebody())
    first, last, viewer = query["first"], query["last"], _viewer(query)
    found = replays.steps(stores().tables, session, first, last, viewer, language())
    format, lines = wanted(NDJSON, JSON), [encode(one) for one in islice(found, MOST_STEPS)]
    body = b"\n".join([*lines, b""]) if format == NDJSON else b'{"items":[%s]}' % b",".join(lines)
    response = Response(body, content_type=format)
    if next(found, None) is not None:
        response.headers["Link"] = next_link(**{"from": first + MOST_STEPS})
    return compressible(response)


def _viewer(query: dict[str, Any]) -> Seat | None:
    return None if query["seat"] == "spectator" else int(query["seat"])


@blp.route("/replays", methods=["POST"])
@blp.operation("importReplay", "word-refused", "rules-retired", "replay-differs", body=True, creates=1, limited=True)
@blp.doc(
    requestBody={"required": True, "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Replay"}}}}
)
@blp.response(201, TableSchema)
@limited(60)
def import_replay() -> Response:
    """Import a replay. Each step is verified, and the result is a finished table."""
    s, player, resource_id = stores(), myself(), idempotency.resource_id()
    try:
        replay: Replay = read(sent(request.environ), Replay)
    except msgspec.ValidationError as wrong:
        message, _, path = str(wrong).partition(" - at `$.")
        raise Invalid(field=path.strip("`"), message=message) from None
    for n, seat in enumerate(replay.seats):
        for field, text in (("name", seat.name), ("level", seat.level)):
            must_be_readable(f"seats.{n}.{field}", text, LONGEST_NAME)
            words().check(text or "", f"seats.{n}.{field}")
    session = replays.import_replay(s.tables, s.accounts, s.books, player, replay, resource_id)
    return table_reply(session, player.id, 201)


transcripts_blp = Blueprint(
    "transcripts",
    __name__,
    url_prefix="/v1/tables/<table>/transcript",
    description="What a player, usually a language model, thought at each decision.",
)


@transcripts_blp.route("", methods=["GET"])
@transcripts_blp.operation(
    "getTranscript", "not-found", "invalid", "not-seated", "not-finished", "rules-retired", token=None, limited=True
)
@transcripts_blp.arguments(schemas.TranscriptQuerySchema, location="query")
@transcripts_blp.response(200, schemas.TranscriptSchema)
@limited(300)
def get_transcript(query: dict[str, Any], table: str) -> Response:
    """Get a seat's transcript: the caller's own at any time, others after the game has ended."""
    player = somebody()
    return tagged(
        transcripts.shown(stores().transcripts, present(stores().tables, table, player), player, query.get("seat"))
    )


@transcripts_blp.route("/<decision>", methods=["PUT"])
@transcripts_blp.operation(
    "keepTranscript",
    *("not-found", "not-seated", "not-running", "transcript-full", "rules-retired"),
    body=True,
    limited=True,
)
@transcripts_blp.arguments(schemas.LinesSchema)
@transcripts_blp.response(200, schemas.NotesSchema)
@limited(600)
def keep_transcript(body: dict[str, Any], table: str, decision: str) -> Response:
    """Store the transcript of one of the caller's decisions, replacing an earlier one."""
    player = me()
    if DecisionId.parse(decision) is None or len(decision) > LONGEST_DECISION:
        raise Invalid(field="decision", message="not a decision id")
    lines = msgspec.convert(body["lines"], tuple[Line, ...])
    transcripts.keep(stores().tables, stores().transcripts, table, player, decision, lines)
    return reply({"decision": decision, "lines": lines})

"""Transcripts: what a player, most often a language model, thought over its decisions."""

from __future__ import annotations

from typing import Any

from flask import Response

from service.api.auth import me, somebody
from service.api.context import house
from service.api.limits import limited
from service.api.operation import Blueprint
from service.api.replies import reply, tagged
from service.api.schemas.transcripts import (
    DECISION_NAME,
    LinesSchema,
    NotesSchema,
    TranscriptQuerySchema,
    TranscriptSchema,
)
from service.play import transcribing
from service.play.refusals import Invalid
from service.play.timing import present
from service.store.transcripts import Line

blp = Blueprint("transcripts", __name__, url_prefix="/v1/tables/<table>/transcript", description="What players thought")


@blp.route("", methods=["GET"])
@blp.operation(
    "getTranscript", "not-found", "invalid", "not-seated", "not-finished", "rules-retired", token=None, limited=True
)
@blp.arguments(TranscriptQuerySchema, location="query")
@blp.response(200, TranscriptSchema)
@limited(300)
def get_transcript(query: dict[str, Any], table: str) -> Response:
    """A seat's transcript: one's own at any time, those of others after the end."""
    player = somebody()
    return tagged(transcribing.shown(house(), present(house(), table, player), player, query.get("seat")))


@blp.route("/<decision>", methods=["PUT"])
@blp.operation(
    "keepTranscript",
    "not-found",
    "not-seated",
    "not-running",
    "transcript-full",
    "rules-retired",
    body=True,
    limited=True,
)
@blp.arguments(LinesSchema)
@blp.response(200, NotesSchema)
@limited(600)
def keep_transcript(body: dict[str, Any], table: str, decision: str) -> Response:
    """Keep what was thought over one of the caller's decisions. Sent again, it takes the place of the earlier one."""
    player = me()
    if DECISION_NAME.fullmatch(decision) is None:
        raise Invalid(field="decision", message="this is no name of a decision")
    lines = tuple(Line(**line) for line in body["lines"])
    transcribing.keep(house(), table, player, decision, lines)
    return reply({"decision": decision, "lines": lines})

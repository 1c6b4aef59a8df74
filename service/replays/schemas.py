"""Transcripts, and the steps of a replay."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from service.api.fields import SEAT, Exactly, Whole, about, many, required, word
from service.events.schemas import EventSchema
from service.tables.schemas import DecisionSchema


class LineSchema(Schema):
    """One message about a decision."""

    role = required(
        fields.String,
        "A role as in conversations with language models, or `answer` or `fallback` for the outcome.",
        validate=Exactly(r"^[a-z][a-z-]{0,31}$"),
    )
    content = required(fields.String, validate=validate.Length(max=50_000))
    picks = fields.List(fields.String(validate=validate.Length(max=64)), validate=validate.Length(max=64))


class LinesSchema(Schema):
    """The transcript of a decision."""

    lines = many(
        LineSchema,
        example=[{"role": "answer", "content": "I take the river.", "picks": ["r21"]}],
        validate=validate.Length(min=1, max=200),
    )


class NotesSchema(LinesSchema):
    """The transcript of a decision, with the id of the decision."""

    decision = word("17-take-region-2")


class TranscriptSchema(Schema):
    """The transcript of a seat, in the order of its decisions."""

    seat = Whole(required=True, metadata=SEAT)
    items = many(NotesSchema)


class TranscriptQuerySchema(Schema):
    """Which seat."""

    seat = fields.Integer(validate=validate.Range(min=0, max=99), metadata=about("Default: the caller's seat."))


class StepQuerySchema(Schema):
    """The viewer."""

    seat = fields.String(
        data_key="as",
        load_default="spectator",
        validate=Exactly(r"^(spectator|\d{1,2})$"),
        metadata=about("`spectator` or the number of a seat.", "0"),
    )


class StepsQuerySchema(StepQuerySchema):
    """The viewer, and which steps."""

    first = fields.Integer(
        data_key="from", load_default=0, validate=validate.Range(min=0, max=10**6), metadata={"example": 0}
    )
    last = fields.Integer(
        data_key="to",
        load_default=None,
        validate=validate.Range(min=0, max=10**6),
        metadata=about("Included. Default: the end.", 40),
    )


class StepSchema(Schema):
    """The table after some answers."""

    step = required(Whole, example=3)
    of = required(Whole, example=40)
    answer = fields.Dict(required=True, allow_none=True)
    events = many(EventSchema)
    view = fields.Raw(required=True, metadata={"x-view": True})
    decisions = many(DecisionSchema)
    waiting = many(Whole(), example=[2])


class StepsSchema(Schema):
    """Several steps of a replay."""

    items = many(StepSchema)

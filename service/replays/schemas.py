"""What players thought and said over their decisions."""

from __future__ import annotations

import re

from marshmallow import Schema, fields, post_load, validate

from service.api.fields import SEAT, Exactly, Whole, word

DECISION_NAME = re.compile(r"\d{1,9}-[a-z0-9-]{1,80}")


class LineSchema(Schema):
    """One message over a decision."""

    role = fields.String(
        required=True,
        validate=Exactly(r"^[a-z][a-z-]{0,31}$"),
        metadata={"description": "As in conversations, and `answer` or `fallback` for what came of it."},
    )
    content = fields.String(required=True, validate=validate.Length(max=50_000))
    picks = fields.List(fields.String(validate=validate.Length(max=64)), validate=validate.Length(max=64))

    @post_load
    def _as_it_is_kept(self, data: dict[str, object], **more: object) -> dict[str, object]:
        return {**data, "picks": tuple(data["picks"])} if "picks" in data else data  # type: ignore[arg-type]


class LinesSchema(Schema):
    """What is kept with a decision."""

    lines = fields.List(
        fields.Nested(LineSchema),
        required=True,
        validate=validate.Length(min=1, max=200),
        metadata={"example": [{"role": "answer", "content": "I take the river.", "picks": ["r21"]}]},
    )


class NotesSchema(LinesSchema):
    """What is kept with one decision, and which it is."""

    decision = word("17-take-region-2")


class TranscriptSchema(Schema):
    """All that a seat has kept, in the order of its decisions."""

    seat = Whole(required=True, metadata=SEAT)
    items = fields.List(fields.Nested(NotesSchema), required=True)


class TranscriptQuerySchema(Schema):
    """Whose."""

    seat = fields.Integer(
        validate=validate.Range(min=0, max=99), metadata={"description": "The caller's own seat unless given."}
    )

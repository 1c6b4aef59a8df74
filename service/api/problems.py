"""Schemas of problems, health and time."""

from __future__ import annotations

from marshmallow import Schema, fields

from service.api.fields import Whole, time_field, word
from service.tables.schemas import DecisionSchema


class FieldErrorSchema(Schema):
    """An invalid field."""

    field = word("seats.0.kind")
    message = word("Must be one of: me, open, bot, invite, agent.")


class ProblemSchema(Schema):
    """A problem as in RFC 9457."""

    type = word("/v1/problems/closed")
    title = word("Decision closed")
    status = Whole(required=True, metadata={"example": 409})
    detail = word("The decision 17-take-region-2 has been answered or has expired.")
    instance = word("/v1/tables/01jd8v/decisions/17-take-region-2/answer")
    code = word("closed", description="For programs. GET /v1/problems lists all codes.")
    params = fields.Dict(required=True, metadata={"example": {"decision": "17-take-region-2"}})
    errors = fields.List(fields.Nested(FieldErrorSchema), required=True)
    retryable = fields.Boolean(required=True, metadata={"description": "The same request may succeed later."})
    request_id = word("5f1c0a9e")
    decisions = fields.List(
        fields.Nested(DecisionSchema), metadata={"description": "For refused answers: the caller's open decisions."}
    )


class TimeSchema(Schema):
    """The time of the service."""

    now = time_field(nullable=False)
    epoch_ms = Whole(required=True, metadata={"example": 1794807323123})


class ProblemKindSchema(Schema):
    """A kind of problem."""

    code = word("closed")
    status = Whole(required=True, metadata={"example": 409})
    title = word("Decision closed")
    detail = word("The decision {decision} has been answered or has expired.")
    retryable = fields.Boolean(required=True)


class ProblemKindsSchema(Schema):
    """All kinds of problems."""

    items = fields.List(fields.Nested(ProblemKindSchema), required=True)


class HealthSchema(Schema):
    """Health of the service."""

    status = word("ok")
    checks = fields.Dict(
        metadata={"example": {"redis": True, "clock": True, "bots": True, "timers": True, "agents": True}}
    )

"""How the house says no, and how it is."""

from __future__ import annotations

from marshmallow import Schema, fields

from service.api.fields import Whole, time_field, word
from service.tables.schemas import DecisionSchema


class FieldErrorSchema(Schema):
    """What is wrong with one field."""

    field = word("seats.0.kind")
    message = word("Must be one of: me, open, bot, invite, agent.")


class ProblemSchema(Schema):
    """Why not. RFC 9457."""

    type = word("/v1/problems/closed")
    title = word("The decision is closed")
    status = Whole(required=True, metadata={"example": 409})
    detail = word("The decision 17-take-region-2 has been answered or has passed.")
    instance = word("/v1/tables/01jd8v/decisions/17-take-region-2/answer")
    code = word("closed", description="For programs; GET /v1/problems lists all.")
    params = fields.Dict(required=True, metadata={"example": {"decision": "17-take-region-2"}})
    errors = fields.List(fields.Nested(FieldErrorSchema), required=True)
    retryable = fields.Boolean(required=True, metadata={"description": "The same request may succeed later."})
    request_id = word("5f1c0a9e")
    decisions = fields.List(
        fields.Nested(DecisionSchema), metadata={"description": "For refused answers: what is open for the caller now."}
    )


class TimeSchema(Schema):
    """What time it is at the house."""

    now = time_field(nullable=False)
    epoch_ms = Whole(required=True, metadata={"example": 1794807323123})


class ProblemKindSchema(Schema):
    """What a refusal means."""

    code = word("closed")
    status = Whole(required=True, metadata={"example": 409})
    title = word("The decision is closed")
    detail = word("The decision {decision} has been answered or has passed.")
    retryable = fields.Boolean(required=True)


class ProblemKindsSchema(Schema):
    """All refusals."""

    items = fields.List(fields.Nested(ProblemKindSchema), required=True)


class HealthSchema(Schema):
    """Whether the house is well."""

    status = word("ok")
    checks = fields.Dict(
        metadata={"example": {"redis": True, "clock": True, "bots": True, "bells": True, "agents": True}}
    )

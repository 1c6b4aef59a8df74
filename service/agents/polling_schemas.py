"""The decisions that polling agents lease."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from service.agents.schemas import AgentDecisionSchema
from service.api.fields import ID, Whole, about, plain_text, time_field, word


class LeaseSchema(Schema):
    """A lease and when it expires."""

    lease = word("01jd8vq3m5w7r9t2x4z6b8c0df.17-take-region-2.b8GkLpZIo2La")
    expires_at = time_field(nullable=False)


class ExtendSchema(Schema):
    """How long the lease lasts from now on."""

    lease_s = Whole(load_default=15, validate=validate.Range(min=2, max=120), metadata={"example": 15})


class WorkSchema(AgentDecisionSchema, LeaseSchema):
    """A leased decision. The lease ends at `expires_at` unless it is extended."""


class WorksSchema(Schema):
    """The leased decisions; empty if there were none."""

    items = fields.List(fields.Nested(WorkSchema), required=True)


class AcquireQuerySchema(Schema):
    """How long to wait for decisions."""

    wait = fields.Float(load_default=0.0, validate=validate.Range(min=0, max=50), metadata=about("Seconds."))


class AcquireSchema(ExtendSchema):
    """Which agents, how many decisions, and how long a lease."""

    agents = fields.List(
        fields.String(validate=ID),
        load_default=list,
        validate=validate.Length(max=50),
        metadata=about("Default: all of the caller's agents.", ["a_01jd8v"]),
    )
    most = Whole(load_default=1, validate=validate.Range(min=1, max=20), metadata={"example": 1})


class AgentMessageSchema(Schema):
    """Something the agent says at the table."""

    room = fields.String(load_default="table", validate=ID, metadata={"example": "table"})
    text = fields.String(
        required=True, validate=[validate.Length(min=1, max=500), plain_text], metadata={"example": "Good luck!"}
    )


class WorkPicksSchema(Schema):
    """The picks (null lets the declared fallback answer), and what the agent says before. Talk needs `say` alone."""

    picks = fields.List(
        fields.String(validate=validate.Length(max=200)),
        allow_none=True,
        validate=validate.Length(max=200),
        metadata={"example": ["r21"]},
    )
    say = fields.List(fields.Nested(AgentMessageSchema), load_default=list, validate=validate.Length(max=3))


class WorkAnswerSchema(Schema):
    """The answer was accepted."""

    table = word("01jd8vq3m5w7r9t2x4z6b8c0df")
    decision = word("17-take-region-2")
    status = word("running", description="The status of the table.")

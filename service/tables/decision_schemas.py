"""Decisions and answers."""

from __future__ import annotations

from typing import Annotated

from marshmallow import Schema, fields, validate
from msgspec import Meta, Struct

from service.api.schemas.fields import SEAT, Whole, time_field, word


class DecisionSchema(Schema):
    """An open question to one seat: pick `least` to `most` of `options`."""

    id = word("17-take-region-2", description="Its name, never used again: the address of the answer.")
    kind = word("take-region")
    seat = Whole(required=True, metadata=SEAT)
    options = fields.List(fields.String(), required=True, metadata={"example": ["r21", "r40", "r7"]})
    least = Whole(required=True, metadata={"example": 1})
    most = Whole(required=True, metadata={"example": 1})
    sealed = fields.Boolean(required=True, metadata={"description": "The answer stays secret until all have answered."})
    window = fields.Boolean(
        required=True, metadata={"description": "A moment to act out of turn; windows may be passed in advance."}
    )
    optional = fields.Boolean(required=True, metadata={"description": "Picking nothing is an answer."})
    opened_at = time_field()
    deadline = time_field()
    default = fields.List(
        fields.String(), required=True, metadata={"description": "What the clock answers.", "example": ["r21"]}
    )
    about = fields.Dict(required=True, metadata={"description": "What the question is about.", "example": {}})
    prompt = word("Take one region of the market.", description="The question in the caller's language.")


class Picked(Struct, forbid_unknown_fields=True):
    """The same as `PicksSchema` for the one body that must be read fast."""

    picks: Annotated[list[Annotated[str, Meta(max_length=200)]], Meta(max_length=200)]


class PicksSchema(Schema):
    """The answer to a decision: some of its options."""

    shape = Picked
    picks = fields.List(
        fields.String(validate=validate.Length(max=200)),
        required=True,
        validate=validate.Length(max=200),
        metadata={"example": ["r21"]},
    )


class PassesSchema(Schema):
    """Windows that pass without being asked about."""

    kinds = fields.List(
        fields.String(validate=validate.Length(min=1, max=64)),
        required=True,
        validate=validate.Length(max=50),
        metadata={"description": "Kinds of decision, or `*` for all windows.", "example": ["*"]},
    )
    until = fields.String(
        load_default="revoked",
        validate=validate.OneOf(["revoked", "my-turn"]),
        metadata={"description": "For good, or until the seat has its next turn.", "example": "my-turn"},
    )


class LegalSchema(Schema):
    """The answer would be taken."""

    legal = fields.Boolean(required=True, metadata={"example": True})


class DecisionsSchema(Schema):
    """The caller's open decisions."""

    items = fields.List(fields.Nested(DecisionSchema), required=True)

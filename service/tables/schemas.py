"""Views, decisions, answers and talk."""

from __future__ import annotations

from typing import Annotated

from marshmallow import Schema, fields, validate
from msgspec import Meta, Struct
from msgspec.json import Decoder

from service.api.bodies import StructSchema
from service.api.fields import ID, SEAT, Whole, plain_text, time_field, word
from service.events.schemas import EventSchema, WaitSchema, WordsQuerySchema
from service.tables.parts import STATUSES


class DecisionSchema(Schema):
    """An open decision of one seat: pick `least` to `most` of `options`."""

    id = word("17-take-region-2", description="Unique within the table; part of the path of the answer.")
    kind = word("take-region")
    seat = Whole(required=True, metadata=SEAT)
    options = fields.List(fields.String(), required=True, metadata={"example": ["r21", "r40", "r7"]})
    least = Whole(required=True, metadata={"example": 1})
    most = Whole(required=True, metadata={"example": 1})
    sealed = fields.Boolean(required=True, metadata={"description": "Answers stay secret until everyone has answered."})
    window = fields.Boolean(
        required=True, metadata={"description": "An opportunity to act out of turn; see standing passes."}
    )
    optional = fields.Boolean(required=True, metadata={"description": "Picking nothing is allowed."})
    opened_at = time_field()
    deadline = time_field()
    default = fields.List(
        fields.String(), required=True, metadata={"description": "The answer given on a time-out.", "example": ["r21"]}
    )
    about = fields.Dict(
        required=True, metadata={"description": "Details of the decision, depending on its kind.", "example": {}}
    )
    prompt = word("Take one region of the market.", description="The decision in the caller's language.")
    texts = fields.Dict(
        keys=fields.String(),
        values=fields.String(),
        metadata={"description": "With `words`: what each option means.", "example": {"r21": "region 21 — forest"}},
    )


class Picks(Struct, forbid_unknown_fields=True):
    """The same as `PicksSchema`, checked by msgspec, because this is the most frequent body."""

    picks: Annotated[list[Annotated[str, Meta(max_length=200)]], Meta(max_length=200)]


class PicksSchema(StructSchema):
    """The answer to a decision: some of its options."""

    decoder = Decoder(Picks)
    picks = fields.List(
        fields.String(validate=validate.Length(max=200)),
        required=True,
        validate=validate.Length(max=200),
        metadata={"example": ["r21"]},
    )


class PassesSchema(Schema):
    """Standing passes: windows that are passed automatically."""

    kinds = fields.List(
        fields.String(validate=validate.Length(min=1, max=64)),
        required=True,
        validate=validate.Length(max=50),
        metadata={"description": "Kinds of decision, or `*` for all windows.", "example": ["*"]},
    )
    until = fields.String(
        load_default="revoked",
        validate=validate.OneOf(["revoked", "my-turn"]),
        metadata={"description": "Until revoked, or until the next turn of the seat.", "example": "my-turn"},
    )


class LegalSchema(Schema):
    """The answer would be accepted."""

    legal = fields.Boolean(required=True, metadata={"example": True})


class DecisionsSchema(Schema):
    """The caller's open decisions."""

    items = fields.List(fields.Nested(DecisionSchema), required=True)


class ClockFaceSchema(Schema):
    """One seat's clock."""

    seat = Whole(required=True, metadata=SEAT)
    bank_s = fields.Float(required=True, allow_none=True, metadata={"example": 541.2})
    deadline = time_field()


class SandSchema(Schema):
    """A timer of the game itself, for all players; `GET /v1/time` gives the time of the service."""

    kind = word("hourglass")
    ends_at = time_field()


class ResultSchema(Schema):
    """The result; `places` and `scores` have one entry per seat."""

    winners = fields.List(Whole(), required=True, metadata={"example": [1]})
    places = fields.List(Whole(), required=True, metadata={"example": [2, 1]})
    scores = fields.List(Whole(), required=True, metadata={"example": [61, 68]})
    reason = word("")
    forfeits = fields.List(Whole(), required=True, metadata={"example": []})


class UpdateSchema(Schema):
    """Everything one viewer may see of a table."""

    table = word("01jd8vq3m5w7r9t2x4z6b8c0df")
    game = word("faraway")
    status = fields.String(required=True, validate=validate.OneOf(STATUSES), metadata={"example": "running"})
    seq = Whole(required=True, metadata={"description": "The viewer's last event; use it as `after`.", "example": 42})
    seat = Whole(required=True, allow_none=True, metadata=SEAT)
    view = fields.Raw(required=True, allow_none=True, metadata={"x-view": True})
    decisions = fields.List(fields.Nested(DecisionSchema), required=True)
    waiting = fields.List(Whole(), required=True, metadata={"example": [2]})
    clocks = fields.List(fields.Nested(ClockFaceSchema), required=True)
    sand = fields.List(fields.Nested(SandSchema), required=True)
    paused = fields.Boolean(required=True)
    result = fields.Nested(ResultSchema, required=True, allow_none=True)
    now = time_field(nullable=False)
    events = fields.List(fields.Nested(EventSchema), metadata={"description": "The events caused by an answer."})


class ViewQuerySchema(WaitSchema, WordsQuerySchema):
    """Long poll, with or without finished sentences."""

    story = fields.Boolean(
        load_default=True,
        metadata={"description": "Whether a text page tells what happened since the last answer."},
    )


class RoomSchema(Schema):
    """A room for talk."""

    name = word("table")
    may_speak = fields.Boolean(required=True)
    hear = fields.List(Whole(), required=True, metadata={"example": [0, 1, 2]})
    public = fields.Boolean(required=True)


class TalkSchema(Schema):
    """The rooms, and the restrictions on speech."""

    rooms = fields.List(fields.Nested(RoomSchema), required=True)
    policy = fields.Dict(
        required=True, allow_none=True, metadata={"description": "The game's restrictions on speech, if it has any."}
    )
    max_length = Whole(required=True, metadata={"example": 500})


class SaySchema(Schema):
    """A message."""

    room = fields.String(load_default="table", validate=ID, metadata={"example": "table"})
    text = fields.String(
        required=True, validate=[validate.Length(min=1, max=500), plain_text], metadata={"example": "Good luck!"}
    )

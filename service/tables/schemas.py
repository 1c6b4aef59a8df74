"""Views, decisions, answers and talk."""

from __future__ import annotations

from typing import Annotated

from marshmallow import Schema, fields, validate
from msgspec import Meta, Struct
from msgspec.json import Decoder

from service.api.bodies import StructSchema
from service.api.fields import (
    ID,
    SEAT,
    Whole,
    about,
    choice,
    flag,
    many,
    nullable,
    plain_text,
    required,
    time_field,
    word,
)
from service.events.schemas import EventSchema, WaitSchema, WordsQuerySchema
from service.tables.parts import STATUSES


class DecisionSchema(Schema):
    """An open decision of one seat: pick `least` to `most` of `options`."""

    id = word("17-take-region-2", description="Unique within the table; part of the path of the answer.")
    kind = word("take-region")
    seat = Whole(required=True, metadata=SEAT)
    options = many(fields.String(), example=["r21", "r40", "r7"])
    least = required(Whole, example=1)
    most = required(Whole, example=1)
    sealed = required(fields.Boolean, "Answers stay secret until everyone has answered.")
    window = required(fields.Boolean, "An opportunity to act out of turn; see standing passes.")
    optional = required(fields.Boolean, "Picking nothing is allowed.")
    opened_at = time_field()
    deadline = time_field()
    default = many(fields.String(), "The answer given on a time-out.", ["r21"])
    about = required(fields.Dict, "Details of the decision, depending on its kind.", {})
    prompt = word("Take one region of the market.", description="The decision in the caller's language.")
    texts = fields.Dict(
        keys=fields.String(),
        values=fields.String(),
        metadata={"description": "With `words`: what each option means.", "example": {"r21": "region 21 — forest"}},
    )


LONGEST = validate.Length(max=200)


class Picks(Struct, forbid_unknown_fields=True):
    """The same as `PicksSchema`, checked by msgspec, because this is the most frequent body."""

    picks: Annotated[list[Annotated[str, Meta(max_length=200)]], Meta(max_length=200)]


class PicksSchema(StructSchema):
    """The answer to a decision: some of its options."""

    decoder = Decoder(Picks)
    picks = many(fields.String(validate=LONGEST), example=["r21"], validate=LONGEST)


class PassesSchema(Schema):
    """Standing passes: windows that are passed automatically."""

    kinds = many(
        fields.String(validate=ID),
        "Kinds of decision, or `*` for all windows.",
        ["*"],
        validate=validate.Length(max=50),
    )
    until = choice(
        ["revoked", "my-turn"], "my-turn", "Until revoked, or until the next turn of the seat.", default="revoked"
    )


class LegalSchema(Schema):
    """The answer would be accepted."""

    legal = required(fields.Boolean, example=True)


class DecisionsSchema(Schema):
    """The caller's open decisions."""

    items = many(DecisionSchema)


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

    winners = many(Whole(), example=[1])
    places = many(Whole(), example=[2, 1])
    scores = many(Whole(), example=[61, 68])
    reason = word("")
    forfeits = many(Whole(), example=[])


class UpdateSchema(Schema):
    """Everything one viewer may see of a table."""

    table = word("01jd8vq3m5w7r9t2x4z6b8c0df")
    game = word("faraway")
    status = fields.String(required=True, validate=validate.OneOf(STATUSES), metadata={"example": "running"})
    seq = required(Whole, "The viewer's last event; use it as `after`.", 42)
    seat = Whole(required=True, allow_none=True, metadata=SEAT)
    view = fields.Raw(required=True, allow_none=True, metadata={"x-view": True})
    decisions = many(DecisionSchema)
    waiting = many(Whole(), example=[2])
    clocks = many(ClockFaceSchema)
    sand = many(SandSchema)
    paused = fields.Boolean(required=True)
    result = fields.Nested(ResultSchema, required=True, allow_none=True)
    now = time_field(nullable=False)
    events = fields.List(fields.Nested(EventSchema), metadata=about("The events caused by an answer."))


class ViewQuerySchema(WaitSchema, WordsQuerySchema):
    """Long poll, with or without finished sentences."""

    story = flag("Whether a text page tells what happened since the last answer.", default=True)


class RoomSchema(Schema):
    """A room for talk."""

    name = word("table")
    may_speak = fields.Boolean(required=True)
    hear = many(Whole(), example=[0, 1, 2])
    public = fields.Boolean(required=True)


class TalkSchema(Schema):
    """The rooms, and the restrictions on speech."""

    rooms = many(RoomSchema)
    policy = nullable(fields.Dict, "The game's restrictions on speech, if it has any.")
    max_length = required(Whole, example=500)


class SaySchema(Schema):
    """A message."""

    room = fields.String(load_default="table", validate=ID, metadata={"example": "table"})
    text = required(fields.String, example="Good luck!", validate=[validate.Length(min=1, max=500), plain_text])

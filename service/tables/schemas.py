"""Views, events, talk and replays."""

from __future__ import annotations

from typing import Annotated, Final

from marshmallow import Schema, fields, validate
from msgspec import Meta, Struct
from msgspec.json import Decoder

from service.api.bodies import StructSchema
from service.api.fields import ID, SEAT, Exactly, Whole, plain_text, time_field, word
from service.lobby.schemas import ResultSchema
from service.tables.parts import STATUSES

MOST_TABLES: Final = 32
"""How many tables one stream follows at most."""

VIEWS: Final = {"description": "In a stream: send a `view` event after the events of each change."}


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


class EventSchema(Schema):
    """An event as this viewer may see it. The fields of `data` depend on `type`."""

    seq = Whole(required=True, metadata={"description": "Consecutive for each viewer.", "example": 42})
    at = time_field(nullable=False)
    table = fields.String(required=True, allow_none=True, metadata={"example": "01jd8vq3m5w7r9t2x4z6b8c0df"})
    type = word("story")
    data = fields.Dict(
        required=True,
        metadata={"x-story": True, "example": {"kind": "took-region", "data": {"seat": 2, "region": "r21"}}},
    )
    text = fields.String(
        allow_none=True,
        metadata={"description": "With `words`: the event as a sentence, if a person needs to read it."},
    )


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


class WaitSchema(Schema):
    """Long poll."""

    after = fields.Integer(validate=validate.Range(min=0, max=10**9), metadata={"description": "A `seq`."})
    wait = fields.Float(load_default=0.0, validate=validate.Range(min=0, max=50), metadata={"description": "Seconds."})


class WordsQuerySchema(Schema):
    """With or without finished sentences."""

    words = fields.Boolean(
        load_default=False, metadata={"description": "Add finished sentences: `texts` of options, `text` of events."}
    )


class ViewQuerySchema(WaitSchema, WordsQuerySchema):
    """Long poll, with or without finished sentences."""

    story = fields.Boolean(
        load_default=True,
        metadata={"description": "Whether a text page tells what happened since the last answer."},
    )


class EventsQuerySchema(WaitSchema, WordsQuerySchema):
    """Which events to return."""

    limit = fields.Integer(load_default=200, validate=validate.Range(min=1, max=1000))
    views = fields.Boolean(load_default=False, metadata=VIEWS)
    seat = fields.Integer(
        validate=validate.Range(min=0, max=99),
        metadata={"description": "The seat that the caller has. Without a token or that seat, the request is refused."},
    )
    ticket = fields.String(validate=ID, metadata={"description": "Instead of a token, for EventSource."})


class TicketSchema(Schema):
    """A ticket for the stream of one table."""

    ticket = word("ft_4be0643f1d98573b97cdca98a65347dd", description="For `?ticket=`; shown only once.")
    expires_at = time_field(nullable=False)


class StreamsQuerySchema(WordsQuerySchema):
    """Which tables to follow."""

    table = fields.List(
        fields.String(validate=Exactly(r"^[0-9a-z]{1,64}(:[0-9]{1,9})?$")),
        load_default=list,
        validate=validate.Length(max=MOST_TABLES),
        metadata={
            "description": "A table to follow, with `:seq` after that event; repeat it for several tables.",
            "example": ["01jd8vq3m5w7r9t2x4z6b8c0df", "01jd8vq3m5w7r9t2x4z6b8c0dg:42"],
        },
    )
    views = fields.Boolean(load_default=False, metadata=VIEWS)
    lobby = fields.Boolean(
        load_default=False,
        metadata={"description": "Also follow the public tables that are open or running, as `GET /tables` does."},
    )
    account = fields.Boolean(
        load_default=False,
        metadata={
            "description": "Also follow the caller's account. Together with `table` or `lobby`, its events come as the "
            "data of events of type `account`."
        },
    )


class EventsSchema(Schema):
    """A page of events."""

    items = fields.List(fields.Nested(EventSchema), required=True)
    next = Whole(required=True, metadata={"description": "Use it as `after`.", "example": 42})


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


class StepQuerySchema(Schema):
    """The viewer."""

    seat = fields.String(
        data_key="as",
        load_default="spectator",
        validate=Exactly(r"^(spectator|\d{1,2})$"),
        metadata={"description": "`spectator` or the number of a seat.", "example": "0"},
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
        metadata={"description": "Included. Default: the end.", "example": 40},
    )


class StepSchema(Schema):
    """The table after some answers."""

    step = Whole(required=True, metadata={"example": 3})
    of = Whole(required=True, metadata={"example": 40})
    answer = fields.Dict(required=True, allow_none=True)
    events = fields.List(fields.Nested(EventSchema), required=True)
    view = fields.Raw(required=True, metadata={"x-view": True})
    decisions = fields.List(fields.Nested(DecisionSchema), required=True)
    waiting = fields.List(Whole(), required=True, metadata={"example": [2]})


class StepsSchema(Schema):
    """Several steps of a replay."""

    items = fields.List(fields.Nested(StepSchema), required=True)

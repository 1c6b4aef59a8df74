"""The shapes of requests and responses. Requests are checked by them; large responses are only described by them."""

from __future__ import annotations

import unicodedata
from typing import Any

from marshmallow import Schema, ValidationError, fields, validate

from service.games import SHELF
from service.store.people import SCOPES
from service.store.tables import STATUSES

GAMES = sorted(SHELF)
ID = validate.Length(min=1, max=64)
SEAT = {"description": "A seat: 0, 1, 2 …", "example": 0}
TIME = {"description": "RFC 3339, UTC, milliseconds", "example": "2026-11-16T05:35:23.123Z"}


class Whole(fields.Integer):
    """A whole number as JSON Schema means it: 52.0 is one, true and "52" are not."""

    def _validated(self, value: Any) -> int:
        if isinstance(value, bool | str) or (isinstance(value, float) and not value.is_integer()):
            raise self.make_error("invalid", input=value)
        return int(super()._validated(value))


class YesNo(fields.Boolean):
    """true or false, and nothing that merely looks like it."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> bool:
        if not isinstance(value, bool):
            raise self.make_error("invalid", input=value)
        return value


def plain_text(value: str) -> None:
    """No control characters, no tricks with the writing direction, and something to see."""
    if any(unicodedata.category(char) in ("Cc", "Cf", "Cs", "Co", "Zl", "Zp") for char in value):
        raise ValidationError("control characters are not allowed")
    if not value.strip():
        raise ValidationError("there is nothing to read in it")


def word(example: str, **more: Any) -> fields.String:
    """A required string of a response, with an example."""
    return fields.String(required=True, metadata={"example": example, **more})


def time_field(nullable: bool = True) -> fields.String:
    """A time, as it is written everywhere."""
    return fields.String(required=True, allow_none=nullable, metadata=TIME)


class FieldErrorSchema(Schema):
    """What is wrong with one field."""

    field = word("seats.0.kind")
    message = word("Must be one of: me, open, bot, invite.")


class DecisionSchema(Schema):
    """An open question to one seat: pick `least` to `most` of `options`."""

    id = word("17-take-region-2", description="Its name, never used again: the address of the answer.")
    kind = word("take-region")
    seat = Whole(required=True, metadata=SEAT)
    options = fields.List(fields.String(), required=True, metadata={"example": ["r21", "r40", "r7"]})
    least = Whole(required=True, metadata={"example": 1})
    most = Whole(required=True, metadata={"example": 1})
    sealed = fields.Boolean(required=True, metadata={"description": "The answer stays secret until all have answered."})
    optional = fields.Boolean(required=True, metadata={"description": "Picking nothing is an answer."})
    opened_at = time_field()
    deadline = time_field()
    default = fields.List(
        fields.String(), required=True, metadata={"description": "What the clock answers.", "example": ["r21"]}
    )
    about = fields.Dict(required=True, metadata={"description": "What the question is about.", "example": {}})
    prompt = word("Take one region of the market.", description="The question in the caller's language.")


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


class PlayerSchema(Schema):
    """Somebody who may sit at tables."""

    id = word("p_01jd8v")
    name = word("Ada")
    created_at = time_field(nullable=False)


class NewPlayerSchema(Schema):
    """Who wants to play."""

    name = fields.String(
        required=True, validate=[validate.Length(min=1, max=40), plain_text], metadata={"example": "Ada"}
    )


class RegisteredSchema(Schema):
    """A new player and the token that opens the account. The token is shown once."""

    player = fields.Nested(PlayerSchema, required=True)
    token = word("fs_4be0643f1d98573b97cdca98a65347dd")


class MeSchema(Schema):
    """The caller."""

    player = fields.Nested(PlayerSchema, required=True)
    scopes = fields.List(fields.String(), required=True, metadata={"example": ["play", "read"]})
    expires_at = time_field()


class NewTokenSchema(Schema):
    """A further token for the same account."""

    scopes = fields.List(
        fields.String(validate=validate.OneOf(SCOPES)),
        load_default=lambda: list(SCOPES),
        validate=validate.Length(min=1, max=3),
        metadata={"example": ["play"]},
    )
    expires_in_s = Whole(
        load_default=None, allow_none=True, validate=validate.Range(min=1, max=10**9), metadata={"example": 86400}
    )
    label = fields.String(load_default="", validate=validate.Length(max=40), metadata={"example": "my laptop"})


class TokenSchema(Schema):
    """A token, without its secret."""

    id = word("01jd8v")
    label = word("my laptop")
    scopes = fields.List(fields.String(), required=True, metadata={"example": ["play"]})
    created_at = time_field(nullable=False)
    expires_at = time_field()


class CreatedTokenSchema(TokenSchema):
    """A token with its secret, shown once."""

    token = word("fs_4be0643f1d98573b97cdca98a65347dd")


class TokensSchema(Schema):
    """All tokens of the caller."""

    items = fields.List(fields.Nested(TokenSchema), required=True)


class ClockSchema(Schema):
    """How long players may think. `bank_s` is a chess clock, `increment_s` comes back with each answer."""

    mode = fields.String(
        load_default="none",
        validate=validate.OneOf(["none", "realtime", "correspondence"]),
        metadata={"example": "realtime"},
    )
    per_decision_s = Whole(
        load_default=None, allow_none=True, validate=validate.Range(min=1, max=30 * 86400), metadata={"example": 60}
    )
    bank_s = Whole(
        load_default=None, allow_none=True, validate=validate.Range(min=1, max=30 * 86400), metadata={"example": 600}
    )
    increment_s = Whole(load_default=0, validate=validate.Range(min=0, max=86400), metadata={"example": 5})
    on_timeout = fields.String(
        load_default="default",
        validate=validate.OneOf(["default", "bot", "forfeit"]),
        metadata={"description": "The default answer, a bot's answer, or the seat gives up.", "example": "default"},
    )


class SeatWishSchema(Schema):
    """What the owner wants on a seat."""

    kind = fields.String(
        required=True, validate=validate.OneOf(["me", "open", "bot", "invite"]), metadata={"example": "bot"}
    )
    level = fields.String(
        load_default=None, allow_none=True, validate=ID, metadata={"example": "greedy", "description": "For bots."}
    )
    player = fields.String(
        load_default=None, allow_none=True, validate=ID, metadata={"description": "For invitations: whom (optional)."}
    )


class NewTableSchema(Schema):
    """How a table shall be."""

    game = fields.String(required=True, validate=validate.OneOf(GAMES), metadata={"example": "faraway"})
    options = fields.Dict(keys=fields.String(), load_default=dict, metadata={"example": {"advanced": False}})
    seats = fields.List(
        fields.Nested(SeatWishSchema),
        required=True,
        validate=validate.Length(min=1, max=12),
        metadata={"example": [{"kind": "me"}, {"kind": "bot", "level": "greedy"}]},
    )
    clock = fields.Nested(ClockSchema, load_default=lambda: ClockSchema().load({}))
    visibility = fields.String(
        load_default="public",
        validate=validate.OneOf(["public", "unlisted", "private"]),
        metadata={"example": "public"},
    )
    start = fields.String(
        load_default="owner",
        validate=validate.OneOf(["owner", "full"]),
        metadata={"description": "Begin when the owner says so, or when all seats are taken.", "example": "owner"},
    )
    deal = fields.String(
        load_default=None,
        allow_none=True,
        validate=[validate.Length(min=1, max=64), validate.Regexp(r"^[\x21-\x7e]+$")],
        metadata={"description": "The seed of a practice table; everybody may know it.", "example": "monday-1"},
    )


class SeatedPlayerSchema(Schema):
    """Who sits there."""

    id = word("p_01jd8v")
    name = word("Ada")


class SeatSchema(Schema):
    """A place at a table."""

    seat = Whole(required=True, metadata=SEAT)
    kind = fields.String(
        required=True, validate=validate.OneOf(["player", "open", "invite", "bot"]), metadata={"example": "player"}
    )
    player = fields.Nested(SeatedPlayerSchema, required=True, allow_none=True)
    level = fields.String(required=True, allow_none=True, metadata={"example": None})


class ResultSchema(Schema):
    """How it ended; lists have one entry per seat."""

    winners = fields.List(Whole(), required=True, metadata={"example": [1]})
    places = fields.List(Whole(), required=True, metadata={"example": [2, 1]})
    scores = fields.List(Whole(), required=True, metadata={"example": [61, 68]})
    reason = word("")
    forfeits = fields.List(Whole(), required=True, metadata={"example": []})


class VotesSchema(Schema):
    """Who has voted for what."""

    pause = fields.List(Whole(), required=True)
    resume = fields.List(Whole(), required=True)
    abort = fields.List(Whole(), required=True)
    extend = fields.List(Whole(), required=True)


class TableSchema(Schema):
    """A table over its whole life: invitation, running game, replay."""

    id = word("01jd8vq3m5w7r9t2x4z6b8c0df")
    game = word("faraway")
    rules_version = Whole(required=True, metadata={"example": 1})
    status = fields.String(required=True, validate=validate.OneOf(STATUSES), metadata={"example": "running"})
    visibility = fields.String(
        required=True, validate=validate.OneOf(["public", "unlisted", "private"]), metadata={"example": "public"}
    )
    options = fields.Dict(required=True, metadata={"example": {"advanced": False}})
    owner = word("p_01jd8v")
    created_at = time_field(nullable=False)
    started_at = time_field()
    finished_at = time_field()
    seats = fields.List(fields.Nested(SeatSchema), required=True)
    clock = fields.Nested(ClockSchema, required=True)
    start = word("owner")
    practice = fields.Boolean(required=True)
    paused = fields.Boolean(required=True)
    waiting = fields.List(Whole(), required=True, metadata={"description": "Whom the table waits for."})
    votes = fields.Nested(VotesSchema, required=True)
    commitment = fields.String(
        required=True, allow_none=True, metadata={"description": "SHA-256 of the seed, from the start on."}
    )
    seed = fields.String(required=True, allow_none=True, metadata={"description": "When the table is over."})
    result = fields.Nested(ResultSchema, required=True, allow_none=True)
    rematch = fields.String(required=True, allow_none=True)
    my_seat = Whole(required=True, allow_none=True, metadata=SEAT)
    invite_code = fields.String(required=True, allow_none=True, metadata={"description": "For the owner's eyes only."})


class TablesSchema(Schema):
    """A page of tables."""

    items = fields.List(fields.Nested(TableSchema), required=True)
    next = fields.String(required=True, allow_none=True, metadata={"description": "The cursor of the next page."})


class TablesQuerySchema(Schema):
    """Which tables are wanted."""

    game = fields.String(validate=validate.OneOf(GAMES), metadata={"example": "faraway"})
    status = fields.String(validate=validate.OneOf(STATUSES), metadata={"example": "open"})
    open_seats = fields.Boolean(metadata={"description": "Only tables with an open seat (or only those without)."})
    mine = fields.Boolean(load_default=False)
    cursor = fields.String(
        validate=validate.Regexp(r"^[0-9a-hjkmnp-tv-z]{26}$"), metadata={"description": "From `next`."}
    )
    limit = fields.Integer(load_default=20, validate=validate.Range(min=1, max=100))


class TakeSeatSchema(Schema):
    """How a reserved seat opens."""

    code = fields.String(load_default=None, allow_none=True, validate=ID, metadata={"example": "k7Qm2_xY3rAb"})


class VoteSchema(Schema):
    """A voice."""

    kind = fields.String(
        required=True, validate=validate.OneOf(["pause", "resume", "abort", "extend"]), metadata={"example": "pause"}
    )
    agree = YesNo(load_default=True)


class PicksSchema(Schema):
    """The answer to a decision: some of its options."""

    picks = fields.List(
        fields.String(validate=validate.Length(max=200)),
        required=True,
        validate=validate.Length(max=200),
        metadata={"example": ["r21"]},
    )


class LegalSchema(Schema):
    """The answer would be taken."""

    legal = fields.Boolean(required=True, metadata={"example": True})


class ClockFaceSchema(Schema):
    """One seat's clock."""

    seat = Whole(required=True, metadata=SEAT)
    bank_s = fields.Float(required=True, allow_none=True, metadata={"example": 541.2})
    deadline = time_field()


class EventSchema(Schema):
    """Something that happened, as this viewer hears it. What `data` holds depends on `type`."""

    seq = Whole(required=True, metadata={"description": "Without gaps for each viewer.", "example": 42})
    at = time_field(nullable=False)
    table = fields.String(required=True, allow_none=True, metadata={"example": "01jd8vq3m5w7r9t2x4z6b8c0df"})
    type = word("story")
    data = fields.Dict(
        required=True, metadata={"example": {"kind": "took-region", "data": {"seat": 2, "region": "r21"}}}
    )


class UpdateSchema(Schema):
    """The whole truth for one viewer."""

    table = word("01jd8vq3m5w7r9t2x4z6b8c0df")
    game = word("faraway")
    status = fields.String(required=True, validate=validate.OneOf(STATUSES), metadata={"example": "running"})
    seq = Whole(required=True, metadata={"description": "The viewer's last event; pass it as `after`.", "example": 42})
    seat = Whole(required=True, allow_none=True, metadata=SEAT)
    view = fields.Raw(required=True, allow_none=True, metadata={"x-view": True})
    decisions = fields.List(fields.Nested(DecisionSchema), required=True)
    waiting = fields.List(Whole(), required=True, metadata={"example": [2]})
    clocks = fields.List(fields.Nested(ClockFaceSchema), required=True)
    paused = fields.Boolean(required=True)
    result = fields.Nested(ResultSchema, required=True, allow_none=True)
    events = fields.List(fields.Nested(EventSchema), metadata={"description": "What an answer has brought about."})


class WaitSchema(Schema):
    """Wait for something newer."""

    after = fields.Integer(validate=validate.Range(min=0, max=10**9), metadata={"description": "A `seq`."})
    wait = fields.Float(load_default=0.0, validate=validate.Range(min=0, max=50), metadata={"description": "Seconds."})


class EventsQuerySchema(WaitSchema):
    """From where on, and how much."""

    limit = fields.Integer(load_default=200, validate=validate.Range(min=1, max=1000))


class EventsSchema(Schema):
    """A page of events."""

    items = fields.List(fields.Nested(EventSchema), required=True)
    next = Whole(required=True, metadata={"description": "Pass it as `after`.", "example": 42})


class DecisionsSchema(Schema):
    """The caller's open decisions."""

    items = fields.List(fields.Nested(DecisionSchema), required=True)


class RoomSchema(Schema):
    """A place to talk."""

    name = word("table")
    may_speak = fields.Boolean(required=True)
    hear = fields.List(Whole(), required=True, metadata={"example": [0, 1, 2]})
    public = fields.Boolean(required=True)


class TalkSchema(Schema):
    """Where the caller may talk, and to whom."""

    rooms = fields.List(fields.Nested(RoomSchema), required=True)
    max_length = Whole(required=True, metadata={"example": 500})


class SaySchema(Schema):
    """A message."""

    room = fields.String(load_default="table", validate=ID, metadata={"example": "table"})
    text = fields.String(
        required=True, validate=[validate.Length(min=1, max=500), plain_text], metadata={"example": "Good luck!"}
    )


class StepQuerySchema(Schema):
    """Whose eyes."""

    seat = fields.String(
        data_key="as",
        load_default="spectator",
        validate=validate.Regexp(r"^(spectator|\d{1,2})$"),
        metadata={"description": "`spectator` or a seat.", "example": "0"},
    )


class StepSchema(Schema):
    """The table after some answers."""

    step = Whole(required=True, metadata={"example": 3})
    of = Whole(required=True, metadata={"example": 40})
    answer = fields.Dict(required=True, allow_none=True)
    events = fields.List(fields.Dict(), required=True)
    view = fields.Raw(required=True, metadata={"x-view": True})
    decisions = fields.List(fields.Nested(DecisionSchema), required=True)


class PlayersRangeSchema(Schema):
    """How many can play."""

    least = Whole(required=True, metadata={"example": 2})
    most = Whole(required=True, metadata={"example": 6})


class GameSchema(Schema):
    """A game on the shelf."""

    name = word("faraway")
    title = word("Faraway")
    about = word("Explore eight regions from left to right, and score them from right to left.")
    players = fields.Nested(PlayersRangeSchema, required=True)
    modes = fields.List(fields.String(), required=True, metadata={"example": ["competitive", "simultaneous"]})
    rules_version = Whole(required=True, metadata={"example": 1})
    options = fields.Dict(required=True, metadata={"description": "JSON Schema of the options."})
    bots = fields.List(fields.String(), required=True, metadata={"example": ["random", "greedy", "search"]})
    languages = fields.List(fields.String(), required=True, metadata={"example": ["en", "fr"]})


class GameDetailSchema(GameSchema):
    """A game with the shapes of its views and events."""

    view = fields.Dict(required=True, metadata={"description": "JSON Schema of the view."})
    story = fields.Dict(required=True, metadata={"description": "JSON Schema of each kind of event's data."})


class GamesSchema(Schema):
    """The shelf."""

    items = fields.List(fields.Nested(GameSchema), required=True)


class WordsSchema(Schema):
    """All a game says in one language: kinds and ids to words."""

    name = word("Faraway")
    about = word("…")
    decisions = fields.Dict(required=True)
    story = fields.Dict(required=True)
    ids = fields.Dict(required=True)
    terms = fields.Dict(required=True)
    options = fields.Dict(required=True)
    refusals = fields.Dict(required=True)


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
    checks = fields.Dict(metadata={"example": {"redis": True, "clock": True, "bots": True, "bells": True}})

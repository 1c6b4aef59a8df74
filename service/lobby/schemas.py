"""Tables and seats."""

from __future__ import annotations

from typing import Any

from marshmallow import Schema, fields, post_load, validate

from service.api.fields import (
    ID,
    SEAT,
    Exactly,
    Whole,
    YesNo,
    about,
    choice,
    many,
    nullable,
    optional,
    required,
    time_field,
    word,
)
from service.games import REGISTRY
from service.tables.parts import STATUSES
from service.tables.schemas import ResultSchema

GAMES = sorted(REGISTRY)


class ClockSchema(Schema):
    """Time limits. `bank_s` works like a chess clock; `increment_s` is added after each answer."""

    mode = fields.String(
        validate=validate.OneOf(["none", "realtime", "correspondence"]),
        metadata={"example": "realtime", "description": "Default: `realtime` if there is a limit, else `none`."},
    )
    per_decision_s = optional(Whole, example=60, validate=validate.Range(min=1, max=30 * 86400))
    bank_s = optional(Whole, example=600, validate=validate.Range(min=1, max=30 * 86400))
    increment_s = Whole(load_default=0, validate=validate.Range(min=0, max=86400), metadata={"example": 5})
    on_timeout = choice(
        ["default", "bot", "forfeit"],
        "default",
        "Play the default answer, let a bot answer, or forfeit.",
        default="default",
    )

    @post_load
    def _infer_mode(self, clock: dict[str, Any], **_: Any) -> dict[str, Any]:
        limited = clock["per_decision_s"] is not None or clock["bank_s"] is not None
        return {"mode": "realtime" if limited else "none", **clock}


class NewSeatSchema(Schema):
    """A seat of the table to open."""

    kind = choice(["me", "open", "bot", "invite", "agent"], "bot")
    level = fields.String(
        load_default=None, allow_none=True, validate=ID, metadata={"example": "greedy", "description": "For bots."}
    )
    player = optional(fields.String, "For invitations: the invited player (optional).", validate=ID)
    agent = optional(fields.String, "For agents: the id of the agent (GET /v1/agents).", validate=ID)


class NewTableSchema(Schema):
    """A table to open."""

    game = choice(GAMES, "faraway")
    options = fields.Dict(keys=fields.String(), load_default=dict, metadata={"example": {"advanced": False}})
    seats = many(
        NewSeatSchema,
        example=[{"kind": "me"}, {"kind": "bot", "level": "greedy"}],
        validate=validate.Length(min=1, max=12),
    )
    clock = fields.Nested(ClockSchema, load_default=lambda: ClockSchema().load({}))
    visibility = choice(["public", "unlisted", "private"], "public", default="public")
    start = choice(
        ["owner", "full"], "owner", "Start when the owner calls `start`, or when all seats are taken.", default="owner"
    )
    deal = optional(
        fields.String,
        "The seed of a practice table; visible to everyone.",
        "monday-1",
        validate=[validate.Length(min=1, max=64), Exactly(r"^[\x21-\x7e]+$")],
    )


class SeatedPlayerSchema(Schema):
    """The player in a seat."""

    id = word("p_01jd8v")
    name = word("Ada")


class SeatedAgentSchema(Schema):
    """The agent in a seat."""

    id = word("a_01jd8v")
    name = word("Deep Compass")


class SeatSchema(Schema):
    """A seat at a table."""

    seat = Whole(required=True, metadata=SEAT)
    kind = choice(["player", "open", "invite", "bot", "agent"], "player")
    name = nullable(fields.String, "The name of the player, agent or bot. Tables give names to bots.", "Ada")
    player = fields.Nested(SeatedPlayerSchema, required=True, allow_none=True)
    level = nullable(fields.String, example=None)
    agent = fields.Nested(SeatedAgentSchema, required=True, allow_none=True)


class VotesSchema(Schema):
    """The seats that voted, by kind of vote."""

    pause = many(Whole())
    resume = many(Whole())
    abort = many(Whole())
    extend = many(Whole())


class LinksSchema(Schema):
    """Links to the parts of a table."""

    self = word("/v1/tables/01jd8v")
    view = word("/v1/tables/01jd8v/view")
    events = word("/v1/tables/01jd8v/events", description="May be served by another host.")
    replay = word("/v1/tables/01jd8v/replay")


class TableSchema(Schema):
    """A table: open, running or finished."""

    id = word("01jd8vq3m5w7r9t2x4z6b8c0df")
    game = word("faraway")
    rules_version = required(Whole, example=1)
    status = choice(STATUSES, "running")
    visibility = choice(["public", "unlisted", "private"], "public")
    options = required(fields.Dict, example={"advanced": False})
    owner = word("p_01jd8v")
    created_at = time_field(nullable=False)
    started_at = time_field()
    finished_at = time_field()
    seats = many(SeatSchema)
    clock = fields.Nested(ClockSchema, required=True)
    start = word("owner")
    practice = fields.Boolean(required=True)
    paused = fields.Boolean(required=True)
    waiting = many(Whole(), "The seats the table is waiting for.")
    votes = fields.Nested(VotesSchema, required=True)
    commitment = nullable(fields.String, "SHA-256 of the seed; known from the start of the game.")
    seed = nullable(fields.String, "Shown when the table is over.")
    result = fields.Nested(ResultSchema, required=True, allow_none=True)
    rematch = nullable(fields.String)
    my_seat = Whole(required=True, allow_none=True, metadata=SEAT)
    links = fields.Nested(LinksSchema, required=True)
    invite_code = nullable(fields.String, "Only visible to the owner.")
    watch_code = nullable(
        fields.String, "Only visible to the owner. With `?watch=` it shows a private table to spectators."
    )


class InviteSchema(Schema):
    """What an invite code opens."""

    table = fields.Nested(TableSchema, required=True)
    free_seats = many(Whole(), "The seats that the caller can take.", [1, 2])


class NoticeSchema(Schema):
    """A notice to everybody in the lobby."""

    code = choice(["draining"], "draining")
    title = word("No new games")
    detail = word("The service is about to be upgraded or stopped, so no new games can be started.")
    since = time_field(nullable=False)


class TablesSchema(Schema):
    """A page of tables."""

    items = many(TableSchema)
    next = nullable(fields.String, "The cursor of the next page.")
    notice = fields.Nested(NoticeSchema, required=True, allow_none=True)


class TablesQuerySchema(Schema):
    """Filters for tables."""

    game = fields.String(validate=validate.OneOf(GAMES), metadata={"example": "faraway"})
    status = fields.String(validate=validate.OneOf(STATUSES), metadata={"example": "open"})
    open_seats = fields.Boolean(metadata=about("Only tables with open seats, or only tables without."))
    mine = fields.Boolean(load_default=False)
    cursor = fields.String(validate=Exactly(r"^[0-9a-hjkmnp-tv-z]{26}$"), metadata=about("From `next`."))
    limit = fields.Integer(load_default=20, validate=validate.Range(min=1, max=100))


class TakeSeatSchema(Schema):
    """The invite code of a reserved seat."""

    code = optional(fields.String, example="k7Qm2_xY3rAb", validate=ID)


class VoteSchema(Schema):
    """A vote."""

    kind = choice(["pause", "resume", "abort", "extend"], "pause")
    agree = YesNo(load_default=True)

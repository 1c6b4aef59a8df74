"""Arenas and ratings."""

from __future__ import annotations

from typing import Any

from marshmallow import Schema, ValidationError, fields, validate, validates_schema

from service.api.fields import LONGEST_NAME, Whole, plain_text, time_field, word
from service.arena.arenas import MOST_ENTRANTS, MOST_GAMES, MOST_THOUGHTS
from service.books.schemas import CURSOR
from service.lobby.schemas import GAMES

ARENA_ID = "01jd8vq3m5w7r9t2x4z6b8c0df"
SYSTEMS = ["round-robin", "swiss", "ladder"]
STATUSES = ["running", "paused", "finished", "cancelled", "aborted"]
NAME: list[Any] = [validate.Length(min=1, max=LONGEST_NAME), plain_text]


class EntrantWishSchema(Schema):
    """Somebody to take part: a level of the built-in players, or one's own or a public agent."""

    level = fields.String(
        validate=validate.Length(min=1, max=40),
        metadata={"description": "A level of the game's built-in players.", "example": "greedy"},
    )
    agent = fields.String(
        validate=validate.Length(min=1, max=64), metadata={"description": "An agent's id, instead of a level."}
    )
    thoughts = Whole(
        validate=validate.Range(min=1, max=MOST_THOUGHTS),
        metadata={"description": "What it may try for one answer; 60 unless told.", "example": 60},
    )
    name = fields.String(validate=NAME, metadata={"description": "Its own name in this arena.", "example": "greedy"})


class ArenaWishSchema(Schema):
    """How an arena shall be. Whole deals are played, so it may have some games more than wished."""

    game = fields.String(required=True, validate=validate.OneOf(GAMES), metadata={"example": "faraway"})
    entrants = fields.List(
        fields.Nested(EntrantWishSchema),
        required=True,
        validate=validate.Length(min=1, max=MOST_ENTRANTS),
        metadata={"example": [{"level": "greedy"}, {"level": "random"}]},
    )
    games = Whole(load_default=100, validate=validate.Range(min=1, max=MOST_GAMES), metadata={"example": 100})
    system = fields.String(
        load_default="round-robin", validate=validate.OneOf(SYSTEMS), metadata={"example": "round-robin"}
    )
    rounds = Whole(
        load_default=None,
        allow_none=True,
        validate=validate.Range(min=1, max=100),
        metadata={"description": "Of a Swiss system or a ladder.", "example": None},
    )
    seats = Whole(
        load_default=None,
        allow_none=True,
        validate=validate.Range(min=1, max=16),
        metadata={"description": "The fewest of the game unless told.", "example": 2},
    )
    options = fields.Dict(keys=fields.String(), load_default=dict, metadata={"example": {}})
    seed = fields.String(
        load_default=None,
        allow_none=True,
        validate=[validate.Length(min=1, max=64), plain_text],
        metadata={"description": "The same seed, the same games. Drawn if left out.", "example": "monday"},
    )
    visibility = fields.String(
        load_default="public",
        validate=validate.OneOf(["public", "private"]),
        metadata={"description": "Only public arenas count for the ladder.", "example": "public"},
    )

    @validates_schema
    def _rounds_of_what(self, wish: dict[str, Any], **_: Any) -> None:
        if wish.get("rounds") is not None and wish.get("system") == "round-robin":
            raise ValidationError("a round robin has no fixed number of rounds", "rounds")


class EntrantSchema(Schema):
    """Somebody who takes part."""

    name = word("greedy")
    kind = fields.String(required=True, validate=validate.OneOf(["bot", "agent"]), metadata={"example": "bot"})
    level = fields.String(required=True, allow_none=True, metadata={"example": "greedy"})
    thoughts = Whole(required=True, allow_none=True, metadata={"example": 60})
    agent = fields.String(required=True, allow_none=True, metadata={"example": None})


class FiguresSchema(Schema):
    """A rating: most likely `mu`, with 95 % between `low` and `high`, nearly certainly above `ordinal`."""

    mu = fields.Float(required=True, metadata={"example": 31.4})
    sigma = fields.Float(required=True, metadata={"example": 1.2})
    low = fields.Float(required=True, metadata={"example": 29.0})
    high = fields.Float(required=True, metadata={"example": 33.8})
    ordinal = fields.Float(required=True, metadata={"example": 27.8})
    games = Whole(required=True, metadata={"example": 100})


class ArenaRatingSchema(FiguresSchema):
    """The rating of an entrant of this arena in one role."""

    entrant = word("greedy")
    role = word("player")


class ShareSchema(Schema):
    """A share between 0 and 1 with its 95 % interval."""

    mean = fields.Float(required=True, metadata={"example": 0.62})
    low = fields.Float(required=True, metadata={"example": 0.55})
    high = fields.Float(required=True, metadata={"example": 0.69})
    games = Whole(required=True, metadata={"example": 100})


class StandingSchema(Schema):
    """What else the games say of an entrant."""

    entrant = word("greedy")
    games = Whole(required=True, metadata={"example": 100})
    points = fields.Nested(
        ShareSchema, required=True, allow_none=True, metadata={"description": "How many of the others it beat."}
    )
    wins = fields.Nested(ShareSchema, required=True)
    score = fields.Float(required=True, allow_none=True, metadata={"example": 61.5})
    decisions = Whole(required=True, metadata={"example": 1900})
    ms = fields.Float(
        required=True, allow_none=True, metadata={"description": "Milliseconds per decision.", "example": 0.2}
    )
    failures = fields.Dict(
        keys=fields.String(),
        values=Whole(),
        required=True,
        metadata={"description": "Questions it did not answer itself, by kind.", "example": {}},
    )
    note = fields.String(required=True, metadata={"description": "What its first failure said.", "example": ""})


class ArenaSchema(Schema):
    """An arena, and how far it has come."""

    id = word(ARENA_ID)
    status = fields.String(required=True, validate=validate.OneOf(STATUSES), metadata={"example": "running"})
    owner = word(ARENA_ID)
    visibility = word("public")
    game = word("faraway")
    rules_version = Whole(required=True, metadata={"example": 1})
    seats = Whole(required=True, metadata={"example": 2})
    options = fields.Dict(required=True, metadata={"example": {"advanced": False}})
    system = fields.String(required=True, validate=validate.OneOf(SYSTEMS), metadata={"example": "round-robin"})
    rounds = Whole(required=True, metadata={"example": 50})
    deals = Whole(required=True, metadata={"description": "Of each meeting of a round.", "example": 1})
    seed = fields.String(
        required=True, allow_none=True, metadata={"description": "Shown when it is over.", "example": None}
    )
    entrants = fields.List(fields.Nested(EntrantSchema), required=True)
    games = Whole(required=True, metadata={"description": "How many games there will be.", "example": 100})
    played = Whole(required=True, metadata={"description": "How many there are.", "example": 42})
    created_at = time_field(nullable=False)
    finished_at = time_field()
    reason = fields.String(
        required=True, allow_none=True, metadata={"description": "Why it was aborted.", "example": None}
    )
    counted = Whole(
        required=True,
        allow_none=True,
        metadata={"description": "Its place in the order in which arenas count for the ladder.", "example": None},
    )
    links = fields.Dict(
        keys=fields.String(),
        values=fields.String(),
        required=True,
        metadata={"example": {"self": f"/v1/arenas/{ARENA_ID}"}},
    )


class ArenaDetailSchema(ArenaSchema):
    """The same with ratings so far."""

    ratings = fields.List(fields.Nested(ArenaRatingSchema), required=True)
    standings = fields.List(fields.Nested(StandingSchema), required=True)


class ArenasSchema(Schema):
    """A page of arenas."""

    items = fields.List(fields.Nested(ArenaSchema), required=True)
    next = fields.String(required=True, allow_none=True, metadata={"description": "The cursor of the next page."})


class ArenasQuerySchema(Schema):
    """Which arenas."""

    game = fields.String(validate=validate.OneOf(GAMES))
    mine = fields.Boolean(load_default=False)
    cursor = fields.String(validate=CURSOR, metadata={"description": "From `next`."})
    limit = fields.Integer(load_default=20, validate=validate.Range(min=1, max=50))


class RowSchema(Schema):
    """One line of the export: the plan first (it has `format`), then a game a line."""

    class Meta:
        unknown = "include"

    game = fields.Raw(metadata={"description": "The number of the game; in the first line its name.", "example": 0})


class ExportSchema(Schema):
    """The plan, and all games in order."""

    plan = fields.Dict(required=True, metadata={"example": {"format": "farshore-arena/1", "game": "faraway"}})
    games = fields.List(fields.Dict(), required=True, metadata={"example": [{"game": 0, "seats": [0, 1]}]})


class RatingSchema(FiguresSchema):
    """A rung of the ladder."""

    game = word("faraway")
    entrant = word("bot:greedy@60:1", description="By what name it is known over all arenas.")
    kind = fields.String(required=True, validate=validate.OneOf(["bot", "agent"]), metadata={"example": "bot"})
    level = fields.String(required=True, allow_none=True, metadata={"example": "greedy"})
    thoughts = Whole(required=True, allow_none=True, metadata={"example": 60})
    rules_version = Whole(required=True, allow_none=True, metadata={"example": 1})
    agent = fields.String(required=True, allow_none=True, metadata={"example": None})
    role = word("player")


class RatingsSchema(Schema):
    """The ladder."""

    items = fields.List(fields.Nested(RatingSchema), required=True)
    arenas = Whole(required=True, metadata={"description": "How many arenas are counted.", "example": 12})


class RatingsQuerySchema(Schema):
    """Which rungs."""

    game = fields.String(validate=validate.OneOf(GAMES))
    role = fields.String(validate=validate.Length(min=1, max=40), metadata={"example": "player"})
    limit = fields.Integer(load_default=100, validate=validate.Range(min=1, max=500))

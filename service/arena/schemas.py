"""Arenas and ratings."""

from __future__ import annotations

from typing import Any

from marshmallow import Schema, ValidationError, fields, validate, validates_schema

from service.api.fields import (
    LONGEST_NAME,
    Whole,
    about,
    choice,
    nullable,
    optional,
    page_of,
    plain_text,
    time_field,
    word,
)
from service.arena.arenas import MAX_ENTRANTS, MAX_GAMES, MAX_THOUGHTS
from service.books.schemas import CURSOR
from service.lobby.schemas import GAMES

ARENA_ID = "01jd8vq3m5w7r9t2x4z6b8c0df"
SYSTEMS = ["round-robin", "swiss", "ladder"]
STATUSES = ["running", "paused", "finished", "cancelled", "aborted"]
NAME: list[Any] = [validate.Length(min=1, max=LONGEST_NAME), plain_text]


class NewEntrantSchema(Schema):
    """An entrant: a bot level, or a public agent or one of the caller's own."""

    level = fields.String(validate=validate.Length(min=1, max=40), metadata=about("A bot level of the game.", "greedy"))
    agent = fields.String(
        validate=validate.Length(min=1, max=64), metadata=about("The id of an agent, instead of a level.")
    )
    thoughts = Whole(
        validate=validate.Range(min=1, max=MAX_THOUGHTS),
        metadata=about("Search budget for one answer; default 60.", 60),
    )
    name = fields.String(validate=NAME, metadata=about("Its name in this arena.", "greedy"))


class NewArenaSchema(Schema):
    """An arena to open. Deals are played completely, so there may be more games than requested."""

    game = choice(GAMES, "faraway")
    entrants = fields.List(
        fields.Nested(NewEntrantSchema),
        required=True,
        validate=validate.Length(min=1, max=MAX_ENTRANTS),
        metadata={"example": [{"level": "greedy"}, {"level": "random"}]},
    )
    games = Whole(load_default=100, validate=validate.Range(min=1, max=MAX_GAMES), metadata={"example": 100})
    system = choice(SYSTEMS, "round-robin", default="round-robin")
    rounds = optional(Whole, "For Swiss systems and ladders.", None, validate=validate.Range(min=1, max=100))
    seats = optional(Whole, "Default: the smallest number the game allows.", 2, validate=validate.Range(min=1, max=16))
    options = fields.Dict(keys=fields.String(), load_default=dict, metadata={"example": {}})
    seed = optional(
        fields.String,
        "The same seed gives the same games. Default: random.",
        "monday",
        validate=[validate.Length(min=1, max=64), plain_text],
    )
    visibility = choice(["public", "private"], "public", "Only public arenas count for the ladder.", default="public")

    @validates_schema
    def _rounds_of_what(self, wish: dict[str, Any], **_: Any) -> None:
        if wish.get("rounds") is not None and wish.get("system") == "round-robin":
            raise ValidationError("a round robin has no fixed number of rounds", "rounds")


class EntrantSchema(Schema):
    """An entrant."""

    name = word("greedy")
    kind = choice(["bot", "agent"], "bot")
    level = nullable(fields.String, example="greedy")
    thoughts = nullable(Whole, example=60)
    agent = nullable(fields.String, example=None)


class FiguresSchema(Schema):
    """A rating: `mu`, its 95 % interval from `low` to `high`, and `ordinal`, three sigma below `mu`."""

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
    """Further results of an entrant."""

    entrant = word("greedy")
    games = Whole(required=True, metadata={"example": 100})
    points = fields.Nested(ShareSchema, required=True, allow_none=True, metadata=about("Share of opponents beaten."))
    wins = fields.Nested(ShareSchema, required=True)
    score = nullable(fields.Float, example=61.5)
    decisions = Whole(required=True, metadata={"example": 1900})
    ms = nullable(fields.Float, "Milliseconds per decision.", 0.2)
    failures = fields.Dict(
        keys=fields.String(),
        values=Whole(),
        required=True,
        metadata=about("Decisions it did not answer itself, by kind.", {}),
    )
    note = fields.String(required=True, metadata=about("The message of its first failure.", ""))


class ArenaSchema(Schema):
    """An arena and its progress."""

    id = word(ARENA_ID)
    status = choice(STATUSES, "running")
    owner = word(ARENA_ID)
    visibility = word("public")
    game = word("faraway")
    rules_version = Whole(required=True, metadata={"example": 1})
    seats = Whole(required=True, metadata={"example": 2})
    options = fields.Dict(required=True, metadata={"example": {"advanced": False}})
    system = choice(SYSTEMS, "round-robin")
    rounds = Whole(required=True, metadata={"example": 50})
    deals = Whole(required=True, metadata=about("Deals per meeting in a round.", 1))
    seed = nullable(fields.String, "Shown when the arena is over.", None)
    entrants = fields.List(fields.Nested(EntrantSchema), required=True)
    games = Whole(required=True, metadata=about("Number of games to play.", 100))
    played = Whole(required=True, metadata=about("Number of games played.", 42))
    created_at = time_field(nullable=False)
    finished_at = time_field()
    reason = nullable(fields.String, "Why it was aborted.", None)
    counted = nullable(Whole, "Its position in the order in which arenas were added to the ladder.", None)
    links = fields.Dict(
        keys=fields.String(),
        values=fields.String(),
        required=True,
        metadata={"example": {"self": f"/v1/arenas/{ARENA_ID}"}},
    )


class ArenaDetailSchema(ArenaSchema):
    """An arena with its current ratings."""

    ratings = fields.List(fields.Nested(ArenaRatingSchema), required=True)
    standings = fields.List(fields.Nested(StandingSchema), required=True)


ArenasSchema = page_of("Arenas", ArenaSchema)


class ArenasQuerySchema(Schema):
    """Filters for arenas."""

    game = fields.String(validate=validate.OneOf(GAMES))
    mine = fields.Boolean(load_default=False)
    cursor = fields.String(validate=CURSOR, metadata=about("From `next`."))
    limit = fields.Integer(load_default=20, validate=validate.Range(min=1, max=50))


class ExportLineSchema(Schema):
    """One line of the export: first the plan (it has `format`), then one game per line."""

    class Meta:
        unknown = "include"

    game = fields.Raw(metadata=about("The number of the game; in the first line, the name of the game played.", 0))


class ExportSchema(Schema):
    """The plan and all games in order."""

    plan = fields.Dict(required=True, metadata={"example": {"format": "farshore-arena/1", "game": "faraway"}})
    games = fields.List(fields.Dict(), required=True, metadata={"example": [{"game": 0, "seats": [0, 1]}]})


class RatingSchema(FiguresSchema):
    """An entry of the ladder."""

    game = word("faraway")
    entrant = word("bot:greedy@60:1", description="Its id across all arenas.")
    kind = choice(["bot", "agent"], "bot")
    level = nullable(fields.String, example="greedy")
    thoughts = nullable(Whole, example=60)
    rules_version = nullable(Whole, example=1)
    agent = nullable(fields.String, example=None)
    role = word("player")


class RatingsSchema(Schema):
    """The ladder."""

    items = fields.List(fields.Nested(RatingSchema), required=True)
    arenas = Whole(required=True, metadata=about("Number of arenas counted.", 12))


class RatingsQuerySchema(Schema):
    """Filters for the ladder."""

    game = fields.String(validate=validate.OneOf(GAMES))
    role = fields.String(validate=validate.Length(min=1, max=40), metadata={"example": "player"})
    limit = fields.Integer(load_default=100, validate=validate.Range(min=1, max=500))

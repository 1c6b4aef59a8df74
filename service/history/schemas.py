"""The history of finished games, its export, and profiles."""

from __future__ import annotations

from datetime import UTC
from typing import Any, Final

from marshmallow import INCLUDE, Schema, ValidationError, fields, validate

from service.api.fields import ID, SEAT, Whole, YesNo, about, choice, nullable, page_of, time_field, word
from service.games import REGISTRY
from service.lobby.schemas import SeatedAgentSchema, SeatedPlayerSchema
from service.tables.parts import OVER

GAMES: Final = tuple(REGISTRY)
MOST: Final = 2**31 - 1
NUMBER: Final = validate.Range(min=-MOST, max=MOST)


def no_nul(value: str) -> None:
    """Reject NUL characters, which PostgreSQL cannot store."""
    if "\0" in value:
        raise ValidationError("must not contain a NUL character")


def option_pair(value: str) -> None:
    """An option as `name:value`."""
    if ":" not in value:
        raise ValidationError("must be name:value")


def _id(description: str) -> fields.String:
    return fields.String(validate=[ID, no_nul], metadata=about(description))


def _number(description: str) -> fields.Integer:
    return fields.Integer(validate=NUMBER, metadata=about(description))


class SearchSchema(Schema):
    """Which finished games are wanted."""

    game = fields.String(validate=validate.OneOf(GAMES), metadata={"example": "faraway"})
    player = _id("The id of a player who sat there, or `me`. With `me`, private games are found too.")
    opponent = _id("The id of another player who sat there.")
    agent = _id("The id of an agent that sat there.")
    version = _id("The version of this agent.")
    model = fields.String(
        validate=[validate.Length(min=1, max=100), no_nul], metadata=about("The language model of an agent.")
    )
    level = _id("The level of a bot that sat there.")
    role = _id("The role of this player, else agent, else bot, in games where seats differ.")
    seats = fields.Integer(validate=validate.Range(min=1, max=16), metadata=about("The number of players.", 2))
    option = fields.List(
        fields.String(validate=[validate.Length(min=2, max=200), no_nul, option_pair]),
        validate=validate.Length(max=8),
        metadata=about("An option of the table as `name:value`. May be repeated."),
    )
    status = fields.String(validate=validate.OneOf(OVER), metadata={"example": "finished"})
    result = fields.String(
        validate=validate.OneOf(["won", "lost"]),
        metadata=about("How it ended for this player, else agent, else bot; needs one of these."),
    )
    score_from = _number("The lowest score: of this player, else agent, else bot, else the best of the game.")
    score_to = _number("The highest score.")
    since = fields.AwareDateTime(
        format="iso", default_timezone=UTC, metadata=about("Finished at this time or later (RFC 3339).")
    )
    until = fields.AwareDateTime(
        format="iso", default_timezone=UTC, metadata=about("Finished at this time or earlier (RFC 3339).")
    )
    length_from = _number("The lowest number of answers.")
    length_to = _number("The highest number of answers.")


class HistoryQuerySchema(SearchSchema):
    """A page of finished games."""

    sort = choice(
        ["newest", "oldest", "score", "length"],
        description="`newest` and `oldest` by the time the table was opened; `score` and `length` falling.",
        default="newest",
    )
    cursor = fields.String(validate=validate.Length(min=1, max=200), metadata=about("From `next`."))
    limit = fields.Integer(load_default=20, validate=validate.Range(min=1, max=100))


class ExportQuerySchema(SearchSchema):
    """An export of finished games or their decisions."""

    per = fields.String(load_default="game", validate=validate.OneOf(["game", "decision"]))
    consent = fields.Boolean(
        metadata=about("Only games whose players have all agreed to research, or only the others.")
    )
    after = fields.String(
        validate=validate.Length(min=1, max=64), metadata=about("The id of the last game that was received.")
    )
    limit = fields.Integer(validate=validate.Range(min=1, max=10**9), metadata=about("The most games."))


class PlayedSeatSchema(Schema):
    """Who sat there, and how it ended for them."""

    seat = Whole(required=True, metadata=SEAT)
    kind = word("player")
    player = fields.Nested(SeatedPlayerSchema, required=True, allow_none=True)
    level = nullable(fields.String, example=None)
    agent = fields.Nested(SeatedAgentSchema, required=True, allow_none=True)
    agent_version = nullable(fields.String)
    model = nullable(fields.String)
    role = word("player")
    score = nullable(Whole, example=61)
    place = nullable(Whole, example=2)
    won = fields.Boolean(required=True)
    forfeited = fields.Boolean(required=True)
    consent = fields.Boolean(allow_none=True, metadata=about("In exports: whether this person has agreed to research."))


class PlayedLinksSchema(Schema):
    """Links to the table and its replay."""

    table = word("/v1/tables/01jd8v")
    replay = word("/v1/tables/01jd8v/replay")


class PlayedGameSchema(Schema):
    """A finished or aborted game."""

    id = word("01jd8vq3m5w7r9t2x4z6b8c0df")
    game = word("faraway")
    rules_version = Whole(required=True, metadata={"example": 1})
    status = choice(OVER, "finished")
    reason = word("")
    visibility = word("public")
    practice = fields.Boolean(required=True)
    imported = fields.Boolean(required=True)
    options = fields.Dict(required=True, metadata={"example": {"advanced": False}})
    clock = word("none")
    started_at = time_field()
    finished_at = time_field()
    length = Whole(required=True, metadata=about("The number of answers.", 74))
    best_score = nullable(Whole, example=68)
    seats = fields.List(fields.Nested(PlayedSeatSchema), required=True)
    links = fields.Nested(PlayedLinksSchema, required=True)


class HistoryLineSchema(Schema):
    """A game as in `PlayedGame`, or with `per=decision` a decision; both have the `id` of the game."""

    class Meta:
        unknown = INCLUDE

    id = word("01jd8vq3m5w7r9t2x4z6b8c0df")


class HistoryExportSchema(Schema):
    """An export as one object."""

    items = fields.List(fields.Nested(HistoryLineSchema), required=True)


HistorySchema = page_of("History", PlayedGameSchema)


class ConsentSchema(Schema):
    """Whether exports of finished games may name the player."""

    consent = YesNo(required=True, metadata={"example": True})


class StandingSchema(Schema):
    """Sums over games. Averages are null where nothing was counted."""

    games = Whole(required=True, metadata={"example": 12})
    wins = Whole(required=True, metadata={"example": 5})
    win_rate = nullable(fields.Float, example=0.4167)
    average_place = nullable(fields.Float, example=1.75)
    average_score = nullable(fields.Float, example=51.2)
    best_score = nullable(Whole, example=83)
    forfeits = Whole(required=True, metadata={"example": 0})
    seconds_per_decision = nullable(fields.Float, example=14.2)


class ResultsSchema(StandingSchema):
    """The same for one game, number of players and role."""

    game = word("faraway")
    seats = Whole(required=True, metadata={"example": 3})
    role = word("player")


class OpponentSchema(Schema):
    """Somebody they met: how often, and who was ahead. `together` counts games on the same side."""

    kind = word("player")
    id = word("p_01jd8v")
    name = nullable(fields.String, example="Ben")
    game = word("faraway")
    games = Whole(required=True, metadata={"example": 4})
    ahead = Whole(required=True, metadata={"example": 1})
    behind = Whole(required=True, metadata={"example": 3})
    together = Whole(required=True, metadata={"example": 0})


class StreaksSchema(Schema):
    """Streaks among the newest games; `current` is negative while games are being lost."""

    games = Whole(required=True, metadata={"example": 12})
    current = Whole(required=True, metadata={"example": -2})
    longest_won = Whole(required=True, metadata={"example": 3})
    longest_lost = Whole(required=True, metadata={"example": 2})


class ProfileSchema(StandingSchema):
    """A profile. Those of others have public games only; one's own has all (`private`)."""

    kind = word("player")
    id = word("p_01jd8v")
    name = nullable(fields.String, example="Ada")
    private = fields.Boolean(required=True)
    results = fields.List(fields.Nested(ResultsSchema), required=True)
    opponents = fields.List(fields.Nested(OpponentSchema), required=True)
    streaks = fields.Nested(StreaksSchema, required=True)


def search_of(query: dict[str, Any]) -> dict[str, Any]:
    """The query as fields of `Search`."""
    found = {name: value for name, value in query.items() if value is not None}
    found["options"] = tuple(tuple(pair.split(":", 1)) for pair in found.pop("option", ()))
    for name in ("since", "until"):
        if name in found:
            found[name] = round(found[name].timestamp() * 1000)
    return found

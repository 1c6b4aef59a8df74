"""The catalogue."""

from __future__ import annotations

from marshmallow import Schema, fields

from service.api.fields import Whole, word


class PlayersRangeSchema(Schema):
    """Number of players."""

    least = Whole(required=True, metadata={"example": 2})
    most = Whole(required=True, metadata={"example": 6})


class GameSchema(Schema):
    """A game."""

    name = word("faraway")
    title = word("Faraway")
    about = word("Explore eight regions from left to right, and score them from right to left.")
    players = fields.Nested(PlayersRangeSchema, required=True)
    modes = fields.List(fields.String(), required=True, metadata={"example": ["competitive", "simultaneous"]})
    rules_version = Whole(required=True, metadata={"example": 1})
    options = fields.Dict(
        required=True, metadata={"description": "JSON Schema of the options, with titles in the caller's language."}
    )
    bots = fields.List(fields.String(), required=True, metadata={"example": ["random", "greedy", "search"]})
    languages = fields.List(fields.String(), required=True, metadata={"example": ["en", "fr"]})


class GameDetailSchema(GameSchema):
    """A game with the JSON Schemas of its views and events."""

    view = fields.Dict(required=True, metadata={"description": "JSON Schema of the view."})
    story = fields.Dict(required=True, metadata={"description": "JSON Schema of the data of each kind of event."})
    decision = fields.Dict(required=True, metadata={"description": "JSON Schema of a decision."})
    ids = fields.Dict(
        required=True,
        metadata={"description": "What each option is: `card`, `seat` or `choice`.", "example": {"r21": "card"}},
    )


class GamesSchema(Schema):
    """All games."""

    items = fields.List(fields.Nested(GameSchema), required=True)


class WordsSchema(Schema):
    """The texts of a game in one language, by kind and id."""

    name = word("Faraway")
    about = word("…")
    decisions = fields.Dict(required=True)
    story = fields.Dict(required=True)
    ids = fields.Dict(required=True, metadata={"description": "Cards and options by id, in full."})
    names = fields.Dict(required=True, metadata={"description": "The same in a few words."})
    levels = fields.Dict(required=True, metadata={"description": "Bots by level: `name` and `text`."})
    titles = fields.Dict(required=True, metadata={"description": "Options and their values (`mode=timed`) in short."})
    cards = fields.Dict(required=True, metadata={"description": "Cards by id: `name` and `text`."})
    page = fields.Dict(required=True, metadata={"description": "Sentences of the text page."})
    terms = fields.Dict(required=True)
    options = fields.Dict(required=True)
    refusals = fields.Dict(required=True)
    language = word("en", description="The language of these texts.")

"""The catalogue."""

from __future__ import annotations

from marshmallow import Schema, fields

from service.api.fields import Whole, many, required, word


class PlayersRangeSchema(Schema):
    """Number of players."""

    least = required(Whole, example=2)
    most = required(Whole, example=6)


class GameSchema(Schema):
    """A game."""

    name = word("faraway")
    title = word("Faraway")
    about = word("Explore eight regions from left to right, and score them from right to left.")
    players = fields.Nested(PlayersRangeSchema, required=True)
    modes = many(fields.String(), example=["competitive", "simultaneous"])
    rules_version = required(Whole, example=1)
    options = required(fields.Dict, "JSON Schema of the options, with titles in the caller's language.")
    bots = many(fields.String(), example=["random", "greedy", "search"])
    languages = many(fields.String(), example=["en", "fr"])


class GameDetailSchema(GameSchema):
    """A game with the JSON Schemas of its views and events."""

    view = required(fields.Dict, "JSON Schema of the view.")
    story = required(fields.Dict, "JSON Schema of the data of each kind of event.")
    decision = required(fields.Dict, "JSON Schema of a decision.")
    ids = required(fields.Dict, "What each option is: `card`, `seat` or `choice`.", {"r21": "card"})


class GamesSchema(Schema):
    """All games."""

    items = many(GameSchema)


class WordsSchema(Schema):
    """The texts of a game in one language, by kind and id."""

    name = word("Faraway")
    about = word("…")
    decisions = fields.Dict(required=True)
    story = fields.Dict(required=True)
    ids = required(fields.Dict, "Cards and options by id, in full.")
    names = required(fields.Dict, "The same in a few words.")
    levels = required(fields.Dict, "Bots by level: `name` and `text`.")
    titles = required(fields.Dict, "Options and their values (`mode=timed`) in short.")
    cards = required(fields.Dict, "Cards by id: `name` and `text`.")
    page = required(fields.Dict, "Sentences of the text page.")
    terms = fields.Dict(required=True)
    options = fields.Dict(required=True)
    refusals = fields.Dict(required=True)
    language = word("en", description="The language of these texts.")

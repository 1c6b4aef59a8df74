"""Books and hidden meanings."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from service.api.fields import Exactly, Whole, YesNo, about, choice, nullable, page_of, time_field, word
from service.books.uploads import LIBRARIES

CURSOR = Exactly(r"^[0-9a-hjkmnp-tv-z]{26}$")

GAME = next(iter(LIBRARIES), "")
"""The default game of an upload."""


class UploadSchema(Schema):
    """What the uploader says about a book. All fields of a form are strings."""

    game = fields.String(load_default=GAME, validate=validate.OneOf(list(LIBRARIES)))
    title = fields.String(load_default="", validate=validate.Length(max=200))
    author = fields.String(load_default="", validate=validate.Length(max=200))
    language = fields.String(load_default=None, validate=validate.OneOf(["en", "fr"]))
    charset = fields.String(load_default=None, validate=validate.Length(min=1, max=40))
    layout = fields.String(load_default="prose", validate=validate.OneOf(["prose", "verse", "theatre"]))
    lines = fields.Integer(load_default=30, validate=validate.Range(min=20, max=40))
    shared = fields.Boolean(load_default=False)
    public_domain = fields.Boolean(load_default=False)


class BookSchema(Schema):
    """A book, without its text."""

    id = word("01jd8vq3m5w7r9t2x4z6b8c0df", description="The value of the option that names the book of a table.")
    game = word(GAME, description="The game that is played in this book.")
    kind = choice(["built-in", "shared", "own"], "own")
    status = choice(["reading", "ready", "refused"], "ready")
    percent = Whole(required=True, metadata=about("How far it is read.", 100))
    title = word("The Lighthouse")
    author = word("Ada")
    language = nullable(fields.String, example="en")
    pages = Whole(required=True, metadata={"example": 212})
    layout = word("nl-60x30-v1")
    fingerprint = nullable(fields.String, example="9f86d081884c7d65")
    public_domain = fields.Boolean(required=True)
    problem = nullable(fields.Dict, "Why it was refused.")
    created_at = time_field()


BooksSchema = page_of("Books", BookSchema)


class BooksQuerySchema(Schema):
    """Which page."""

    cursor = fields.String(validate=CURSOR, metadata=about("From `next`."))
    limit = fields.Integer(load_default=20, validate=validate.Range(min=1, max=100))


class HiddenMeaningSchema(Schema):
    """A published hidden meaning."""

    id = word("01jd8vq3m5w7r9t2x4z6b8c0df")
    game = word(GAME)
    sentence = word("The sea gives back what it never took.")
    title = word("The Lighthouse")
    author = word("Ada")
    language = word("en")
    book = word("9f86d081884c7d65", description="The fingerprint of the book.")
    page = Whole(required=True, metadata={"example": 181})
    theme = word("joy")
    mode = word("excursion")
    difficulty = word("standard")
    rank = nullable(fields.String, example=None)
    players = fields.List(fields.String(), required=True, metadata={"example": ["Ada"]})
    at = time_field(nullable=False)


HiddenMeaningsSchema = page_of("HiddenMeanings", HiddenMeaningSchema)


class HiddenMeaningsQuerySchema(BooksQuerySchema):
    """Which page; optionally of one book or one language."""

    book = fields.String(validate=Exactly(r"^[0-9a-f]{8,64}$"), metadata=about("A fingerprint."))
    language = fields.String(validate=validate.OneOf(["en", "fr"]))


class PublishSchema(Schema):
    """Whether the caller is named beside the sentence."""

    named = YesNo(load_default=True)

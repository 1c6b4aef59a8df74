"""Events, pages of them, and what a stream follows."""

from __future__ import annotations

from typing import Final

from marshmallow import Schema, fields, validate

from service.api.fields import ID, Exactly, Whole, about, flag, many, required, time_field, word

MOST_TABLES: Final = 32
"""How many tables one stream follows at most."""

VIEWS: Final = "In a stream: send a `view` event after the events of each change."


class EventSchema(Schema):
    """An event as this viewer may see it. The fields of `data` depend on `type`."""

    seq = required(Whole, "Consecutive for each viewer.", 42)
    at = time_field(nullable=False)
    table = fields.String(required=True, allow_none=True, metadata={"example": "01jd8vq3m5w7r9t2x4z6b8c0df"})
    type = word("story")
    data = fields.Dict(
        required=True,
        metadata={"x-story": True, "example": {"kind": "took-region", "data": {"seat": 2, "region": "r21"}}},
    )
    text = fields.String(
        allow_none=True,
        metadata=about("With `words`: the event as a sentence, if a person needs to read it."),
    )


class WaitSchema(Schema):
    """Long poll."""

    after = fields.Integer(validate=validate.Range(min=0, max=10**9), metadata=about("A `seq`."))
    wait = fields.Float(load_default=0.0, validate=validate.Range(min=0, max=50), metadata=about("Seconds."))


class WordsQuerySchema(Schema):
    """With or without finished sentences."""

    words = flag("Add finished sentences: `texts` of options, `text` of events.")


class EventsQuerySchema(WaitSchema, WordsQuerySchema):
    """Which events to return."""

    limit = fields.Integer(load_default=200, validate=validate.Range(min=1, max=1000))
    views = flag(VIEWS)
    seat = fields.Integer(
        validate=validate.Range(min=0, max=99),
        metadata=about("The seat that the caller has. Without a token or that seat, the request is refused."),
    )
    ticket = fields.String(validate=ID, metadata=about("Instead of a token, for EventSource."))


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
    views = flag(VIEWS)
    lobby = flag("Also follow the public tables that are open or running, as `GET /tables` does.")
    account = flag(
        "Also follow the caller's account. Together with `table` or `lobby`, its events come as the data of events of "
        "type `account`."
    )


class EventsSchema(Schema):
    """A page of events."""

    items = many(EventSchema)
    next = required(Whole, "Use it as `after`.", 42)

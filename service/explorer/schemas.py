"""Statistics of cards."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from service.api.fields import ID, Whole, about, nullable, word
from service.history.schemas import no_nul


class ExplorerQuerySchema(Schema):
    """Which games and decisions are counted."""

    kind = fields.String(validate=[ID, no_nul], metadata=about("Only decisions of this kind."))
    seats = fields.Integer(validate=validate.Range(min=1, max=16), metadata=about("Only games with so many players."))
    level = fields.String(validate=[ID, no_nul], metadata=about("Only `person`, `agent`, or bots of this level."))


class IntervalSchema(Schema):
    """A rate or mean, and its 95 % interval."""

    value = fields.Float(required=True, metadata={"example": 0.41})
    low = nullable(fields.Float, example=0.35)
    high = nullable(fields.Float, example=0.47)


def _interval(description: str) -> fields.Nested:
    return fields.Nested(IntervalSchema, required=True, allow_none=True, metadata=about(description))


class CardStatisticsSchema(Schema):
    """How often a card was offered and taken, and how it went."""

    kind = word("take-region", description="The kind of decision.")
    offered = Whole(required=True, metadata=about("Decisions that offered it.", 210))
    taken = Whole(required=True, metadata=about("Those in which it was picked.", 84))
    take_rate = _interval("`taken` of `offered`")
    seen = Whole(required=True, metadata=about("Seats that were offered it in a game.", 160))
    takers = Whole(required=True, metadata=about("Those that took it.", 84))
    win_rate = _interval("The share of takers who won.")
    win_rate_if_not_taken = _interval("The share of those who won although they had not taken it.")
    place = _interval("The mean place of takers; 1 is the best.")
    points = _interval("The mean points of takers, in games that count points.")


class NamedCardStatisticsSchema(CardStatisticsSchema):
    """The same with the card."""

    card = word("r21")
    name = word("Region 21")


class GroupStatisticsSchema(CardStatisticsSchema):
    """The same for one number of players and level."""

    seats = Whole(required=True, metadata={"example": 3})
    level = word("person")


class ExplorerSchema(Schema):
    """All cards of a game."""

    game = word("faraway")
    kinds = fields.List(fields.String(), required=True, metadata={"example": ["explore", "take-region"]})
    items = fields.List(fields.Nested(NamedCardStatisticsSchema), required=True)


class CardSchema(Schema):
    """One card."""

    card = word("r21")
    name = word("Region 21")
    kinds = fields.List(fields.Nested(CardStatisticsSchema), required=True)
    groups = fields.List(fields.Nested(GroupStatisticsSchema), required=True)

"""What operators send and get."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from service.accounts.schemas import TokenSchema
from service.admin.actions import LIMITS
from service.api.fields import Whole, choice, nullable, optional, time_field, word
from service.lobby.schemas import SeatSchema
from service.tables.parts import STATUSES

REASON = validate.Length(max=500)


class ReasonSchema(Schema):
    """Why, for the audit log."""

    reason = fields.String(load_default="", validate=REASON, metadata={"example": "asked by the players"})


class DrainSchema(Schema):
    """The message shown in the lobby while no new games can be started."""

    message = fields.String(load_default="", validate=REASON, metadata={"example": "We upgrade at noon."})


class HandSeatSchema(Schema):
    """The bot that plays a seat from now on."""

    level = optional(fields.String, example="greedy")
    reason = fields.String(load_default="", validate=REASON)


class PageQuerySchema(Schema):
    """One page of a list."""

    cursor = fields.String(validate=validate.Regexp(r"^[0-9a-z_-]{1,64}$"))
    limit = fields.Integer(load_default=50, validate=validate.Range(min=1, max=200))


class AdminTablesQuerySchema(PageQuerySchema):
    """Filters for tables, whatever their visibility. Without `player`, public ones."""

    player = fields.String(validate=validate.Length(max=64), metadata={"example": "p_01jd8v"})
    game = fields.String(validate=validate.Length(max=64))
    status = fields.String(validate=validate.OneOf(STATUSES))


class AdminTableSchema(Schema):
    """A table as operators see it."""

    id = word("01jd8v")
    game = word("faraway")
    rules_version = Whole(required=True, metadata={"example": 1})
    status = choice(STATUSES)
    visibility = word("private")
    owner = word("p_01jd8v")
    version = Whole(required=True, metadata={"example": 17})
    created_at = time_field(nullable=False)
    started_at = time_field()
    finished_at = time_field()
    paused = fields.Boolean(required=True)
    seats = fields.List(fields.Nested(SeatSchema), required=True)
    waiting = fields.List(Whole(), required=True, metadata={"example": [1]})


class AdminTablesSchema(Schema):
    """A page of tables."""

    items = fields.List(fields.Nested(AdminTableSchema), required=True)
    next = nullable(fields.String)


def _limits() -> fields.Dict:
    return fields.Dict(
        keys=fields.String(validate=validate.OneOf(LIMITS)),
        values=Whole(allow_none=True, validate=validate.Range(min=0, max=10**12)),
        required=True,
        metadata={"example": {"tables": 5, "talk": 0}},
    )


class LimitsSchema(Schema):
    """Limits for one account; null: the usual one applies again. `talk: 0`: the account may not speak."""

    limits = _limits()
    reason = fields.String(load_default="", validate=REASON)


class AccountSchema(Schema):
    """An account as operators see it."""

    id = word("p_01jd8v")
    name = word("Ada")
    created_at = time_field(nullable=False)
    tokens = fields.List(fields.Nested(TokenSchema), required=True)
    usage = fields.Dict(required=True, metadata={"example": {"streams": 2, "tables": 1, "books": 0}})
    limits = _limits()
    live_tables = fields.List(fields.String(), required=True, metadata={"example": ["01jd8v"]})


class StatusSchema(Schema):
    """The state of the instance."""

    draining = nullable(fields.Dict, example=None)
    clocks_paused = time_field()
    queues = fields.Dict(required=True, metadata={"example": {"bots": {"waiting": 0, "oldest_s": 0, "failed": 0}}})
    timers = fields.Dict(required=True, metadata={"example": {"scheduled": 12, "overdue": 0, "late_ms": 0}})
    processes = fields.Dict(required=True, metadata={"example": {"clock": 2, "bots": 2}})
    quotas = fields.Dict(required=True, metadata={"example": {"tables": {"account": 100, "address": 500}}})


class AuditEntrySchema(Schema):
    """Something that an operator did or tried to do."""

    id = word("1794807323123-0")
    at = time_field(nullable=False)
    actor = word("p_01jd8v 01jd8w")
    address = nullable(fields.String, example="203.0.113.5")
    action = word("end-table")
    target = word("01jd8v")
    detail = fields.Dict(required=True, metadata={"example": {"reason": "asked by the players"}})
    refused = nullable(fields.String, "The code of a refusal.")


class AuditSchema(Schema):
    """A page of the audit log, newest first."""

    items = fields.List(fields.Nested(AuditEntrySchema), required=True)
    next = nullable(fields.String)

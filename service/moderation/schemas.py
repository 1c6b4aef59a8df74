"""Mutes and reports."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from service.api.fields import many, nullable, plain_text, required, time_field, word
from service.lobby.schemas import SeatSchema


class MutedSchema(Schema):
    """A player whose talk the caller does not see."""

    id = word("p_01jd8v")
    name = nullable(fields.String, example="Ben")


class MutesSchema(Schema):
    """All players that the caller has muted."""

    items = many(MutedSchema)


class NewReportSchema(Schema):
    """Why the talk of a table is reported."""

    reason = required(
        fields.String, example="Seat 2 insults us.", validate=[validate.Length(min=1, max=500), plain_text]
    )


class ReportSchema(Schema):
    """A report: the talk that the reporter could see, and why it was reported."""

    id = word("01jd8v")
    at = time_field(nullable=False)
    table = word("01jd8v")
    reporter = nullable(fields.String, example="p_01jd8v")
    reason = word("Seat 2 insults us.")
    seats = many(SeatSchema)
    talk = many(fields.Dict(), example=[{"seat": 2, "name": "Ben", "room": "table", "text": "…"}])
    closed_at = time_field()
    note = word("")


class ReportsSchema(Schema):
    """A page of reports, newest first."""

    items = many(ReportSchema)
    next = nullable(fields.String)

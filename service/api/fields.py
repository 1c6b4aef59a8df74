"""What the shapes are made of: whole numbers, plain text, times."""

from __future__ import annotations

from typing import Any

from marshmallow import ValidationError, fields, validate

from service.tables.talk import unreadable

ID = validate.Length(min=1, max=64)
LONGEST_NAME = 40
SEAT = {"description": "A seat: 0, 1, 2 …", "example": 0}
TIME = {"description": "RFC 3339, UTC, milliseconds", "example": "2026-11-16T05:35:23.123Z"}


class Whole(fields.Integer):
    """A whole number as JSON Schema means it: 52.0 is one, true and "52" are not."""

    def _validated(self, value: Any) -> int:
        if isinstance(value, bool | str) or (isinstance(value, float) and not value.is_integer()):
            raise self.make_error("invalid", input=value)
        return int(super()._validated(value))


class YesNo(fields.Boolean):
    """true or false, and nothing that merely looks like it."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> bool:
        if not isinstance(value, bool):
            raise self.make_error("invalid", input=value)
        return value


class Exactly(validate.Regexp):
    """The whole text matches; Python's `$` would let a line feed follow."""

    def __call__(self, value: Any) -> Any:
        if self.regex.fullmatch(value) is None:
            raise ValidationError(self._format_error(value))
        return value


def plain_text(value: str) -> None:
    """Something that people can read."""
    if why := unreadable(value):
        raise ValidationError(why)


def word(example: str, **more: Any) -> fields.String:
    """A required string of a response, with an example."""
    return fields.String(required=True, metadata={"example": example, **more})


def time_field(nullable: bool = True) -> fields.String:
    """A time, as it is written everywhere."""
    return fields.String(required=True, allow_none=nullable, metadata=TIME)

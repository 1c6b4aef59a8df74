"""Fields of schemas: whole numbers, plain text, times."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from marshmallow import Schema, ValidationError, fields, missing, validate

from service.tables.talk import unreadable

F = TypeVar("F", bound=fields.Field[Any])
ID = validate.Length(min=1, max=64)
LONGEST_NAME = 40
SEAT = {"description": "A seat: 0, 1, 2 …", "example": 0}
TIME = {"description": "RFC 3339, UTC, milliseconds", "example": "2026-11-16T05:35:23.123Z"}


class Whole(fields.Integer):
    """An integer as defined by JSON Schema: 52.0 is one, true and "52" are not."""

    def _validated(self, value: Any) -> int:
        if isinstance(value, bool | str) or (isinstance(value, float) and not value.is_integer()):
            raise self.make_error("invalid", input=value)
        return int(super()._validated(value))


class YesNo(fields.Boolean):
    """A JSON boolean; nothing else is converted."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> bool:
        if not isinstance(value, bool):
            raise self.make_error("invalid", input=value)
        return value


class Exactly(validate.Regexp):
    """The whole text must match. (Python's `$` would also accept a trailing line feed.)"""

    def __call__(self, value: Any) -> Any:
        if self.regex.fullmatch(value) is None:
            raise ValidationError(str(self.error).format(input=value, regex=self.regex.pattern))
        return value


def plain_text(value: str) -> None:
    """Validate that people can read this text."""
    if why := unreadable(value):
        raise ValidationError(why)


def word(example: str, **more: Any) -> fields.String:
    """A required string of a response, with an example."""
    return fields.String(required=True, metadata={"example": example, **more})


def choice(
    values: Iterable[str], example: Any = missing, description: str = "", *, default: Any = missing
) -> fields.String:
    """A string that is one of these, and required unless it has a default."""
    return fields.String(
        required=default is missing,
        load_default=default,
        validate=validate.OneOf([*values]),
        metadata=about(description, example),
    )


def nullable(kind: Callable[..., F], description: str = "", example: Any = missing) -> F:
    """A required field of a response that may be null."""
    return kind(required=True, allow_none=True, metadata=about(description, example))


def optional(kind: Callable[..., F], description: str = "", example: Any = missing, **more: Any) -> F:
    """A field of a request that is null unless it is given."""
    return kind(load_default=None, allow_none=True, metadata=about(description, example), **more)


def about(description: str, example: Any = missing) -> dict[str, Any]:
    """The metadata of a field in the OpenAPI document."""
    known = {"description": description or missing, "example": example}
    return {name: value for name, value in known.items() if value is not missing}


def time_field(nullable: bool = True) -> fields.String:
    """A time in the format of the API."""
    return fields.String(required=True, allow_none=nullable, metadata=TIME)


def page_of(name: str, item: type[Schema]) -> type[Schema]:
    """The schema of a page of these items, with the cursor of the next page."""
    items = fields.List(fields.Nested(item), required=True)
    return Schema.from_dict(
        {"items": items, "next": nullable(fields.String, "The cursor of the next page.")}, name=name
    )

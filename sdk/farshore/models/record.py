"""How what the API gives becomes a small frozen record, field by field."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import UnionType
from typing import Any, ClassVar, Final, Self, get_args, get_origin, get_type_hints

PLAIN: Final = frozenset({"raw", "readers"})
"""The fields of a record that are not on the wire."""


@dataclass(frozen=True, kw_only=True)
class Model:
    """A record with the fields this version knows; `raw` is the whole of what the server said."""

    readers: ClassVar[dict[str, Callable[[Any], Any]]] = {}
    """How each field is read, by what its type says."""

    raw: dict[str, Any] = field(default_factory=dict, repr=False, compare=False)

    def __init_subclass__(cls) -> None:
        cls.readers = {name: _reader(hint) for name, hint in get_type_hints(cls).items() if name not in PLAIN}

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Self:
        """Read a JSON object; unknown fields are left alone, missing ones get their defaults."""
        known = {name: read(raw[name]) for name, read in cls.readers.items() if raw.get(name) is not None}
        return cls(**known, raw=dict(raw))


def _reader(hint: Any) -> Callable[[Any], Any]:
    inner = [part for part in get_args(hint) if part not in (type(None), Ellipsis)]
    if get_origin(hint) is UnionType:
        return _reader(inner[0])
    if get_origin(hint) is tuple:
        each = _reader(inner[0])
        return lambda raw: tuple(map(each, raw))
    if isinstance(hint, type) and issubclass(hint, Model):
        return hint.read
    return lambda raw: raw

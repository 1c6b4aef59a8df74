"""Card facts: read once at import, checked, and frozen from then on."""

from __future__ import annotations

from pathlib import Path
from typing import Literal, TypeVar

import msgspec

T = TypeVar("T")

Source = Literal["rulebook", "published", "house"]
"""Where the facts of a card come from: printed in the French rulebook, known of the published cards, or our own."""


def load(path: Path, kind: type[T]) -> T:
    """The facts of one file as `kind`; a wrong or missing key is an error when the service starts."""
    return msgspec.json.decode(path.read_bytes(), type=kind)

"""When to try again, and how long to wait before."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from random import uniform
from typing import Final

IDEMPOTENT: Final = frozenset({"GET", "HEAD", "PUT", "DELETE"})
"""Saying these twice is as good as saying them once; a POST joins them when it carries an Idempotency-Key."""

PASSING: Final = frozenset({429, 502, 503, 504})
"""Refusals that pass by themselves."""

FIRST_PAUSE: Final = 0.2
LONGEST_PAUSE: Final = 8.0
LONGEST_WISH: Final = 60.0
"""A server that asks for more than a minute is answered by an error: the caller decides, not a sleeping loop."""


def wish(header: str | None) -> float | None:
    """The seconds a `Retry-After` header asks for; it may hold seconds or a date."""
    if not header:
        return None
    try:
        return max(0.0, float(header))
    except ValueError:
        pass
    try:
        moment = parsedate_to_datetime(header)
    except ValueError:
        return None
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    return max(0.0, (moment - datetime.now(UTC)).total_seconds())


class Patience:
    """Waits a little longer each time, never for ever, and not in step with other clients."""

    def __init__(self, tries: int) -> None:
        self.tries = tries
        self.failed = 0

    def again(self, asked: float | None = None) -> bool:
        """Wait for the next try and return True, or return False at once when it is time to give up."""
        self.failed += 1
        if self.failed > self.tries or (asked is not None and asked > LONGEST_WISH):
            return False
        pause = min(LONGEST_PAUSE, FIRST_PAUSE * 2.0 ** (self.failed - 1)) * uniform(0.5, 1.0)
        # What the server asks for is the least; the jitter on top keeps many clients from coming back at once.
        time.sleep(pause if asked is None else asked + min(pause, FIRST_PAUSE))
        return True

    def restore(self) -> None:
        """It worked again: forget the failures so far."""
        self.failed = 0

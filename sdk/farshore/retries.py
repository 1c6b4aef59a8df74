"""Retries: which requests may be repeated, and how long to wait before the next attempt."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from random import uniform
from typing import Final

IDEMPOTENT: Final = frozenset({"GET", "HEAD", "PUT", "DELETE"})
"""Methods that may be repeated safely; a POST may be when it carries an Idempotency-Key."""

TRANSIENT: Final = frozenset({429, 502, 503, 504})
"""Statuses after which the same request may succeed."""

FIRST_PAUSE_S: Final = 0.2
LONGEST_PAUSE_S: Final = 8.0
LONGEST_RETRY_AFTER_S: Final = 60.0
"""If the server asks for more, the error is raised: the caller decides whether to wait that long."""


def seconds_of(header: str | None) -> float | None:
    """The seconds of a `Retry-After` header, which holds seconds or a date."""
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


class Backoff:
    """Exponential backoff with jitter, for a limited number of retries."""

    def __init__(self, retries: int) -> None:
        self.retries = retries
        self.failures = 0

    def wait(self, retry_after: float | None = None) -> bool:
        """Sleep before the next attempt and return True, or return False at once when it is time to give up."""
        self.failures += 1
        if self.failures > self.retries or (retry_after is not None and retry_after > LONGEST_RETRY_AFTER_S):
            return False
        pause = min(LONGEST_PAUSE_S, FIRST_PAUSE_S * 2.0 ** (self.failures - 1)) * uniform(0.5, 1.0)
        # Retry-After is a minimum; the jitter on top keeps many clients from coming back at the same moment.
        time.sleep(pause if retry_after is None else retry_after + min(pause, FIRST_PAUSE_S))
        return True

    def reset(self) -> None:
        """An attempt succeeded: forget the failures so far."""
        self.failures = 0

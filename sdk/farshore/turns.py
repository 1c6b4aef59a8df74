"""A turn: this seat has a decision to make."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from typing import TYPE_CHECKING

from farshore.errors import Closed
from farshore.models import Decision, Update

if TYPE_CHECKING:
    from farshore.table import Table

log = logging.getLogger(__name__)

Picks = str | Iterable[str]
"""What is picked: one option, or several."""


def pick_list(picks: Picks) -> list[str]:
    """Picks as the API takes them."""
    return [picks] if isinstance(picks, str) else [str(pick) for pick in picks]


class Turn:
    """This seat has something to decide: `decision`, the first of all open `decisions`."""

    def __init__(self, table: Table, update: Update) -> None:
        self.table = table
        self.update = update
        self.view = update.view
        self.decisions = update.decisions
        self.decision = update.decisions[0] if update.decisions else Decision()

    def answer(self, picks: Picks, decision: Decision | None = None) -> Update:
        """Answer a decision, the first one unless another is given.

        If it has been closed meanwhile (by the clock, or by another client of the same player), nothing happens, and
        the next turn has what is open then. (`table.answer` raises `Closed` instead.)
        """
        try:
            return self.table.answer(decision or self.decision, picks)
        except Closed as closed:
            log.info("%s was not answered: %s", self.decision.id, closed)
            return self.table.view()

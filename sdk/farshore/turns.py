"""A turn: this seat is asked."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from typing import TYPE_CHECKING

from farshore.errors import Closed, Final, Finished
from farshore.models import Decision, Update

if TYPE_CHECKING:
    from farshore.table import Table

log = logging.getLogger(__name__)

Picks = str | Iterable[str]
"""What is picked: one option, or several."""


class Turn:
    """This seat is asked. Answer `decision`, or look at all `decisions` that are open."""

    def __init__(self, table: Table, update: Update) -> None:
        self.table = table
        self.update = update
        self.view = update.view
        self.decisions = update.decisions
        self.decision = update.decisions[0]

    def answer(self, picks: Picks, question: Decision | None = None) -> Update:
        """Answer the question, the first one unless another is named.

        Others may be faster: if the question has passed or was answered meanwhile, nothing is done, and the next
        turn asks what is open then. (`table.answer` raises `Closed` instead.)
        """
        try:
            return self.table.answer(question or self.decision, picks)
        except (Closed, Final, Finished) as passed:
            log.info("%s was not answered: %s", self.decision.id, passed)
            return self.table.view()

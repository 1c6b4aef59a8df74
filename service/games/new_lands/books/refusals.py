"""Why a book is not accepted. Nothing of a refused upload is kept."""

from __future__ import annotations

from service.games.kit.texts import TextRefused


class BookRefused(TextRefused):
    """The upload cannot become a book (RULES D2, D7, D10)."""

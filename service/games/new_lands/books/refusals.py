"""Why a book is not accepted. Nothing of a refused upload is kept."""

from __future__ import annotations

from typing import Any


class BookRefused(ValueError):
    """The upload cannot become a book; `code` names the reason for programs, `params` its figures."""

    def __init__(self, code: str, message: str, **params: Any) -> None:
        super().__init__(message)
        self.code = code
        self.params = params

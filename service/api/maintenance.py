"""While the service is drained, no new games can be started."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from service.api.context import language, stores
from service.api.errors import wordings
from service.games.kit.sentences import fill
from service.refusals import Draining
from service.tables.views import stamp


def notice() -> dict[str, Any] | None:
    """The notice shown in the lobby, if there is one."""
    drain = stores().maintenance.draining()
    if drain is None:
        return None
    words = wordings(language())["draining"]
    detail = fill(words.detail, language(), {"message": drain.message}).strip()
    return {"code": "draining", "title": words.title, "detail": detail, "since": stamp(drain.since)}


def unless_draining(view: Callable[..., Any]) -> Callable[..., Any]:
    """Refuse requests that start a game, or lead to one, while the service is drained."""

    @wraps(view)
    def checked(*args: Any, **kwargs: Any) -> Any:
        if (drain := stores().maintenance.draining()) is not None:
            raise Draining(since=stamp(drain.since), message=drain.message)
        return view(*args, **kwargs)

    return checked

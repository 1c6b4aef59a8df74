"""The table as a page of plain text, for people at a terminal, screen readers and language models."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Any, Final

from service.events.past import looked_up, recent_events
from service.events.store import EventLog
from service.games.kit.decision import Seat
from service.games.kit.event import Event
from service.games.kit.page import SENTENCE
from service.tables.muting import quiet_event, quiet_view
from service.tables.sentences import event_text, line, page_context, player_names
from service.tables.session import TableSession

NOTED: Final = ("talk", "fallback", "vote", "paused", "resumed")
"""Events of the table itself that the page includes."""


def page(
    session: TableSession,
    seat: Seat | None,
    language: str,
    log: EventLog | None = None,
    muted: Collection[Seat] = (),
) -> str:
    """The page for one viewer: their view, the events since their last answer, and their open decisions.

    Without a log it has no events, and so does not use up once-only events.
    """
    table, game = session.table, session.game
    if table.started is None:
        names = player_names(table, language)
        return "\n".join([game.words(language).name, line("not-begun", language), *(f"- {name}" for name in names), ""])
    heard = [] if log is None else looked_up(log, session, seat, recent_events(log, session, seat, language))
    story = _told(session, [quiet_event(event, muted) for event in heard], language)
    view = quiet_view(game.view(session.state, seat), muted if game.talk_counts else ())
    return game.page(view, page_context(session, seat, language, story))


def _told(session: TableSession, heard: Iterable[dict[str, Any]], language: str) -> Iterator[Event]:
    for event in heard:
        data = event["data"]
        if event["type"] == "story" and not data.get("told"):
            yield Event(data["kind"], data["data"])
        elif event["type"] in NOTED and (text := event_text(session.table, event, language)) is not None:
            yield Event(SENTENCE, {"text": text})

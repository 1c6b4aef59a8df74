"""The table as a page of plain text, for people at a terminal, screen readers and language models."""

from __future__ import annotations

from service.events.once_only import looked_up
from service.events.recent import recent_events
from service.events.store import EventLog
from service.games.kit.decision import Seat
from service.games.kit.event import Event
from service.games.kit.page import Ask, PageContext
from service.tables.parts import SeatRecord
from service.tables.session import TableSession

WAITING = {"en": "The game has not begun.", "fr": "La partie n’a pas commencé."}
FREE = {"en": "free", "fr": "libre"}


def page(log: EventLog, session: TableSession, seat: Seat | None, language: str) -> str:
    """The page for one viewer: their view, what they heard since their last answer, and what they are asked."""
    table, game = session.table, session.game
    names = tuple(player_name(n, record, language) for n, record in enumerate(table.seats))
    if table.started is None:
        return "\n".join([game.words(language).name, WAITING[language], *(f"- {name}" for name in names), ""])
    heard = looked_up(log, session, seat, recent_events(log, session, seat, language))
    told = [event["data"] for event in heard if event["type"] == "story" and not event["data"].get("told")]
    asked = session.questions().items()
    context = PageContext(
        seat=seat,
        names=names,
        language=language,
        decisions=tuple(Ask(id, question) for id, question in asked if question.seat == seat),
        story=tuple(Event(data["kind"], data["data"]) for data in told),
        result=table.result,
    )
    return game.page(game.view(session.state, seat), context)


def player_name(n: Seat, record: SeatRecord, language: str) -> str:
    """What a player is called; an empty seat is free."""
    if record.kind in ("open", "invite"):
        return FREE[language] if record.name is None else record.name
    return record.name or f"Bot {n + 1} ({record.level})"

"""What a viewer gets: the view, decisions, clocks and events, built for that viewer."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

import msgspec

from service.events.log import Entry, Logged, viewer
from service.games.kit import agenda
from service.games.kit.decision import Decision, Seat
from service.games.kit.game import Game
from service.tables import clocks
from service.tables.parts import OpenDecision, SeatRecord
from service.tables.store import Table

if TYPE_CHECKING:
    from service.tables.session import TableSession

Data = dict[str, Any]
SHOWN: Final = ("id", "game", "status", "visibility", "options", "owner", "clock", "start", "practice", "rematch")
"""The fields of a table that everybody who knows of it may see as they are."""

EPOCH = datetime(1970, 1, 1)  # noqa: DTZ001 (in UTC)


def update(session: TableSession, seat: Seat | None, language: str, events: list[Data] | None = None) -> Data:
    """Everything one viewer may see: view, decisions, clocks and result."""
    table = session.table
    # Before the game begins there is no view; nor if it is over and its rules are gone.
    hidden = table.started is None or (table.over and session.known_game is None)
    shown = {
        "table": table.id,
        "game": table.game,
        "status": table.status,
        "seq": table.seqs[viewer(seat)],
        "seat": seat,
        "view": None if hidden else session.game.view(session.state, seat),
        "decisions": decisions(session, seat, language),
        "waiting": session.waiting(),
        "clocks": clock_faces(session),
        "sand": sand(session),
        "paused": table.paused is not None,
        "result": result_data(table),
        "now": stamp(session.now),
    }
    if events is not None:
        shown["events"] = events
    return shown


def decisions(session: TableSession, seat: Seat | None, language: str) -> list[Data]:
    """The viewer's open decisions, with prompts."""
    if seat is None or session.table.status != "running":
        return []
    sealing = agenda.sealing(session.state)
    return [
        with_prompt(decision_data(name, question, session.table.opened.get(name), sealing), session.game, language)
        for name, question in session.questions().items()
        if question.seat == seat
    ]


def with_prompt(decision: Data, game: Game[Any, Any, Any], language: str) -> Data:
    """The decision with its prompt in this language."""
    return {**decision, "prompt": game.words(language).ask(decision["kind"], decision["about"])}


def clock_faces(session: TableSession) -> list[Data]:
    """The clocks of all seats, which everybody may see; empty if no clock is running."""
    table = session.table
    # A hidden timer of the game must not become visible here.
    seen = [opening for opening in table.opened.values() if opening.seat >= 0 or opening.sand is not None]
    if table.clock.mode == "none" and not any(opening.deadline for opening in seen):
        return []
    faces = []
    for seat in range(len(table.seats)):
        left = clocks.left(table, seat, session.now)
        ends = [o.deadline for o in table.opened.values() if o.seat == seat and o.deadline is not None]
        faces.append(
            {
                "seat": seat,
                "bank_s": None if left is None else left / 1000,
                "deadline": stamp(min(ends)) if ends and table.paused is None else None,
            }
        )
    return faces


def sand(session: TableSession) -> list[Data]:
    """The public timers of the game, and when each ends."""
    paused = session.table.paused is not None
    return [
        {"kind": opening.sand, "ends_at": None if paused else stamp(opening.deadline)}
        for opening in session.table.opened.values()
        if opening.sand is not None
    ]


def table_data(session: TableSession, player: str | None) -> Data:
    """The table: seats, settings, status and result."""
    table = session.table
    return {
        **{name: getattr(table, name) for name in SHOWN},
        "rules_version": table.rules,
        "created_at": stamp(table.created),
        "started_at": stamp(table.started),
        "finished_at": stamp(table.finished),
        "seats": [seat_data(n, seat) for n, seat in enumerate(table.seats)],
        "paused": table.paused is not None,
        "waiting": session.waiting(),
        "votes": {kind: table.votes.get(kind, []) for kind in ("pause", "resume", "abort", "extend")},
        "commitment": table.commitment if table.started is not None else None,
        "seed": table.seed if table.over else None,
        "result": result_data(table),
        "my_seat": table.seat_of(player),
        "invite_code": table.code if player is not None and player == table.owner else None,
        "watch_code": table.watch_code if player is not None and player == table.owner else None,
    }


def seat_data(n: Seat, seat: SeatRecord) -> Data:
    """One seat of the table."""
    player = None if seat.player is None else {"id": seat.player, "name": seat.name or ""}
    agent = None if seat.agent is None else {"id": seat.agent, "name": seat.name or ""}
    return {"seat": n, "kind": seat.kind, "name": seat.name, "player": player, "level": seat.level, "agent": agent}


def events_for(session: TableSession, entry: Entry, seat: Seat | None, language: str) -> list[Data]:
    """The events of one entry that this viewer may see."""
    id, game = session.table.id, session.known_game
    return [event_data(id, entry.at, n, event, game, language) for n, event in entry.heard(seat)]


def event_data(
    table: str, at: int, number: int, event: Logged, game: Game[Any, Any, Any] | None, language: str
) -> Data:
    """One event as the API sends it."""
    data = event.data
    if event.type == "decision-opened" and game is not None:
        data = with_prompt(data, game, language)
    elif event.type == "story" and game is not None and game.told_once:
        if data["kind"] in game.told_once:
            data = {**data, "once": True}
        elif data["kind"] in (game.told_anew, game.told_until):
            data = {**data, "again": True}
    return sent_event(number, at, table, event.type, data)


def sent_event(number: int, at: int, table: str | None, type: str, data: Data) -> Data:
    """An event of a stream. `table` is None for events of the lobby and of an account."""
    return {"seq": number, "at": stamp(at), "table": table, "type": type, "data": data}


# -- data shared by the log, the API and replays ------------------------------------------


@lru_cache(1024)
def stamp(millis: int | None) -> str | None:
    """A time in RFC 3339 format with milliseconds. Cached, because the events of one answer have the same."""
    if millis is None:
        return None
    return (EPOCH + timedelta(milliseconds=millis)).isoformat(timespec="milliseconds") + "Z"


def decision_data(name: str, question: Decision, opening: OpenDecision | None, sealed: bool) -> dict[str, Any]:
    """A decision as its player sees it, without the prompt."""
    return {
        **question.shown(name, sealed),
        "opened_at": None if opening is None else stamp(opening.opened),
        "deadline": None if opening is None else stamp(opening.deadline),
    }


def result_data(table: Table) -> dict[str, Any] | None:
    """How the table ended."""
    if table.result is None:
        return None
    return {**msgspec.structs.asdict(table.result), "forfeits": table.forfeits}

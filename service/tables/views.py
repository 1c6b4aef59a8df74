"""What a viewer gets to see: built for them, from what the rules let them know."""

from __future__ import annotations

from typing import Any

from service.events.log import Entry, Logged, viewer
from service.games.kit import agenda
from service.games.kit.decision import Seat
from service.games.kit.game import Game
from service.tables import clocks
from service.tables.session import Live, commitment
from service.tables.store import SeatRecord, Table
from service.tables.wire import decision_data, result_data, stamp

Data = dict[str, Any]


def update(live: Live, seat: Seat | None, language: str, events: list[Data] | None = None) -> Data:
    """The whole truth for one viewer: their view, their decisions, the clocks."""
    table = live.table
    shown = {
        "table": table.id,
        "game": table.game,
        "status": table.status,
        "seq": table.heads[viewer(seat)],
        "seat": seat,
        "view": live.game.view(live.s, seat) if table.started is not None else None,
        "decisions": decisions(live, seat, language),
        "waiting": live.waiting(),
        "clocks": clock_faces(live),
        "sand": sand(live),
        "paused": table.paused is not None,
        "result": result_data(table),
    }
    if events is not None:
        shown["events"] = events
    return shown


def decisions(live: Live, seat: Seat | None, language: str) -> list[Data]:
    """The viewer's own open decisions, in words."""
    if seat is None or live.table.status != "running":
        return []
    sealing = agenda.sealing(live.s)
    return [
        asked(decision_data(name, question, live.table.opened.get(name), sealing), live.game, language)
        for name, question in live.questions().items()
        if question.seat == seat
    ]


def asked(decision: Data, game: Game[Any, Any, Any], language: str) -> Data:
    """The decision with the sentence that asks it."""
    return {**decision, "prompt": game.words(language).ask(decision["kind"], decision["about"])}


def clock_faces(live: Live) -> list[Data]:
    """Everybody's clock, for everybody to see; none where no clock runs."""
    table = live.table
    # A timer of the game that nobody may see does not show here either.
    seen = [opening for opening in table.opened.values() if opening.seat >= 0 or opening.sand is not None]
    if table.clock.mode == "none" and not any(opening.deadline for opening in seen):
        return []
    faces = []
    for seat in range(len(table.seats)):
        left = clocks.left(table, seat, live.now)
        ends = [o.deadline for o in table.opened.values() if o.seat == seat and o.deadline is not None]
        faces.append(
            {
                "seat": seat,
                "bank_s": None if left is None else left / 1000,
                "deadline": stamp(min(ends)) if ends and table.paused is None else None,
            }
        )
    return faces


def sand(live: Live) -> list[Data]:
    """The game's own timers that run for everybody, and when each ends."""
    still = live.table.paused is not None
    return [
        {"kind": opening.sand, "ends_at": None if still else stamp(opening.deadline)}
        for opening in live.table.opened.values()
        if opening.sand is not None
    ]


def table_data(live: Live, player: str | None) -> Data:
    """The table itself: who sits there, under which conditions, and how it stands."""
    table = live.table
    return {
        "id": table.id,
        "game": table.game,
        "rules_version": table.rules,
        "status": table.status,
        "visibility": table.visibility,
        "options": table.options,
        "owner": table.owner,
        "created_at": stamp(table.created),
        "started_at": stamp(table.started),
        "finished_at": stamp(table.finished),
        "seats": [seat_data(n, seat) for n, seat in enumerate(table.seats)],
        "clock": table.clock,
        "start": table.start,
        "practice": table.practice,
        "paused": table.paused is not None,
        "waiting": live.waiting(),
        "votes": {kind: table.votes.get(kind, []) for kind in ("pause", "resume", "abort", "extend")},
        "commitment": commitment(table) if table.started is not None else None,
        "seed": table.seed if table.over else None,
        "result": result_data(table),
        "rematch": table.rematch,
        "my_seat": table.seat_of(player),
        "invite_code": table.code if player is not None and player == table.owner else None,
    }


def seat_data(n: Seat, seat: SeatRecord) -> Data:
    """One place at the table."""
    player = None if seat.player is None else {"id": seat.player, "name": seat.name or ""}
    agent = None if seat.agent is None else {"id": seat.agent, "name": seat.name or ""}
    return {"seat": n, "kind": seat.kind, "player": player, "level": seat.level, "agent": agent}


def heard(table: Table, entry: Entry, seat: Seat | None, game: Game[Any, Any, Any], language: str) -> list[Data]:
    """The events of one entry as this viewer hears them."""
    return [envelope(table.id, entry.at, n, event, game, language) for n, event in entry.heard(seat)]


def envelope(table: str, at: int, number: int, event: Logged, game: Game[Any, Any, Any] | None, language: str) -> Data:
    """One event on its way to a viewer."""
    data = event.data
    if event.type == "decision-opened" and game is not None:
        data = asked(data, game, language)
    return {"seq": number, "at": stamp(at), "table": table, "type": event.type, "data": data}

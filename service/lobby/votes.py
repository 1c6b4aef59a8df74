"""Votes: the players pause, resume, extend or abort their table together."""

from __future__ import annotations

from typing import Literal, get_args

from service.games.kit.decision import Seat
from service.refusals import Finished, NotRunning
from service.tables import changes, clocks
from service.tables.session import TableSession, transact
from service.tables.store import Tables

Kind = Literal["pause", "resume", "abort", "extend"]
EXTENSION_S = 60


def vote(tables: Tables, id: str, player: str, kind: Kind, agree: bool) -> TableSession:
    """Vote yes or no. A vote passes when every player who has not forfeited says yes."""

    def change(session: TableSession) -> bool:
        seat, table = session.must_seat(player), session.table
        if table.over:
            raise Finished()
        if table.status == "open":
            raise NotRunning()
        votes = table.votes.get(kind, [])
        no_effect = (kind == "pause" and table.paused is not None) or (kind == "resume" and table.paused is None)
        if no_effect or agree == (seat in votes):
            return False
        table.votes[kind] = [*votes, seat] if agree else [one for one in votes if one != seat]
        passed = set(table.votes[kind]) >= set(_voters(session))
        session.tell("vote", {"seat": seat, "kind": kind, "agree": agree, "passed": passed})
        if passed:
            table.votes = {}
            carry_out(session, kind)
        return True

    return transact(tables, id, change)


def player_left(session: TableSession, seat: Seat) -> None:
    """Recount the votes after a player has forfeited; a paused table without players is resumed."""
    table, left = session.table, set(_voters(session))
    for votes in table.votes.values():
        if seat in votes:
            votes.remove(seat)
    if table.over:
        table.paused = None
        return
    if not left and table.paused is not None:
        carry_out(session, "resume")
    for kind in get_args(Kind):
        if left and left <= set(table.votes.get(kind, ())):
            table.votes = {}
            carry_out(session, kind)


def _voters(session: TableSession) -> list[Seat]:
    return [
        n for n, seat in enumerate(session.table.seats) if seat.kind == "player" and n not in session.table.forfeits
    ]


def carry_out(session: TableSession, kind: Kind) -> None:
    """Do what the players agreed on."""
    table = session.table
    match kind:
        case "pause":
            table.paused = session.now
            session.tell("paused", {})
        case "resume":
            stopped = max(0, session.now - (table.paused or session.now))
            for opening in table.opened.values():
                opening.opened += stopped
            clocks.shift(table, stopped)
            table.paused = None
            changes.ask_agents_again(session)
            session.tell("resumed", {})
        case "extend":
            more = (table.clock.per_decision_s or EXTENSION_S) * 1000
            clocks.shift(table, more)
            table.banks = [bank + more for bank in table.banks]
            session.tell_clock()
        case "abort":
            changes.abort(session, "agreed")

"""Votes: what the people at a table decide together about the table itself."""

from __future__ import annotations

from typing import Literal, get_args

from service.games.kit.decision import Seat
from service.refusals import Finished, NotRunning
from service.stores import House
from service.tables import clocks
from service.tables.session import Live
from service.tables.store import Conflict
from service.tables.timeouts import present

Kind = Literal["pause", "resume", "abort", "extend"]
EXTENSION_S = 60


def vote(house: House, id: str, player: str, kind: Kind, agree: bool) -> Live:
    """Say yes or no. It passes when every person at the table who has not given up says yes."""
    while True:
        live = present(house, id, player)
        seat = live.must_seat(player)
        table = live.table
        if table.over:
            raise Finished()
        if table.status == "open":
            raise NotRunning()
        voices = table.votes.setdefault(kind, [])
        useless = (kind == "pause" and table.paused is not None) or (kind == "resume" and table.paused is None)
        if useless or agree == (seat in voices):
            return live
        if agree:
            voices.append(seat)
        else:
            voices.remove(seat)
        passed = set(voices) >= set(_voters(live))
        live.tell("vote", {"seat": seat, "kind": kind, "agree": agree, "passed": passed})
        if passed:
            table.votes = {}
            carry_out(live, kind)
        try:
            live.commit(house.tables)
        except Conflict:
            continue
        return live


def without(live: Live, seat: Seat) -> None:
    """Somebody has gone: what all others want passes, and a table is not paused for nobody."""
    table, left = live.table, set(_voters(live))
    for voices in table.votes.values():
        if seat in voices:
            voices.remove(seat)
    if table.over:
        table.paused = None
        return
    if not left and table.paused is not None:
        carry_out(live, "resume")
    for kind in get_args(Kind):
        if left and left <= set(table.votes.get(kind, ())):
            table.votes = {}
            carry_out(live, kind)


def _voters(live: Live) -> list[Seat]:
    return [n for n, seat in enumerate(live.table.seats) if seat.kind == "player" and n not in live.table.forfeits]


def carry_out(live: Live, kind: Kind) -> None:
    """Do what was agreed."""
    table = live.table
    match kind:
        case "pause":
            table.paused = live.now
            live.tell("paused", {})
        case "resume":
            stopped = max(0, live.now - (table.paused or live.now))
            for opening in table.opened.values():
                opening.opened += stopped
            clocks.shift(table, stopped)
            table.paused = None
            live.ask_agents_again()
            live.tell("resumed", {})
        case "extend":
            more = (table.clock.per_decision_s or EXTENSION_S) * 1000
            clocks.shift(table, more)
            table.banks = [bank + more for bank in table.banks]
            live.tell("clock", {"seat": None, "decision": None, "deadline": None, "warning": False})
        case "abort":
            live.abort("agreed")

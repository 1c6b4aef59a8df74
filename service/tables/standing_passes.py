"""Standing passes: a player who will not act out of turn says so once, instead of at every window."""

from __future__ import annotations

from service.games.kit.decision import Seat
from service.refusals import Finished
from service.stores import House
from service.tables.session import Live
from service.tables.store import Conflict, Passes
from service.tables.timeouts import present

NONE = Passes(())


def set_passes(house: House, id: str, player: str, passes: Passes) -> tuple[Live, Seat]:
    """Let windows pass from now on, those that are open included; no kinds: be asked again."""
    while True:
        live = present(house, id, player)
        seat = live.must_seat(player)
        if live.table.over:
            raise Finished()
        if live.table.passes.get(seat, NONE) == passes:
            return live, seat
        if passes.kinds:
            live.table.passes[seat] = passes
        else:
            live.table.passes.pop(seat, None)
        try:
            live.commit(house.tables)
        except Conflict:
            continue
        return live, seat

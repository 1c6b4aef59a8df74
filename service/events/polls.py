"""Pages and long polls of the events of a table."""

from __future__ import annotations

import time
from typing import Any

from service.events.feeds import Feeds
from service.events.log import viewer
from service.events.streams import past, snapshot
from service.tables.play import present
from service.tables.session import TableSession
from service.tables.store import Tables

Data = dict[str, Any]


def page(
    tables: Tables, feeds: Feeds, id: str, player: str | None, after: int | None, wait: float, limit: int, language: str
) -> tuple[list[Data], int]:
    """The next events after a number; waits if there are none yet."""
    number = after or 0
    session = wait_for_event(tables, feeds, id, player, number, wait)
    # The seat may have been left, and taken by somebody else, during the wait.
    seat = session.table.seat_of(player)
    items = past(feeds.log, session, seat, number, limit, language)
    if after is None:
        items.insert(0, snapshot(session, seat, 0, language))
    return items, items[-1]["seq"] if items else number


def wait_for_event(tables: Tables, feeds: Feeds, id: str, player: str | None, after: int, wait: float) -> TableSession:
    """The table, as soon as it has an event newer than `after` for this viewer, or after a time-out."""
    session = present(tables, id, player)
    seat = session.table.seat_of(player)
    if session.table.seqs[viewer(seat)] > after or session.table.over or wait <= 0:
        return session
    with feeds.follow(id) as follower:
        session = present(tables, id, player)
        end = time.monotonic() + wait
        while (
            session.table.seqs[viewer(seat)] <= after
            and not session.table.over
            and (left := end - time.monotonic()) > 0
        ):
            follower.wait(left)
            session = present(tables, id, player)
    return session

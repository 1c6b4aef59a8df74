"""Following a table or an account: what a viewer hears, from any number on, until there is no more to hear."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

from service.events.log import Entry, viewer
from service.events.once_only import as_it_happens, looked_up
from service.games.kit.decision import Seat
from service.stores import House
from service.tables.session import Live
from service.tables.timeouts import present
from service.tables.views import heard, update
from service.tables.wire import stamp

Data = dict[str, Any]
LAST = ("finished", "aborted")


def page(
    house: House, id: str, player: str | None, after: int | None, wait: float, limit: int, language: str
) -> tuple[list[Data], int]:
    """The next events after a number, waiting for the first of them if there is none yet."""
    live = present(house, id, player)
    seat, number = live.table.seat_of(player), after or 0
    if wait > 0 and live.table.heads[viewer(seat)] <= number and not live.table.over:
        with house.feeds.follow(id) as follower:
            live = present(house, id, player)
            end = time.monotonic() + wait
            while live.table.heads[viewer(seat)] <= number and (left := end - time.monotonic()) > 0:
                follower.wait(left)
                live = present(house, id, player)
    # The seat may have been left, and taken by somebody else, during the wait.
    seat = live.table.seat_of(player)
    items = _past(house, live, seat, number, limit, language)
    if after is None:
        items.insert(0, _snapshot(live, seat, 0, language))
    return items, items[-1]["seq"] if items else number


def wait_for_news(house: House, id: str, player: str | None, after: int, wait: float) -> Live:
    """The table, as soon as this viewer has been told more than `after` events, or when the time is over."""
    live = present(house, id, player)
    seat = live.table.seat_of(player)
    if live.table.heads[viewer(seat)] > after or live.table.over or wait <= 0:
        return live
    with house.feeds.follow(id) as follower:
        live = present(house, id, player)
        end = time.monotonic() + wait
        while live.table.heads[viewer(seat)] <= after and not live.table.over and (left := end - time.monotonic()) > 0:
            follower.wait(left)
            live = present(house, id, player)
    return live


def table(
    house: House,
    id: str,
    player: str | None,
    after: int | None,
    language: str,
    heartbeat: float,
    still: Callable[[], bool],
) -> Iterator[list[Data]]:
    """The stream of one table: a snapshot, then events without a gap. Ends with the table.

    What happened together comes together, since each piece costs a way through the web server; an empty one is a
    heartbeat.
    """
    with house.feeds.follow(id) as follower:
        live = present(house, id, player)
        seat = live.table.seat_of(player)
        head = live.table.heads[viewer(seat)]
        number = min(after, head) if after is not None else max(0, head - 1) if live.table.over else head
        yield [_snapshot(live, seat, number, language)]
        while number < head and (past := _past(house, live, seat, number, 500, language)):
            number = past[-1]["seq"]
            yield past
        version = live.table.version
        while not live.table.over:
            rung = follower.wait(heartbeat)
            if not still():
                return
            if not rung:
                yield []
                continue
            entries = follower.after(version)
            if not entries and house.tables.load(id) is None:
                now = stamp(house.deadlines.now())
                yield [{"seq": number + 1, "at": now, "table": id, "type": "deleted", "data": {}}]
                return
            for entry in entries:
                version = entry.version
                seat = _seat_now(entry, seat, player)
                told = heard(live.table, entry, seat, live.game, language)
                if news := as_it_happens(house, live, seat, told, entry.at):
                    number = news[-1]["seq"]
                    yield news
                if _ends(entry, seat, player):
                    return


def _past(house: House, live: Live, seat: Seat | None, number: int, limit: int, language: str) -> list[Data]:
    """What the viewer had been told when the table was loaded; what the log has got since comes as news."""
    head = live.table.heads[viewer(seat)]
    entries = house.log.after(live.table.id, seat, number, limit) if number < head else []
    told = (event for entry in entries for event in heard(live.table, entry, seat, live.game, language))
    return looked_up(house, live, seat, [event for event in told if number < event["seq"] <= head][:limit])


def _snapshot(live: Live, seat: Seat | None, number: int, language: str) -> Data:
    shown = update(live, seat, language)
    return {"seq": number, "at": stamp(live.now), "table": live.table.id, "type": "snapshot", "data": shown}


def _seat_now(entry: Entry, seat: Seat | None, player: str | None) -> Seat | None:
    """Where the viewer sits from this entry on. Before the game begins all viewers hear the same, so numbers go on."""
    for event in entry.events:
        if event.type == "seat" and event.data["player"] is not None and event.data["player"]["id"] == player:
            taken: Seat = event.data["seat"]
            return taken
    return seat


def _ends(entry: Entry, seat: Seat | None, player: str | None) -> bool:
    """The table is over; or somebody else has this seat now, who must not be overheard."""
    for event in entry.events:
        if event.type in LAST:
            return True
        if event.type == "seat" and seat is not None and event.data["seat"] == seat:
            sitting = event.data["player"]
            if event.data["kind"] != "forfeited" and (sitting is None or sitting["id"] != player):
                return True
    return False

"""Following a table or an account: what a viewer hears, from any number on, until there is no more to hear."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from service.games.kit.decision import Seat
from service.play.house import House, concerns
from service.play.live import Live
from service.play.showing import decisions, heard, update
from service.play.timing import present
from service.play.wire import result_data, stamp
from service.store import keys
from service.store.log import Entry, viewer

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
            while live.table.heads[viewer(seat)] <= number and wait > 0:
                before = house.deadlines.now()
                follower.wait(wait)
                live = present(house, id, player)
                wait -= (live.now - before) / 1000
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
        while live.table.heads[viewer(seat)] <= after and wait > 0 and not live.table.over:
            before = live.now
            follower.wait(wait)
            live = present(house, id, player)
            wait -= (live.now - before) / 1000
    return live


def table(
    house: House,
    id: str,
    player: str | None,
    after: int | None,
    language: str,
    heartbeat: float,
    still: Callable[[], bool],
) -> Iterator[Data | None]:
    """The stream of one table: a snapshot, then events without a gap; None is a heartbeat. Ends with the table."""
    with house.feeds.follow(id) as follower:
        live = present(house, id, player)
        seat = live.table.seat_of(player)
        head = live.table.heads[viewer(seat)]
        number = after if after is not None else max(0, head - 1) if live.table.over else head
        yield _snapshot(live, seat, number, language)
        while number < head:
            for event in _past(house, live, seat, number, 500, language):
                number = event["seq"]
                yield event
        version = live.table.version
        while not live.table.over and still():
            if not follower.wait(heartbeat):
                yield None
                continue
            entries = follower.after(version)
            if not entries and house.tables.load(id) is None:
                return
            for entry in entries:
                version = entry.version
                yield from heard(live.table, entry, seat, live.game, language)
                if _ends(entry, seat, player):
                    return


def _past(house: House, live: Live, seat: Seat | None, number: int, limit: int, language: str) -> list[Data]:
    if number >= live.table.heads[viewer(seat)]:
        return []
    found: list[Data] = []
    for entry in house.log.after(live.table.id, seat, number, limit):
        found += [event for event in heard(live.table, entry, seat, live.game, language) if event["seq"] > number]
    return found[:limit]


def _snapshot(live: Live, seat: Seat | None, number: int, language: str) -> Data:
    shown = update(live, seat, language)
    return {"seq": number, "at": stamp(live.now), "table": live.table.id, "type": "snapshot", "data": shown}


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


# -- the account ------------------------------------------------------------------------


def account(
    house: House, player: str, language: str, heartbeat: float, still: Callable[[], bool]
) -> Iterator[Data | None]:
    """Everything that waits for a player over all tables; whatever waits when the stream opens comes first."""
    told: dict[str, tuple[str, frozenset[str]]] = {}
    number = 0
    with house.bells.waiter(keys.player_bell(player)) as waiter:
        now = house.deadlines.now()
        summaries = []
        for live in _live_tables(house, player, now):
            seat, open_now = live.table.seat_of(player), decisions(live, live.table.seat_of(player), language)
            told[live.table.id] = (_standing(live, player), frozenset(decision["id"] for decision in open_now))
            summary = {"id": live.table.id, "game": live.table.game, "status": live.table.status, "my_seat": seat}
            summaries.append({**summary, "decisions": open_now})
        yield {"seq": number, "at": stamp(now), "table": None, "type": "snapshot", "data": {"tables": summaries}}
        while still():
            if not waiter.wait(heartbeat):
                yield None
                continue
            for live in _live_tables(house, player, house.deadlines.now(), set(told)):
                standing, known = told.get(live.table.id, ("", frozenset()))
                open_now = decisions(live, live.table.seat_of(player), language)
                told[live.table.id] = (_standing(live, player), frozenset(decision["id"] for decision in open_now))
                news = [("your-decision", decision) for decision in open_now if decision["id"] not in known]
                if standing != (stands := _standing(live, player)) and stands in ("invited", *LAST):
                    news.append((stands, _standing_data(live, player)))
                for kind, data in news:
                    number += 1
                    event = {"seq": number, "at": stamp(live.now), "table": live.table.id, "type": kind, "data": data}
                    yield event
                if live.table.over:
                    del told[live.table.id]
                    house.people.forget_live(player, live.table.id)


def _live_tables(house: House, player: str, now: int, also: set[str] | None = None) -> list[Live]:
    """The player's own tables that are not over, and those of `also`; the register may name more than are theirs."""
    ids = sorted({*house.people.live_tables(player), *(also or ())})
    found = [Live(table, now) for table in house.tables.load_many(ids) if concerns(table, player)]
    gone = [live.table.id for live in found if live.table.over and live.table.id not in (also or ())]
    house.people.forget_live(player, *gone)
    return [live for live in found if live.table.id not in gone]


def _standing(live: Live, player: str) -> str:
    if live.table.over:
        return live.table.status
    invited = any(seat.kind == "invite" and seat.player == player for seat in live.table.seats)
    return "invited" if invited else live.table.status


def _standing_data(live: Live, player: str) -> Data:
    if live.table.over:
        return {"game": live.table.game, "result": result_data(live.table)}
    seat = next((n for n, s in enumerate(live.table.seats) if s.kind == "invite" and s.player == player), None)
    return {"game": live.table.game, "seat": seat}

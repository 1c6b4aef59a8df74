"""Hides the talk of players whom the caller has muted."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from flask import current_app

from service.api.auth import Cache
from service.api.context import EXTENSION
from service.games.kit.decision import Seat
from service.moderation.store import Moderation
from service.tables.muting import is_talk, muted_seats, quiet_event, quiet_view
from service.tables.session import TableSession
from service.tables.store import Tables

Data = dict[str, Any]


class MuteCache(Cache[frozenset[str]]):
    """A cache of whom each player has muted. Changes invalidate it immediately, by notification."""

    def __init__(self, moderation: Moderation) -> None:
        super().__init__(moderation.muted, lambda _: 60.0)

    def muted(self, player: str | None) -> frozenset[str]:
        """The players that this player has muted."""
        return (self.get(player) if player is not None else None) or frozenset()


def cache() -> MuteCache:
    """The cache of this process."""
    found: MuteCache = current_app.extensions[EXTENSION]["mutes"]
    return found


def quiet_update(shown: Data, session: TableSession, player: str | None) -> Data:
    """An update without the talk of muted players. Only updates that may contain talk cost a look-up."""
    events = shown.get("events") or ()
    counts = session.known_game is not None and session.known_game.talk_counts
    if not counts and not any(map(is_talk, events)):
        return shown
    if seats := seats_muted_by(session, player):
        shown["view"] = quiet_view(shown["view"], seats)
        if events:
            shown["events"] = [quiet_event(event, seats) for event in events]
    return shown


def seats_muted_by(session: TableSession, player: str | None) -> frozenset[Seat]:
    """The seats of players whom this player has muted."""
    return muted_seats(session.table, cache().muted(player))


def quiet_chunks(tables: Tables, player: str | None, chunks: Iterator[list[Data]]) -> Iterator[list[Data]]:
    """A stream without the talk of muted players. Whom the player has muted may change while the stream is open."""
    return chunks if player is None else _quiet_chunks(tables, cache(), player, chunks)


def _quiet_chunks(tables: Tables, mutes: MuteCache, player: str, chunks: Iterator[list[Data]]) -> Iterator[list[Data]]:
    for chunk in chunks:
        if chunk and any(is_talk(event) or event["type"] in ("snapshot", "view") for event in chunk):
            muted = mutes.muted(player)
            yield [_quiet(tables, muted, event) for event in chunk] if muted else chunk
        else:
            yield chunk


def _quiet(tables: Tables, muted: frozenset[str], event: Data) -> Data:
    views = event["type"] in ("snapshot", "view") and event["data"].get("view") is not None
    if not views and not is_talk(event):
        return event
    found = tables.load(event["table"])
    seats = frozenset[Seat]() if found is None else muted_seats(found[0], muted)
    if not views:
        return quiet_event(event, seats)
    return {**event, "data": {**event["data"], "view": quiet_view(event["data"]["view"], seats)}}

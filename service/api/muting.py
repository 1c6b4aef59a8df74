"""Hides the talk of players whom the caller has muted."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from typing import Any, Final

from flask import current_app

from service.games.kit.decision import Seat
from service.moderation.store import Moderation
from service.tables.muting import is_talk, muted_seats, quiet_event, quiet_view
from service.tables.session import TableSession
from service.tables.store import Tables

EXTENSION: Final = "farshore-mutes"
KNOWN_FOR_S: Final = 60.0

Data = dict[str, Any]


class MuteCache:
    """A cache of whom each player has muted. Changes invalidate it immediately, by notification."""

    def __init__(self, moderation: Moderation) -> None:
        self._moderation = moderation
        self._known: dict[str, tuple[float, frozenset[str]]] = {}
        self._changes = 0
        self._lock = threading.Lock()

    def muted(self, player: str | None) -> frozenset[str]:
        """The players that this player has muted."""
        if player is None:
            return frozenset()
        known = self._known.get(player)
        if known is not None and time.monotonic() < known[0]:
            return known[1]
        changes = self._changes
        found = self._moderation.muted(player)
        with self._lock:
            if len(self._known) > 20_000:
                self._known.clear()
            if changes == self._changes:
                self._known[player] = (time.monotonic() + KNOWN_FOR_S, found)
        return found

    def forget(self, player: bytes | None) -> None:
        """A player has muted or unmuted somebody; None: it could be any player."""
        with self._lock:
            self._changes += 1
            if player is None:
                self._known.clear()
            else:
                self._known.pop(player.decode(), None)


def cache() -> MuteCache:
    """The cache of this process."""
    found: MuteCache = current_app.extensions[EXTENSION]
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

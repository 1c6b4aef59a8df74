"""Everything that is stored about a person, for that person."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import msgspec

from service.accounts import owned
from service.accounts.store import Player, player_data, token_data
from service.agents import registry
from service.arena import arenas
from service.books import uploads
from service.books.hidden_meanings import hidden_meaning_data
from service.moderation.reports import report_data
from service.stores import Stores
from service.tables.muting import spoken
from service.tables.session import TableSession
from service.tables.store import Table
from service.tables.views import stamp, table_data

WHOLE_LOG: Final = 100_000

Data = dict[str, Any]


def export(stores: Stores, player: Player, language: str) -> Iterator[bytes]:
    """One JSON document, written piece by piece, since there may be thousands of tables."""
    encode, id = msgspec.json.encode, player.id
    head = encode(
        {
            "player": player_data(player),
            "research": player.research,
            "recovery_code": stores.accounts.records.has_recovery_code(id),
            "tokens": [token_data(token) for token in stores.accounts.tokens(id)],
            "mutes": sorted(stores.moderation.muted(id)),
            "reports": [report_data(report) for report in stores.moderation.reports_of(id)],
            "usage": stores.quotas.usage(id, stores.tables.now()),
            "limits": stores.quotas.limits(id),
        }
    )
    yield head.removesuffix(b"}")
    for name, items in (
        ("agents", (registry.agent_data(stores.tables, stores.agents, one, id) for one in owned.agents(stores, id))),
        # Without the texts, which the player has uploaded.
        ("books", (uploads.book_data(one, language) for one in owned.books(stores, id))),
        ("arenas", (arenas.arena_data(one) for one in owned.arenas(stores, id))),
        ("tables", _tables(stores, id)),
    ):
        yield b"," + encode(name) + b":["
        for n, item in enumerate(items):
            yield (b"," if n else b"") + encode(item)
        yield b"]"
    yield b"}"


def _tables(stores: Stores, player: str) -> Iterator[Data]:
    """The player's tables; for those where they sit, also what they answered and said."""
    for ids in owned.tables(stores, player):
        yield from (_table(stores, table, player) for table in stores.tables.load_many(ids) if player in table.people)


def _table(stores: Stores, table: Table, player: str) -> Data:
    seat = table.seat_of(player)
    found: Data = {"table": table_data(TableSession(table, stores.tables.now()), player)}
    if table.over and (published := stores.hidden_meanings.of_table(table.id)) is not None:
        found["hidden_meaning"] = hidden_meaning_data(published)
    if seat is None:
        return found
    return {
        **found,
        "answers": [
            {"decision": one.name, "picks": one.picks, "at": stamp(one.at), "by": one.by}
            for one in stores.tables.answers(table.id)
            if one.seat == seat
        ],
        "talk": [one for one in spoken(stores.log.after(table.id, seat, 0, WHOLE_LOG), seat) if one["seat"] == seat],
        "transcript": stores.transcripts.of(table.id, seat),
    }

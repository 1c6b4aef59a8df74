"""The wall of hidden meanings: winners of New Lands hang up the sentence they found (RULES 6.3 of that game)."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from service.books.meanings_store import MeaningRecord
from service.games.new_lands import NewLands
from service.games.new_lands.rules.ending import points, rank_number
from service.refusals import NotFinished, NotFound
from service.storage import keys
from service.stores import House
from service.tables.session import Live
from service.tables.timeouts import present
from service.tables.wire import stamp

LONGEST: Final = 500
SCANNED: Final = 5

Data = dict[str, Any]


def publish(house: House, id: str, player: str, named: bool) -> Data:
    """Hang up what was won at this table; whoever agrees is named beside it."""
    live = present(house, id, player)
    name = live.table.seats[live.must_seat(player)].name or ""
    if not live.table.over:
        raise NotFinished()
    meaning = house.meanings.of_table(id) or _won(live)
    others = tuple(one for one in meaning.players if one != name)
    meaning = msgspec.structs.replace(meaning, players=(*others, name) if named else others)
    house.meanings.hang(meaning)
    return meaning_data(meaning)


def withdraw(house: House, id: str, player: str) -> None:
    """Any of its winners may take a sentence down."""
    live = present(house, id, player)
    live.must_seat(player)
    meaning = house.meanings.of_table(id)
    if meaning is None:
        raise NotFound(what="meaning")
    house.meanings.take_down(meaning)


def remove(house: House, id: str) -> None:
    """The operator takes a sentence down."""
    meaning = house.meanings.get(id)
    if meaning is None:
        raise NotFound(what="meaning")
    house.meanings.take_down(meaning)


def page(
    house: House, book: str | None, language: str | None, before: str | None, limit: int
) -> tuple[list[Data], str | None]:
    """The wall, newest first; of one book or one language where that is wanted."""
    found: list[Data] = []
    for _ in range(SCANNED):
        held = house.meanings.page(before, limit)
        for meaning in held:
            if book in (None, meaning.book) and language in (None, meaning.language):
                found.append(meaning_data(meaning))
                if len(found) == limit:
                    return found, meaning.id
        if len(held) < limit:
            return found, None
        before = held[-1].id
    return found, before


def _won(live: Live) -> MeaningRecord:
    game = live.game
    meaning = game.hidden_meaning(live.s) if isinstance(game, NewLands) else None
    if meaning is None:
        raise NotFound(what="meaning")
    s, book = live.s, live.s.text()
    return MeaningRecord(
        id=keys.new_id(live.now),
        table=live.table.id,
        sentence=meaning.sentence[:LONGEST],
        title=book.title,
        author=book.author,
        language=s.language,
        book=book.fingerprint,
        page=meaning.page,
        theme=meaning.exploration,
        mode=s.options.mode,
        difficulty=s.options.level,
        rank=f"rank-{rank_number(points(s))}" if s.options.ranks else None,
        players=(),
        at=live.now,
    )


def meaning_data(meaning: MeaningRecord) -> Data:
    """A sentence as everybody sees it."""
    shown: Data = msgspec.to_builtins(meaning)
    del shown["table"]
    return {**shown, "at": stamp(meaning.at)}

"""A finished table as rows of the database: the game, its seats, options and decisions."""

from __future__ import annotations

import logging
from collections.abc import Container
from typing import Any, Final

import msgspec

from service.archive import statistics
from service.archive.records import GameRows, Row
from service.archive.statistics import Offer
from service.archive.store import Record
from service.games.kit.decision import SAY, Answer
from service.games.kit.game import PLAYER, Game, Result
from service.refusals import Refused
from service.replays.replay import rerun
from service.tables.parts import SeatRecord, TakenAnswer
from service.tables.session import TableSession
from service.tables.store import Table

log = logging.getLogger(__name__)
TABLE_FIELDS: Final = ("id", "game", "status", "visibility", "practice", "owner", "started", "finished")
SEAT_FIELDS: Final = ("kind", "player", "name", "level", "agent", "model")
"""The columns that are copied as they are."""

_answer = msgspec.msgpack.Decoder(TakenAnswer).decode


def rows_of(session: TableSession, record: Record, now: int, consenting: Container[str] = ()) -> GameRows:
    """The rows of a table that is over. `consenting` are the players whose games may be used for research."""
    table, taken = session.table, [_answer(raw) for raw in record.answers]
    packed = record.pack()
    game = {
        **{name: getattr(table, name) for name in TABLE_FIELDS},
        "rules_version": table.rules,
        "reason": table.result.reason if table.result else "",
        # Only a replay that was imported has seats of people without a player.
        "imported": any(seat.kind == "player" and seat.player is None for seat in table.seats),
        "seats": len(table.seats),
        "clock": table.clock.mode,
        "opened": table.created,
        "archived": now,
        "length": len(taken),
        "best_score": max(table.result.scores, default=None) if table.result else None,
        "version": record.version,
        "transcript_lines": len(record.transcript),
        "bytes": len(packed),
    }
    roles, decisions, offers = _played(session, taken)
    seats = [
        _seat_row(table, n, seat, roles[n] if roles else PLAYER, seat.player in consenting)
        for n, seat in enumerate(table.seats)
    ]
    cards, standings, meetings = statistics.sums_of(game, seats, decisions, offers)
    return GameRows(game, packed, seats, _option_rows(table), decisions, cards, standings, meetings)


def _seat_row(table: Table, n: int, seat: SeatRecord, role: str, consent: bool) -> Row:
    result = table.result or Result(winners=(), places=())
    return {
        "game_id": table.id,
        "seat": n,
        **{name: getattr(seat, name) for name in SEAT_FIELDS},
        "agent_version": seat.version,
        "role": role,
        "score": result.scores[n] if result.scores else None,
        "place": result.places[n] if result.places else None,
        "won": n in result.winners,
        "forfeited": n in table.forfeits,
        "consent": consent,
        "game": table.game,
    }


def _option_rows(table: Table) -> list[Row]:
    return [
        {"game_id": table.id, "name": name, "value": option_text(value), "game": table.game}
        for name, value in sorted(table.options.items())
    ]


def option_text(value: Any) -> str:
    """The value of an option as it is stored and searched: strings unchanged, everything else as JSON."""
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


def _played(session: TableSession, taken: list[TakenAnswer]) -> tuple[tuple[str, ...], list[Row], list[Offer]]:
    """The role of each seat, the decisions and their options, and the cards among the options.

    This needs the rules and the book of the game. Without them, the options are unknown.
    """
    try:
        game, state = session.game, session.state
        decisions, offers = _decisions(session.table, taken, game)
        # A card that is dealt counts as if it had been the only option.
        dealt = [
            Offer(seat, kind, frozenset({card}), frozenset({card})) for kind, seat, card in game.dealt_cards(state)
        ]
        return game.roles(state), decisions, offers + dealt
    except Refused:
        return (), *_decisions(session.table, taken, None)
    except Exception:
        # Whatever the reason, the record of the game must be stored.
        log.exception("the decisions of table %s cannot be played again", session.table.id)
        return (), *_decisions(session.table, taken, None)


def _decisions(
    table: Table, taken: list[TakenAnswer], game: Game[Any, Any, Any] | None
) -> tuple[list[Row], list[Offer]]:
    states = iter(()) if game is None else rerun(game, table, taken)
    offered: dict[str, tuple[str, ...]] = {}
    opened: dict[str, int] = {}
    asked_at = table.started or table.created
    rows: list[Row] = []
    offers: list[Offer] = []
    for number, one in enumerate(taken):
        if game is not None:
            s, _ = next(states)
            offered = {name: question.options for name, question in game.questions(s).items()}
            opened = {name: opened.get(name, asked_at) for name in offered}
            if one.kind in game.card_decisions and one.name in offered:
                cards = {option: game.card_of(s, one.kind, option) for option in offered[one.name]}
                offers.append(Offer(one.seat, one.kind, _cards(cards, offered[one.name]), _cards(cards, one.picks)))
                if combined := game.combinations(s, Answer(one.seat, one.kind, one.picks)):
                    kind, possible, made = combined
                    offers.append(Offer(one.seat, kind, frozenset(possible), frozenset(made)))
        asked_at = one.at
        if one.kind == SAY:
            continue
        since = opened.get(one.name)
        rows.append(
            {
                "game_id": table.id,
                "number": number,
                "decision": one.name,
                "kind": one.kind,
                "seat": one.seat,
                "offered": offered.get(one.name),
                "picks": one.picks,
                "answered": one.at,
                "took": None if since is None else max(0, one.at - since),
                "answered_by": one.by,
            }
        )
    return rows, offers


def _cards(cards: dict[str, str | None], options: tuple[str, ...]) -> frozenset[str]:
    return frozenset(card for option in options if (card := cards[option]) is not None)

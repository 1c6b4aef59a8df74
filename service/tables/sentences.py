"""Events and options as sentences in the language of the reader."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from service.games import REGISTRY
from service.games.kit.decision import Seat
from service.games.kit.event import Event
from service.games.kit.page import Ask, PageContext
from service.games.kit.sentences import fill
from service.tables.parts import SeatRecord
from service.tables.session import TableSession
from service.tables.store import Table, Tables

Data = dict[str, Any]


def player_names(table: Table, language: str) -> tuple[str, ...]:
    """What the players are called, by seat."""
    return tuple(_player_name(n, record, language) for n, record in enumerate(table.seats))


def _player_name(n: Seat, record: SeatRecord, language: str) -> str:
    """A bot without a name is called by its level, and an empty seat is "free"."""
    if record.kind in ("open", "invite"):
        return record.name or line("free", language)
    return record.name or f"Bot {n + 1} ({record.level})"


def line(key: str, language: str, names: tuple[str, ...] = (), **said: Any) -> str:
    """A sentence of the table itself. `seat` and `seats` are replaced by names."""
    return fill(_sentences(language)[key], language, said, lambda key, value: _named(names, key, value))


def _named(names: tuple[str, ...], key: str, value: Any) -> str:
    return names[value] if key in ("seat", "seats") and isinstance(value, int) else str(value)


@cache
def _sentences(language: str) -> dict[str, str]:
    return msgspec.json.decode((Path(__file__).parent / "text" / f"{language}.json").read_bytes(), type=dict[str, str])


def page_context(session: TableSession, seat: Seat | None, language: str, story: Iterable[Event] = ()) -> PageContext:
    """The context of a page or sentence: the reader, the names, the open decisions and the recent events."""
    table = session.table
    return PageContext(
        seat=seat,
        names=player_names(table, language),
        language=language,
        decisions=tuple(
            Ask(id, question, _seconds_left(session, id))
            for id, question in session.questions().items()
            if question.seat == seat
        ),
        story=tuple(story),
        result=table.result,
        waiting=tuple(session.waiting()),
    )


def _seconds_left(session: TableSession, decision: str) -> int | None:
    opening = session.table.opened.get(decision)
    if opening is None or opening.deadline is None or session.table.paused is not None:
        return None
    return max(0, opening.deadline - session.now) // 1000


def with_option_texts(session: TableSession, seat: Seat | None, decisions: list[Data], language: str) -> list[Data]:
    """The same decisions, with the meaning of each option."""
    if not decisions:
        return decisions
    context = page_context(session, seat, language)
    view, asked = session.game.view(session.state, seat), session.questions()
    return [
        {
            **decision,
            "texts": {
                option: session.game.option_text(view, context, asked[decision["id"]], option)
                for option in decision["options"]
            },
        }
        for decision in decisions
    ]


def event_text(table: Table, event: Data, language: str) -> str | None:
    """One event as a sentence; None if it is of no interest to a person."""
    names, data = player_names(table, language), event["data"]
    game = REGISTRY.get(table.game)
    match event["type"]:
        case "story" if game is not None and not data.get("told"):
            context = PageContext(seat=None, names=names, language=language)
            return game.event_text(Event(data["kind"], data["data"]), context)
        # Where speech counts, the game says what is heard.
        case "talk" if game is not None and not game.talk_counts:
            return line("talk", language, name=names[data["seat"]], text=data["text"])
        case "clock" if data["warning"]:
            return line("hurry", language)
        case "clock" if data.get("reason") == "outage":
            return line("outage", language, seconds=data["seconds"])
        case "clock" if "reason" in data:
            return line(data["reason"], language, names, seat=data["seat"])
        case "vote":
            return line(
                f"vote-{data['kind']}" if data["agree"] else "vote-withdrawn", language, names, seat=data["seat"]
            )
        case "seat" if data["kind"] in ("player", "forfeited"):
            return line("sits-down" if data["kind"] == "player" else "gave-up", language, names, seat=data["seat"])
        case "seat":
            return line("seat-free", language)
        case "fallback":
            return line(f"fallback-{data['reason']}", language, names, seat=data["seat"])
        case "finished":
            winners = data["result"]["winners"]
            return line("won" if winners else "finished", language, names, seats=list(winners))
        case "started" | "paused" | "resumed" | "aborted":
            return line(event["type"], language)
    return None


def chunks_in_words(tables: Tables, chunks: Iterable[list[Data]], language: str) -> Iterator[list[Data]]:
    """The events of a stream with sentences. Names are looked up again when a seat has changed."""
    known: dict[str, Table] = {}
    for chunk in chunks:
        told = []
        for event in chunk:
            id = event["table"]
            if id is not None and (id not in known or event["type"] in ("seat", "started")):
                found = tables.load(id)
                if found is not None:
                    known[id] = found[0]
            told.append({**event, "text": event_text(known[id], event, language) if id in known else None})
        yield told

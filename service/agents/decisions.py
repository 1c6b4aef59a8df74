"""Questions that go outside: what an agent is shown, how its answer comes in, and how the house answers instead."""

from __future__ import annotations

import re
from typing import Any, Final

from msgspec import Struct

from service.agents.store import AgentRecord
from service.events.log import Entry, viewer
from service.games.kit import agenda
from service.games.kit.decision import Answer, Illegal, Picks, Seat
from service.refusals import Closed
from service.stores import House
from service.tables import timeouts
from service.tables.session import Live
from service.tables.store import Conflict, Opening
from service.tables.views import asked, heard
from service.tables.wire import decision_data, stamp

_SEAT = re.compile(r"[0-9]{1,9}-.+?-([0-9]+)(?:-[0-9]+)?")
OPEN_END_S: Final = 60.0
"""What is said of the time where a question has no end of its own, which no question of an agent has."""

MOST_NEWS: Final = 100
"""So many events an agent is told at most; the view has the rest."""

WHOLE_LOG: Final = 100_000

Data = dict[str, Any]


class Asked(Struct, frozen=True):
    """An open question of an agent."""

    table: str
    agent: str
    name: str
    opening: Opening

    @property
    def deadline(self) -> int | None:
        return self.opening.deadline


def open_questions(live: Live) -> list[Asked]:
    """All questions of this table that wait for agents, the oldest first."""
    if live.table.status != "running" or live.table.paused is not None:
        return []
    found = [
        Asked(live.table.id, record.agent or "", name, opening)
        for name, opening in live.table.opened.items()
        if (record := live.table.agent_at(opening.seat)) is not None
    ]
    return sorted(found, key=lambda one: (one.opening.opened, one.name))


def message(house: House, live: Live, one: Asked, agent: AgentRecord) -> Data:
    """What an agent is told: what its own seat sees and has heard, the question, and how long it has. Nothing else
    leaves the house."""
    game, seat = live.game, one.opening.seat
    question = live.questions()[one.name]
    left = OPEN_END_S if one.deadline is None else max(0, one.deadline - live.now) / 1000
    shown = decision_data(one.name, question, one.opening, agenda.sealing(live.s))
    return {
        "agent": agent.id,
        "table": live.table.id,
        "game": live.table.game,
        "seat": seat,
        "budget": {"seconds": left, "deadline": stamp(one.deadline)},
        "decision": asked(shown, game, agent.language),
        "events": news(house, live, seat, agent.language),
        "view": game.view(live.s, seat),
    }


def news(house: House, live: Live, seat: Seat, language: str) -> list[Data]:
    """What the seat has heard since its last answer, and what that brought about. Some things are only told, like the
    reading of New Lands.

    It depends on nothing but the log, so a letter that is sent again says the same; and it is counted in what this
    seat has heard, so that it does not tell how often others have done something in secret.
    """
    first = max(0, live.table.heads[viewer(seat)] - MOST_NEWS)
    entries = house.log.after(live.table.id, seat, first, limit=WHOLE_LOG)
    entries = [entry for entry in entries if entry.version <= live.table.version]
    answers = (n for n, entry in enumerate(entries) if _answered(entry, seat))
    since = entries[max(answers, default=0) :]
    told = (event for entry in since for event in heard(live.table, entry, seat, live.game, language))
    return [event for event in told if event["seq"] > first]


def _answered(entry: Entry, seat: Seat) -> bool:
    """Whether a question of this seat was answered here, by the agent or in its place."""
    return any(
        event.type == "decision-closed" and event.to == (seat,) and event.data["by"] != "rules"
        for event in entry.events
    )


def answer(house: House, table: str, agent: str, name: str, picks: Picks) -> Live:
    """Take an agent's answer. Closed: somebody or something was faster. Illegal: against the rules. Sent again it is
    welcome."""
    while True:
        live = house.load(table)
        if timeouts.overdue(live):
            live = timeouts.ring(house, table)
        seat = seat_named(name)
        record = None if seat is None else live.table.agent_at(seat)
        if seat is None or record is None or record.agent != agent:
            raise Closed(decision=name)
        question = live.questions().get(name)
        if question is None or question.seat != seat:
            if given_before(house, table, name, seat) == picks:
                return live
            raise Closed(decision=name)
        live.must_run()
        live.take(name, Answer(seat, question.kind, picks), "seat")
        try:
            live.commit(house.tables)
        except Conflict:
            continue
        return live


def given_before(house: House, table: str, name: str, seat: Seat) -> Picks | None:
    """What the agent itself has answered to this question."""
    for one in reversed(house.tables.answers(table)):
        if one.name == name:
            return one.picks if one.seat == seat and one.by == "seat" else None
    return None


def seat_named(name: str) -> Seat | None:
    """Whose question this is, by its name."""
    found = _SEAT.fullmatch(name)
    return None if found is None else int(found[1])


def fall_back(house: House, table: str, name: str, reason: str) -> bool:
    """Answer in place of an agent, unless the question has closed by itself; whether the house answered."""
    while True:
        live = house.load(table)
        opening = live.table.opened.get(name)
        if opening is None or live.table.paused is not None or live.table.agent_at(opening.seat) is None:
            return False
        timeouts.fall_back(live, name, reason)
        try:
            live.commit(house.tables)
        except Conflict:
            continue
        timeouts.note_fallen(house, live)
        return True


def refusal_of(live: Live, wrong: Illegal, language: str) -> Data:
    """Why an answer was refused, in words the agent's owner chose."""
    detail = live.game.words(language).refuse(wrong.code, wrong.params) or str(wrong)
    return {"code": "illegal", "reason": wrong.code, "params": wrong.params, "detail": detail}

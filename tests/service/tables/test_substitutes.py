"""Bots in place of those who are late: they think outside the transaction, and their choice is used once."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import pytest

from service.games import REGISTRY
from service.games.kit.bots import Thinking
from service.games.kit.decision import Decision, Picks
from service.stores import Stores
from service.tables import play
from service.tables.parts import SeatRecord
from service.tables.session import TableSession, transact
from service.tables.store import Table, Tables
from tests.service.people import Person
from tests.service.table import changed, events, fire_timers, later, started

BOT_PLAYS = {"mode": "realtime", "per_decision_s": 60, "on_timeout": "bot"}
FARAWAY = REGISTRY["faraway"]


class Observed:
    """A bot that picks the last options. It notes what it answers and which functions are waiting for it."""

    def __init__(self) -> None:
        self.asked: list[tuple[int, Picks]] = []
        self.running: set[str] = set()
        self.meanwhile: Callable[[], object] = lambda: None

    def choose(self, game: Any, imagined: Any, question: Decision, thinking: Thinking) -> Picks:
        picks = question.options[-question.least :]
        self.asked.append((question.seat, picks))
        frame = inspect.currentframe()
        while frame is not None and (frame := frame.f_back) is not None:
            self.running.add(frame.f_code.co_name)
        self.meanwhile()
        return picks


@pytest.fixture
def bot(monkeypatch: pytest.MonkeyPatch) -> Observed:
    """The bot that plays for everybody who is late at Faraway."""
    observed = Observed()
    monkeypatch.setitem(FARAWAY.bots, FARAWAY.substitute, observed)
    return observed


def touch(session: TableSession) -> bool:
    session.table.rematch = "touched"
    return True


def given(stores: Stores, table: str) -> list[tuple[int, Picks]]:
    return [(one.seat, one.picks) for one in stores.tables.answers(table)]


def by_timer(stores: Stores, table: str, reader: Person) -> None:
    fire_timers(stores, table)


def by_request(stores: Stores, table: str, reader: Person) -> None:
    assert reader.get(f"/tables/{table}/view").status_code == 200


def by_fallback(stores: Stores, table: str, reader: Person) -> None:
    for seat in (0, 1):
        play.fall_back(stores.tables, table, f"0-explore-{seat}", "late")


@pytest.mark.parametrize("settle", [by_timer, by_request, by_fallback])
def test_a_bot_thinks_outside_the_transaction_and_only_once_although_there_is_a_conflict(
    ada: Person,
    ben: Person,
    stores: Stores,
    bot: Observed,
    monkeypatch: pytest.MonkeyPatch,
    settle: Callable[[Stores, str, Person], None],
) -> None:
    table = started(ada, ben, clock=BOT_PLAYS)
    if settle is by_fallback:
        changed(stores, table, seat_agents)
    else:
        later(stores, table, 61)
    commit, conflicts = Tables.commit, list[str]()

    def after_another(self: Tables, table: Table, *args: Any, **more: Any) -> None:
        if not conflicts:
            conflicts.append(table.id)
            transact(self, table.id, touch, settle=False)
        commit(self, table, *args, **more)

    monkeypatch.setattr(Tables, "commit", after_another)
    settle(stores, table, ada)

    assert conflicts == [table]
    assert bot.running >= {"transact"}
    assert bot.running.isdisjoint({"change", "settle", "answer_for_agent"})
    assert [seat for seat, _ in bot.asked] == [0, 1]
    assert given(stores, table) == bot.asked


def seat_agents(table: Table) -> None:
    """Give the seats to agents whose fallback is the observed bot."""
    for n in (0, 1):
        table.seats[n] = SeatRecord("agent", name="Deep", agent="a_1", budget=60_000, fallback=FARAWAY.substitute)


def test_a_bot_thinks_again_where_its_choice_is_no_longer_allowed(
    ada: Person, ben: Person, stores: Stores, bot: Observed
) -> None:
    table = started(ada, ben, clock=BOT_PLAYS)

    def discard(session: TableSession) -> bool:
        """What the bot is about to pick first is lost."""
        hand = session.state.players[0].hand
        if len(hand) == 3:
            hand.pop()
        return True

    bot.meanwhile = lambda: transact(stores.tables, table, discard, settle=False)
    later(stores, table, 61)

    fire_timers(stores, table)

    assert [seat for seat, _ in bot.asked] == [0, 0, 1]
    assert given(stores, table) == bot.asked[1:]


def test_where_another_process_was_faster_nothing_is_settled_twice(
    ada: Person, ben: Person, stores: Stores, bot: Observed
) -> None:
    table = started(ada, ben, clock=BOT_PLAYS)
    later(stores, table, 61)

    def settled_meanwhile() -> None:
        if len(bot.asked) == 1:
            fire_timers(stores, table)

    bot.meanwhile = settled_meanwhile

    by_request(stores, table, ada)

    assert [seat for seat, _ in bot.asked] == [0, 0, 1]
    assert given(stores, table) == bot.asked[1:]
    assert [event["id"] for event in events(ada, table, "decision-closed")] == ["0-explore-0"]

"""Playing: reading a table, answering a decision, withdrawing an answer, standing passes, fallbacks and timers."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from service.games.kit import agenda
from service.games.kit.decision import SAY, WITHDRAW, Answer, Decision, DecisionId, Picks, Seat
from service.refusals import Closed, Final, Finished, NotFound, NotYours
from service.storage.connection import WRITE_REFUSED
from service.storage.due import Due
from service.tables import changes, clocks, timeouts
from service.tables.parts import By, Passes, TakenAnswer
from service.tables.session import TableSession, load, transact
from service.tables.store import Tables

NO_PASSES = Passes(())


class Actor(Struct, frozen=True):
    """Who answers: a player or agent with an id, or a bot worker, which answers for all seats that bots play."""

    kind: Literal["player", "agent", "bot"]
    id: str = ""

    @property
    def by(self) -> By:
        """How the log names the answers of this actor."""
        return "bot" if self.kind == "bot" else "seat"

    def seat(self, session: TableSession, decision: str) -> Seat:
        """The seat this actor answers for, or refuse."""
        if self.kind == "player":
            return session.must_seat(self.id)
        asked = DecisionId.parse(decision)
        if asked is None:
            raise NotFound(what="decision")
        if self.kind == "agent":
            record = session.table.agent_at(asked.seat)
            if record is None or record.agent != self.id:
                raise Closed(decision=decision)
        return asked.seat


BOT = Actor("bot")


def present(tables: Tables, id: str, player: str | None) -> TableSession:
    """The current table, for somebody who may see it, with overdue deadlines settled."""
    session = settled(tables, id)
    session.must_see(player)
    return session


def settled(tables: Tables, id: str) -> TableSession:
    """The current table, with overdue deadlines settled unless Redis refuses writes."""
    try:
        return transact(tables, id, lambda session: False)
    except WRITE_REFUSED:
        return load(tables, id)


def answer(
    tables: Tables,
    id: str,
    actor: Actor,
    decision: str,
    picks: Picks,
    *,
    hold: bool = False,
    session: TableSession | None = None,
) -> TableSession:
    """Answer an open decision. Repeating the same answer changes nothing and gets the same response.

    `hold` and `session` are those of `transact`, for the bot worker.
    """

    def change(session: TableSession) -> bool:
        seat = actor.seat(session, decision)
        if session.table.over:
            session.must_know_rules()
        else:
            session.must_run()
        question = _asked(session, seat, decision)
        if question is None:
            return _answer_again(session, seat, decision, picks)
        changes.take(session, decision, Answer(seat, question.kind, picks), actor.by)
        return True

    return transact(tables, id, change, settle=actor.kind != "bot", hold=hold, session=session)


def withdraw(tables: Tables, id: str, player: str, decision: str) -> TableSession:
    """Withdraw a sealed answer, if the rules of the game allow it."""

    def change(session: TableSession) -> bool:
        seat = session.must_seat(player)
        if not session.table.over:
            session.must_run()
        if _asked(session, seat, decision) is not None:
            return False
        if not _sealed(session, seat, decision):
            raise _closed(session, seat, decision)
        if not agenda.changeable(session.state):
            raise Final(decision=decision)
        changes.take(session, decision, Answer(seat, WITHDRAW, ()), "seat")
        return True

    return transact(tables, id, change)


def check(tables: Tables, id: str, player: str, decision: str, picks: Picks) -> None:
    """Refuse what `answer` would refuse, without changing anything."""

    def change(session: TableSession) -> bool:
        seat = session.must_seat(player)
        session.must_run()
        question = _asked(session, seat, decision)
        if question is None:
            raise _closed(session, seat, decision)
        session.game.check(session.state, Answer(seat, question.kind, picks))
        return False

    transact(tables, id, change)


def set_passes(tables: Tables, id: str, player: str, passes: Passes) -> TableSession:
    """Pass windows in advance from now on, including open ones. Without kinds, end standing passes."""

    def change(session: TableSession) -> bool:
        seat = session.must_seat(player)
        if session.table.over:
            raise Finished()
        if session.table.passes.get(seat, NO_PASSES) == passes:
            return False
        if passes.kinds:
            session.table.passes[seat] = passes
        else:
            session.table.passes.pop(seat, None)
        return True

    return transact(tables, id, change)


def fall_back(tables: Tables, id: str, decision: str, reason: str) -> bool:
    """Answer in place of an agent, unless the decision has been closed. Return whether it was still open."""

    def change(session: TableSession) -> bool:
        opening = session.table.opened.get(decision)
        if opening is None or session.table.paused is not None or session.table.agent_at(opening.seat) is None:
            return False
        timeouts.answer_for_agent(session, decision, reason)
        return True

    return transact(tables, id, change, settle=False).entry is not None


def fire_timers(tables: Tables, due: Due, id: str) -> TableSession:
    """Fire the due timers of this table: warnings, and answers in place of those who are late."""

    def change(session: TableSession) -> bool:
        changed = session.clock_stepped_back or session.clocks_set_back
        if not clocks.timer_due(session.table, session.now) and not changed:
            return False
        timeouts.settle(session)
        return True

    session = transact(tables, id, change, settle=False)
    if session.entry is None:
        due.reschedule(id, session.table.version, "timer", clocks.next_timer(session.table))
    return session


def _asked(session: TableSession, seat: Seat, decision: str) -> Decision | None:
    """The decision if it is open. It must be one of this seat."""
    question = session.questions().get(decision)
    if question is not None and question.seat != seat:
        raise NotYours()
    return question


def _answer_again(session: TableSession, seat: Seat, decision: str, picks: Picks) -> bool:
    """The decision is not open: this answer was taken before, or it replaces a sealed one, or it is refused."""
    taken = _taken(session, seat, decision)
    if taken is None:
        raise _closed(session, seat, decision)
    if taken.picks == picks:
        return False
    if not _sealed(session, seat, decision):
        raise _closed(session, seat, decision)
    if not agenda.changeable(session.state):
        raise Final(decision=decision)
    changes.take(session, decision, Answer(seat, WITHDRAW, ()), "seat")
    changes.take(session, decision, Answer(seat, taken.kind, picks), "seat")
    return True


def _taken(session: TableSession, seat: Seat, decision: str) -> TakenAnswer | None:
    """The newest answer to this decision, if the seat gave it itself and has not withdrawn it."""
    recent = reversed(session.table.recent.get(seat, []))
    taken = next((one for one in recent if one.name == decision), None)
    if taken is None or taken.by not in ("seat", "standing") or taken.kind in (WITHDRAW, SAY):
        return None
    return taken


def _sealed(session: TableSession, seat: Seat, decision: str) -> bool:
    """Whether the answer to this decision is sealed."""
    if session.table.status != "running" or seat not in agenda.sealed(session.state):
        return False
    asked = DecisionId.parse(decision)
    return asked is not None and asked.seat == seat and asked.beat == session.state.beat


def _closed(session: TableSession, seat: Seat, decision: str) -> Closed | NotYours | NotFound:
    """Why a decision is not open. For another seat's decision, the refusal is the same whether it exists or not."""
    asked = DecisionId.parse(decision)
    if asked is None:
        return NotFound(what="decision")
    if asked.seat != seat:
        return NotYours()
    past = session.table.over or asked.beat <= session.state.beat
    return Closed(decision=decision) if past else NotFound(what="decision")

"""The story of a move: load the table, give the answer to the game, commit; again if somebody else was faster."""

from __future__ import annotations

import re
from collections.abc import Callable

from service.games.kit import agenda
from service.games.kit.decision import SAY, WITHDRAW, Answer, Decision, Picks, Seat
from service.refusals import Closed, Final, NotFound, NotYours
from service.stores import House
from service.tables.session import Live
from service.tables.store import Conflict
from service.tables.timeouts import present

_NAME = re.compile(r"([0-9]{1,9})-.+?-([0-9]+|clock)(?:-[0-9]+)?")
"""The beat, the kind, the seat, and how often it was asked this before."""


def answer(house: House, id: str, player: str, name: str, picks: Picks) -> Live:
    """Answer an open question. The same answer once more changes nothing and is welcome."""

    def give(live: Live, seat: Seat) -> bool:
        question = live.questions().get(name)
        if question is None:
            return _again(house, live, seat, name, picks)
        _must_own(question, seat)
        live.take(name, Answer(seat, question.kind, picks), "seat")
        return True

    return change(house, id, player, give)


def withdraw(house: House, id: str, player: str, name: str) -> Live:
    """Take a sealed answer back, where the rules of the game allow it."""

    def take_back(live: Live, seat: Seat) -> bool:
        question = live.questions().get(name)
        if question is not None:
            _must_own(question, seat)
            return False
        if not _sealed(live, seat, name):
            raise _closed(live, seat, name)
        if not agenda.changeable(live.s):
            raise Final(decision=name)
        live.take(name, Answer(seat, WITHDRAW, ()), "seat")
        return True

    return change(house, id, player, take_back)


def check(house: House, id: str, player: str, name: str, picks: Picks) -> Live:
    """Would this answer be taken? Illegal or a refusal says why not; nothing changes."""
    live = present(house, id, player)
    seat = live.must_seat(player)
    live.must_run()
    question = live.questions().get(name)
    if question is None:
        raise _closed(live, seat, name)
    _must_own(question, seat)
    live.game.check(live.s, Answer(seat, question.kind, picks))
    return live


def change(house: House, id: str, player: str, do: Callable[[Live, Seat], bool]) -> Live:
    """Let a seated player do something to a running table. `do` is called anew as long as others are faster."""
    while True:
        live = present(house, id, player)
        seat = live.must_seat(player)
        if not live.table.over:
            live.must_run()
        if not do(live, seat):
            return live
        try:
            live.commit(house.tables)
        except Conflict:
            continue
        return live


def _again(house: House, live: Live, seat: Seat, name: str, picks: Picks) -> bool:
    """The question is not open: is this the answer it got, sent once more?"""
    given = next((g for g in reversed(house.tables.answers(live.table.id)) if g.name == name), None)
    taken = given is not None and given.seat == seat and given.by in ("seat", "standing")
    if given is None or not taken or given.kind in (WITHDRAW, SAY):
        raise _closed(live, seat, name)
    if given.picks == picks:
        return False
    if not _sealed(live, seat, name):
        raise _closed(live, seat, name)
    if not agenda.changeable(live.s):
        raise Final(decision=name)
    live.take(name, Answer(seat, WITHDRAW, ()), "seat")
    live.take(name, Answer(seat, given.kind, picks), "seat")
    return True


def _sealed(live: Live, seat: Seat, name: str) -> bool:
    """Whether the answer to this question lies face down on the table."""
    if live.table.status != "running" or seat not in agenda.sealed(live.s):
        return False
    found = _NAME.fullmatch(name)
    return found is not None and found[2] == str(seat) and int(found[1]) == live.s.beat


def _must_own(question: Decision, seat: Seat) -> None:
    if question.seat != seat:
        raise NotYours()


def _closed(live: Live, seat: Seat, name: str) -> Closed | NotYours | NotFound:
    """Why a question is not open. Another seat's questions get one and the same refusal, whether they exist or not."""
    found = _NAME.fullmatch(name)
    if found is None:
        return NotFound(what="decision")
    if found[2] != str(seat):
        return NotYours()
    return Closed(decision=name) if live.table.over or int(found[1]) <= live.s.beat else NotFound(what="decision")

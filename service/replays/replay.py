"""Replays: a finished game is its seed and its answers. Export it, look at any step, bring one in and verify it."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from typing import Any, Literal

import msgspec
from msgspec import Struct

from service.accounts.store import Player
from service.games import SHELF
from service.games.kit import agenda
from service.games.kit.decision import SAY, WITHDRAW, Answer, Illegal, Seat
from service.games.kit.event import Event
from service.games.kit.game import Game
from service.lobby.seating import checked_options
from service.refusals import BadReplay, Invalid, NotFinished, NotFound, RulesRetired
from service.replays.unverified import ReplayTalk, Talk, moment
from service.storage import keys
from service.stores import House
from service.tables.session import Live, commitment
from service.tables.store import By, ClockRules, Conflict, Given, SeatRecord, Table
from service.tables.views import asked
from service.tables.wire import decision_data, result_data, stamp

FORMAT = "farshore-replay/1"
Data = dict[str, Any]


class ReplayAnswer(Struct, frozen=True):
    """One answer; `digest` tells what the table looked like after it."""

    decision: str
    seat: int
    kind: str
    picks: tuple[str, ...]
    digest: str
    at: str | None = None
    by: By = "seat"


class ReplaySeat(Struct, frozen=True):
    """Who played."""

    kind: Literal["player", "bot", "agent"]
    name: str | None = None
    level: str | None = None


class Replay(Struct, frozen=True, kw_only=True):
    """A whole game in one document."""

    format: str
    game: str
    rules_version: int
    options: dict[str, Any]
    seats: tuple[ReplaySeat, ...]
    seed: str
    commitment: str
    status: Literal["finished", "aborted"]
    answers: tuple[ReplayAnswer, ...]
    forfeits: tuple[int, ...] = ()
    talk: tuple[ReplayTalk, ...] = ()
    result: dict[str, Any] | None
    started_at: str | None = None
    finished_at: str | None = None
    digest: str


def export(house: House, live: Live) -> Replay:
    """The replay of a table that is over."""
    table = _over(live)
    given = house.tables.answers(table.id)
    marks = [mark(live.game, s) for s, _ in rerun(live.game, table, given)][1:]
    answers = tuple(
        ReplayAnswer(one.name, one.seat, one.kind, one.picks, digest, stamp(one.at), one.by)
        for one, digest in zip(given, marks, strict=True)
    )
    talk = tuple(
        msgspec.convert({"at": stamp(entry.at), **event.data}, ReplayTalk)
        for entry in house.log.since(table.id, 0)
        for event in entry.events
        if event.type == "talk" and (event.to is None or live.game.talk_counts)
    )
    replay = Replay(
        format=FORMAT,
        game=table.game,
        rules_version=table.rules,
        options=table.options,
        seats=tuple(
            ReplaySeat(seat.kind if seat.kind in ("bot", "agent") else "player", seat.name, seat.level)
            for seat in table.seats
        ),
        seed=table.seed,
        commitment=commitment(table),
        status="aborted" if table.status == "aborted" else "finished",
        answers=answers,
        forfeits=tuple(table.forfeits),
        talk=talk,
        result=msgspec.to_builtins(result_data(table)),
        started_at=stamp(table.started),
        finished_at=stamp(table.finished),
        digest="",
    )
    return msgspec.structs.replace(replay, digest=seal(replay))


def step(house: House, live: Live, n: int, seat: Seat | None, language: str) -> Data:
    """The table after `n` answers, as one viewer saw it."""
    table = _over(live)
    given = house.tables.answers(table.id)
    if seat is not None and not 0 <= seat < len(table.seats):
        raise Invalid(field="as", message="there is no such seat")
    if not 0 <= n <= len(given):
        raise NotFound(what="step")
    game = live.game
    *_, (s, events) = rerun(game, table, given[:n])
    return {
        "step": n,
        "of": len(given),
        "answer": None if n == 0 else {"decision": given[n - 1].name, **answer_data(given[n - 1])},
        "events": [{"kind": event.kind, "data": event.data} for event in events if event.heard_by(seat)],
        "view": game.view(s, seat),
        "decisions": [
            asked(decision_data(name, question, None, agenda.sealing(s)), game, language)
            for name, question in game.questions(s).items()
            if question.seat == seat
        ],
    }


def answer_data(given: Given) -> Data:
    """An answer as it is told."""
    return {"seat": given.seat, "kind": given.kind, "picks": given.picks, "at": stamp(given.at), "by": given.by}


def bring_in(house: House, player: Player, replay: Replay, plan: str | None = None) -> Live:
    """Run a replay again, check every step, and keep it as a table that is over."""
    game = SHELF.get(replay.game)
    if replay.format != FORMAT:
        raise Invalid(field="format", message=f"only {FORMAT} can be read")
    if game is None or game.rules_version != replay.rules_version:
        raise RulesRetired(game=replay.game, rules_version=replay.rules_version)
    if not 0 < len(replay.seed.encode()) <= 64:
        raise Invalid(field="seed", message="1 to 64 bytes")
    id = plan or keys.new_id(house.deadlines.now())
    now = house.deadlines.now(id)
    table = Table(
        id=id,
        game=replay.game,
        rules=replay.rules_version,
        owner=player.id,
        visibility="unlisted",
        options=checked_options(house, game, player, id, len(replay.seats), replay.options),
        seats=[SeatRecord(seat.kind, None, seat.name, seat.level) for seat in replay.seats],
        clock=ClockRules(),
        start="owner",
        practice=True,
        seed=replay.seed,
        code="",
        created=now,
        heads=[0] * (1 + len(replay.seats)),
    )
    live = Live(table, now)
    _play_back(live, replay)
    if seal(replay) != replay.digest:
        raise BadReplay(step=len(replay.answers), reason="digest")
    house.people.note_table(player.id, table.id)
    try:
        live.commit(house.tables)
    except Conflict:
        return house.load(table.id)
    return live


def _play_back(live: Live, replay: Replay) -> None:
    """Play the game again, each answer at the moment when it was given; the log has it all at once, as it came in."""
    table, now = live.table, live.now
    started = live.now = now if replay.started_at is None else moment("started_at", replay.started_at, now)
    talk = Talk(replay.talk, len(table.seats), now)
    talk.tell(live, started - 1)
    live.begin()
    if commitment(table) != replay.commitment:
        raise BadReplay(step=0, reason="commitment")
    table.forfeits = list(replay.forfeits)
    if any(not 0 <= seat < len(table.seats) for seat in table.forfeits):
        raise BadReplay(step=len(replay.answers), reason="forfeits")
    for n, answer in enumerate(replay.answers, 1):
        if table.over:
            raise BadReplay(step=n, reason="the game is over before this step")
        if not _was_asked(live, answer):
            raise BadReplay(step=n, reason="the seat was not asked this")
        if answer.at is not None:
            live.now = moment(f"answers.{n - 1}.at", answer.at, now)
        talk.tell(live, live.now if n < len(replay.answers) else None)
        try:
            live.take(answer.decision, Answer(answer.seat, answer.kind, answer.picks), answer.by)
        except Illegal as wrong:
            raise BadReplay(step=n, reason=str(wrong)) from None
        if mark(live.game, live.s) != answer.digest:
            raise BadReplay(step=n, reason="the table looks different after this step")
    talk.tell(live, None)
    if replay.finished_at is not None:
        live.now = moment("finished_at", replay.finished_at, now)
    if not table.over and replay.status == "aborted":
        live.abort("agreed")
    elif not table.over and (result := live.game.without(live.s, frozenset(table.forfeits))) is not None:
        live.finish(result)
    ended = msgspec.json.decode(msgspec.json.encode(result_data(table)))
    if not table.over or table.status != replay.status or ended != replay.result:
        raise BadReplay(step=len(replay.answers), reason="result")
    table.finished, live.now = live.now, now


def _was_asked(live: Live, answer: ReplayAnswer) -> bool:
    """Whether this answer has a question; speech, and an answer taken back, have none."""
    if answer.kind == SAY:
        return live.game.talk_counts and len(answer.picks) == 2
    if answer.kind == WITHDRAW:
        return True
    question = live.questions().get(answer.decision)
    return question is not None and (question.seat, question.kind) == (answer.seat, answer.kind)


def rerun(game: Game[Any, Any, Any], table: Table, given: list[Given]) -> Iterator[tuple[Any, list[Event]]]:
    """The state after each answer, the fresh table first, with what had just happened. One state, changed in place."""
    s, events = game.begin(len(table.seats), table.seed, table.options)
    yield s, events
    for one in given:
        events = game.apply(s, Answer(one.seat, one.kind, one.picks))
        yield s, events


def mark(game: Game[Any, Any, Any], s: Any) -> str:
    """A short digest of a state."""
    return sha256(game.save(s)).hexdigest()[:16]


def seal(replay: Replay) -> str:
    """The digest of a whole replay: everything but the digest itself, in one fixed spelling."""
    plain = msgspec.to_builtins(msgspec.structs.replace(replay, digest=""))
    return sha256(msgspec.json.encode(plain, order="sorted")).hexdigest()


def _over(live: Live) -> Table:
    if not live.table.over:
        raise NotFinished()
    if live.table.started is None:
        raise NotFound(what="replay")
    return live.table

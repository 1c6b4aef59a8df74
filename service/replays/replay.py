"""Replays: the seed and the answers of a finished game, for export, stepping through, import and verification."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from typing import Any, Literal

import msgspec
from msgspec import Struct

from service.accounts.store import Accounts, Player
from service.books.store import Books
from service.events.log import Logged
from service.events.store import EventLog
from service.games import REGISTRY
from service.games.kit import agenda
from service.games.kit.decision import SAY, WITHDRAW, Answer, Illegal, Seat
from service.games.kit.event import Event
from service.games.kit.game import Game
from service.lobby.opening import borrowed_options
from service.refusals import BadReplay, Invalid, NotFinished, NotFound, RulesRetired
from service.replays.unverified import ReplayTalk, Talk, moment
from service.storage.identifiers import new_id
from service.tables import changes
from service.tables.parts import By, ClockRules, SeatRecord, TakenAnswer
from service.tables.session import TableSession, create
from service.tables.store import Table, Tables
from service.tables.views import decision_data, event_data, result_data, stamp, with_prompt

FORMAT = "farshore-replay/1"
Data = dict[str, Any]


class ReplayAnswer(Struct, frozen=True):
    """One answer; `digest` is that of the state after it."""

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


def export(tables: Tables, log: EventLog, session: TableSession) -> Replay:
    """The replay of a table that is over."""
    table = _over(session)
    taken = tables.answers(table.id)
    digests = [state_digest(session.game, s) for s, _ in rerun(session.game, table, taken)][1:]
    answers = tuple(
        ReplayAnswer(one.name, one.seat, one.kind, one.picks, digest, stamp(one.at), one.by)
        for one, digest in zip(taken, digests, strict=True)
    )
    talk = tuple(
        msgspec.convert({"at": stamp(entry.at), **event.data}, ReplayTalk)
        for entry in log.since(table.id, 0)
        for event in entry.events
        if event.type == "talk" and (event.to is None or session.game.talk_counts)
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
        commitment=table.commitment,
        status="aborted" if table.status == "aborted" else "finished",
        answers=answers,
        forfeits=tuple(table.forfeits),
        talk=talk,
        result=msgspec.to_builtins(result_data(table)),
        started_at=stamp(table.started),
        finished_at=stamp(table.finished),
        digest="",
    )
    return msgspec.structs.replace(replay, digest=replay_digest(replay))


def steps(
    tables: Tables, session: TableSession, first: int, last: int | None, seat: Seat | None, language: str
) -> Iterator[Data]:
    """The table after `first` answers, after one more, and so on up to `last`, as one viewer saw it."""
    table = _over(session)
    taken = tables.answers(table.id)
    last = len(taken) if last is None else last
    if seat is not None and not 0 <= seat < len(table.seats):
        raise Invalid(field="as", message="unknown seat")
    if not 0 <= first <= last <= len(taken):
        raise NotFound(what="step")
    return _steps(session, taken, range(first, last + 1), seat, language)


def _steps(
    session: TableSession, taken: list[TakenAnswer], wanted: range, seat: Seat | None, language: str
) -> Iterator[Data]:
    table, game, number = session.table, session.game, 0
    for n, (s, events) in enumerate(rerun(game, table, taken[: wanted[-1]])):
        at = table.started if n == 0 else taken[n - 1].at
        heard = [Logged("story", {"kind": one.kind, "data": one.data}) for one in events if one.heard_by(seat)]
        if n in wanted:
            questions = game.questions(s)
            yield {
                "step": n,
                "of": len(taken),
                "answer": None if n == 0 else {"decision": taken[n - 1].name, **answer_data(taken[n - 1])},
                "events": [
                    event_data(table.id, at or 0, number + i, one, game, language) for i, one in enumerate(heard, 1)
                ],
                "view": game.view(s, seat),
                "decisions": [
                    with_prompt(decision_data(name, question, None, agenda.sealing(s)), game, language)
                    for name, question in questions.items()
                    if question.seat == seat
                ],
                "waiting": sorted({question.seat for question in questions.values() if question.seat >= 0}),
            }
        number += len(heard)


def answer_data(answer: TakenAnswer) -> Data:
    """An answer as the API shows it."""
    return {"seat": answer.seat, "kind": answer.kind, "picks": answer.picks, "at": stamp(answer.at), "by": answer.by}


def import_replay(
    tables: Tables, accounts: Accounts, books: Books, player: Player, replay: Replay, resource_id: str | None = None
) -> TableSession:
    """Replay a game, verify every step, and store it as a table that is over."""
    game = REGISTRY.get(replay.game)
    if replay.format != FORMAT:
        raise Invalid(field="format", message=f"must be {FORMAT}")
    if game is None or game.rules_version != replay.rules_version:
        raise RulesRetired(game=replay.game, rules_version=replay.rules_version)
    if not 0 < len(replay.seed.encode()) <= 64:
        raise Invalid(field="seed", message="must be 1 to 64 bytes")
    id = resource_id or new_id(tables.now())
    now = tables.now(id)
    table = Table(
        id=id,
        game=replay.game,
        rules=replay.rules_version,
        owner=player.id,
        visibility="unlisted",
        options=borrowed_options(books, game, player, id, len(replay.seats), replay.options),
        seats=[SeatRecord(seat.kind, None, seat.name, seat.level) for seat in replay.seats],
        clock=ClockRules(),
        start="owner",
        practice=True,
        seed=replay.seed,
        code="",
        created=now,
        seqs=[0] * (1 + len(replay.seats)),
    )
    session = TableSession(table, now)
    _play_back(session, replay)
    if replay_digest(replay) != replay.digest:
        raise BadReplay(step=len(replay.answers), reason="digest")
    accounts.add_table(player.id, table.id)
    return create(tables, session)


def _play_back(session: TableSession, replay: Replay) -> None:
    """Replay the game with its original times. The log has all of it in one entry."""
    table, now = session.table, session.now
    started = session.now = now if replay.started_at is None else moment("started_at", replay.started_at, now)
    talk = Talk(replay.talk, len(table.seats), now)
    talk.tell(session, started - 1)
    changes.begin(session)
    if table.commitment != replay.commitment:
        raise BadReplay(step=0, reason="commitment")
    table.forfeits = list(replay.forfeits)
    if any(not 0 <= seat < len(table.seats) for seat in table.forfeits):
        raise BadReplay(step=len(replay.answers), reason="forfeits")
    for n, answer in enumerate(replay.answers, 1):
        if table.over:
            raise BadReplay(step=n, reason="the game is over before this step")
        if not _fits_decision(session, answer):
            raise BadReplay(step=n, reason="the seat was not asked this")
        if answer.at is not None:
            session.now = moment(f"answers.{n - 1}.at", answer.at, now)
        talk.tell(session, session.now if n < len(replay.answers) else None)
        try:
            changes.take(session, answer.decision, Answer(answer.seat, answer.kind, answer.picks), answer.by)
        except Illegal as wrong:
            raise BadReplay(step=n, reason=str(wrong)) from None
        if state_digest(session.game, session.state) != answer.digest:
            raise BadReplay(step=n, reason="the table looks different after this step")
    talk.tell(session, None)
    if replay.finished_at is not None:
        session.now = moment("finished_at", replay.finished_at, now)
    if not table.over and replay.status == "aborted":
        changes.abort(session, "agreed")
    elif not table.over and (result := session.game.without(session.state, frozenset(table.forfeits))) is not None:
        changes.finish(session, result)
    ended = msgspec.json.decode(msgspec.json.encode(result_data(table)))
    if not table.over or table.status != replay.status or ended != replay.result:
        raise BadReplay(step=len(replay.answers), reason="result")
    table.finished, session.now = session.now, now


def _fits_decision(session: TableSession, answer: ReplayAnswer) -> bool:
    """Whether the answer matches an open decision. Speech and withdrawals need none."""
    if answer.kind == SAY:
        return session.game.talk_counts and len(answer.picks) == 2
    if answer.kind == WITHDRAW:
        return True
    question = session.questions().get(answer.decision)
    return question is not None and (question.seat, question.kind) == (answer.seat, answer.kind)


def rerun(game: Game[Any, Any, Any], table: Table, taken: list[TakenAnswer]) -> Iterator[tuple[Any, list[Event]]]:
    """The state after the deal and after each answer, with its events. It is the same object, changed in place."""
    s, events = game.begin(len(table.seats), table.seed, table.options)
    yield s, events
    for one in taken:
        events = game.apply(s, Answer(one.seat, one.kind, one.picks))
        yield s, events


def state_digest(game: Game[Any, Any, Any], s: Any) -> str:
    return sha256(game.save(s)).hexdigest()[:16]


def replay_digest(replay: Replay) -> str:
    """The digest of a replay: a hash of its canonical JSON, without the digest itself."""
    plain = msgspec.to_builtins(msgspec.structs.replace(replay, digest=""))
    return sha256(msgspec.json.encode(plain, order="sorted")).hexdigest()


def _over(session: TableSession) -> Table:
    if not session.table.over:
        raise NotFinished()
    if session.table.started is None:
        raise NotFound(what="replay")
    return session.table

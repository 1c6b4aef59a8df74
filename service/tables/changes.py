"""Changes to a loaded table. Each function changes the session and adds the events."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from service.games.kit import agenda
from service.games.kit.decision import SAY, Answer, Decision, DecisionId, Seat
from service.games.kit.event import Event
from service.games.kit.game import Contest, Result
from service.tables import clocks
from service.tables.parts import By, OpenDecision, TakenAnswer
from service.tables.store import Table
from service.tables.views import decision_data, result_data, stamp

if TYPE_CHECKING:
    from service.tables.session import TableSession

MAX_WAKES: Final = 4
"""How many times an agent is told of talk between two of its decisions."""

LISTEN_MS: Final = 30_000
"""How long an agent may take to reply to talk."""

RECENT: Final = 3
"""How many of a seat's newest answers get the same response when they are repeated."""


def begin(session: TableSession) -> None:
    """Begin the game: deal, publish the hash of the seed, and open the first decisions."""
    table = session.table
    table.status, table.started = "running", session.now
    session.state, story = session.game.begin(len(table.seats), table.seed, table.options)
    table.banks = [] if table.clock.bank_s is None else [table.clock.bank_s * 1000] * len(table.seats)
    session.tell("started", {"commitment": table.commitment})
    _advance(session, story)
    _notify_everyone(session)


def take(session: TableSession, name: str, answer: Answer, by: By) -> None:
    """Pass an answer to the game. If it is illegal, nothing changes."""
    story = session.game.apply(session.state, answer)
    _record(session, TakenAnswer(name, answer.seat, answer.kind, answer.picks, session.now, by))
    clocks.stop(session.table, answer.seat, name, session.now)
    if by in ("seat", "standing"):
        return_to_table(session, answer.seat)
    _advance(session, story, name, by)


def speak(session: TableSession, seat: Seat, room: str, text: str) -> None:
    """Say something in a game where speech counts: the game decides who hears what, or raises Illegal."""
    answer = Answer(seat, SAY, (room, text))
    story = session.game.apply(session.state, answer)
    session.answers.append(TakenAnswer(SAY, seat, SAY, answer.picks, session.now, "seat"))
    _advance(session, story)
    wake_listeners(session, seat)


def wake_listeners(session: TableSession, speaker: Seat) -> None:
    """Notify those who have just heard somebody speak and have nothing to decide.

    An agent is only told a limited number of times between two of its decisions, so that agents do not talk forever.
    """
    table = session.table
    busy = {opening.seat for opening in table.opened.values()}
    heard = {
        seat
        for event in session.events
        if event.type in ("story", "talk")
        for seat in (range(len(table.seats)) if event.to is None else event.to)
        if 0 <= seat < len(table.seats)
    }
    for seat in sorted(heard - busy - {speaker}):
        record = table.seats[seat]
        if record.player is not None:
            table.heard[seat] = table.version + 1
            session.players_to_notify.add(record.player)
        elif table.agent_at(seat) and record.talks and table.woken.get(seat, 0) < MAX_WAKES:
            table.woken[seat] = table.woken.get(seat, 0) + 1
            _stop_listening(session, seat)
            opening = OpenDecision(seat, session.now, session.now + LISTEN_MS)
            table.listening[str(DecisionId(table.version + 1, "talk", seat))] = opening
            session.agents_to_notify.add(record.agent or "")


def _stop_listening(session: TableSession, seat: Seat) -> None:
    listening = session.table.listening
    session.table.listening = {id: each for id, each in listening.items() if each.seat != seat}


def leave_for_now(session: TableSession, seat: Seat) -> None:
    """The player of this seat is absent: a bot answers for them, after a short time, until they return."""
    if seat not in session.table.absent:
        session.table.absent.append(seat)
        session.tell_clock(seat, reason="absent")


def return_to_table(session: TableSession, seat: Seat) -> None:
    """The player of this seat has answered or spoken, and so is not absent."""
    if seat in session.table.absent:
        session.table.absent.remove(seat)
        session.tell_clock(seat, reason="returned")


def pass_windows(session: TableSession) -> None:
    """Answer the windows that players pass in advance."""
    table = session.table
    while table.passes and table.paused is None:
        passed = next((pair for pair in session.questions().items() if _is_passed(table, pair[1])), None)
        if passed is None:
            return
        name, question = passed
        take(session, name, Answer(question.seat, question.kind, question.passing or ()), "standing")


def _is_passed(table: Table, question: Decision) -> bool:
    passes = table.passes.get(question.seat)
    return passes is not None and question.passing is not None and passes.cover(question.kind)


def forfeit(session: TableSession, seat: Seat) -> None:
    """The seat gives up. If others remain, the table answers for it. Only a team can still win with it."""
    session.table.forfeits.append(seat)
    nobody = {"name": None, "player": None, "level": None, "agent": None}
    session.tell("seat", {"seat": seat, "kind": "forfeited", **nobody})
    if result := session.game.without(session.state, frozenset(session.table.forfeits)):
        finish(session, result)


def finish(session: TableSession, result: Result) -> None:
    """The game is over: publish the result and the seed."""
    table = session.table
    table.status, table.finished = "finished", session.now
    table.result = behind_those_who_stayed(result, table.forfeits, session.game.contest)
    table.opened = {}
    session.tell("finished", {"result": result_data(table), "seed": table.seed})
    _notify_everyone(session)


def abort(session: TableSession, reason: str) -> None:
    """End the table without a result."""
    table = session.table
    table.status, table.finished, table.opened, table.paused = "aborted", session.now, {}, None
    session.tell("aborted", {"reason": reason, "seed": table.seed})
    _notify_everyone(session)


def ask_agents_again(session: TableSession) -> None:
    """Deliver open decisions to agents again after a pause."""
    agents = (session.table.agent_at(opening.seat) for opening in session.table.opened.values())
    session.agents_to_notify.update(agent.agent or "" for agent in agents if agent is not None)


def behind_those_who_stayed(result: Result, forfeits: list[Seat], contest: Contest) -> Result:
    """The same result with those who forfeited behind all others. A team wins or loses with its absent players."""
    if not forfeits or contest == "cooperative":
        return result
    stayed = [seat for seat in range(len(result.places)) if seat not in forfeits]
    if not stayed:
        return Result(winners=(), places=result.places, scores=result.scores, reason="forfeit")
    best = min(result.places[seat] for seat in stayed)
    winners = tuple(seat for seat in stayed if result.places[seat] == best) if result.winners else ()
    places = tuple(
        1 + sum(result.places[other] < place for other in stayed) if seat in stayed else 1 + len(stayed)
        for seat, place in enumerate(result.places)
    )
    return Result(winners=winners, places=places, scores=result.scores, reason="forfeit")


def _record(session: TableSession, taken: TakenAnswer) -> None:
    session.answers.append(taken)
    if taken.seat >= 0:
        recent = session.table.recent.setdefault(taken.seat, [])
        recent.append(taken)
        del recent[:-RECENT]


def _notify_everyone(session: TableSession) -> None:
    session.players_to_notify.update(seat.player for seat in session.table.seats if seat.player)


def _advance(session: TableSession, story: list[Event], answered: str | None = None, by: By = "seat") -> None:
    """Add the events, close and open decisions, and finish the table if no decision is open."""
    for event in story:
        session.tell("story", {"kind": event.kind, "data": event.data}, event.to)
    waited = session.waiting()
    running = {opening.sand for opening in session.table.opened.values()}
    questions = session.questions(changed=True)
    _close(session, questions, answered, by)
    _open(session, questions, running)
    if (waiting := session.waiting()) != waited:
        session.tell("waiting", {"seats": waiting})
    if not questions:
        result = session.game.result(session.state)
        if result is None:
            raise AssertionError(f"{session.game.name} asks nobody and has no result")
        finish(session, result)


def _close(session: TableSession, questions: dict[str, Decision], answered: str | None, by: By) -> None:
    opened = session.table.opened
    for name in [name for name in opened if name not in questions]:
        opening = opened.pop(name)
        if opening.seat >= 0:
            session.tell("decision-closed", {"id": name, "by": by if name == answered else "rules"}, (opening.seat,))


def _open(session: TableSession, questions: dict[str, Decision], running: set[str | None]) -> None:
    table, sealed = session.table, agenda.sealing(session.state)
    off_clock = clocks.real_time(questions.values())
    for name, question in questions.items():
        if name in table.opened:
            if table.opened[name].off_clock and not off_clock:
                table.opened[name] = clocks.start(table, question, table.opened[name], session.now)
            continue
        # A timer of the game that follows another one starts when that one ended, not when its end was noticed.
        since = session.sand_from if question.seat < 0 and session.sand_from is not None else session.now
        opening = table.opened[name] = clocks.open(table, question, since, off_clock)
        if opening.sand is not None and opening.sand not in running:
            session.tell_clock(sand=opening.sand, ends_at=stamp(opening.deadline))
        if question.seat >= 0:
            _end_passes(session, question)
            session.tell("decision-opened", decision_data(name, question, opening, sealed), (question.seat,))
            if player := table.seats[question.seat].player:
                session.players_to_notify.add(player)
            if agent := table.agent_at(question.seat):
                session.agents_to_notify.add(agent.agent or "")
                table.woken.pop(question.seat, None)
                _stop_listening(session, question.seat)


def _end_passes(session: TableSession, question: Decision) -> None:
    """A decision that is not a window is the seat's turn, which ends passes that last until then."""
    passes = session.table.passes.get(question.seat)
    if passes is not None and passes.until == "my-turn" and not question.window:
        del session.table.passes[question.seat]

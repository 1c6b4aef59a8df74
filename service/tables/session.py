"""A table in hand: its game, its state, the time, and what has happened since it was loaded."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from hashlib import sha256
from typing import Any

from msgspec import Struct

from service.events.log import Entry, Logged, heads_after
from service.games import SHELF
from service.games.kit import agenda
from service.games.kit.decision import SAY, Answer, Decision, Seat
from service.games.kit.event import Event
from service.games.kit.game import Game, Result
from service.refusals import Finished, NotRunning, NotSeated, Paused, RulesRetired
from service.storage import keys
from service.storage.due import AT_ONCE, LEASE_MS
from service.tables import clocks
from service.tables.store import By, Given, Opening, Table, Tables
from service.tables.wire import decision_data, result_data, stamp


class Fallen(Struct, frozen=True):
    """A question that the house answered in place of an agent, and why."""

    agent: str
    table: str
    name: str
    reason: str


class Live:
    """Change it, then commit it; after a conflict throw it away and load again."""

    def __init__(self, table: Table, now: int) -> None:
        self.table = table
        self.now = now
        self.was = table.status if table.version else None
        self.events: list[Logged] = []
        self.given: list[Given] = []
        self.concerned: set[str] = set()
        self.fallen: list[Fallen] = []
        self.newly_asked: set[str] = set()
        self.entry: Entry | None = None
        self.sand_from: int | None = None
        self._asked: dict[str, Decision] | None = None
        self.rewound = clocks.rewind(table, now)
        if self.rewound:
            self.tell("clock", {"seat": None, "decision": None, "deadline": None, "warning": False})

    @cached_property
    def game(self) -> Game[Any, Any, Any]:
        """The game that is played here, with the rules it was begun with."""
        game = SHELF.get(self.table.game)
        if game is None or game.rules_version != self.table.rules:
            raise RulesRetired(game=self.table.game, rules_version=self.table.rules)
        return game

    @cached_property
    def s(self) -> Any:
        """The game's state. Only here, and never handed to a viewer."""
        return self.game.load(self.table.state)

    def questions(self) -> dict[str, Decision]:
        """The open questions by name."""
        if self.table.status != "running":
            return {}
        if self._asked is None:
            self._asked = self.game.questions(self.s)
        return self._asked

    def must_run(self) -> None:
        """Refuse unless the table is being played right now."""
        if self.table.status == "open":
            raise NotRunning()
        if self.table.over:
            raise Finished()
        if self.table.paused is not None:
            raise Paused()

    def must_seat(self, player: str | None) -> Seat:
        """The caller's seat, or refuse."""
        seat = self.table.seat_of(player)
        if seat is None:
            raise NotSeated()
        return seat

    def waiting(self) -> list[Seat]:
        """Whom the table waits for."""
        return sorted({opening.seat for opening in self.table.opened.values() if opening.seat >= 0})

    # -- what happens -------------------------------------------------------------------

    def tell(self, type: str, data: dict[str, Any], to: tuple[Seat, ...] | None = None) -> None:
        """Add an event to the log of the table."""
        self.events.append(Logged(type, data, to))

    def begin(self) -> None:
        """All have sat down: deal, publish the hash of the seed, and ask the first questions."""
        table = self.table
        table.status, table.started = "running", self.now
        self.s, story = self.game.begin(len(table.seats), table.seed, table.options)
        table.banks = clocks.banks(table)
        self.tell("started", {"commitment": commitment(table)})
        self._go_on(story)
        self.concerned.update(seat.player for seat in table.seats if seat.player)

    def take(self, name: str, answer: Answer, by: By) -> None:
        """Give an answer to the game; Illegal leaves everything as it was."""
        story = self.game.apply(self.s, answer)
        self.given.append(Given(name, answer.seat, answer.kind, answer.picks, self.now, by))
        clocks.stop(self.table, answer.seat, name, self.now)
        self._go_on(story, name, by)

    def speak(self, seat: Seat, room: str, text: str) -> None:
        """Say something where speech counts: the game decides who hears what of it. Illegal refuses it."""
        answer = Answer(seat, SAY, (room, text))
        story = self.game.apply(self.s, answer)
        self.given.append(Given(SAY, seat, SAY, answer.picks, self.now, "seat"))
        self._go_on(story)

    def let_pass(self) -> None:
        """Answer the windows that their players let pass in advance."""
        while passed := next(self._passed(), None):
            name, question = passed
            self.take(name, Answer(question.seat, question.kind, question.passing or ()), "standing")

    def _passed(self) -> Iterator[tuple[str, Decision]]:
        if not self.table.passes or self.table.paused is not None:
            return
        for name, question in self.questions().items():
            passes = self.table.passes.get(question.seat)
            if passes is not None and question.passing is not None and passes.cover(question.kind):
                yield name, question

    def forfeit(self, seat: Seat) -> None:
        """The seat gives up: it cannot win any more, and the house plays on for it where others remain."""
        self.table.forfeits.append(seat)
        self.tell("seat", {"seat": seat, "kind": "forfeited", "player": None, "level": None, "agent": None})
        if result := self.game.without(self.s, frozenset(self.table.forfeits)):
            self.finish(result)

    def fall_back(self, name: str, answer: Answer, reason: str) -> None:
        """The house answers in place of an agent. All may know that it did, once per seat and step: more would count
        questions that are nobody's business. What was asked, nobody is told."""
        record, beat = self.table.seats[answer.seat], self.s.beat
        if self.table.fell.get(answer.seat) != beat:
            self.table.fell[answer.seat] = beat
            self.tell("fallback", {"seat": answer.seat, "reason": reason})
        self.take(name, answer, "fallback")
        self.fallen.append(Fallen(record.agent or "", self.table.id, name, reason))

    def finish(self, result: Result) -> None:
        """It is over: the result and the seed are for everybody."""
        table = self.table
        table.status, table.finished = "finished", self.now
        table.result = demoted(result, table.forfeits)
        table.opened = {}
        self.tell("finished", {"result": result_data(table), "seed": table.seed})
        self.concerned.update(seat.player for seat in table.seats if seat.player)

    def abort(self, reason: str) -> None:
        """Nobody plays on."""
        table = self.table
        table.status, table.finished, table.opened, table.paused = "aborted", self.now, {}, None
        self.tell("aborted", {"reason": reason, "seed": table.seed})
        self.concerned.update(seat.player for seat in table.seats if seat.player)

    def _go_on(self, story: list[Event], answered: str | None = None, by: By = "seat") -> None:
        for event in story:
            self.tell("story", {"kind": event.kind, "data": event.data}, event.to)
        waited = self.waiting()
        running = {opening.sand for opening in self.table.opened.values()}
        questions = self._asked = self.game.questions(self.s)
        self._close(questions, answered, by)
        self._open(questions, running)
        if (waiting := self.waiting()) != waited:
            self.tell("waiting", {"seats": waiting})
        if not questions:
            result = self.game.result(self.s)
            if result is None:
                raise AssertionError(f"{self.game.name} asks nobody and has no result")
            self.finish(result)

    def _close(self, questions: dict[str, Decision], answered: str | None, by: By) -> None:
        for name in [name for name in self.table.opened if name not in questions]:
            opening = self.table.opened.pop(name)
            if opening.seat >= 0:
                self.tell("decision-closed", {"id": name, "by": by if name == answered else "rules"}, (opening.seat,))

    def _open(self, questions: dict[str, Decision], running: set[str | None]) -> None:
        sealed = agenda.sealing(self.s)
        for name, question in questions.items():
            if name in self.table.opened:
                continue
            now = self.sand_from if question.seat < 0 and self.sand_from is not None else self.now
            opening = self.table.opened[name] = clocks.open(self.table, question, now)
            if opening.sand is not None and opening.sand not in running:
                data = {"seat": None, "decision": None, "deadline": None, "warning": False, "sand": opening.sand}
                self.tell("clock", {**data, "ends_at": stamp(opening.deadline)})
            if question.seat >= 0:
                self._end_passes(question)
                self.tell("decision-opened", decision_data(name, question, opening, sealed), (question.seat,))
                if player := self.table.seats[question.seat].player:
                    self.concerned.add(player)
                if agent := self.table.agent_at(question.seat):
                    self.newly_asked.add(agent.agent or "")

    def _end_passes(self, question: Decision) -> None:
        """A question that is no window is the seat's turn: passes that were good until then are over."""
        passes = self.table.passes.get(question.seat)
        if passes is not None and passes.until == "my-turn" and not question.window:
            del self.table.passes[question.seat]

    # -- committing ---------------------------------------------------------------------

    def played_by_house(self, opening: Opening) -> bool:
        """Whether a bot, or the house in place of somebody who gave up, answers this question."""
        return opening.seat >= 0 and (
            self.table.seats[opening.seat].kind == "bot" or opening.seat in self.table.forfeits
        )

    def turn_due(self, hold: bool = False) -> int | None:
        """When a worker must play a bot's turn; `hold`: the one that plays now has it in hand for a while."""
        if self.table.paused is not None or not any(map(self.played_by_house, self.table.opened.values())):
            return None
        return self.now + LEASE_MS if hold else AT_ONCE

    def ask_agents_again(self) -> None:
        """Whatever agents are asked, they are asked anew: nobody had it in hand during a pause."""
        agents = (self.table.agent_at(opening.seat) for opening in self.table.opened.values())
        self.newly_asked.update(agent.agent or "" for agent in agents if agent is not None)

    def agent_due(self) -> str:
        """When agents must be asked: at once what was just asked, and for what is under way somebody has it in hand."""
        waiting = any(self.table.agent_at(opening.seat) for opening in self.table.opened.values())
        if self.table.paused is not None or not waiting:
            return ""
        return str(AT_ONCE) if self.newly_asked else f"~{self.now + LEASE_MS}"

    def bell_due(self) -> int | None:
        """When the next deadline or warning comes."""
        return clocks.next_bell(self.table)

    def commit(self, tables: Tables, hold: bool = False) -> Entry:
        """Save all of it in one breath, or raise Conflict."""
        table = self.table
        self.let_pass()
        if "s" in self.__dict__:
            table.state = self.game.save(self.s)
        entry = self.entry = Entry(table.version + 1, self.now, table.heads, self.events)
        table.heads = heads_after(table.heads, self.events)
        tell = [*map(keys.player_bell, sorted(self.concerned)), *map(keys.agent_bell, sorted(self.newly_asked))]
        turn, bell = self.turn_due(hold), self.bell_due()
        tables.commit(table, self.was, entry, self.given, turn, bell, self.agent_due(), tell)
        self.was, self.events, self.given, self.concerned = table.status, [], [], set()
        self.newly_asked = set()
        return entry


def commitment(table: Table) -> str:
    """The published hash of the secret seed."""
    return sha256(table.seed.encode()).hexdigest()


def demoted(result: Result, forfeits: list[Seat]) -> Result:
    """The same result with those who gave up behind all others."""
    if not forfeits:
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

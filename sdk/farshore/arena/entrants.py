"""Who may enter an arena: a level of the built-in players, a Python file with an Agent, or any program."""

from __future__ import annotations

import contextlib
import importlib
import random
import re
import shlex
import shutil
import signal
import threading
import time
import traceback
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from types import FrameType
from typing import Any, Final

from farshore.agents import Agent, Fallback, TimedTurn
from farshore.cli.files import NoAgent, agent_in
from farshore.inprocess import InProcess
from farshore.programs import Broken, Program

ARENA: Final = "service.arena"
"""Where the arena is. It is fetched by name when it is needed: the SDK can be had without the service."""

EXEC: Final = "exec:"
AGAIN_S: Final = 0.25
"""How often an agent that does not stop when its time is over is told so."""


def arena(part: str) -> Any:
    """A part of the arena; `NoAgent` with a sentence where the service package is not at hand."""
    try:
        return importlib.import_module(f"{ARENA}.{part}")
    except ModuleNotFoundError as missing:
        if not (missing.name or "").startswith("service"):
            raise
        raise NoAgent("arena-no-service") from missing


def entrants(specs: Sequence[str], thoughts: int | None) -> tuple[Any, ...]:
    """The entrants of a command line; each gets a name of its own."""
    found: list[Any] = []
    for spec in specs:
        each = entrant(spec, thoughts)
        taken = [other.name for other in found]
        name, n = each.name, 2
        while each.name in taken:
            each = arena("plans").msgspec.structs.replace(each, name=f"{name}-{n}")
            n += 1
        found.append(each)
    return tuple(found)


def entrant(spec: str, thoughts: int | None = None) -> Any:
    """One entrant: `greedy`, `search@300`, `./my_bot.py`, `./my_bot.py:Class`, `exec:./engine`; `name=…` names it."""
    plans = arena("plans")
    named = re.match(r"([\w .+-]{1,40})=(?=.)", spec)
    name, spec = (named[1], spec[named.end() :]) if named else (None, spec)
    if spec.startswith(EXEC):
        words = shlex.split(spec.removeprefix(EXEC))
        if not words or not shutil.which(words[0]):
            raise NoAgent("bot-no-program", command=spec.removeprefix(EXEC))
        program = Path(words[-1]).name if len(words) > 1 else Path(words[0]).name
        return plans.Entrant(
            name=name or program, kind="exec", source=shlex.join(words), digest=_digest(map(Path, words))
        )
    file, _, _ = spec.partition(":")
    if file.endswith(".py") or "/" in file:
        path = Path(file)
        if not path.is_file():
            raise NoAgent("bot-broken-file", file=path, detail="no such file")
        return plans.Entrant(name=name or path.stem, kind="python", source=spec, digest=_digest([path]))
    level, _, own = spec.partition("@")
    if own and not own.isdigit():
        raise NoAgent("arena-thoughts", spec=spec)
    count = int(own) if own else thoughts or plans.THOUGHTS
    return plans.Entrant(name=name or spec, kind="bot", level=level, thoughts=count)


def _digest(files: Any) -> str:
    """What the files of an entrant hold, so that a changed one is another entrant."""
    found = sha256()
    for file in files:
        if file.is_file():
            found.update(file.read_bytes())
    return found.hexdigest()[:16]


def make(plan: Any, entrant: Any, book: str | None = None) -> Any:
    """The mind of an entrant, in the process that plays; a `book` in a file is read there first."""
    if book is not None and plan.rules_of.needs(plan.options):
        arena("books").shelve(Path(book))
    match entrant.kind:
        case "python":
            return AgentMind(plan, entrant)
        case "exec":
            return ProgramMind(plan, entrant)
        case _:
            return arena("minds").built_in(plan, entrant)


class AgentMind:
    """Asks an Agent of a Python file, as `farshore bot` would."""

    watch = staticmethod(time.perf_counter)

    def __init__(self, plan: Any, entrant: Any) -> None:
        self._minds = arena("minds")
        self.budget = float(plan.budget_s)
        file, _, name = str(entrant.source).partition(":")
        random.seed(str(plan.seed))
        self.agent: Agent = agent_in(Path(file), name or None)
        self.tables: dict[str, InProcess] = {}

    def begin(self, place: Any) -> None:
        """The agent has a seat."""
        table = self.tables[place.table] = InProcess(place)
        with self._guarded(self.budget):
            self.agent.seated(table)

    def answer(self, place: Any, reason: str | None) -> Any:
        """What the agent picks, within its budget."""
        table = self.tables[place.table]
        update = table.view()
        turn = TimedTurn(table, update, update.decisions, self.budget)
        turn.reason = reason
        with self._guarded(self.budget):
            picks = self.agent.choose(turn)
            picks = (picks,) if isinstance(picks, str) else tuple(map(str, picks))
        if not place.questions():
            return None
        return self._minds.Given(turn.decision.id, picks)

    def end(self, place: Any, result: Any) -> None:
        """Tell it how it went."""
        table = self.tables.pop(place.table)
        table.over(result)
        with self._guarded(self.budget):
            self.agent.finished(table)

    def close(self) -> None:
        """Nothing more will be asked."""
        self.agent.close()

    @contextlib.contextmanager
    def _guarded(self, seconds: float) -> Iterator[None]:
        """A bug or endless thought in an agent is a failure of the agent only."""
        try:
            with within(seconds):
                yield
        except Late:
            raise self._minds.Failed("late", f"no answer within {seconds:g} s") from None
        except Fallback as why:
            raise self._minds.Failed("crashed", str(why)) from None
        except Exception as bug:
            where = traceback.extract_tb(bug.__traceback__)[-1]
            at = f"{Path(where.filename).name}:{where.lineno}"
            raise self._minds.Failed("crashed", f"{type(bug).__name__}: {bug} ({at})") from None


class ProgramMind:
    """Asks a program over JSON lines. One that breaks is started again for the next question."""

    watch = staticmethod(time.perf_counter)

    def __init__(self, plan: Any, entrant: Any) -> None:
        self._minds = arena("minds")
        self.plan = plan
        self.command = shlex.split(str(entrant.source))
        self.program: Program | None = None

    def begin(self, place: Any) -> None:
        """It hears of a table when it is asked there."""

    def answer(self, place: Any, reason: str | None) -> Any:
        """What the program picks, within its budget."""
        table = InProcess(place)
        [decision, *_] = table.decisions()
        question = {
            "table": place.table,
            "game": self.plan.game,
            "seat": place.seat,
            "budget_s": self.plan.budget_s,
            **({"reason": reason} if reason else {}),
            "decision": decision.raw,
            "view": table.view().view,
        }
        try:
            if self.program is None:
                self.program = Program(self.command, self.plan.game)
            picks = self.program.decide(question, self.plan.budget_s)
        except Broken as broken:
            self.program = None
            kind = "late" if str(broken).startswith("no answer within") else "crashed"
            raise self._minds.Failed(kind, str(broken)) from None
        return self._minds.Given(decision.id, picks)

    def end(self, place: Any, result: Any) -> None:
        """Tell it how it went; it need not answer."""
        if self.program:
            table = InProcess(place)
            table.over(result)
            assert table.result is not None
            self.program.tell({"finished": place.table, "result": table.result.raw})

    def close(self) -> None:
        """End it."""
        if self.program:
            self.program.end()


class Late(BaseException):
    """Time is over. It is no Exception, so that an agent that catches those does not think on."""


@contextlib.contextmanager
def within(seconds: float) -> Iterator[None]:
    """Raise Late in what runs longer. Where there are no such signals, the crew ends the whole process later."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return
    running = True

    def ring(number: int, frame: FrameType | None) -> None:
        if running:
            raise Late

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds, AGAIN_S)
    try:
        yield
    finally:
        running = False
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)

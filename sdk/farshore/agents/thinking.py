"""Calling an agent within its time: one that hangs or fails loses only its own decision."""

import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, Final, TypeVar

from farshore.agents.agent import Agent, Fallback, TimedTurn
from farshore.agents.log import Tally, log_event
from farshore.errors import Invalid
from farshore.turns import pick_list

T = TypeVar("T")

ATTEMPTS: Final = 2
MAX_HANGING: Final = 32
"""With this many calls that have not returned, no agent is called: a thread cannot be killed."""
MARGIN_S: Final = 0.5
"""Time reserved for the answer to arrive."""

_hanging: set[Future[Any]] = set()


def time_to_think(left: float, *budgets: float | None) -> float:
    """The seconds to think: what is left until the deadline, less the time to answer, and no more than any budget."""
    allowed = [left - min(MARGIN_S, left / 5), *(each for each in budgets if each is not None)]
    return max(0.0, min(allowed))


def limited(seconds: float, function: Callable[[], T]) -> T:
    """The result of this function; `Fallback` if it takes longer."""
    if len(_hanging) >= MAX_HANGING:
        raise Fallback(f"{len(_hanging)} earlier calls have not returned")
    result: Future[T] = Future()

    def run() -> None:
        try:
            result.set_result(function())
        except BaseException as error:
            result.set_exception(error)

    threading.Thread(target=run, daemon=True).start()
    try:
        return result.result(seconds)
    except TimeoutError:
        if result.done():
            # Raised by the function itself.
            raise
        _hanging.add(result)
        result.add_done_callback(_hanging.discard)
        raise Fallback(f"no answer within {seconds:.1f} s") from None


def think(agent: Agent, turn: TimedTurn) -> tuple[str, ...] | None:
    """What an agent picks; None, with a reason in the turn, if it has no answer, hangs or fails."""
    try:
        return limited(turn.budget, lambda: tuple(pick_list(agent.choose(turn))))
    except Fallback as why:
        turn.reason = str(why)
    except (Exception, SystemExit) as bug:
        turn.reason = f"{type(bug).__name__}: {bug}"
        log_event("crashed", trace=True, table=turn.table.id, hook="decide", detail=turn.reason)
    turn.ended = True
    return None


def log_turn(event: str, turn: TimedTurn, **values: Any) -> None:
    """Log what happens to the decision of a turn."""
    log_event(event, table=turn.table.id, decision=turn.decision.id, **values)


def log_answered(turn: TimedTurn, picks: tuple[str, ...]) -> None:
    log_turn("answered", turn, picks=" ".join(picks) or "–", seconds=time.monotonic() - turn.started)


def decide(agent: Agent, turn: TimedTurn, send: Callable[[tuple[str, ...]], None], tally: Tally) -> bool:
    """Let an agent answer, once more if the rules refuse its answer; whether one was accepted."""
    log_turn("asked", turn, budget=turn.budget)
    end = time.monotonic() + turn.budget
    for _ in range(ATTEMPTS):
        picks = think(agent, turn)
        if picks is None:
            return False
        try:
            send(picks)
        except Invalid as refused:
            tally.add(refused=1)
            log_turn("refused", turn, detail=refused)
            turn.reason, turn.budget = str(refused), max(0.0, end - time.monotonic())
        else:
            return True
    return False


def tell(agent: Agent, hook: str, about: object, table: str, seconds: float) -> None:
    """Call another method of an agent; errors are only logged."""
    try:
        limited(seconds, lambda: getattr(agent, hook)(about))
    except (Exception, SystemExit) as bug:
        log_event("crashed", trace=True, table=table, hook=hook, detail=f"{type(bug).__name__}: {bug}")

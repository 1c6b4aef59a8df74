"""A program in any language as a player: JSON lines over stdin and stdout. See docs/protocol.md."""

import json
import os
import signal
import subprocess
import threading
from collections.abc import Mapping, Sequence
from concurrent.futures import Future
from contextlib import suppress
from queue import SimpleQueue
from typing import Any, Final

from farshore.agents.agent import TimedTurn, messages_in
from farshore.agents.log import log
from farshore.table import Table

PROTOCOL: Final = "farshore/1"
START_S: Final = 15.0
"""How long a program may take to report that it is ready."""
EXIT_S: Final = 2.0
"""How long it may take to exit after `bye`."""
MAX_LINE: Final = 1_000_000


class ProgramError(Exception):
    """The program cannot be used any more: it crashed, timed out, or violated the protocol."""


class ProgramTimeout(ProgramError):
    """The program did not answer in time."""


def speak(turn: TimedTurn, message: Mapping[str, Any]) -> None:
    """Say what a program wants to say; a refusal is logged."""
    for text, room in messages_in(message.get("say")):
        if refused := turn.say(text, room):
            log.info("%s was not said: %s", text, refused)


class Program:
    """One running program. Its stderr is ours."""

    def __init__(self, command: Sequence[str], game: str, start_s: float = START_S) -> None:
        self._lock = threading.Lock()
        self._outbox: SimpleQueue[bytes | None] = SimpleQueue()
        """The lines to send. A thread writes them, so that nobody waits for a program that does not read."""
        self._pending: dict[int | str, Future[dict[str, Any]]] = {}
        self._error: ProgramError | None = None
        self._ended = False
        self._number = 0
        self._heard: dict[str, TimedTurn] = {}
        try:
            # In its own session: Ctrl-C is for us, and its child processes can be killed with it.
            self._process = subprocess.Popen(  # noqa: S603
                [*command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
            )
        except OSError as missing:
            raise ProgramError(f"it cannot be started: {missing}") from missing
        for target in (self._read, self._write):
            threading.Thread(target=target, daemon=True).start()
        ready = self._ask("ready", {"hello": PROTOCOL, "game": game}, start_s)
        self.name = str(ready.get("name") or "")
        wanted = ready.get("in_flight")
        self.reads, self.talks = ready.get("page") is True, ready.get("talk") is True
        self._free = threading.BoundedSemaphore(wanted if isinstance(wanted, int) and wanted > 1 else 1)

    def decide(self, turn: TimedTurn) -> tuple[str, ...]:
        """The picks for one decision, within its budget. What the program says with its answer is said before it."""
        budget, question = turn.budget, self._question(turn)
        if not self._free.acquire(timeout=budget):
            # Busy with other decisions, within the limit it declared: not an error of the program.
            raise TimeoutError(f"busy with other decisions for {budget:.1f} s")
        try:
            with self._lock:
                self._number += 1
                number = self._number
            answer = self._ask(number, {"decide": number, **question}, budget)
        finally:
            self._free.release()
        speak(turn, answer)
        return tuple(answer["picks"])

    def hear(self, turn: TimedTurn) -> None:
        """Tell a program that wants to know (`"talk": true`) what was said. It may reply with `say`, or not at all."""
        if self.talks:
            self._heard[turn.table.id] = turn
            self.send({"heard": turn.table.id, **self._question(turn)})

    def finished(self, table: Table) -> None:
        """Send the result; the program need not reply."""
        self._heard.pop(table.id, None)
        self.send({"finished": table.id, "result": table.result and table.result.raw})

    def _question(self, turn: TimedTurn) -> dict[str, Any]:
        return {
            "table": turn.table.id,
            "game": turn.table.game,
            "seat": turn.update.seat,
            "budget_s": round(turn.budget, 3),
            **({"reason": turn.reason} if turn.reason else {}),
            **({"decision": turn.decision.raw} if turn.decisions else {}),
            "events": [{**event.raw, "text": event.text} for event in turn.events],
            **({"page": turn.page()} if self.reads else {}),
            "view": turn.view,
        }

    def send(self, message: Mapping[str, Any]) -> None:
        """Send a message. The program must read it, also if it needs no reply."""
        self._outbox.put(json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode() + b"\n")

    def end(self) -> None:
        """Ask the program to exit, and kill it if it does not."""
        if self._ended:
            return
        self._ended = True
        self.send({"bye": True})
        self._outbox.put(None)
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(EXIT_S)
        self._kill()

    def _ask(self, key: int | str, message: Mapping[str, Any], seconds: float) -> dict[str, Any]:
        answer: Future[dict[str, Any]] = Future()
        with self._lock:
            if self._error:
                raise self._error
            self._pending[key] = answer
        self.send(message)
        try:
            return answer.result(seconds)
        except TimeoutError:
            late = ProgramTimeout(f"no answer within {seconds:.1f} s")
            self._fail(late)
            raise late from None

    def _write(self) -> None:
        assert self._process.stdin is not None
        with suppress(OSError), self._process.stdin as lines:
            while line := self._outbox.get():
                lines.write(line)
                lines.flush()

    def _read(self) -> None:
        """Pass each line to the thread that waits for it, until the program exits or violates the protocol."""
        assert self._process.stdout is not None
        with self._process.stdout as lines:
            try:
                while line := lines.readline(MAX_LINE):
                    if len(line) == MAX_LINE:
                        raise ProgramError("a line is too long")
                    if line.strip():
                        self._receive(line)
                raise ProgramError(f"it exited with code {self._process.wait()}")
            except ProgramError as error:
                self._fail(error)
        self._process.wait()

    def _receive(self, line: bytes) -> None:
        text = line[:80].decode(errors="replace")
        try:
            message = json.loads(line)
        except ValueError:
            raise ProgramError(f"not JSON: {text}") from None
        if not isinstance(message, dict):
            raise ProgramError(f"not a JSON object: {text}")
        if "say" in message and "decide" not in message:
            # Between answers it may speak at a table where it heard something.
            if turn := self._heard.get(str(message.get("table"))):
                speak(turn, message)
            return
        key = "ready" if message.get("ready") is True else message.get("decide")
        picks = message.get("picks")
        if key != "ready" and not (isinstance(picks, list) and all(isinstance(pick, str) for pick in picks)):
            raise ProgramError(f"no list of picks: {text}")
        with self._lock:
            waiting = self._pending.pop(key, None) if isinstance(key, int | str) else None
        if waiting is None:
            raise ProgramError(f"an answer without a decision: {text}")
        waiting.set_result(message)

    def _fail(self, error: ProgramError) -> None:
        """Kill the program, and pass the error to all waiting threads."""
        with self._lock:
            if self._error:
                return
            self._error = error
            waiting, self._pending = [*self._pending.values()], {}
        self._kill()
        for each in waiting:
            each.set_exception(error)

    def _kill(self) -> None:
        self._outbox.put(None)
        with suppress(OSError):
            if hasattr(os, "killpg"):
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()

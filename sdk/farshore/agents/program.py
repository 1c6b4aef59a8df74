"""A program in any language that decides: JSON lines over its stdin and stdout. See docs/protocol.md."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import threading
from collections.abc import Mapping, Sequence
from concurrent.futures import Future
from typing import Any, Final

PROTOCOL: Final = "farshore/1"
START_S: Final = 15.0
"""How long a program may take to say that it is ready."""
GOODBYE_S: Final = 2.0
"""How long it may take to end after goodbye."""
READING_S: Final = 5.0
LONGEST_LINE: Final = 1_000_000


class Broken(Exception):
    """The program is of no use any more: it crashed, was too slow, or said something that is no answer."""


class Program:
    """One running program. What it writes to stderr goes where ours goes."""

    def __init__(self, command: Sequence[str], game: str, start_s: float = START_S) -> None:
        self._lock = threading.Lock()
        self._pending: dict[int | str, Future[dict[str, Any]]] = {}
        self._broken: Broken | None = None
        self._ended = False
        self._number = 0
        try:
            # A session of its own: Ctrl-C is for us, and what the program started goes when it goes.
            self._process = subprocess.Popen(  # noqa: S603
                [*command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0, start_new_session=True
            )
        except OSError as missing:
            raise Broken(f"it cannot be started: {missing}") from missing
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        ready = self._ask("ready", {"hello": PROTOCOL, "game": game}, start_s)
        self.name = str(ready.get("name") or "")
        wanted = ready.get("in_flight")
        self._free = threading.BoundedSemaphore(wanted if isinstance(wanted, int) and wanted > 1 else 1)

    def decide(self, question: Mapping[str, Any], budget: float) -> tuple[str, ...]:
        """The picks for one question, within so many seconds."""
        if not self._free.acquire(timeout=budget):
            # It thinks about other questions and has said that it takes one at a time: no fault of its own.
            raise TimeoutError(f"busy with other questions for {budget:.1f} s")
        try:
            with self._lock:
                self._number += 1
                number = self._number
            answer = self._ask(number, {"decide": number, **question}, budget)
        finally:
            self._free.release()
        return tuple(answer["picks"])

    def tell(self, message: Mapping[str, Any]) -> None:
        """Say something that wants no answer; it must be read all the same."""
        watch = threading.Timer(READING_S, self._fail, ("it does not read what it is told",))
        watch.daemon = True
        watch.start()
        self._write(message)
        watch.cancel()

    def _write(self, message: Mapping[str, Any]) -> None:
        line = json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
        assert self._process.stdin is not None
        with self._lock, contextlib.suppress(OSError, ValueError):
            # Unbuffered, so a long line may need several writes.
            rest = memoryview(line)
            while rest:
                rest = rest[self._process.stdin.write(rest) or 0 :]

    def end(self) -> None:
        """Say goodbye, and be firm with a program that stays; once is enough."""
        if self._ended:
            return
        self._ended = True
        watch = threading.Timer(GOODBYE_S, self._kill)
        watch.daemon = True
        watch.start()
        self._write({"bye": True})
        with contextlib.suppress(OSError):
            if self._process.stdin:
                self._process.stdin.close()
        self._process.wait()
        watch.cancel()
        self._kill()

    def _ask(self, key: int | str, message: Mapping[str, Any], seconds: float) -> dict[str, Any]:
        answer: Future[dict[str, Any]] = Future()
        with self._lock:
            if self._broken:
                raise self._broken
            self._pending[key] = answer
        # The watch also frees us from a program that does not read what we write.
        watch = threading.Timer(seconds, self._fail, (f"no answer within {seconds:.1f} s",))
        watch.daemon = True
        watch.start()
        try:
            self._write(message)
            return answer.result()
        finally:
            watch.cancel()

    def _read(self) -> None:
        """Hand each line to whoever waits for it, until the program ends or says something that is no answer."""
        assert self._process.stdout is not None
        with self._process.stdout as lines:
            try:
                rest = b""
                while chunk := lines.read(65536):
                    *whole, rest = (rest + chunk).split(b"\n")
                    for line in filter(bytes.strip, whole):
                        self._hear(line)
                    if len(rest) > LONGEST_LINE:
                        raise Broken("a line without end")
                raise Broken(f"it ended with exit code {self._process.wait()}")
            except Broken as broken:
                self._fail(str(broken))
        self._process.wait()

    def _hear(self, line: bytes) -> None:
        said = line[:80].decode(errors="replace")
        try:
            message = json.loads(line)
        except ValueError:
            raise Broken(f"no JSON: {said}") from None
        if not isinstance(message, dict):
            raise Broken(f"no JSON object: {said}")
        key = "ready" if message.get("ready") is True else message.get("decide")
        picks = message.get("picks")
        if key != "ready" and not (isinstance(picks, list) and all(isinstance(pick, str) for pick in picks)):
            raise Broken(f"no list of picks: {said}")
        with self._lock:
            waiting = self._pending.pop(key, None) if isinstance(key, int | str) else None
        if waiting is None:
            raise Broken(f"an answer to no question: {said}")
        waiting.set_result(message)

    def _fail(self, why: str) -> None:
        """Give the program up, and let everybody know who waits for it."""
        if self._broken:
            return
        # Killed first: whoever is stuck in writing to it holds the lock.
        self._kill()
        with self._lock:
            self._broken = self._broken or Broken(why)
            waiting, self._pending = [*self._pending.values()], {}
        for each in waiting:
            each.set_exception(self._broken)

    def _kill(self) -> None:
        with contextlib.suppress(OSError):
            if hasattr(os, "killpg"):
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()

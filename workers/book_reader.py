"""Reads one uploaded book in a separate process, with limits on time and memory.

The process gets the upload on its standard input and replies on its standard output, in lines of JSON. It has no
connections and no settings of the service, so the damage that a malicious upload can do is contained.
"""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
import threading
from contextlib import suppress
from typing import Final

import msgspec

from service.books.uploads import LIBRARIES, ReadingFailed, ReadText
from service.games.kit.texts import Progress, TextCard, TextRefused, Upload
from service.launch.parent_watch import tied_to_parent

CPU_S: Final = 20
"""A text of 20 MB takes 6 seconds."""

MEMORY_BYTES: Final = 1536 * 1024 * 1024
"""A text of 20 MB takes 0.5 GB."""

WALL_S: Final = 240
"""The reader has low priority, so on a busy machine it may take long."""

NICENESS: Final = 15


class Request(msgspec.Struct):
    """An upload to read."""

    game: str
    raw: bytes
    wish: Upload


class Reading(msgspec.Struct, tag=True):
    """The progress in percent."""

    percent: int


class Unusable(msgspec.Struct, tag=True):
    """The upload cannot be used."""

    code: str
    message: str
    params: dict[str, int | str]


Reply = Reading | ReadText | Unusable
TOO_COSTLY: Final = Unusable("too-costly", "reading the file takes too much time or memory", {})


def read(
    game: str, raw: bytes, wish: Upload, progress: Progress, cpu_s: int = CPU_S, memory: int = MEMORY_BYTES
) -> ReadText:
    """Read an upload in a new process; TextRefused says why it cannot be used."""
    command = [sys.executable, "-m", "workers.book_reader", str(cpu_s), str(memory)]
    with subprocess.Popen(  # noqa: S603
        tied_to_parent(command, death_signal=signal.SIGKILL),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={"PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
    ) as process:
        late = threading.Timer(WALL_S, process.kill)
        late.start()
        try:
            return _result(process, msgspec.json.encode(Request(game, raw, wish)), progress)
        finally:
            late.cancel()
            process.kill()


def _result(process: subprocess.Popen[bytes], request: bytes, progress: Progress) -> ReadText:
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        process.stdin.write(request)
        process.stdin.close()
    except BrokenPipeError:
        raise ReadingFailed("the reader ended before it had the upload") from None
    # If the reader is killed while it writes, its last line cannot be decoded.
    with suppress(msgspec.DecodeError):
        for line in process.stdout:
            reply: Reply = msgspec.json.decode(line, type=Reply)
            match reply:
                case Reading(percent):
                    progress(percent)
                case ReadText():
                    return reply
                case Unusable(code, message, params):
                    raise TextRefused(code, message, **params)
    if process.wait() == -signal.SIGXCPU:
        raise TextRefused(TOO_COSTLY.code, TOO_COSTLY.message)
    raise ReadingFailed(f"the reader ended with code {process.returncode}")


# -- in the new process -----------------------------------------------------------------------


def main() -> None:
    """Read the upload on the standard input."""
    limit_resources(*map(int, sys.argv[1:]))
    send(reply_to(msgspec.json.decode(sys.stdin.buffer.read(), type=Request)))


def limit_resources(cpu_s: int, memory: int) -> None:
    """Lower the limits of this process; beyond them it gets SIGXCPU or a MemoryError."""
    os.nice(NICENESS)
    resource.setrlimit(resource.RLIMIT_CPU, (cpu_s, cpu_s + 5))
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def reply_to(request: Request) -> Reply:
    """The text of the upload, or why it cannot be used."""
    try:
        found = LIBRARIES[request.game].read(request.raw, request.wish, lambda percent: send(Reading(percent)))
        card = found.card()
        return ReadText(TextCard(**{name: getattr(card, name) for name in TextCard.__struct_fields__}), found.pack())
    except TextRefused as wrong:
        return Unusable(wrong.code, str(wrong), wrong.params)
    except (MemoryError, RecursionError):
        return TOO_COSTLY


def send(reply: Reply) -> None:
    sys.stdout.buffer.write(msgspec.json.encode(reply) + b"\n")
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()

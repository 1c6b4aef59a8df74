"""Processes that are forked from this one instead of started from scratch.

The supervisor loads all modules once. A part that is forked from it shares their memory and starts immediately. Memory
from before the fork stays shared until it is written to, so `freeze` keeps the garbage collector away from it.
"""

import contextlib
import ctypes
import gc
import os
import signal
import subprocess
import sys
import time
import traceback
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import IO

from service.launch.parent_watch import set_death_signal

LINUX = sys.platform.startswith("linux")
PR_SET_NAME = 15
HANDLED = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGCHLD)
POLL_S = 0.02


def freeze() -> None:
    """Keep everything that is loaded now in shared memory."""
    gc.collect()
    gc.freeze()


class ForkedProcess:
    """A forked process with those methods of `subprocess.Popen` that the supervisor uses."""

    def __init__(self, title: str, run: Callable[[], int], env: Mapping[str, str]) -> None:
        """`run` returns the exit code. The output of the process can be read from `stdout`."""
        self.returncode: int | None = None
        output, write = os.pipe()
        parent = os.getpid()
        # A signal that arrives too early is delayed until the new process has its own handlers.
        before = signal.pthread_sigmask(signal.SIG_BLOCK, HANDLED)
        self.pid = os.fork()
        if self.pid == 0:
            _become(title, run, env, write, parent)
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        os.close(write)
        self.stdout: IO[bytes] | None = os.fdopen(output, "rb", buffering=0)

    def poll(self) -> int | None:
        if self.returncode is None:
            with contextlib.suppress(ChildProcessError):
                pid, status = os.waitpid(self.pid, os.WNOHANG)
                if pid:
                    self.returncode = os.waitstatus_to_exitcode(status)
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        end = None if timeout is None else time.monotonic() + timeout
        while (code := self.poll()) is None:
            if end is not None and time.monotonic() > end:
                raise subprocess.TimeoutExpired(f"process {self.pid}", timeout or 0)
            time.sleep(POLL_S)
        return code

    def send_signal(self, number: int) -> None:
        # `poll` reaps the process. As long as there is no exit code, the process id has not been reused.
        if self.poll() is None:
            os.kill(self.pid, number)


def _become(title: str, run: Callable[[], int], env: Mapping[str, str], output: int, parent: int) -> None:
    """Turn the copy of the supervisor into the new process.

    It never returns, so that no object of the supervisor is finalised.
    """
    code = 1
    try:
        set_death_signal(signal.SIGKILL)
        if os.getppid() != parent:
            os._exit(1)
        signal.set_wakeup_fd(-1)
        for number in HANDLED:
            signal.signal(number, signal.SIG_DFL)
        # Ctrl-C and closing the terminal signal the whole process group, but the supervisor stops the parts in order.
        signal.pthread_sigmask(signal.SIG_SETMASK, {signal.SIGINT, signal.SIGHUP})
        nothing = os.open(os.devnull, os.O_RDWR)
        for source, target in ((nothing, 0), (output, 1), (output, 2)):
            os.dup2(source, target)
        sys.stdout, sys.stderr = (os.fdopen(number, "w", buffering=1, closefd=False) for number in (1, 2))
        # Close the locks, sockets and pipes of the supervisor.
        os.closerange(3, 1 + max(int(file.name) for file in Path("/proc/self/fd").iterdir()))
        os.environ.clear()
        os.environ.update(env)
        set_title(title)
        code = run()
    except SystemExit as ended:
        code = ended.code if isinstance(ended.code, int) else int(ended.code is not None)
    except BaseException:
        traceback.print_exc()
    finally:
        with contextlib.suppress(Exception):
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(code)


def set_title(title: str) -> None:
    """Show this title in `ps` instead of the command line of the supervisor, cut to its length."""
    if not LINUX:
        return
    ctypes.CDLL(None).prctl(PR_SET_NAME, title.rpartition(" ")[2].encode()[:15], 0, 0, 0)
    with contextlib.suppress(OSError, ValueError):
        # The kernel reads the command line from the memory of the process; proc(5) has the number of these fields.
        fields = Path("/proc/self/stat").read_text().rpartition(")")[2].split()
        begin, end = int(fields[45]), int(fields[46])
        if 0 < begin < end:
            ctypes.memmove(begin, title.encode()[: end - begin - 1].ljust(end - begin, b"\0"), end - begin)

"""Makes sure that no process outlives its parent, even if the parent is killed and cannot clean up.

On Linux, `PR_SET_PDEATHSIG` sets a signal that the kernel sends to a process when its parent dies. The setting survives
`exec` but not `fork`, so it is used in two ways. `tied_to_parent` runs this file as a small launcher, which makes the
setting and then executes the real program (Redis, the API, a worker). `exit_with_parent` is called in processes that a
web server forks; otherwise they would keep serving the port after their parent was killed.
"""

import ctypes
import os
import signal
import sys
import threading
import time

SUPERVISED = "FARSHORE_SUPERVISED"
PR_SET_PDEATHSIG = 1
PR_SET_CHILD_SUBREAPER = 36


def tied_to_parent(command: list[str], death_signal: signal.Signals) -> list[str]:
    """Wrap a command so that it gets the signal when this process dies."""
    return [sys.executable, "-I", "-S", __file__, str(os.getpid()), str(int(death_signal)), *command]


def exit_with_parent() -> None:
    """End this process when its parent dies. Does nothing unless a supervisor started it."""
    if not os.environ.get(SUPERVISED):
        return
    parent = os.getppid()
    if set_death_signal(signal.SIGKILL):
        if os.getppid() != parent:
            os._exit(1)
        return
    threading.Thread(target=watch, args=(parent,), name="parent-watch", daemon=True).start()


def watch(parent: int) -> None:
    """Poll twice a second, for systems without `PR_SET_PDEATHSIG`."""
    while os.getppid() == parent:
        time.sleep(0.5)
    os._exit(1)


def set_death_signal(number: int) -> bool:
    """Make the kernel send this signal when the parent dies. Return False if that is not supported."""
    return prctl(PR_SET_PDEATHSIG, int(number))


def become_subreaper() -> bool:
    """Become the parent of grandchildren whose parent dies, so that they are reaped."""
    return prctl(PR_SET_CHILD_SUBREAPER, 1)


def prctl(option: int, value: int) -> bool:
    return sys.platform.startswith("linux") and bool(ctypes.CDLL(None).prctl(option, value, 0, 0, 0) == 0)


def execute(parent: int, death_signal: int, command: list[str]) -> None:
    """Set the death signal, then replace this process with the command."""
    set_death_signal(death_signal)
    if os.getppid() != parent:
        sys.exit(1)
    # Ctrl-C and closing the terminal signal the whole process group, but the supervisor stops the parts in order.
    # A blocked signal stays blocked after exec.
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGHUP})
    os.execv(command[0], command)  # noqa: S606


if __name__ == "__main__":
    execute(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:])

"""No process outlives the one that started it, even when that one is killed without a chance to clean up.

Linux has a promise for it: `PR_SET_PDEATHSIG` names a signal that the kernel sends when the parent dies. It
is kept across `exec` but not across `fork`, so there are two users here. The *leash* is a tiny launcher, run
as a script of its own, that takes the promise and then becomes the real program (Redis, the API, a worker).
The *guard* is called inside processes that others fork for us: a web server's workers go on serving as orphans,
on the same port, when their parent is killed.
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


def leashed(command: list[str], on_death: signal.Signals, *, apart: bool = False) -> list[str]:
    """The same command, started so that it gets the signal when this process dies.

    A command that stands `apart` does not hear what is said to the whole process group.
    """
    return [sys.executable, "-I", "-S", __file__, str(os.getpid()), str(int(on_death)), str(int(apart)), *command]


def guard() -> None:
    """End this process when its parent dies; does nothing unless a supervisor started us."""
    if not os.environ.get(SUPERVISED):
        return
    parent = os.getppid()
    if promise(signal.SIGKILL):
        if os.getppid() != parent:
            os._exit(1)
        return
    threading.Thread(target=watch, args=(parent,), name="orphan-guard", daemon=True).start()


def watch(parent: int) -> None:
    """The slower way for systems without the kernel's promise: look twice a second."""
    while os.getppid() == parent:
        time.sleep(0.5)
    os._exit(1)


def promise(on_death: int) -> bool:
    """Ask the kernel for a signal at the parent's death; false where no kernel offers that."""
    return ask_kernel(PR_SET_PDEATHSIG, int(on_death))


def adopt() -> bool:
    """Become the parent of grandchildren whose parent dies, so that somebody reaps them."""
    return ask_kernel(PR_SET_CHILD_SUBREAPER, 1)


def ask_kernel(what: int, value: int) -> bool:
    return sys.platform.startswith("linux") and bool(ctypes.CDLL(None).prctl(what, value, 0, 0, 0) == 0)


def become(parent: int, on_death: int, apart: int, command: list[str]) -> None:
    """Take the promise, then turn into the command."""
    promise(on_death)
    if os.getppid() != parent:
        sys.exit(1)
    if apart:
        os.setpgid(0, 0)
    # Ctrl-C and a closed terminal speak to the whole process group, but the order of stopping is the supervisor's.
    # A blocked signal stays blocked after exec.
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGHUP})
    os.execv(command[0], command)  # noqa: S606


if __name__ == "__main__":
    become(int(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), sys.argv[4:])

"""The web server of `make run`, and the application in its worker processes.

It is granian's own command with the modules of the application imported before it forks. They are loaded once instead
of in every process, share memory, and a killed process is replaced at once.
"""

import gc
import signal
from typing import TYPE_CHECKING

from service.launch.parent_watch import exit_with_parent

if TYPE_CHECKING:
    from flask import Flask


def app_with_parent() -> "Flask":
    """The application, in a process that ends when the server that forked it dies."""
    exit_with_parent()
    # Until the worker sets its own handlers it has copies of its parent's, which ignore the signal.
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    # Imported late: without fork this takes a while, and the process must also end if its parent dies meanwhile.
    from service.app import create_app

    app = create_app()
    # What is loaded now stays, so the garbage collector need not scan it, which takes 50 ms. Requests leave little
    # cyclic garbage, so it may run less often.
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)
    return app


if __name__ == "__main__":
    from granian.cli import entrypoint

    import service.app  # noqa: F401

    # Memory from before the fork stays shared until it is written to, as the garbage collector would.
    gc.collect()
    gc.freeze()
    entrypoint()  # type: ignore[no-untyped-call]

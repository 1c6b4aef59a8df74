"""The web server of `make run`, and what it loads in each of its worker processes.

It is granian's own command, which has read the application's modules before it forks: so they are read once and not in
every process, are held in memory once, and a process that was killed is back at once.
"""

import gc
import signal
from typing import TYPE_CHECKING

from service.launch.parent_watch import guard

if TYPE_CHECKING:
    from flask import Flask


def guarded_app() -> "Flask":
    """The application, in a process that ends with the server that forked it."""
    guard()
    # Until the server sets its own handlers, a forked worker has copies of its parent's, which swallow the signal.
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    # Imported late: where processes are not forked this takes a while, and a parent that dies meanwhile must not leave
    # an orphan behind either.
    from service.app import create_app

    app = create_app()
    # What is there now stays: whoever looks for garbage need not look through all of it, which takes 50 ms. And what a
    # request leaves goes by itself; to look after each of them whether it does costs more than to wait a while.
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)
    return app


if __name__ == "__main__":
    from granian.cli import entrypoint

    import service.app  # noqa: F401

    # What is there before the fork is shared for as long as nobody touches it, as a search for garbage does.
    gc.collect()
    gc.freeze()
    entrypoint()  # type: ignore[no-untyped-call]

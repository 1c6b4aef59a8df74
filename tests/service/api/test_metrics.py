"""Metrics are summed over the processes of the API, also those that have ended, without any file."""

from __future__ import annotations

import os
from collections.abc import Callable

from service.api import metrics
from service.api.metrics import ProcessFigures

KEY = ("farshore_requests_total", (("operation", "sums"), ("status", "200")))


def in_child(do: Callable[[], None]) -> None:
    """Run this in a forked process, and wait for its end."""
    pid = os.fork()
    if pid == 0:
        try:
            do()
        finally:
            os._exit(0)
    os.waitpid(pid, 0)


def test_requests_of_all_processes_are_summed_and_survive_them() -> None:
    figures = ProcessFigures()

    def serve() -> None:
        figures.start()
        metrics.REQUESTS.labels("sums", 200).inc(3)
        metrics.STREAMS.inc()
        figures.publish()

    in_child(serve)
    in_child(serve)
    figures.start()

    assert figures.all()[KEY] == 6
    assert figures.all()["farshore_streams", ()] == 0, "the streams of an ended process are closed"

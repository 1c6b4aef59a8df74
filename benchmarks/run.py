"""One run of the benchmarks: how thorough it is, which ports it may use, and where it reports progress."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tools.ports import free_port


class Run:
    """What every section is given."""

    def __init__(self, quick: bool, say: Callable[[str], None], ports: Iterator[int] | None = None) -> None:
        self.quick = quick
        self.say = say
        self._ports = ports

    def port(self) -> int:
        """A free port."""
        return next(self._ports) if self._ports is not None else free_port()

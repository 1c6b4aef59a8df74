"""One run of the bench: how thorough it is, which ports it may use, and where it says what it is doing."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tests.conftest import free_port


class Run:
    """What every section is given."""

    def __init__(self, quick: bool, say: Callable[[str], None], ports: Iterator[int] | None = None) -> None:
        self.quick = quick
        self.say = say
        self._ports = ports

    def port(self) -> int:
        """A port nobody uses."""
        return next(self._ports) if self._ports is not None else free_port()

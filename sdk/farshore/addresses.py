"""The addresses of one service: any of its processes answers as well as any other."""

from __future__ import annotations

from urllib.parse import urlsplit


class Addresses:
    """Stays with one address while it answers, and goes on to the next when it does not."""

    def __init__(self, base_url: str) -> None:
        self.all = tuple(url.strip().rstrip("/").removesuffix("/v1") for url in base_url.split(",") if url.strip())
        if not self.all:
            raise ValueError("base_url is empty")
        self._at = 0

    def __str__(self) -> str:
        return ",".join(self.all)

    @property
    def now(self) -> str:
        """Where the next call goes."""
        return self.all[self._at % len(self.all)]

    def leave(self, url: str) -> bool:
        """This one does not answer. Whether there is another; threads that come late do not skip it."""
        if url == self.now:
            self._at += 1
        return len(self.all) > 1

    def hosts(self) -> list[str]:
        """The machines."""
        return [urlsplit(url).hostname or "" for url in self.all]

"""Saved tokens, one per service and name, in a file that only you can read."""

from __future__ import annotations

import json
import os
from pathlib import Path


def folder() -> Path:
    """The folder of the user's settings."""
    home = os.environ.get("XDG_CONFIG_HOME")
    return (Path(home) if home else Path.home() / ".config") / "farshore"


class Tokens:
    """The tokens in `tokens.json`, by the address of the service."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path or folder() / "tokens.json"

    def get(self, url: str) -> str | None:
        """The token for this service, if there is one."""
        token = self._all().get(url)
        return token if isinstance(token, str) else None

    def keep(self, url: str, token: str) -> None:
        """Save it. The file is at no time readable by others."""
        self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        new = self.path.with_name(f"{self.path.name}.{os.getpid()}")
        with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
            json.dump(self._all() | {url: token}, file, indent=1)
        new.replace(self.path)

    def _all(self) -> dict[str, object]:
        try:
            saved = json.loads(self.path.read_text("utf-8"))
        except (OSError, ValueError):
            return {}
        return saved if isinstance(saved, dict) else {}

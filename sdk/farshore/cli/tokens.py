"""Saved tokens, one per service and name, in a file that only you can read, and logging in with them."""

import json
import os
from pathlib import Path

from farshore.client import Client
from farshore.errors import Unauthorized
from farshore.models import Player


class Tokens:
    """The tokens in `tokens.json`, by the address of the service."""

    def __init__(self, path: Path | None = None) -> None:
        home = os.environ.get("XDG_CONFIG_HOME")
        self.path = path or (Path(home) if home else Path.home() / ".config") / "farshore" / "tokens.json"

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


def log_in(client: Client, name: str, key: str = "", renamed: bool = False) -> Player:
    """Log in as the player of `$FARSHORE_TOKEN`, else as the same player as last time, else as a new one of this name.

    The token is saved under the `key`, by default one for each name. `renamed`: a player with another name is replaced.
    """
    client.token = os.environ.get("FARSHORE_TOKEN")
    if client.token and (player := client.me.get().player):
        return player
    key = key or f"{client.base_url} {name}"
    client.token = Tokens().get(key)
    try:
        player = client.me.get().player if client.token else None
    except Unauthorized:
        player = None
    if player is None or (renamed and player.name != name):
        client.token = None
        created = client.register(name)
        Tokens().keep(key, created.token)
        return created.player
    return player

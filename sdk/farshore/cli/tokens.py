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


def log_in(client: Client, name: str) -> Player:
    """Log in as the player of `$FARSHORE_TOKEN`, or as the one of this name, the same as last time."""
    given = os.environ.get("FARSHORE_TOKEN")
    if given:
        client.token = given
        if player := client.me.get().player:
            return player
    key = f"{client.base_url} {name}"
    return saved_player(client, key) or register(client, key, name)


def saved_player(client: Client, key: str) -> Player | None:
    """The player whose token is saved under this key; None if the service does not know it any more."""
    client.token = Tokens().get(key)
    try:
        return client.me.get().player if client.token else None
    except Unauthorized:
        return None


def register(client: Client, key: str, name: str) -> Player:
    """Register a new player and save the token."""
    client.token = None
    made = client.register(name)
    Tokens().keep(key, made.token)
    return made.player

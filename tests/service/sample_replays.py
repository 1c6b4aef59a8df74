"""Finished games and their replays."""

from __future__ import annotations

import json
from hashlib import sha256

from service.stores import Stores
from tests.service.people import Data, Person
from tests.service.table import (
    play_out,
    started,
)


def played(stores: Stores, ada: Person, ben: Person) -> str:
    """A game of Ada, Ben and a bot that is over."""
    table = started(ada, ben, bots=1)
    ada.post(f"/tables/{table}/talk", {"text": "Good luck!"})
    play_out(stores, table, [ada, ben])
    return table


def seal(replay: Data) -> str:
    """The digest of a replay, as anybody can count it."""
    plain = json.dumps({**replay, "digest": ""}, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return sha256(plain.encode()).hexdigest()

"""Small histories and replays, correct and falsified ones, for the tests of the checks."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import requests

from tools.faults.clients import Client
from tools.faults.history import Attempt, History, Operation

Data = dict[str, Any]
YES, LOST = 200, 0


def operation(
    picks: str, *attempts: tuple[float, float, int], verb: Any = "answer", name: str = "1-take-0"
) -> Operation:
    """An answer, and for each attempt when it was sent and answered, and its status."""
    return Operation("t", 0, name, verb, tuple(picks), [Attempt(*attempt) for attempt in attempts])


def say(text: str, *attempts: tuple[float, float, int]) -> Operation:
    """Talk."""
    return Operation("t", 0, "", "say", ("table", text), [Attempt(*attempt) for attempt in attempts])


def written(picks: str, name: str = "1-take-0", by: str = "seat", kind: str = "take", seat: int = 0) -> Data:
    """An answer in a replay."""
    return {"seat": seat, "decision": name, "picks": list(picks), "by": by, "kind": kind}


def has_errors(found: Iterator[str]) -> bool:
    """Whether a check finds errors."""
    return bool(list(found))


def reply(status: int, body: Data | None = None) -> requests.Response:
    """A reply of the service."""
    response = requests.Response()
    response.status_code = status
    response._content = json.dumps(body or {}).encode()
    return response


def client(*replies: requests.Response | None) -> Client:
    """A client that gets these replies, and no more after them."""
    found = Client("", History(), Random(1), "ada")
    left = list(replies)

    def request(*_: Any, **__: Any) -> requests.Response:
        reply = left.pop(0) if left else None
        if reply is None:
            raise requests.ConnectionError
        return reply

    found.session.request = request  # type: ignore[method-assign,assignment]
    return found

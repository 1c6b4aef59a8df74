"""Record what one answer sends to Redis: how many round trips, and which bytes."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

import hiredis
from flask import Flask
from redis import Redis
from redis.connection import AbstractConnection

from benchmarks.floor import Answered, Part, Plan
from benchmarks.table_copies import Original, copies
from service.app import create_app
from service.settings import Settings
from service.storage import keys


@contextmanager
def redis_commands() -> Iterator[list[list[bytes]]]:
    """Every command that this thread sends to Redis; a pipeline is one round trip and appears as one command."""
    here, found = threading.get_ident(), list[list[bytes]]()
    send, send_packed = AbstractConnection.send_command, AbstractConnection.send_packed_command
    inside = [False]

    def one(self: Any, *args: Any, **more: Any) -> Any:
        if threading.get_ident() == here:
            found.append([_bytes(part) for part in args])
            inside[0] = True
        try:
            return send(self, *args, **more)
        finally:
            inside[0] = False

    def packed(self: Any, command: Any, *args: Any, **more: Any) -> Any:
        if threading.get_ident() == here and not inside[0]:
            found.append(_unpacked(b"".join(command)))
        return send_packed(self, command, *args, **more)

    with (
        patch.object(AbstractConnection, "send_command", one),
        patch.object(AbstractConnection, "send_packed_command", packed),
    ):
        yield found


def _unpacked(raw: bytes) -> list[bytes]:
    """The one command in these bytes."""
    reader = hiredis.Reader()
    reader.feed(raw)
    command: list[bytes] = reader.gets()
    return [b"PIPELINE"] if reader.has_data() else command


def _bytes(part: Any) -> bytes:
    return part if isinstance(part, bytes) else str(part).encode()


@contextmanager
def registered_scripts() -> Iterator[list[str]]:
    """The text of every Lua script that is registered within the block."""
    found: list[str] = []
    register: Callable[..., Any] = Redis.register_script

    def noted(self: Redis, script: Any) -> Any:
        found.append(script if isinstance(script, str) else script.decode())
        return register(self, script)

    with patch.object(Redis, "register_script", noted):
        yield found


def record(url: str, redis: Redis, one: Original) -> Plan:
    """Play a copy of the game through the API in this process, and record the commands it sends to Redis."""
    with registered_scripts() as texts:
        app = create_app(Settings(redis_url=url, database_url="sqlite://"))
    id, *warm = copies(redis, one, 3)
    answers = {}
    for table in warm:
        for said in one.game[: 2 * len(one.people)]:
            put(app, table, said.name, said.picks, one.people[said.seat].secret)
        # The subscriber for revoked tokens empties the token cache once, when it has connected.
        time.sleep(0.3)
    for said in one.game:
        with redis_commands() as commands:
            status, body = put(app, id, said.name, said.picks, one.people[said.seat].secret)
        parts = [[Part(raw, id.encode() in raw) for raw in command] for command in commands]
        answers[said.name] = Answered(parts, status, body)
    return Plan(id.encode(), list(dict.fromkeys(texts)), answers, [each.secret for each in one.people])


def put(app: Flask, table: str, name: str, picks: tuple[str, ...], secret: str) -> tuple[int, bytes]:
    reply = app.test_client().put(
        f"/v1/tables/{table}/decisions/{name}/answer",
        json={"picks": picks},
        headers={"Authorization": f"Bearer {secret}"},
    )
    assert reply.status_code in (200, 202), reply.get_data(as_text=True)
    return reply.status_code, reply.get_data()


def same_shard(plan: Plan) -> Callable[[str], bool]:
    """Whether a table's keys are in the shard of the recorded table, so that its commands fit."""
    shard = keys.shard(plan.table.decode())
    return lambda id: keys.shard(id) == shard

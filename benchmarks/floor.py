"""The floor: a bare Flask application that does the same I/O as an answer, and nothing else.

It replays what was recorded of the service: for each answer of the game the same commands to Redis with the same
bytes (only the name of the table differs), and a reply of the same bytes. No rules, no views, no checks but the token.
"""

from __future__ import annotations

import os
from pathlib import Path

import msgspec
from flask import Flask, Response, request
from msgspec import Struct
from redis import Redis


class Part(Struct):
    """One argument of a command: bytes, in which the table's name may stand."""

    raw: bytes
    named: bool


class Answered(Struct):
    """What one answer does to Redis, and what it brings its player."""

    commands: list[list[Part]]
    status: int
    body: bytes


class Plan(Struct):
    """Everything recorded."""

    table: bytes
    scripts: list[str]
    answers: dict[str, Answered]
    secrets: list[str]


def create() -> Flask:
    """The application."""
    plan = msgspec.msgpack.decode(Path(os.environ["BENCH_FLOOR"]).read_bytes(), type=Plan)
    redis = Redis.from_url(os.environ["REDIS_URL"])
    for script in plan.scripts:
        redis.script_load(script)
    known = {f"Bearer {secret}" for secret in plan.secrets}
    app = Flask("floor")

    @app.put("/v1/tables/<table>/decisions/<name>/answer")
    def answer(table: str, name: str) -> Response:
        if request.headers.get("Authorization") not in known:
            return Response(status=401)
        request.get_json()
        found, id = plan.answers[name], table.encode()
        for command in found.commands:
            if not redis.execute_command(*[p.raw.replace(plan.table, id) if p.named else p.raw for p in command]):
                return Response(status=409)
        return Response(found.body.replace(plan.table, id), found.status, content_type="application/json")

    return app

"""Bodies: JSON exactly as RFC 8259 has it. Halves of characters, NaN and numbers without end stay outside."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

import msgspec
from flask import Request
from marshmallow import Schema, missing
from webargs.flaskparser import FlaskParser
from werkzeug.exceptions import ClientDisconnected, RequestEntityTooLarge

from service.api.context import settings
from service.refusals import Refused

BODY: Final = "farshore.body"
"""Where a body is kept that was read: it comes only once."""


class MalformedJson(Refused):
    """The body is not JSON."""

    code = "malformed-json"


def read(raw: bytes, type: Any = Any) -> Any:
    """What a body says. `msgspec.ValidationError` where it is JSON, but not of this type."""
    try:
        body = msgspec.json.decode(raw)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise MalformedJson() from None
    return body if type is Any else msgspec.convert(body, type)


def is_json(request: Request) -> bool:
    """Whether the body calls itself JSON, which nearly all spell in the same way."""
    return request.environ.get("CONTENT_TYPE") == "application/json" or request.is_json


def sent(request: Request) -> bytes:
    """The whole body. One without a length is cut at the limit without a word, and what is cut is not what was sent."""
    environ = request.environ
    raw: bytes | None = environ.get(BODY)
    if raw is None:
        length, most = request.content_length, settings().max_body
        if length is None:
            raw = request.get_data(cache=True)
            if len(raw) >= most:
                raise RequestEntityTooLarge()
        elif length > most:
            raise RequestEntityTooLarge()
        else:
            # As much as was announced; Flask would count along while it reads.
            raw = environ["wsgi.input"].read(length)
            if len(raw) < length:
                raise ClientDisconnected()
        environ[BODY] = raw
    return raw


@cache
def _schema(kind: type[Schema]) -> Schema:
    return kind()


class Parser(FlaskParser):
    """webargs, with this reader of JSON: Python's own lets through what no response could spell out again.

    A schema is built once and not for every request, which costs more than to use it.
    """

    def parse(self, argmap: Any, req: Request | None = None, **more: Any) -> Any:
        """What was sent. Where a schema has a `shape`, a good body is read in one go; the schema explains bad ones."""
        if req is not None and (shape := getattr(argmap, "shape", None)) is not None and is_json(req):
            try:
                return msgspec.structs.asdict(msgspec.json.decode(sent(req), type=shape))
            except (msgspec.MsgspecError, UnicodeError, RecursionError):
                pass
        return super().parse(argmap, req, **more)

    def _get_schema(self, argmap: Any, req: Request) -> Schema:
        found: Schema = _schema(argmap) if isinstance(argmap, type) else super()._get_schema(argmap, req)
        return found

    def load_json(self, req: Request, schema: Schema) -> Any:
        raw = sent(req) if is_json(req) else b""
        return read(raw) if raw else missing

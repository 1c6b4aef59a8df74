"""Request bodies: JSON exactly as in RFC 8259. Lone surrogates, NaN and infinite numbers are refused."""

from __future__ import annotations

from typing import Any

import msgspec
from flask import Request
from marshmallow import Schema, missing
from webargs.flaskparser import FlaskParser
from werkzeug.exceptions import RequestEntityTooLarge

from service.api.context import settings
from service.refusals import Refused


class MalformedJson(Refused):
    """The body is not JSON."""

    code = "malformed-json"


def read(raw: bytes, type: Any = Any) -> Any:
    """The content of a body. `msgspec.ValidationError` if it is JSON, but not of this type."""
    try:
        body = msgspec.json.decode(raw)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise MalformedJson() from None
    return body if type is Any else msgspec.convert(body, type)


def sent(request: Request) -> bytes:
    """The whole body. Flask cuts one without a length at the limit without an error; here it is too large."""
    raw = request.get_data()
    if request.content_length is None and len(raw) >= settings().max_body:
        raise RequestEntityTooLarge()
    return raw


class Parser(FlaskParser):
    """webargs with a strict JSON reader: Python's own accepts what no response could contain."""

    def load_json(self, req: Request, schema: Schema) -> Any:
        raw = sent(req) if req.is_json else b""
        return read(raw) if raw else missing

"""JSON bodies: requests are parsed strictly, responses are encoded once.

A request must be valid JSON as defined by RFC 8259: lone surrogates, NaN and infinite numbers are rejected.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import wraps
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, ClassVar
from urllib.parse import urlencode

import msgspec
from flask import Request, Response, request
from marshmallow import Schema, missing
from webargs.flaskparser import FlaskParser

from service.refusals import Refused

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

encode = msgspec.json.Encoder().encode


class MalformedJson(Refused):
    """The body is not JSON."""


def read(raw: bytes, type: Any = Any) -> Any:
    """The content of a body. Raises `msgspec.ValidationError` if it is JSON, but not of this type."""
    try:
        body = msgspec.json.decode(raw)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise MalformedJson() from None
    return body if type is Any else msgspec.convert(body, type)


def sent(environ: WSGIEnvironment) -> bytes:
    """The whole body of a request."""
    whole: bytes = environ["wsgi.input"].whole()
    return whole


class StructSchema(Schema):
    """A schema for a frequent body: msgspec, which is faster, reads valid ones; marshmallow explains what is wrong with
    invalid ones."""

    decoder: ClassVar[msgspec.json.Decoder[Any]]


class Parser(FlaskParser):
    """webargs with a strict JSON parser: Python's own accepts values that no response could contain."""

    def parse(self, argmap: Any, req: Request | None = None, **options: Any) -> Any:
        if isinstance(argmap, StructSchema):
            try:
                return msgspec.structs.asdict(argmap.decoder.decode(_json(req or request)))
            except (msgspec.DecodeError, UnicodeError, RecursionError):
                # webargs parses the body again and explains what is wrong with it.
                pass
        return super().parse(argmap, req, **options)

    def load_json(self, req: Request, schema: Schema) -> Any:
        raw = _json(req)
        return read(raw) if raw else missing


def parsing(view: Callable[..., Any], parser: Parser, schema: Schema, location: str) -> Callable[..., Any]:
    """The view, called with the arguments that this schema describes, in one wrapper instead of two."""

    @wraps(view)
    def parsed(*before: Any, **path: str) -> Any:
        return view(*before, parser.parse(schema, location=location), **path)

    return parsed


def _json(req: Request) -> bytes:
    environ = req.environ
    # The usual header is compared first: `is_json` parses it.
    return sent(environ) if environ.get("CONTENT_TYPE") == "application/json" or req.is_json else b""


class Reply(Response):
    """A response. If its body is in memory, it is sent as it is: Werkzeug would copy the headers, and wrap the body in
    an iterator, for each piece of which granian comes back to this thread.
    """

    def get_wsgi_response(self, environ: WSGIEnvironment) -> tuple[Iterable[bytes], str, list[tuple[str, str]]]:
        if self.is_streamed or environ["REQUEST_METHOD"] == "HEAD" or self.status_code in (204, 304):
            return super().get_wsgi_response(environ)
        return [self.get_data()], self.status, self.headers.to_wsgi_list()


def reply(body: Any, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """A JSON response."""
    return Reply(encode(body), status, headers, content_type="application/json")


def tagged(body: Any, now: str | None = None) -> Response:
    """A JSON response with an ETag; 304 if the caller already has it.

    `now` is added to the object as its last field. It is not part of the ETag, because it always differs.
    """
    raw = encode(body)
    response = Reply(raw if now is None else b'%s,"now":"%s"}' % (raw[:-1], now.encode()), 200)
    response.content_type = "application/json"
    response.set_etag(blake2b(raw, digest_size=12).hexdigest())
    response.headers["Cache-Control"] = "private, no-cache"
    response.headers["Vary"] = "Authorization, Accept-Language"
    # Other conditional headers are for updates and ranges, which are not supported here.
    if request.if_none_match.contains_weak(response.get_etag()[0] or ""):
        response.status_code = 304
    return response


def next_link(**changes: object) -> str:
    """A `Link` header to the next page: this request with other parameters."""
    query = {**request.args.to_dict(flat=False), **{name: [str(value)] for name, value in changes.items()}}
    return f'<{request.path}?{urlencode(query, doseq=True)}>; rel="next"'


def listed(items: list[Any], cursor: str | None, **more: Any) -> Response:
    """A page of a list; `next` and a `Link` header lead to the next one, if there is one."""
    headers = None if cursor is None else {"Link": next_link(cursor=cursor)}
    return reply({"items": items, "next": cursor, **more}, headers=headers)

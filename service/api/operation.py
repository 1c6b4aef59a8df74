"""One decorator for what all operations have: a name, who may call it, and every refusal it may answer with."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from functools import wraps
from typing import Any, Final

from flask import request
from flask_smorest import Blueprint as SmorestBlueprint
from flask_smorest.utils import deepupdate

from service.api.bodies import Parser
from service.api.errors import RETRYABLE, STATUS, wordings
from service.api.problems import ProblemSchema

ALWAYS: Final = ("bad-request", "not-acceptable", "internal", "unavailable")
WITH_TOKEN: Final = ("unauthorized", "wrong-scope")
WITH_BODY: Final = ("malformed-json", "invalid", "too-large", "unsupported-media-type")


class Blueprint(SmorestBlueprint):
    """A blueprint whose operations are described in full."""

    ARGUMENTS_PARSER = Parser()

    def operation(
        self,
        id: str,
        *refuses: str,
        token: bool | None = True,
        body: bool = False,
        creates: int = 0,
        limited: bool = False,
    ) -> Callable[[Any], Any]:
        """Name an operation and its refusals. `token`: needed, None: welcome, False: none of its business.

        `creates`: the operation takes an Idempotency-Key of at least so many characters.
        """
        codes = {*ALWAYS, *refuses}
        if token:
            codes.update(WITH_TOKEN)
        elif token is None:
            codes.add("unauthorized")
        if token is not False:
            # Wrong tokens are counted.
            codes.add("too-many-requests")
        if body:
            codes.update(WITH_BODY)
        if creates:
            codes.update(("idempotency-mismatch", "invalid"))
        if limited:
            codes.add("too-many-requests")

        def decorate(view: Any) -> Any:
            # The refusals only describe: they are hung on a stand-in, so that a call does not pass through them.
            described: Any = self.doc(**_doc(id, token, creates))(lambda: None)
            for status, group in _by_status(codes).items():
                described = self.alt_response(
                    status,
                    schema=ProblemSchema,
                    content_type="application/problem+json",
                    description=" · ".join(f"`{code}` {wordings('en')[code].title}" for code in group),
                    examples={code: {"$ref": f"#/components/examples/{code}"} for code in group},
                    headers=RETRY_AFTER if status in (429, 503) else None,
                )(described)
            view._apidoc = deepupdate(getattr(view, "_apidoc", {}), described._apidoc)
            return view

        return decorate

    def arguments(self, schema: Any, *, location: str = "json", **more: Any) -> Callable[[Any], Any]:
        """What a view takes besides its path."""
        describe, parse = super().arguments(schema, location=location, **more), self.ARGUMENTS_PARSER.parse

        def decorate(view: Any) -> Any:
            @wraps(view)
            def call(*args: Any, **kwargs: Any) -> Any:
                return view(*args, parse(schema, request, location=location), **kwargs)

            call._apidoc = describe(view)._apidoc  # type: ignore[attr-defined]
            return call

        return decorate

    def response(self, *args: Any, **more: Any) -> Callable[[Any], Any]:
        """What a view gives."""
        return _described(super().response(*args, **more))

    def alt_response(self, *args: Any, **more: Any) -> Callable[[Any], Any]:
        """What a view gives sometimes."""
        return _described(super().alt_response(*args, **more))


def _described(describe: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Views give ready responses: these are described, and a call does not pass through the description."""

    def decorate(view: Any) -> Any:
        view._apidoc = describe(view)._apidoc
        return view

    return decorate


def _doc(id: str, token: bool | None, creates: int) -> dict[str, Any]:
    security: list[dict[str, list[str]]] = [{"token": []}] if token else [{}, {"token": []}]
    doc: dict[str, Any] = {"operationId": id, "security": [] if token is False else security}
    if creates:
        doc["parameters"] = [{**IDEMPOTENCY_KEY, "schema": {"type": "string", "minLength": creates, "maxLength": 255}}]
    return doc


RETRY_AFTER: Final = {"Retry-After": {"description": "Seconds to wait.", "schema": {"type": "integer"}}}
IDEMPOTENCY_KEY: Final = {
    "in": "header",
    "name": "Idempotency-Key",
    "description": "A repeated request with the same key and body creates nothing new and returns the same.",
    "example": "0b9f6a52-5a3e-4d0c-9d0e-6f7e0a1b2c3d",
}


def _by_status(codes: set[str]) -> dict[int, list[str]]:
    groups: dict[int, list[str]] = defaultdict(list)
    for code in sorted(codes):
        groups[STATUS[code]].append(code)
    return dict(sorted(groups.items()))


def example(code: str) -> dict[str, Any]:
    """What a refusal with this code looks like."""
    words = wordings("en")[code]
    return {
        "type": f"/v1/problems/{code}",
        "title": words.title,
        "status": STATUS[code],
        "detail": words.detail,
        "instance": "/v1/…",
        "code": code,
        "params": {},
        "errors": [],
        "retryable": code in RETRYABLE,
        "request_id": "5f1c0a9e",
    }

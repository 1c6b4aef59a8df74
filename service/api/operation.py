"""One decorator for what all operations have: an id, the scope they need, and the problems they may return."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from typing import Any, Final

from flask_smorest import Blueprint as SmorestBlueprint

from service.api.bodies import Parser, parsing
from service.api.errors import STATUS, wordings
from service.api.problems import ProblemSchema

ALWAYS: Final = ("bad-request", "internal", "unavailable")
WITH_TOKEN: Final = ("unauthorized", "wrong-scope")
WITH_BODY: Final = ("malformed-json", "invalid", "too-large", "unsupported-media-type")


class Blueprint(SmorestBlueprint):
    """A blueprint whose operations have complete descriptions."""

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
        """Describe an operation and its refusals. `token`: required, None: optional, False: not used.

        `creates`: the operation takes an Idempotency-Key of at least this many characters.
        """
        codes = {*ALWAYS, *refuses}
        if token:
            codes.update(WITH_TOKEN)
        elif token is None:
            codes.add("unauthorized")
        if token is not False:
            # Wrong tokens are limited.
            codes.add("too-many-requests")
        if body:
            codes.update(WITH_BODY)
        if creates:
            codes.update(("idempotency-mismatch", "invalid"))
        if limited:
            codes.add("too-many-requests")

        return _only_documented(self.doc(**_doc(id, token, creates), responses=_problems(codes)))

    def response(self, *args: Any, **more: Any) -> Callable[[Any], Any]:
        """Describe the usual response."""
        return _only_documented(super().response(*args, **more))

    def alt_response(self, *args: Any, **more: Any) -> Callable[[Any], Any]:
        """Describe another response."""
        return _only_documented(super().alt_response(*args, **more))

    def arguments(self, schema: Any, *, location: str = "json", required: bool = True) -> Callable[[Any], Any]:
        """The arguments of a view besides those in its path. The schema is built once, not for every request."""
        built = schema() if isinstance(schema, type) else schema
        document = _only_documented(super().arguments(built, location=location, required=required))

        def with_arguments(view: Any) -> Any:
            parsed = parsing(document(view), self.ARGUMENTS_PARSER, built, location)
            if location == "query":
                names = frozenset(field.data_key or name for name, field in built.fields.items())
                vars(parsed)["query_parameters"] = names
            return parsed

        return with_arguments


def _only_documented(decorate: Any) -> Callable[[Any], Any]:
    """The view with the documentation that a decorator of flask-smorest adds, but without its wrapper around each call.

    The wrappers turn what a view returns into a response; every view here returns a complete one.
    """

    def document(view: Any) -> Any:
        noted = vars(decorate(view))
        vars(view).update({name: value for name, value in noted.items() if name != "__wrapped__"})
        return view

    return document


def _problems(codes: set[str]) -> dict[int, Any]:
    """The descriptions of these refusals in the document, by status."""
    groups: dict[int, list[str]] = defaultdict(list)
    for code in sorted(codes):
        groups[STATUS[code]].append(code)
    return {
        status: {
            "description": " · ".join(f"`{code}` {wordings('en')[code].title}" for code in group),
            **({"headers": RETRY_AFTER} if status in (429, 503) else {}),
            "content": {
                "application/problem+json": {
                    "schema": ProblemSchema,
                    "examples": {code: {"$ref": f"#/components/examples/{code}"} for code in group},
                }
            },
        }
        for status, group in sorted(groups.items())
    }


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

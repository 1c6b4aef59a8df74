"""The documentation pages, which need no internet access: the reference, the OpenAPI document and Swagger UI."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import flask_swagger_ui
import msgspec
from flask import Flask, Response, send_from_directory
from flask_smorest import Api

from service.api import reference, spec
from service.api.compression import cacheable
from service.refusals import NotFound

SWAGGER_UI = Path(flask_swagger_ui.__file__).parent / "dist"
CSP = "Content-Security-Policy"
POLICY = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'"


def serve(app: Flask, api: Api) -> None:
    """Add the documentation pages to the app."""

    @cache
    def document() -> bytes:
        return msgspec.json.encode(spec.finished(api.spec.to_dict()))

    @cache
    def reference_page() -> str:
        return reference.render(msgspec.json.decode(document()))

    @app.get("/openapi.json")
    @app.get("/v1/openapi.json", endpoint="v1_openapi")
    def openapi() -> Response:
        response = Response(document(), content_type="application/json")
        response.add_etag()
        return cacheable(response)

    @app.get("/docs")
    def page() -> Response:
        response = Response(reference_page(), content_type="text/html; charset=utf-8", headers={CSP: POLICY})
        response.add_etag()
        return cacheable(response)

    @app.get("/docs/try")
    def try_page() -> Response:
        response = send_from_directory(reference.PAGES, "try.html")
        response.headers[CSP] = POLICY
        return response

    @app.get("/docs/assets/<name>")
    def asset(name: str) -> Response:
        if name in ("docs.css", "docs.js", "try.js"):
            return send_from_directory(reference.PAGES, name, max_age=86400)
        if name in ("swagger-ui.css", "swagger-ui-bundle.js"):
            return send_from_directory(SWAGGER_UI, name, max_age=86400)
        raise NotFound(what="address")

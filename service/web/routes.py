"""The addresses of the pages for people, and of the files they load."""

from __future__ import annotations

from http import HTTPStatus
from typing import Final

from flask import Flask, Response, request
from werkzeug.exceptions import HTTPException

from service.api.context import settings
from service.api.errors import problem
from service.refusals import NotFound
from service.web.files import PAGES, Files

POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "worker-src 'self'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "connect-src 'self'{streams}",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types farshore-worker",
    )
)
"""What a page may do: load our files and call our API, nothing else. Texts of people can never become code."""

FOREVER: Final = "public, max-age=31536000, immutable"


def policy() -> str:
    """The policy of pages and workers; streams may come from another host."""
    streams = settings().stream_base_url
    return POLICY.format(streams=f" {streams}" if streams else "")


def serve(app: Flask) -> None:
    """Add the pages to the app."""
    files = Files()

    def page(**_: str) -> Response:
        nonlocal files
        if app.debug:
            # `FLASK_DEBUG=1`: an edited file is served without a restart.
            files = Files()
        headers = {
            "Content-Security-Policy": policy(),
            "Cache-Control": "no-cache",
            "Cross-Origin-Opener-Policy": "same-origin",
        }
        response = Response(
            files.shell(request.url_rule.rule if request.url_rule else "/"),
            content_type="text/html; charset=utf-8",
            headers=headers,
        )
        response.add_etag()
        response.make_conditional(request)
        return response

    for address in PAGES:
        app.add_url_rule(address, endpoint=f"page{address}", view_func=page)

    @app.errorhandler(HTTPStatus.NOT_FOUND)
    def missing(error: HTTPException) -> Response:
        """A browser that opens an address that does not exist gets a page; everybody else gets a problem."""
        wanted = request.accept_mimetypes
        api = request.method != "GET" or request.url_rule is not None or request.path.startswith("/v1/")
        if api or wanted.quality("text/html") <= wanted.quality("application/problem+json"):
            return problem("not-found", {"what": "address"})
        shown = page()
        shown.status_code = HTTPStatus.NOT_FOUND
        shown.headers.remove("ETag")
        return shown

    @app.get("/web/<digest>/<path:name>")
    def web_file(digest: str, name: str) -> Response:
        nonlocal files
        if app.debug and digest != files.digest:
            files = Files()
        # An old address still answers with the new file: a page that was open during a deploy loads what it lacks.
        if name not in files.content:
            raise NotFound(what="address")
        packed = request.accept_encodings.quality("gzip") > 0
        response = Response((files.packed if packed else files.content)[name], content_type=files.type(name))
        response.headers["Cache-Control"] = FOREVER if digest == files.digest else "no-cache"
        response.headers["Vary"] = "Accept-Encoding"
        if name.endswith("worker.js"):
            # A worker has the policy of its own file; other files have that of the page.
            response.headers["Content-Security-Policy"] = policy()
        if packed:
            response.headers["Content-Encoding"] = "gzip"
        return response

    @app.get("/icon.svg")
    @app.get("/favicon.ico", endpoint="favicon")
    def icon() -> Response:
        content = files.content["icon.svg"]
        return Response(
            content, content_type=files.type("icon.svg"), headers={"Cache-Control": "public, max-age=86400"}
        )

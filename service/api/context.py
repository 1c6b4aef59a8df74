"""What a request can reach: the house, the settings, and the language it is spoken to in."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, cast

from flask import Request
from flask.ctx import _AppCtxGlobals
from flask.globals import app_ctx, request_ctx
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from service.games.kit.words import LANGUAGES
from service.settings import Settings
from service.stores import House

EXTENSION: Final = "farshore"


def this() -> Request:
    """The request that is being answered: Flask's own, not the stand-in that looks it up again at every touch."""
    return cast(Request, request_ctx._get_current_object().request)  # type: ignore[attr-defined]


def own() -> _AppCtxGlobals:
    """What is kept for this request (Flask's `g`), likewise."""
    return cast(_AppCtxGlobals, app_ctx._get_current_object().g)  # type: ignore[attr-defined]


def house() -> House:
    """The house this process serves."""
    return cast(House, app_ctx._get_current_object().app.extensions[EXTENSION]["house"])  # type: ignore[attr-defined]


def settings() -> Settings:
    """How this process was set up."""
    return cast(Settings, app_ctx._get_current_object().app.extensions[EXTENSION]["settings"])  # type: ignore[attr-defined]


def language() -> str:
    """The caller's language, of those the house speaks; who asks for the French of Québec gets French."""
    return _spoken(this().environ.get("HTTP_ACCEPT_LANGUAGE", ""))


@lru_cache(1024)
def _spoken(header: str) -> str:
    accepted = parse_accept_header(header, LanguageAccept)
    wanted = (tag.split("-")[0].lower() for tag, quality in accepted if quality > 0)
    return next((tag for tag in wanted if tag in LANGUAGES), LANGUAGES[0])

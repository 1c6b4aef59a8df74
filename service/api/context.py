"""The context of a request: the stores, the settings, and the caller's language."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, cast

from flask import current_app, request
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from service.games.kit.words import LANGUAGES
from service.moderation.words import WordList
from service.settings import Settings
from service.storage.heartbeats import Heartbeats
from service.stores import Stores

EXTENSION: Final = "farshore"
REQUEST_ID: Final = "farshore.request_id"
CALLER: Final = "farshore.caller"
"""Where the WSGI environment has the id of the request, and its caller once they are known."""


def stores() -> Stores:
    """The stores of this process."""
    return cast(Stores, current_app.extensions[EXTENSION]["stores"])


def probe() -> Heartbeats:
    """The store for health checks. It has a short time-out, so that a health check responds while Redis hangs."""
    return cast(Heartbeats, current_app.extensions[EXTENSION]["probe"])


def settings() -> Settings:
    """The settings of this process."""
    return cast(Settings, current_app.extensions[EXTENSION]["settings"])


def words() -> WordList:
    """The operator's list of words that are not allowed in names and talk."""
    return stores().words


def language() -> str:
    """The caller's preferred language among those supported; a regional variant counts as its language."""
    return _preferred(request.environ.get("HTTP_ACCEPT_LANGUAGE", ""))


@lru_cache(1024)
def _preferred(header: str) -> str:
    accepted = parse_accept_header(header, LanguageAccept)
    wanted = (tag.split("-")[0].lower() for tag, quality in accepted if quality > 0)
    return next((tag for tag in wanted if tag in LANGUAGES), LANGUAGES[0])

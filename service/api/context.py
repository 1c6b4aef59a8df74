"""What a request can reach: the house, the settings, and the language it is spoken to in."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, cast

from flask import current_app, request
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from service.games.kit.words import LANGUAGES
from service.play.house import House
from service.settings import Settings

EXTENSION: Final = "farshore"


def house() -> House:
    """The house this process serves."""
    return cast(House, current_app.extensions[EXTENSION]["house"])


def settings() -> Settings:
    """How this process was set up."""
    return cast(Settings, current_app.extensions[EXTENSION]["settings"])


def language() -> str:
    """The caller's language, of those the house speaks; who asks for the French of Québec gets French."""
    return _spoken(request.environ.get("HTTP_ACCEPT_LANGUAGE", ""))


@lru_cache(1024)
def _spoken(header: str) -> str:
    accepted = parse_accept_header(header, LanguageAccept)
    wanted = (tag.split("-")[0].lower() for tag, quality in accepted if quality > 0)
    return next((tag for tag in wanted if tag in LANGUAGES), LANGUAGES[0])

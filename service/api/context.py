"""What a request can reach: the house, the settings, and the language it is spoken to in."""

from __future__ import annotations

from typing import Final, cast

from flask import current_app, request

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
    wanted = (tag.split("-")[0].lower() for tag, quality in request.accept_languages if quality > 0)
    return next((tag for tag in wanted if tag in LANGUAGES), LANGUAGES[0])

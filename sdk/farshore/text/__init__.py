"""The messages of the SDK in English and French."""

import json
import os
import shlex
import sys
from collections.abc import Mapping
from importlib.resources import files
from typing import Any, Final

LANGUAGES: Final = ("en", "fr")


def system_language(environment: Mapping[str, str] = os.environ) -> str:
    """The language of this machine if it is one of ours, else English."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := environment.get(name):
            return "fr" if value.lower().startswith("fr") else "en"
    return "en"


def pip_install(*packages: str) -> str:
    """The command that installs packages for the Python that runs this."""
    return shlex.join([sys.executable or "python3", "-m", "pip", "install", *packages])


class Messages:
    """The messages of the SDK in one language."""

    def __init__(self, language: str) -> None:
        self.language = language
        self._text: dict[str, str] = json.loads(files(__name__).joinpath(f"{language}.json").read_text("utf-8"))

    def __call__(self, key: str, **params: Any) -> str:
        """A message with its parameters filled in."""
        return self._text[key].format(**params)

    def get(self, key: str, default: str, **params: Any) -> str:
        """The same for a value that a newer service may send; `default` if there is no message for it."""
        return self(key, **params) if key in self._text else default

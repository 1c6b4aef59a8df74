"""The browsers that tests and tools use."""

import os
import shutil
from pathlib import Path

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
MAC_BROWSERS = (
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
)
FIREFOX = ("firefox-esr", "firefox", "/Applications/Firefox.app/Contents/MacOS/firefox")


def browser_path() -> Path | None:
    """The path of Chromium or Chrome, or of the browser that `FARSHORE_BROWSER` names."""
    names = [os.environ["FARSHORE_BROWSER"]] if os.environ.get("FARSHORE_BROWSER") else [*BROWSERS, *MAC_BROWSERS]
    found = next(filter(None, map(shutil.which, names)), None)
    return Path(found) if found else None


def firefox_path() -> Path | None:
    """The path of Firefox."""
    found = next(filter(None, map(shutil.which, FIREFOX)), None)
    return Path(found) if found else None

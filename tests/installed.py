"""Programs that some tests need and pip does not install: a browser and PostgreSQL.

`python -m tests.installed` prints the Debian packages that are missing; `.ci/run` installs them.
"""

import os
import shutil
from pathlib import Path

from tools.postgres import postgres_bin

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
MAC_BROWSERS = (
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
)


def browser_path() -> Path | None:
    """The program of a Chromium or Chrome, or of the browser that `FARSHORE_BROWSER` names."""
    names = [os.environ["FARSHORE_BROWSER"]] if os.environ.get("FARSHORE_BROWSER") else [*BROWSERS, *MAC_BROWSERS]
    found = next(filter(None, map(shutil.which, names)), None)
    return Path(found) if found else None


def missing() -> dict[str, str]:
    """What is not installed, by its Debian package, and what is skipped without it."""
    needed = {
        "chromium": (browser_path(), "No browser found (Chromium or Chrome): browser tests are skipped."),
        "postgresql": (postgres_bin(), "No PostgreSQL found: PostgreSQL tests are skipped."),
    }
    return {package: message for package, (found, message) in needed.items() if found is None}


if __name__ == "__main__":
    print(*missing())

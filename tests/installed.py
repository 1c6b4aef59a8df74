"""Programs that some tests need and pip does not install: a browser and PostgreSQL.

`python -m tests.installed` prints the Debian packages that are missing; `.ci/run` installs them.
"""

import os
import shutil
from pathlib import Path

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
MAC_BROWSERS = (
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
)
# Debian and Homebrew install the server programs outside of PATH.
POSTGRES_FOLDERS = (
    "/usr/lib/postgresql/*/bin",
    "/opt/homebrew/opt/postgresql@*/bin",
    "/usr/local/opt/postgresql@*/bin",
)
POSTGRES_PROGRAMS = ("initdb", "postgres", "pg_ctl")


def browser_path() -> Path | None:
    """The program of a Chromium or Chrome, or of the browser that `FARSHORE_BROWSER` names."""
    names = [os.environ["FARSHORE_BROWSER"]] if os.environ.get("FARSHORE_BROWSER") else [*BROWSERS, *MAC_BROWSERS]
    found = next(filter(None, map(shutil.which, names)), None)
    return Path(found) if found else None


def postgres_bin() -> Path | None:
    """The folder with the programs of a PostgreSQL server, the newest one if there are several."""
    initdb = shutil.which("initdb")
    folders = [Path(initdb).resolve().parent] if initdb else []
    for pattern in POSTGRES_FOLDERS:
        folders += sorted(Path("/").glob(pattern[1:]), key=version, reverse=True)
    return next((folder for folder in folders if all((folder / name).exists() for name in POSTGRES_PROGRAMS)), None)


def version(folder: Path) -> int:
    """The number in `/usr/lib/postgresql/15/bin` or `postgresql@17/bin`."""
    digits = "".join(filter(str.isdigit, folder.parent.name))
    return int(digits or 0)


def missing() -> dict[str, str]:
    """What is not installed, by its Debian package, and what is skipped without it."""
    needed = {
        "chromium": (browser_path(), "No browser found (Chromium or Chrome): browser tests are skipped."),
        "postgresql": (postgres_bin(), "No PostgreSQL found: PostgreSQL tests are skipped."),
    }
    return {package: message for package, (found, message) in needed.items() if found is None}


if __name__ == "__main__":
    print(*missing())

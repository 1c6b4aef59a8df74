"""Programs that some tests need and pip does not install: browsers, PostgreSQL and the proxy Caddy.

`python -m tests.installed` prints the Debian packages that are missing; `.ci/run` installs them.
"""

import shutil

from tools.browser import browser_path, firefox_path
from tools.postgres import postgres_bin


def missing() -> dict[str, str]:
    """What is not installed, by its Debian package, and what is skipped without it."""
    needed = {
        "chromium": (browser_path(), "No browser found (Chromium or Chrome): browser tests are skipped."),
        "firefox-esr": (firefox_path(), "No Firefox found: the test in Firefox is skipped."),
        "postgresql": (postgres_bin(), "No PostgreSQL found: PostgreSQL tests are skipped."),
        "caddy": (shutil.which("caddy"), "No Caddy found: tests of the proxy are skipped."),
    }
    return {package: message for package, (found, message) in needed.items() if found is None}


if __name__ == "__main__":
    print(*missing())

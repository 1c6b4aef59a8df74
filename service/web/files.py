"""The files that browsers load, under one digest: a new version of any of them is a new address for all."""

from __future__ import annotations

import gzip
import re
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from posixpath import normpath
from typing import Final

FOLDER: Final = Path(__file__).parent
KINDS: Final = {".js": "text/javascript", ".css": "text/css", ".json": "application/json", ".svg": "image/svg+xml"}
START: Final = "js/app.js"
"""The module that the shell starts."""

PAGES: Final = {
    "/": "js/lobby/page.js",
    "/t/<id>": "js/table/page.js",
    "/join/<id>": "js/table/page.js",
    "/replay": "js/pages/replay.js",
    "/replay/<id>": "js/pages/replay.js",
    "/agents": "js/pages/agents/list.js",
    "/agents/<id>": "js/pages/agents/agent.js",
    "/arenas": "js/pages/arenas/list.js",
    "/arenas/<id>": "js/pages/arenas/arena.js",
    "/ratings": "js/pages/arenas/ratings.js",
    "/history": "js/pages/history/search.js",
    "/profiles/<kind>/<id>": "js/pages/history/profile.js",
    "/cards": "js/pages/cards/games.js",
    "/cards/<id>": "js/pages/cards/gallery.js",
    "/cards/<id>/<card>": "js/pages/cards/gallery.js",
}
"""The addresses of the pages, and the module that each needs besides."""

IMPORT: Final = re.compile(rb"""^(?:import|export|\}) ?.*?from "(\.[^"]+)";$|^import "(\.[^"]+)";$""", re.MULTILINE)
"""A static import; those within functions are loaded when they are needed."""

STYLES: Final = ("css/tokens.css", "css/base.css")


class Files:
    """All files of the pages, as they were when the process started."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self.content = {
            path.relative_to(folder).as_posix(): path.read_bytes()
            for path in sorted(folder.rglob("*"))
            if path.suffix in KINDS and path.is_file()
        }
        self._shell = (folder / "shell.html").read_text()
        everything = sha256()
        for name, content in self.content.items():
            everything.update(f"{name} {len(content)} ".encode() + content)
        self.digest = everything.hexdigest()[:16]

    @cached_property
    def packed(self) -> dict[str, bytes]:
        """The same files, compressed once."""
        return {name: gzip.compress(content, 9, mtime=0) for name, content in self.content.items()}

    def type(self, name: str) -> str:
        """The content type of a file."""
        return f"{KINDS[Path(name).suffix]}; charset=utf-8"

    def shell(self, page: str) -> str:
        """The HTML of a page; its script shows the page for its address.

        It announces the modules of the page, so that they load in one go and not level by level.
        """
        base = f"/web/{self.digest}"
        styles = [f'<link rel="stylesheet" href="{base}/{name}">' for name in STYLES]
        preloads = [f'<link rel="modulepreload" href="{base}/{name}">' for name in self.modules[page]]
        return self._shell.format(styles="\n".join(styles), preloads="\n".join(preloads), script=f"{base}/{START}")

    @cached_property
    def modules(self) -> dict[str, list[str]]:
        """The modules of each page: where it starts, and all that it imports."""
        return {page: self._imported(START, module) for page, module in PAGES.items()}

    def _imported(self, *starts: str) -> list[str]:
        found = [*starts]
        for name in found:
            for match in IMPORT.finditer(self.content[name]):
                imported = normpath(f"{Path(name).parent}/{(match[1] or match[2]).decode()}")
                if imported not in found:
                    found.append(imported)
        return found

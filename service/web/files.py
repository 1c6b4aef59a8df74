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
    "/t/": "js/table/page.js",
    "/join/": "js/table/page.js",
    "/replay": "js/pages/replay.js",
    "/agents": "js/pages/agents/list.js",
    "/agents/": "js/pages/agents/agent.js",
    "/arenas": "js/pages/arenas/list.js",
    "/arenas/": "js/pages/arenas/arena.js",
    "/ratings": "js/pages/arenas/ratings.js",
    "/history": "js/pages/history/search.js",
    "/profiles/": "js/pages/history/profile.js",
    "/cards": "js/pages/cards/games.js",
    "/cards/": "js/pages/cards/gallery.js",
}
"""The module that a page needs besides, by the beginning of its address."""

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

    def shell(self, address: str) -> str:
        """The HTML of all pages; its script shows the page for the address.

        It announces the modules of the page, so that they load in one go and not level by level.
        """
        base = f"/web/{self.digest}"
        part = next((start for start in sorted(PAGES, reverse=True) if address.startswith(start)), "/")
        styles = [f'<link rel="stylesheet" href="{base}/{name}">' for name in STYLES]
        preloads = [f'<link rel="modulepreload" href="{base}/{name}">' for name in self.modules[part]]
        return self._shell.format(styles="\n".join(styles), preloads="\n".join(preloads), script=f"{base}/{START}")

    @cached_property
    def modules(self) -> dict[str, list[str]]:
        """The modules of each page: where it starts, and all that it imports."""
        return {address: self._imported(START, module) for address, module in PAGES.items()}

    def _imported(self, *starts: str) -> list[str]:
        found = [*starts]
        for name in found:
            for match in IMPORT.finditer(self.content[name]):
                imported = normpath(f"{Path(name).parent}/{(match[1] or match[2]).decode()}")
                if imported not in found:
                    found.append(imported)
        return found

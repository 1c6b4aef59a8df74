"""A new game in one command: `make game NAME=tiny` writes a small, playable game, to be replaced with yours.

The template is in `tools/game/`: the files of the game, and its tests. Its Python files end in `.py_`, because they are
not valid Python until the name is filled in.
"""

from __future__ import annotations

import argparse
import keyword
import re
import sys
from pathlib import Path
from typing import Final

TEMPLATE: Final = Path(__file__).parent / "game"
REGISTRY: Final = Path("service", "games", "__init__.py")


class Refused(ValueError):
    """The game cannot be written."""


def write(name: str, root: Path) -> list[Path]:
    """Write the game and its tests, and add it to the registry. Return the files written."""
    if not re.fullmatch("[a-z][a-z0-9]*(_[a-z0-9]+)*", name) or keyword.iskeyword(name):
        raise Refused(f"{name!r} is not a valid name: use lower-case letters, digits and underscores, as in sea_of_fog")
    folders = {
        TEMPLATE / "game": root / "service" / "games" / name,
        TEMPLATE / "tests": root / "tests" / "games" / name,
    }
    if there := [folder for folder in folders.values() if folder.exists()]:
        raise Refused(f"{there[0]} already exists")
    registry = registered((root / REGISTRY).read_text("utf-8"), name)

    written = []
    for template, folder in folders.items():
        for path in sorted(template.rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                target = folder / path.relative_to(template).with_suffix(path.suffix.removesuffix("_"))
                target.parent.mkdir(parents=True, exist_ok=True)
                text = filled(path.read_text("utf-8"), name)
                target.write_text(in_order(text) if target.suffix == ".py" else text, "utf-8")
                written.append(target)
    (root / REGISTRY).write_text(registry, "utf-8")
    return [*written, root / REGISTRY]


def registered(registry: str, name: str) -> str:
    """The registry with one more import and game."""
    lines = registry.splitlines(keepends=True)
    imports = [n for n, line in enumerate(lines) if line.startswith("from service.games.")]
    games = [n for n, line in enumerate(lines) if re.fullmatch(r" +\w+\(\),\n", line)]
    if not imports or not games:
        raise Refused(f"{REGISTRY} does not look as expected: add the game by hand")
    indent = " " * (len(lines[games[-1]]) - len(lines[games[-1]].lstrip()))
    lines.insert(games[-1] + 1, f"{indent}{class_of(name)}(),\n")
    lines.insert(imports[-1] + 1, f"from service.games.{name} import {class_of(name)}\n")
    return in_order("".join(lines))


def in_order(code: str) -> str:
    """The same code with imports from our packages in alphabetical order, which depends on the name of the game."""

    def ordered(block: re.Match[str]) -> str:
        return "".join(sorted(block[0].splitlines(keepends=True), key=lambda line: line.split()[1]))

    return re.sub(r"(?:^from (?:service|tests)\..*\n)+", ordered, code, flags=re.MULTILINE)


def filled(text: str, name: str) -> str:
    """A file of the template, for this game."""
    for word, value in (("CLASS", class_of(name)), ("TITLE", title_of(name)), ("NAME", name)):
        text = text.replace(f"__{word}__", value)
    return text


def class_of(name: str) -> str:
    """`sea_of_fog` as the name of a class: SeaOfFog."""
    return "".join(part.capitalize() for part in name.split("_"))


def title_of(name: str) -> str:
    """`sea_of_fog` as a title: Sea of fog."""
    return name.replace("_", " ").capitalize()


def main() -> int:
    """Write a game from the command line."""
    parser = argparse.ArgumentParser(prog="python -m tools.new_game", description=__doc__.splitlines()[0])
    parser.add_argument("name", help="the name of the game: lower-case letters, digits and underscores")
    try:
        written = write(parser.parse_args().name, Path.cwd())
    except Refused as refused:
        print(refused, file=sys.stderr)
        return 1
    for path in written:
        print(f"wrote {path.relative_to(Path.cwd())}")
    return 0


if __name__ == "__main__":
    sys.exit(main())

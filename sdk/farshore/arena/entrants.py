"""Entrants of the command line: a bot level, a Python file with an Agent, or any program."""

import re
import shlex
import shutil
from collections.abc import Iterable, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Final

from farshore.agents.loading import UsageError
from farshore.arena.players import LocalPlayer
from farshore.local import THOUGHTS, ArenaPlayer, Entrant, Plan, arena, bot_player

EXEC: Final = "exec:"


def entrants(specs: Sequence[str], thoughts: int | None) -> tuple[Entrant, ...]:
    """The entrants of a command line, each with a unique name."""
    found: dict[str, Entrant] = {}
    for spec in specs:
        each = entrant(spec, thoughts)
        name, n = each.name, 2
        while each.name in found:
            each = entrant(spec, thoughts, name=f"{name}-{n}")
            n += 1
        found[each.name] = each
    return tuple(found.values())


def entrant(spec: str, thoughts: int | None = None, name: str | None = None) -> Entrant:
    """One entrant: `greedy`, `search@300`, `./my_bot.py`, `./my_bot.py:Class`, `exec:./engine`; `name=…` names it."""
    if named := re.match(r"([\w .+-]{1,40})=(?=.)", spec):
        name, spec = name or named[1], spec[named.end() :]
    if spec.startswith(EXEC):
        command = shlex.split(spec.removeprefix(EXEC))
        if not command or not shutil.which(command[0]):
            raise UsageError("bot-no-program", command=spec.removeprefix(EXEC))
        program = Path(command[-1]).name
        source, digest = shlex.join(command), _digest(map(Path, command))
        return Entrant(name=name or program, kind="exec", source=source, digest=digest)
    file, _, _ = spec.partition(":")
    if file.endswith(".py") or "/" in file:
        path = Path(file)
        if not path.is_file():
            raise UsageError("bot-broken-file", file=path, detail="no such file")
        return Entrant(name=name or path.stem, kind="python", source=spec, digest=_digest([path]))
    level, _, own = spec.partition("@")
    if own and not own.isdigit():
        raise UsageError("arena-thoughts", spec=spec)
    count = int(own) if own else thoughts or THOUGHTS
    return Entrant(name=name or spec, kind="bot", level=level, thoughts=count)


def _digest(files: Iterable[Path]) -> str:
    """A digest of the files of an entrant, so that a changed file is another entrant."""
    found = sha256()
    for file in files:
        if file.is_file():
            found.update(file.read_bytes())
    return found.hexdigest()[:16]


def player_for(plan: Plan, entrant: Entrant, book: str | None = None) -> ArenaPlayer:
    """The player of an entrant, created in the process that plays; a `book` file is read there first."""
    if book is not None and plan.rules_of.missing_texts(plan.options):
        arena.read_book(plan.game, Path(book))
    return bot_player(plan, entrant) if entrant.kind == "bot" else LocalPlayer(plan, entrant)

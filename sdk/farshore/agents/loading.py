"""Load an agent from a Python file."""

import sys
import traceback
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

from farshore.agents.agent import Agent


class UsageError(Exception):
    """A mistake in the command line; `key` and `params` are its message."""

    def __init__(self, key: str, **params: Any) -> None:
        super().__init__(key)
        self.key = key
        self.params = params


def load_agent(file: Path, name: str | None = None) -> Agent:
    """The agent in a file: the class of this name, its only Agent class, or the object `agent`."""
    module = load_module(file)
    made = getattr(module, "agent", None)
    if name is None and isinstance(made, Agent):
        return made
    found = {
        each.__name__: each
        for each in vars(module).values()
        if isinstance(each, type) and issubclass(each, Agent) and each.__module__ == module.__name__
    }
    if name is not None and name not in found:
        raise UsageError("bot-no-class", file=file, name=name, names=", ".join(found) or "–")
    if not found:
        raise UsageError("bot-no-agent", file=file)
    if name is None and len(found) > 1:
        raise UsageError("bot-which", file=file, names=", ".join(found))
    return found[name]() if name else next(iter(found.values()))()


def load_module(file: Path) -> ModuleType:
    """Import a file; it can import modules beside it."""
    spec = spec_from_file_location(f"farshore_bot_{file.stem}", file)
    if spec is None or spec.loader is None or not file.is_file():
        raise UsageError("bot-broken-file", file=file, detail="not a Python file")
    module = module_from_spec(spec)
    sys.modules[spec.name] = module
    sys.path.insert(0, str(file.parent.resolve()))
    try:
        spec.loader.exec_module(module)
    except Exception as broken:
        traceback.print_exc()
        raise UsageError("bot-broken-file", file=file, detail=f"{type(broken).__name__}: {broken}") from broken
    return module

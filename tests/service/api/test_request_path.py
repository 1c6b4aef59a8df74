"""docs/request-path.md lists the modules that an answer over HTTP visits, and no others."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from operator import attrgetter
from pathlib import Path
from types import FrameType
from typing import Any

from service.stores import Stores
from service.tables.store import Tables
from tests.service.people import Person
from tests.service.table import open_decisions, put, started

ROOT = Path(__file__).parents[3]
MOST = 14


@contextmanager
def visited() -> Iterator[set[str]]:
    """The platform's modules in which a function is called; rules and kit are not counted."""
    found: set[str] = set()

    def note(frame: FrameType, event: str, arg: Any) -> None:
        path = frame.f_code.co_filename
        if event == "call" and path.startswith(str(ROOT)) and "/.venv/" not in path:
            name = str(Path(path).relative_to(ROOT))
            if name.startswith("service/") and not name.startswith("service/games/"):
                found.add(name)

    sys.setprofile(note)
    try:
        yield found
    finally:
        sys.setprofile(None)


def listed() -> dict[str, list[str]]:
    """The modules in the table of the page, with the functions it names."""
    page = (ROOT / "docs" / "request-path.md").read_text("utf-8")
    cells = [line.split("|") for line in page.splitlines() if line.startswith("| `service/")]
    return {module.strip(" `"): re.findall(r"`([\w.]+)`", functions) for _, module, functions, *_ in cells}


def test_an_answer_visits_the_modules_that_the_page_lists_and_no_more_than_fourteen(ada: Person, ben: Person) -> None:
    table = started(ada, ben)
    [decision] = open_decisions(ada, table)

    with visited() as found:
        reply = put(ada, table, decision["id"], decision["options"][0])

    assert reply.status_code == 202
    assert found == set(listed())
    assert len(found) <= MOST, sorted(found)


def test_the_page_names_functions_that_exist() -> None:
    for path, functions in listed().items():
        module = import_module(path.removesuffix(".py").replace("/", "."))
        assert functions
        for name in functions:
            assert attrgetter(name)(module), f"{path}: {name}"


def test_a_refusal_loads_the_table_once(ada: Person, ben: Person, stores: Stores, monkeypatch: Any) -> None:
    table, loads = started(ada, ben), []
    load = Tables.load
    monkeypatch.setattr(Tables, "load", lambda self, id: loads.append(id) or load(self, id))

    refused = put(ada, table, "0-explore-0", "r99")

    assert refused.json["decisions"], "it says what is open now"
    assert loads == [table]

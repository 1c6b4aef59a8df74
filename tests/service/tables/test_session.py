"""The transaction: conflicts, deadlines settled before a change, refusals, and changes without I/O."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from flask import Flask
from redis import Redis

from service.refusals import NotOwner
from service.storage import keys
from service.storage.due import LEASE_MS
from service.stores import Stores
from service.tables.session import TableSession, load, transact
from service.tables.store import Tables
from tests.service.conftest import newcomer
from tests.service.people import Person
from tests.service.table import answer, later, open_decisions, saved, started

MINUTE = {"mode": "realtime", "per_decision_s": 60}


def touch(session: TableSession) -> bool:
    """A change that affects nothing else."""
    session.table.rematch = "touched"
    return True


def test_a_change_is_repeated_after_a_conflict_and_loses_nothing(ada: Person, ben: Person, stores: Stores) -> None:
    table, versions = started(ada, ben), list[int]()

    def change(session: TableSession) -> bool:
        versions.append(session.table.version)
        if len(versions) == 1:
            answer(ben, table)
        return touch(session)

    transact(stores.tables, table, change)

    assert versions == [versions[0], versions[0] + 1]
    assert saved(stores, table).rematch == "touched"
    assert [given.seat for given in stores.tables.answers(table)] == [1]


def test_a_change_without_effect_commits_nothing(ada: Person, ben: Person, stores: Stores) -> None:
    table = started(ada, ben)
    before = saved(stores, table).version

    session = transact(stores.tables, table, lambda session: False)

    assert session.entry is None
    assert saved(stores, table).version == before


def test_overdue_deadlines_are_settled_although_the_change_refuses(ada: Person, ben: Person, stores: Stores) -> None:
    table = started(ada, ben, clock=MINUTE)
    later(stores, table, 61)

    def refuse(session: TableSession) -> bool:
        raise NotOwner

    with pytest.raises(NotOwner) as refused:
        transact(stores.tables, table, refuse)

    assert {given.by for given in stores.tables.answers(table)} == {"clock"}
    assert refused.value.session is not None
    assert refused.value.session.table.version == saved(stores, table).version


def test_overdue_deadlines_can_be_left_alone(ada: Person, ben: Person, stores: Stores) -> None:
    table = started(ada, ben, clock=MINUTE)
    later(stores, table, 61)

    transact(stores.tables, table, touch, settle=False)

    assert saved(stores, table).rematch == "touched"
    assert stores.tables.answers(table) == []


def test_a_bot_worker_keeps_its_lease(ada: Person, stores: Stores, redis: Redis) -> None:
    table = started(ada, bots=1)
    due = keys.due(keys.shard(table), "bots")

    held = transact(stores.tables, table, touch, hold=True)
    assert redis.zscore(due, table) == held.now + LEASE_MS

    released = transact(stores.tables, table, touch)
    assert (redis.zscore(due, table) or 0) < released.now + LEASE_MS


def test_a_loaded_table_is_tried_first(ada: Person, ben: Person, stores: Stores, monkeypatch: Any) -> None:
    table = started(ada, ben)
    session = load(stores.tables, table)
    monkeypatch.setattr(Tables, "load", lambda self, id: pytest.fail("it is loaded again"))

    assert transact(stores.tables, table, touch, session=session) is session


# -- changes without I/O -----------------------------------------------------------------------

INPUT_OUTPUT = {"sendall", "send", "recv", "recv_into", "open", "stat", "execute", "sleep"}


@contextmanager
def watched_changes() -> Iterator[tuple[set[str], list[str]]]:
    """The functions that `transact` calls as changes in this thread, and the I/O that they perform."""
    changes, found, inside = set[str](), list[str](), list[FrameType]()

    def note(frame: FrameType, event: str, called: Any) -> None:
        before = frame.f_back
        if event == "call" and before is not None and before.f_code is transact.__code__:
            if getattr(before.f_locals["change"], "__code__", None) is frame.f_code:
                inside.append(frame)
                changes.add(frame.f_code.co_qualname.replace(".<locals>", ""))
        elif event == "return" and inside and inside[-1] is frame:
            inside.pop()
        elif event == "c_call" and inside and called.__name__ in INPUT_OUTPUT:
            found.append(f"{inside[-1].f_code.co_qualname}: {called.__qualname__}")

    sys.setprofile(note)
    try:
        yield changes, found
    finally:
        sys.setprofile(None)


def test_changes_perform_no_input_or_output(app_with: Callable[..., Flask], tmp_path: Path) -> None:
    words = tmp_path / "words.txt"
    words.write_text("badger\n")
    app = app_with(word_list=words)
    ada, ben = newcomer(app, "Ada"), newcomer(app, "Ben")

    with watched_changes() as (changes, found):
        table = started(ada, ben, clock=MINUTE)
        at = f"/tables/{table}"
        picks = {"picks": open_decisions(ada, table)[0]["options"][:1]}
        responses = [
            ada.put(f"{at}/passes", {"kinds": ["*"]}),
            ada.post(f"{at}/decisions/0-explore-0/check", picks),
            answer(ada, table),
            ada.delete(f"{at}/decisions/0-explore-0/answer"),
            ada.post(f"{at}/talk", {"text": "Good luck!"}),
            ada.post(f"{at}/talk/check", {"text": "Good luck!"}),
            ada.post(f"{at}/votes", {"kind": "pause"}),
            ben.call("PATCH", "/me", {"name": "Benno"}),
            ben.post(f"{at}/forfeit"),
            ada.post(f"{at}/rematch"),
        ]

    assert [response.json["code"] for response in responses if response.status_code >= 300] == ["final"]
    assert found == []
    assert changes >= {
        *("take_seat.take", "start.begin", "forfeit.give_up", "rename.change", "rematch.name_rematch", "vote.change"),
        *("answer.change", "withdraw.change", "check.change", "set_passes.change", "say.change", "settled.<lambda>"),
    }

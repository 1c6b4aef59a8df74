"""A backup taken during play with the commands of docs/operating.md can be restored and played on."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest

from service.accounts.store import Player
from service.archive import retention
from service.launch.embedded import EmbeddedRedis
from service.lobby.opening import NewSeat, NewTable, open_table
from service.lobby.seating import take_seat
from service.replays import replay
from service.settings import Retention, Settings
from service.stores import Stores, connect_stores
from service.tables import play
from service.tables.play import Actor
from service.tables.session import load
from tools.soak.games import accounts_of, play_game

OPERATING = Path(__file__).parents[2] / "docs" / "operating.md"
WISH = NewTable(game="faraway", seats=(NewSeat("me"), NewSeat("open")), start="full")


@contextmanager
def opened(data: Path) -> Iterator[Stores]:
    """The stores on a data folder, as `make run` lays it out."""
    server = EmbeddedRedis(data)
    server.start()
    server.wait()
    try:
        settings = Settings(redis_url=server.url, data=data, retention=Retention(archive_after_s=0))
        stores = connect_stores(settings)
        yield stores
        stores.redis.close()
    finally:
        server.stop()


def commands(title: str) -> str:
    """The commands that a chapter of the page gives."""
    chapter = OPERATING.read_text().split(f"## {title}\n")[1].split("\n## ")[0]
    return "\n".join(line[4:] for line in chapter.splitlines() if line.startswith("    "))


def run(title: str, cwd: Path) -> None:
    done = subprocess.run(["sh", "-c", commands(title)], cwd=cwd, env=dict(os.environ), capture_output=True, text=True)
    # tar says 1 when a file grew while it was read, which is what an append-only file does.
    assert done.returncode in (0, 1), done.stderr


def go_on(stores: Stores, table: str, players: list[Player], answers: int, random: Random) -> None:
    """Give so many answers, or all there are."""
    for _ in range(answers):
        live = load(stores.tables, table)
        if live.table.over:
            return
        name, question = random.choice(list(live.questions().items()))
        picks = tuple(random.sample(list(question.options), question.least))
        play.answer(stores.tables, table, Actor("player", players[question.seat].id), name, picks)


def test_one_plays_on_from_a_backup_that_was_taken_during_play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    random, kept = Random(3), {}
    with opened(tmp_path / ".data") as stores:
        ada, ben = players = accounts_of(stores, 2)
        archived, finished = (play_game(stores, "faraway", players, random) for _ in range(2))
        assert retention.look_after(stores, [archived]) == 1
        running = open_table(stores.tables, stores.accounts, stores.agents, stores.books, ada, WISH).table.id
        take_seat(stores.tables, stores.accounts, running, ben, 1, None)
        go_on(stores, running, players, 9, random)
        for table in (archived, finished):
            kept[table] = replay.export(stores.tables, stores.log, load(stores.tables, table))
        then = load(stores.tables, running).table
        given = stores.tables.answers(running)

        run("Backup", tmp_path)

        # What happens after the backup is not in it.
        go_on(stores, running, players, 500, random)
        retention.look_after(stores, [finished, running])

    run("Restore", tmp_path)
    with opened(tmp_path / ".data") as stores:
        assert load(stores.tables, running).table == then
        assert stores.tables.answers(running) == given
        assert {table: replay.export(stores.tables, stores.log, load(stores.tables, table)) for table in kept} == kept
        assert set(stores.accounts.tables(ben.id, None, 10)) == {archived, finished, running}
        go_on(stores, running, players, 500, random)
        assert load(stores.tables, running).table.status == "finished"
        assert retention.look_after(stores, [finished, running]) == 2
        assert replay.export(stores.tables, stores.log, load(stores.tables, finished)) == kept[finished]

"""A backup taken during play can be restored and played on."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest

from service.accounts.store import Player
from service.archive import retention
from service.database import rows
from service.launch.backup import BackupRefused, backup, restore
from service.launch.embedded import EmbeddedRedis
from service.lobby.opening import NewSeat, NewTable, open_table
from service.lobby.seating import take_seat
from service.replays import replay
from service.settings import Retention, Settings
from service.stores import Stores, connect_stores
from service.tables import play
from service.tables.play import Actor
from service.tables.session import load
from tests.conftest import clear
from tools.soak.games import accounts_of, play_game

WISH = NewTable(game="faraway", seats=(NewSeat("me"), NewSeat("open")), start="full")


@contextmanager
def opened(settings: Settings) -> Iterator[Stores]:
    """The stores of an instance, as `make run` lays them out."""
    server = EmbeddedRedis(settings.data)
    server.start()
    server.wait()
    try:
        at = Settings(redis_url=server.url, data=settings.data, database_url=settings.database_url, retention=AT_ONCE)
        stores = connect_stores(at)
        yield stores
        stores.redis.close()
        stores.database.close()
    finally:
        server.stop()


AT_ONCE = Retention(archive_after_s=0)


def go_on(stores: Stores, table: str, players: list[Player], answers: int, random: Random) -> None:
    """Give so many answers, or all there are."""
    for _ in range(answers):
        live = load(stores.tables, table)
        if live.table.over:
            return
        name, question = random.choice(list(live.questions().items()))
        picks = tuple(random.sample(list(question.options), question.least))
        play.answer(stores.tables, table, Actor("player", players[question.seat].id), name, picks)


@pytest.mark.parametrize("to", ["sqlite", "postgresql"])
def test_one_plays_on_from_a_backup_that_was_taken_during_play(
    tmp_path: Path, request: pytest.FixtureRequest, to: str
) -> None:
    random, kept, file = Random(3), {}, tmp_path / "backup.tar"
    before = Settings(data=tmp_path / "before")
    with opened(before) as stores:
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

        assert backup(before, file)["games"] == 1

        # What happens after the backup is not in it.
        go_on(stores, running, players, 500, random)
        retention.look_after(stores, [finished, running])

    url = request.getfixturevalue("postgres").url() if to == "postgresql" else None
    after = Settings(data=tmp_path / "after", database_url=url)
    if url is not None:
        with opened(Settings(data=tmp_path / "other", database_url=url)) as stores:
            clear(stores.database)
    assert restore(after, file)["games"] == 1
    with opened(after) as stores:
        assert load(stores.tables, running).table == then
        assert stores.tables.answers(running) == given
        assert {table: replay.export(stores.tables, stores.log, load(stores.tables, table)) for table in kept} == kept
        assert set(stores.accounts.tables(ben.id, None, 10)) == {archived, finished, running}
        go_on(stores, running, players, 500, random)
        assert load(stores.tables, running).table.status == "finished"
        assert retention.look_after(stores, [finished, running]) == 2
        assert replay.export(stores.tables, stores.log, load(stores.tables, finished)) == kept[finished]


def test_nothing_is_overwritten_and_no_other_file_is_restored(tmp_path: Path) -> None:
    settings, file = Settings(data=tmp_path / "data"), tmp_path / "backup.tar"
    with opened(settings) as stores:
        accounts_of(stores, 1)
        backup(settings, file)
        with pytest.raises(BackupRefused, match="already exists"):
            backup(settings, file)
    with pytest.raises(BackupRefused, match="already has data"):
        restore(settings, file)
    (tmp_path / "other.tar").write_bytes(b"something else")
    with pytest.raises(BackupRefused, match="not a backup"):
        restore(Settings(data=tmp_path / "new"), tmp_path / "other.tar")


def test_a_backup_of_another_version_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings, file = Settings(data=tmp_path / "data"), tmp_path / "backup.tar"
    with opened(settings) as stores:
        accounts_of(stores, 1)
        with monkeypatch.context() as patch:
            patch.setattr(rows, "_rows", lambda *_: iter([{"id": "p_1", "colour": "red"}]))
            backup(settings, file)
    with pytest.raises(BackupRefused, match="not a backup of this version"):
        restore(Settings(data=tmp_path / "new"), file)


def test_the_commands_say_what_they_did_and_why_not(tmp_path: Path) -> None:
    file = tmp_path / "backup.tar"

    def run(word: str, data: str) -> subprocess.CompletedProcess[str]:
        env = {**os.environ, "FARSHORE_DATA": str(tmp_path / data)}
        command = [sys.executable, "-m", "service", "admin", word, str(file)]
        return subprocess.run(command, env=env, capture_output=True, text=True, timeout=60)

    with opened(Settings(data=tmp_path / "data")) as stores:
        accounts_of(stores, 3)
        assert run("backup", "data").stdout.endswith("with the data of Redis\n")
    assert run("restore", "new").returncode == 0
    # Both have the secrets of agents: nobody else on this machine may read them.
    assert file.stat().st_mode & 0o777 == 0o600
    restored = [tmp_path / "new", *(tmp_path / "new").rglob("*")]
    assert {path.stat().st_mode & 0o777 for path in restored if path.is_dir()} == {0o700}
    assert {path.stat().st_mode & 0o777 for path in restored if path.is_file()} == {0o600}
    refused = run("restore", "new")
    assert (refused.returncode, refused.stderr.count("\n")) == (1, 1)
    with opened(Settings(data=tmp_path / "new")) as stores:
        assert stores.accounts.get("p_soak000002") is not None
        log = [(entry.action, entry.target) for _, entry in stores.audit.page(None, 10)]
        assert log == [("restore", str(file)), ("backup", str(file))]

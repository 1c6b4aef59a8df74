"""A backup taken while people play, by the commands of docs/operating.md, is a house in which one plays on."""

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
from service.lobby.seating import SeatWish, TableWish, open_table, take_seat
from service.replays import replay
from service.settings import Retention, Settings
from service.stores import House, furnished
from service.tables import play as answering
from tests.soak.games import people, play

OPERATING = Path(__file__).parents[2] / "docs" / "operating.md"
WISH = TableWish(game="faraway", seats=(SeatWish("me"), SeatWish("open")), start="full")


@contextmanager
def opened(data: Path) -> Iterator[House]:
    """The house on a data folder, as `make run` lays it out."""
    server = EmbeddedRedis(data)
    server.start()
    server.wait()
    try:
        settings = Settings(redis_url=server.url, archive=data / "archive", retention=Retention(hot_s=0))
        house = furnished(settings)
        yield house
        house.redis.close()
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


def go_on(house: House, table: str, players: list[Player], answers: int, random: Random) -> None:
    """Give some answers, or all there are."""
    for _ in range(answers):
        live = house.load(table)
        if live.table.over:
            return
        name, question = random.choice(list(live.questions().items()))
        picks = tuple(random.sample(list(question.options), question.least))
        answering.answer(house, table, players[question.seat].id, name, picks)


def test_one_plays_on_from_a_backup_that_was_taken_during_play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    random, kept = Random(3), {}
    with opened(tmp_path / ".data") as house:
        ada, ben = players = people(house, 2)
        archived, hot = (play(house, "faraway", players, random) for _ in range(2))
        assert retention.look_after(house, [archived]) == 1
        running = open_table(house, ada, WISH).table.id
        take_seat(house, running, ben, 1, None)
        go_on(house, running, players, 9, random)
        for table in (archived, hot):
            kept[table] = replay.export(house, house.load(table))
        then = house.load(running).table
        given = house.tables.answers(running)

        run("Backup", tmp_path)

        # What happens after the backup is not in it.
        go_on(house, running, players, 500, random)
        retention.look_after(house, [hot, running])

    run("Restore", tmp_path)
    with opened(tmp_path / ".data") as house:
        assert house.load(running).table == then
        assert house.tables.answers(running) == given
        assert {table: replay.export(house, house.load(table)) for table in kept} == kept
        assert set(house.people.tables(ben.id, None, 10)) == {archived, hot, running}
        go_on(house, running, players, 500, random)
        assert house.load(running).table.status == "finished"
        assert retention.look_after(house, [hot, running]) == 2
        assert replay.export(house, house.load(hot)) == kept[hot]

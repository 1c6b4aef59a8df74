"""Local arenas: parallel processes, interruption and resuming."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from service.arena import export, local
from service.arena.export import BadExport
from service.arena.players import bot_player
from tests.service.arena.arenas import arena, played

pytestmark = pytest.mark.thorough
ROOT = Path(__file__).resolve().parents[3]
COMMAND = [sys.executable, "-m", "farshore", "arena", "faraway", "greedy", "random", "examples/bot.py"]


def start(folder: Path, *more: str) -> subprocess.Popen[bytes]:
    environment = {**os.environ, "PYTHONPATH": f"{ROOT}:{ROOT / 'sdk'}"}
    return subprocess.Popen(
        [*COMMAND, "--games", "180", "--jobs", "2", "--out", str(folder), *more],
        cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True,
        # Tests started in the background of a shell ignore SIGINT, and so would their children.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )  # fmt: skip


def lines(file: Path) -> int:
    return file.read_bytes().count(b"\n") if file.exists() else 0


def test_a_killed_arena_resumes_and_writes_the_same_bytes(tmp_path: Path) -> None:
    killed, whole = tmp_path / "killed", tmp_path / "whole"
    for least in (15, 60):
        running = start(killed)
        until = time.monotonic() + 120
        while lines(killed / local.GAMES) < least and time.monotonic() < until:
            time.sleep(0.01)
        os.kill(running.pid, signal.SIGKILL)
        running.communicate()
        assert lines(killed / local.GAMES) < 181, "it finished before it could be killed"
    # An incomplete line, as after a kill.
    with (killed / local.GAMES).open("ab") as file:
        file.write(b'{"game":999,"rou')

    out, err = start(killed).communicate(timeout=240)
    assert b"greedy" in out, err
    assert b"Resuming after" in err
    start(whole).communicate(timeout=240)

    raw = (killed / local.GAMES).read_bytes()
    assert raw == (whole / local.GAMES).read_bytes()
    _, records, _ = export.decode(raw)
    assert [record.game for record in records] == list(range(180))
    assert (killed / "ratings.json").exists()
    assert "<svg" in (killed / "report.html").read_text("utf-8")

    again = start(killed)
    out, _ = again.communicate(timeout=60)
    assert again.returncode == 0
    assert raw == (killed / local.GAMES).read_bytes()


def test_ctrl_c_prints_a_message_and_ends_all_processes(tmp_path: Path) -> None:
    running = start(tmp_path)
    until = time.monotonic() + 120
    while lines(tmp_path / local.GAMES) < 10 and time.monotonic() < until:
        time.sleep(0.01)
    # Like a terminal: the whole process group gets the signal.
    os.killpg(running.pid, signal.SIGINT)
    _, err = running.communicate(timeout=60)
    assert running.returncode == 130
    assert b"Traceback" not in err
    until = time.monotonic() + 90
    while alive(running.pid) and time.monotonic() < until:
        time.sleep(0.05)
    assert not alive(running.pid)


def alive(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


def test_parallel_processes_write_the_same_as_one(tmp_path: Path) -> None:
    plan = arena("faraway", "random", "greedy", games=12, system="swiss", rounds=3)
    records = local.play(plan, tmp_path, bot_player, jobs=2)
    assert records == played(plan)
    assert (tmp_path / local.GAMES).read_bytes() == export.encode(plan, records)
    assert local.read_results(tmp_path / local.GAMES).standings[0].ms is not None


def test_another_arena_in_the_same_folder_is_refused(tmp_path: Path) -> None:
    local.play(arena("faraway", "random", "greedy", games=2), tmp_path, bot_player, jobs=1)
    before = (tmp_path / local.GAMES).read_bytes()
    with pytest.raises(local.DifferentPlan):
        local.play(arena("faraway", "random", "greedy", games=2, seed="other"), tmp_path, bot_player, jobs=1)
    assert (tmp_path / local.GAMES).read_bytes() == before


def test_a_folder_in_use_is_refused(tmp_path: Path) -> None:
    plan = arena("faraway", "random", "greedy", games=2)
    with local._locked(tmp_path / local.GAMES), pytest.raises(local.FolderInUse):
        local.play(plan, tmp_path, bot_player, jobs=1)


def test_a_file_with_missing_games_is_not_resumed(tmp_path: Path) -> None:
    plan = arena("faraway", "random", "greedy", games=4)
    records = played(plan)
    (tmp_path / local.GAMES).write_bytes(export.encode(plan, [records[0], records[2]]))
    with pytest.raises(BadExport):
        local.play(plan, tmp_path, bot_player, jobs=1)


MANY = """
from random import Random
from service.games.golden_compass.bots.greedy import sets
from service.games.golden_compass.cards import LYRA
from tests.service.arena.arenas import arena, played
from tests.games.golden_compass.table import playing
plans = [
    arena("golden_compass", "greedy", "random", games=10),
    arena("faraway", "greedy", "search", games=2, thoughts=2),
    arena("not_alone", "sensible", "random", games=2, seats=3),
    arena("new_lands", "sharp", "keen", games=4),
    arena("mountains_of_madness", "guide", "random", games=2),
]
print([record.digest for plan in plans for record in played(plan)])
random, s = Random(1), playing("L01 L02")
print([[cards for cards, _ in sets(s, random.sample(list(LYRA), 7))] for _ in range(40)])
"""


def test_games_are_the_same_in_every_process() -> None:
    """Sets of strings have a different order in each process; no bot may depend on it."""
    environment = {**os.environ, "PYTHONPATH": f"{ROOT}:{ROOT / 'sdk'}"}
    both = [
        subprocess.Popen(
            [sys.executable, "-c", MANY], cwd=ROOT, env={**environment, "PYTHONHASHSEED": seed}, stdout=subprocess.PIPE
        )
        for seed in ("1", "2")
    ]
    first, second = (each.communicate(timeout=280)[0] for each in both)
    assert first == second
    assert first.count(b"'") > 30

"""Golden replays verify: the same deal and answers are told and shown as they were."""

from __future__ import annotations

import pytest

from tests.games.play import Setting
from tools.golden_replays import FOLDER, replays, text


@pytest.mark.parametrize(("name", "setting"), replays().items(), ids=list(replays()))
def test_a_golden_replay_reads_as_it_was_written(name: str, setting: Setting) -> None:
    written = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    assert text(name, setting) == written, "if this is meant: python -m tools.golden_replays, and read the diff"


def test_no_golden_replay_is_left_of_a_game_that_is_gone() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(replays())

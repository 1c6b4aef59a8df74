"""The examples for learners run, and the learner learns."""

from __future__ import annotations

import runpy
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"


def test_random_agents_play_every_game(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "argv", ["rl_random.py", "1"])

    runpy.run_path(str(EXAMPLES / "rl_random.py"), run_name="__main__")

    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == [
        *("faraway", "golden_compass", "mountains_of_madness", "new_lands", "not_alone")
    ]


def test_the_speed_is_printed() -> None:
    lines = runpy.run_path(str(EXAMPLES / "rl_speed.py"))["main"](0.02, "faraway")

    assert [line.split("|")[1].strip() for line in lines[2:]] == ["faraway", "faraway"]


def test_the_learner_beats_chance_after_a_few_games() -> None:
    before, after = runpy.run_path(str(EXAMPLES / "rl_learn.py"))["main"](games=1000, trials=200)

    assert after > 0.6
    assert after > before + 0.05

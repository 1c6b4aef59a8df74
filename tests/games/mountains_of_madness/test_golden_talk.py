"""Golden replays with talk verify: the same deal, words and answers are heard and told as they were."""

from __future__ import annotations

import pytest

from tests.games.mountains_of_madness.golden_talk import FOLDER, GAMES, text


@pytest.mark.parametrize("name", GAMES)
def test_a_game_of_guides_reads_as_it_was_written(name: str) -> None:
    assert text(name) == (FOLDER / f"{name}.txt").read_text(encoding="utf-8"), (
        "if this is meant: python -m tests.games.mountains_of_madness.golden_talk, and read the diff"
    )

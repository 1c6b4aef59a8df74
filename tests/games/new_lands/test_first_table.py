"""The first table in a fresh process begins soon: a book is written or loaded once, and in little time."""

from __future__ import annotations

import subprocess
import sys

import pytest

from service.games.kit.texts import Upload
from service.games.new_lands import library

FIRST_TABLE = """
import sys, time
from random import Random
from service.games import REGISTRY
from service.games.kit.bots import Thinking, rounds
from service.games.kit.decision import Answer

game, packed = REGISTRY["new_lands"], sys.stdin.buffer.read()
began = time.process_time()
if packed:
    game.library.add(packed)
options = {"book": sys.argv[1]} if packed else {}
state, _ = game.begin(3, "seed", options)
for _ in range(20):
    question = next((q for q in game.questions(state).values() if q.seat >= 0), None)
    if question is None:
        break
    imagined = game.imagine(state, question.seat, Random(1))
    picks = game.bots[game.substitute].choose(game, imagined, question, Thinking(Random(1), rounds(3)))
    game.apply(state, Answer(question.seat, question.kind, picks))
print(time.process_time() - began)
"""


@pytest.mark.thorough
@pytest.mark.parametrize("uploaded", [False, True])
def test_the_first_table_of_a_process_takes_less_than_half_a_second_of_cpu_time(uploaded: bool) -> None:
    words = "The ferry crossed the grey water at dawn, and nobody on the quay could say who had sent for it. "
    text = "\n\n".join(f"{n}. {words * 5}" for n in range(1500))
    book = library.read(text.encode(), Upload(language="en")) if uploaded else None

    done = subprocess.run(
        [sys.executable, "-c", FIRST_TABLE, book.fingerprint if book else ""],
        input=book.pack() if book else b"",
        capture_output=True,
        check=True,
    )

    assert float(done.stdout) < 0.5

"""The example of a language model that talks, with a scripted stand-in for the model and the rules for a server."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import farshore
import msgspec
import pytest

from service.games.kit.decision import Answer, Illegal
from service.games.mountains_of_madness.state import State
from tests.games.mountains_of_madness.table import facing, game, heard

HAND = {0: ["tools 4", "books 6", "crates 5"]}


def example() -> Any:
    path = Path(__file__).parents[3] / "examples" / "talking_explorer.py"
    spec = importlib.util.spec_from_file_location("talking_explorer", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class HouseTable:
    """What the SDK's table does for the example, played straight on the rules."""

    def __init__(self, s: State) -> None:
        self.s = s
        self.refused: list[str] = []

    def talk(self) -> Any:
        return SimpleNamespace(policy=msgspec.to_builtins(game.talk_policy(self.s, 0)))

    def say(self, text: str) -> None:
        try:
            game.speak(self.s, 0, "table", text)
        except Illegal as wrong:
            self.refused.append(wrong.code)
            raise farshore.FarshoreError(str(wrong), code=wrong.code) from None

    def turn(self) -> Any:
        question = next(q for q in game.decisions(self.s) if q.seat == 0)
        decision = SimpleNamespace(kind=question.kind, options=question.options, default=question.on_timeout)
        view = msgspec.to_builtins(game.view(self.s, 0))
        return SimpleNamespace(table=self, view=view, decision=decision, answer=self.answer)

    def answer(self, picks: Any) -> None:
        try:
            game.apply(self.s, Answer(0, "place", tuple(picks)))
        except Illegal as wrong:
            raise farshore.FarshoreError(str(wrong), code=wrong.code) from None


@pytest.mark.parametrize(
    ("card", "refusals", "said"),
    [
        (None, [], "tools 4, books 6, crates 5"),
        ("M1-01", ["require"], "please, the white penguin and Dyer have tools 4, books 6, crates 5, are you sure?"),
        ("M3-06", ["length", "length"], "tools"),
    ],
)
def test_the_explorer_speaks_free_text_until_its_madness_lets_it(
    card: str | None, refusals: list[str], said: str
) -> None:
    module = example()
    table = HouseTable(facing(hands=HAND, madness={} if card is None else {0: [card]}))

    module.Explorer(module.StandIn()).play(table.turn())

    assert table.refused == refusals
    assert heard(table.s, 1)[-1].text == said


def test_the_explorer_falls_silent_when_nothing_is_allowed_and_is_then_ready() -> None:
    module = example()
    table = HouseTable(facing(hands=HAND, madness={0: ["M3-01"]}))

    module.Explorer(module.StandIn()).play(table.turn())

    assert table.refused == ["form", "form", "form"]
    assert heard(table.s, 1) == []
    assert table.s.faced.ready == [0]


def test_a_model_that_talks_nonsense_answers_with_the_default() -> None:
    module = example()
    table = HouseTable(facing(hands=HAND))

    module.Explorer(lambda chat: "I am only human").play(table.turn())

    assert heard(table.s, 1) == []
    assert not table.s.faced.ready


def test_the_stand_in_is_given_the_policy_and_only_its_own_hand() -> None:
    module = example()
    table = HouseTable(facing(hands=HAND, madness={1: ["M2-09"]}))
    seen: list[str] = []

    def model(chat: list[dict[str, str]]) -> str:
        seen.append(chat[1]["content"])
        return json.dumps({"say": "", "picks": ["wait"]})

    module.Explorer(model).play(table.turn())
    assert json.loads(seen[0])["talk"]["phase"] == "discussion"
    assert "M2-09" not in seen[0]

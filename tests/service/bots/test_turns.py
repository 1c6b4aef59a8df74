"""A bot whose answer others rule out while it thinks chooses again."""

from __future__ import annotations

import logging
from typing import Any

import pytest

from service.games.kit.bots import RandomBot, Thinking
from service.games.kit.decision import Decision, Picks
from service.stores import Stores
from tests.service.people import Person
from tests.service.table import open_decisions, play_bots, put, started


def test_a_mission_that_somebody_took_meanwhile_is_not_asked_for(
    ada: Person, stores: Stores, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    table = started(ada, bots=2, game="new_lands", options={"mode": "classic"})
    overtaken: list[str] = []
    choose = RandomBot.choose

    def overtake(self: RandomBot, game: Any, imagined: Any, question: Decision, thinking: Thinking) -> Picks:
        mine = next((one for one in open_decisions(ada, table) if one["kind"] == "take-mission"), None)
        if question.kind == "take-mission" and mine is not None and not overtaken:
            mission = next(option for option in question.options if option in mine["options"] and option != "ready")
            overtaken.append(mission)
            assert put(ada, table, mine["id"], mission).status_code == 200
            return (mission,)
        return choose(self, game, imagined, question, thinking)

    monkeypatch.setattr(RandomBot, "choose", overtake)
    for n in range(600):
        # Chance decides whether both are asked for the same mission, so one game may end before that.
        if n % 200 == 199:
            table = started(ada, bots=2, game="new_lands", options={"mode": "classic"})
        play_bots(stores)
        if overtaken:
            break
        for one in open_decisions(ada, table)[:1]:
            put(ada, table, one["id"], *one["default"])

    assert overtaken
    assert [record for record in caplog.records if record.levelno >= logging.WARNING] == []

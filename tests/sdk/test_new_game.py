"""A game that the SDK does not know plays in every environment and in the arena."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from farshore import local
from farshore.arena.entrants import entrants, player_for
from farshore.env import aec, games, gym, layout, parallel
from farshore.env.local_backend import local_layout
from gymnasium.utils.env_checker import check_env
from msgspec import Struct, field
from pettingzoo.test import api_test, parallel_api_test

from service.arena import match, schedule
from service.games.kit.agenda import GameState, Together
from service.games.kit.decision import Answer, Decision, Illegal, Picks, Seat
from service.games.kit.dice import Dice
from service.games.kit.game import Game, Result
from service.games.kit.words import Words

CARDS = ("one", "two", "three", "four")


class Bid(Together):
    """Choose one or two cards in secret; four goes with nothing else."""

    def ask(self, s: Any, seat: Seat) -> Decision:
        return Decision("bid", seat, CARDS, least=1, most=2)

    def check(self, s: Any, answer: Answer) -> None:
        if len(answer.picks) > 1 and "four" in answer.picks:
            raise Illegal("four-alone", "four goes with nothing else")

    def reveal(self, s: Any, picks: dict[Seat, Picks]) -> None:
        s.bids = picks


class State(GameState[Bid], kw_only=True):
    """The cards bid."""

    bids: dict[Seat, Picks] = field(default_factory=dict)


class Bidder(Struct):
    """A player, and what was bid."""

    seat: Seat
    bid: Picks


class View(Struct):
    """All bids."""

    players: tuple[Bidder, ...]


class Options(Struct):
    """None."""


class Tiny(Game[State, View, Options]):
    """The highest bid wins."""

    name, seats, modes, rules_version = "tiny", range(2, 4), ("competitive", "simultaneous"), 1
    state_type, view_type, options_type, story = State, View, Options, {}

    def setup(self, seats: int, dice: Dice, options: Options) -> State:
        s = State(seats=seats, dice=dice)
        s.plan(Bid(tuple(range(seats))))
        return s

    def view(self, s: State, seat: Seat | None) -> View:
        return View(tuple(Bidder(n, s.bids.get(n, ())) for n in range(s.seats)))

    def redeal(self, s: State, seat: Seat | None, random: Random) -> None:
        """Nothing is hidden but sealed bids."""

    def result(self, s: State) -> Result | None:
        if not s.bids:
            return None
        scores = tuple(sum(CARDS.index(card) + 1 for card in s.bids[seat]) for seat in range(s.seats))
        places = tuple(1 + sum(other > score for other in scores) for score in scores)
        return Result(tuple(n for n, place in enumerate(places) if place == 1), places, scores)

    def cards(self) -> Any:
        return CARDS

    def words(self, language: str) -> Words:
        return Words("Tiny", "", {"bid": "Bid."}, {}, dict.fromkeys(CARDS, "a card"), {}, {})


@pytest.fixture(autouse=True)
def tiny(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The game is registered; nothing else is."""
    monkeypatch.setitem(local.GAMES, "tiny", Tiny())
    with warnings.catch_warnings():
        # PettingZoo warns about observations with a mask, which it recommends elsewhere.
        warnings.filterwarnings("ignore", message="Observation")
        yield
    local_layout.cache_clear()


def test_the_environments_accept_it() -> None:
    assert "tiny" in games()
    assert layout("tiny").actions == ("<done>", "four", "one", "three", "two")
    assert "players[+1].bid:four" in aec("tiny").simulation.encoder.labels
    api_test(aec("tiny", 3), num_cycles=50)
    parallel_api_test(parallel("tiny"), num_cycles=50)
    check_env(gym("tiny"), skip_render_check=True)


def test_masks_offer_only_combinations_that_the_rules_accept() -> None:
    env = aec("tiny", strict=True)
    env.reset(seed=1)
    actions = env.simulation.encoder.actions

    env.step(actions.index("one"))

    offered = [actions[n] for n in np.flatnonzero(env.observe("seat_0")["action_mask"])]
    assert offered == ["<done>", "three", "two"]
    env.step(actions.index("three"))
    env.step(actions.index("two"))
    env.step(0)
    assert env.rewards == {"seat_0": 1.0, "seat_1": -1.0}


def test_the_arena_accepts_it(tmp_path: Path) -> None:
    file = tmp_path / "bidder.py"
    file.write_text(
        "import farshore\n\nclass Bidder(farshore.Agent):\n"
        "    def decide(self, view, decision):\n        return ['two', 'three']\n"
    )
    plan = local.make_plan("tiny", entrants([str(file), "random"], None), games=4, budget_s=5.0)
    players = [player_for(plan, each) for each in plan.entrants]

    records = [match.play(plan, fixture, players)[0] for fixture in schedule.fixtures(plan, 0, [])]

    assert records
    assert all(5 in record.scores and not record.failures for record in records)

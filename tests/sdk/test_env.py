"""The environments pass the tests of PettingZoo and Gymnasium as they are."""

from __future__ import annotations

import importlib
import warnings
from collections.abc import Iterator

import numpy as np
import pytest
from farshore import env as farshore_env
from farshore.env import LAYOUTS, aec, gym, parallel
from farshore.env.pace import main as pace
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

from tests.sdk.env_walk import MODULES

GAMES = tuple(LAYOUTS)
SIZES = [(game, seats) for game, layout in LAYOUTS.items() for seats in (layout.seats[0], layout.seats[-1])]


@pytest.fixture(autouse=True)
def _quiet() -> Iterator[None]:
    """PettingZoo wonders about observations with a mask, which it recommends elsewhere."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Observation")
        yield


@pytest.mark.parametrize(("game", "seats"), SIZES)
def test_pettingzoo_accepts_the_turns(game: str, seats: int) -> None:
    api_test(aec(game, seats), num_cycles=120)


@pytest.mark.parametrize("game", GAMES)
def test_pettingzoo_accepts_the_turns_with_all_modules(game: str) -> None:
    api_test(aec(game, LAYOUTS[game].seats[1], options=MODULES[game]), num_cycles=120)


@pytest.mark.parametrize("game", GAMES)
def test_a_seed_is_a_deal(game: str) -> None:
    seed_test(lambda: aec(game), 60)


@pytest.mark.parametrize(("game", "seats"), SIZES)
def test_pettingzoo_accepts_all_at_once(game: str, seats: int) -> None:
    parallel_api_test(parallel(game, seats), num_cycles=120)


@pytest.mark.parametrize("game", GAMES)
def test_a_seed_is_a_deal_for_all_at_once(game: str) -> None:
    parallel_seed_test(lambda: parallel(game), 20)


@pytest.mark.parametrize("game", GAMES)
def test_gymnasium_accepts_a_single_seat(game: str) -> None:
    check_env(gym(game), skip_render_check=True)


@pytest.mark.parametrize("game", GAMES)
def test_one_seat_plays_against_built_in_players_to_the_end(game: str) -> None:
    random = np.random.default_rng(1)
    env = gym(game, seat=1, strict=True)
    seen, _ = env.reset(seed=3)
    over = cut = False
    reward = 0.0
    while not over and not cut:
        seen, reward, over, cut, _ = env.step(random.choice(seen["action_mask"].nonzero()[0]))

    assert over
    assert -1.0 <= reward <= 1.0
    assert not seen["action_mask"].any()


def test_a_table_without_a_choice_of_agents_is_refused() -> None:
    with pytest.raises(ValueError, match="'local' or a"):
        parallel("faraway", backend="far away")
    with pytest.raises(ValueError, match="2 to 6"):
        aec("faraway", 7)
    with pytest.raises(ValueError, match="no game"):
        aec("chess")
    with pytest.raises(ValueError, match="no player 'wizard'"):
        gym("faraway", opponents="wizard")
    with pytest.raises(ValueError, match="1 opponents"):
        gym("faraway", opponents=["random", "random"])


def test_all_tables_after_a_seed_are_the_same_too() -> None:
    first, second = aec("faraway"), aec("faraway")
    first.reset(seed=9)
    second.reset(seed=9)
    first.reset()
    second.reset()

    assert np.array_equal(first.observe("seat_0")["observation"], second.observe("seat_0")["observation"])
    first.reset()
    assert not np.array_equal(first.observe("seat_0")["observation"], second.observe("seat_0")["observation"])


def test_an_action_that_is_not_possible_is_replaced_and_counted_or_refused() -> None:
    lenient, strict = aec("faraway"), aec("faraway", strict=True)
    lenient.reset(seed=1)
    strict.reset(seed=1)

    lenient.step(0)

    assert lenient.infos["seat_0"] == {"illegal": 1}
    assert lenient.agent_selection == "seat_1"
    with pytest.raises(ValueError, match="not possible now"):
        strict.step(0)


def test_a_table_that_does_not_end_is_broken_off() -> None:
    env = aec("faraway", limit=5)
    env.reset(seed=1)
    for _ in range(5):
        env.step(env.observe(env.agent_selection)["action_mask"].argmax())

    assert all(env.truncations.values())
    assert not any(env.terminations.values())


def test_a_table_is_shown_as_text() -> None:
    env = aec("faraway", render_mode="ansi")
    env.reset(seed=1)

    assert "seat_0: explore r" in str(env.render())
    assert "market = (" in str(env.render())


def test_without_the_service_the_word_for_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr(importlib, "import_module", missing)
    with pytest.raises(ImportError, match="give a Client"):
        farshore_env.aec("faraway")


def test_the_pace_is_printed() -> None:
    lines = pace(0.02, "faraway")

    assert [line.split("|")[1].strip() for line in lines[2:]] == ["faraway", "faraway"]

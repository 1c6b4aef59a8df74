"""The environments pass PettingZoo's and Gymnasium's own tests."""

from __future__ import annotations

import os
import subprocess
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from farshore import local
from farshore.env import Layout, Simulation, aec, games, gym, layout, parallel
from farshore.env.local_backend import LocalBackend
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

from tests.sdk.env_walk import MODULES

ROOT = Path(__file__).resolve().parents[2]
GAMES = games()
SIZES = [(game, seats) for game in GAMES for seats in (layout(game).seats[0], layout(game).seats[-1])]


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
    api_test(aec(game, layout(game).seats[1], options=MODULES[game]), num_cycles=120)


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
    with pytest.raises(ValueError, match="no bot 'wizard'"):
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
    with pytest.raises(ValueError, match="not legal now"):
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


def test_without_the_service_package_the_error_says_what_to_install(tmp_path: Path) -> None:
    code = "import farshore.env; farshore.env.layout; farshore.env.aec('faraway')"
    env = {**os.environ, "PYTHONPATH": str(ROOT / "sdk")}

    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, env=env, capture_output=True, text=True, timeout=60, check=False
    )

    assert "ImportError: Games in this process need the service package" in done.stderr
    assert "pip install" in done.stderr


@pytest.mark.parametrize("game", ["golden_compass", "new_lands", "not_alone"])
def test_a_game_without_hints_has_the_same_masks(game: str) -> None:
    rules = local.GAMES[game]
    bare = Layout(local.game_info(rules), local.game_text(rules, "en"))
    bare.hints = None
    hinted = aec(game, strict=True)
    plain = aec(game)
    plain.simulation = Simulation(LocalBackend(bare, plain.simulation.seats), strict=True)
    hinted.reset(seed=4)
    plain.reset(seed=4)
    while not hinted.simulation.over and hinted.steps < 60:
        mask = hinted.observe(hinted.agent_selection)["action_mask"]
        assert np.array_equal(mask, plain.observe(plain.agent_selection)["action_mask"])
        for env in (hinted, plain):
            env.step(int(mask.nonzero()[0][-1]))

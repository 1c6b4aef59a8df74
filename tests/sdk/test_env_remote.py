"""The same environment over HTTP: a deal, an action and a view are the same as in process."""

from __future__ import annotations

from random import Random

import farshore
import numpy as np
import pytest
from farshore.env import FarshoreAEC, aec, gym, parallel


def compare(here: FarshoreAEC, there: FarshoreAEC, actions: int) -> None:
    random = Random(1)
    here.reset(seed=11)
    there.reset(seed=11)
    for _ in range(actions):
        assert here.agent_selection == there.agent_selection
        ours, theirs = here.last(), there.last()
        assert np.array_equal(ours[0]["observation"], theirs[0]["observation"])
        assert np.array_equal(ours[0]["action_mask"], theirs[0]["action_mask"])
        assert ours[1:] == theirs[1:]
        if ours[2]:
            return
        action = random.choice(ours[0]["action_mask"].nonzero()[0].tolist())
        here.step(action)
        there.step(action)


def test_a_whole_game_is_the_same_here_and_there(ada: farshore.Client) -> None:
    there = aec("faraway", 3, backend=ada)

    compare(aec("faraway", 3), there, 10_000)

    assert there.terminations == {"seat_0": True, "seat_1": True, "seat_2": True}
    there.close()


@pytest.mark.parametrize(
    ("game", "options"),
    [("golden_compass", {}), ("mountains_of_madness", {"mode": "relaxed"}), ("new_lands", {}), ("not_alone", {})],
)
def test_the_other_games_are_the_same_here_and_there(ada: farshore.Client, game: str, options: dict[str, str]) -> None:
    there = aec(game, 3, backend=ada, options=options)

    compare(aec(game, 3, options=options), there, 40)

    there.close()


def test_all_act_at_once_over_http(ada: farshore.Client) -> None:
    env = parallel("faraway", 2, backend=ada)
    seen, _ = env.reset(seed=1)
    for _ in range(3):
        seen, *_ = env.step({agent: each["action_mask"].argmax() for agent, each in seen.items()})

    assert seen["seat_0"]["observation"].any()
    env.close()


def test_one_seat_plays_against_the_services_players(ada: farshore.Client) -> None:
    env = gym("faraway", 2, backend=ada, opponents="greedy", seat=1)
    seen, _ = env.reset(seed=1)
    over = False
    reward = 0.0
    while not over:
        seen, reward, over, _, _ = env.step(seen["action_mask"].argmax())

    assert reward in (-1.0, 1.0)
    env.close()

"""The spaces of an environment: fixed for a game and its number of seats."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces

from farshore.env.layout import Encoder


def actions(encoder: Encoder) -> spaces.Discrete[Any]:
    """One action per option id of the game, and `DONE`."""
    return spaces.Discrete(len(encoder.actions))


def observations(encoder: Encoder) -> spaces.Dict:
    """The cells of the view, and the mask of the actions."""
    return spaces.Dict(
        {
            "observation": spaces.Box(-1.0, 1.0, (encoder.size,), np.float32),
            "action_mask": spaces.Box(0, 1, (len(encoder.actions),), np.int8),
        }
    )

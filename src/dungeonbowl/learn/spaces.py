"""The spaces of observations and actions."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces

from dungeonbowl.learn.windows import ACTIONS, MATCH_SHAPE, PLANES_SHAPE, PLAYERS_SHAPE


def observation_space() -> Any:
    return spaces.Dict(
        {
            "planes": spaces.Box(0, 255, PLANES_SHAPE, np.uint8),
            "players": spaces.Box(0, 255, PLAYERS_SHAPE, np.uint8),
            "match": spaces.Box(0, 255, MATCH_SHAPE, np.uint8),
            "action_mask": spaces.Box(0, 1, (ACTIONS,), np.int8),
        }
    )


def action_space() -> Any:
    return spaces.Discrete(ACTIONS)

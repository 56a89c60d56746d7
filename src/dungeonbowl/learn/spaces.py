"""The spaces of observations and actions."""

from __future__ import annotations

from typing import Any

from dungeonbowl.learn.extra import missing

try:
    import numpy as np
    from gymnasium import spaces
except ImportError as error:
    raise missing(error) from None

from dungeonbowl.learn.shape import USUAL_BOARD, Board
from dungeonbowl.learn.windows import match_shape, planes_shape, players_shape


def observation_space(board: Board = USUAL_BOARD) -> Any:
    return spaces.Dict(
        {
            "planes": spaces.Box(0, 255, planes_shape(board), np.uint8),
            "players": spaces.Box(0, 255, players_shape(board), np.uint8),
            "match": spaces.Box(0, 255, match_shape(board), np.uint8),
            "action_mask": spaces.Box(0, 1, (int(board.actions),), np.int8),
        }
    )


def action_space(board: Board = USUAL_BOARD) -> Any:
    return spaces.Discrete(int(board.actions))

"""The buffers of a canvas as NumPy arrays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from dungeonbowl.learn import shape

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dungeonbowl.learn.observation import Canvas

Observation = dict[str, "NDArray[Any]"]

PLANES_SHAPE = (int(shape.PLANES), int(shape.HEIGHT), int(shape.WIDTH))
PLAYERS_SHAPE = (int(shape.PLAYER_ROWS), int(shape.PLAYER_COLUMNS))
MATCH_SHAPE = (int(shape.MATCH_COLUMNS),)
ACTIONS = int(shape.ACTIONS)


def window(buffer: Any, dtype: Any) -> NDArray[Any]:
    """A buffer of the compiled loop as a read-only array, not copied."""
    return np.frombuffer(buffer, dtype)


def arrays(canvas: Canvas) -> Observation:
    """Read-only windows on the buffers of a canvas, one row each: what is painted there is seen here at once."""
    rows = canvas.rows
    return {
        "planes": window(canvas.planes, np.uint8).reshape(rows, *PLANES_SHAPE),
        "players": window(canvas.players, np.uint8).reshape(rows, *PLAYERS_SHAPE),
        "match": window(canvas.match, np.uint8).reshape(rows, *MATCH_SHAPE),
        "action_mask": window(canvas.masks, np.int8).reshape(rows, ACTIONS),
    }


def row_of(windows: Observation, row: int) -> Observation:
    """A copy of one row."""
    return {name: window[row].copy() for name, window in windows.items()}

"""The buffers of a canvas as NumPy arrays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dungeonbowl.learn.extra import missing

try:
    import numpy as np
except ImportError as error:
    raise missing(error) from None

from dungeonbowl.learn import shape

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dungeonbowl.learn.canvas import Canvas
    from dungeonbowl.learn.shape import Board

Observation = dict[str, "NDArray[Any]"]


def planes_shape(board: Board) -> tuple[int, int, int]:
    return int(shape.PLANES), int(board.height), int(board.width)


def players_shape(board: Board) -> tuple[int, int]:
    return int(board.player_rows), int(shape.PLAYER_COLUMNS)


def match_shape(board: Board) -> tuple[int]:
    return (int(board.match_columns),)


def window(buffer: Any, dtype: Any) -> NDArray[Any]:
    """A buffer of the compiled loop as a read-only array, without copying."""
    return np.frombuffer(buffer, dtype)


def arrays(canvas: Canvas) -> Observation:
    """Read-only windows on the buffers of a canvas, one row each. They always show what is painted there."""
    rows, board = canvas.rows, canvas.board
    return {
        "planes": window(canvas.planes, np.uint8).reshape(rows, *planes_shape(board)),
        "players": window(canvas.players, np.uint8).reshape(rows, *players_shape(board)),
        "match": window(canvas.match, np.uint8).reshape(rows, *match_shape(board)),
        "action_mask": window(canvas.masks, np.int8).reshape(rows, int(board.actions)),
    }


def row_of(windows: Observation, row: int) -> Observation:
    """A copy of one row."""
    return {name: window[row].copy() for name, window in windows.items()}

"""The buffers of a canvas as NumPy arrays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dungeonbowl.errors import UserError
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


def whole_numbers(given: Any, count: int, what: str) -> bytes:
    """One number for each environment, as the compiled loop reads them. A whole number that is no index is for the loop
    to replace; what is no whole number comes from a mistake of the caller."""
    try:
        found = np.asarray(given)
    except ValueError:  # rows of different lengths
        found = np.asarray(None)
    if found.dtype.kind == "f" and np.isfinite(found).all() and (found == np.floor(found)).all():
        pass
    elif found.dtype.kind not in "iub" and found.size:
        raise UserError(f"{what}: expected whole numbers, one for each of {count} environments")
    if found.size != count:
        raise UserError(f"{found.size} {what} for {count} environments: expected one each")
    if found.dtype != np.dtype("<i4"):
        found = np.clip(found, -1, 1 << 30).astype("<i4")
    return found.tobytes()

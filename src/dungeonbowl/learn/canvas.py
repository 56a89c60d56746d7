"""The buffers that hold what learners see. NumPy reads them without copying."""

from __future__ import annotations

from typing import final

from librt.vecs import vec
from mypy_extensions import u8

from dungeonbowl.learn import shape
from dungeonbowl.learn.shape import USUAL_BOARD, Board


@final
class Canvas:
    """The buffers of several rows: planes, players, match and mask, each in one piece."""

    planes: vec[u8]
    players: vec[u8]
    match: vec[u8]
    masks: vec[u8]

    def __init__(self, rows: int, board: Board = USUAL_BOARD) -> None:
        self.rows = rows
        self.board = board
        self.planes = vec[u8]([0] * (rows * int(shape.PLANES * board.cells)))
        self.players = vec[u8]([0] * (rows * int(board.player_rows * shape.PLAYER_COLUMNS)))
        self.match = vec[u8]([0] * (rows * int(board.match_columns)))
        self.masks = vec[u8]([0] * (rows * int(board.actions)))

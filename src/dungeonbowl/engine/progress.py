"""The bits of `Game.progress`: how far the current activation has come."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

JUMPED: Final[i64] = 1
BLOCK_MADE: Final[i64] = 2
OWES_PORTAL: Final[i64] = 4  # teleported by its own move and has not yet paid to go on
STOOD_UP: Final[i64] = 8
FINISHED: Final[i64] = 16  # the activation is over
MOVED: Final[i64] = 32
DEED_DONE: Final[i64] = 1 << 10  # the main part of the action is done, and the player moves on

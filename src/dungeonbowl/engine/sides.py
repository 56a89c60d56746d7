"""The columns of `Game.sides`, which has a row for each side, and what stands where there is no side."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

REROLLS: Final[i64] = 0
SCORE: Final[i64] = 1
TURNS: Final[i64] = 2  # team turns begun
USED: Final[i64] = 3  # bits of once-per-turn actions declared in this team turn
ZONE: Final[i64] = 4  # the number of the side's own end zone
ARGUE_BARRED: Final[i64] = 5
BRIBES: Final[i64] = 6
WIZARDS: Final[i64] = 7  # wizards that have not cast their spell
TURNS_BEFORE: Final[i64] = 8  # team turns counted before this drive
APOTHECARIES: Final[i64] = 9  # apothecaries that have not treated a player
REROLLS_FULL: Final[i64] = 10  # the re-rolls at the start of a half
BREWERS: Final[i64] = 11  # each helps knocked-out players to recover
SURGEONS: Final[i64] = 12  # each gives one more try to a player that regenerates
CHEFS: Final[i64] = 13
NEXT: Final[i64] = 14  # the side whose team turn comes after this side's
SPONGES_USED: Final[i64] = 15
SIDE_COLUMNS: Final[i64] = 16
# Bits of USED beyond the declared actions.
DUGOUT_USED: Final[i64] = 1 << 32
REROLL_USED: Final[i64] = 1 << 33

# Instead of the number of a side.
NOBODY: Final[i64] = -1
UNSEEN: Final[i64] = -2  # as the side of a die: no coach is told what the die shows
DRAW: Final[i64] = -2

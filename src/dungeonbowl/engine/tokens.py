"""The tokens that lie on squares: `Game.token` has one for each square. Portals are PORTAL_TOKEN + number."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

NO_TOKEN: Final[i64] = 0
CHEST_TOKEN: Final[i64] = 1
TRAP_TOKEN: Final[i64] = 2  # face down
PIT_TOKEN: Final[i64] = 3
SPIKED_TOKEN: Final[i64] = 4  # a pit as well
WARP_TOKEN: Final[i64] = 5  # carries a player that comes upon it to a portal
STATUE_TOKEN: Final[i64] = 6  # a player that was turned to stone
PORTAL_TOKEN: Final[i64] = 16

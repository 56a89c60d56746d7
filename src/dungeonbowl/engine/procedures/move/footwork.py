"""How the official edition reads the skills of players that dodge and rush."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from dungeonbowl.engine.abilities import SLIPS_THROUGH, THROWS_BOMBS
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.skill_policies import Footwork

STRONG: Final[i64] = 5


class UsualFootwork(Footwork):
    """A player's own skill helps it only in its own activation. Break Tackle adds 1 to a dodge, or 2 from Strength 5
    on."""

    def bars_rerolls(self, game: Game, piece: i64) -> bool:
        return piece != game.acting

    def slips_through(self, game: Game, piece: i64) -> bool:
        return game.can(piece, SLIPS_THROUGH) and not game.can(piece, THROWS_BOMBS)

    def strength_adds(self, game: Game, piece: i64) -> i64:
        return 2 if game.strength(piece) >= STRONG else 1

"""How the CRP reads the skills of players that dodge and rush."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from dungeonbowl.engine.abilities import BANNED, SLIPS_THROUGH
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.skill_policies import Footwork

STRONGEST: Final[i64] = 6  # no Strength above it counts for a dodge


class ClassicFootwork(Footwork):
    """Skills help in other sides' team turns too, Break Tackle uses Strength instead of Agility, and Diving Tackle
    comes before the re-roll of the dodge."""

    def bars_rerolls(self, game: Game, piece: i64) -> bool:
        return False

    def slips_through(self, game: Game, piece: i64) -> bool:
        return game.can(piece, SLIPS_THROUGH) and not game.can(piece, BANNED)

    def strength_adds(self, game: Game, piece: i64) -> i64:
        strength = game.strength(piece)
        if strength > STRONGEST:
            strength = STRONGEST
        return i64(game.squads.agility[piece]) - 7 + strength

    def dives_first(self) -> bool:
        return True

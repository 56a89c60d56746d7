"""Portals of the official game (O-PORTAL) and arrivals through them (O-DUG-04)."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64

from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.policies import Portals
from dungeonbowl.engine.procedures.ball.bounce import TeleportBall
from dungeonbowl.engine.procedures.move.teleport import Teleport


@final
class OfficialPortals(Portals):
    """A D6 says which portal the player comes out of; the number of the portal being left means a mishap (O-PORTAL-02,
    O-PORTAL-12)."""

    def enters(self, game: Game, piece: i64, own_move: bool) -> Frame | None:
        return Teleport(piece, i64(game.square[piece]), own_move)

    def arrives(self, game: Game, piece: i64) -> Frame:
        return Teleport(piece, -1, False)

    def ball_lands(self, game: Game, ball: i64, square: i64) -> Frame | None:
        return TeleportBall(ball)

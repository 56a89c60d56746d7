"""Throws in the dungeon: not beyond the short band (A-PASS-01, A-PASS-02, A-BASE-27 to A-BASE-37)."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from dungeonbowl.editions.astrogranite.core.collisions import Collide, raised, weight
from dungeonbowl.editions.astrogranite.modules.obstacles import FlyOver
from dungeonbowl.editions.classic.throwing import ClassicThrowing
from dungeonbowl.engine import clauses
from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.procedures.ball.bounce import Scatter
from dungeonbowl.engine.procedures.ball.passing import FUMBLED, QUICK, SHORT, TOO_FAR
from dungeonbowl.engine.procedures.harm.victim import Victim

SCATTERS: Final[i64] = 3


@final
class DungeonThrowing(ClassicThrowing):
    """The bands depend on the square of the distance; a bad throw scatters where there is room (A-BASE-30,
    A-DEF-09)."""

    def band(self, game: Game, origin: i64, square: i64) -> i64:
        squared = game.dungeon.range_squared(origin, square)
        if squared <= game.rules.tables.throws.quick:
            return QUICK
        return SHORT if squared <= game.rules.tables.throws.farthest else TOO_FAR

    def off_target(self, game: Game, ball: i64, outcome: i64, thrower: i64) -> Frame:
        return Scatter(ball)

    def flight(self, game: Game, piece: i64, thrower: i64, target: i64, outcome: i64) -> Frame:
        """Three scatter steps, however good the throw; a fumble drops the team-mate in its own square (A-BASE-36)."""
        if outcome == FUMBLED:
            return Dropped(i64(game.square[piece]))
        return FlyOver(piece, i64(game.square[thrower]), target, SCATTERS)

    def skid(self, game: Game, piece: i64, square: i64, broken: bool) -> Frame:
        """A player who cannot land on its feet goes down where it is."""
        return Dropped(square)

    def crash(self, game: Game, piece: i64, square: i64, thrower: i64) -> Frame | None:
        """By weight, and a thrown player strikes like a heavier one (A-COLL-05)."""
        return Collide(piece, square, Victim(piece, clauses.STRUCK_A_PLAYER), raised(weight(game, piece)))


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class Dropped(Frame):
    """A flight that ends where it began."""

    def __init__(self, square: i64) -> None:
        self.square = square

    def copy(self) -> Frame:
        return Dropped(self.square)

    def begin(self, game: Game) -> i64:
        return game.done(self.square)

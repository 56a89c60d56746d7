"""The iron ball: very heavy (A-BVAR-12 to A-BVAR-15)."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from dungeonbowl.editions.astrogranite.ball_variants.kinds import IRON, BallKinds
from dungeonbowl.editions.astrogranite.core.ground import is_agility_roll
from dungeonbowl.engine import clauses
from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import Module
from dungeonbowl.engine.procedures.ball.bounce import Bounce
from dungeonbowl.engine.procedures.harm.down import knock_down

BURDEN: Final[i64] = -1
TOO_WEAK: Final[i64] = 1  # Strength


@final
class IronBall(Module):
    """What its weight does to its carrier, to weak players, and to a player on whom it falls."""

    def __init__(self, kinds: BallKinds) -> None:
        self.kinds = kinds

    def name(self) -> str:
        return "iron ball"

    def bars_throw(self, game: Game, piece: i64, ball: i64) -> bool:
        return self.kinds.of(game, ball) == IRON

    def modifies(self, clause: i64) -> bool:
        return is_agility_roll(clause)

    def test_modifier(self, game: Game, piece: i64, clause: i64, other: i64) -> i64:
        return BURDEN if is_agility_roll(clause) and self.kinds.holds(game, piece, IRON) else i64(0)

    def bars_rush(self, game: Game, piece: i64) -> bool:
        return self.kinds.holds(game, piece, IRON)

    def ball_held(self, game: Game, piece: i64, ball: i64) -> None:
        """A player who takes it up in the middle of its movement has no Rush left."""
        if piece == game.acting and self.kinds.of(game, ball) == IRON:
            game.rushes_left = 0

    def bars_ball(self, game: Game, piece: i64, ball: i64) -> bool:
        return self.kinds.of(game, ball) == IRON and game.strength(piece) <= TOO_WEAK

    def ball_striking(self, game: Game, piece: i64, ball: i64, thrower: i64) -> Frame | None:
        """Only when it falls from above: an iron ball is never thrown."""
        if thrower >= 0 or self.kinds.of(game, ball) != IRON or not game.is_standing(piece):
            return None
        return IronFalls(piece, ball)


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class IronFalls(Frame):
    """A player on whom it falls from a higher level is knocked down, and the ball bounces. The result is 0 for a player
    who is still standing and may catch it."""

    def __init__(self, piece: i64, ball: i64) -> None:
        self.piece = piece
        self.ball = ball

    def copy(self) -> Frame:
        return IronFalls(self.piece, self.ball)

    def begin(self, game: Game) -> i64:
        return game.call(knock_down(self.piece, clauses.IRON_FELL, -1))

    def returned(self, game: Game, result: i64) -> i64:
        if game.square[self.piece] >= 0 and game.is_standing(self.piece):
            return game.done(0)
        square = i64(game.balls[self.ball])
        if square >= 0 and i64(game.occupant[square]) == self.piece:  # it fell on a part of a large piece
            return game.become(BounceOff(self.ball))
        return game.done(1)


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class BounceOff(Frame):
    """A bounce after which nothing else happens to the ball."""

    def __init__(self, ball: i64) -> None:
        self.ball = ball

    def copy(self) -> Frame:
        return BounceOff(self.ball)

    def begin(self, game: Game) -> i64:
        return game.call(Bounce(self.ball))

    def returned(self, game: Game, result: i64) -> i64:
        return game.done(1)

"""The spiked ball: harder to throw, and dangerous to the player on whom it lands (A-BVAR-02 to A-BVAR-06)."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from dungeonbowl.editions.astrogranite.ball_variants.kinds import SPIKED, BallKinds
from dungeonbowl.engine import clauses
from dungeonbowl.engine.frames import FAILED, Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import Module
from dungeonbowl.engine.procedures.ball.balls import move_ball
from dungeonbowl.engine.procedures.harm.armour import Wound
from dungeonbowl.engine.procedures.harm.down import GoDown
from dungeonbowl.engine.procedures.harm.injury import BROKEN
from dungeonbowl.engine.procedures.harm.victim import wounded
from dungeonbowl.engine.procedures.stat_test import StatTest, test_modifiers
from dungeonbowl.engine.statuses import SUNKEN

A_BAND: Final[i64] = -1  # from each band to the next
FRIENDLY: Final[i64] = 1
UNFRIENDLY: Final[i64] = -1
BLOW: Final[i64] = 1

TESTING: Final[i64] = 0
WOUNDING: Final[i64] = 1
FALLING: Final[i64] = 2


@final
class SpikedBall(Module):
    """What the spikes do to throws, to catchers, and to players whom the carrier blocks."""

    def __init__(self, kinds: BallKinds) -> None:
        self.kinds = kinds

    def name(self) -> str:
        return "spiked ball"

    def ball_modifier(self, game: Game, piece: i64, ball: i64, clause: i64) -> i64:
        """The pass counts as one band longer (A-BVAR-02)."""
        return A_BAND if clause == clauses.PASS and self.kinds.of(game, ball) == SPIKED else i64(0)

    def ball_striking(self, game: Game, piece: i64, ball: i64, thrower: i64) -> Frame | None:
        """Only the ball of a pass hurts, and any player it lands on, standing or not (A-BVAR-03, A-BVAR-05). A player
        in a pit is on a level of its own and cannot be reached from outside (A-TRAP-06)."""
        if thrower < 0 or self.kinds.of(game, ball) != SPIKED or game.conditions[piece] & SUNKEN != 0:
            return None
        return BeSpiked(piece, ball, thrower) if i64(game.side_of[piece]) < game.squads.sides else None

    def blow_help(self, game: Game, attacker: i64, defender: i64) -> i64:
        return BLOW if self.kinds.holds(game, attacker, SPIKED) else i64(0)


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class BeSpiked(Frame):
    """The player avoids the ball, or its armour holds, or it goes down and is hurt (A-BVAR-03, A-BVAR-04). The result
    is 0 if the ball lands on the player as usual: a standing player may catch it. Otherwise the ball has bounced."""

    def __init__(self, piece: i64, ball: i64, thrower: i64, stage: i64 = TESTING) -> None:
        self.piece = piece
        self.ball = ball
        self.thrower = thrower
        self.stage = stage

    def copy(self) -> Frame:
        return BeSpiked(self.piece, self.ball, self.thrower, self.stage)

    def begin(self, game: Game) -> i64:
        piece = self.piece
        side = i64(game.side_of[piece])
        modifier = FRIENDLY if i64(game.side_of[self.thrower]) == side else UNFRIENDLY
        modifier += test_modifiers(game, piece, clauses.SPIKES, self.thrower)
        return game.call(StatTest(piece, clauses.SPIKES, i64(game.squads.agility[piece]), modifier, side))

    def returned(self, game: Game, result: i64) -> i64:
        if self.stage == FALLING:
            return game.done(0 if game.square[self.piece] >= 0 and game.is_standing(self.piece) else 1)
        if self.stage == WOUNDING:
            return self.fall(game) if result == BROKEN else game.done(0)
        if result != FAILED:
            return game.done(0)
        self.stage = WOUNDING
        holder = game.carrier(self.ball)
        if holder >= 0:  # the ball was on its way to a player behind: it comes down here instead
            game.put_ball(self.ball, i64(game.square[holder]))
        square = i64(game.square[self.piece])
        if i64(game.balls[self.ball]) != square:
            move_ball(game, self.ball, square, clauses.SPIKES)
        return game.call(Wound(self.piece, -1, clauses.SPIKES, 0, True))

    def fall(self, game: Game) -> i64:
        """The player goes down, if it was standing, and is hurt; both are a turnover for its own side (A-TURN-10). The
        ball bounces last."""
        piece = self.piece
        self.stage = FALLING
        if i64(game.side_of[piece]) == game.active and game.is_down(piece):
            game.cause_turnover(clauses.TURNOVER_KNOCKED_DOWN)
        return game.call(GoDown([wounded(piece, clauses.SPIKES)], -1))

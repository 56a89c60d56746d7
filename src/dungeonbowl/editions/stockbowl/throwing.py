"""Throws of StockBowl: a bad throw flies along the straight line from the thrower to where it ends (S-PASS, S-TTM).

First the end is found by scattering, if need be over rock and beyond the map. Then the line either reaches its end, or
stops before the first wall or door, and the ball or player bounces back from there.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from dungeonbowl.dungeon.directions import dx, dy, scatter_direction
from dungeonbowl.dungeon.sight import CLEAR
from dungeonbowl.editions.classic.throwing import ClassicThrowing
from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.dice import D6, D8, die
from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.procedures.ball.balls import move_ball
from dungeonbowl.engine.procedures.ball.catch import is_opposed
from dungeonbowl.engine.procedures.ball.passing import FUMBLED, REBOUNDED
from dungeonbowl.engine.procedures.ball.team_mate import ARMOUR_BROKEN, SURE_LANDING
from dungeonbowl.engine.procedures.harm.armour import is_saved
from dungeonbowl.engine.sides import ZONE

SCATTERS: Final[i64] = 3

# Stages of what flies.
STRAYING: Final[i64] = 0
HITTING: Final[i64] = 1
REBOUNDING: Final[i64] = 2


@final
class StockbowlThrowing(ClassicThrowing):
    """There is no throwing at a wall on purpose, and nothing flies through a wall."""

    def interferer_sees_target(self) -> bool:
        """(S-PASS-10)"""
        return True

    def portals_catch_passes(self) -> bool:
        """(S-TPASS-03)"""
        return True

    def is_completion(self, game: Game, thrower: i64) -> bool:
        """No experience for a pass while no opponent is standing."""
        return is_opposed(game, thrower)

    def off_target(self, game: Game, ball: i64, outcome: i64, thrower: i64) -> Frame:
        return WideThrow(ball, i64(game.square[thrower]))

    def flight(self, game: Game, piece: i64, thrower: i64, target: i64, outcome: i64) -> Frame:
        """Always three scatter steps, however good the throw; a fumble drops the team-mate where it stood
        (S-TTM-02)."""
        dungeon = game.dungeon
        if outcome == FUMBLED:
            origin = i64(game.square[piece])
            return Hurl(piece, origin, i64(dungeon.column[origin]), i64(dungeon.row[origin]), 0)
        origin = i64(game.square[thrower])
        return Hurl(piece, origin, i64(dungeon.column[target]), i64(dungeon.row[target]), SCATTERS)

    def skid(self, game: Game, piece: i64, square: i64, broken: bool) -> Frame:
        """One more scatter step. A door counts as a wall, because the player would not be standing in it
        (S-DOOR-12)."""
        dungeon = game.dungeon
        return Hurl(piece, square, i64(dungeon.column[square]), i64(dungeon.row[square]), 1, broken, False)


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class WideThrow(Frame):
    """An inaccurate ball: aside three times, and back from the first wall the line would enter (S-PASS-05 to -08).

    `column` and `row` are where it is on its way aside, which may be outside the map."""

    def __init__(
        self,
        ball: i64,
        origin: i64,
        stage: i64 = STRAYING,
        column: i64 = 0,
        row: i64 = 0,
        steps: i64 = SCATTERS,
    ) -> None:
        self.ball = ball
        self.origin = origin
        self.stage = stage
        self.column = column
        self.row = row
        self.steps = steps

    def copy(self) -> Frame:
        return WideThrow(self.ball, self.origin, self.stage, self.column, self.row, self.steps)

    def begin(self, game: Game) -> i64:
        target = i64(game.balls[self.ball])
        self.column = i64(game.dungeon.column[target])
        self.row = i64(game.dungeon.row[target])
        return self.stray(game)

    def stray(self, game: Game) -> i64:
        if self.steps > 0:
            return game.roll(1, D8, clauses.SCATTER, -1)
        return self.come_down(game)

    def rolled(self, game: Game, dice: i64) -> i64:
        direction = scatter_direction(die(dice, 0))
        self.column += dx(direction)
        self.row += dy(direction)
        self.steps -= 1
        return self.stray(game)

    def come_down(self, game: Game) -> i64:
        end = game.dungeon.sight.flight(self.origin, self.column, self.row)
        square = end >> 4
        move_ball(game, self.ball, square, clauses.SCATTER)
        if end & 0xF == CLEAR:
            return game.done(square)
        self.stage = REBOUNDING
        return game.call(game.rules.policies.rebounds.frame(game, square, end & 0xF))

    def returned(self, game: Game, result: i64) -> i64:
        move_ball(game, self.ball, result, clauses.RICOCHET)
        return game.done(result | REBOUNDED)


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class Hurl(Frame):
    """A player in the air, from a square towards a place (`column`, `row`) and so many steps aside from it (S-TTM-01 to
    -05). The place may lie outside the map.

    A player who hits a wall has an armour roll without modifiers, unless its armour is `broken` already, and then
    bounces back like a ball. The result is that of `Throwing.flight`. `scores`: it may land in a door to score there,
    if it has the ball (S-DOOR-12). Without scatter steps it is used for players who are moved by magic.
    """

    def __init__(
        self,
        piece: i64,
        square: i64,
        column: i64,
        row: i64,
        steps: i64,
        broken: bool = False,
        scores: bool = True,
        stage: i64 = STRAYING,
        direction: i64 = -1,
    ) -> None:
        self.piece = piece
        self.square = square
        self.column = column
        self.row = row
        self.steps = steps
        self.broken = broken
        self.scores = scores
        self.stage = stage
        self.direction = direction

    def copy(self) -> Frame:
        return Hurl(
            self.piece,
            self.square,
            self.column,
            self.row,
            self.steps,
            self.broken,
            self.scores,
            self.stage,
            self.direction,
        )

    def begin(self, game: Game) -> i64:
        if self.steps > 0:
            return game.roll(1, D8, clauses.SCATTER, -1)
        return self.reach(game)

    def reach(self, game: Game) -> i64:
        """Fly as far as the line to that place goes."""
        end = game.dungeon.sight.flight(self.square, self.column, self.row)
        self.direction = end & 0xF
        if self.direction == CLEAR:
            self.fly(game, end >> 4, clauses.SCATTER)
            return self.over(game)
        goal = self.goal(game, end >> 4)
        if goal >= 0:
            self.fly(game, goal, clauses.SCATTER)
            return game.done(goal | SURE_LANDING)
        self.fly(game, end >> 4, clauses.SCATTER)
        game.tell(events.HIT_WALL, clauses.CRASH, self.piece, self.square)
        if self.broken:
            return self.rebound(game)
        self.stage = HITTING
        return game.roll(2, D6, clauses.ARMOUR, game.opponent(i64(game.side_of[self.piece])))

    def goal(self, game: Game, square: i64) -> i64:
        """The door it has been thrown into with the ball, if the line ends there and the door is not its own; or -1."""
        if not self.scores or self.broken or game.ball_of(self.piece) < 0:
            return -1
        dungeon = game.dungeon
        if i64(dungeon.column[square]) + dx(self.direction) != self.column:
            return -1
        if i64(dungeon.row[square]) + dy(self.direction) != self.row:
            return -1
        door = dungeon.node_at(self.column, self.row)
        if door < 0 or i64(dungeon.zone[door]) < 0:
            return -1
        own = game.side_value(i64(game.side_of[self.piece]), ZONE)
        return door if i64(dungeon.zone[door]) != own else -1

    def rolled(self, game: Game, dice: i64) -> i64:
        if self.stage == STRAYING:
            direction = scatter_direction(die(dice, 0))
            self.column += dx(direction)
            self.row += dy(direction)
            self.steps -= 1
            return self.begin(game)
        return self.crash(game, die(dice, 0) + die(dice, 1))

    def crash(self, game: Game, total: i64) -> i64:
        needed = i64(game.squads.armour[self.piece])
        if total < needed:
            game.tell(events.ARMOUR_HELD, clauses.ARMOUR, self.piece, total, needed)
        else:
            game.tell(events.ARMOUR_BROKEN, clauses.ARMOUR, self.piece, total, needed)
            self.broken = not is_saved(game, self.piece)
        return self.rebound(game)

    def rebound(self, game: Game) -> i64:
        self.stage = REBOUNDING
        return game.call(game.rules.policies.rebounds.frame(game, self.square, self.direction))

    def returned(self, game: Game, result: i64) -> i64:
        self.fly(game, result, clauses.RICOCHET)
        return self.over(game)

    def fly(self, game: Game, square: i64, clause: i64) -> None:
        if square != self.square:
            game.tell(events.MOVED, clause, self.piece, self.square, square)
        self.square = square

    def over(self, game: Game) -> i64:
        return game.done(self.square | ARMOUR_BROKEN if self.broken else self.square)

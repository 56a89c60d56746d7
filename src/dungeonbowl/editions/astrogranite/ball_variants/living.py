"""The living ball: it runs at the end of every team turn (A-BVAR-09 to A-BVAR-11)."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from dungeonbowl.dungeon.directions import scatter_direction
from dungeonbowl.dungeon.terrain import CHASM, LAVA, WATER
from dungeonbowl.editions.astrogranite.ball_variants.kinds import LIVING, BallKinds
from dungeonbowl.engine import clauses
from dungeonbowl.engine.dice import D6, D8, die
from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import Module
from dungeonbowl.engine.places import FREE
from dungeonbowl.engine.procedures.ball.balls import BOUNCED, move_ball
from dungeonbowl.engine.procedures.ball.bounce import Land
from dungeonbowl.engine.tokens import NO_TOKEN, PORTAL_TOKEN

UNKNOWN: Final[i64] = -1


@final
class LivingBall(Module):
    """The balls run before stunned players turn over."""

    def __init__(self, kinds: BallKinds) -> None:
        self.kinds = kinds

    def name(self) -> str:
        return "living ball"

    def team_turn_ended(self, game: Game, side: i64) -> Frame | None:
        """The living balls that lie alone in their squares run, a bit for each."""
        restless: i64 = 0
        ball: i64 = 0
        while ball < self.kinds.balls:
            square = i64(game.balls[ball])
            if square >= 0 and i64(game.occupant[square]) == FREE and self.kinds.of(game, ball) == LIVING:
                restless |= i64(1) << ball
            ball += 1
        return RunAbout(restless) if restless != 0 else None


def may_run_onto(game: Game, square: i64) -> bool:
    """Whether a living ball runs on into this square: it stops before everything that could hold it (A-BVAR-10)."""
    if square < 0 or i64(game.occupant[square]) != FREE:
        return False
    token = i64(game.token[square])
    if token != NO_TOKEN and token <= PORTAL_TOKEN:  # a trap
        return False
    terrain = i64(game.dungeon.terrain[square])
    return terrain != LAVA and terrain != WATER and terrain != CHASM


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class RunAbout(Frame):
    """The balls run one after the other: a direction, a distance, and as far as the way is clear. Both dice are rolled
    in any case, and never re-rolled."""

    def __init__(self, restless: i64, ball: i64 = -1, direction: i64 = UNKNOWN) -> None:
        self.restless = restless
        self.ball = ball
        self.direction = direction

    def copy(self) -> Frame:
        return RunAbout(self.restless, self.ball, self.direction)

    def begin(self, game: Game) -> i64:
        self.direction = UNKNOWN
        self.ball += 1
        while self.ball < len(game.balls):
            if self.restless >> self.ball & 1 != 0:
                square = i64(game.balls[self.ball])
                if square >= 0 and i64(game.occupant[square]) == FREE:  # the run of a ball before may have changed that
                    return game.roll(1, D8, clauses.LIVING_WAY, -1)
            self.ball += 1
        return game.done(0)

    def rolled(self, game: Game, dice: i64) -> i64:
        if self.direction == UNKNOWN:
            self.direction = scatter_direction(die(dice, 0))
            return game.roll(1, D6, clauses.LIVING_WAY, -1)
        left = die(dice, 0)
        start = i64(game.balls[self.ball])
        square = start
        while left > 0:
            there = i64(game.steps[square * 8 + self.direction])
            if not may_run_onto(game, there):
                break
            square = there
            left -= 1
            if game.portal_number(square) > 0:  # it goes through the portal (A-BVAR-11)
                break
        if square == start:
            return self.begin(game)
        move_ball(game, self.ball, square, clauses.LIVING_WAY)
        return game.call(Land(self.ball, BOUNCED))

    def returned(self, game: Game, result: i64) -> i64:
        return self.begin(game)

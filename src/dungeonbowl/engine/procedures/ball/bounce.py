"""The loose ball: bounce, scatter, deviate, land, be teleported (O-BALL)."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from dungeonbowl.dungeon.directions import is_diagonal, opposite, scatter_direction, turned
from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.dice import D6, D8, die
from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import BALL_LANDED, BALL_STRAYED, BALL_STRIKING
from dungeonbowl.engine.places import BARRED
from dungeonbowl.engine.procedures.ball import catch as catch_chapter
from dungeonbowl.engine.procedures.ball.balls import (
    ACCURATE,
    BOUNCED,
    DEVIATED,
    HANDED,
    SCATTERED,
    another_ball,
    move_ball,
)
from dungeonbowl.engine.procedures.moment import Moment

FALLEN_BOUNCES: Final[i64] = 3  # bounces of a ball that has come down from a ledge


def ball_step(game: Game, origin: i64, direction: i64) -> i64:
    """The square to which one step of a loose ball leads; -1 if a wall, or what counts as a wall, is in the way
    (O-BALL-11)."""
    steps = game.steps
    target = i64(steps[origin * 8 + direction])
    if target < 0:
        return i64(game.dungeon.drops[origin * 8 + direction]) if game.dungeon.has_drops else -1
    if game.dungeon.zone[target] >= 0 and game.rules.policies.rebounds.zone_is_wall():
        return -1
    if not game.rules.policies.rebounds.chest_is_wall():
        return target
    if game.is_chest(target):
        return -1
    if direction & 1 == 0:
        return target
    # a diagonal needs one right-angled route free of walls and chests
    first = i64(steps[origin * 8 + (direction + 7 & 7)])
    if first >= 0 and not game.is_chest(first) and i64(steps[first * 8 + (direction + 1 & 7)]) == target:
        return target
    second = i64(steps[origin * 8 + (direction + 1 & 7)])
    if second >= 0 and not game.is_chest(second) and i64(steps[second * 8 + (direction + 7 & 7)]) == target:
        return target
    # without a chest on either route the step table has already judged the diagonal
    if (first < 0 or not game.is_chest(first)) and (second < 0 or not game.is_chest(second)):
        return target
    return -1


def reflected(game: Game, origin: i64, direction: i64) -> i64:
    """The direction after a wall. At a straight wall the part towards the wall is reversed, in a corner the whole
    direction (O-WALL-10)."""
    if is_diagonal(direction):
        before = ball_step(game, origin, turned(direction, -1)) >= 0
        after = ball_step(game, origin, turned(direction, 1)) >= 0
        if before and not after:  # it goes on along the open part, and away from the wall
            return turned(direction, -2)
        if after and not before:
            return turned(direction, 2)
    return opposite(direction)


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class Bounce(Frame):
    """One step in a random direction, then the ball lands (O-BALL-01, O-BALL-04)."""

    def __init__(self, ball: i64, clause: i64 = clauses.BOUNCE, more: i64 = 0) -> None:
        self.ball = ball
        self.clause = clause
        self.more = more  # bounces after this one, unless the ball meets a player or a thing

    def copy(self) -> Frame:
        return Bounce(self.ball, self.clause, self.more)

    def begin(self, game: Game) -> i64:
        if game.dungeon.linked and game.dungeon.column[i64(game.balls[self.ball])] < 0:
            return game.become(LeavePassage(self.ball, self.clause))
        return game.roll(1, D8, self.clause, -1)

    def rolled(self, game: Game, dice: i64) -> i64:
        direction = scatter_direction(die(dice, 0))
        origin = i64(game.balls[self.ball])
        target = ball_step(game, origin, direction)
        if target < 0:
            return game.call(game.rules.policies.rebounds.frame(game, origin, direction))
        return self.move(game, target, self.clause)

    def returned(self, game: Game, result: i64) -> i64:
        return self.move(game, result, clauses.RICOCHET)

    def move(self, game: Game, square: i64, clause: i64) -> i64:
        """A ball that comes down from a ledge into an empty square bounces several times (A-BALL-11)."""
        fallen = False
        if game.dungeon.has_drops:
            level = game.dungeon.level
            if i64(level[i64(game.balls[self.ball])]) - i64(level[square]) >= 2:
                if game.occupant[square] == -1:
                    self.more = FALLEN_BOUNCES
                fallen = game.occupant[square] >= 0
        move_ball(game, self.ball, square, clause)
        return game.become(Land(self.ball, BOUNCED, more=self.more, fallen=fallen))


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class LeavePassage(Frame):
    """A ball lost inside a secret passage comes out at one of its ends and bounces from there (A-SECR-11)."""

    def __init__(self, ball: i64, clause: i64) -> None:
        self.ball = ball
        self.clause = clause

    def copy(self) -> Frame:
        return LeavePassage(self.ball, self.clause)

    def begin(self, game: Game) -> i64:
        return game.roll(1, D6, clauses.PASSAGE_BALL, -1)

    def rolled(self, game: Game, dice: i64) -> i64:
        inside = i64(game.balls[self.ball])
        second: i64 = 0 if die(dice, 0) <= 3 else 1
        move_ball(game, self.ball, i64(game.dungeon.links[inside * 2 + second]), clauses.PASSAGE_BALL)
        return game.become(Bounce(self.ball, self.clause))


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class Scatter(Frame):
    """Three random steps one after the other. Players under the first two squares cannot catch (O-BALL-02, O-BALL-05).

    The frame only moves the ball; the caller lets it land. The result is the square.
    """

    def __init__(self, ball: i64, steps: i64 = 3) -> None:
        self.ball = ball
        self.steps = steps

    def copy(self) -> Frame:
        return Scatter(self.ball, self.steps)

    def begin(self, game: Game) -> i64:
        return game.roll(1, D8, clauses.SCATTER, -1)

    def rolled(self, game: Game, dice: i64) -> i64:
        direction = scatter_direction(die(dice, 0))
        origin = i64(game.balls[self.ball])
        target = ball_step(game, origin, direction)
        if target < 0:
            return game.call(game.rules.policies.rebounds.frame(game, origin, direction))
        move_ball(game, self.ball, target, clauses.SCATTER)
        return self.next_step(game)

    def returned(self, game: Game, result: i64) -> i64:
        move_ball(game, self.ball, result, clauses.RICOCHET)
        return self.next_step(game)

    def next_step(self, game: Game) -> i64:
        self.steps -= 1
        if self.steps > 0:
            return game.roll(1, D8, clauses.SCATTER, -1)
        return game.done(i64(game.balls[self.ball]))


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class Deviate(Frame):
    """A random direction, then up to six squares that way; a rebound ends it (O-BALL-03, O-RIC-09)."""

    def __init__(self, ball: i64, direction: i64 = -1) -> None:
        self.ball = ball
        self.direction = direction

    def copy(self) -> Frame:
        return Deviate(self.ball, self.direction)

    def begin(self, game: Game) -> i64:
        return game.roll(1, D8, clauses.DEVIATE, -1)

    def rolled(self, game: Game, dice: i64) -> i64:
        if self.direction < 0:
            self.direction = scatter_direction(die(dice, 0))
            return game.roll(1, D6, clauses.DEVIATE, -1)
        left = die(dice, 0)
        while left > 0:
            origin = i64(game.balls[self.ball])
            target = ball_step(game, origin, self.direction)
            if target < 0:
                return game.call(game.rules.policies.rebounds.frame(game, origin, self.direction))
            move_ball(game, self.ball, target, clauses.DEVIATE)
            left -= 1
        return game.done(i64(game.balls[self.ball]))

    def returned(self, game: Game, result: i64) -> i64:
        move_ball(game, self.ball, result, clauses.RICOCHET)
        return game.done(result)


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class Land(Frame):
    """A ball comes down where it is: caught, bounced on, teleported, or at rest (O-BALL-06 to O-BALL-09)."""

    def __init__(
        self,
        ball: i64,
        how: i64,
        thrower: i64 = -1,
        strayed: bool = False,
        more: i64 = 0,
        fallen: bool = False,
        struck: bool = False,
    ) -> None:
        self.ball = ball
        self.how = how
        self.thrower = thrower
        self.strayed = strayed  # players that might reach for it have been asked
        self.more = more  # how many bounces are left before it rests
        self.fallen = fallen  # from a ledge above
        self.struck = struck  # its effect on the player that it comes down on is done

    def copy(self) -> Frame:
        return Land(self.ball, self.how, self.thrower, self.strayed, self.more, self.fallen, self.struck)

    def begin(self, game: Game) -> i64:
        if game.rules.heard[BALL_LANDED]:
            return game.call(Moment(BALL_LANDED, self.ball, i64(game.balls[self.ball])))
        return self.land(game)

    def returned(self, game: Game, result: i64) -> i64:
        return self.land(game) if result == 0 else game.done(0)

    def land(self, game: Game) -> i64:
        ball = self.ball
        square = i64(game.balls[ball])
        piece = i64(game.occupant[square])
        if piece >= 0:
            if not self.struck and game.rules.heard[BALL_STRIKING] and self.strikes():
                self.struck = True
                thrower = i64(-1) if self.fallen else self.thrower
                return game.call(Moment(BALL_STRIKING, piece, ball, thrower))
            if game.has_zone(piece) and game.has_free_hands(piece):
                return game.become(catch_chapter.Catch(piece, ball, self.how, self.thrower))
        if not self.strayed and game.rules.heard[BALL_STRAYED] and self.may_be_reached(game):
            self.strayed = True
            on_target: i64 = 1 if self.how == ACCURATE else 0
            return game.call(Moment(BALL_STRAYED, ball, self.thrower, on_target))
        if piece >= 0:
            return game.become(Bounce(ball))
        if game.portal_number(square) > 0:
            teleported = game.rules.policies.portals.ball_lands(game, ball, square)
            if teleported is not None:
                return game.become(teleported)
        if game.is_chest(square):  # the chest stays closed and does not hold the ball (S-BNC-08)
            return game.become(Bounce(ball))
        if piece == BARRED:  # the chasm throws the ball out again, step by step (O-BALL-10)
            return game.become(Bounce(ball, clauses.CHASM_BALL))
        if self.how != BOUNCED or another_ball(game, ball, square):
            # a ball thrown or scattered onto an empty square bounces once; a ball that may not rest there goes on
            return game.become(Bounce(ball))
        if self.more > 0:
            return game.become(Bounce(ball, clauses.BOUNCE, self.more - 1))
        game.rest(ball, square, clauses.BALL_RESTS)
        return game.done(0)

    def strikes(self) -> bool:
        """Whether the ball comes directly from a throw, or from above."""
        return self.fallen or (self.thrower >= 0 and self.how != BOUNCED and self.how != HANDED)

    def may_be_reached(self, game: Game) -> bool:
        """Whether players beside the ball may reach for it: it was thrown."""
        how = self.how
        return how == SCATTERED or how == DEVIATED or how == ACCURATE


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class TeleportBall(Frame):
    """A loose ball on a free portal. A die gives the portal where it comes out; the number of its own portal leaves it
    there. From there it takes a step in a random direction (O-PORTAL-18, -19; S-TBALL-05 to -07). A player on that
    portal may catch it first, unless the ball `leaps_out`."""

    def __init__(self, ball: i64, clause: i64 = clauses.SCATTER, leaps_out: bool = False) -> None:
        self.ball = ball
        self.clause = clause  # the clause of that step
        self.leaps_out = leaps_out

    def copy(self) -> Frame:
        return TeleportBall(self.ball, self.clause, self.leaps_out)

    def begin(self, game: Game) -> i64:
        return game.roll(1, len(game.portals), clauses.BALL_PORTAL, -1)

    def rolled(self, game: Game, dice: i64) -> i64:
        arrival = i64(game.portals[die(dice, 0) - 1])
        if arrival < 0:  # a part of a dungeon may lack this portal: roll again
            return self.begin(game)
        origin = i64(game.balls[self.ball])
        game.put_ball(self.ball, arrival)
        game.tell(events.BALL_TELEPORTED, clauses.BALL_PORTAL, self.ball, origin, arrival)
        if game.occupant[arrival] >= 0 and not self.leaps_out:
            return game.become(Land(self.ball, BOUNCED))
        return game.become(Bounce(self.ball, self.clause))

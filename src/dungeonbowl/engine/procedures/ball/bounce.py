"""The loose ball: bounce, scatter, deviate, land, be caught (O-BALL, O-CATCH)."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from dungeonbowl.dungeon.directions import is_diagonal, opposite, scatter_direction, turned
from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.abilities import BIG_HANDED, DIVES_FOR_CATCHES, NO_HANDS, STEADY_NERVES
from dungeonbowl.engine.actions import CHOOSE_BALL, action
from dungeonbowl.engine.dice import D6, D8, die
from dungeonbowl.engine.frames import FAILED, PASSED, Frame
from dungeonbowl.engine.game import BARRED, Game
from dungeonbowl.engine.moments import BALANCE_NEEDED, BALL_GAINED, BALL_LANDED, BALL_STRAYED, BALL_STRIKING
from dungeonbowl.engine.procedures.moment import Moment
from dungeonbowl.engine.procedures.stat_test import StatTest, test_modifiers

# How a ball comes down: decides the catch and whether it bounces from an empty square.
ACCURATE: Final[i64] = 0  # a pass on target
SCATTERED: Final[i64] = 1
DEVIATED: Final[i64] = 2
BOUNCED: Final[i64] = 3  # also rebounds, single scatter steps and teleported balls
HANDED: Final[i64] = 4  # given by hand: caught like an accurate pass, but never a completion

FALLEN_BOUNCES: Final[i64] = 3  # of a ball that has come down from a ledge


def ball_step(game: Game, origin: i64, direction: i64) -> i64:
    """Where one step of a loose ball leads, or -1 when a wall, or what counts as one, is in the way (O-BALL-11)."""
    steps = game.steps
    target = i64(steps[origin * 8 + direction])
    if target < 0:
        return i64(game.dungeon.drops[origin * 8 + direction]) if game.dungeon.has_drops else -1
    tables = game.rules.tables
    if tables.zone_stops_ball and game.dungeon.zone[target] >= 0:
        return -1
    if not tables.chest_stops_ball:
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
    """The direction after a wall: the part towards a straight wall is reversed, in a corner all of it (O-WALL-10)."""
    if is_diagonal(direction):
        before = ball_step(game, origin, turned(direction, -1)) >= 0
        after = ball_step(game, origin, turned(direction, 1)) >= 0
        if before and not after:  # it goes on along the open part, whose other side it now leans to
            return turned(direction, -2)
        if after and not before:
            return turned(direction, 2)
    return opposite(direction)


@final
class Bounce(Frame):
    """One step in a random direction, then the ball lands (O-BALL-01, O-BALL-04)."""

    def __init__(self, ball: i64, clause: i64 = clauses.BOUNCE, more: i64 = 0) -> None:
        self.ball = ball
        self.clause = clause
        self.more = more  # bounces after this one, unless it meets somebody or something

    def copy(self) -> Frame:
        return Bounce(self.ball, self.clause, self.more)

    def args(self) -> list[object]:
        return [self.ball, self.clause, self.more]

    def begin(self, game: Game) -> i64:
        if game.dungeon.linked and game.dungeon.column[i64(game.balls[self.ball])] < 0:
            return game.become(LeavePassage(self.ball, self.clause))
        return game.roll(1, D8, self.clause, -1)

    def rolled(self, game: Game, dice: i64) -> i64:
        direction = scatter_direction(die(dice, 0))
        origin = i64(game.balls[self.ball])
        target = ball_step(game, origin, direction)
        if target < 0:
            return game.call(game.rules.rebounds.frame(game, origin, direction))
        return self.move(game, target, self.clause)

    def returned(self, game: Game, result: i64) -> i64:
        return self.move(game, result, clauses.RICOCHET)

    def move(self, game: Game, square: i64, clause: i64) -> i64:
        """One that comes down from a ledge onto nobody goes on for a while (A-BALL-11)."""
        fallen = False
        if game.dungeon.has_drops:
            level = game.dungeon.level
            if i64(level[i64(game.balls[self.ball])]) - i64(level[square]) >= 2:
                if game.occupant[square] == -1:
                    self.more = FALLEN_BOUNCES
                fallen = game.occupant[square] >= 0
        move_ball(game, self.ball, square, clause)
        return game.become(Land(self.ball, BOUNCED, more=self.more, fallen=fallen))


@final
class LeavePassage(Frame):
    """A ball lost inside a secret passage comes out at one of its ends and bounces from there (A-SECR-11)."""

    def __init__(self, ball: i64, clause: i64) -> None:
        self.ball = ball
        self.clause = clause

    def copy(self) -> Frame:
        return LeavePassage(self.ball, self.clause)

    def args(self) -> list[object]:
        return [self.ball, self.clause]

    def begin(self, game: Game) -> i64:
        return game.roll(1, D6, clauses.PASSAGE_BALL, -1)

    def rolled(self, game: Game, dice: i64) -> i64:
        inside = i64(game.balls[self.ball])
        second: i64 = 0 if die(dice, 0) <= 3 else 1
        move_ball(game, self.ball, i64(game.dungeon.links[inside * 2 + second]), clauses.PASSAGE_BALL)
        return game.become(Bounce(self.ball, self.clause))


@final
class Scatter(Frame):
    """Three random steps one after the other; nobody under the first two can catch (O-BALL-02, O-BALL-05).

    Only the way is found here: whoever called lets the ball land.
    """

    def __init__(self, ball: i64, steps: i64 = 3) -> None:
        self.ball = ball
        self.steps = steps

    def copy(self) -> Frame:
        return Scatter(self.ball, self.steps)

    def args(self) -> list[object]:
        return [self.ball, self.steps]

    def begin(self, game: Game) -> i64:
        return game.roll(1, D8, clauses.SCATTER, -1)

    def rolled(self, game: Game, dice: i64) -> i64:
        direction = scatter_direction(die(dice, 0))
        origin = i64(game.balls[self.ball])
        target = ball_step(game, origin, direction)
        if target < 0:
            return game.call(game.rules.rebounds.frame(game, origin, direction))
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


@final
class Deviate(Frame):
    """A random direction, then up to six squares that way; a rebound ends it (O-BALL-03, O-RIC-09)."""

    def __init__(self, ball: i64, direction: i64 = -1) -> None:
        self.ball = ball
        self.direction = direction

    def copy(self) -> Frame:
        return Deviate(self.ball, self.direction)

    def args(self) -> list[object]:
        return [self.ball, self.direction]

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
                return game.call(game.rules.rebounds.frame(game, origin, self.direction))
            move_ball(game, self.ball, target, clauses.DEVIATE)
            left -= 1
        return game.done(i64(game.balls[self.ball]))

    def returned(self, game: Game, result: i64) -> i64:
        move_ball(game, self.ball, result, clauses.RICOCHET)
        return game.done(result)


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
        self.strayed = strayed  # those who might reach for it have been asked
        self.more = more  # bounces it has left before it lies still
        self.fallen = fallen  # from a ledge above
        self.struck = struck  # what it does to whoever it comes down on is done

    def copy(self) -> Frame:
        return Land(self.ball, self.how, self.thrower, self.strayed, self.more, self.fallen, self.struck)

    def args(self) -> list[object]:
        return [self.ball, self.how, self.thrower, self.strayed, self.more, self.fallen, self.struck]

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
                return game.call(Moment(BALL_STRIKING, piece, ball | (thrower + 1) << 8))
            if game.has_zone(piece) and game.has_free_hands(piece):
                return game.become(Catch(piece, ball, self.how, self.thrower))
        if not self.strayed and game.rules.heard[BALL_STRAYED] and self.may_be_reached(game):
            self.strayed = True
            on_target: i64 = 1 if self.how == ACCURATE else 0
            return game.call(Moment(BALL_STRAYED, ball, self.thrower + 1 | on_target << 8))
        if piece >= 0:
            return game.become(Bounce(ball))
        if game.portal_number(square) > 0:
            teleported = game.rules.portals.ball_lands(game, ball, square)
            if teleported is not None:
                return game.become(teleported)
        if game.is_chest(square):  # it stays shut, and holds nothing up (S-BNC-08)
            return game.become(Bounce(ball))
        if piece == BARRED:  # the chasm throws it out again, step by step (O-BALL-10)
            return game.become(Bounce(ball, clauses.CHASM_BALL))
        if self.how != BOUNCED or another_ball(game, ball, square):
            # a ball thrown or scattered onto an empty square bounces once; one that may not lie there goes on
            return game.become(Bounce(ball))
        if self.more > 0:
            return game.become(Bounce(ball, clauses.BOUNCE, self.more - 1))
        game.rest(ball, square, clauses.BALL_RESTS)
        return game.done(0)

    def strikes(self) -> bool:
        """Whether it comes straight from a throw, or from above."""
        return self.fallen or (self.thrower >= 0 and self.how != BOUNCED and self.how != HANDED)

    def may_be_reached(self, game: Game) -> bool:
        """Whether players beside it may reach for it: it was thrown and has gone astray, or was just thrown."""
        how = self.how
        return how == SCATTERED or how == DEVIATED or (how == ACCURATE and game.rules.tables.divers_collide)


@final
class TeleportBall(Frame):
    """A loose ball on a free portal: a die gives the portal, its own number leaves it there, and from there it takes a
    step in a random direction (O-PORTAL-18, -19; S-TBALL-05 to -07). Somebody on that portal may catch it first, unless
    the ball `leaps_out`.
    """

    def __init__(self, ball: i64, clause: i64 = clauses.SCATTER, leaps_out: bool = False) -> None:
        self.ball = ball
        self.clause = clause  # of that step
        self.leaps_out = leaps_out

    def copy(self) -> Frame:
        return TeleportBall(self.ball, self.clause, self.leaps_out)

    def args(self) -> list[object]:
        return [self.ball, self.clause, self.leaps_out]

    def begin(self, game: Game) -> i64:
        return game.roll(1, len(game.portals), clauses.BALL_PORTAL, -1)

    def rolled(self, game: Game, dice: i64) -> i64:
        arrival = i64(game.portals[die(dice, 0) - 1])
        if arrival < 0:  # a fragment of a dungeon may lack a portal: its number is rolled again
            return self.begin(game)
        origin = i64(game.balls[self.ball])
        game.put_ball(self.ball, arrival)
        game.tell(events.BALL_TELEPORTED, clauses.BALL_PORTAL, self.ball, origin, arrival)
        if game.occupant[arrival] >= 0 and not self.leaps_out:
            return game.become(Land(self.ball, BOUNCED))
        return game.become(Bounce(self.ball, self.clause))


@final
class Catch(Frame):
    """A player under the ball must try to catch it; a failure makes it bounce (O-CATCH)."""

    def __init__(self, piece: i64, ball: i64, how: i64, thrower: i64, extra: i64 = 0, stage: i64 = 0) -> None:
        self.piece = piece
        self.ball = ball
        self.how = how
        self.thrower = thrower
        self.extra = extra  # a modifier that the caller knows of
        self.stage = stage

    def copy(self) -> Frame:
        return Catch(self.piece, self.ball, self.how, self.thrower, self.extra, self.stage)

    def args(self) -> list[object]:
        return [self.piece, self.ball, self.how, self.thrower, self.extra, self.stage]

    def begin(self, game: Game) -> i64:
        if game.rules.heard[BALANCE_NEEDED]:
            return game.call(Moment(BALANCE_NEEDED, self.piece, clauses.CATCH))
        return self.attempt(game)

    def attempt(self, game: Game) -> i64:
        if is_ball_barred(game, self.piece, self.ball):
            return game.become(Bounce(self.ball))
        self.stage = 1
        extra = self.extra + ball_modifiers(game, self.piece, self.ball, clauses.CATCH)
        return game.call(catch_test(game, self.piece, self.how, self.thrower, extra, self.ball))

    def returned(self, game: Game, result: i64) -> i64:
        if self.stage == 0:
            return self.attempt(game) if result == 0 else game.become(Bounce(self.ball))
        if self.stage == 2:
            return game.done(PASSED)
        if result == FAILED:
            return game.become(Bounce(self.ball))
        return self.caught(game)

    def caught(self, game: Game) -> i64:
        """Possession at once, and with it perhaps the touchdown (O-CATCH-04)."""
        game.hold(self.piece, self.ball)
        game.tell(events.BALL_CAUGHT, clauses.CATCH, self.piece, self.ball)
        if self.how == ACCURATE and self.thrower >= 0:
            # on target and caught by the team-mate there: a completion, worth something to the thrower (O-SPP-01)
            tables = game.rules.tables
            if game.side_of[self.thrower] == game.side_of[self.piece]:
                if not tables.completion_needs_opponent or is_opposed(game, self.thrower):
                    game.award(self.thrower, tables.points_completion, clauses.PASS_ACTION)
        check_touchdown(game, self.piece)
        self.stage = 2
        if game.rules.heard[BALL_GAINED]:
            return game.call(Moment(BALL_GAINED, self.piece, self.ball | clauses.CATCH << 8))
        return game.done(PASSED)


def catch_test(game: Game, piece: i64, how: i64, thrower: i64, extra: i64, ball: i64 = -1) -> Frame:
    """The catch of one player: an Agility test, worse for a loose ball and for every opponent marking it.

    `ball` is -1 for what is none."""
    tables = game.rules.tables
    side = i64(game.side_of[piece])
    modifier = tables.catch_modifier if how == ACCURATE or how == HANDED else tables.loose_catch_modifier
    if how == ACCURATE and thrower >= 0 and game.able(piece, DIVES_FOR_CATCHES):
        modifier += 1
    if not game.able(piece, STEADY_NERVES):
        modifier -= game.marks_on(side, i64(game.square[piece]))
    modifier += extra
    modifier += test_modifiers(game, piece, clauses.CATCH, thrower)
    passer = thrower if ball >= 0 and how != HANDED else i64(-1)
    return StatTest(piece, clauses.CATCH, i64(game.squads.agility[piece]), modifier, side, other=passer)


@final
class PickUp(Frame):
    """A player that chose to enter the ball's square must try to pick it up (O-MOVE-17, O-MOVE-18).

    `unhindered`: no opponent who marks the square counts, for example because the player picks it up from afar."""

    def __init__(self, piece: i64, ball: i64, stage: i64 = 0, unhindered: bool = False) -> None:
        self.piece = piece
        self.ball = ball
        self.stage = stage
        self.unhindered = unhindered

    def copy(self) -> Frame:
        return PickUp(self.piece, self.ball, self.stage, self.unhindered)

    def args(self) -> list[object]:
        return [self.piece, self.ball, self.stage, self.unhindered]

    def begin(self, game: Game) -> i64:
        if not game.has_free_hands(self.piece) and not game.can(self.piece, NO_HANDS):
            return game.become(Bounce(self.ball, clauses.HANDS_FULL))  # nobody's fault (A-MULTI-12)
        if game.rules.heard[BALANCE_NEEDED]:
            return game.call(Moment(BALANCE_NEEDED, self.piece, clauses.PICK_UP))
        return self.attempt(game)

    def attempt(self, game: Game) -> i64:
        if game.can(self.piece, NO_HANDS) or is_ball_barred(game, self.piece, self.ball):
            return self.missed(game)
        self.stage = 1
        extra = ball_modifiers(game, self.piece, self.ball, clauses.PICK_UP)
        return game.call(pick_up_test(game, self.piece, i64(game.balls[self.ball]), extra, not self.unhindered))

    def returned(self, game: Game, result: i64) -> i64:
        if self.stage == 0:
            return self.attempt(game) if result == 0 else self.missed(game)
        if self.stage == 2:
            return game.done(PASSED)
        if result == FAILED:
            return self.missed(game)
        game.hold(self.piece, self.ball)
        game.tell(events.BALL_PICKED_UP, clauses.PICK_UP, self.piece, self.ball)
        self.stage = 2
        if game.rules.heard[BALL_GAINED]:
            return game.call(Moment(BALL_GAINED, self.piece, self.ball | clauses.PICK_UP << 8))
        return game.done(PASSED)

    def missed(self, game: Game) -> i64:
        """The ball bounces and the turn is over, even if a team-mate then catches it (O-TO-04)."""
        if i64(game.side_of[self.piece]) == game.active:
            game.cause_turnover(clauses.TURNOVER_PICK_UP)
        return game.become(Bounce(self.ball))


def pick_up_test(game: Game, piece: i64, square: i64, extra: i64 = 0, marks_count: bool = True) -> StatTest:
    """An Agility test, worse for every opponent marking the square. `extra` is a modifier that the caller knows of."""
    side = i64(game.side_of[piece])
    modifier = game.rules.tables.pick_up_modifier + extra
    if marks_count and not game.able(piece, BIG_HANDED):
        modifier -= game.marks_on(side, square)
    modifier += test_modifiers(game, piece, clauses.PICK_UP, -1)
    return StatTest(piece, clauses.PICK_UP, i64(game.squads.agility[piece]), modifier, side)


def move_ball(game: Game, ball: i64, square: i64, clause: i64) -> None:
    game.tell(events.BALL_MOVED, clause, ball, i64(game.balls[ball]), square)
    game.put_ball(ball, square)


def is_opposed(game: Game, piece: i64) -> bool:
    """Whether anybody of another side is on its feet in the dungeon."""
    other: i64 = 0
    while other < game.squads.count:
        if game.square[other] >= 0 and game.is_standing(other):
            side = i64(game.side_of[other])
            if side < game.squads.sides and side != i64(game.side_of[piece]):
                return True
        other += 1
    return False


def another_ball(game: Game, ball: i64, square: i64) -> bool:
    """Whether a second ball already lies on this square."""
    other: i64 = 0
    while other < len(game.balls):
        if other != ball and i64(game.balls[other]) == square:
            return True
        other += 1
    return False


def ball_modifiers(game: Game, piece: i64, ball: i64, clause: i64) -> i64:
    """What the kind of a ball adds to the die of a test for it."""
    result: i64 = 0
    for module in game.rules.ball_modifiers:
        result += module.ball_modifier(game, piece, ball, clause)
    return result


def is_ball_barred(game: Game, piece: i64, ball: i64) -> bool:
    """Whether a player can never get hold of this ball."""
    for module in game.rules.ball_bars:
        if module.bars_ball(game, piece, ball):
            return True
    return False


def is_throw_barred(game: Game, piece: i64, ball: i64) -> bool:
    """Whether a player cannot throw this ball."""
    for module in game.rules.throw_bars:
        if module.bars_throw(game, piece, ball):
            return True
    return False


def throwable_ball(game: Game, piece: i64) -> i64:
    """The first ball that a player holds and can throw, or -1."""
    ball = game.ball_of(piece)
    if ball < 0 or len(game.rules.throw_bars) == 0:
        return ball
    while ball < len(game.balls):
        if game.carrier(ball) == piece and not is_throw_barred(game, piece, ball):
            return ball
        ball += 1
    return -1


def offer_balls(game: Game, piece: i64, throwing: bool) -> None:
    """Each of the balls that a player holds, or only those that it can throw."""
    ball: i64 = 0
    while ball < len(game.balls):
        if game.carrier(ball) == piece and not (throwing and is_throw_barred(game, piece, ball)):
            game.offer(action(CHOOSE_BALL, ball))
        ball += 1


def drop_rank(game: Game, ball: i64) -> i64:
    """Of several balls that one player loses the one of the lowest rank bounces first."""
    rank: i64 = 0
    for module in game.rules.drop_ranks:
        rank += module.drop_rank(game, ball)
    return rank


def first_lost(game: Game, square: i64) -> i64:
    """Of the loose balls on a square the one that bounces first, or -1."""
    found = game.ball_on(square)
    if found < 0 or len(game.rules.drop_ranks) == 0:
        return found
    ball = found + 1
    while ball < len(game.balls):
        if i64(game.balls[ball]) == square and drop_rank(game, ball) < drop_rank(game, found):
            found = ball
        ball += 1
    return found


def check_touchdown(game: Game, piece: i64) -> bool:
    """Whether this piece scores where it is now (O-TD-01, O-TD-02), and nothing else matters any more."""
    if not game.is_standing(piece) or game.square[piece] < 0 or game.ball_of(piece) < 0 or game.halted:
        return False
    if not game.rules.scoring.counts(game, piece):
        return False
    game.rules.scoring.reached(game, piece)
    return game.over or game.drive_ending != 0

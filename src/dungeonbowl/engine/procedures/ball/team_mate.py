"""Throwing a team-mate (O-TTM).

While it flies the thrown player is on no square: `game.square` says -1, its status and the ball it holds stay as they
were, and the frames below know where it is. So nobody can mark it, be marked by it or run into it.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i16, i64

from dungeonbowl.dungeon.directions import scatter_direction
from dungeonbowl.dungeon.terrain import FIERY_CHASM
from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.abilities import HITS_HARDER
from dungeonbowl.engine.actions import KICK_TEAM_MATE_ACTION, first_of
from dungeonbowl.engine.dice import D6, D8, die
from dungeonbowl.engine.frames import FAILED, PASSED, Frame
from dungeonbowl.engine.game import FREE, Game
from dungeonbowl.engine.moments import BALANCE_NEEDED, CAME_TO_REST, REMOVED
from dungeonbowl.engine.procedures.ball import bounce as ball_chapter
from dungeonbowl.engine.procedures.ball.passing import ACCURATE, FUMBLED, offer_targets, throw_test
from dungeonbowl.engine.procedures.harm.down import GoDown, fall, knock_down, victim, wounded
from dungeonbowl.engine.procedures.harm.helps import number_of
from dungeonbowl.engine.procedures.harm.injury import WAS_STUNNED, InjuryRoll
from dungeonbowl.engine.procedures.moment import Moment
from dungeonbowl.engine.procedures.move.arrive import Arrive, meet_token
from dungeonbowl.engine.procedures.move.chasm import FallIntoChasm
from dungeonbowl.engine.procedures.stat_test import StatTest, test_modifiers
from dungeonbowl.engine.statuses import KNOCKED_OUT

# Stages of the throw.
AIMING: Final[i64] = 0
BALANCING: Final[i64] = 1
TESTING: Final[i64] = 2
FLYING: Final[i64] = 3
RESTING: Final[i64] = 4

# Stages of a kick that went wrong.
HURT: Final[i64] = 0
CARRIED_OFF: Final[i64] = 1

# What a module answers that lets the thrown player slip out of the thrower's hands: a fumble. Anything else stops it.
SLIPPED_AWAY: Final[i64] = 2

# How a thrown player is under way.
SCATTERING: Final[i64] = 0
DEVIATING: Final[i64] = 1
BOUNCING: Final[i64] = 2

# Stages of the landing.
COMING_DOWN: Final[i64] = 0
STRIKING: Final[i64] = 1  # an occupant goes down
SKIDDING: Final[i64] = 2  # bouncing on, from an occupant or out of a crash
LANDING: Final[i64] = 3
IN_THE_CHASM: Final[i64] = 4
BALL_OUT: Final[i64] = 5
DOWN: Final[i64] = 6

# The result of a flight is the square, and one of these bits: a wall ended it there; it bounced off a wall that broke
# its armour, and cannot keep its feet; it lands by itself.
WALL_HIT: Final[i64] = 1 << 20
ARMOUR_BROKEN: Final[i64] = 1 << 21
SURE_LANDING: Final[i64] = 1 << 22
SQUARE_MASK: Final[i64] = WALL_HIT - 1

AT_REST: Final[i64] = 1 << 23  # what a landing answers that has told of its end itself


@final
class ThrowTeamMate(Frame):
    """Target, test, flight, landing. The outcomes of a pass read superb, successful, terrible, fumbled (O-TTM-05).

    Modules that hear of the throw before it (a hungry thrower) find the thrown player in `game.target`.
    """

    def __init__(
        self, thrower: i64, thrown: i64, stage: i64 = AIMING, target: i64 = -1, outcome: i64 = ACCURATE
    ) -> None:
        self.thrower = thrower
        self.thrown = thrown
        self.stage = stage
        self.target = target
        self.outcome = outcome

    def copy(self) -> Frame:
        return ThrowTeamMate(self.thrower, self.thrown, self.stage, self.target, self.outcome)

    def args(self) -> list[object]:
        return [self.thrower, self.thrown, self.stage, self.target, self.outcome]

    def begin(self, game: Game) -> i64:
        game.target = self.thrown
        game.offers = 0
        self.options(game)
        if game.offers == 0:
            return game.done(0)
        return game.ask_or_take(self, i64(game.side_of[self.thrower]))

    def options(self, game: Game) -> None:
        """Range and sight as for a pass, occupied squares included (O-TTM-03)."""
        offer_targets(game, self.thrower, game.rules.tables.thrown_farthest)

    def chosen(self, game: Game, action: i64) -> i64:
        self.target = first_of(action)
        self.stage = BALANCING
        if game.rules.heard[BALANCE_NEEDED]:
            return game.call(Moment(BALANCE_NEEDED, self.thrower, clauses.THROW_TEAM_MATE))
        return self.test(game)

    def test(self, game: Game) -> i64:
        game.tell(events.PLAYER_THROWN, clauses.THROW_TEAM_MATE, self.thrower, self.thrown, self.target)
        self.stage = TESTING
        extra = game.rules.tables.thrown_modifier
        test = throw_test(game, self.thrower, self.target, clauses.THROW_TEAM_MATE, extra)
        if test is None:
            return self.fly(game, FUMBLED)
        return game.call(test)

    def returned(self, game: Game, result: i64) -> i64:
        if self.stage == BALANCING:
            if result == SLIPPED_AWAY:
                return self.fly(game, FUMBLED)
            return self.test(game) if result == 0 else game.done(0)
        if self.stage == TESTING:
            return self.fly(game, game.rules.throwing.outcome(game, self.thrower, result == PASSED))
        if self.stage == RESTING:
            if game.square[self.thrown] < 0 or result == AT_REST:
                return game.done(0)
            return game.become(Moment(CAME_TO_REST, self.thrown, 0))
        landing = come_down(self.thrown, result, self.thrower, self.outcome)
        if game.rules.heard[CAME_TO_REST]:
            self.stage = RESTING
            return game.call(landing)
        return game.become(landing)

    def fly(self, game: Game, outcome: i64) -> i64:
        self.outcome = outcome
        self.stage = FLYING
        if outcome == FUMBLED and game.declared == KICK_TEAM_MATE_ACTION:
            return game.become(BadKick(self.thrower, self.thrown))
        flight = game.rules.throwing.flight(game, self.thrown, self.thrower, self.target, outcome)
        take_up(game, self.thrown)
        return game.call(flight)


@final
class BadKick(Frame):
    """A fumbled kick hurts whoever was to fly: an injury roll, and out of play even if it would only be stunned.

    The kicker's hard hits count against it. A ball it held bounces from its square, at the price of the turn.
    """

    def __init__(self, kicker: i64, kicked: i64, square: i64 = -1, stage: i64 = HURT) -> None:
        self.kicker = kicker
        self.kicked = kicked
        self.square = square
        self.stage = stage

    def copy(self) -> Frame:
        return BadKick(self.kicker, self.kicked, self.square, self.stage)

    def args(self) -> list[object]:
        return [self.kicker, self.kicked, self.square, self.stage]

    def begin(self, game: Game) -> i64:
        kicked = self.kicked
        self.square = i64(game.square[kicked])
        game.tell(events.WENT_DOWN, clauses.KICKED, kicked, self.square)
        if game.ball_of(kicked) >= 0:
            game.cause_turnover(clauses.TURNOVER_THROWN_CARRIER)
        bonus: i64 = 0
        if game.able(self.kicker, HITS_HARDER):
            bonus = number_of(game, self.kicker, HITS_HARDER)
        return game.call(InjuryRoll(kicked, clauses.KICKED, self.kicker, bonus))

    def returned(self, game: Game, result: i64) -> i64:
        if self.stage == HURT:
            self.stage = CARRIED_OFF
            if result == WAS_STUNNED:
                game.lift(self.kicked, KNOCKED_OUT)
                if game.rules.heard[REMOVED]:
                    return game.call(Moment(REMOVED, self.kicked, self.square))
        ball = game.ball_of(self.kicked)
        if ball < 0:
            return game.done(0)
        game.put_ball(ball, self.square)
        game.tell(events.BALL_DROPPED, clauses.KICKED, self.kicked, ball, self.square)
        return game.call(ball_chapter.Bounce(ball))


@final
class Flight(Frame):
    """The way of a thrown player through the air; the result is the square it comes down in.

    A scatter or deviation ends at a wall, which the result tells with WALL_HIT (O-TTM-12); a bounce rebounds from it
    like a ball (O-TTM-11).
    """

    def __init__(self, piece: i64, square: i64, how: i64, steps: i64, direction: i64 = -1) -> None:
        self.piece = piece
        self.square = square
        self.how = how
        self.steps = steps
        self.direction = direction

    def copy(self) -> Frame:
        return Flight(self.piece, self.square, self.how, self.steps, self.direction)

    def args(self) -> list[object]:
        return [self.piece, self.square, self.how, self.steps, self.direction]

    def begin(self, game: Game) -> i64:
        return game.roll(1, D8, self.clause(), -1)

    def clause(self) -> i64:
        if self.how == SCATTERING:
            return clauses.SCATTER
        return clauses.DEVIATE if self.how == DEVIATING else clauses.BOUNCE

    def rolled(self, game: Game, dice: i64) -> i64:
        face = die(dice, 0)
        if self.how == DEVIATING:
            if self.direction < 0:
                self.direction = scatter_direction(face)
                return game.roll(1, D6, clauses.DEVIATE, -1)
            self.steps = face
            while self.steps > 0:
                if not self.step(game):
                    return self.hit_wall(game)
            return game.done(self.square)
        self.direction = scatter_direction(face)
        if not self.step(game):
            if self.how == BOUNCING:
                return game.call(game.rules.rebounds.frame(game, self.square, self.direction))
            return self.hit_wall(game)
        if self.steps > 0:
            return game.roll(1, D8, self.clause(), -1)
        return game.done(self.square)

    def returned(self, game: Game, result: i64) -> i64:
        game.tell(events.MOVED, clauses.RICOCHET, self.piece, self.square, result)
        return game.done(result)

    def step(self, game: Game) -> bool:
        """One step, if there is no wall, nor a chest or anything else that counts as one."""
        target = ball_chapter.ball_step(game, self.square, self.direction)
        if target < 0:
            return False
        game.tell(events.MOVED, self.clause(), self.piece, self.square, target)
        self.square = target
        self.steps -= 1
        return True

    def hit_wall(self, game: Game) -> i64:
        game.tell(events.HIT_WALL, clauses.CRASH, self.piece, self.square)
        return game.done(self.square | WALL_HIT)


def come_down(piece: i64, result: i64, thrower: i64, outcome: i64) -> Frame:
    """What follows a flight with this result; `thrower` is -1 where nobody threw."""
    return ComeDown(
        piece,
        result & SQUARE_MASK,
        thrower,
        outcome,
        result & WALL_HIT != 0,
        broken=result & ARMOUR_BROKEN != 0,
        sure=result & SURE_LANDING != 0,
    )


@final
class ComeDown(Frame):
    """A thrown player comes down: on its feet, on its face, on somebody else, or in the chasm (O-TTM-08 to -15).

    `crashed` after a wall, for the armour roll; `skids` once it can no longer land safely because it bounces on;
    `struck` once it has come down on somebody; `broken` when a wall has broken its armour, which is not rolled for
    again (S-TTM-05); `sure` when nothing can go wrong but somebody under it.
    """

    def __init__(
        self,
        piece: i64,
        square: i64,
        thrower: i64,
        outcome: i64,
        crashed: bool,
        skids: bool = False,
        struck: bool = False,
        stage: i64 = COMING_DOWN,
        broken: bool = False,
        sure: bool = False,
    ) -> None:
        self.piece = piece
        self.square = square
        self.thrower = thrower
        self.outcome = outcome
        self.crashed = crashed
        self.skids = skids
        self.struck = struck
        self.stage = stage
        self.broken = broken
        self.sure = sure

    def copy(self) -> Frame:
        return ComeDown(
            self.piece,
            self.square,
            self.thrower,
            self.outcome,
            self.crashed,
            self.skids,
            self.struck,
            self.stage,
            self.broken,
            self.sure,
        )

    def args(self) -> list[object]:
        return [
            self.piece,
            self.square,
            self.thrower,
            self.outcome,
            self.crashed,
            self.skids,
            self.struck,
            self.stage,
            self.broken,
            self.sure,
        ]

    def begin(self, game: Game) -> i64:
        piece = self.piece
        square = self.square
        if i64(game.dungeon.terrain[square]) == FIERY_CHASM:
            self.stage = IN_THE_CHASM
            self.blame(game)
            return game.call(FallIntoChasm(piece, square))
        occupant = i64(game.occupant[square])
        if occupant != FREE:
            crash = game.rules.throwing.crash(game, piece, square, self.thrower)
            if crash is not None:
                return game.become(crash)
            if occupant >= 0:
                return self.strike(game, occupant)
        if self.skids or self.broken:
            self.blame(game)
            return self.go_down(game)
        if self.crashed or not (self.sure or game.has_zone(piece)):
            self.blame(game)
            return self.skid(game)
        self.stage = LANDING
        game.place(piece, square)
        if self.sure:
            return self.land(game)
        return game.call(landing_test(game, piece, self.outcome))

    def strike(self, game: Game, occupant: i64) -> i64:
        """The occupant is knocked down whatever its state, team-mates at the price of the turn (O-TTM-13, -14).

        In some games only the first one is, and whoever was down already costs nothing.
        """
        tables = game.rules.tables
        if self.struck and not tables.thrown_strikes_all:
            return self.skid(game)
        self.struck = True
        self.stage = STRIKING
        if tables.struck_mates_cost_turn and i64(game.side_of[occupant]) == i64(game.side_of[self.piece]):
            game.cause_turnover(clauses.TURNOVER_TEAM_MATE_STRUCK)
        self.blame(game)
        return game.call(knock_down(occupant, clauses.STRUCK_BY_PLAYER, self.piece))

    def skid(self, game: Game) -> i64:
        """On to another square, after which it lies."""
        self.skids = True
        self.stage = SKIDDING
        return game.call(game.rules.throwing.skid(game, self.piece, self.square, self.broken))

    def go_down(self, game: Game) -> i64:
        self.stage = DOWN
        game.place(self.piece, self.square)
        bonus: i64 = 1 if self.crashed else 0
        cause = clauses.STRUCK_A_PLAYER if self.struck else clauses.CRASH_LANDING
        if game.rules.tables.squares_before_balls:
            return game.become(Arrive(self.piece, False, False, pending=victim(self.piece, cause, bonus)))
        if self.broken:
            return game.call(GoDown(vec[i64]([int(wounded(self.piece, cause))]), -1, mover=self.piece))
        return game.call(fall(self.piece, cause, bonus, -1, True))

    def blame(self, game: Game) -> None:
        """A carrier that does not land safely costs the turn, even if a team-mate catches the ball (O-TO-08)."""
        if game.ball_of(self.piece) >= 0 and i64(game.side_of[self.piece]) == game.active:
            game.cause_turnover(clauses.TURNOVER_THROWN_CARRIER)

    def returned(self, game: Game, result: i64) -> i64:
        stage = self.stage
        if stage == STRIKING:
            return self.skid(game)
        if stage == SKIDDING:
            self.square = result & SQUARE_MASK
            self.broken = self.broken or result & ARMOUR_BROKEN != 0
            return self.begin(game)
        if stage == LANDING:
            if result == FAILED:
                self.stage = DOWN
                self.blame(game)
                if game.rules.tables.squares_before_balls:
                    note = victim(self.piece, clauses.FAILED_LANDING)
                    return game.become(Arrive(self.piece, False, False, pending=note))
                return game.call(fall(self.piece, clauses.FAILED_LANDING, entered=True))
            return self.land(game)
        if stage == IN_THE_CHASM or stage == BALL_OUT:
            self.stage = BALL_OUT
            ball = game.ball_on(self.square)
            return game.call(ball_chapter.Bounce(ball, clauses.CHASM_BALL)) if ball >= 0 else game.done(0)
        return meet_token(game, self.piece)

    def land(self, game: Game) -> i64:
        """Safe on its feet, as if by its own will (O-TTM-09)."""
        game.tell(events.LANDED, clauses.LANDING, self.piece, self.square)
        tables = game.rules.tables
        if self.outcome == ACCURATE and tables.points_superb_throw > 0:
            game.award(self.thrower, tables.points_superb_throw, clauses.THROW_TEAM_MATE)
        return game.become(Arrive(self.piece, tables.landing_picks_up, False))


def landing_test(game: Game, piece: i64, outcome: i64) -> StatTest:
    """An Agility test, worse after a worse throw and for every opponent marking the square (O-TTM-08)."""
    side = i64(game.side_of[piece])
    modifier = game.rules.throwing.landing_modifier(outcome)
    modifier -= game.marks_on(side, i64(game.square[piece]))
    modifier += test_modifiers(game, piece, clauses.LANDING, -1)
    return StatTest(piece, clauses.LANDING, i64(game.squads.agility[piece]), modifier, side)


def take_up(game: Game, piece: i64) -> None:
    """Off the board, into the air."""
    game.occupant[i64(game.square[piece])] = i16(FREE)
    game.square[piece] = i16(-1)

"""Throwing a team-mate (O-TTM).

While it flies, the thrown player is on no square: `game.square` is -1. Its status and the ball that it holds stay as
they were, and the frames below know where it is. So no player can mark it, be marked by it or run into it.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i16, i64, mypyc_attr

from dungeonbowl.dungeon.directions import scatter_direction
from dungeonbowl.dungeon.terrain import FIERY_CHASM
from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.abilities import HITS_HARDER
from dungeonbowl.engine.actions import KICK_TEAM_MATE_ACTION, first_of
from dungeonbowl.engine.dice import D6, D8, die
from dungeonbowl.engine.frames import FAILED, PASSED, Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import BALANCE_NEEDED, CAME_TO_REST, REMOVED
from dungeonbowl.engine.places import FREE
from dungeonbowl.engine.procedures.ball import bounce as ball_chapter
from dungeonbowl.engine.procedures.ball.passing import ACCURATE, FUMBLED, offer_targets, throw_test
from dungeonbowl.engine.procedures.harm.down import knock_down
from dungeonbowl.engine.procedures.harm.helps import Helps, number_of
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
COMING_TO_REST: Final[i64] = 4

# Stages of a kick that went wrong.
HURTING: Final[i64] = 0
CARRYING_OFF: Final[i64] = 1

# The result of a module's frame at `balance_needed` that makes the throw a fumble. Any other result than 0 stops the
# throw.
SLIPPED_AWAY: Final[i64] = 2

# How a thrown player moves.
SCATTERING: Final[i64] = 0
DEVIATING: Final[i64] = 1
BOUNCING: Final[i64] = 2

# Stages of the landing.
COMING_DOWN: Final[i64] = 0
STRIKING: Final[i64] = 1  # the occupant goes down
SKIDDING: Final[i64] = 2  # going on, from an occupant or after a crash
LANDING: Final[i64] = 3
IN_THE_CHASM: Final[i64] = 4
BALL_BOUNCING: Final[i64] = 5
FALLING: Final[i64] = 6

# The result of a flight is the square, and one of these bits: a wall ended the flight; a wall broke the player's
# armour, so that it cannot land on its feet; it lands without a test.
WALL_HIT: Final[i64] = 1 << 20
ARMOUR_BROKEN: Final[i64] = 1 << 21
SURE_LANDING: Final[i64] = 1 << 22
SQUARE_MASK: Final[i64] = WALL_HIT - 1

AT_REST: Final[i64] = 1 << 23  # the result of a landing that has told `came_to_rest` itself


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class ThrowTeamMate(Frame):
    """Target, test, flight, landing. The outcomes of a pass mean superb, successful, terrible, fumbled (O-TTM-05).

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

    def begin(self, game: Game) -> i64:
        game.target = self.thrown
        game.offers = 0
        self.options(game)
        if game.offers == 0:
            return game.done(0)
        return game.ask_or_take(self, i64(game.side_of[self.thrower]))

    def options(self, game: Game) -> None:
        """Range and sight as for a pass, occupied squares included (O-TTM-03)."""
        offer_targets(game, self.thrower, game.rules.tables.throws.thrown_farthest)

    def chosen(self, game: Game, action: i64) -> i64:
        self.target = first_of(action)
        self.stage = BALANCING
        if game.rules.heard[BALANCE_NEEDED]:
            return game.call(Moment(BALANCE_NEEDED, self.thrower, clauses.THROW_TEAM_MATE))
        return self.test(game)

    def test(self, game: Game) -> i64:
        game.tell(events.PLAYER_THROWN, clauses.THROW_TEAM_MATE, self.thrower, self.thrown, self.target)
        self.stage = TESTING
        extra = game.rules.tables.throws.thrown_modifier
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
            return self.fly(game, game.rules.policies.throwing.outcome(game, self.thrower, result == PASSED))
        if self.stage == COMING_TO_REST:
            if game.square[self.thrown] < 0 or result == AT_REST:
                return game.done(0)
            return game.become(Moment(CAME_TO_REST, self.thrown))
        landing = come_down(self.thrown, result, self.thrower, self.outcome)
        if game.rules.heard[CAME_TO_REST]:
            self.stage = COMING_TO_REST
            return game.call(landing)
        return game.become(landing)

    def fly(self, game: Game, outcome: i64) -> i64:
        self.outcome = outcome
        self.stage = FLYING
        if outcome == FUMBLED and game.declared == KICK_TEAM_MATE_ACTION:
            return game.become(BadKick(self.thrower, self.thrown))
        flight = game.rules.policies.throwing.flight(game, self.thrown, self.thrower, self.target, outcome)
        take_up(game, self.thrown)
        return game.call(flight)


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class BadKick(Frame):
    """A fumbled kick hurts the kicked player: an injury roll, and it leaves play even if it would only be stunned.

    The kicker's Mighty Blow counts. If the kicked player held a ball, the ball bounces from its square, and the turn is
    over.
    """

    def __init__(self, kicker: i64, kicked: i64, square: i64 = -1, stage: i64 = HURTING) -> None:
        self.kicker = kicker
        self.kicked = kicked
        self.square = square
        self.stage = stage

    def copy(self) -> Frame:
        return BadKick(self.kicker, self.kicked, self.square, self.stage)

    def begin(self, game: Game) -> i64:
        kicked = self.kicked
        self.square = i64(game.square[kicked])
        game.tell(events.WENT_DOWN, clauses.KICKED, kicked, self.square)
        if game.ball_of(kicked) >= 0:
            game.cause_turnover(clauses.TURNOVER_THROWN_CARRIER)
        bonus: i64 = 0
        if game.able(self.kicker, HITS_HARDER):
            bonus = number_of(game, self.kicker, HITS_HARDER)
        return game.call(InjuryRoll(kicked, clauses.KICKED, self.kicker, Helps(bonus)))

    def returned(self, game: Game, result: i64) -> i64:
        if self.stage == HURTING:
            self.stage = CARRYING_OFF
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


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class Flight(Frame):
    """The flight of a thrown player. The result is the square where it comes down.

    A scatter or deviation ends at a wall; then the result has the bit WALL_HIT (O-TTM-12). A bounce rebounds from a
    wall like a ball (O-TTM-11).
    """

    def __init__(self, piece: i64, square: i64, how: i64, steps: i64, direction: i64 = -1) -> None:
        self.piece = piece
        self.square = square
        self.how = how
        self.steps = steps
        self.direction = direction

    def copy(self) -> Frame:
        return Flight(self.piece, self.square, self.how, self.steps, self.direction)

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
                return game.call(game.rules.policies.rebounds.frame(game, self.square, self.direction))
            return self.hit_wall(game)
        if self.steps > 0:
            return game.roll(1, D8, self.clause(), -1)
        return game.done(self.square)

    def returned(self, game: Game, result: i64) -> i64:
        game.tell(events.MOVED, clauses.RICOCHET, self.piece, self.square, result)
        return game.done(result)

    def step(self, game: Game) -> bool:
        """Take one step. Returns False if there is a wall or something that counts as a wall."""
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
    """The frame that follows a flight with this result; `thrower` is -1 if no player threw."""
    return ComeDown(
        piece,
        result & SQUARE_MASK,
        thrower,
        outcome,
        result & WALL_HIT != 0,
        broken=result & ARMOUR_BROKEN != 0,
        sure=result & SURE_LANDING != 0,
    )


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class ComeDown(Frame):
    """A thrown player comes down: on its feet, prone, on another player, or in the chasm (O-TTM-08 to -15).

    `crashed`: after a wall, for the armour roll. `skids`: it can no longer land safely, because it bounces on.
    `struck`: it has come down on a player. `broken`: a wall has broken its armour, which is not rolled for again
    (S-TTM-05). `sure`: it lands safely unless a player is there.
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

    def begin(self, game: Game) -> i64:
        piece = self.piece
        square = self.square
        if i64(game.dungeon.terrain[square]) == FIERY_CHASM:
            self.stage = IN_THE_CHASM
            self.blame(game)
            return game.call(FallIntoChasm(piece, square))
        occupant = i64(game.occupant[square])
        if occupant != FREE:
            crash = game.rules.policies.throwing.crash(game, piece, square, self.thrower)
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
        """The occupant is knocked down in any state. If it is a team-mate, the turn is over (O-TTM-13, -14).

        In some editions only the first occupant is knocked down, and an occupant that was down already costs nothing.
        """
        throwing = game.rules.policies.throwing
        if self.struck and not throwing.strikes_everybody():
            return self.skid(game)
        self.struck = True
        self.stage = STRIKING
        if throwing.struck_mate_costs_turn() and i64(game.side_of[occupant]) == i64(game.side_of[self.piece]):
            game.cause_turnover(clauses.TURNOVER_TEAM_MATE_STRUCK)
        self.blame(game)
        return game.call(knock_down(occupant, clauses.STRUCK_BY_PLAYER, self.piece))

    def skid(self, game: Game) -> i64:
        """Go on to another square, where the player then lies."""
        self.skids = True
        self.stage = SKIDDING
        return game.call(game.rules.policies.throwing.skid(game, self.piece, self.square, self.broken))

    def go_down(self, game: Game) -> i64:
        self.stage = FALLING
        game.place(self.piece, self.square)
        bonus: i64 = 1 if self.crashed else 0
        cause = clauses.STRUCK_A_PLAYER if self.struck else clauses.CRASH_LANDING
        return self.lie_down(game, game.rules.policies.arrivals.crash(game, self.piece, cause, bonus, self.broken))

    def lie_down(self, game: Game, frame: Frame) -> i64:
        """Where the square takes effect before the fall, nothing is left to do here afterwards."""
        return game.become(frame) if game.rules.policies.arrivals.squares_first() else game.call(frame)

    def blame(self, game: Game) -> None:
        """A carrier that does not land safely is a turnover, even if a team-mate catches the ball (O-TO-08)."""
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
                self.stage = FALLING
                self.blame(game)
                down = game.rules.policies.arrivals.fall(game, self.piece, clauses.FAILED_LANDING, -1, False)
                return self.lie_down(game, down)
            return self.land(game)
        if stage == IN_THE_CHASM or stage == BALL_BOUNCING:
            self.stage = BALL_BOUNCING
            ball = game.ball_on(self.square)
            return game.call(ball_chapter.Bounce(ball, clauses.CHASM_BALL)) if ball >= 0 else game.done(0)
        return meet_token(game, self.piece)

    def land(self, game: Game) -> i64:
        """The player lands on its feet, as if it had moved there itself (O-TTM-09)."""
        game.tell(events.LANDED, clauses.LANDING, self.piece, self.square)
        tables = game.rules.tables
        if self.outcome == ACCURATE and tables.experience.superb_throw > 0:
            game.award(self.thrower, tables.experience.superb_throw, clauses.THROW_TEAM_MATE)
        return game.become(Arrive(self.piece, game.rules.policies.throwing.landing_picks_up(), False))


def landing_test(game: Game, piece: i64, outcome: i64) -> StatTest:
    """An Agility test, with penalties for a bad throw and for every opponent that marks the square (O-TTM-08)."""
    side = i64(game.side_of[piece])
    modifier = game.rules.policies.throwing.landing_modifier(outcome)
    modifier -= game.marks_on(side, i64(game.square[piece]))
    modifier += test_modifiers(game, piece, clauses.LANDING, -1)
    return StatTest(piece, clauses.LANDING, i64(game.squads.agility[piece]), modifier, side)


def take_up(game: Game, piece: i64) -> None:
    """Take a piece off the board while it is in the air."""
    game.occupant[i64(game.square[piece])] = i16(FREE)
    game.square[piece] = i16(-1)

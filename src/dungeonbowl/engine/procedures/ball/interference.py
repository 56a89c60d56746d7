"""A player on the way of a throw reaches for the ball (O-INT)."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from dungeonbowl.dungeon.sight import under_ruler
from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.actions import DECLINE, INTERFERE, action, first_of, kind_of
from dungeonbowl.engine.frames import FAILED, PASSED, Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import BALANCE_NEEDED, BALL_GAINED, BALL_STRIKING, INTERCEPTED_PASS
from dungeonbowl.engine.procedures.ball import bounce as ball_chapter
from dungeonbowl.engine.procedures.ball import catch as catch_chapter
from dungeonbowl.engine.procedures.ball.balls import BOUNCED, SCATTERED, check_touchdown, move_ball
from dungeonbowl.engine.procedures.moment import Moment
from dungeonbowl.engine.procedures.stat_test import StatTest, test_modifiers

ASKING: Final[i64] = 0
BALANCING: Final[i64] = 1
TESTING: Final[i64] = 2
BEING_STRUCK: Final[i64] = 3  # the ball may hurt the player that is about to hold it
HOLDING_ON: Final[i64] = 4  # the thrower may prevent an interception
CATCHING: Final[i64] = 5
GAINING: Final[i64] = 6
SCATTERING: Final[i64] = 7
LANDING: Final[i64] = 8

# The results of an interference.
UNTOUCHED: Final[i64] = 0
DEFLECTED: Final[i64] = 1
INTERCEPTED: Final[i64] = 2


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class Interference(Frame):
    """Another side may choose one player between the thrower and the square where the ball comes down (O-INT).

    The sides are asked in turn order. The first side that picks a player uses the only attempt. The result is UNTOUCHED
    if the ball flies on; otherwise the ball has been dealt with. `target` is the square that the ball flies to, if it
    is not there already. With `naming`, the result is the number of the chosen player + 1, or UNTOUCHED for none. A
    player that was named before is given as `piece`.
    """

    def __init__(
        self,
        thrower: i64,
        ball: i64,
        outcome: i64,
        side: i64 = -1,
        piece: i64 = -1,
        stage: i64 = ASKING,
        target: i64 = -1,
        naming: bool = False,
    ) -> None:
        self.thrower = thrower
        self.ball = ball
        self.outcome = outcome
        self.side = side
        self.piece = piece
        self.stage = stage
        self.target = target
        self.naming = naming

    def copy(self) -> Frame:
        return Interference(
            self.thrower, self.ball, self.outcome, self.side, self.piece, self.stage, self.target, self.naming
        )

    def begin(self, game: Game) -> i64:
        if self.target < 0:
            self.target = i64(game.balls[self.ball])
        if self.piece >= 0:
            self.side = i64(game.side_of[self.piece])
            return self.attempt(game)
        self.side = i64(game.side_of[self.thrower])
        return self.next_side(game)

    def next_side(self, game: Game) -> i64:
        while True:
            self.side = game.opponent(self.side)
            if self.side == i64(game.side_of[self.thrower]):
                return game.done(UNTOUCHED)
            piece = game.first_piece(self.side)
            while piece < game.last_piece(self.side):
                if may_interfere(game, piece, self.thrower, self.target):
                    return game.ask(self.side)
                piece += 1

    def options(self, game: Game) -> None:
        piece = game.first_piece(self.side)
        while piece < game.last_piece(self.side):
            if may_interfere(game, piece, self.thrower, self.target):
                game.offer(action(INTERFERE, piece))
            piece += 1
        game.offer(action(DECLINE))

    def chosen(self, game: Game, action: i64) -> i64:
        if kind_of(action) == DECLINE:
            return self.next_side(game)
        self.piece = first_of(action)
        if self.naming:
            return game.done(self.piece + 1)
        return self.attempt(game)

    def attempt(self, game: Game) -> i64:
        self.stage = BALANCING
        if game.rules.heard[BALANCE_NEEDED]:
            return game.call(Moment(BALANCE_NEEDED, self.piece, clauses.INTERFERE))
        return self.test(game)

    def test(self, game: Game) -> i64:
        self.stage = TESTING
        piece = self.piece
        modifier = game.rules.policies.throwing.interference_modifier(game, piece, self.outcome)
        modifier += test_modifiers(game, piece, clauses.INTERFERE, self.thrower)
        needed = i64(game.squads.agility[piece])
        return game.call(StatTest(piece, clauses.INTERFERE, needed, modifier, self.side, other=self.thrower))

    def returned(self, game: Game, result: i64) -> i64:
        stage = self.stage
        if stage == BALANCING:
            return self.test(game) if result == 0 else game.done(UNTOUCHED)
        if stage == TESTING:
            if result == FAILED:
                return game.done(UNTOUCHED)
            return self.seize(game) if game.rules.policies.throwing.interference_catches() else self.deflect(game)
        if stage == CATCHING:
            return self.intercept(game) if result == PASSED else self.miss(game)
        if stage == HOLDING_ON:
            return self.be_struck(game) if result == 0 else game.done(UNTOUCHED)
        if stage == BEING_STRUCK:
            return self.intercept(game) if result == 0 else game.done(DEFLECTED)
        if stage == SCATTERING:
            self.stage = LANDING
            return game.call(ball_chapter.Land(self.ball, SCATTERED, self.thrower))
        return game.done(INTERCEPTED if stage == GAINING else DEFLECTED)

    def deflect(self, game: Game) -> i64:
        """The throw ends here, and the player must try to catch the ball (O-INT-05)."""
        piece = self.piece
        game.tell(events.INTERFERED, clauses.INTERFERE, piece)
        move_ball(game, self.ball, i64(game.square[piece]), clauses.INTERFERE)
        self.stage = CATCHING
        return game.call(catch_chapter.catch_test(game, piece, BOUNCED, self.thrower, 0))

    def seize(self, game: Game) -> i64:
        """The ball is caught out of the air, unless the thrower can prevent it (S-BASE-07)."""
        if game.rules.heard[INTERCEPTED_PASS]:
            self.stage = HOLDING_ON
            return game.call(Moment(INTERCEPTED_PASS, self.piece, self.thrower))
        return self.be_struck(game)

    def be_struck(self, game: Game) -> i64:
        if game.rules.heard[BALL_STRIKING]:
            self.stage = BEING_STRUCK
            return game.call(Moment(BALL_STRIKING, self.piece, self.ball, self.thrower))
        return self.intercept(game)

    def intercept(self, game: Game) -> i64:
        piece = self.piece
        game.hold(piece, self.ball)
        game.tell(events.BALL_CAUGHT, clauses.INTERCEPT, piece, self.ball)
        game.award(piece, game.rules.tables.experience.interception, clauses.INTERCEPT)
        check_touchdown(game, piece)
        self.stage = GAINING
        if game.rules.heard[BALL_GAINED]:
            return game.call(Moment(BALL_GAINED, piece, self.ball, clauses.INTERCEPT))
        return game.done(INTERCEPTED)

    def miss(self, game: Game) -> i64:
        """Deflected but not caught: the ball scatters from that player's square and lands."""
        game.award(self.piece, game.rules.tables.experience.deflection, clauses.INTERFERE)
        self.stage = SCATTERING
        return game.call(ball_chapter.Scatter(self.ball))


def may_interfere(game: Game, piece: i64, thrower: i64, target: i64) -> bool:
    """Whether a player can interfere: it stands with its Tackle Zone, has free hands, is under the ruler and sees the
    thrower (O-INT-01 to -03). In some editions it must see the target too (S-PASS-10)."""
    square = i64(game.square[piece])
    if square < 0 or not game.has_zone(piece) or not game.has_free_hands(piece):
        return False
    return is_in_the_way(game, square, thrower, target)


def is_in_the_way(game: Game, square: i64, thrower: i64, target: i64) -> bool:
    """Whether a player in this square could interfere with the throw."""
    origin = i64(game.square[thrower])
    if not under_ruler(game.dungeon, origin, target, square) or not game.dungeon.sees(square, origin):
        return False
    return not game.rules.policies.throwing.interferer_sees_target() or game.dungeon.sees(square, target)

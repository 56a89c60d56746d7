"""Coming into a square: the ball that lies there, the touchdown, what the square does, its portal or chest."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import CHEST_TOKEN, NO_TOKEN, PORTAL_TOKEN, Game
from dungeonbowl.engine.moments import BY_CHOICE, BY_OWN_MOVE, ENTERED_SQUARE
from dungeonbowl.engine.procedures.ball.bounce import Bounce, PickUp, check_touchdown
from dungeonbowl.engine.procedures.harm import down as down_chapter
from dungeonbowl.engine.procedures.moment import Moment
from dungeonbowl.engine.statuses import OWES_FALL

BALL: Final[i64] = 0
SCORING: Final[i64] = 1
ENTERING: Final[i64] = 2
TOKEN: Final[i64] = 3
ARRIVED: Final[i64] = 4
FALLING: Final[i64] = 5
FALLEN: Final[i64] = 6

LEFT_TO_CALLER: Final[i64] = -1  # as what is pending: the fall, and the ball that lies there


@final
class Arrive(Frame):
    """A player has come into its square with all dice of the movement behind it (O-MOVE-02, last slots).

    `voluntary`: it may, and must, pick up a ball there. `own_move`: a portal then asks for its payment. Where squares
    work first (`Tables.squares_before_balls`) the order is another one: what the square does, its portal, the fall that
    the way here has ended in (`pending`, a note of `down.victim`, 0 or LEFT_TO_CALLER), and the ball where the player
    is by then (A-DEF-15).
    """

    def __init__(self, piece: i64, voluntary: bool, own_move: bool, stage: i64 = BALL, pending: i64 = 0) -> None:
        self.piece = piece
        self.voluntary = voluntary
        self.own_move = own_move
        self.stage = stage
        self.pending = pending

    def copy(self) -> Frame:
        return Arrive(self.piece, self.voluntary, self.own_move, self.stage, self.pending)

    def args(self) -> list[object]:
        return [self.piece, self.voluntary, self.own_move, self.stage, self.pending]

    def begin(self, game: Game) -> i64:
        if self.stage == BALL and game.rules.tables.squares_before_balls:
            self.stage = ENTERING
            return self.enter(game)
        piece = self.piece
        if game.square[piece] < 0:
            return game.done(0)
        if self.stage == BALL:
            self.stage = SCORING
            if game.ball_on(i64(game.square[piece])) >= 0:
                return self.meet_ball(game)
        if self.stage == SCORING:
            self.stage = ENTERING
            if check_touchdown(game, piece):
                return game.done(0)
        if self.stage == ENTERING:
            self.stage = TOKEN
            if game.rules.heard[ENTERED_SQUARE]:
                return game.call(Moment(ENTERED_SQUARE, piece, self.how()))
        if self.stage == TOKEN:
            self.stage = ARRIVED
            effect = token_effect(game, piece, self.own_move)
            if effect is not None:
                return game.become(effect)
        return game.done(0)

    def how(self) -> i64:
        found: i64 = 0
        if self.voluntary:
            found = BY_CHOICE
        if self.own_move:
            found |= BY_OWN_MOVE
        return found

    def meet_ball(self, game: Game) -> i64:
        ball = game.ball_on(i64(game.square[self.piece]))
        if self.voluntary and game.is_standing(self.piece):
            return game.call(PickUp(self.piece, ball))
        return game.call(Bounce(ball))

    def enter(self, game: Game) -> i64:
        """The square first, the ball last. Whoever is gone has still failed the roll that brought it there."""
        piece = self.piece
        if game.square[piece] < 0:
            if self.pending > 0:
                down_chapter.blame_roll(game, self.pending)
            return game.done(0)
        if self.stage == ENTERING:
            self.stage = TOKEN
            if game.rules.heard[ENTERED_SQUARE]:
                return game.call(Moment(ENTERED_SQUARE, piece, self.how()))
        if self.stage == TOKEN:
            self.stage = FALLING
            effect = token_effect(game, piece, self.own_move)
            if effect is not None:
                return game.call(effect)
        if self.stage == FALLING:
            self.stage = SCORING
            if game.conditions[piece] & OWES_FALL != 0 and self.pending != LEFT_TO_CALLER:
                self.pending = down_chapter.with_owed(game, piece, self.pending)
            if self.pending != 0:
                if self.pending == LEFT_TO_CALLER or not game.is_standing(piece):
                    return game.done(0)
                fall = down_chapter.one_down(self.pending)
                self.pending = 0
                self.stage = FALLEN
                return game.call(fall)
            if game.ball_on(i64(game.square[piece])) >= 0:
                return self.meet_ball(game)
        if self.stage == FALLEN:
            self.stage = SCORING
            if game.is_standing(piece) and game.ball_on(i64(game.square[piece])) >= 0:  # it has kept its feet
                return self.meet_ball(game)
        check_touchdown(game, piece)
        return game.done(0)

    def returned(self, game: Game, result: i64) -> i64:
        if game.rules.tables.squares_before_balls:
            if self.stage == TOKEN and result != 0:  # the square has dealt with it, but not with the fall
                self.stage = FALLING
            return self.enter(game)
        if self.stage == TOKEN and result != 0:
            return game.done(0)
        return self.begin(game)


def token_effect(game: Game, piece: i64, own_move: bool) -> Frame | None:
    """What the portal or the chest in the square it has come into does to a player, if there is one."""
    square = i64(game.square[piece])
    token = i64(game.token[square])
    if token == NO_TOKEN:
        return None
    if token == CHEST_TOKEN:
        return game.rules.chests.entered(game, piece)
    if token <= PORTAL_TOKEN:  # of a module, which has worked already
        return None
    return game.rules.portals.enters(game, piece, own_move)


def meet_token(game: Game, piece: i64) -> i64:
    """The last words of a fall: the portal or the chest, if the player is still in play and has just come into one.

    Where squares work first it has met them before it fell."""
    if game.square[piece] >= 0 and not game.rules.tables.squares_before_balls:
        effect = token_effect(game, piece, False)
        if effect is not None:
            return game.become(effect)
    return game.done(0)

"""Safe Pair of Hands: a carrier that goes down puts the ball beside itself (O-BALL-12)."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.abilities import KEEPS_BALL_NEAR
from dungeonbowl.engine.actions import DECLINE, PLACE_BALL, action, first_of, kind_of
from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import Module
from dungeonbowl.engine.places import FREE
from dungeonbowl.engine.setup import Squads
from dungeonbowl.engine.statuses import PRONE, STANDING

WORD_COUNT: Final = 4  # one bit for each piece, 32 bits in a word


@final
class SafePairOfHands(Module):
    """A carrier that is knocked down or placed prone may put the ball beside itself. A carrier that falls over may not.

    When the ball is dropped, the game does not show any more how its carrier went down. So the module remembers it: one
    bit for each piece that stood, held a ball and did not fall over when it last began to go down.
    """

    def __init__(self) -> None:
        self.slot: i64 = 0

    def name(self) -> str:
        return "safe pair of hands"

    def is_idle(self, dungeon: Dungeon, squads: Squads) -> bool:
        return not squads.anybody_can(KEEPS_BALL_NEAR)

    def memory(self) -> int:
        return WORD_COUNT

    def fixed_slot(self, slot: int) -> None:
        self.slot = i64(slot)

    def going_down(self, game: Game, piece: i64, cause: i64) -> Frame | None:
        if game.can(piece, KEEPS_BALL_NEAR):
            word = self.slot + (piece >> 5)
            bit = i64(1) << (piece & 31)
            ready = i64(game.status[piece]) == STANDING and game.ball_of(piece) >= 0 and not is_own_fall(cause)
            game.memo[word] = game.memo[word] | bit if ready else game.memo[word] & ~bit
        return None

    def ball_dropping(self, game: Game, piece: i64, ball: i64) -> Frame | None:
        if piece < 0 or not game.can(piece, KEEPS_BALL_NEAR):
            return None
        word = self.slot + (piece >> 5)
        bit = i64(1) << (piece & 31)
        if game.memo[word] & bit == 0:
            return None
        game.memo[word] = game.memo[word] & ~bit
        # usable while prone, not while stunned
        if i64(game.status[piece]) != PRONE or not has_room(game, i64(game.square[piece])):
            return None
        return PutBallDown(piece, ball)


def is_own_fall(cause: i64) -> bool:
    """Whether the player fell over; it was not knocked down or placed prone (O-DOWN-01)."""
    return cause in (clauses.FELL, clauses.PUSHED_INTO_WALL, clauses.FAILED_LANDING, clauses.CRASH_LANDING)


def may_rest(game: Game, square: i64) -> bool:
    """Whether a ball may rest in the square: no player, no other ball, no portal, and passable (O-TERM-06)."""
    return (
        square >= 0
        and i64(game.occupant[square]) == FREE
        and game.portal_number(square) == 0
        and game.ball_on(square) < 0
    )


def has_room(game: Game, square: i64) -> bool:
    direction: i64 = 0
    while direction < 8:
        if may_rest(game, i64(game.steps[square * 8 + direction])):
            return True
        direction += 1
    return False


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class PutBallDown(Frame):
    """Its coach chooses a square beside the player, or lets the ball bounce."""

    def __init__(self, piece: i64, ball: i64) -> None:
        self.piece = piece
        self.ball = ball

    def copy(self) -> Frame:
        return PutBallDown(self.piece, self.ball)

    def begin(self, game: Game) -> i64:
        return game.ask(i64(game.side_of[self.piece]))

    def options(self, game: Game) -> None:
        base = i64(game.square[self.piece]) * 8
        direction: i64 = 0
        while direction < 8:
            square = i64(game.steps[base + direction])
            if may_rest(game, square):
                game.offer(action(PLACE_BALL, square))
            direction += 1
        game.offer(action(DECLINE))

    def chosen(self, game: Game, action: i64) -> i64:
        if kind_of(action) == DECLINE:
            return game.done(0)
        square = first_of(action)
        game.tell(events.SKILL_USED, clauses.SKILL, self.piece, KEEPS_BALL_NEAR)
        game.tell(events.BALL_MOVED, clauses.SKILL, self.ball, i64(game.balls[self.ball]), square)
        game.rest(self.ball, square, clauses.SKILL)
        return game.done(1)

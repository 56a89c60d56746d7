"""One jump over a player that is down, or one leap over any square (O-MOVE-12 to O-MOVE-16)."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64, mypyc_attr

from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.abilities import (
    BOUNCES,
    LEAPS,
    LONG_LEGS,
)
from dungeonbowl.engine.frames import FAILED, Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import LEAVING_SQUARE
from dungeonbowl.engine.procedures.harm.down import tripped_by
from dungeonbowl.engine.procedures.moment import Moment
from dungeonbowl.engine.procedures.move.arrive import Arrive
from dungeonbowl.engine.procedures.move.step import (
    DODGING,
    FALLING,
    FOLLOWING,
    LEAVING,
    RUNNING_UP,
    RUSHING,
    TRIPPING,
    after_fall,
    may_follow,
    may_spoil,
    pay,
    rush_test,
    tumble,
)
from dungeonbowl.engine.procedures.stat_test import StatTest, test_modifiers
from dungeonbowl.engine.progress import JUMPED, MOVED
from dungeonbowl.engine.statuses import UNTIL_ACTIVATION_MASK


def jump_modifier(game: Game, piece: i64, origin: i64, penalty: i64) -> i64:
    """The modifier of a jump that has landed; `penalty` is the number of marks that count (O-MOVE-14).

    Marks do not count for a player with Pogo Stick. Leap and Very Long Legs each take one off the penalty, but a
    penalty stays at least -1. In the CRP only Very Long Legs and the ground count.
    """
    if game.rules.tables.movement.leaps_freely:
        legs: i64 = 1 if game.able(piece, LONG_LEGS) else 0
        return legs + test_modifiers(game, piece, clauses.LEAP, origin)
    modifier = test_modifiers(game, piece, clauses.JUMP, origin)
    bounces = game.able(piece, BOUNCES)
    if not bounces:
        modifier -= penalty
    if modifier < -1 and not bounces and game.able(piece, LEAPS):
        modifier += 1
    if modifier < -1 and game.able(piece, LONG_LEGS):
        modifier += 1
    return modifier


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class Jump(Frame):
    """A jump over a player that is down, or a leap over any square, into the square beyond (O-MOVE-12 to O-MOVE-16).

    If there are two Rushes, the first is rolled before the jump, so that a failure leaves the player where it started.
    `before` keeps the conditions that last until the next activation. They are restored if the player never left the
    ground and so entered no square. In the CRP all dice of a leap come after it, and a player that fails lies where it
    wanted to land.
    """

    def __init__(
        self,
        piece: i64,
        square: i64,
        origin: i64 = -1,
        rushes: i64 = 0,
        penalty: i64 = 0,
        stage: i64 = LEAVING,
        before: i64 = 0,
    ) -> None:
        self.piece = piece
        self.square = square
        self.origin = origin
        self.rushes = rushes
        self.penalty = penalty
        self.stage = stage
        self.before = before

    def copy(self) -> Frame:
        return Jump(self.piece, self.square, self.origin, self.rushes, self.penalty, self.stage, self.before)

    def begin(self, game: Game) -> i64:
        piece = self.piece
        self.origin = i64(game.square[piece])
        if game.rules.heard[LEAVING_SQUARE]:
            return game.call(Moment(LEAVING_SQUARE, piece, self.square))
        return self.run_up(game)

    def run_up(self, game: Game) -> i64:
        game.progress |= JUMPED | MOVED
        self.rushes = pay(game, game.rules.tables.movement.jump_cost)
        side = i64(game.side_of[self.piece])
        self.penalty = game.marks_on(side, self.origin)
        if self.rushes > 1 and not game.rules.tables.movement.leaps_freely:
            self.rushes -= 1
            self.stage = RUNNING_UP
            return game.call(rush_test(game, self.piece))
        return self.jump(game)

    def jump(self, game: Game) -> i64:
        piece = self.piece
        self.before = game.conditions[piece] & UNTIL_ACTIVATION_MASK
        game.place(piece, self.square)
        game.tell(events.MOVED, clauses.JUMP, piece, self.origin, self.square)
        marks = game.marks_on(i64(game.side_of[piece]), self.square)
        if marks > self.penalty:
            self.penalty = marks
        return self.rush(game)

    def rush(self, game: Game) -> i64:
        if self.rushes > 0:
            self.rushes -= 1
            self.stage = RUSHING
            return game.call(rush_test(game, self.piece))
        return self.test(game)

    def test(self, game: Game) -> i64:
        piece = self.piece
        self.stage = DODGING
        modifier = jump_modifier(game, piece, self.origin, self.penalty)
        needed = i64(game.squads.agility[piece])
        return game.call(StatTest(piece, clauses.JUMP, needed, modifier, i64(game.side_of[piece])))

    def returned(self, game: Game, result: i64) -> i64:
        if self.stage == LEAVING:
            return game.done(0) if result != 0 else self.run_up(game)
        if self.stage == RUNNING_UP:
            return self.tumble(game) if result == FAILED else self.jump(game)
        if self.stage == RUSHING:
            return self.tumble(game) if result == FAILED else self.rush(game)
        if self.stage == DODGING:
            if result == FAILED:
                if game.natural == 1 and not game.rules.tables.movement.leaps_freely:
                    self.stay_down(game)
                return self.tumble(game)
            self.stage = TRIPPING
            window = may_spoil(game, self.piece, self.origin, False)
            if window is not None:
                return game.call(window)
            result = 0
        if self.stage == TRIPPING:
            if result != 0:
                return self.tumble(game)
            self.stage = FOLLOWING
            if game.marks_on(i64(game.side_of[self.piece]), self.origin) > 0:  # a jump may begin unmarked, a dodge not
                window = may_follow(game, self.piece, self.origin)
                if window is not None:
                    return game.call(window)
        if self.stage == FOLLOWING:
            return game.become(Arrive(self.piece, True, True))
        return after_fall(game, self.piece, self.origin)

    def stay_down(self, game: Game) -> None:
        """A natural 1: the player never left the ground, and has not entered a room either."""
        piece = self.piece
        game.place(piece, self.origin)
        game.conditions[piece] = game.conditions[piece] & ~UNTIL_ACTIVATION_MASK | self.before
        game.tell(events.MOVED, clauses.JUMP, piece, self.square, self.origin)

    def tumble(self, game: Game) -> i64:
        source = tripped_by(game, self.piece, self.origin) if self.stage >= DODGING else i64(-1)
        self.stage = FALLING
        return game.call(tumble(game, self.piece, self.origin, source, clauses.JUMP))

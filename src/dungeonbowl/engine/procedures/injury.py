"""Armour and injury rolls (O-INJ). The tables and the casualty roll belong to the edition."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i16, i64, u8

from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.abilities import HITS_HARDER, IGNORES_HARDER_HITS
from dungeonbowl.engine.dice import D6, die
from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import FINISHED, Game
from dungeonbowl.engine.moments import REMOVED
from dungeonbowl.engine.procedures import down
from dungeonbowl.engine.procedures.moment import Moment
from dungeonbowl.engine.statuses import CASUALTY, KNOCKED_OUT, STUNNED, STUNNED_AT_START

# What an armour roll came to, as a result.
HELD: Final[i64] = 0
WAS_STUNNED: Final[i64] = 1
WAS_KNOCKED_OUT: Final[i64] = 2
WAS_CASUALTY: Final[i64] = 3

BADLY_HURT: Final[i64] = 100  # an injury that is a casualty without a casualty roll


def harder_hit(game: Game, piece: i64, cause: i64, source: i64) -> i64:
    """The blocker's extra strength: once, on armour if that breaks it, otherwise on injury.

    Only in a block of its own, against an opponent, and only while it stands itself (O-TEST-07). A crypt counts as
    the block (O-ROOM-17).
    """
    if cause != clauses.BLOCKED and cause != clauses.PUSHED_INTO_CRYPT:
        return 0
    if source != game.acting or source < 0 or not game.able(source, HITS_HARDER):
        return 0
    return 0 if i64(game.side_of[source]) == i64(game.side_of[piece]) else 1


@final
class ArmourRoll(Frame):
    """2D6 against the armour of a player that went down; broken armour leads to an injury roll (O-INJ-02)."""

    def __init__(self, piece: i64, cause: i64, source: i64, bonus: i64) -> None:
        self.piece = piece
        self.cause = cause
        self.source = source
        self.bonus = bonus

    def copy(self) -> Frame:
        return ArmourRoll(self.piece, self.cause, self.source, self.bonus)

    def args(self) -> list[object]:
        return [self.piece, self.cause, self.source, self.bonus]

    def begin(self, game: Game) -> i64:
        return game.roll(2, D6, clauses.ARMOUR, game.opponent(i64(game.side_of[self.piece])))

    def rolled(self, game: Game, dice: i64) -> i64:
        piece = self.piece
        first = die(dice, 0)
        second = die(dice, 1)
        if first == second:
            game.doubles = True
        harder = harder_hit(game, piece, self.cause, self.source)
        if game.can(piece, IGNORES_HARDER_HITS):
            # what opponents bring does not count; rooms, crypts and walls do (O-INJ-12)
            harder = 0
        total = first + second + self.bonus
        for module in game.rules.armour_modifiers:
            total += module.armour_modifier(game, piece, self.cause, self.source)
        needed = i64(game.squads.armour[piece])
        if total < needed <= total + harder:
            total += harder
            harder = 0
        elif total < needed:
            game.tell(events.ARMOUR_HELD, clauses.ARMOUR, piece, total + harder, needed)
            return game.done(HELD)
        else:
            harder = harder_hit(game, piece, self.cause, self.source)  # kept for the injury
        game.tell(events.ARMOUR_BROKEN, clauses.ARMOUR, piece, total, needed)
        return game.become(InjuryRoll(piece, self.cause, self.source, harder))


@final
class InjuryRoll(Frame):
    """2D6 on the injury table of the edition; the result is one of the constants above (O-INJ-03 to O-INJ-05)."""

    def __init__(self, piece: i64, cause: i64, source: i64, bonus: i64, removed: i64 = -1) -> None:
        self.piece = piece
        self.cause = cause
        self.source = source
        self.bonus = bonus
        self.removed = removed

    def copy(self) -> Frame:
        return InjuryRoll(self.piece, self.cause, self.source, self.bonus, self.removed)

    def args(self) -> list[object]:
        return [self.piece, self.cause, self.source, self.bonus, self.removed]

    def begin(self, game: Game) -> i64:
        return game.roll(2, D6, clauses.INJURY, game.opponent(i64(game.side_of[self.piece])))

    def rolled(self, game: Game, dice: i64) -> i64:
        piece = self.piece
        first = die(dice, 0)
        second = die(dice, 1)
        if first == second:
            game.doubles = True
        total = first + second + self.bonus
        for module in game.rules.injury_modifiers:
            total += module.injury_modifier(game, piece, self.cause, self.source)
        status = game.rules.injuries.injury_status(game, piece, total)
        game.tell(events.INJURED, clauses.INJURY, piece, total, CASUALTY if status == BADLY_HURT else status)
        if status == STUNNED:
            stun(game, piece)
            return game.done(WAS_STUNNED)
        if status == KNOCKED_OUT:
            self.removed = i64(game.square[piece])
            game.lift(piece, KNOCKED_OUT)
            return self.leave(game, WAS_KNOCKED_OUT)
        self.removed = i64(game.square[piece])
        game.lift(piece, CASUALTY)
        self.credit(game)
        casualty = game.rules.injuries.casualty(game, piece) if status != BADLY_HURT else None
        if casualty is not None:
            return game.call(casualty)
        return self.leave(game, WAS_CASUALTY)

    def credit(self, game: Game) -> None:
        """A casualty of a block earns the blocker experience, one of his own side does not."""
        source = self.source
        by_block = self.cause == clauses.BLOCKED or self.cause == clauses.PUSHED_INTO_CRYPT
        if by_block and source >= 0 and i64(game.side_of[source]) != i64(game.side_of[self.piece]):
            game.award(source, game.rules.tables.points_casualty, clauses.CASUALTY_ROLL)

    def leave(self, game: Game, result: i64) -> i64:
        square = self.removed
        if square >= 0 and game.rules.heard[REMOVED]:
            self.removed = -1  # told
            return game.call(Moment(REMOVED, self.piece, square))
        return game.done(result)

    def returned(self, game: Game, result: i64) -> i64:
        return self.leave(game, WAS_KNOCKED_OUT if i64(game.status[self.piece]) == KNOCKED_OUT else WAS_CASUALTY)


@final
class Injure(Frame):
    """An injury roll without armour roll, for a player that did not go down first: it drops what it holds
    (O-DOWN-10)."""

    def __init__(self, piece: i64, cause: i64, source: i64 = -1, held: bool = False, square: i64 = -1) -> None:
        self.piece = piece
        self.cause = cause
        self.source = source
        self.held = held
        self.square = square

    def copy(self) -> Frame:
        return Injure(self.piece, self.cause, self.source, self.held, self.square)

    def args(self) -> list[object]:
        return [self.piece, self.cause, self.source, self.held, self.square]

    def begin(self, game: Game) -> i64:
        self.held = game.ball_of(self.piece) >= 0
        self.square = i64(game.square[self.piece])
        return game.call(InjuryRoll(self.piece, self.cause, self.source, 0))

    def returned(self, game: Game, result: i64) -> i64:
        if self.held and i64(game.side_of[self.piece]) == game.active:
            game.cause_turnover(clauses.TURNOVER_CARRIER)
        if not self.held:
            return game.done(0)
        ball: i64 = 0
        balls = vec[i16]()
        while ball < len(game.balls):
            if game.carrier(ball) == self.piece:
                game.put_ball(ball, self.square)
                game.tell(events.BALL_DROPPED, clauses.BALL_DROPPED, self.piece, ball, self.square)
                balls = append(balls, i16(ball))
            ball += 1
        return game.become(down.GoDown(vec[i64](), -1, balls))


def stun(game: Game, piece: i64) -> None:
    """Face down; it stays so until the end of its next team turn (O-DOWN-09)."""
    game.status[piece] = u8(STUNNED)
    game.conditions[piece] = game.conditions[piece] & ~STUNNED_AT_START
    if piece == game.acting:
        game.progress |= FINISHED

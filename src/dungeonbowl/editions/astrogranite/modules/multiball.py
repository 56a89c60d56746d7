"""The module `multiball`: several balls, either all real or all but one an illusion (A-MULTI)."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i16, i64, mypyc_attr

from dungeonbowl.editions.astrogranite.composition.composition import Composition
from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.dice import die
from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import Module
from dungeonbowl.engine.places import GONE
from dungeonbowl.engine.policies import Clock, Scoring
from dungeonbowl.engine.procedures.harm.down import first_held
from dungeonbowl.engine.sides import DRAW, SCORE

HANDS: Final[i64] = 2  # balls a player can hold; one more with Extra Arms or Tentacles
REAL: Final[i64] = 1  # the face that shows a real ball


def install(c: Composition) -> None:
    """How many balls there are stands in `Balls.count` (A-MULTI-01)."""
    c.tables.balls.hands = HANDS
    order = OrderGained(int(c.tables.balls.count))
    c.modules.append(order)
    if c.configuration.word("multiball_mode") == "illusionary":
        c.policies.scoring = OneIsReal(c.policies.scoring, order)
    else:
        c.policies.scoring = EveryBallCounts(c.policies.scoring, c.configuration.flag("first_td_wins"))
    c.policies.clock = UntilTheLastBall(c.policies.clock)
    c.cite(int(clauses.BALL_CHOICE), "A-MULTI-03")
    c.cite(int(clauses.HANDS_FULL), "A-MULTI-12")
    c.cite(int(clauses.TURNOVER_SCORED), "A-MULTI-06")
    c.cite(int(clauses.BALL_SPENT), "A-MULTI-06")
    c.cite(int(clauses.ILLUSION), "A-MULTI-09")
    c.cite(int(clauses.MOST_TOUCHDOWNS), "A-MULTI-05")


@final
class OrderGained(Module):
    """The order in which a player has gained its balls: the first one bounces first (A-MULTI-04).

    A number for each ball, and one more: the player who has just scored with a ball that may be an illusion, + 1."""

    def __init__(self, balls: int) -> None:
        self.balls = balls
        self.slot: i64 = 0

    def name(self) -> str:
        return "multiball"

    def memory(self) -> int:
        return self.balls + 1

    def fixed_slot(self, slot: int) -> None:
        self.slot = i64(slot)

    def ball_held(self, game: Game, piece: i64, ball: i64) -> None:
        """The new ball comes after all balls that the player holds already."""
        rank: i64 = 0
        other: i64 = 0
        while other < self.balls:
            if other != ball and game.carrier(other) == piece and game.memo[self.slot + other] >= rank:
                rank = game.memo[self.slot + other] + 1
            other += 1
        game.memo[self.slot + ball] = rank

    def drop_rank(self, game: Game, ball: i64) -> i64:
        return game.memo[self.slot + ball] if ball < self.balls else i64(0)

    def scorer(self, game: Game) -> i64:
        """The player who has just scored with a ball that may be an illusion; -1 if there is none."""
        return game.memo[self.slot + self.balls] - 1

    def note_scorer(self, game: Game, piece: i64) -> None:
        game.memo[self.slot + self.balls] = piece + 1


# --- all of them real ------------------------------------------------------------------------------------------------


@final
class EveryBallCounts(Scoring):
    """A touchdown for every ball that is carried in; the ball is gone, and the team turn ends (A-MULTI-05 to -08)."""

    def __init__(self, usual: Scoring, first_wins: bool) -> None:
        self.usual = usual
        self.first_wins = first_wins

    def counts(self, game: Game, piece: i64) -> bool:
        return self.usual.counts(game, piece)

    def reached(self, game: Game, piece: i64) -> None:
        while True:
            ball = first_held(game, piece)
            if ball < 0:
                break
            count(game, piece, ball)
            if self.first_wins:
                game.end_match(i64(game.side_of[piece]), clauses.TOUCHDOWN)
                return
        self.scored(game, piece)

    def scored(self, game: Game, piece: i64) -> None:
        if balls_left(game) == 0:
            game.end_match(best_side(game), clauses.MOST_TOUCHDOWNS)
        elif i64(game.side_of[piece]) == game.active:
            game.cause_turnover(clauses.TURNOVER_SCORED)

    def settling(self, game: Game, result: i64) -> Frame | None:
        return self.usual.settling(game, result)


def count(game: Game, piece: i64, ball: i64) -> None:
    """One touchdown with one ball, which is then gone."""
    side = i64(game.side_of[piece])
    game.balls[ball] = i16(GONE)
    game.set_side(side, SCORE, game.side_value(side, SCORE) + 1)
    game.tell(events.SCORED, clauses.TOUCHDOWN, piece, side)
    game.tell(events.BALL_SPENT, clauses.BALL_SPENT, ball, piece)
    game.award(piece, game.rules.tables.experience.touchdown, clauses.TOUCHDOWN)


def balls_left(game: Game) -> i64:
    """How many balls may still score, those in chests included."""
    left: i64 = 0
    for where in game.balls:
        if i64(where) != GONE:
            left += 1
    return left


def best_side(game: Game) -> i64:
    """The side with most touchdowns; DRAW if several have as many."""
    best: i64 = DRAW
    most: i64 = -1
    side: i64 = 0
    while side < game.squads.sides:
        score = game.side_value(side, SCORE)
        if score > most:
            most = score
            best = side
        elif score == most:
            best = DRAW
        side += 1
    return best


# --- all but one an illusion -----------------------------------------------------------------------------------------


@final
class OneIsReal(Scoring):
    """A die decides whether a ball that is carried in is the real one; if so the game is won (A-MULTI-09,
    A-MULTI-10)."""

    def __init__(self, usual: Scoring, order: OrderGained) -> None:
        self.usual = usual
        self.order = order

    def counts(self, game: Game, piece: i64) -> bool:
        return self.usual.counts(game, piece)

    def reached(self, game: Game, piece: i64) -> None:
        self.order.note_scorer(game, piece)
        game.halt()

    def settling(self, game: Game, result: i64) -> Frame | None:
        piece = self.order.scorer(game)
        if piece < 0:
            return None
        self.order.note_scorer(game, -1)
        return SeeThroughBalls(piece, result)


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class SeeThroughBalls(Frame):
    """The balls of a scorer are checked one after the other (A-MULTI-07); then those of any other carrier who has
    meanwhile come to stand where it scores. The result is the one that the frame was given."""

    def __init__(self, piece: i64, result: i64, ball: i64 = -1) -> None:
        self.piece = piece
        self.result = result
        self.ball = ball

    def copy(self) -> Frame:
        return SeeThroughBalls(self.piece, self.result, self.ball)

    def begin(self, game: Game) -> i64:
        self.ball = first_held(game, self.piece)
        if self.ball < 0:
            self.piece = another_scorer(game)
            if self.piece < 0:
                return game.done(self.result)
            self.ball = first_held(game, self.piece)
        left = balls_left(game)
        if left == 1:
            return self.be_real(game)
        return game.roll(1, left, clauses.ILLUSION, i64(game.side_of[self.piece]))

    def rolled(self, game: Game, dice: i64) -> i64:
        if die(dice, 0) == REAL:
            return self.be_real(game)
        game.balls[self.ball] = i16(GONE)
        game.tell(events.BALL_SPENT, clauses.ILLUSION, self.ball, self.piece, 1)
        if i64(game.side_of[self.piece]) == game.active:
            game.cause_turnover(clauses.TURNOVER_SCORED)
        return self.begin(game)

    def be_real(self, game: Game) -> i64:
        count(game, self.piece, self.ball)
        game.end_match(i64(game.side_of[self.piece]), clauses.TOUCHDOWN)
        return game.done(self.result)


def another_scorer(game: Game) -> i64:
    """A standing carrier where it scores; -1 if there is none."""
    ball: i64 = 0
    while ball < len(game.balls):
        piece = game.carrier(ball)
        if piece >= 0 and game.square[piece] >= 0 and game.is_standing(piece):
            if game.rules.policies.scoring.counts(game, piece):
                return piece
        ball += 1
    return -1


# --- the end ---------------------------------------------------------------------------------------------------------


@final
class UntilTheLastBall(Clock):
    """The usual order of turns, as long as a side can still score (A-MULTI-13)."""

    def __init__(self, usual: Clock) -> None:
        self.usual = usual

    def next_side(self, game: Game) -> i64:
        return self.usual.next_side(game) if balls_left(game) > 0 else i64(-1)

    def verdict(self, game: Game) -> Frame:
        return self.usual.verdict(game) if balls_left(game) > 0 else MostTouchdownsWin()

    def drive_ended(self, game: Game) -> Frame | None:
        return self.usual.drive_ended(game)

    def may_concede(self, fresh: bool) -> bool:
        return self.usual.may_concede(fresh)

    def concession_refused(self) -> str:
        return self.usual.concession_refused()


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class MostTouchdownsWin(Frame):
    """No ball is left to score with: most touchdowns win."""

    def __init__(self) -> None:
        pass

    def copy(self) -> Frame:
        return MostTouchdownsWin()

    def begin(self, game: Game) -> i64:
        game.end_match(best_side(game), clauses.MOST_TOUCHDOWNS)
        return game.done(0)

"""Going down: falling over, being knocked down, being placed prone (O-DOWN)."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i16, i64, mypyc_attr, u8

from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.abilities import HURTS_DODGERS, WHIRLS
from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import BALL_DROPPING, GOING_DOWN, HARMED
from dungeonbowl.engine.passages import linked_pieces
from dungeonbowl.engine.procedures.ball import bounce as ball_chapter
from dungeonbowl.engine.procedures.ball.balls import drop_rank
from dungeonbowl.engine.procedures.harm import armour as armour_chapter
from dungeonbowl.engine.procedures.harm import injury as injury_chapter
from dungeonbowl.engine.procedures.harm.helps import NO_HELPS, Helps, blow_help, harder_hit
from dungeonbowl.engine.procedures.harm.victim import Victim
from dungeonbowl.engine.procedures.moment import Moment
from dungeonbowl.engine.procedures.move import arrive as arrive_chapter
from dungeonbowl.engine.progress import FINISHED
from dungeonbowl.engine.statuses import PRONE, ROOTED, STANDING, SUNKEN

AVOIDING: Final[i64] = 0
ROLLING: Final[i64] = 1
DROPPING: Final[i64] = 2
ENTERING: Final[i64] = 3
TELLING: Final[i64] = 4  # after the rolls against one victim

# Results of a module's frame at `going_down`, besides 0 (the player goes down) and 1 (it does not).
SOFTENED: Final[i64] = 2  # the player goes down without armour roll and without turnover

NO_BALLS: Final = vec[i16]()


def fall(piece: i64, cause: i64 = clauses.FELL, bonus: i64 = 0, source: i64 = -1, entered: bool = False) -> Frame:
    """One player falls over. `source` is the piece that makes it worse, or -1. `entered`: it has just come into its
    square."""
    mover = piece if entered else i64(-1)
    return GoDown([Victim(piece, cause, bonus)], source, NO_BALLS, AVOIDING, 0, False, mover)


def one_down(victim: Victim) -> Frame:
    """One player goes down; `victim.source` says which piece did it."""
    return GoDown([victim], -1)


def tripped_by(game: Game, mover: i64, origin: i64) -> i64:
    """The opponent with Arm Bar that makes a fall on leaving `origin` worse, or -1.

    It marks that square, or has just dived into it and lies there. If there are several, any of them will do.
    """
    side = i64(game.side_of[mover])
    diver = i64(game.occupant[origin])
    if diver >= 0 and i64(game.side_of[diver]) != side and game.can(diver, HURTS_DODGERS):
        return diver
    direction: i64 = 0
    while direction < 8:
        neighbour = i64(game.steps[origin * 8 + direction])
        if neighbour >= 0:
            piece = i64(game.occupant[neighbour])
            if piece >= 0 and i64(game.side_of[piece]) != side and game.able(piece, HURTS_DODGERS):
                return piece
        direction += 1
    if game.dungeon.linked:
        for piece in linked_pieces(game, origin):
            if i64(game.side_of[piece]) != side and game.able(piece, HURTS_DODGERS):
                return piece
    return -1


def knock_down(piece: i64, cause: i64, source: i64, bonus: i64 = 0) -> Frame:
    """One player is knocked down. `source` is the piece that did it, or -1."""
    return GoDown([Victim(piece, cause, bonus)], source)


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class GoDown(Frame):
    """One cause puts one or more players down. First all change their status. Then follow armour and injury of each, in
    the given order. Only then the balls bounce (O-DOWN-05, O-DICE-10).

    `dropped` may already hold balls that the cause has set loose; they bounce first. A ball that no player held (a
    player was pushed onto it, or took it into a chasm) is written as -1 - ball.
    """

    def __init__(
        self,
        victims: list[Victim],
        source: i64,
        dropped: vec[i16] = NO_BALLS,
        stage: i64 = AVOIDING,
        index: i64 = 0,
        balls_wait: bool = False,
        mover: i64 = -1,
    ) -> None:
        self.victims = victims
        self.source = source
        self.dropped = dropped
        self.stage = stage
        self.index = index
        self.balls_wait = balls_wait  # the balls stay where they fell until the caller lets them bounce
        self.mover = mover  # the player that has just come into its square, where that comes before the balls

    def copy(self) -> Frame:
        return GoDown(
            self.victims[:], self.source, self.dropped[:], self.stage, self.index, self.balls_wait, self.mover
        )

    def begin(self, game: Game) -> i64:
        if game.rules.heard[GOING_DOWN]:
            return self.ask_modules(game)
        return self.go_down(game)

    def ask_modules(self, game: Game) -> i64:
        if self.index < len(self.victims):
            victim = self.victims[self.index]
            return game.call(Moment(GOING_DOWN, victim.piece, victim.cause))
        return self.go_down(game)

    def go_down(self, game: Game) -> i64:
        dropped = self.dropped[:]
        for victim in self.victims:
            piece = victim.piece
            cause = victim.cause
            if game.square[piece] < 0:
                continue
            was_standing = i64(game.status[piece]) == STANDING
            held = game.ball_of(piece) >= 0
            if was_standing:
                game.status[piece] = u8(PRONE)
            game.conditions[piece] = game.conditions[piece] & ~ROOTED  # going down frees a rooted player
            if piece == game.acting:
                game.progress |= FINISHED
            game.tell(events.WENT_DOWN, cause, piece, i64(game.square[piece]))
            dropped = drop_balls(game, piece, dropped)
            if i64(game.side_of[piece]) == game.active and (was_standing or held) and not victim.soft:
                blame(game, cause, held)
        self.dropped = dropped
        self.stage = ROLLING
        self.index = 0
        return self.next_victim(game)

    def next_victim(self, game: Game) -> i64:
        while self.index < len(self.victims):
            victim = self.victims[self.index]
            self.index += 1
            piece = victim.piece
            cause = victim.cause
            fragile = game.can(piece, WHIRLS)  # a player with a ball and chain gets no armour roll
            soft = cause == clauses.PLACED_PRONE or victim.soft
            if game.square[piece] >= 0 and (not soft or fragile):
                source = self.source_of(victim)
                wound = victim.wound
                if victim.broken:
                    return game.call(injury_chapter.InjuryRoll(piece, cause, source, NO_HELPS, wound, True))
                if fragile:
                    harder = harder_hit(game, piece, cause, source)
                    given = Helps(harder, victim.spare, blow_help(game, piece, cause, source))
                    return game.call(injury_chapter.InjuryRoll(piece, cause, source, given, wound))
                return game.call(
                    armour_chapter.ArmourRoll(piece, cause, source, victim.bonus, victim.spare, wound, victim.walled)
                )
        if self.mover >= 0 and game.rules.policies.arrivals.takes_the_fallen():
            mover = self.mover
            self.mover = -1
            self.stage = ENTERING
            if game.square[mover] >= 0:
                effect = arrive_chapter.token_effect(game, mover, False)
                if effect is not None:
                    return game.call(effect)
        if self.balls_wait:
            return game.done(0)
        self.stage = DROPPING
        self.index = 0
        return self.next_ball(game)

    def source_of(self, victim: Victim) -> i64:
        """The piece that put this victim down, or -1."""
        return victim.source if victim.source >= 0 else self.source

    def next_ball(self, game: Game) -> i64:
        """Balls bounce after the last victim. A ball that a player has taken in the meantime does not."""
        while self.index < len(self.dropped):
            ball = i64(self.dropped[self.index])
            self.index += 1
            if ball < 0:
                if i64(game.balls[-1 - ball]) >= 0:
                    return game.call(ball_chapter.Bounce(-1 - ball))
            elif i64(game.balls[ball]) >= 0:
                return game.call(Drop(ball))
        return game.done(0)

    def returned(self, game: Game, result: i64) -> i64:
        if self.stage == AVOIDING:
            if result == SOFTENED:
                self.victims[self.index] = self.victims[self.index].softened()
                self.index += 1
            elif result != 0:  # a module kept the player on its feet
                piece = self.victims[self.index].piece
                if game.conditions[piece] & SUNKEN != 0:  # no ball stays below the floor (A-BALL-06)
                    self.dropped = drop_balls(game, piece, self.dropped)
                kept = self.victims[:]  # the caller may still use its own list
                kept.pop(self.index)
                self.victims = kept
            else:
                self.index += 1
            return self.ask_modules(game)
        if self.stage == ROLLING and game.rules.heard[HARMED]:
            self.stage = TELLING
            victim = self.victims[self.index - 1]
            return game.call(Moment(HARMED, victim.piece, self.source_of(victim)))
        if self.stage == TELLING:
            self.stage = ROLLING
        if self.stage == ROLLING or self.stage == ENTERING:
            return self.next_victim(game)
        return self.next_ball(game)


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class Drop(Frame):
    """A lost ball bounces from where it lies, unless a module deals with it."""

    def __init__(self, ball: i64, piece: i64 = -1) -> None:
        self.ball = ball
        self.piece = piece

    def copy(self) -> Frame:
        return Drop(self.ball, self.piece)

    def begin(self, game: Game) -> i64:
        if game.rules.heard[BALL_DROPPING]:
            # the player that lies in the ball's square has dropped it
            piece = i64(game.occupant[i64(game.balls[self.ball])])
            if piece >= 0:
                return game.call(Moment(BALL_DROPPING, piece, self.ball))
        return self.bounce(game)

    def returned(self, game: Game, result: i64) -> i64:
        if result != 0:
            return game.done(0)
        return self.bounce(game)

    def bounce(self, game: Game) -> i64:
        """Let the ball bounce. Where portals take the player first, a ball dropped on a portal follows that player."""
        square = i64(game.balls[self.ball])
        if game.portal_number(square) > 0 and game.rules.policies.arrivals.takes_the_fallen():
            teleport = game.rules.policies.portals.ball_lands(game, self.ball, square)
            if teleport is not None:
                return game.become(teleport)
        return game.become(ball_chapter.Bounce(self.ball))


def drop_balls(game: Game, piece: i64, dropped: vec[i16], square: i64 = -1) -> vec[i16]:
    """All balls that a piece holds lie loose on its square now, and so does a ball that it came to lie on. Returns
    `dropped` with these balls added.

    `square` is where the piece was, if it has left the dungeon. The balls are in the order in which they bounce."""
    if square < 0:
        square = i64(game.square[piece])
    if len(game.rules.drop_ranks) > 0:
        while True:
            first = first_held(game, piece)
            if first < 0:
                break
            game.put_ball(first, square)
            game.tell(events.BALL_DROPPED, clauses.BALL_DROPPED, piece, first, square)
            dropped = append(dropped, i16(first))
    ball: i64 = 0
    while ball < len(game.balls):
        if game.carrier(ball) == piece:
            game.put_ball(ball, square)
            game.tell(events.BALL_DROPPED, clauses.BALL_DROPPED, piece, ball, square)
            dropped = append(dropped, i16(ball))
        elif i64(game.balls[ball]) == square and not holds(dropped, ball) and not holds(dropped, -1 - ball):
            dropped = append(dropped, i16(-1 - ball))
        ball += 1
    return dropped


def first_held(game: Game, piece: i64) -> i64:
    """The ball that a piece would lose first, or -1."""
    found = game.ball_of(piece)
    if found < 0:
        return found
    ball = found + 1
    while ball < len(game.balls):
        if game.carrier(ball) == piece and drop_rank(game, ball) < drop_rank(game, found):
            found = ball
        ball += 1
    return found


def blame_roll(game: Game, victim: Victim) -> None:
    """A player that has left the dungeon before it could fall has still failed its roll, and a failed roll is a
    turnover. Leaving alone is no turnover (A-TELE-04)."""
    if victim.cause == clauses.FELL and i64(game.side_of[victim.piece]) == game.active:
        blame(game, clauses.FELL, False)


def holds(numbers: vec[i16], number: i64) -> bool:
    for each in numbers:
        if i64(each) == number:
            return True
    return False


def blame(game: Game, cause: i64, held: bool) -> None:
    """Cause the turnover, if the fall of a player of the active team is one (O-TO). `held`: it held a ball."""
    when = i64(game.rules.tables.turnover_by_cause[cause])
    if when == 0:
        return
    if held:
        if cause == clauses.PLACED_PRONE:
            game.cause_turnover(clauses.TURNOVER_PLACED_PRONE)
        elif cause == clauses.FELL:
            game.cause_turnover(clauses.TURNOVER_FALL)
        elif cause == clauses.FAILED_LANDING or cause == clauses.CRASH_LANDING or cause == clauses.STRUCK_A_PLAYER:
            game.cause_turnover(clauses.TURNOVER_THROWN_CARRIER)
        else:
            game.cause_turnover(clauses.TURNOVER_CARRIER if when == 2 else clauses.TURNOVER_KNOCKED_DOWN)
    elif when == 1:
        game.cause_turnover(clauses.TURNOVER_FALL if cause == clauses.FELL else clauses.TURNOVER_KNOCKED_DOWN)

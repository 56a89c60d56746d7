"""Going down: falling over, being knocked down, being placed prone (O-DOWN)."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i16, i64, u8

from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.abilities import HURTS_DODGERS, WHIRLS
from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import FINISHED, Game
from dungeonbowl.engine.moments import BALL_DROPPING, GOING_DOWN, HARMED
from dungeonbowl.engine.procedures.ball import bounce as ball_chapter
from dungeonbowl.engine.procedures.harm import armour as armour_chapter
from dungeonbowl.engine.procedures.harm import injury as injury_chapter
from dungeonbowl.engine.procedures.harm.helps import blow_help, harder_hit, helps
from dungeonbowl.engine.procedures.moment import Moment
from dungeonbowl.engine.procedures.move import arrive as arrive_chapter
from dungeonbowl.engine.statuses import ON_SPIKES, OWES_FALL, PRONE, ROOTED, STANDING, SUNKEN

AVOIDING: Final[i64] = 0
ROLLING: Final[i64] = 1
DROPPING: Final[i64] = 2
ENTERING: Final[i64] = 3
HARMING: Final[i64] = 4  # the rolls against one victim are made

SPIKES: Final[i64] = 3  # what they add to an armour roll

# Bits of a victim's note.
WALLED: Final[i64] = 1 << 56
BROKEN: Final[i64] = 1 << 57
SOFT: Final[i64] = 1 << 58  # placed prone: no armour roll, and nobody's turnover

# What a module may answer to a player's going down, besides 0 for nothing and 1 for not at all.
SOFTENED: Final[i64] = 2  # it goes down softly

NO_BALLS: Final = vec[i16]()


def victim(
    piece: i64, cause: i64, bonus: i64 = 0, source: i64 = -1, spare: i64 = 0, wound: i64 = 0, walled: bool = False
) -> i64:
    """One victim as a number: who, why, what is added to the armour roll, who did it if not the common source, what
    may be added to either the armour or the injury roll, what is added to the injury roll, and whether it was knocked
    down against a wall that makes the blow worse."""
    note = piece | cause << 8 | (source + 1) << 24 | bonus << 32 | spare << 40 | wound << 48
    return note | WALLED if walled else note


def hurt_worse(note: i64, armour: i64, injury: i64) -> i64:
    """The same victim with more added to the rolls against it."""
    return note + (armour << 32) + (injury << 48)


def with_owed(game: Game, piece: i64, note: i64) -> i64:
    """The fall of a player together with the one its square has brought: one fall, with what either of them adds
    (A-DEF-14). Without a note it is the square's alone."""
    owed = game.conditions[piece] & (OWES_FALL | ON_SPIKES)
    if owed == 0:
        return note
    game.conditions[piece] = game.conditions[piece] & ~(OWES_FALL | ON_SPIKES)
    if note <= 0:
        note = victim(piece, clauses.FELL_OFF)
    return hurt_worse(note, SPIKES, 0) if owed & ON_SPIKES != 0 else note


def wounded(piece: i64, cause: i64) -> i64:
    """A victim whose armour is broken already."""
    return victim(piece, cause) | BROKEN


def fall(piece: i64, cause: i64 = clauses.FELL, bonus: i64 = 0, source: i64 = -1, entered: bool = False) -> Frame:
    """A single player falls over; `source` is who makes it worse, or -1. `entered`: it has just come to its square."""
    mover = piece if entered else i64(-1)
    return GoDown(vec[i64]([int(victim(piece, cause, bonus))]), source, NO_BALLS, AVOIDING, 0, False, mover)


def one_down(note: i64) -> Frame:
    """A single player goes down as its note says; who did it stands there too."""
    return GoDown(vec[i64]([int(note)]), -1)


def tripped_by(game: Game, mover: i64, origin: i64) -> i64:
    """The opponent that makes a fall on leaving `origin` worse, or -1.

    It marked that square, or has just thrown itself into it and lies there. One is as good as another.
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
        for piece in game.linked_pieces(origin):
            if i64(game.side_of[piece]) != side and game.able(piece, HURTS_DODGERS):
                return piece
    return -1


def knock_down(piece: i64, cause: i64, source: i64, bonus: i64 = 0) -> Frame:
    """A single player is knocked down; `source` is the player who did it, or -1."""
    return GoDown(vec[i64]([int(victim(piece, cause, bonus))]), source)


@final
class GoDown(Frame):
    """One cause puts one or more players down: all change state, then armour and injury of each in the order given,
    and only then do the balls bounce (O-DOWN-05, O-DICE-10).

    `dropped` may already hold balls that the cause has set loose; they bounce with the others, first. One that nobody
    held (somebody was pushed onto it, or took it into a chasm) is written as -1 - ball.
    """

    def __init__(
        self,
        victims: vec[i64],
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
        self.balls_wait = balls_wait  # the balls lie where they fell until the caller lets them bounce
        self.mover = mover  # who has just come into its square, for editions where that comes before the balls

    def copy(self) -> Frame:
        return GoDown(
            self.victims[:], self.source, self.dropped[:], self.stage, self.index, self.balls_wait, self.mover
        )

    def args(self) -> list[object]:
        return [
            [int(note) for note in self.victims],
            self.source,
            [int(ball) for ball in self.dropped],
            self.stage,
            self.index,
            self.balls_wait,
            self.mover,
        ]

    def begin(self, game: Game) -> i64:
        if game.rules.heard[GOING_DOWN]:
            return self.ask_modules(game)
        return self.go_down(game)

    def ask_modules(self, game: Game) -> i64:
        if self.index < len(self.victims):
            note = self.victims[self.index]
            return game.call(Moment(GOING_DOWN, note & 0xFF, note >> 8 & 0xFFFF))
        return self.go_down(game)

    def go_down(self, game: Game) -> i64:
        dropped = self.dropped[:]
        for note in self.victims:
            piece = note & 0xFF
            cause = note >> 8 & 0xFFFF
            if game.square[piece] < 0:
                continue
            was_standing = i64(game.status[piece]) == STANDING
            held = game.ball_of(piece) >= 0
            if was_standing:
                game.status[piece] = u8(PRONE)
            game.conditions[piece] = game.conditions[piece] & ~ROOTED  # going down tears it loose
            if piece == game.acting:
                game.progress |= FINISHED
            game.tell(events.WENT_DOWN, cause, piece, i64(game.square[piece]))
            dropped = drop_balls(game, piece, dropped)
            if i64(game.side_of[piece]) == game.active and (was_standing or held) and note & SOFT == 0:
                blame(game, cause, held)
        self.dropped = dropped
        self.stage = ROLLING
        self.index = 0
        return self.next_victim(game)

    def next_victim(self, game: Game) -> i64:
        while self.index < len(self.victims):
            note = self.victims[self.index]
            self.index += 1
            piece = note & 0xFF
            cause = note >> 8 & 0xFFFF
            fragile = game.can(piece, WHIRLS)  # a ball on a chain does the rest: no armour helps
            soft = cause == clauses.PLACED_PRONE or note & SOFT != 0
            if game.square[piece] >= 0 and (not soft or fragile):
                source = self.source_of(note)
                wound = note >> 48 & 0xFF
                if note & BROKEN != 0:
                    return game.call(injury_chapter.InjuryRoll(piece, cause, source, 0, wound, True))
                if fragile:
                    harder = harder_hit(game, piece, cause, source)
                    given = helps(harder, note >> 40 & 0xFF, blow_help(game, piece, cause, source))
                    return game.call(injury_chapter.InjuryRoll(piece, cause, source, given, wound))
                walled = note & WALLED != 0
                return game.call(
                    armour_chapter.ArmourRoll(piece, cause, source, note >> 32 & 0xFF, note >> 40 & 0xFF, wound, walled)
                )
        if self.mover >= 0 and game.rules.tables.tokens_before_balls:
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

    def source_of(self, note: i64) -> i64:
        """Who put this victim down, or -1."""
        source = (note >> 24 & 0xFF) - 1
        return source if source >= 0 else self.source

    def next_ball(self, game: Game) -> i64:
        """Balls bounce after the last victim; one that somebody has taken in the meantime does not."""
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
                self.victims[self.index] = self.victims[self.index] | SOFT
                self.index += 1
            elif result != 0:  # a module kept this one on its feet
                piece = self.victims[self.index] & 0xFF
                if game.conditions[piece] & SUNKEN != 0:  # no ball stays below the floor (A-BALL-06)
                    self.dropped = drop_balls(game, piece, self.dropped)
                kept = vec[i64]()
                position: i64 = 0
                while position < len(self.victims):
                    if position != self.index:
                        kept = append(kept, self.victims[position])
                    position += 1
                self.victims = kept
            else:
                self.index += 1
            return self.ask_modules(game)
        if self.stage == ROLLING and game.rules.heard[HARMED]:
            self.stage = HARMING
            note = self.victims[self.index - 1]
            return game.call(Moment(HARMED, note & 0xFF, self.source_of(note)))
        if self.stage == HARMING:
            self.stage = ROLLING
        if self.stage == ROLLING or self.stage == ENTERING:
            return self.next_victim(game)
        return self.next_ball(game)


@final
class Drop(Frame):
    """A ball that its carrier has lost bounces from where it lies, unless a module deals with it."""

    def __init__(self, ball: i64, piece: i64 = -1) -> None:
        self.ball = ball
        self.piece = piece

    def copy(self) -> Frame:
        return Drop(self.ball, self.piece)

    def args(self) -> list[object]:
        return [self.ball, self.piece]

    def begin(self, game: Game) -> i64:
        if game.rules.heard[BALL_DROPPING]:
            # whoever lies where the ball lies has dropped it
            piece = i64(game.occupant[i64(game.balls[self.ball])])
            if piece >= 0:
                return game.call(Moment(BALL_DROPPING, piece, self.ball))
        return self.bounce(game)

    def returned(self, game: Game, result: i64) -> i64:
        if result != 0:
            return game.done(0)
        return self.bounce(game)

    def bounce(self, game: Game) -> i64:
        """One that was dropped on a portal follows whoever dropped it, where portals take the player first."""
        square = i64(game.balls[self.ball])
        if game.rules.tables.tokens_before_balls and game.portal_number(square) > 0:
            teleport = game.rules.portals.ball_lands(game, self.ball, square)
            if teleport is not None:
                return game.become(teleport)
        return game.become(ball_chapter.Bounce(self.ball))


def drop_balls(game: Game, piece: i64, dropped: vec[i16], square: i64 = -1) -> vec[i16]:
    """Everything a piece holds lies loose on its square now, and so does a ball it came to lie on.

    `square` is where it was, for one that has left the dungeon. Where that matters they are in the order in which they
    bounce."""
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
    """Of the balls that a piece holds the one that it would lose first, or -1."""
    found = game.ball_of(piece)
    if found < 0:
        return found
    ball = found + 1
    while ball < len(game.balls):
        if game.carrier(ball) == piece and ball_chapter.drop_rank(game, ball) < ball_chapter.drop_rank(game, found):
            found = ball
        ball += 1
    return found


def blame_roll(game: Game, note: i64) -> None:
    """Whoever is gone before it could fall has still failed the roll that brought it there, and a failed roll costs the
    turn. Being gone alone costs nothing (A-TELE-04)."""
    if note >> 8 & 0xFFFF == clauses.FELL and i64(game.side_of[note & 0xFF]) == game.active:
        blame(game, clauses.FELL, False)


def holds(numbers: vec[i16], number: i64) -> bool:
    for each in numbers:
        if i64(each) == number:
            return True
    return False


def blame(game: Game, cause: i64, held: bool) -> None:
    """Whether a player of the active team going down ends the team turn, and why (O-TO)."""
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

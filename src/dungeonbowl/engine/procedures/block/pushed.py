"""What becomes of everybody whom a push has moved or could not move, in the order of O-PUSH-18."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i16, i64

from dungeonbowl.engine import clauses
from dungeonbowl.engine.abilities import BLOCKS_AGAIN, WHIRLS
from dungeonbowl.engine.frames import PASSED, Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import CAME_TO_REST, ENTERED_SQUARE
from dungeonbowl.engine.procedures.ball.bounce import check_touchdown
from dungeonbowl.engine.procedures.block.squares import (
    CANDIDATE_BELOW,
    CANDIDATE_BLOCKED,
    CANDIDATE_CHASM,
    CANDIDATE_CRYPT,
    CANDIDATE_LEDGE,
    comes_before,
)
from dungeonbowl.engine.procedures.harm.down import AVOIDING, NO_BALLS, GoDown, drop_balls, victim, with_owed
from dungeonbowl.engine.procedures.moment import Moment
from dungeonbowl.engine.procedures.move.arrive import Arrive, token_effect
from dungeonbowl.engine.procedures.move.chasm import FallIntoChasm
from dungeonbowl.engine.statuses import OWES_FALL, ROOTED, STANDING

# What a block came to, one bit each: the result of a push, and what is told when the block is over.
TARGET_PUSHED: Final[i64] = 1  # the face applied was a push and no more
TARGET_MOVED: Final[i64] = 2
BLOCKER_FOLLOWED: Final[i64] = 4
TARGET_FELLED: Final[i64] = 8  # knocked down by the block itself, not by a wall
TARGET_TELEPORTED: Final[i64] = 16  # and is not where it was pushed to
LAST_OF_CHAIN: Final[i64] = 8  # for a push that nobody makes: from this bit on, who was pushed last

CORNERED: Final[i64] = 0
PERISHING: Final[i64] = 1
FALLING: Final[i64] = 2
ENTERING: Final[i64] = 3
TELEPORTING: Final[i64] = 4
RESTING: Final[i64] = 5
FOLLOWED: Final[i64] = 6

# Where squares work before falls: how far that has come.
UNSETTLED: Final[i64] = 0
SETTLING: Final[i64] = 1
SETTLED: Final[i64] = 2
RESTED: Final[i64] = 3


@final
class Pushed(Frame):
    """The wall, those who go down, what the new squares do, and last the blocker who has followed up.

    `chain` and `fate` are those of `Push`. The result is a set of the bits above.
    """

    def __init__(
        self,
        attacker: i64,
        defender: i64,
        knocked: bool,
        piece: i64,
        origin: i64,
        chain: vec[i16],
        fate: i64,
        walled: bool,
        followed: bool,
        stripped: bool,
        fallen: i64,
        from_afar: bool,
        stage: i64 = CORNERED,
        fell: bool = False,
        index: i64 = 0,
        settled: i64 = UNSETTLED,
    ) -> None:
        self.attacker = attacker
        self.defender = defender
        self.knocked = knocked
        self.piece = piece  # the last of the chain
        self.origin = origin  # the square of the target before the push
        self.chain = chain
        self.fate = fate
        self.walled = walled  # nothing but wall behind the target
        self.followed = followed
        self.stripped = stripped  # of the ball, if it was moved
        self.fallen = fallen  # a bit for each of the chain whom a collision knocks down
        self.from_afar = from_afar
        self.stage = stage
        self.fell = fell  # at the wall
        self.index = index
        self.settled = settled

    def copy(self) -> Frame:
        return Pushed(
            self.attacker,
            self.defender,
            self.knocked,
            self.piece,
            self.origin,
            self.chain[:],
            self.fate,
            self.walled,
            self.followed,
            self.stripped,
            self.fallen,
            self.from_afar,
            self.stage,
            self.fell,
            self.index,
            self.settled,
        )

    def args(self) -> list[object]:
        return [
            self.attacker,
            self.defender,
            self.knocked,
            self.piece,
            self.origin,
            [int(number) for number in self.chain],
            self.fate,
            self.walled,
            self.followed,
            self.stripped,
            self.fallen,
            self.from_afar,
            self.stage,
            self.fell,
            self.index,
            self.settled,
        ]

    def begin(self, game: Game) -> i64:
        """The die for a player with nowhere to go; one that goes down anyway has none (O-PUSH-09, -10, -12)."""
        piece = self.piece
        if self.fate == CANDIDATE_BLOCKED and not (self.knocked and piece == self.defender):
            if i64(game.status[piece]) == STANDING or game.rules.pushing.wall_hurts_the_fallen():
                frame = game.rules.pushing.cornered(game, self.attacker, piece)
                if frame is not None:
                    self.stage = CORNERED
                    return game.call(frame)
        elif self.fate == CANDIDATE_CHASM:
            last = len(self.chain) - 1
            left = self.origin if last == 1 else i64(self.chain[last - 2])
            self.stage = PERISHING
            return game.call(FallIntoChasm(piece, self.sent(), 0, left))
        elif self.fate == CANDIDATE_BELOW:
            self.stage = PERISHING
            note = victim(piece, clauses.FELL_OFF)
            if self.knocked and piece == self.defender:
                note = victim(piece, self.blow(), 0, self.attacker)
            return game.call(game.rules.pushing.falls_on(game, piece, self.sent(), note))
        return self.put_down(game)

    def sent(self) -> i64:
        """The square that the last of those who moved was sent to; -1 if nobody was."""
        link: i64 = 0
        while link < len(self.chain):
            if i64(self.chain[link]) == self.piece:
                return i64(self.chain[link + 1])
            link += 2
        return -1

    def put_down(self, game: Game) -> i64:
        """Everybody who goes down does so together, with the balls the push has set loose."""
        if game.rules.tables.squares_before_balls and self.settled == UNSETTLED:
            self.settled = SETTLING
            if self.sent() >= 0:
                self.stage = ENTERING
                return self.arrive(game)
        last = self.piece
        target: i64 = -1
        other: i64 = -1
        owed = game.conditions[last] & OWES_FALL != 0  # by the square it has come into
        if self.fate == CANDIDATE_CRYPT:
            if i64(game.status[last]) == STANDING:
                other = victim(last, clauses.PUSHED_INTO_CRYPT, 1)
        elif self.fell:
            other = victim(last, clauses.PUSHED_INTO_WALL)
        elif (self.fate == CANDIDATE_LEDGE or owed) and not (self.knocked and last == self.defender):
            if game.square[last] >= 0 and i64(game.status[last]) == STANDING:
                other = victim(last, clauses.FELL_OFF)
        if self.goes_down(game) and (other < 0 or last != self.defender):
            cornered = self.fate == CANDIDATE_BLOCKED and last == self.defender
            helped = cornered and game.rules.tables.walls_help_blows
            spare: i64 = 0
            if cornered and self.walled:
                spare = game.rules.tables.wall_help
            target = victim(self.defender, self.blow(), 0, -1, spare, 0, helped)
        if owed:
            if last == self.defender and target >= 0:
                target = with_owed(game, last, target)
            elif other >= 0:
                other = with_owed(game, last, other)
        loose = self.loose_balls(game)
        square = self.sent()
        if self.stripped and square >= 0:
            loose = drop_balls(game, self.defender, loose)
        opens = square >= 0 and game.is_chest(square)
        if target < 0 and other < 0 and len(loose) == 0 and not opens and self.fallen == 0:
            return self.settle(game)
        victims = vec[i64]()
        if self.fallen != 0:
            victims = self.collided(game, target, other)
        elif target >= 0 and other >= 0 and comes_before(game, last, self.defender):
            victims = append(append(victims, other), target)
        else:
            if target >= 0:
                victims = append(victims, target)
            if other >= 0:
                victims = append(victims, other)
        self.stage = FALLING
        if opens:
            frame = game.rules.chests.pushed_in(game, last, victims, self.attacker, loose)
            if frame is not None:
                return game.call(frame)
        mover: i64 = -1
        if square >= 0 and last == self.defender:
            mover = last
        return game.call(GoDown(victims, self.attacker, loose, AVOIDING, 0, False, mover))

    def blow(self) -> i64:
        """Why the target goes down."""
        return clauses.FLYING_FIST if self.from_afar else clauses.BLOCKED

    def goes_down(self, game: Game) -> bool:
        """Whether the target is still to be knocked down by the block itself. Whoever has come down on somebody has
        been, and where squares work first one of them may have put it down, or out of play."""
        if not self.knocked or game.square[self.defender] < 0:
            return False
        if game.rules.tables.squares_before_balls and i64(game.status[self.defender]) != STANDING:
            return False
        return self.fate != CANDIDATE_BELOW or self.piece != self.defender

    def collided(self, game: Game, target: i64, other: i64) -> vec[i64]:
        """Those who go down in a chain of collisions, in its order; `target` is the note of the one who was blocked,
        `other` that of the last if it goes down anyway."""
        victims = vec[i64]()
        link: i64 = 0
        while link < len(self.chain):
            piece = i64(self.chain[link])
            if link == 0 and target >= 0:
                victims = append(victims, target)
            elif piece == self.piece and other >= 0:
                victims = append(victims, other)
            elif self.fallen >> (link >> 1) & 1 != 0 and i64(game.status[piece]) == STANDING:
                victims = append(victims, victim(piece, clauses.COLLIDED))
            link += 2
        return victims

    def loose_balls(self, game: Game) -> vec[i16]:
        """Balls where the last of the chain was sent: it came to stand on them, or took them into the chasm.

        Nobody held them there, so they are written as GoDown expects such balls (O-PUSH-08, O-ROOM-23).
        """
        square = self.sent()
        if square < 0:
            return NO_BALLS
        ball = game.ball_on(square)
        if ball < 0:
            return NO_BALLS
        loose = vec[i16]()
        while ball < len(game.balls):
            if i64(game.balls[ball]) == square:
                loose = append(loose, i16(-1 - ball))
            ball += 1
        return loose

    def settle(self, game: Game) -> i64:
        """A touchdown of somebody pushed, then what their squares do to them."""
        chain = self.chain
        if self.sent() < 0:  # nobody moved
            return game.done(self.outcome(game))
        if self.settled != UNSETTLED:
            self.index = i64(len(chain))
        link: i64 = 0
        while link < len(chain):
            if chain[link + 1] >= 0 and check_touchdown(game, i64(chain[link])):
                return game.done(self.outcome(game))
            link += 2
        self.stage = ENTERING
        return self.arrive(game)

    def arrive(self, game: Game) -> i64:
        """In chain order, each where it was sent and still is: its square, its portal; the blocker comes last."""
        chain = self.chain
        while self.index < len(chain):
            piece = i64(chain[self.index])
            square = i64(chain[self.index + 1])
            if square >= 0 and i64(game.square[piece]) == square:
                if self.stage == ENTERING:
                    self.stage = TELEPORTING
                    if game.rules.heard[ENTERED_SQUARE]:
                        return game.call(Moment(ENTERED_SQUARE, piece, 0))
                self.stage = ENTERING
                self.index += 2
                effect = token_effect(game, piece, False)
                if effect is not None:
                    return game.call(effect)
            else:
                self.stage = ENTERING
                self.index += 2
        if self.settled == SETTLING:
            self.settled = SETTLED
            return self.put_down(game)
        if self.settled != RESTED and game.rules.heard[CAME_TO_REST]:
            self.settled = RESTED
            self.stage = RESTING
            self.index = 0
            return self.rest(game)
        return self.finish(game)

    def rest(self, game: Game) -> i64:
        """In chain order, each that was moved and is still in the dungeon."""
        while self.index < len(self.chain):
            piece = i64(self.chain[self.index])
            moved = self.chain[self.index + 1] >= 0
            self.index += 2
            if moved and game.square[piece] >= 0 and not (self.fate == CANDIDATE_BELOW and piece == self.piece):
                return game.call(Moment(CAME_TO_REST, piece, 0))
        return self.finish(game)

    def finish(self, game: Game) -> i64:
        """The blocker who has followed up comes last."""
        if self.followed and i64(game.square[self.attacker]) == self.origin:
            self.stage = FOLLOWED
            return game.call(arrival_of_follower(game, self.attacker))
        return game.done(self.outcome(game))

    def outcome(self, game: Game) -> i64:
        result: i64 = 0
        if self.sent() >= 0:
            result |= TARGET_MOVED
        if self.followed:
            result |= BLOCKER_FOLLOWED
        if self.knocked or (self.fate == CANDIDATE_CRYPT and self.piece == self.defender):
            result |= TARGET_FELLED
        sent = i64(self.chain[1])
        found = i64(game.square[self.defender])
        if sent >= 0 and found >= 0 and found != sent:
            result |= TARGET_TELEPORTED
        return result

    def returned(self, game: Game, result: i64) -> i64:
        stage = self.stage
        if stage == RESTING:
            return self.rest(game)
        if stage == CORNERED:
            self.fell = result == PASSED
            return self.put_down(game)
        if stage == PERISHING:
            return self.put_down(game)
        if stage == FALLING:
            return self.settle(game)
        if stage == FOLLOWED:
            return game.done(self.outcome(game))
        if stage == TELEPORTING and result != 0:  # its square has dealt with it
            self.stage = ENTERING
            self.index += 2
        return self.arrive(game)


def must_follow(game: Game, attacker: i64) -> bool:
    """Whether nobody is asked if this blocker follows up: one in a frenzy, or whirling."""
    return game.able(attacker, BLOCKS_AGAIN) or game.can(attacker, WHIRLS)


def arrival_of_follower(game: Game, attacker: i64) -> Frame:
    """What the square that he has followed into does to a blocker."""
    own_move = game.rules.tables.follow_ups_are_moves and not must_follow(game, attacker)
    if game.conditions[attacker] & ROOTED != 0:  # that was a movement
        return Arrive(attacker, False, own_move, pending=victim(attacker, clauses.FELL))
    return Arrive(attacker, True, own_move)

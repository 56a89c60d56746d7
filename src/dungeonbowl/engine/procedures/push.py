"""Pushes: the chain, the follow-up, and what becomes of everybody who was moved or could not be (O-PUSH)."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i16, i64

from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.abilities import (
    BLOCKS_AGAIN,
    FENDS_OFF,
    GRABS,
    GRIPS_BALL,
    PICKS_PUSH_SQUARE,
    STANDS_FIRM,
    STRIPS_BALL,
    UNSTOPPABLE,
    WHIRLS,
)
from dungeonbowl.engine.actions import (
    BLITZ_ACTION,
    BLOCK_ACTION,
    DECLINE,
    FOLLOW_UP,
    PUSH_TO,
    STAY,
    USE,
    action,
    first_of,
)
from dungeonbowl.engine.frames import PASSED, Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import ENTERED_SQUARE
from dungeonbowl.engine.procedures.arrive import Arrive, token_effect
from dungeonbowl.engine.procedures.ball import check_touchdown
from dungeonbowl.engine.procedures.chasm import FallIntoChasm, swallow
from dungeonbowl.engine.procedures.down import AVOIDING, NO_BALLS, GoDown, drop_balls, victim
from dungeonbowl.engine.procedures.moment import Moment
from dungeonbowl.engine.procedures.step import is_barred
from dungeonbowl.engine.statuses import DIVIDED, ROOTED, STANDING

# The classes of candidate squares (O-PUSH-02). The policy `Pushing` sorts squares into them.
CANDIDATE_BLOCKED: Final[i64] = 0  # wall, or what counts as one
CANDIDATE_OPEN: Final[i64] = 1
CANDIDATE_CRYPT: Final[i64] = 2  # may be chosen, but nobody enters it
CANDIDATE_HELD: Final[i64] = 3  # a player is there: a chain-push
CANDIDATE_CHASM: Final[i64] = 4  # may be chosen, and whoever enters it is a casualty
CANDIDATE_TAKEN: Final[i64] = 6  # the blocker, or somebody whom this push has moved already
# What else may end a chain.
STOOD_FIRM: Final[i64] = 5
UNDECIDED: Final[i64] = -1

REFUSING: Final[i64] = 0
SIDE_STEPPING: Final[i64] = 1
CHOOSING: Final[i64] = 2
FOLLOWING: Final[i64] = 3
CORNERED: Final[i64] = 4
PERISHING: Final[i64] = 5
FALLING: Final[i64] = 6
ENTERING: Final[i64] = 7
TELEPORTING: Final[i64] = 8
STRIPPING: Final[i64] = 9
FENDING: Final[i64] = 10
FOLLOWED: Final[i64] = 11

# What a block came to, one bit each: the result of a push, and what is told when the block is over.
TARGET_PUSHED: Final[i64] = 1  # the face applied was a push and no more
TARGET_MOVED: Final[i64] = 2
BLOCKER_FOLLOWED: Final[i64] = 4
TARGET_FELLED: Final[i64] = 8  # knocked down by the block itself, not by a wall
TARGET_TELEPORTED: Final[i64] = 16  # and is not where it was pushed to
LAST_OF_CHAIN: Final[i64] = 8  # for a push that nobody makes: from this bit on, who was pushed last

NO_CHAIN: Final = vec[i16]()


def candidate_square(game: Game, square: i64, direction: i64) -> i64:
    """The square in this direction, even if only its own borders keep a player out; -1 for rock."""
    target = i64(game.steps[square * 8 + direction])
    return target if target >= 0 else i64(game.dungeon.bordering[square * 8 + direction])


@final
class Push(Frame):
    """A player is pushed by another, and with `knocked` goes down where it ends (O-BLOCK-06, O-BLOCK-08).

    `chain` holds two numbers a player: who, and the square it was sent to (-1: it stayed). Only the last of a chain
    can meet anything but a player; `fate` says what. Nobody is moved before the whole chain is known. The result is a
    set of the bits above.

    Without an attacker (-1) nobody pushes, for example when somebody arrives where the target stands: the caller gives
    the direction, and the active coach chooses. The chain is found and moved, a carrier in a scoring zone scores, and
    that is all: no wall hurts, and what the new square does to the last of the chain is left to the caller, who finds
    him in the result from the bit LAST_OF_CHAIN on.
    """

    def __init__(
        self,
        attacker: i64,
        defender: i64,
        knocked: bool,
        stage: i64 = REFUSING,
        piece: i64 = -1,
        direction: i64 = 0,
        origin: i64 = -1,
        chain: vec[i16] = NO_CHAIN,
        fate: i64 = UNDECIDED,
        followed: bool = False,
        fell: bool = False,
        index: i64 = 0,
        stripped: bool = False,
    ) -> None:
        self.attacker = attacker
        self.defender = defender
        self.knocked = knocked
        self.stage = stage
        self.piece = piece  # the one whose square is being chosen, in the end the last of the chain
        self.direction = direction  # from its pusher to it
        self.origin = origin  # the square of the target before the push
        self.chain = chain
        self.fate = fate
        self.followed = followed
        self.fell = fell
        self.index = index
        self.stripped = stripped  # decided; it comes true if the target is moved

    def copy(self) -> Frame:
        return Push(
            self.attacker,
            self.defender,
            self.knocked,
            self.stage,
            self.piece,
            self.direction,
            self.origin,
            self.chain[:],
            self.fate,
            self.followed,
            self.fell,
            self.index,
            self.stripped,
        )

    def args(self) -> list[object]:
        return [
            self.attacker,
            self.defender,
            self.knocked,
            self.stage,
            self.piece,
            self.direction,
            self.origin,
            [int(number) for number in self.chain],
            self.fate,
            self.followed,
            self.fell,
            self.index,
            self.stripped,
        ]

    # --- the chain ------------------------------------------------------------------------------------------------

    def begin(self, game: Game) -> i64:
        self.piece = self.defender
        self.origin = i64(game.square[self.defender])
        if self.attacker < 0:
            return self.push_on(game)
        pusher = i64(game.square[self.attacker])
        self.direction = game.direction(pusher, self.origin)
        if self.direction < 0:
            self.direction = game.dungeon.direction_to(pusher, self.origin)
        if game.rules.tables.strips_before_push and self.may_strip(game):
            self.stage = STRIPPING
            return game.ask(coach_of(game, self.attacker))
        return self.push_on(game)

    def push_on(self, game: Game) -> i64:
        """One more player is pushed: first it may refuse, then it may choose, then the blocker's coach does."""
        piece = self.piece
        if game.conditions[piece] & ROOTED != 0:
            return self.end_chain(game, STOOD_FIRM, -1)
        if game.able(piece, STANDS_FIRM) and not (piece == self.defender and is_unstoppable(game, self.attacker)):
            self.stage = REFUSING
            return game.ask(coach_of(game, piece))
        return self.side_step(game)

    def side_step(self, game: Game) -> i64:
        """The pushed player's own choice, unless the blocker holds on to his target (O-PUSH-19)."""
        piece = self.piece
        if game.able(piece, PICKS_PUSH_SQUARE) and self.has_room(game):
            if piece != self.defender or not self.attacker_can(game, GRABS):
                self.stage = SIDE_STEPPING
                return game.ask(coach_of(game, piece))
        return self.choose(game)

    def choose(self, game: Game) -> i64:
        """The coach of the blocker chooses, where there is a choice (O-PUSH-03 to O-PUSH-06)."""
        self.stage = CHOOSING
        game.offers = 0
        self.candidates(game)
        if game.offers == 0:
            return self.end_chain(game, CANDIDATE_BLOCKED if self.is_walled(game) else STOOD_FIRM, -1)
        if game.offers == 1:
            return self.send(game, first_of(game.offered[0]))
        return game.ask(coach_of(game, self.attacker))

    def candidates(self, game: Game) -> None:
        """Open, crypt and chasm squares are free choices; without any, a player to be pushed in turn."""
        turn: i64 = 7
        blocked = False
        while turn < 10:
            direction = self.direction + turn & 7
            found = self.class_of(game, direction)
            if found == CANDIDATE_BLOCKED:
                blocked = True
            elif found != CANDIDATE_HELD and found != CANDIDATE_TAKEN:
                self.offer(game, direction)
            turn += 1
        if game.offers == 0 and not (blocked and game.rules.pushing.wall_before_chain()):
            turn = 7
            while turn < 10:
                direction = self.direction + turn & 7
                if self.class_of(game, direction) == CANDIDATE_HELD:
                    self.offer(game, direction)
                turn += 1
        if self.piece == self.defender and game.declared == BLOCK_ACTION and self.grabs(game):
            usual = game.offers
            self.free_squares(game)
            if usual == 0 and game.offers > 0:  # he may also let go, and the wall it is
                game.offer(action(DECLINE))

    def is_walled(self, game: Game) -> bool:
        """Whether a wall is among the three squares; a chain that comes back to itself ends without one."""
        turn: i64 = 7
        while turn < 10:
            if self.class_of(game, self.direction + turn & 7) == CANDIDATE_BLOCKED:
                return True
            turn += 1
        return not game.rules.pushing.wall_before_chain()

    def attacker_can(self, game: Game, ability: i64) -> bool:
        return self.attacker >= 0 and game.able(self.attacker, ability)

    def grabs(self, game: Game) -> bool:
        """Whether the blocker holds on to his target; one that chooses its own way can make that impossible."""
        if not self.attacker_can(game, GRABS):
            return False
        return not game.rules.tables.side_step_stops_grab or not game.able(self.piece, PICKS_PUSH_SQUARE)

    def free_squares(self, game: Game) -> None:
        """Every adjacent square a player can stand on, beyond those already offered."""
        direction: i64 = 0
        while direction < 8:
            if self.class_of(game, direction) == CANDIDATE_OPEN:
                if not was_offered(game, self.square(game, direction)):
                    self.offer(game, direction)
            direction += 1

    def offer(self, game: Game, direction: i64) -> None:
        game.offer(action(PUSH_TO, self.square(game, direction)))

    def square(self, game: Game, direction: i64) -> i64:
        return candidate_square(game, i64(game.square[self.piece]), direction)

    def class_of(self, game: Game, direction: i64) -> i64:
        """The class of a square for the player being pushed; a chain never turns back on itself or on the blocker."""
        piece = self.piece
        square = i64(game.square[piece])
        spoiled = piece == self.defender and (self.knocked or self.stripped)
        found = game.rules.pushing.candidate_class(game, piece, square, direction, spoiled)
        if found == CANDIDATE_HELD:
            holder = i64(game.occupant[i64(game.steps[square * 8 + direction])])
            if holder == self.attacker:
                return CANDIDATE_TAKEN
            link: i64 = 0
            while link < len(self.chain):
                if i64(self.chain[link]) == holder:
                    return CANDIDATE_TAKEN
                link += 2
        return found

    def has_room(self, game: Game) -> bool:
        direction: i64 = 0
        while direction < 8:
            if self.class_of(game, direction) == CANDIDATE_OPEN:
                return True
            direction += 1
        return False

    def send(self, game: Game, square: i64) -> i64:
        """The player being pushed goes to this square, and whoever holds it is pushed in turn (O-PUSH-06)."""
        direction: i64 = 0
        while self.square(game, direction) != square:
            direction += 1
        found = self.class_of(game, direction)
        if found != CANDIDATE_HELD:
            return self.end_chain(game, found, -1 if found == CANDIDATE_CRYPT else square)
        self.chain = append(append(self.chain, i16(self.piece)), i16(square))
        self.piece = i64(game.occupant[square])
        self.direction = direction
        return self.push_on(game)

    def end_chain(self, game: Game, fate: i64, square: i64) -> i64:
        """The whole chain is known: everybody moves, or nobody does (O-PUSH-07); then the follow-up (O-PUSH-16)."""
        self.chain = append(append(self.chain, i16(self.piece)), i16(square))
        self.fate = fate
        if square < 0:
            game.tell(events.HELD_GROUND, clauses.PUSH, self.piece)
            return self.meet_wall(game) if self.attacker >= 0 else game.done(0)
        self.move(game)
        if self.attacker < 0:
            check_touchdown(game, self.piece)
            return game.done(TARGET_MOVED | self.piece << LAST_OF_CHAIN)
        return self.strip(game)

    def strip(self, game: Game) -> i64:
        """A carrier that was moved may be made to drop the ball; one that goes down drops it anyway."""
        if not game.rules.tables.strips_before_push and self.may_strip(game):
            self.stage = STRIPPING
            return game.ask(coach_of(game, self.attacker))
        return self.fend(game)

    def may_strip(self, game: Game) -> bool:
        return (
            not self.knocked
            and game.able(self.attacker, STRIPS_BALL)
            and game.ball_of(self.defender) >= 0
            and not game.able(self.defender, GRIPS_BALL)
        )

    def fend(self, game: Game) -> i64:
        """The target may keep the blocker from following up, but not one that nothing stops."""
        if not self.may_follow(game):
            return self.meet_wall(game)
        if game.able(self.defender, FENDS_OFF) and not is_unstoppable(game, self.attacker):
            self.stage = FENDING
            return game.ask(coach_of(game, self.defender))
        return self.choose_to_follow(game)

    def choose_to_follow(self, game: Game) -> i64:
        """The blocker's coach decides (O-PUSH-15), for a frenzied or a whirling one nobody does."""
        if game.able(self.attacker, BLOCKS_AGAIN) or game.can(self.attacker, WHIRLS):
            self.follow(game)
            return self.meet_wall(game)
        self.stage = FOLLOWING
        return game.ask(coach_of(game, self.attacker))

    def move(self, game: Game) -> None:
        """From the last of the chain to the first, each into a square that is free by then."""
        chain = self.chain
        link = i64(len(chain)) - 2
        while link >= 0:
            piece = i64(chain[link])
            square = i64(chain[link + 1])
            clause = clauses.PUSH if link == 0 else clauses.CHAIN_PUSH
            game.tell(events.PUSHED, clause, piece, i64(game.square[piece]), square)
            if self.fate == CANDIDATE_CHASM and piece == self.piece:
                swallow(game, piece, square)  # at once, so that its square is free (O-ROOM-22)
            else:
                game.place(piece, square)
            link -= 2

    def may_follow(self, game: Game) -> bool:
        """Into exactly the square the target left, if the blocker can leave his own (O-PUSH-15)."""
        attacker = self.attacker
        if not game.is_standing(attacker) or game.conditions[attacker] & (ROOTED | DIVIDED) != 0:
            return False
        if game.occupant[self.origin] != -1:
            return False
        return not is_barred(game, attacker, i64(game.square[attacker]), self.origin)

    # --- what the coaches say -------------------------------------------------------------------------------------

    def options(self, game: Game) -> None:
        if self.stage == CHOOSING:
            self.candidates(game)
        elif self.stage == FOLLOWING:
            game.offer(action(FOLLOW_UP))
            game.offer(action(STAY))
        elif self.stage == SIDE_STEPPING:
            self.free_squares(game)
            game.offer(action(DECLINE))
        elif self.stage == STRIPPING:
            game.offer(action(USE, STRIPS_BALL, self.attacker))
            game.offer(action(DECLINE))
        elif self.stage == FENDING:
            game.offer(action(USE, FENDS_OFF, self.defender))
            game.offer(action(DECLINE))
        else:
            game.offer(action(USE, STANDS_FIRM, self.piece))
            game.offer(action(DECLINE))

    def chosen(self, game: Game, action: i64) -> i64:
        kind = action & 0xFF
        if self.stage == FOLLOWING:
            if kind == FOLLOW_UP:
                self.follow(game)
            return self.meet_wall(game)
        if self.stage == STRIPPING:
            if kind == USE:
                self.stripped = True
                game.tell(events.SKILL_USED, clauses.SKILL, self.attacker, STRIPS_BALL)
            return self.push_on(game) if game.rules.tables.strips_before_push else self.fend(game)
        if self.stage == FENDING:
            if kind == USE:
                game.tell(events.SKILL_USED, clauses.SKILL, self.defender, FENDS_OFF)
                return self.meet_wall(game)
            return self.choose_to_follow(game)
        if kind == PUSH_TO:
            if self.stage == SIDE_STEPPING:
                game.tell(events.SKILL_USED, clauses.SKILL, self.piece, PICKS_PUSH_SQUARE)
            return self.send(game, first_of(action))
        if self.stage == SIDE_STEPPING:
            return self.choose(game)
        if self.stage == CHOOSING:
            return self.end_chain(game, CANDIDATE_BLOCKED, -1)
        if kind == USE:
            game.tell(events.SKILL_USED, clauses.SKILL, self.piece, STANDS_FIRM)
            return self.end_chain(game, STOOD_FIRM, -1)
        return self.side_step(game)

    def follow(self, game: Game) -> None:
        """The blocker moves now; what he finds there comes when all others are settled (O-PUSH-17, O-PUSH-18)."""
        self.followed = True
        origin = i64(game.square[self.attacker])
        game.place(self.attacker, self.origin)
        game.tell(events.FOLLOWED_UP, clauses.FOLLOW_UP, self.attacker, origin, self.origin)

    # --- what becomes of them, in the order of O-PUSH-18 ------------------------------------------------------------

    def meet_wall(self, game: Game) -> i64:
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
            return game.call(FallIntoChasm(piece, i64(self.chain[last]), 0, left))
        return self.put_down(game)

    def put_down(self, game: Game) -> i64:
        """Everybody who goes down does so together, with the balls the push has set loose."""
        last = self.piece
        target: i64 = -1
        other: i64 = -1
        if self.fate == CANDIDATE_CRYPT:
            if i64(game.status[last]) == STANDING:
                other = victim(last, clauses.PUSHED_INTO_CRYPT, 1)
        elif self.fell:
            other = victim(last, clauses.PUSHED_INTO_WALL)
        if self.knocked and game.square[self.defender] >= 0 and (other < 0 or last != self.defender):
            walled = self.fate == CANDIDATE_BLOCKED and last == self.defender and game.rules.tables.walls_help_blows
            target = victim(self.defender, clauses.BLOCKED, 0, -1, 0, 0, walled)
        loose = self.loose_balls(game)
        square = i64(self.chain[len(self.chain) - 1])
        if self.stripped and square >= 0:
            loose = drop_balls(game, self.defender, loose)
        opens = square >= 0 and game.is_chest(square)
        if target < 0 and other < 0 and len(loose) == 0 and not opens:
            return self.settle(game)
        victims = vec[i64]()
        if target >= 0 and other >= 0 and comes_before(game, last, self.defender):
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

    def loose_balls(self, game: Game) -> vec[i16]:
        """Balls where the last of the chain was sent: it came to stand on them, or took them into the chasm.

        Nobody held them there, so they are written as GoDown expects such balls (O-PUSH-08, O-ROOM-23).
        """
        square = i64(self.chain[len(self.chain) - 1])
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
        if chain[len(chain) - 1] < 0:  # nobody moved
            return game.done(self.outcome(game))
        link: i64 = 0
        while link < len(chain):
            if check_touchdown(game, i64(chain[link])):
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
            if i64(game.square[piece]) == square:
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
        if self.followed and i64(game.square[self.attacker]) == self.origin:
            self.stage = FOLLOWED
            return game.call(Arrive(self.attacker, True, False))
        return game.done(self.outcome(game))

    def outcome(self, game: Game) -> i64:
        result: i64 = 0
        if self.chain[len(self.chain) - 1] >= 0:
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


def was_offered(game: Game, square: i64) -> bool:
    """Whether this square is already among the offers."""
    choice = action(PUSH_TO, square)
    index: i64 = 0
    while index < game.offers:
        if game.offered[index] == choice:
            return True
        index += 1
    return False


def is_unstoppable(game: Game, attacker: i64) -> bool:
    """Whether this blocker charges in a Blitz and nothing stops it."""
    return (
        attacker >= 0 and game.declared == BLITZ_ACTION and attacker == game.acting and game.able(attacker, UNSTOPPABLE)
    )


def coach_of(game: Game, piece: i64) -> i64:
    """Who decides for a piece; the active coach for one of no side, or for nobody."""
    if piece < 0:
        return game.active
    side = i64(game.side_of[piece])
    return side if side < game.squads.sides else game.active


def comes_before(game: Game, first: i64, second: i64) -> bool:
    """Reading order of their squares: top row first, west to east (O-DICE-10)."""
    dungeon = game.dungeon
    a = i64(game.square[first])
    b = i64(game.square[second])
    if dungeon.row[a] != dungeon.row[b]:
        return dungeon.row[a] < dungeon.row[b]
    return dungeon.column[a] < dungeon.column[b]

"""What happens to all players that a push has moved or could not move, in the order of O-PUSH-18."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i16, i64, mypyc_attr

from dungeonbowl.engine import clauses
from dungeonbowl.engine.abilities import BLOCKS_AGAIN, UNSTOPPABLE, WHIRLS
from dungeonbowl.engine.actions import BLITZ_ACTION
from dungeonbowl.engine.frames import PASSED, Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import CAME_TO_REST, ENTERED_SQUARE
from dungeonbowl.engine.procedures.ball.balls import check_touchdown
from dungeonbowl.engine.procedures.block.squares import (
    CANDIDATE_BELOW,
    CANDIDATE_BLOCKED,
    CANDIDATE_CHASM,
    CANDIDATE_CRYPT,
    CANDIDATE_LEDGE,
    comes_before,
)
from dungeonbowl.engine.procedures.harm.down import AVOIDING, NO_BALLS, GoDown, drop_balls
from dungeonbowl.engine.procedures.harm.victim import Victim, with_owed
from dungeonbowl.engine.procedures.moment import Moment
from dungeonbowl.engine.procedures.move.arrive import Arrive, token_effect
from dungeonbowl.engine.procedures.move.chasm import FallIntoChasm
from dungeonbowl.engine.statuses import OWES_FALL, ROOTED, STANDING

# The results of a push and of a block, one bit each. `block_resolved` tells them.
TARGET_PUSHED: Final[i64] = 1  # the face was only a push
TARGET_MOVED: Final[i64] = 2
BLOCKER_FOLLOWED: Final[i64] = 4
TARGET_FELLED: Final[i64] = 8  # knocked down by the block itself, not by a wall
TARGET_TELEPORTED: Final[i64] = 16  # the target is not in the square that it was pushed to
LAST_OF_CHAIN: Final[i64] = 8  # for a push without an attacker: from this bit on, the last pushed piece

CORNERED: Final[i64] = 0
PERISHING: Final[i64] = 1
FALLING: Final[i64] = 2
TELEPORTING: Final[i64] = 3  # a portal or chest takes effect on one player of the chain; the next player follows
ENTERING: Final[i64] = 4  # the square of that player takes effect
RESTING: Final[i64] = 5
FOLLOWER_ARRIVES: Final[i64] = 6

# Where squares take effect before falls: how far that has come.
UNSETTLED: Final[i64] = 0
SETTLING: Final[i64] = 1
SETTLED: Final[i64] = 2
RESTED: Final[i64] = 3


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class Pushed(Frame):
    """First the wall, then the players that go down, then the effects of the new squares, and last the blocker that has
    followed up.

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
        self.piece = piece  # the last player of the chain
        self.origin = origin  # the square of the target before the push
        self.chain = chain
        self.fate = fate
        self.walled = walled  # there is only wall behind the target
        self.followed = followed
        self.stripped = stripped  # the target loses the ball, if it was moved
        self.fallen = fallen  # a bit for each player of the chain that a collision knocks down
        self.from_afar = from_afar
        self.stage = stage
        self.fell = fell  # it fell at the wall
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

    def begin(self, game: Game) -> i64:
        """A player with nowhere to go rolls, unless it goes down anyway (O-PUSH-09, -10, -12)."""
        piece = self.piece
        if self.fate == CANDIDATE_BLOCKED and not (self.knocked and piece == self.defender):
            if i64(game.status[piece]) == STANDING or game.rules.policies.pushing.wall_hurts_the_fallen():
                frame = game.rules.policies.pushing.cornered(game, self.attacker, piece)
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
            fallen = Victim(piece, clauses.FELL_OFF)
            if self.knocked and piece == self.defender:
                fallen = Victim(piece, self.blow(), 0, self.attacker)
            return game.call(game.rules.policies.pushing.falls_on(game, piece, self.sent(), fallen))
        return self.put_down(game)

    def blames(self, piece: i64) -> i64:
        if piece == self.piece or piece == self.defender:
            return self.attacker
        link: i64 = 0
        while link < len(self.chain):
            if i64(self.chain[link]) == piece:
                return self.attacker
            link += 2
        return -1

    def sent(self) -> i64:
        """The square that the last moved player was sent to; -1 if no player moved."""
        link: i64 = 0
        while link < len(self.chain):
            if i64(self.chain[link]) == self.piece:
                return i64(self.chain[link + 1])
            link += 2
        return -1

    def put_down(self, game: Game) -> i64:
        """All players that go down do so together, with the balls that the push has set loose."""
        if self.settled == UNSETTLED and game.rules.policies.arrivals.squares_first():
            self.settled = SETTLING
            if self.sent() >= 0:
                self.stage = TELEPORTING
                return self.arrive(game)
        last = self.piece
        target: Victim | None = None
        other: Victim | None = None
        owed = game.conditions[last] & OWES_FALL != 0  # because of the square that it has come into
        if self.fate == CANDIDATE_CRYPT:
            if i64(game.status[last]) == STANDING:
                other = Victim(last, clauses.PUSHED_INTO_CRYPT, 1)
        elif self.fell:
            other = Victim(last, clauses.PUSHED_INTO_WALL)
        elif (self.fate == CANDIDATE_LEDGE or owed) and not (self.knocked and last == self.defender):
            if game.square[last] >= 0 and i64(game.status[last]) == STANDING:
                other = Victim(last, clauses.FELL_OFF)
        if self.goes_down(game) and (other is None or last != self.defender):
            cornered = self.fate == CANDIDATE_BLOCKED and last == self.defender
            helped = cornered and game.rules.policies.pushing.walls_help_blows()
            spare: i64 = 0
            if cornered and self.walled:
                spare = game.rules.tables.blows.wall_help
            target = Victim(self.defender, self.blow(), 0, -1, spare, 0, helped)
        if owed:
            if last == self.defender and target is not None:
                target = with_owed(game, target)
            elif other is not None:
                other = with_owed(game, other)
        loose = self.loose_balls(game)
        square = self.sent()
        if self.stripped and square >= 0:
            loose = drop_balls(game, self.defender, loose)
        opens = square >= 0 and game.is_chest(square)
        if target is None and other is None and len(loose) == 0 and not opens and self.fallen == 0:
            return self.settle(game)
        victims: list[Victim] = []
        if self.fallen != 0:
            victims = self.collided(game, target, other)
        elif target is not None and other is not None and comes_before(game, last, self.defender):
            victims = [other, target]
        else:
            if target is not None:
                victims.append(target)
            if other is not None:
                victims.append(other)
        self.stage = FALLING
        if opens:
            frame = game.rules.policies.chests.pushed_in(game, last, victims, self.attacker, loose)
            if frame is not None:
                return game.call(frame)
        mover: i64 = -1
        if square >= 0 and last == self.defender:
            mover = last
        return game.call(GoDown(victims, self.attacker, loose, AVOIDING, 0, False, mover))

    def blow(self) -> i64:
        """The cause of the target's fall."""
        return clauses.FLYING_FIST if self.from_afar else clauses.BLOCKED

    def goes_down(self, game: Game) -> bool:
        """Whether the block itself must still knock the target down. A target that fell on another player has gone down
        already. Where squares take effect first, a square may have put the target down or out of play."""
        if not self.knocked or game.square[self.defender] < 0:
            return False
        if i64(game.status[self.defender]) != STANDING and game.rules.policies.arrivals.squares_first():
            return False
        return self.fate != CANDIDATE_BELOW or self.piece != self.defender

    def collided(self, game: Game, target: Victim | None, other: Victim | None) -> list[Victim]:
        """The players that go down in a chain of collisions, in the order of the chain. `target` is the player that was
        blocked. `other` is the last player of the chain, if it goes down anyway."""
        victims: list[Victim] = []
        link: i64 = 0
        while link < len(self.chain):
            piece = i64(self.chain[link])
            if link == 0 and target is not None:
                victims.append(target)
            elif piece == self.piece and other is not None:
                victims.append(other)
            elif self.fallen >> (link >> 1) & 1 != 0 and i64(game.status[piece]) == STANDING:
                victims.append(Victim(piece, clauses.COLLIDED))
            link += 2
        return victims

    def loose_balls(self, game: Game) -> vec[i16]:
        """Balls in the square that the last player of the chain was sent to: it stands on them now, or took them into
        the chasm.

        No player held them there. So they are written as `GoDown` expects such balls (O-PUSH-08, O-ROOM-23).
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
        """A touchdown of a pushed player; then the effects of the squares."""
        chain = self.chain
        if self.sent() < 0:  # no player moved
            return game.done(self.outcome(game))
        if self.settled != UNSETTLED:
            self.index = i64(len(chain))
        link: i64 = 0
        while link < len(chain):
            if chain[link + 1] >= 0 and check_touchdown(game, i64(chain[link])):
                return game.done(self.outcome(game))
            link += 2
        self.stage = TELEPORTING
        return self.arrive(game)

    def arrive(self, game: Game) -> i64:
        """In chain order, for each player that still is where it was sent: the square, then its portal or chest.
        Afterwards the blocker."""
        chain = self.chain
        while self.index < len(chain):
            piece = i64(chain[self.index])
            square = i64(chain[self.index + 1])
            if square >= 0 and i64(game.square[piece]) == square:
                if self.stage == TELEPORTING:
                    self.stage = ENTERING
                    if game.rules.heard[ENTERED_SQUARE]:
                        return game.call(Moment(ENTERED_SQUARE, piece, 0))
                self.stage = TELEPORTING
                self.index += 2
                effect = token_effect(game, piece, False)
                if effect is not None:
                    return game.call(effect)
            else:
                self.stage = TELEPORTING
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
        """`came_to_rest` for each player that was moved and is still in the dungeon, in chain order."""
        while self.index < len(self.chain):
            piece = i64(self.chain[self.index])
            moved = self.chain[self.index + 1] >= 0
            self.index += 2
            if moved and game.square[piece] >= 0 and not (self.fate == CANDIDATE_BELOW and piece == self.piece):
                return game.call(Moment(CAME_TO_REST, piece))
        return self.finish(game)

    def finish(self, game: Game) -> i64:
        """The blocker that has followed up comes last."""
        if self.followed and i64(game.square[self.attacker]) == self.origin:
            self.stage = FOLLOWER_ARRIVES
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
        if stage == FOLLOWER_ARRIVES:
            return game.done(self.outcome(game))
        if stage == ENTERING and result != 0:  # the square has dealt with the player
            self.stage = TELEPORTING
            self.index += 2
        return self.arrive(game)


def must_follow(game: Game, attacker: i64) -> bool:
    """Whether this blocker follows up without being asked: a player with Frenzy, or with a ball and chain."""
    return game.able(attacker, BLOCKS_AGAIN) or game.can(attacker, WHIRLS)


def arrival_of_follower(game: Game, attacker: i64) -> Frame:
    """The arrival of a blocker in the square that it has followed into."""
    own_move = game.rules.policies.arrivals.follow_up_is_move() and not must_follow(game, attacker)
    if game.conditions[attacker] & ROOTED != 0:  # the follow-up counts as movement
        return Arrive(attacker, False, own_move, pending=Victim(attacker, clauses.FELL))
    return Arrive(attacker, True, own_move)


def is_unstoppable(game: Game, attacker: i64) -> bool:
    """Whether this blocker makes a Blitz and has Juggernaut."""
    return (
        attacker >= 0 and game.declared == BLITZ_ACTION and attacker == game.acting and game.able(attacker, UNSTOPPABLE)
    )


def coach_of(game: Game, piece: i64) -> i64:
    """The side that decides for a piece; the active side for no piece (-1)."""
    if piece < 0:
        return game.active
    side = i64(game.side_of[piece])
    return side if side < game.squads.sides else game.rules.policies.neutral.coach(game, piece)

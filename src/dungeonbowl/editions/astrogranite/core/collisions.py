"""A piece comes down on another piece: their weights decide (A-COLL)."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from dungeonbowl.editions.astrogranite.core.rebounds import UNTIL_FREE, Strewn
from dungeonbowl.engine import clauses
from dungeonbowl.engine.abilities import (
    EATS_TEAM_MATES,
    FORGETS,
    FRAGILE,
    NEEDS_PROMPTING,
    RAGES,
    TAKES_ROOT,
    TINY,
)
from dungeonbowl.engine.dice import D6, die
from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import CAME_TO_REST
from dungeonbowl.engine.procedures.ball.balls import check_touchdown
from dungeonbowl.engine.procedures.ball.bounce import Bounce
from dungeonbowl.engine.procedures.ball.team_mate import AT_REST
from dungeonbowl.engine.procedures.harm.down import GoDown, blame_roll
from dungeonbowl.engine.procedures.harm.victim import Victim, with_owed
from dungeonbowl.engine.procedures.moment import Moment
from dungeonbowl.engine.procedures.move.arrive import Arrive
from dungeonbowl.engine.statuses import SUNKEN

# Weight categories (A-COLL-03).
TITCHY: Final[i64] = 0
STUNTY: Final[i64] = 1
NORMAL: Final[i64] = 2
BIG_GUY: Final[i64] = 3
HUGE: Final[i64] = 4

BIG_STRENGTH: Final[i64] = 5
BURDENS: Final = vec[i64]([int(FORGETS), int(NEEDS_PROMPTING), int(RAGES), int(TAKES_ROOT), int(EATS_TEAM_MATES)])

NEVER: Final[i64] = 7  # more than a die shows

STRIKING: Final[i64] = 0
STRAYING: Final[i64] = 1
ENTERING: Final[i64] = 2
FALLING: Final[i64] = 3
DISTURBING: Final[i64] = 4  # a ball lies where a player has stayed on its feet
RESTING: Final[i64] = 5


def weight(game: Game, piece: i64) -> i64:
    """The weight category of a piece."""
    if i64(game.squads.size[piece]) > 1:
        return HUGE
    if game.can(piece, TINY):
        return TITCHY
    if game.can(piece, FRAGILE):
        return STUNTY
    if i64(game.squads.strength[piece]) >= BIG_STRENGTH:
        for burden in BURDENS:
            if game.can(piece, burden):
                return BIG_GUY
    return NORMAL


def raised(category: i64) -> i64:
    """The weight category with which a thrown piece strikes: one heavier (A-COLL-05)."""
    return category + 1 if category < HUGE else HUGE


def needed_to_fell(lander: i64, other: i64) -> i64:
    """The face from which on the lower piece goes down: 1 for always, or NEVER (A-COLL-04)."""
    if other < lander:
        return 1
    if other == lander:
        return 2
    return i64(4) if other == lander + 1 else NEVER


def can_be_struck(game: Game, piece: i64) -> bool:
    """Whether a piece on which something comes down may be knocked down: it is standing, or in a pit in any state
    (A-DEF-13, A-TRAP-09)."""
    return game.is_standing(piece) or game.conditions[piece] & SUNKEN != 0


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class Collide(Frame):
    """A player comes down in a square that holds a piece or a thing (A-COLL-01, A-COLL-10).

    It is off the board until it has found a free square. `fallen` is its own fall, `category` its weight. The piece
    that it comes down on may be knocked down too. Then the square where the player ends takes effect, and the armour of
    both is rolled, the player's first. A piece that lies there already is not hurt (A-DEF-13).
    """

    def __init__(
        self,
        piece: i64,
        square: i64,
        fallen: Victim,
        category: i64,
        struck: i64 = -1,
        stage: i64 = STRIKING,
    ) -> None:
        self.piece = piece
        self.square = square
        self.fallen = fallen
        self.category = category
        self.struck = struck
        self.stage = stage

    def copy(self) -> Frame:
        return Collide(self.piece, self.square, self.fallen, self.category, self.struck, self.stage)

    def begin(self, game: Game) -> i64:
        other = i64(game.occupant[self.square])
        if other < 0 or not can_be_struck(game, other):
            return self.stray(game)
        needed = needed_to_fell(self.category, weight(game, other))
        if needed == NEVER:
            return self.stray(game)
        self.struck = other
        if needed == 1:
            return self.stray(game)
        return game.roll(1, D6, clauses.COLLISION, -1)

    def rolled(self, game: Game, dice: i64) -> i64:
        if die(dice, 0) < needed_to_fell(self.category, weight(game, self.struck)):
            self.struck = -1
        return self.stray(game)

    def stray(self, game: Game) -> i64:
        self.stage = STRAYING
        return game.call(Strewn(self.piece, self.square, UNTIL_FREE))

    def returned(self, game: Game, result: i64) -> i64:
        if self.stage == RESTING:
            return game.done(AT_REST)
        if self.stage == FALLING:
            return self.stay_up(game)
        if self.stage == DISTURBING:
            return self.rest(game)
        if self.stage == STRAYING:
            self.stage = ENTERING
            game.place(self.piece, result)
            return game.call(Arrive(self.piece, False, False, caller_ends=True))
        victims: list[Victim] = []
        if game.square[self.piece] < 0:
            blame_roll(game, self.fallen)
        elif game.is_standing(self.piece):
            victims.append(with_owed(game, self.fallen))
        if self.struck >= 0:
            victims.append(Victim(self.struck, clauses.LANDED_ON))
        self.stage = FALLING
        return game.call(GoDown(victims, -1))

    def stay_up(self, game: Game) -> i64:
        """A piece that has not gone down may have scored; a ball that lies there bounces (A-BASE-10)."""
        piece = self.piece
        if game.square[piece] < 0 or not game.is_standing(piece) or check_touchdown(game, piece):
            return self.rest(game)
        ball = game.ball_on(i64(game.square[piece]))
        if ball < 0:
            return self.rest(game)
        self.stage = DISTURBING
        return game.call(Bounce(ball))

    def rest(self, game: Game) -> i64:
        if game.rules.heard[CAME_TO_REST] and game.square[self.piece] >= 0:
            self.stage = RESTING
            return game.call(Moment(CAME_TO_REST, self.piece))
        return game.done(AT_REST)

"""Ball & Chain: a die decides where the player goes, and it hits every player in its way."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr, u8

from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.abilities import WHIRLS
from dungeonbowl.engine.actions import (
    BLOCK_ACTION,
    DECLARE,
    END_ACTIVATION,
    MOVE_ACTION,
    STAND_UP,
    SWING,
    WHIRL_ACTION,
    action,
    first_of,
    kind_of,
)
from dungeonbowl.engine.dice import D6, die
from dungeonbowl.engine.frames import FAILED, PASSED, Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import STEPPED_AWAY, Module
from dungeonbowl.engine.places import BARRED, FREE
from dungeonbowl.engine.procedures.block.block import Block
from dungeonbowl.engine.procedures.block.push import Push
from dungeonbowl.engine.procedures.block.pushed import TARGET_MOVED
from dungeonbowl.engine.procedures.harm.armour import ArmourRoll
from dungeonbowl.engine.procedures.harm.down import fall
from dungeonbowl.engine.procedures.moment import Moment
from dungeonbowl.engine.procedures.move.arrive import Arrive
from dungeonbowl.engine.procedures.move.step import pay, rush_test
from dungeonbowl.engine.procedures.stat_test import StatTest
from dungeonbowl.engine.progress import FINISHED, MOVED
from dungeonbowl.engine.setup import Squads
from dungeonbowl.engine.statuses import PRONE, STANDING

CHOOSING: Final[i64] = 0
RUSHING: Final[i64] = 1  # before a hit: a player or a wall is in the square ahead
RUSHING_IN: Final[i64] = 2  # in the square it has entered
FOLLOWING: Final[i64] = 3
ARRIVING: Final[i64] = 4
STRIKING: Final[i64] = 5
TRAMPLING: Final[i64] = 6
AGAINST_WALL: Final[i64] = 7
STANDING_UP: Final[i64] = 8
FALLING: Final[i64] = 9
HURTING: Final[i64] = 10  # the player that it has trampled on


@final
class BallAndChain(Module):
    """The player may only whirl. So this module speaks last and takes back all other offers.

    The procedures know two more things about such a player: it must follow up, and it is injured at once when it goes
    down.
    """

    def name(self) -> str:
        return "ball and chain"

    def is_idle(self, dungeon: Dungeon, squads: Squads) -> bool:
        return not squads.anybody_can(WHIRLS)

    def offers_actions(self, game: Game, piece: i64) -> None:
        if game.can(piece, WHIRLS):
            game.offers = 0
            game.offer(action(DECLARE, WHIRL_ACTION))

    def acts(self, game: Game, piece: i64, action: i64) -> Frame | None:
        return Whirl(piece) if kind_of(action) == DECLARE and first_of(action) == WHIRL_ACTION else None


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class Whirl(Frame):
    """A Move action square by square. The coach chooses which way the player faces; a die says whether it goes straight
    on or turns to the left or right. It does not dodge. It may stop before a Rush.

    A standing player in the square is blocked, friend or foe. A player that lies there is pushed out of the square and
    hurt. A wall hurts the player itself.
    """

    def __init__(
        self, piece: i64, stage: i64 = CHOOSING, facing: i64 = 0, square: i64 = -1, origin: i64 = -1, victim: i64 = -1
    ) -> None:
        self.piece = piece
        self.stage = stage
        self.facing = facing
        self.square = square  # where it is going, -1 for a wall
        self.origin = origin
        self.victim = victim

    def copy(self) -> Frame:
        return Whirl(self.piece, self.stage, self.facing, self.square, self.origin, self.victim)

    def begin(self, game: Game) -> i64:
        game.declared = MOVE_ACTION
        return self.go_on(game)

    def go_on(self, game: Game) -> i64:
        piece = self.piece
        if game.turnover != 0 or game.progress & FINISHED != 0 or game.square[piece] < 0:
            return game.done(0)
        if game.moves_left + game.rushes_left <= 0 and game.is_standing(piece):
            return game.done(0)
        self.stage = CHOOSING
        return game.ask(i64(game.side_of[piece]))

    def options(self, game: Game) -> None:
        if i64(game.status[self.piece]) == PRONE:
            game.offer(action(STAND_UP))
            game.offer(action(END_ACTIVATION))
            return
        facing: i64 = 0
        while facing < 8:
            game.offer(action(SWING, facing))
            facing += 2
        if game.moves_left <= 0:
            game.offer(action(END_ACTIVATION))

    def chosen(self, game: Game, action: i64) -> i64:
        kind = kind_of(action)
        if kind == END_ACTIVATION:
            return game.done(0)
        if kind == STAND_UP:
            return self.stand_up(game)
        self.facing = first_of(action)
        return game.roll(1, D6, clauses.WHIRL, i64(game.side_of[self.piece]))

    def stand_up(self, game: Game) -> i64:
        tables = game.rules.tables
        if game.allowance >= tables.movement.stand_up_cost:
            game.moves_left -= tables.movement.stand_up_cost
            return self.stood_up(game)
        game.moves_left = 0
        self.stage = STANDING_UP
        side = i64(game.side_of[self.piece])
        return game.call(StatTest(self.piece, clauses.STAND_UP, tables.movement.stand_up_needed, 0, side))

    def stood_up(self, game: Game) -> i64:
        game.status[self.piece] = u8(STANDING)
        game.tell(events.STOOD_UP, clauses.STAND_UP, self.piece)
        return self.go_on(game)

    # --- one square -----------------------------------------------------------------------------------------------

    def rolled(self, game: Game, dice: i64) -> i64:
        piece = self.piece
        turn = (die(dice, 0) - 1) // 2 + 7  # 1-2 to the left, 3-4 straight on, 5-6 to the right
        self.origin = i64(game.square[piece])
        self.square = way(game, piece, self.facing + turn & 7)
        game.progress |= MOVED
        rushes = pay(game, 1)
        if self.square >= 0 and i64(game.occupant[self.square]) == FREE:
            return self.move(game, rushes > 0)
        if rushes > 0:
            self.stage = RUSHING
            return game.call(rush_test(game, piece))
        return self.hit(game)

    def move(self, game: Game, rushes: bool) -> i64:
        game.place(self.piece, self.square)
        game.tell(events.MOVED, clauses.WHIRL, self.piece, self.origin, self.square)
        if rushes:
            self.stage = RUSHING_IN
            return game.call(rush_test(game, self.piece))
        return self.leave(game)

    def leave(self, game: Game) -> i64:
        """There is no Dodge, but an opponent that marked the player may follow it."""
        self.stage = FOLLOWING
        if game.rules.heard[STEPPED_AWAY] and game.marks_on(i64(game.side_of[self.piece]), self.origin) > 0:
            return game.call(Moment(STEPPED_AWAY, self.piece, self.origin))
        return self.arrive(game)

    def arrive(self, game: Game) -> i64:
        self.stage = ARRIVING
        return game.call(Arrive(self.piece, True, True))

    def hit(self, game: Game) -> i64:
        """The square cannot simply be entered: a player or a wall is there."""
        piece = self.piece
        if self.square < 0:
            self.stage = AGAINST_WALL
            frame = game.rules.policies.pushing.cornered(game, piece, piece)
            return game.call(frame) if frame is not None else self.go_on(game)
        self.victim = i64(game.occupant[self.square])
        if game.is_standing(self.victim):
            self.stage = STRIKING
            game.declared = BLOCK_ACTION  # while the block lasts
            return game.call(Block(piece, self.victim))
        self.stage = TRAMPLING
        return game.call(Push(piece, self.victim, False))

    def tumble(self, game: Game, entered: bool) -> i64:
        self.stage = FALLING
        return game.call(fall(self.piece, clauses.FELL, 0, -1, entered))

    def returned(self, game: Game, result: i64) -> i64:
        stage = self.stage
        if stage == RUSHING:
            return self.tumble(game, False) if result == FAILED else self.hit(game)
        if stage == RUSHING_IN:
            return self.tumble(game, True) if result == FAILED else self.leave(game)
        if stage == FOLLOWING:
            return self.arrive(game)
        if stage == STRIKING:
            game.declared = MOVE_ACTION
        elif stage == TRAMPLING:
            # the wall has hurt it already
            if result & TARGET_MOVED != 0 and game.square[self.victim] >= 0 and game.is_down(self.victim):
                self.stage = HURTING
                return game.call(ArmourRoll(self.victim, clauses.TRAMPLED, self.piece, 0))
        elif stage == AGAINST_WALL:
            if result == PASSED:
                self.stage = FALLING
                return game.call(fall(self.piece, clauses.PUSHED_INTO_WALL))
        elif stage == STANDING_UP:
            return game.done(0) if result == FAILED else self.stood_up(game)
        return self.go_on(game)


def way(game: Game, piece: i64, direction: i64) -> i64:
    """The square in this direction, or -1 if a wall or anything else keeps the player out."""
    origin = i64(game.square[piece])
    square = i64(game.steps[origin * 8 + direction])
    if square < 0 or i64(game.occupant[square]) == BARRED:
        return -1
    for module in game.rules.step_bars:
        if module.bars_step(game, piece, origin, square):
            return -1
    return square

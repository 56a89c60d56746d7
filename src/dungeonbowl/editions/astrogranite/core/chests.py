"""Chests: a player opens one from beside it for a square of movement; one holds the ball, the others explode
(A-CHEST)."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.actions import OPEN_CHEST
from dungeonbowl.engine.dice import die
from dungeonbowl.engine.frames import FAILED, Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import BALL_FOUND, CHEST_EXPLODING, CHEST_OPENING, Module
from dungeonbowl.engine.places import HIDDEN
from dungeonbowl.engine.policies import Chests
from dungeonbowl.engine.procedures.ball.bounce import TeleportBall
from dungeonbowl.engine.procedures.harm.down import fall
from dungeonbowl.engine.procedures.harm.explosion import blast
from dungeonbowl.engine.procedures.moment import Moment
from dungeonbowl.engine.procedures.move.step import pay, rush_test
from dungeonbowl.engine.sides import UNSEEN

OPENING_COST: Final[i64] = 1
UNKNOWN: Final[i64] = -1  # the place of a ball, in a game whose coach has not seen it

PAYING: Final[i64] = 0
LISTENING: Final[i64] = 1
SHOWING: Final[i64] = 2
BURSTING: Final[i64] = 3
LOSING: Final[i64] = 4


@final
class AdjacentChests(Chests):
    """Any standing player beside a chest may open it during its movement, and go on (A-CHEST-01, -02)."""

    def __init__(self, loads: Loads | None = None) -> None:
        """`loads` knows the contents, if they are decided before the game."""
        self.loads = loads

    def offers(self, game: Game, piece: i64) -> None:
        if game.moves_left + game.rushes_left < OPENING_COST:
            return
        base = i64(game.square[piece]) * 8
        direction: i64 = 0
        while direction < 8:
            square = i64(game.steps[base + direction])
            if square >= 0 and game.is_chest(square):
                game.offer(OPEN_CHEST | square << 8)
            direction += 1

    def frame(self, game: Game, piece: i64, square: i64) -> Frame:
        return PayForChest(piece, square, i64(-1) if self.loads is None else self.loads.slot)

    def objection(self, game: Game, piece: i64, square: i64) -> str:
        if game.declared == 0:
            return "a chest is opened in the course of an action that includes movement: declare one first"
        if not game.is_standing(piece):
            return "the player is not standing"
        if not game.are_adjacent(i64(game.square[piece]), square):
            return "the chest is not in an adjacent square"
        if game.moves_left + game.rushes_left < OPENING_COST:
            return "no movement and no Rush is left to open it with"
        return ""

    def ends_activation(self) -> bool:
        return False


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class PayForChest(Frame):
    """Opening costs a square of movement. If a Rush for it fails, the opener falls in its square and the chest stays
    closed (A-BASE-06)."""

    def __init__(self, piece: i64, square: i64, loads: i64) -> None:
        self.piece = piece
        self.square = square
        self.loads = loads

    def copy(self) -> Frame:
        return PayForChest(self.piece, self.square, self.loads)

    def begin(self, game: Game) -> i64:
        if pay(game, OPENING_COST) > 0:
            return game.call(rush_test(game, self.piece))
        return game.become(LookIntoChest(self.piece, self.square, self.loads))

    def returned(self, game: Game, result: i64) -> i64:
        if result == FAILED:
            return game.become(fall(self.piece))
        return game.become(LookIntoChest(self.piece, self.square, self.loads))


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class LookIntoChest(Frame):
    """A chest opens: so many of the closed chests hold a ball (A-SETUP-04); the others explode (A-CHEST-03,
    A-CHEST-04).

    `piece` is the opener, or -1 for a chest that opens by itself. `loads` is the place in `game.memo` that tells which
    chests hold a ball, or -1 if a die decides. A `lost` chest does not explode, and its ball teleports (A-MOVE-09).
    """

    def __init__(self, piece: i64, square: i64, loads: i64, stage: i64 = PAYING, lost: bool = False) -> None:
        self.piece = piece
        self.square = square
        self.loads = loads
        self.stage = stage
        self.lost = lost

    def copy(self) -> Frame:
        return LookIntoChest(self.piece, self.square, self.loads, self.stage, self.lost)

    def begin(self, game: Game) -> i64:
        if self.piece >= 0 and game.rules.heard[CHEST_OPENING]:
            self.stage = LISTENING
            return game.call(Moment(CHEST_OPENING, self.piece, self.square))
        return self.look(game)

    def returned(self, game: Game, result: i64) -> i64:
        if self.stage == SHOWING:
            return game.done(0)
        if self.stage == LOSING:
            return game.become(TeleportBall(game.ball_on(self.square), clauses.BOUNCE))
        if result != 0:
            return game.done(0)
        return self.look(game) if self.stage == LISTENING else self.burst(game)

    def look(self, game: Game) -> i64:
        if self.loads >= 0 and not is_unknown(game, self.loads):
            game.reveal()
            return self.find(game) if is_loaded(game, self.loads, self.square) else self.explode(game)
        if game.balls_hidden == 0:
            return self.explode(game)
        if game.balls_hidden >= game.chests_closed:
            return self.find(game)
        side = i64(game.side_of[self.piece]) if self.piece >= 0 else i64(-1)
        return game.roll(1, game.chests_closed, clauses.CHEST_CONTENTS, side)

    def rolled(self, game: Game, dice: i64) -> i64:
        return self.find(game) if die(dice, 0) <= game.balls_hidden else self.explode(game)

    def find(self, game: Game) -> i64:
        """The chest is removed, and the ball lies still in its square."""
        game.tell(events.CHEST_OPENED, clauses.CHEST_BALL, self.piece, self.square, 1)
        game.remove_chest(self.square)
        if self.loads >= 0:
            unload(game, self.loads, self.square)
        game.balls_hidden -= 1
        ball: i64 = 0
        while i64(game.balls[ball]) != HIDDEN:
            ball += 1
        if self.lost:
            game.put_ball(ball, self.square)
            if game.rules.heard[BALL_FOUND]:
                self.stage = LOSING
                return game.call(Moment(BALL_FOUND, ball, self.square))
            return game.become(TeleportBall(ball, clauses.BOUNCE))
        game.rest(ball, self.square, clauses.CHEST_BALL)
        if self.piece >= 0 and game.rules.tables.experience.chest > 0:
            game.award(self.piece, game.rules.tables.experience.chest, clauses.CHEST_BALL)
        if game.rules.heard[BALL_FOUND]:
            self.stage = SHOWING
            return game.call(Moment(BALL_FOUND, ball, self.square))
        return game.done(0)

    def explode(self, game: Game) -> i64:
        if game.rules.heard[CHEST_EXPLODING]:
            self.stage = BURSTING
            return game.call(Moment(CHEST_EXPLODING, self.piece, self.square))
        return self.burst(game)

    def burst(self, game: Game) -> i64:
        game.tell(events.CHEST_OPENED, clauses.CHEST_TRAP, self.piece, self.square, 0)
        game.remove_chest(self.square)  # no armour roll depends on the chest, and balls find floor there
        return game.done(0) if self.lost else game.become(blast(game, self.square))


# --- contents settled before the game --------------------------------------------------------------------------------


@final
class Loads(Module):
    """Which chests hold a ball: drawn before the first team turn, and secret (A-SETUP-04, mode hidden).

    One number for each ball: the square of its chest + 1, or 0 if it has been found. In a game as one side knows it the
    number is UNKNOWN: there a die decides at the opening whether the chest holds a ball, with the same odds."""

    def __init__(self, balls: int) -> None:
        self.balls = balls
        self.slot: i64 = 0

    def name(self) -> str:
        return "loads"

    def memory(self) -> int:
        return self.balls

    def fixed_slot(self, slot: int) -> None:
        self.slot = i64(slot)

    def game_started(self, game: Game) -> Frame | None:
        return DrawLoads(self.slot)

    def conceal(self, game: Game, side: i64) -> None:
        index = self.slot
        while index < self.slot + i64(self.balls):
            if game.memo[index] != 0:
                game.memo[index] = UNKNOWN
            index += 1

    def read_state(self, game: Game, letters: dict[str, int], table: dict[str, list[list[int]]]) -> None:
        """A scene states where the balls are: `loaded = [[3, 1]]`."""
        for index, (x, y) in enumerate(table["loaded"]):
            game.memo[self.slot + index] = game.dungeon.node_at(i64(x), i64(y)) + 1

    def show_state(self, game: Game, letters: dict[str, int]) -> dict[str, list[list[int]]]:
        return {}


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class DrawLoads(Frame):
    """A die for every ball, among the chests without a ball, in reading order (A-DEF-10)."""

    def __init__(self, slot: i64, ball: i64 = 0) -> None:
        self.slot = slot
        self.ball = ball

    def copy(self) -> Frame:
        return DrawLoads(self.slot, self.ball)

    def begin(self, game: Game) -> i64:
        if self.ball >= game.balls_hidden or self.ball >= game.chests_closed:
            return game.done(0)
        if game.chests_closed - self.ball == 1:
            return self.load(game, 1)
        return game.roll(1, game.chests_closed - self.ball, clauses.CHEST_DRAW, UNSEEN)

    def rolled(self, game: Game, dice: i64) -> i64:
        return self.load(game, die(dice, 0))

    def load(self, game: Game, place: i64) -> i64:
        square: i64 = 0
        while square < game.dungeon.count:
            if game.is_chest(square) and not is_loaded(game, self.slot, square):
                place -= 1
                if place == 0:
                    break
            square += 1
        game.memo[self.slot + self.ball] = square + 1
        self.ball += 1
        return self.begin(game)


def is_loaded(game: Game, slot: i64, square: i64) -> bool:
    return load_in(game, slot, square) >= 0


def load_in(game: Game, slot: i64, square: i64) -> i64:
    """The place in `game.memo` that says that this square's chest holds a ball; -1 if there is none."""
    ball: i64 = 0
    while ball < game.rules.tables.balls.count:
        if game.memo[slot + ball] == square + 1:
            return slot + ball
        ball += 1
    return -1


def is_unknown(game: Game, slot: i64) -> bool:
    """Whether this is a game as one side knows it, in which the places of the balls are open."""
    return load_in(game, slot, UNKNOWN - 1) >= 0


def unload(game: Game, slot: i64, square: i64) -> None:
    """The ball in this square's chest is found; any one of the balls if their places are open."""
    place = load_in(game, slot, square)
    game.memo[place if place >= 0 else load_in(game, slot, UNKNOWN - 1)] = 0

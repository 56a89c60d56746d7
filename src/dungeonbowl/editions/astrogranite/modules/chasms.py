"""The module `chasms`: squares without a bottom (A-CHASM), and balls that fall into them (A-BALL-08)."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.dungeon.terrain import CHASM
from dungeonbowl.editions.astrogranite.composition.composition import Composition
from dungeonbowl.editions.astrogranite.core.ground import has_terrain
from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.casualties import DEAD_ROW, result_of
from dungeonbowl.engine.dice import D6, die
from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import REMOVED, Module
from dungeonbowl.engine.procedures.ball.balls import first_lost
from dungeonbowl.engine.procedures.ball.bounce import Bounce, TeleportBall
from dungeonbowl.engine.procedures.harm.settling import settle_casualty
from dungeonbowl.engine.procedures.moment import Moment
from dungeonbowl.engine.procedures.move.chasm import swallow
from dungeonbowl.engine.setup import Squads
from dungeonbowl.engine.statuses import ACTIVATED, CASUALTY, LOST, RESERVES

CLIMBS_OUT: Final[i64] = 1
DIES: Final[i64] = 6

DEALT_WITH: Final[i64] = 1

GOING: Final[i64] = 0
LETTING_GO: Final[i64] = 1


def install(c: Composition) -> None:
    c.modules.append(Chasms())
    c.cite(int(clauses.CHASM), "A-CHASM-01")
    c.cite(int(clauses.CHASM_DIE), "A-CHASM-01")
    c.cite(int(clauses.CHASM_BALL), "A-BALL-08")
    c.cite(int(clauses.TURNOVER_CHASM), "A-CHASM-06")


@final
class Chasms(Module):
    """A player who enters a chasm is gone: by its own move, by a push, or by a fall."""

    def name(self) -> str:
        return "chasms"

    def is_idle(self, dungeon: Dungeon, squads: Squads) -> bool:
        return not has_terrain(dungeon, CHASM)

    def watches_floor(self) -> bool:
        return False

    def entered_square(self, game: Game, piece: i64, how: i64) -> Frame | None:
        square = i64(game.square[piece])
        return Vanish(piece, square) if i64(game.dungeon.terrain[square]) == CHASM else None

    def ball_landed(self, game: Game, ball: i64, square: i64) -> Frame | None:
        return EmptyChasm(square) if i64(game.dungeon.terrain[square]) == CHASM else None

    def is_hazard(self, game: Game, piece: i64, origin: i64, square: i64) -> bool:
        return i64(game.dungeon.terrain[square]) == CHASM

    def step_risk(self, game: Game, piece: i64, origin: i64, square: i64) -> float:
        return 1.0 if i64(game.dungeon.terrain[square]) == CHASM else 0.0


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class Vanish(Frame):
    """A die decides where the player goes. There is no armour roll and no other fall (A-CHASM-01 to A-CHASM-05). A
    piece of no side is gone without a die (A-CHASM-08)."""

    def __init__(self, piece: i64, square: i64, stage: i64 = GOING) -> None:
        self.piece = piece
        self.square = square
        self.stage = stage

    def copy(self) -> Frame:
        return Vanish(self.piece, self.square, self.stage)

    def begin(self, game: Game) -> i64:
        side = i64(game.side_of[self.piece])
        if side >= game.squads.sides:
            return self.go(game, LOST)
        if side == game.active:
            game.cause_turnover(clauses.TURNOVER_CHASM)
        return game.roll(1, D6, clauses.CHASM_DIE, -1)

    def harms(self, piece: i64) -> i64:
        return clauses.CHASM_DIE if piece == self.piece else i64(0)

    def rolled(self, game: Game, dice: i64) -> i64:
        return self.fall(game, die(dice, 0))

    def regretted_by(self, game: Game, dice: i64) -> i64:
        return self.piece if die(dice, 0) != CLIMBS_OUT else i64(-1)

    def fall(self, game: Game, face: i64) -> i64:
        if face == CLIMBS_OUT:
            # it cannot come in again in this team turn
            game.conditions[self.piece] = game.conditions[self.piece] | ACTIVATED
            return self.go(game, RESERVES)
        if face < DIES:
            return self.go(game, LOST)
        return self.go(game, CASUALTY)

    def go(self, game: Game, status: i64) -> i64:
        swallow(game, self.piece, self.square, status)
        if status == CASUALTY:
            game.tell(events.CASUALTY_SUFFERED, clauses.CHASM_DIE, self.piece, DEAD_ROW)
            settle_casualty(game, self.piece, result_of(DEAD_ROW))
        if game.rules.heard[REMOVED]:
            return game.call(Moment(REMOVED, self.piece, self.square))
        return self.let_go(game)

    def let_go(self, game: Game) -> i64:
        self.stage = LETTING_GO
        return game.call(EmptyChasm(self.square))

    def returned(self, game: Game, result: i64) -> i64:
        return self.let_go(game) if self.stage == GOING else game.done(DEALT_WITH)


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class EmptyChasm(Frame):
    """Every ball in a chasm square comes out of a teleporter (A-BALL-08); in a dungeon without teleporters it is thrown
    out."""

    def __init__(self, square: i64) -> None:
        self.square = square

    def copy(self) -> Frame:
        return EmptyChasm(self.square)

    def begin(self, game: Game) -> i64:
        ball = first_lost(game, self.square)
        if ball < 0:
            return game.done(DEALT_WITH)
        if game.has_portals():
            return game.call(TeleportBall(ball, clauses.BOUNCE))
        return game.call(Bounce(ball, clauses.CHASM_BALL))

    def returned(self, game: Game, result: i64) -> i64:
        return self.begin(game)

"""The module `water`: squares that are slow and clumsy to be in (A-WATER)."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.dungeon.terrain import WATER
from dungeonbowl.editions.astrogranite.composition.composition import Composition
from dungeonbowl.editions.astrogranite.core.ground import has_terrain, is_agility_roll, stands_on
from dungeonbowl.editions.astrogranite.modules.uneven import uneven_ground
from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.abilities import TINY
from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import REMOVED, Module
from dungeonbowl.engine.procedures.harm.down import NO_BALLS, GoDown, drop_balls
from dungeonbowl.engine.procedures.moment import Moment
from dungeonbowl.engine.setup import Squads
from dungeonbowl.engine.statuses import KNOCKED_OUT, STUNNED

CLUMSY: Final[i64] = -1

DEALT_WITH: Final[i64] = 1


def install(c: Composition) -> None:
    c.modules.append(Water())
    uneven_ground(c).water = True
    c.cite(int(clauses.DROWNED), "A-WATER-04")
    c.cite(int(clauses.TURNOVER_DROWNED), "A-WATER-04")


@final
class Water(Module):
    """The effects of water besides hard steps."""

    def name(self) -> str:
        return "water"

    def is_idle(self, dungeon: Dungeon, squads: Squads) -> bool:
        return not has_terrain(dungeon, WATER)

    def watches_floor(self) -> bool:
        return False

    def modifies(self, clause: i64) -> bool:
        return is_agility_roll(clause)

    def test_modifier(self, game: Game, piece: i64, clause: i64, other: i64) -> i64:
        """A player who moves away is judged by the square it leaves (A-WATER-02)."""
        if not is_agility_roll(clause):
            return 0
        if (clause == clauses.DODGE or clause == clauses.JUMP or clause == clauses.LEAP) and other >= 0:
            return CLUMSY if i64(game.dungeon.terrain[other]) == WATER else 0
        return CLUMSY if stands_on(game, piece, WATER) else 0

    def injury_becomes(self, game: Game, piece: i64, cause: i64, status: i64) -> i64:
        return KNOCKED_OUT if status == STUNNED and stands_on(game, piece, WATER) else status

    def entered_square(self, game: Game, piece: i64, how: i64) -> Frame | None:
        if game.can(piece, TINY) and stands_on(game, piece, WATER):
            return Drown(piece, i64(game.square[piece]))
        return None

    def step_risk(self, game: Game, piece: i64, origin: i64, square: i64) -> float:
        return 1.0 if game.can(piece, TINY) and i64(game.dungeon.terrain[square]) == WATER else 0.0


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class Drown(Frame):
    """The smallest players are knocked out at once, and the balls they held bounce from there (A-WATER-04)."""

    def __init__(self, piece: i64, square: i64) -> None:
        self.piece = piece
        self.square = square

    def copy(self) -> Frame:
        return Drown(self.piece, self.square)

    def begin(self, game: Game) -> i64:
        game.tell(events.WENT_DOWN, clauses.DROWNED, self.piece, self.square)
        if i64(game.side_of[self.piece]) == game.active:
            game.cause_turnover(clauses.TURNOVER_DROWNED)
        game.lift(self.piece, KNOCKED_OUT)
        if game.rules.heard[REMOVED]:
            return game.call(Moment(REMOVED, self.piece, self.square))
        return self.let_go(game)

    def let_go(self, game: Game) -> i64:
        if game.ball_of(self.piece) < 0:
            return game.done(DEALT_WITH)
        dropped = drop_balls(game, self.piece, NO_BALLS, self.square)
        return game.call(GoDown([], -1, dropped))

    def returned(self, game: Game, result: i64) -> i64:
        return self.let_go(game)

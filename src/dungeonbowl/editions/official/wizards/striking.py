"""Spells that strike one player: Life Drain, of the College of Death (O-WIZ-04), and Transmutation, of the College of
Metal (O-WIZ-07)."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from dungeonbowl.engine import clauses
from dungeonbowl.engine.dice import D6, die
from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import REMOVED
from dungeonbowl.engine.procedures.harm.down import NO_BALLS, GoDown, drop_balls, knock_down
from dungeonbowl.engine.procedures.harm.injury import Injure
from dungeonbowl.engine.procedures.moment import Moment
from dungeonbowl.engine.procedures.turn.magic import spend
from dungeonbowl.engine.statuses import KNOCKED_OUT

TRANSMUTING: Final[i64] = 0
DROPPING: Final[i64] = 1
LEAVING: Final[i64] = 2


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class LifeDrain(Frame):
    """An injury roll for a player who is marked by a player of the caster's side."""

    def __init__(self, caster: i64, piece: i64) -> None:
        self.caster = caster
        self.piece = piece

    def copy(self) -> Frame:
        return LifeDrain(self.caster, self.piece)

    def begin(self, game: Game) -> i64:
        spend(game, self.caster, clauses.DRAIN_SPELL, self.piece)
        return game.become(Injure(self.piece, clauses.SPELL))


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class Transmutation(Frame):
    """If two dice show no more than its Armour Value, the player is turned into a statue for a while: it is knocked
    out.

    With the option `transmutation_down` it is knocked down instead, with the usual armour roll.
    """

    def __init__(self, caster: i64, piece: i64, stage: i64 = TRANSMUTING, square: i64 = -1) -> None:
        self.caster = caster
        self.piece = piece
        self.stage = stage
        self.square = square

    def copy(self) -> Frame:
        return Transmutation(self.caster, self.piece, self.stage, self.square)

    def begin(self, game: Game) -> i64:
        spend(game, self.caster, clauses.TRANSMUTING_SPELL, self.piece)
        return game.roll(2, D6, clauses.TRANSMUTING_SPELL, self.caster)

    def rolled(self, game: Game, dice: i64) -> i64:
        piece = self.piece
        if die(dice, 0) + die(dice, 1) > i64(game.squads.armour[piece]):
            return game.done(0)
        if game.rules.tables.options.transmutation_down:
            return game.become(knock_down(piece, clauses.SPELL, -1))
        self.square = i64(game.square[piece])
        self.stage = DROPPING
        dropped = drop_balls(game, piece, NO_BALLS)
        game.lift(piece, KNOCKED_OUT)
        if len(dropped) > 0:
            return game.call(GoDown([], -1, dropped))
        return self.returned(game, 0)

    def returned(self, game: Game, result: i64) -> i64:
        if self.stage == DROPPING and game.rules.heard[REMOVED]:
            self.stage = LEAVING
            return game.call(Moment(REMOVED, self.piece, self.square))
        return game.done(0)

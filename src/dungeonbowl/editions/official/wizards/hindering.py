"""Spells that hinder: Grasping Vines, of the College of Life (O-WIZ-09), and Blinding Light, of the College of Light
(O-WIZ-10)."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64, mypyc_attr

from dungeonbowl.engine import clauses
from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.procedures.turn.magic import spend
from dungeonbowl.engine.statuses import ACTIVATED, DAZZLED, NO_ZONE


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class GraspingVines(Frame):
    """A player loses its activation of this team turn, and its Tackle Zone until its next one begins."""

    def __init__(self, caster: i64, piece: i64) -> None:
        self.caster = caster
        self.piece = piece

    def copy(self) -> Frame:
        return GraspingVines(self.caster, self.piece)

    def begin(self, game: Game) -> i64:
        spend(game, self.caster, clauses.VINES_SPELL, self.piece)
        game.conditions[self.piece] = game.conditions[self.piece] | ACTIVATED | NO_ZONE
        return game.done(0)


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class BlindingLight(Frame):
    """The whole side whose team turn begins is dazzled, both players in the dungeon and players who come later: until
    its next team turn it cannot pass, hand off or assist blocks."""

    def __init__(self, caster: i64) -> None:
        self.caster = caster

    def copy(self) -> Frame:
        return BlindingLight(self.caster)

    def begin(self, game: Game) -> i64:
        spend(game, self.caster, clauses.LIGHT_SPELL)
        piece = game.first_piece(game.active)
        while piece < game.last_piece(game.active):
            game.conditions[piece] = game.conditions[piece] | DAZZLED
            piece += 1
        return game.done(0)


def end_dazzle(game: Game, side: i64) -> None:
    """The dazzle of the last team turn ends."""
    piece = game.first_piece(side)
    while piece < game.last_piece(side):
        game.conditions[piece] = game.conditions[piece] & ~DAZZLED
        piece += 1

"""Bestial Fury, the spell of the College of Beasts (O-WIZ-03)."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64, mypyc_attr

from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.editions.official.wizards.colleges import BEASTS, anybody_casts, college_of
from dungeonbowl.engine import clauses
from dungeonbowl.engine.actions import CAST_ON, action, kind_of
from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import Module
from dungeonbowl.engine.procedures.turn.magic import spend
from dungeonbowl.engine.setup import Squads
from dungeonbowl.engine.statuses import FURIOUS


@final
class FuryMagic(Module):
    """Cast on a player who has been activated and has not declared its action yet. For the rest of the team turn it
    blocks with three dice, and its own coach chooses; `procedures/block/block.py` applies that."""

    def is_idle(self, dungeon: Dungeon, squads: Squads) -> bool:
        return not anybody_casts(squads, (BEASTS,))

    def offers_actions(self, game: Game, piece: i64) -> None:
        if college_of(game, i64(game.side_of[piece])) == BEASTS:
            game.offer(action(CAST_ON, piece))

    def acts(self, game: Game, piece: i64, action: i64) -> Frame | None:
        return Fury(piece) if kind_of(action) == CAST_ON else None


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class Fury(Frame):
    def __init__(self, piece: i64) -> None:
        self.piece = piece

    def copy(self) -> Frame:
        return Fury(self.piece)

    def begin(self, game: Game) -> i64:
        piece = self.piece
        spend(game, i64(game.side_of[piece]), clauses.FURY_SPELL, piece)
        game.conditions[piece] = game.conditions[piece] | FURIOUS
        return game.done(0)

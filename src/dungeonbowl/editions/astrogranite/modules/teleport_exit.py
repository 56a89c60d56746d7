"""Leaving the dungeon for Reserves (A-TELE-15)."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64, mypyc_attr

from dungeonbowl.editions.astrogranite.composition.composition import Composition
from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.actions import DECLARE, LEAVE_ACTION, action, first_of, kind_of
from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import Module
from dungeonbowl.engine.procedures.turn.leaving import Leave
from dungeonbowl.engine.statuses import RESERVES, ROOTED


def install(composition: Composition) -> None:
    composition.modules.append(TeleportExit())
    composition.cite(int(clauses.LEFT_DUNGEON), "A-TELE-15")


@final
class TeleportExit(Module):
    """Standing or prone, marked or not: the declaration is the whole action of the player."""

    def offers_actions(self, game: Game, piece: i64) -> None:
        if game.conditions[piece] & ROOTED == 0 and game.teleports(piece) == 0:  # and it has not just come in
            game.offer(action(DECLARE, LEAVE_ACTION))

    def acts(self, game: Game, piece: i64, action: i64) -> Frame | None:
        if kind_of(action) == DECLARE and first_of(action) == LEAVE_ACTION:
            return Held(piece) if game.conditions[piece] & ROOTED != 0 else Leave(piece, RESERVES)
        return None


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class Held(Frame):
    """The player takes root on the way out: it stays, and its activation is over (A-TRAIT-03)."""

    def __init__(self, piece: i64) -> None:
        self.piece = piece

    def copy(self) -> Frame:
        return Held(self.piece)

    def begin(self, game: Game) -> i64:
        game.tell(events.STRANDED, clauses.TRAIT_ROLL, self.piece)
        return game.done(0)

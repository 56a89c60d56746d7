"""Regeneration: the player goes to the reserves instead of the casualty box (O-INJ-06)."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr, u8

from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.abilities import REGENERATES
from dungeonbowl.engine.actions import ACCEPT, REROLL, SKILL_REROLL, action, kind_of
from dungeonbowl.engine.dice import D6, die
from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import Module
from dungeonbowl.engine.setup import Squads
from dungeonbowl.engine.sides import SURGEONS
from dungeonbowl.engine.statuses import RESERVES

NEEDED: Final[i64] = 4


@final
class Regeneration(Module):
    """Rolled after a casualty roll, whatever the casualty is."""

    def name(self) -> str:
        return "regeneration"

    def is_idle(self, dungeon: Dungeon, squads: Squads) -> bool:
        return not squads.anybody_can(REGENERATES)

    def casualty_suffered(self, game: Game, piece: i64, row: i64) -> Frame | None:
        return Regenerate(piece) if game.can(piece, REGENERATES) else None


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class Regenerate(Frame):
    """D6, 4+: the casualty is discarded. No team re-roll may be used (O-RR-09). A surgeon that the side has hired may
    roll it again, once.
    """

    def __init__(self, piece: i64) -> None:
        self.piece = piece

    def copy(self) -> Frame:
        return Regenerate(self.piece)

    def begin(self, game: Game) -> i64:
        return game.roll(1, D6, clauses.REGENERATION, i64(game.side_of[self.piece]))

    def rolled(self, game: Game, dice: i64) -> i64:
        natural = die(dice, 0)
        saved = natural >= NEEDED
        game.tell(events.TESTED, clauses.REGENERATION, self.piece, natural, NEEDED, 1 if saved else 0)
        if not saved and game.side_value(i64(game.side_of[self.piece]), SURGEONS) > 0:
            return game.ask(i64(game.side_of[self.piece]))
        if saved:
            game.status[self.piece] = u8(RESERVES)
            game.tell(events.SKILL_USED, clauses.REGENERATION, self.piece, REGENERATES)
        return game.done(0)

    def regretted_by(self, game: Game, dice: i64) -> i64:
        return self.piece if die(dice, 0) < NEEDED else i64(-1)

    def options(self, game: Game) -> None:
        game.offer(action(REROLL, SKILL_REROLL))
        game.offer(action(ACCEPT))

    def chosen(self, game: Game, action: i64) -> i64:
        if kind_of(action) == ACCEPT:
            return game.done(0)
        side = i64(game.side_of[self.piece])
        game.set_side(side, SURGEONS, game.side_value(side, SURGEONS) - 1)
        game.tell(events.REROLLED, clauses.REGENERATION, side, SKILL_REROLL)
        return self.begin(game)

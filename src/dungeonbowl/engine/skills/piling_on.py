"""Piling On: a blocker lies down beside the player it has knocked down, and a roll against that player is made anew."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64, mypyc_attr

from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.abilities import PILES_ON
from dungeonbowl.engine.actions import DECLINE, USE, action, kind_of
from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import Module
from dungeonbowl.engine.procedures.harm.armour import is_second_roll
from dungeonbowl.engine.procedures.harm.down import GoDown
from dungeonbowl.engine.procedures.harm.helps import is_struck_by
from dungeonbowl.engine.procedures.harm.injury import BADLY_HURT
from dungeonbowl.engine.procedures.harm.victim import Victim
from dungeonbowl.engine.procedures.stat_test import rerolls_barred
from dungeonbowl.engine.setup import Squads
from dungeonbowl.engine.statuses import CASUALTY, PILED_ON


@final
class PilingOn(Module):
    """A blocker that still stands beside its victim may have one roll made again: the armour roll that failed, or the
    injury roll.

    The casualty roll is never made again. Claws and Mighty Blow count for the new roll as for the first, because the
    blocker lies down only after all rolls. It is placed prone, which is a turnover only if it holds the ball.
    """

    def name(self) -> str:
        return "piling on"

    def is_idle(self, dungeon: Dungeon, squads: Squads) -> bool:
        return not squads.anybody_can(PILES_ON)

    def armour_held(self, game: Game, piece: i64, source: i64, cause: i64) -> Frame | None:
        if is_second_roll(game):
            return None
        return PileOn(source) if may_pile_on(game, piece, source, cause, clauses.ARMOUR) else None

    def injury_read(self, game: Game, piece: i64, source: i64, cause: i64, status: i64) -> Frame | None:
        if status == CASUALTY or status == BADLY_HURT:
            return None
        return PileOn(source) if may_pile_on(game, piece, source, cause, clauses.INJURY) else None

    def harmed(self, game: Game, piece: i64, source: i64) -> Frame | None:
        if source < 0 or game.conditions[source] & PILED_ON == 0:
            return None
        game.conditions[source] = game.conditions[source] & ~PILED_ON
        return GoDown([Victim(source, clauses.PLACED_PRONE)], -1)


def may_pile_on(game: Game, piece: i64, source: i64, cause: i64, clause: i64) -> bool:
    """Whether the ability may be used: once in a block, against an opponent that this block has knocked down. A place
    that bars re-rolls protects the victim.
    """
    return (
        is_struck_by(game, piece, cause, source)
        and game.able(source, PILES_ON)
        and game.conditions[source] & PILED_ON == 0
        and game.are_beside(source, piece)
        and not rerolls_barred(game, piece, clause)
    )


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class PileOn(Frame):
    """The blocker's coach decides. The result is 1 for a new roll."""

    def __init__(self, piece: i64) -> None:
        self.piece = piece

    def copy(self) -> Frame:
        return PileOn(self.piece)

    def begin(self, game: Game) -> i64:
        return game.ask(i64(game.side_of[self.piece]))

    def options(self, game: Game) -> None:
        game.offer(action(USE, PILES_ON, self.piece))
        game.offer(action(DECLINE))

    def chosen(self, game: Game, action: i64) -> i64:
        if kind_of(action) == DECLINE:
            return game.done(0)
        game.conditions[self.piece] = game.conditions[self.piece] | PILED_ON
        game.tell(events.SKILL_USED, clauses.SKILL, self.piece, PILES_ON)
        return game.done(1)

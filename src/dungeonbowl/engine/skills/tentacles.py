"""Tentacles: the player holds an opponent that wants to leave its Tackle Zone.

It is the first slot of a step, before the opponent leaves its square (O-MOVE-02).
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.engine import clauses
from dungeonbowl.engine.abilities import HOLDS_BACK
from dungeonbowl.engine.frames import FAILED, Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import Module
from dungeonbowl.engine.procedures.stat_test import TWO_DICE, StatTest
from dungeonbowl.engine.progress import FINISHED
from dungeonbowl.engine.setup import Squads
from dungeonbowl.engine.skills.volunteers import NO_VOLUNTEER, next_side, volunteers

NEEDED: Final[i64] = 6
TO_ESCAPE: Final[i64] = 6  # where the mover rolls

CALLING: Final[i64] = 0
HOLDING: Final[i64] = 1


@final
class Tentacles(Module):
    """A player about to leave a square next to a holder may be held there.

    `mover_rolls`: two dice of the player that moves decide, not one die of the holder."""

    def __init__(self, mover_rolls: bool = False) -> None:
        self.mover_rolls = mover_rolls

    def name(self) -> str:
        return "tentacles"

    def is_idle(self, dungeon: Dungeon, squads: Squads) -> bool:
        return not squads.anybody_can(HOLDS_BACK)

    def leaving_square(self, game: Game, piece: i64, square: i64) -> Frame | None:
        origin = i64(game.square[piece])
        return HoldBack(piece) if next_side(game, piece, origin, HOLDS_BACK, False, -1) >= 0 else None


def mover_rolls(game: Game) -> bool:
    """Whether the player that moves rolls the dice, as the edition composes the skill."""
    module = game.rules.module("tentacles")
    return isinstance(module, Tentacles) and module.mover_rolls


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class HoldBack(Frame):
    """D6 + own Strength - that of the mover: on 6 or more, or a natural 6, the mover stays and its movement is over.

    What its action still allows without movement may follow: a pass, a hand-off, a foul, a chest. Where the mover
    rolls, it escapes with 2D6 + its own Strength - the holder's of 6 or more, and otherwise its action is over.
    """

    def __init__(self, mover: i64, stage: i64 = CALLING) -> None:
        self.mover = mover
        self.stage = stage

    def copy(self) -> Frame:
        return HoldBack(self.mover, self.stage)

    def begin(self, game: Game) -> i64:
        question = volunteers(game, self.mover, i64(game.square[self.mover]), HOLDS_BACK, False)
        return game.call(question) if question is not None else game.done(0)

    def returned(self, game: Game, result: i64) -> i64:
        if self.stage == CALLING:
            if result == NO_VOLUNTEER:
                return game.done(0)
            self.stage = HOLDING
            holder = result - 1
            modifier = game.strength(holder) - game.strength(self.mover)
            if mover_rolls(game):
                side = i64(game.side_of[self.mover])
                return game.call(StatTest(self.mover, clauses.SKILL, TO_ESCAPE, -modifier, side, TWO_DICE))
            return game.call(StatTest(holder, clauses.SKILL, NEEDED, modifier, i64(game.side_of[holder])))
        if (result == FAILED) != mover_rolls(game):
            return game.done(0)
        game.moves_left = 0
        game.rushes_left = 0
        if mover_rolls(game) and self.mover == game.acting:
            game.progress |= FINISHED
        return game.done(1)

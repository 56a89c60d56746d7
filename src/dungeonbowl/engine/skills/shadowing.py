"""Shadowing: the player follows an opponent that leaves its Tackle Zone.

It comes after the Dodge, and before the ball and the portal of the new square (O-MOVE-02).
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.abilities import FOLLOWS_DODGERS
from dungeonbowl.engine.frames import FAILED, Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import Module
from dungeonbowl.engine.places import FREE
from dungeonbowl.engine.procedures.move.arrive import Arrive
from dungeonbowl.engine.procedures.stat_test import TWO_DICE, StatTest
from dungeonbowl.engine.setup import Squads
from dungeonbowl.engine.skills.volunteers import NO_VOLUNTEER, next_side, volunteers

NEEDED: Final[i64] = 6
TO_ESCAPE: Final[i64] = 8  # where the mover rolls

CALLING: Final[i64] = 0
RUNNING: Final[i64] = 1


@final
class Shadowing(Module):
    """A player that left a marked square on its feet may be followed into it.

    `mover_rolls`: two dice of the player that moves decide, not one die of the shadow, and only a player that performs
    an action is followed."""

    def __init__(self, mover_rolls: bool = False) -> None:
        self.mover_rolls = mover_rolls

    def name(self) -> str:
        return "shadowing"

    def is_idle(self, dungeon: Dungeon, squads: Squads) -> bool:
        return not squads.anybody_can(FOLLOWS_DODGERS)

    def stepped_away(self, game: Game, piece: i64, origin: i64) -> Frame | None:
        if i64(game.occupant[origin]) != FREE:  # a diver lies there
            return None
        if self.mover_rolls and piece != game.acting:  # it does not perform an action
            return None
        return Shadow(piece, origin) if next_side(game, piece, origin, FOLLOWS_DODGERS, True, -1) >= 0 else None


def mover_rolls(game: Game) -> bool:
    """Whether the player that moves rolls the dice, as the edition composes the skill."""
    module = game.rules.module("shadowing")
    return isinstance(module, Shadowing) and module.mover_rolls


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class Shadow(Frame):
    """D6 + own Movement Allowance - that of the mover: on 6 or more, or a natural 6, the shadow takes the square
    without a Dodge.

    Where the mover rolls, it escapes with 2D6 + its own allowance - the shadow's of 8 or more. A move of its own will,
    outside its activation: a portal there works and asks for no payment.
    """

    def __init__(self, mover: i64, origin: i64, shadow: i64 = -1, stage: i64 = CALLING) -> None:
        self.mover = mover
        self.origin = origin
        self.shadow = shadow
        self.stage = stage

    def copy(self) -> Frame:
        return Shadow(self.mover, self.origin, self.shadow, self.stage)

    def begin(self, game: Game) -> i64:
        question = volunteers(game, self.mover, self.origin, FOLLOWS_DODGERS, True)
        return game.call(question) if question is not None else game.done(0)

    def returned(self, game: Game, result: i64) -> i64:
        if self.stage == CALLING:
            if result == NO_VOLUNTEER:
                return game.done(0)
            self.stage = RUNNING
            self.shadow = result - 1
            modifier = speed(game, self.shadow) - speed(game, self.mover)
            if mover_rolls(game):
                side = i64(game.side_of[self.mover])
                return game.call(StatTest(self.mover, clauses.SKILL, TO_ESCAPE, -modifier, side, TWO_DICE))
            return game.call(StatTest(self.shadow, clauses.SKILL, NEEDED, modifier, i64(game.side_of[self.shadow])))
        if (result == FAILED) != mover_rolls(game):
            return game.done(0)
        before = i64(game.square[self.shadow])
        game.place(self.shadow, self.origin)
        game.tell(events.MOVED, clauses.SKILL, self.shadow, before, self.origin)
        return game.become(Arrive(self.shadow, True, False))


def speed(game: Game, piece: i64) -> i64:
    """The Movement Allowance as it is now; for the acting player that of its activation."""
    if piece == game.acting:
        return game.allowance
    return game.movement(piece)

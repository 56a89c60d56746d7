"""Safe Throw: after an interception the thrower may roll, and a success undoes the interception.

The skill's other ability, KEEPS_FUMBLES, is asked for where a pass is fumbled.
"""

from __future__ import annotations

from typing import final

from mypy_extensions import i64, mypyc_attr

from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.abilities import CANCELS_INTERCEPTIONS, LONG_LEGS
from dungeonbowl.engine.frames import FAILED, Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import Module
from dungeonbowl.engine.procedures.stat_test import StatTest
from dungeonbowl.engine.setup import Squads


@final
class SafeThrow(Module):
    """An opponent with Very Long Legs keeps its interception: the skill does not work against it."""

    def name(self) -> str:
        return "safe throw"

    def is_idle(self, dungeon: Dungeon, squads: Squads) -> bool:
        return not squads.anybody_can(CANCELS_INTERCEPTIONS)

    def intercepted_pass(self, game: Game, piece: i64, thrower: i64) -> Frame | None:
        if not game.able(thrower, CANCELS_INTERCEPTIONS) or game.able(piece, LONG_LEGS):
            return None
        return ThrowSafely(thrower)


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class ThrowSafely(Frame):
    """An Agility test without modifiers. The result stops the interception. It is always tried, because it costs
    nothing.
    """

    def __init__(self, thrower: i64) -> None:
        self.thrower = thrower

    def copy(self) -> Frame:
        return ThrowSafely(self.thrower)

    def begin(self, game: Game) -> i64:
        thrower = self.thrower
        needed = i64(game.squads.agility[thrower])
        return game.call(StatTest(thrower, clauses.SAFE_THROW, needed, 0, i64(game.side_of[thrower])))

    def returned(self, game: Game, result: i64) -> i64:
        if result == FAILED:
            return game.done(0)
        game.tell(events.SKILL_USED, clauses.SAFE_THROW, self.thrower, CANCELS_INTERCEPTIONS)
        return game.done(1)

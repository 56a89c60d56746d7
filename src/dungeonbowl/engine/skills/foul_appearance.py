"""Foul Appearance: an opponent that wants to attack this player must pass a roll first."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.abilities import REPELS, WHIRLS
from dungeonbowl.engine.frames import FAILED, Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import Module
from dungeonbowl.engine.procedures.stat_test import StatTest
from dungeonbowl.engine.setup import Squads
from dungeonbowl.engine.statuses import STRUCK_AGAIN

NEEDED: Final[i64] = 2


def repulsion_test(game: Game, attacker: i64) -> StatTest:
    """Rolled by the coach of the attacker. Only a 1 fails."""
    return StatTest(attacker, clauses.REPULSION, NEEDED, 0, i64(game.side_of[attacker]))


@final
class FoulAppearance(Module):
    """Compulsory, whether the player stands or lies (O-BLOCK-13). Special actions in place of a block are declared like
    a block; other attacks ask for `repulsion_test` themselves. The second block of Frenzy is no new action and needs no
    roll.

    `every_block`: the second block is a block like the first, and a player without its Tackle Zone does not repel."""

    def __init__(self, every_block: bool = False) -> None:
        self.every_block = every_block

    def name(self) -> str:
        return "foul appearance"

    def is_idle(self, dungeon: Dungeon, squads: Squads) -> bool:
        return not squads.anybody_can(REPELS)

    def block_declared(self, game: Game, attacker: i64, defender: i64) -> Frame | None:
        if not self.every_block:
            if not game.can(defender, REPELS) or game.conditions[attacker] & STRUCK_AGAIN != 0:
                return None
        elif not game.able(defender, REPELS) or game.can(attacker, WHIRLS):  # Ball & Chain ignores the skill
            return None
        return Repulsion(attacker, defender)


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class Repulsion(Frame):
    """A failure loses the block and nothing else: a blitzing player may go on moving."""

    def __init__(self, attacker: i64, defender: i64) -> None:
        self.attacker = attacker
        self.defender = defender

    def copy(self) -> Frame:
        return Repulsion(self.attacker, self.defender)

    def begin(self, game: Game) -> i64:
        return game.call(repulsion_test(game, self.attacker))

    def returned(self, game: Game, result: i64) -> i64:
        if result == FAILED:
            game.tell(events.SKILL_USED, clauses.REPULSION, self.defender, REPELS)
            return game.done(1)
        return game.done(0)

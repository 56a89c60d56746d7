"""Portal Passer: after a portal the player may pass, although it declared another action."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64, mypyc_attr

from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.abilities import KEEPS_BALL_FOR_ITSELF, PASSES_BEYOND_PORTALS
from dungeonbowl.engine.actions import (
    BLOCK_ACTION,
    DECLARE,
    DECLINE,
    PASS_ACTION,
    THROW_TEAM_MATE_ACTION,
    action,
    kind_of,
)
from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import Module
from dungeonbowl.engine.progress import DEED_DONE, FINISHED
from dungeonbowl.engine.setup import Squads
from dungeonbowl.engine.sides import USED
from dungeonbowl.engine.statuses import DAZZLED


@final
class PortalPasser(Module):
    """After a portal in its own activation the player may declare a Pass action, whatever it had declared.

    Only in an action with movement, and only if its side has not passed in this turn. What was declared first counts as
    used (O-TURN-06), and the portal is paid for as always (O-PORTAL-05).
    """

    def name(self) -> str:
        return "portal passer"

    def is_idle(self, dungeon: Dungeon, squads: Squads) -> bool:
        return not squads.anybody_can(PASSES_BEYOND_PORTALS)

    def teleported(self, game: Game, piece: i64, origin: i64) -> Frame | None:
        if piece != game.acting or origin < 0 or not game.able(piece, PASSES_BEYOND_PORTALS):
            return None
        if game.turnover != 0 or game.progress & FINISHED != 0:
            return None
        if game.can(piece, KEEPS_BALL_FOR_ITSELF) or game.conditions[piece] & DAZZLED != 0:
            return None
        what = game.declared
        if what == 0 or what == PASS_ACTION or what == BLOCK_ACTION or what > THROW_TEAM_MATE_ACTION:
            return None
        used = game.side_value(i64(game.side_of[piece]), USED)
        if used & (i64(1) << PASS_ACTION | i64(1) << THROW_TEAM_MATE_ACTION) != 0:
            return None
        return ThinkAgain(piece)


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class ThinkAgain(Frame):
    """The coach chooses: a Pass action from now on, or the action that was declared."""

    def __init__(self, piece: i64) -> None:
        self.piece = piece

    def copy(self) -> Frame:
        return ThinkAgain(self.piece)

    def begin(self, game: Game) -> i64:
        return game.ask(i64(game.side_of[self.piece]))

    def options(self, game: Game) -> None:
        game.offer(action(DECLARE, PASS_ACTION))
        game.offer(action(DECLINE))

    def chosen(self, game: Game, action: i64) -> i64:
        if kind_of(action) == DECLINE:
            return game.done(0)
        side = i64(game.side_of[self.piece])
        game.declared = PASS_ACTION
        game.progress &= ~DEED_DONE
        game.set_side(side, USED, game.side_value(side, USED) | i64(1) << PASS_ACTION)
        game.tell(events.SKILL_USED, clauses.SKILL, self.piece, PASSES_BEYOND_PORTALS)
        game.tell(events.DECLARED, clauses.DECLARATION, self.piece, PASS_ACTION, 0)
        return game.done(0)

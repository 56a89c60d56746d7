"""Dump-off: a carrier that is about to be blocked throws the ball first."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64, mypyc_attr

from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.abilities import DUMPS_OFF, KEEPS_BALL_FOR_ITSELF
from dungeonbowl.engine.actions import DECLINE, USE, action, kind_of
from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import Module
from dungeonbowl.engine.procedures.ball.balls import throwable_ball
from dungeonbowl.engine.procedures.ball.passing import Pass
from dungeonbowl.engine.setup import Squads
from dungeonbowl.engine.statuses import DAZZLED, STRUCK_AGAIN


@final
class DumpOff(Module):
    """A carrier that is about to be blocked may throw first. In a Blitz that is when the block comes, not before.

    `first_block_only`: not before the second block of one action."""

    def __init__(self, first_block_only: bool = False) -> None:
        self.first_block_only = first_block_only

    def name(self) -> str:
        return "dump-off"

    def is_idle(self, dungeon: Dungeon, squads: Squads) -> bool:
        return not squads.anybody_can(DUMPS_OFF)

    def block_declared(self, game: Game, attacker: i64, defender: i64) -> Frame | None:
        if not game.able(defender, DUMPS_OFF) or game.conditions[defender] & DAZZLED != 0:
            return None
        if throwable_ball(game, defender) < 0:
            return None
        if self.first_block_only and game.conditions[attacker] & STRUCK_AGAIN != 0:
            return None
        if game.can(defender, KEEPS_BALL_FOR_ITSELF) or i64(game.side_of[defender]) == game.active:
            return None
        return DumpBall(defender)


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class DumpBall(Frame):
    """A Quick pass by all rules of passing, except that it is no turnover for the passer.

    If a player of the active side falls on its way to the ball, that turn is over and the block is not made.
    """

    def __init__(self, piece: i64) -> None:
        self.piece = piece

    def copy(self) -> Frame:
        return DumpBall(self.piece)

    def begin(self, game: Game) -> i64:
        return game.ask(i64(game.side_of[self.piece]))

    def options(self, game: Game) -> None:
        game.offer(action(USE, DUMPS_OFF, self.piece))
        game.offer(action(DECLINE))

    def chosen(self, game: Game, action: i64) -> i64:
        if kind_of(action) == DECLINE:
            return game.done(0)
        game.tell(events.SKILL_USED, clauses.SKILL, self.piece, DUMPS_OFF)
        return game.call(Pass(self.piece, hurried=True))

    def returned(self, game: Game, result: i64) -> i64:
        return game.done(0 if game.turnover == 0 else 1)

"""Fumblerooskie: a carrier leaves the ball behind on purpose."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64, mypyc_attr

from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.engine import actions, clauses, events
from dungeonbowl.engine.abilities import KEEPS_BALL_FOR_ITSELF, LEAVES_BALL
from dungeonbowl.engine.actions import (
    BLITZ_ACTION,
    DECLINE,
    MOVE_ACTION,
    PLACE_BALL,
    action,
    first_of,
    kind_of,
)
from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import Module
from dungeonbowl.engine.procedures.move.jump import Jump
from dungeonbowl.engine.procedures.move.step import Step
from dungeonbowl.engine.procedures.turn.offers import offer_jumps, offer_steps
from dungeonbowl.engine.progress import JUMPED
from dungeonbowl.engine.setup import Squads
from dungeonbowl.engine.skills.leap import offer_leaps


@final
class Fumblerooskie(Module):
    """In a Move or a Blitz a carrier may say before a step that the ball stays in the square it leaves.

    The ball rests there: it does not bounce, and there is no turnover. It cannot be left on a portal (O-TERM-06). The
    module remembers the number of the player whose next move leaves the ball, plus one.
    """

    def __init__(self) -> None:
        self.slot: i64 = 0

    def name(self) -> str:
        return "fumblerooskie"

    def is_idle(self, dungeon: Dungeon, squads: Squads) -> bool:
        return not squads.anybody_can(LEAVES_BALL)

    def memory(self) -> int:
        return 1

    def fixed_slot(self, slot: int) -> None:
        self.slot = i64(slot)

    def offers_moves(self, game: Game, piece: i64) -> None:
        if game.declared != MOVE_ACTION and game.declared != BLITZ_ACTION:
            return
        if not game.able(piece, LEAVES_BALL) or game.can(piece, KEEPS_BALL_FOR_ITSELF) or game.ball_of(piece) < 0:
            return
        square = i64(game.square[piece])
        if game.moves_left + game.rushes_left <= 0 or game.portal_number(square) > 0 or game.ball_on(square) >= 0:
            return
        before = game.offers
        offer_ways(game, piece)
        may_leave = game.offers > before
        game.offers = before
        if may_leave:
            game.offer(action(PLACE_BALL, square))

    def acts(self, game: Game, piece: i64, action: i64) -> Frame | None:
        if kind_of(action) != PLACE_BALL or not game.able(piece, LEAVES_BALL):
            return None
        return LeaveBall(piece, self.slot)

    def placed(self, game: Game, piece: i64, origin: i64, square: i64) -> None:
        if game.memo[self.slot] != piece + 1 or origin < 0:
            return
        game.memo[self.slot] = 0
        ball = game.ball_of(piece)
        if ball >= 0:
            game.tell(events.SKILL_USED, clauses.SKILL, piece, LEAVES_BALL)
            game.tell(events.BALL_DROPPED, clauses.SKILL, piece, ball, origin)
            game.rest(ball, origin, clauses.SKILL)


def offer_ways(game: Game, piece: i64) -> None:
    """Every action that takes the player out of its square."""
    offer_steps(game, piece)
    if game.progress & JUMPED == 0:
        offer_jumps(game, piece)
        offer_leaps(game, piece)


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class LeaveBall(Frame):
    """The coach chooses where the player goes without the ball. A player that is held in its square keeps the ball."""

    def __init__(self, piece: i64, slot: i64) -> None:
        self.piece = piece
        self.slot = slot

    def copy(self) -> Frame:
        return LeaveBall(self.piece, self.slot)

    def begin(self, game: Game) -> i64:
        return game.ask(i64(game.side_of[self.piece]))

    def options(self, game: Game) -> None:
        offer_ways(game, self.piece)
        game.offer(action(DECLINE))

    def chosen(self, game: Game, action: i64) -> i64:
        kind = kind_of(action)
        if kind == DECLINE:
            return game.done(0)
        game.memo[self.slot] = self.piece + 1
        if kind == actions.JUMP:
            return game.call(Jump(self.piece, first_of(action)))
        square = i64(game.steps[i64(game.square[self.piece]) * 8 + first_of(action)])
        return game.call(Step(self.piece, square))

    def returned(self, game: Game, result: i64) -> i64:
        game.memo[self.slot] = 0
        return game.done(0)

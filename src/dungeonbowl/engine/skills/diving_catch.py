"""Diving Catch: a player reaches for a thrown ball that comes down beside it. (`catch_test` adds the bonus of its own
square.)
"""

from __future__ import annotations

from typing import final

from mypy_extensions import i64, mypyc_attr

from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.abilities import DIVES_FOR_CATCHES
from dungeonbowl.engine.actions import DECLINE, USE, action, kind_of, second_of
from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import Module
from dungeonbowl.engine.places import FREE
from dungeonbowl.engine.procedures.ball.balls import ACCURATE, SCATTERED, move_ball
from dungeonbowl.engine.procedures.ball.catch import Catch
from dungeonbowl.engine.setup import Squads


@final
class DivingCatch(Module):
    """For a passed ball that has scattered or deviated. Not for a ball that bounces, and only if no player has to catch
    it.

    A player under the ball comes first: it must try (O-CATCH-01).

    `collide`: the skill works for every pass that comes down in an empty square, and two players that reach for the
    ball hinder each other.
    """

    def __init__(self, collide: bool = False) -> None:
        self.collide = collide

    def name(self) -> str:
        return "diving catch"

    def is_idle(self, dungeon: Dungeon, squads: Squads) -> bool:
        return not squads.anybody_can(DIVES_FOR_CATCHES)

    def ball_strayed(self, game: Game, ball: i64, thrower: i64, on_target: bool) -> Frame | None:
        first = game.active
        side = first
        square = i64(game.balls[ball])
        if self.collide:
            if i64(game.occupant[square]) != FREE:
                return None
        elif on_target:
            return None
        while True:
            if has_diver(game, side, square):
                return ReachForBall(ball, thrower, side, on_target)
            side = game.opponent(side)
            if side == first:
                return None


def may_reach(game: Game, piece: i64, side: i64) -> bool:
    return i64(game.side_of[piece]) == side and game.able(piece, DIVES_FOR_CATCHES) and game.has_free_hands(piece)


def has_diver(game: Game, side: i64, square: i64) -> bool:
    direction: i64 = 0
    while direction < 8:
        neighbour = i64(game.steps[square * 8 + direction])
        if neighbour >= 0:
            piece = i64(game.occupant[neighbour])
            if piece >= 0 and may_reach(game, piece, side):
                return True
        direction += 1
    return False


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class ReachForBall(Frame):
    """The coaches are asked, the active one first. The first player named has the only try, as if the ball had come
    down on it: after a failure the ball bounces from there. The bonus for a catch in the player's own square does not
    count here.

    Where divers collide the other coach may still name one of his own, and then neither gets it.
    """

    def __init__(self, ball: i64, thrower: i64, side: i64, on_target: bool = False, diver: i64 = -1) -> None:
        self.ball = ball
        self.thrower = thrower
        self.side = side
        self.on_target = on_target
        self.diver = diver  # named first; the other coach may still name a player too

    def copy(self) -> Frame:
        return ReachForBall(self.ball, self.thrower, self.side, self.on_target, self.diver)

    def begin(self, game: Game) -> i64:
        return game.ask(self.side)

    def options(self, game: Game) -> None:
        base = i64(game.balls[self.ball]) * 8
        end = base + 8
        while base < end:
            neighbour = i64(game.steps[base])
            base += 1
            if neighbour >= 0:
                piece = i64(game.occupant[neighbour])
                if piece >= 0 and may_reach(game, piece, self.side):
                    game.offer(action(USE, DIVES_FOR_CATCHES, piece))
        game.offer(action(DECLINE))

    def chosen(self, game: Game, action: i64) -> i64:
        if kind_of(action) == USE:
            piece = second_of(action)
            game.tell(events.SKILL_USED, clauses.CATCH, piece, DIVES_FOR_CATCHES)
            if self.diver >= 0:  # two players reach for the ball, so neither gets it
                return game.done(0)
            self.diver = piece
            module = game.rules.module("diving catch")
            if not isinstance(module, DivingCatch) or not module.collide:
                return self.reach(game)
        while True:
            self.side = game.opponent(self.side)
            if self.side == game.active:
                return self.reach(game) if self.diver >= 0 else game.done(0)
            if has_diver(game, self.side, i64(game.balls[self.ball])):
                return game.ask(self.side)

    def reach(self, game: Game) -> i64:
        move_ball(game, self.ball, i64(game.square[self.diver]), clauses.SKILL)
        if self.on_target:
            return game.call(Catch(self.diver, self.ball, ACCURATE, self.thrower, -1))
        return game.call(Catch(self.diver, self.ball, SCATTERED, self.thrower))

    def returned(self, game: Game, result: i64) -> i64:
        return game.done(1)

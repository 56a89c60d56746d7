"""Handing the ball over (O-HAND)."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64, mypyc_attr

from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.actions import first_of
from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import HANDING_OFF
from dungeonbowl.engine.procedures.ball import bounce as ball_chapter
from dungeonbowl.engine.procedures.ball import catch as catch_chapter
from dungeonbowl.engine.procedures.ball.balls import HANDED, offer_balls
from dungeonbowl.engine.procedures.ball.passing import judge
from dungeonbowl.engine.procedures.moment import Moment


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class HandOff(Frame):
    """The ball goes to an adjacent team-mate. The giver makes no test, no player can interfere, the receiver must
    catch."""

    def __init__(self, giver: i64, receiver: i64, ball: i64 = -1, given: bool = False) -> None:
        self.giver = giver
        self.receiver = receiver
        self.ball = ball
        self.given = given

    def copy(self) -> Frame:
        return HandOff(self.giver, self.receiver, self.ball, self.given)

    def begin(self, game: Game) -> i64:
        if game.balls_of(self.giver) > 1:
            return game.ask(i64(game.side_of[self.giver]))
        self.ball = game.ball_of(self.giver)
        return self.offer(game)

    def options(self, game: Game) -> None:
        offer_balls(game, self.giver, False)

    def chosen(self, game: Game, action: i64) -> i64:
        self.ball = first_of(action)
        return self.offer(game)

    def offer(self, game: Game) -> i64:
        if game.rules.heard[HANDING_OFF]:
            return game.call(Moment(HANDING_OFF, self.giver, self.receiver))
        return self.give(game)

    def give(self, game: Game) -> i64:
        receiver = self.receiver
        self.given = True
        game.tell(events.HANDED_OFF, clauses.HAND_OFF, self.giver, receiver)
        game.put_ball(self.ball, i64(game.square[receiver]))
        if game.has_zone(receiver) and game.has_free_hands(receiver):
            return game.call(catch_chapter.Catch(receiver, self.ball, HANDED, self.giver))
        return game.call(ball_chapter.Bounce(self.ball))

    def returned(self, game: Game, result: i64) -> i64:
        if not self.given:
            return self.give(game) if result == 0 and game.is_standing(self.receiver) else game.done(0)
        judge(game, self.giver, self.ball, clauses.TURNOVER_LOOSE_BALL)
        return game.done(0)

"""Sending-off: the argument, if there is one, then bribes, then the player leaves (O-FOUL-04 to O-FOUL-11,
S-BASE-17)."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr, u8

from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.actions import ARGUE, BRIBE, DECLINE, action, kind_of
from dungeonbowl.engine.dice import D6, die
from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import REMOVED
from dungeonbowl.engine.procedures.harm.down import NO_BALLS, GoDown, drop_balls
from dungeonbowl.engine.procedures.moment import Moment
from dungeonbowl.engine.sides import ARGUE_BARRED, BRIBES
from dungeonbowl.engine.statuses import KNOCKED_OUT, RESERVES, SENT_OFF

ARGUING: Final[i64] = 0
BRIBING: Final[i64] = 1
LEAVING: Final[i64] = 2  # sent off: the balls that it held
MOURNING: Final[i64] = 3  # sent off: modules that listen
RETURNING: Final[i64] = 4  # argued back in: the balls that it held, then a portal

BRIBE_NEEDED: Final[i64] = 2


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class SendingOff(Frame):
    """A player is to be sent off: the argument, then bribes, then it leaves (O-FOUL-06).

    In editions without arguments it begins with BRIBING. `costs_turn`: the sending-off is a turnover.
    """

    def __init__(self, piece: i64, stage: i64 = ARGUING, square: i64 = -1, costs_turn: bool = True) -> None:
        self.piece = piece
        self.stage = stage
        self.square = square
        self.costs_turn = costs_turn

    def copy(self) -> Frame:
        return SendingOff(self.piece, self.stage, self.square, self.costs_turn)

    def begin(self, game: Game) -> i64:
        self.square = i64(game.square[self.piece])
        side = i64(game.side_of[self.piece])
        if self.stage == BRIBING or game.side_value(side, ARGUE_BARRED) != 0:
            return self.offer_bribe(game)
        return game.ask(side)

    def offer_bribe(self, game: Game) -> i64:
        """As long as there are bribes, the coach may try one more (O-IND-05)."""
        self.stage = BRIBING
        side = i64(game.side_of[self.piece])
        if game.side_value(side, BRIBES) > 0:
            return game.ask(side)
        return self.send_off(game)

    def options(self, game: Game) -> None:
        game.offer(action(ARGUE if self.stage == ARGUING else BRIBE))
        game.offer(action(DECLINE))

    def chosen(self, game: Game, action: i64) -> i64:
        side = i64(game.side_of[self.piece])
        if self.stage == ARGUING:
            if kind_of(action) == ARGUE:
                return game.roll(1, D6, clauses.ARGUE, side)
            return self.offer_bribe(game)
        if kind_of(action) == BRIBE:
            game.set_side(side, BRIBES, game.side_value(side, BRIBES) - 1)
            return game.roll(1, D6, clauses.BRIBE, side)
        return self.send_off(game)

    def rolled(self, game: Game, dice: i64) -> i64:
        face = die(dice, 0)
        side = i64(game.side_of[self.piece])
        if self.stage == BRIBING:
            game.tell(events.BRIBED, clauses.BRIBE, side, face)
            # a success cancels the sending-off; otherwise the coach may try the next bribe (O-FOUL-10)
            return game.done(0) if face >= BRIBE_NEEDED else self.offer_bribe(game)
        game.tell(events.ARGUED, clauses.ARGUE, side, face)
        if face == 6:
            return game.done(0) if game.rules.policies.referee.argument_cancels() else self.send_round(game)
        if face == 1:  # no more arguments in this game, and no bribe now (O-FOUL-08)
            game.set_side(side, ARGUE_BARRED, 1)
            return self.send_off(game)
        return self.offer_bribe(game)

    def send_off(self, game: Game) -> i64:
        """Out for the rest of the game, and a turnover (O-FOUL-05)."""
        game.tell(events.SENT_OFF, clauses.SENDING_OFF, self.piece)
        self.stage = LEAVING
        if self.square < 0 and i64(game.status[self.piece]) > KNOCKED_OUT:  # it is out for the whole game anyway
            return self.returned(game, 0)
        return self.take_out(game, SENT_OFF)

    def send_round(self, game: Game) -> i64:
        """Argued back in: it is a turnover all the same, and the player comes back by a portal (O-FOUL-09)."""
        self.stage = RETURNING
        return self.take_out(game, RESERVES)

    def take_out(self, game: Game, status: i64) -> i64:
        """The player leaves its square, and the balls that it held bounce from there (O-FOUL-11)."""
        if self.costs_turn:
            game.cause_turnover(clauses.TURNOVER_SENT_OFF)
        if self.square < 0:  # it is out of the dungeon already, and does not come back
            game.status[self.piece] = u8(status)
            return self.returned(game, 0)
        dropped = drop_balls(game, self.piece, NO_BALLS)
        game.lift(self.piece, status)
        if len(dropped) > 0:
            return game.call(GoDown([], -1, dropped))
        return self.returned(game, 0)

    def returned(self, game: Game, result: i64) -> i64:
        if self.stage == RETURNING:
            return game.become(game.rules.policies.portals.arrives(game, self.piece))
        if self.stage == LEAVING and self.square >= 0 and game.rules.heard[REMOVED]:
            self.stage = MOURNING
            return game.call(Moment(REMOVED, self.piece, self.square))
        return game.done(0)

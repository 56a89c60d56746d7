"""Team turns: activations in any order, with the dugout between them, until the coach or a turnover ends the turn."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr, u8

from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.actions import ACTIVATE, CALL_TIME, CONCEDE, END_TURN, TIME_UP, action, first_of, kind_of
from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import TEAM_TURN_BEGAN, TEAM_TURN_ENDED
from dungeonbowl.engine.procedures.moment import Moment
from dungeonbowl.engine.procedures.turn.activation import OUT_OF_TIME, Activation
from dungeonbowl.engine.procedures.turn.leaving import Resign
from dungeonbowl.engine.sides import NOBODY, TURNS, USED
from dungeonbowl.engine.statuses import ACTIVATED, ARRIVED, PRONE, STANDING, STUNNED, STUNNED_AT_START, TURN_MASK

BEGINNING: Final[i64] = 0
PLAYING: Final[i64] = 1
ENDING: Final[i64] = 2
RESIGNING: Final[i64] = 3


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class TeamTurn(Frame):
    """One team turn (O-TURN-01 to O-TURN-04). `fresh` until the coach has decided something in it."""

    def __init__(self, side: i64, stage: i64 = BEGINNING, fresh: bool = True) -> None:
        self.side = side
        self.stage = stage
        self.fresh = fresh

    def copy(self) -> Frame:
        return TeamTurn(self.side, self.stage, self.fresh)

    def begin(self, game: Game) -> i64:
        side = self.side
        game.active = side
        game.acting = NOBODY
        game.turnover = 0
        game.set_side(side, TURNS, game.side_value(side, TURNS) + 1)
        game.set_side(side, USED, 0)
        piece: i64 = 0
        while piece < game.squads.count:
            game.conditions[piece] = game.conditions[piece] & ~TURN_MASK
            piece += 1
        piece = game.first_piece(side)
        while piece < game.last_piece(side):
            if i64(game.status[piece]) == STUNNED:
                game.conditions[piece] = game.conditions[piece] | STUNNED_AT_START
            piece += 1
        game.tell(events.TURN_BEGAN, clauses.TEAM_TURN, side, game.side_value(side, TURNS))
        if game.rules.heard[TEAM_TURN_BEGAN]:
            return game.call(Moment(TEAM_TURN_BEGAN, side))
        return self.ask_coach(game)

    def ask_coach(self, game: Game) -> i64:
        self.stage = PLAYING
        if not self.anybody_left(game):
            # the coach is still asked while the dugout offers something (O-TURN-02)
            game.offers = 0
            game.rules.policies.dugout.offers(game, self.side)
            if game.offers == 0:
                return self.finish(game)
        return game.ask(self.side)

    def anybody_left(self, game: Game) -> bool:
        piece = game.first_piece(self.side)
        last = game.last_piece(self.side)
        while piece < last:
            if may_be_activated(game, piece):
                return True
            piece += 1
        return False

    def options(self, game: Game) -> None:
        piece = game.first_piece(self.side)
        last = game.last_piece(self.side)
        offered = game.room_for(last - piece)
        count = game.offers
        while piece < last:
            if may_be_activated(game, piece):
                offered[count] = ACTIVATE | piece << 8
                count += 1
            piece += 1
        game.offers = count
        game.rules.policies.dugout.offers(game, self.side)
        game.offer(action(END_TURN))

    def hears(self, game: Game, action: i64) -> bool:
        """A coach may concede at the start of his own team turn (O-TD-06), or in some editions between any two
        activations of it. Time may run out at any moment."""
        if action == CONCEDE:
            return game.rules.policies.clock.may_concede(self.fresh)
        return action == TIME_UP or (action == CALL_TIME and game.ending == 0)

    def chosen(self, game: Game, action: i64) -> i64:
        kind = kind_of(action)
        if kind == CALL_TIME:  # play goes on until the sides have had equally many turns (O-TIME-02)
            game.ending = clauses.CLOCK
            return game.ask(self.side)
        self.fresh = False
        if kind == ACTIVATE:
            return game.call(Activation(first_of(action)))
        if kind == TIME_UP:
            return self.run_out(game)
        if kind == END_TURN:
            return self.finish(game)
        if kind == CONCEDE:
            if game.squads.sides > 2:  # the others play on
                self.stage = RESIGNING
                return game.call(Resign(self.side))
            game.end_match(game.opponent(self.side), clauses.CONCEDED)
            return game.done(0)
        return game.call(game.rules.policies.dugout.frame(game, self.side, action))

    def returned(self, game: Game, result: i64) -> i64:
        if self.stage == ENDING:
            return self.close(game)
        if self.stage == RESIGNING:
            return self.finish(game)
        if game.turnover != 0:
            game.tell(events.TURNOVER, game.turnover, self.side)
            return self.finish(game)
        if result == OUT_OF_TIME:
            return self.run_out(game)
        return self.ask_coach(game)

    def run_out(self, game: Game) -> i64:
        """The time for this team turn is up."""
        game.tell(events.TIME_RAN_OUT, clauses.CLOCK, self.side)
        return self.finish(game)

    def finish(self, game: Game) -> i64:
        self.stage = ENDING
        if game.rules.heard[TEAM_TURN_ENDED]:
            return game.call(Moment(TEAM_TURN_ENDED, self.side))
        return self.close(game)

    def close(self, game: Game) -> i64:
        """Players that were stunned when the turn began turn over, unless stunned again (O-DOWN-08, O-DOWN-09)."""
        piece = game.first_piece(self.side)
        while piece < game.last_piece(self.side):
            if i64(game.status[piece]) == STUNNED and game.conditions[piece] & STUNNED_AT_START != 0:
                game.status[piece] = u8(PRONE)
                game.tell(events.RECOVERED, clauses.RECOVERY, piece)
            piece += 1
        game.tell(events.TURN_ENDED, clauses.END_TURN, self.side)
        return game.done(0)


def may_be_activated(game: Game, piece: i64) -> bool:
    """Whether a player stands or lies prone in the dungeon and has not been used in this turn (O-TURN-03, O-DUG-05)."""
    status = i64(game.status[piece])
    return (status == STANDING or status == PRONE) and game.conditions[piece] & (ACTIVATED | ARRIVED) == 0

"""The whole match, from the first toss to the end."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from dungeonbowl.engine.events import MATCH_BEGAN
from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import BETWEEN_TURNS, GAME_STARTED
from dungeonbowl.engine.procedures.moment import Moment
from dungeonbowl.engine.procedures.turn.turn import TeamTurn

OPENING: Final[i64] = 0
STARTING: Final[i64] = 1
TURNS: Final[i64] = 2
AFTER_TURN: Final[i64] = 3


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class Contest(Frame):
    """The opening, then team turns as the clock policy says, until the match is decided or there are no more turns
    (O-TURN-01, O-TD-05)."""

    def __init__(self, stage: i64 = OPENING) -> None:
        self.stage = stage

    def copy(self) -> Frame:
        return Contest(self.stage)

    def begin(self, game: Game) -> i64:
        if self.stage != OPENING:  # a scene may start in the middle
            return self.next_turn(game)
        game.tell(MATCH_BEGAN, 0)
        return game.call(game.rules.policies.opening.frame(game))

    def returned(self, game: Game, result: i64) -> i64:
        if self.stage == OPENING:
            self.stage = STARTING
            return game.call(Moment(GAME_STARTED))
        if self.stage == TURNS:
            self.stage = AFTER_TURN
            if game.drive_ending == 0 and game.rules.heard[BETWEEN_TURNS]:
                return game.call(Moment(BETWEEN_TURNS, game.active))
        return self.next_turn(game)

    def next_turn(self, game: Game) -> i64:
        drive = game.rules.policies.clock.drive_ended(game)
        if drive is not None:
            self.stage = STARTING
            return game.call(drive)
        side = game.rules.policies.clock.next_side(game)
        if side < 0:
            return game.become(game.rules.policies.clock.verdict(game))
        self.stage = TURNS
        return game.call(TeamTurn(side))

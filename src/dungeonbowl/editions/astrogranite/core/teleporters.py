"""Teleporters (A-TELE), and balls that land on them (A-BALL-04)."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from dungeonbowl.engine import clauses
from dungeonbowl.engine.abilities import SENSES_PORTALS
from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import REMOVED, Module
from dungeonbowl.engine.policies import Portals
from dungeonbowl.engine.procedures.ball.bounce import TeleportBall
from dungeonbowl.engine.procedures.harm.down import NO_BALLS, GoDown, drop_balls
from dungeonbowl.engine.procedures.harm.injury import WAS_STUNNED, InjuryRoll
from dungeonbowl.engine.procedures.moment import Moment
from dungeonbowl.engine.procedures.move.teleport import Teleport
from dungeonbowl.engine.statuses import RESERVES

HURTING: Final[i64] = 0
LEAVING: Final[i64] = 1


@final
class Teleporters(Portals):
    """A die says where the player comes out; with the number of the teleporter entered it is lost in space (A-TELE-02).
    By its own move a player comes through unharmed only once per action (A-TELE-08, A-TELE-09). `sensed`: players with
    the skill pick one of two dice (A-SKILL-06)."""

    def __init__(self, sensed: bool = False) -> None:
        self.sensed = sensed

    def enters(self, game: Game, piece: i64, own_move: bool) -> Frame | None:
        if own_move and piece == game.acting:
            if game.teleports(piece) > 0:
                return TornApart(piece)
            game.count_teleport(piece)
        return Teleport(piece, i64(game.square[piece]), own_move)

    def arrives(self, game: Game, piece: i64) -> Frame:
        """A player from Reserves is never lost on the way in (A-TURN-04)."""
        game.count_teleport(piece)
        return Teleport(piece, -1, False)

    def ball_lands(self, game: Game, ball: i64, square: i64) -> Frame | None:
        return TeleportBall(ball, clauses.BOUNCE)

    def arrivals_hurt(self) -> bool:
        """Entering a second teleporter hurts, not arriving (A-TELE-08)."""
        return False

    def has_choice(self, game: Game, piece: i64) -> bool:
        return self.sensed and game.can(piece, SENSES_PORTALS)


@final
class TeleporterDangers(Module):
    """The dangers of teleporters, for planning a way: one of the results is lost in space, and a second teleporter in
    one action always hurts. Only the pathfinder asks."""

    def name(self) -> str:
        return "teleporter dangers"

    def watches_floor(self) -> bool:
        return False

    def step_risk(self, game: Game, piece: i64, origin: i64, square: i64) -> float:
        if game.portal_number(square) == 0:
            return 0.0
        if piece == game.acting and game.teleports(piece) > 0:
            return 1.0
        return 1.0 / float(len(game.portals))


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class TornApart(Frame):
    """A second teleport in one action: no roll for the way, but an injury roll. A player who would only be stunned goes
    back to Reserves (A-TELE-08)."""

    def __init__(self, piece: i64, square: i64 = -1, stage: i64 = HURTING) -> None:
        self.piece = piece
        self.square = square
        self.stage = stage

    def copy(self) -> Frame:
        return TornApart(self.piece, self.square, self.stage)

    def begin(self, game: Game) -> i64:
        self.square = i64(game.square[self.piece])
        if i64(game.side_of[self.piece]) == game.active:
            game.cause_turnover(clauses.TURNOVER_TELEPORT)
        return game.call(InjuryRoll(self.piece, clauses.SECOND_TELEPORT, -1))

    def returned(self, game: Game, result: i64) -> i64:
        if self.stage == HURTING:
            self.stage = LEAVING
            if result == WAS_STUNNED and game.square[self.piece] >= 0:
                game.lift(self.piece, RESERVES)
                if game.rules.heard[REMOVED]:
                    return game.call(Moment(REMOVED, self.piece, self.square))
        return self.let_go(game)

    def let_go(self, game: Game) -> i64:
        """The balls that the player held bounce from the teleporter (A-DEF-16)."""
        dropped = drop_balls(game, self.piece, NO_BALLS, self.square)
        return game.become(GoDown([], -1, dropped)) if len(dropped) > 0 else game.done(0)

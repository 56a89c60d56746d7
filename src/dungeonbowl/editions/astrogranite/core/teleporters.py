"""Teleporters (A-TELE), and balls that come onto them (A-BALL-04)."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from dungeonbowl.engine import clauses
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
    """A die says which; the number of the one entered is lost in space (A-TELE-02). Only once in an action does a
    player come through unharmed by its own will (A-TELE-08, A-TELE-09)."""

    def enters(self, game: Game, piece: i64, own_move: bool) -> Frame | None:
        if own_move and piece == game.acting:
            if game.teleports(piece) > 0:
                return TornApart(piece)
            game.count_teleport(piece)
        return Teleport(piece, i64(game.square[piece]), own_move)

    def arrives(self, game: Game, piece: i64) -> Frame:
        """From Reserves: nobody is lost on the way in (A-TURN-04)."""
        game.count_teleport(piece)
        return Teleport(piece, -1, False)

    def ball_lands(self, game: Game, ball: i64, square: i64) -> Frame | None:
        return TeleportBall(ball, clauses.BOUNCE)


@final
class TeleporterDangers(Module):
    """What a player that plans its way should know: one way out of so many leads nowhere, and a second teleporter in
    one action hurts for sure. Asked by the pathfinder only."""

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


@final
class TornApart(Frame):
    """A second teleport in one action: no roll where to, but an injury roll; whoever would only be stunned is back in
    Reserves (A-TELE-08)."""

    def __init__(self, piece: i64, square: i64 = -1, stage: i64 = HURTING) -> None:
        self.piece = piece
        self.square = square
        self.stage = stage

    def copy(self) -> Frame:
        return TornApart(self.piece, self.square, self.stage)

    def args(self) -> list[object]:
        return [self.piece, self.square, self.stage]

    def begin(self, game: Game) -> i64:
        self.square = i64(game.square[self.piece])
        if i64(game.side_of[self.piece]) == game.active:
            game.cause_turnover(clauses.TURNOVER_TELEPORT)
        return game.call(InjuryRoll(self.piece, clauses.SECOND_TELEPORT, -1, 0))

    def returned(self, game: Game, result: i64) -> i64:
        if self.stage == HURTING:
            self.stage = LEAVING
            if result == WAS_STUNNED and game.square[self.piece] >= 0:
                game.lift(self.piece, RESERVES)
                if game.rules.heard[REMOVED]:
                    return game.call(Moment(REMOVED, self.piece, self.square))
        return self.let_go(game)

    def let_go(self, game: Game) -> i64:
        """What it held bounces from the teleporter (A-DEF-16)."""
        dropped = drop_balls(game, self.piece, NO_BALLS, self.square)
        return game.become(GoDown(vec[i64](), -1, dropped)) if len(dropped) > 0 else game.done(0)

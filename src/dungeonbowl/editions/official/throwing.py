"""Throwing in the official game: two bands and four outcomes (O-PASS, O-INT)."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64

from dungeonbowl.engine.abilities import STEADY_NERVES
from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.procedures.ball.bounce import Deviate, Scatter
from dungeonbowl.engine.procedures.ball.passing import (
    ACCURATE,
    FUMBLED,
    INACCURATE,
    QUICK,
    SHORT,
    TOO_FAR,
    WILDLY_INACCURATE,
)
from dungeonbowl.engine.procedures.ball.team_mate import BOUNCING, DEVIATING, SCATTERING, Flight
from dungeonbowl.engine.throw_policies import Throwing


@final
class OfficialThrowing(Throwing):
    """Quick and Short only (O-PASS-03)."""

    def band(self, game: Game, origin: i64, square: i64) -> i64:
        squared = game.dungeon.range_squared(origin, square)
        if squared <= game.rules.tables.throws.quick:
            return QUICK
        return SHORT if squared <= game.rules.tables.throws.farthest else TOO_FAR

    def band_modifier(self, band: i64) -> i64:
        return -band

    def needed(self, game: Game, piece: i64) -> i64:
        return i64(game.squads.passing[piece])

    def outcome(self, game: Game, piece: i64, passed: bool) -> i64:
        """A natural 1 is a fumble; a failed throw with a modified 1 or less is wildly inaccurate (O-PASS-05 to
        O-PASS-08, O-TTM-05)."""
        if passed:
            return ACCURATE
        if game.natural == 1:
            return FUMBLED
        return WILDLY_INACCURATE if game.modified <= 1 else INACCURATE

    def off_target(self, game: Game, ball: i64, outcome: i64, thrower: i64) -> Frame:
        return Deviate(ball) if outcome == WILDLY_INACCURATE else Scatter(ball)

    def interference_modifier(self, game: Game, piece: i64, outcome: i64) -> i64:
        """The better the throw, the harder it is. Being marked counts once, by any number of opponents (O-INT-04)."""
        modifier = outcome - 3
        if game.is_marked(piece) and not game.able(piece, STEADY_NERVES):
            return modifier - 1
        return modifier

    def flight(self, game: Game, piece: i64, thrower: i64, target: i64, outcome: i64) -> Frame:
        """Three scatter steps from the target; a deviation from the thrower after a wild throw; one bounce after a
        fumble (O-TTM-06, O-TTM-07)."""
        origin = i64(game.square[thrower])
        if outcome == FUMBLED:
            return Flight(piece, origin, BOUNCING, 1)
        if outcome == WILDLY_INACCURATE:
            return Flight(piece, origin, DEVIATING, 0)
        return Flight(piece, target, SCATTERING, 3)

    def skid(self, game: Game, piece: i64, square: i64, broken: bool) -> Frame:
        """One more step like a bouncing ball (O-TTM-11, O-TTM-13)."""
        return Flight(piece, square, BOUNCING, 1)

    def landing_modifier(self, outcome: i64) -> i64:
        """Worse after a worse throw (O-TTM-08)."""
        if outcome == ACCURATE:
            return 0
        return -2 if outcome == WILDLY_INACCURATE else -1

"""Pushes of StockBowl: a wall beside the pushed player comes before any chain push, and hurts the player (S-WALL)."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64

from dungeonbowl.editions.stockbowl.doors import is_own_door
from dungeonbowl.engine import clauses
from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.places import FREE
from dungeonbowl.engine.policies import Pushing
from dungeonbowl.engine.procedures.block.squares import CANDIDATE_BLOCKED, CANDIDATE_HELD, CANDIDATE_OPEN
from dungeonbowl.engine.procedures.harm.armour import Wound


@final
class StockbowlPushing(Pushing):
    """Empty squares, then the wall, then the next player (S-WALL-02 to S-WALL-04)."""

    def candidate_class(self, game: Game, piece: i64, square: i64, direction: i64, spoiled: bool) -> i64:
        """A door is a wall, except for a standing carrier who goes through it with the ball (S-DOOR-06 to -08)."""
        target = i64(game.steps[square * 8 + direction])
        if target < 0:
            return CANDIDATE_BLOCKED
        zone = i64(game.dungeon.zone[target])
        if zone >= 0:
            carries = game.is_standing(piece) and game.ball_of(piece) >= 0 and not spoiled
            return CANDIDATE_OPEN if carries and not is_own_door(game, piece, zone) else CANDIDATE_BLOCKED
        holder = i64(game.occupant[target])
        if holder == FREE:
            return CANDIDATE_OPEN
        return CANDIDATE_HELD if holder >= 0 else CANDIDATE_BLOCKED

    def wall_before_chain(self) -> bool:
        return True

    def strips_first(self) -> bool:
        """Whether the player keeps the ball decides whether a door is a wall to it (S-DOOR-08)."""
        return True

    def side_step_stops_grab(self) -> bool:
        return True

    def walls_help_blows(self) -> bool:
        """(S-WALL-10)"""
        return True

    def wall_hurts_the_fallen(self) -> bool:
        return True

    def cornered(self, game: Game, attacker: i64, piece: i64) -> Frame | None:
        """No skill counts: the armour is rolled first, and only if it breaks is the player hurt (S-WALL-06,
        S-WALL-07)."""
        return Wound(piece, -1, clauses.PUSHED_INTO_WALL)

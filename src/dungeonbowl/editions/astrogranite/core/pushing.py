"""Pushes: into free squares, otherwise a chain push. A player without a free square behind it is not hurt (A-BASE-16,
A-BASE-17)."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64

from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.places import FREE
from dungeonbowl.engine.policies import Pushing
from dungeonbowl.engine.procedures.block.squares import (
    CANDIDATE_BLOCKED,
    CANDIDATE_FILLED,
    CANDIDATE_HELD,
    CANDIDATE_OPEN,
)
from dungeonbowl.engine.procedures.harm.victim import Victim


@final
class DungeonPushing(Pushing):
    """The kinds of the squares around a pushed player."""

    def candidate_class(self, game: Game, piece: i64, square: i64, direction: i64, spoiled: bool) -> i64:
        """Chests and obstacles are no wall, but a player cannot be pushed into them."""
        target = i64(game.steps[square * 8 + direction])
        if target < 0:
            return CANDIDATE_BLOCKED
        holder = i64(game.occupant[target])
        if holder == FREE:
            return CANDIDATE_OPEN
        return CANDIDATE_HELD if holder >= 0 else CANDIDATE_FILLED

    def side_step_stops_grab(self) -> bool:
        return True

    def cornered(self, game: Game, attacker: i64, piece: i64) -> Frame | None:
        return None


class ChangedPushing(Pushing):
    """The base of modules that change pushes: everything they do not override stays the same."""

    def __init__(self, inner: Pushing) -> None:
        self.inner = inner

    def candidate_class(self, game: Game, piece: i64, square: i64, direction: i64, spoiled: bool) -> i64:
        return self.inner.candidate_class(game, piece, square, direction, spoiled)

    def wall_before_chain(self) -> bool:
        return self.inner.wall_before_chain()

    def wall_hurts_the_fallen(self) -> bool:
        return self.inner.wall_hurts_the_fallen()

    def strips_first(self) -> bool:
        return self.inner.strips_first()

    def side_step_stops_grab(self) -> bool:
        return self.inner.side_step_stops_grab()

    def walls_help_blows(self) -> bool:
        return self.inner.walls_help_blows()

    def collides(self) -> bool:
        return self.inner.collides()

    def collision(self, game: Game, piece: i64, other: i64, face: i64) -> i64:
        return self.inner.collision(game, piece, other, face)

    def falls_on(self, game: Game, piece: i64, square: i64, fallen: Victim) -> Frame:
        return self.inner.falls_on(game, piece, square, fallen)

    def cornered(self, game: Game, attacker: i64, piece: i64) -> Frame | None:
        return self.inner.cornered(game, attacker, piece)

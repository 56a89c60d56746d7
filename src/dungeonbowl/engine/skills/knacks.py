"""Skills that only make a test easier or harder. Everything that asks for the modifiers of a test gets them, and so
does the pathfinder.

A player never gains by leaving such a skill unused, so no coach is asked.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.engine import clauses
from dungeonbowl.engine.abilities import (
    DODGES_BETTER,
    GRASPS_AT_DODGERS,
    LONG_LEGS,
    MANY_HANDED,
    RISES_WITH_HELP,
    STRONG_ARM,
    THROWS_BETTER,
    THROWS_WEAKLY,
    TINY,
)
from dungeonbowl.engine.actions import THROW_TEAM_MATE_ACTION
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import Module
from dungeonbowl.engine.passages import linked_pieces
from dungeonbowl.engine.procedures.ball.passing import is_quick
from dungeonbowl.engine.procedures.move.step import marked_by_able, slips_through
from dungeonbowl.engine.setup import Squads
from dungeonbowl.engine.statuses import STANDING

LEAVING_KNACKS: Final = vec[i64]([int(DODGES_BETTER), int(TINY), int(GRASPS_AT_DODGERS), int(RISES_WITH_HELP)])
BALL_KNACKS: Final = vec[i64](
    [int(LONG_LEGS), int(MANY_HANDED), int(THROWS_BETTER), int(THROWS_WEAKLY), int(STRONG_ARM)]
)


def nobody_has(squads: Squads, knacks: vec[i64]) -> bool:
    for ability in knacks:
        if squads.anybody_can(ability):
            return False
    return True


@final
class MovementKnacks(Module):
    """Two Heads, Titchy, Prehensile Tail, Timmm-ber!

    `tiny_dodge` is the bonus of Titchy players to a Dodge. `tails_add_up`: every Prehensile Tail counts against any
    opponent that leaves its Tackle Zone; otherwise only one tail counts, and only against an active opponent."""

    def __init__(self, tiny_dodge: i64 = 1, tails_add_up: bool = False) -> None:
        self.tiny_dodge = tiny_dodge
        self.tails_add_up = tails_add_up

    def name(self) -> str:
        return "movement knacks"

    def is_idle(self, dungeon: Dungeon, squads: Squads) -> bool:
        return nobody_has(squads, LEAVING_KNACKS)

    def modifies(self, clause: i64) -> bool:
        return clause == clauses.DODGE or clause == clauses.JUMP or clause == clauses.STAND_UP

    def test_modifier(self, game: Game, piece: i64, clause: i64, other: i64) -> i64:
        if clause == clauses.DODGE:
            return dodge_knacks(game, piece, self.tiny_dodge) - self.grasp(game, piece, other)
        if clause == clauses.JUMP:  # not asked about leaps to any square (clauses.LEAP)
            return -self.grasp(game, piece, other)
        if clause == clauses.STAND_UP and game.can(piece, RISES_WITH_HELP):
            return helping_hands(game, piece)
        return 0

    def grasp(self, game: Game, piece: i64, origin: i64) -> i64:
        """The penalty of Prehensile Tails around the square left."""
        side = i64(game.side_of[piece])
        if self.tails_add_up:
            return tails_around(game, side, origin) if origin >= 0 else 0
        return 1 if side == game.active and origin >= 0 and marked_by_able(game, side, origin, GRASPS_AT_DODGERS) else 0


def dodge_knacks(game: Game, piece: i64, tiny_dodge: i64) -> i64:
    """The bonus of Two Heads and Titchy. Titchy opponents do not count as marking the square entered."""
    result: i64 = 0
    if game.able(piece, DODGES_BETTER):
        result += 1
    if game.able(piece, TINY):
        result += tiny_dodge
    if not slips_through(game, piece):
        side = i64(game.side_of[piece])
        base = i64(game.square[piece]) * 8
        end = base + 8
        while base < end:
            neighbour = i64(game.steps[base])
            base += 1
            if neighbour >= 0:
                marker = i64(game.occupant[neighbour])
                if marker >= 0 and i64(game.side_of[marker]) != side and game.able(marker, TINY):
                    result += 1
        if game.dungeon.linked:
            for marker in linked_pieces(game, i64(game.square[piece])):
                if i64(game.side_of[marker]) != side and game.able(marker, TINY):
                    result += 1
    return result


def tails_around(game: Game, side: i64, square: i64) -> i64:
    base = square * 8
    end = base + 8
    result: i64 = 0
    while base < end:
        neighbour = i64(game.steps[base])
        base += 1
        if neighbour >= 0:
            other = i64(game.occupant[neighbour])
            if other >= 0 and i64(game.side_of[other]) != side and game.able(other, GRASPS_AT_DODGERS):
                result += 1
    if game.dungeon.linked:
        for other in linked_pieces(game, square):
            if i64(game.side_of[other]) != side and game.able(other, GRASPS_AT_DODGERS):
                result += 1
    return result


def helping_hands(game: Game, piece: i64) -> i64:
    """The number of team-mates beside the player that stand and are not marked."""
    side = i64(game.side_of[piece])
    base = i64(game.square[piece]) * 8
    end = base + 8
    result: i64 = 0
    while base < end:
        neighbour = i64(game.steps[base])
        base += 1
        if neighbour >= 0:
            mate = i64(game.occupant[neighbour])
            if mate >= 0 and i64(game.side_of[mate]) == side and i64(game.status[mate]) == STANDING:
                if game.marks_on(side, neighbour) == 0:
                    result += 1
    return result


@final
class BallKnacks(Module):
    """Extra Arms, Very Long Legs, Stunty throwers, Accurate, Strong Arm.

    `small_throw_worse`: Stunty players throw worse; otherwise it is easier to interfere with their throws.
    `strong_arm_passes`: Strong Arm helps to pass the ball too, except in a Quick pass."""

    def __init__(self, small_throw_worse: bool = False, strong_arm_passes: bool = False) -> None:
        self.small_throw_worse = small_throw_worse
        self.strong_arm_passes = strong_arm_passes

    def name(self) -> str:
        return "ball knacks"

    def is_idle(self, dungeon: Dungeon, squads: Squads) -> bool:
        return nobody_has(squads, BALL_KNACKS)

    def modifies(self, clause: i64) -> bool:
        return clause in (
            clauses.PICK_UP,
            clauses.CATCH,
            clauses.PASS,
            clauses.INTERFERE,
            clauses.THROW_TEAM_MATE,
        )

    def test_modifier(self, game: Game, piece: i64, clause: i64, other: i64) -> i64:
        if clause == clauses.PICK_UP or clause == clauses.CATCH:
            return 1 if game.able(piece, MANY_HANDED) else 0
        if clause == clauses.PASS:
            better: i64 = 1 if game.able(piece, THROWS_BETTER) else 0
            if self.small_throw_worse and game.can(piece, THROWS_WEAKLY):
                better -= 1
            return better + self.long_arm(game, piece, other)
        if clause == clauses.INTERFERE:
            result: i64 = 1 if game.able(piece, MANY_HANDED) else 0
            if game.able(piece, LONG_LEGS):
                result += 1 if game.rules.policies.throwing.interference_catches() else 2
            if other >= 0 and game.can(other, THROWS_WEAKLY) and not self.small_throw_worse:
                result += 1
            return result
        if clause == clauses.THROW_TEAM_MATE and game.declared == THROW_TEAM_MATE_ACTION:
            if self.strong_arm_passes:
                return self.long_arm(game, piece, other)
            return 1 if game.able(piece, STRONG_ARM) else 0
        return 0

    def long_arm(self, game: Game, piece: i64, square: i64) -> i64:
        """The bonus of Strong Arm for a throw of the ball; 0 for a Quick pass."""
        if not self.strong_arm_passes or square < 0 or not game.able(piece, STRONG_ARM):
            return 0
        return 0 if is_quick(game, i64(game.square[piece]), square) else 1

"""Questions about what players stand on, and about rolls, for every module that makes some of them worse."""

from __future__ import annotations

from mypy_extensions import i64

from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.engine import clauses
from dungeonbowl.engine.game import Game


def has_terrain(dungeon: Dungeon, code: i64) -> bool:
    """Whether there is a square of this kind anywhere."""
    node: i64 = 0
    while node < dungeon.count:
        if i64(dungeon.terrain[node]) == code:
            return True
        node += 1
    return False


def stands_on(game: Game, piece: i64, code: i64) -> bool:
    """Whether a piece is in a square of this kind, with any part of it."""
    square = i64(game.square[piece])
    if square < 0:
        return False
    if i64(game.squads.size[piece]) == 1:
        return i64(game.dungeon.terrain[square]) == code
    for node in game.dungeon.footprint(square, i64(game.squads.size[piece])):
        if i64(game.dungeon.terrain[i64(node)]) == code:
            return True
    return False


def is_agility_roll(clause: i64) -> bool:
    """Whether a test is one of Agility that may be modified at all: spells, the Winds of Magic and Acrobatics may not
    (A-WATER-02, A-BVAR-13)."""
    return (
        clauses.DODGE <= clause <= clauses.JUMP
        or clauses.LANDING <= clause <= clauses.INTERCEPT
        or clause == clauses.LEAP
        or clause == clauses.THROW_TEAM_MATE
        or clause == clauses.THROW_BOMB
        or clause == clauses.SPECIAL_ROLL
        or clause == clauses.PIT_CLIMB
        or clause == clauses.SPIKES
    )


def chance_of_two(needed: i64) -> float:
    """The chance that two dice show so much together."""
    if needed <= 2:
        return 1.0
    if needed > 12:
        return 0.0
    if needed > 7:
        return float((13 - needed) * (14 - needed)) / 72.0
    return 1.0 - float((needed - 2) * (needed - 1)) / 72.0

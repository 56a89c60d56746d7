"""Questions about the squares under players, and about rolls. Modules that make rolls worse share them."""

from __future__ import annotations

from mypy_extensions import i64

from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.engine import clauses
from dungeonbowl.engine.game import Game


def has_terrain(dungeon: Dungeon, code: i64) -> bool:
    """Whether the dungeon has a square of this terrain."""
    node: i64 = 0
    while node < dungeon.count:
        if i64(dungeon.terrain[node]) == code:
            return True
        node += 1
    return False


def stands_on(game: Game, piece: i64, code: i64) -> bool:
    """Whether any part of a piece is on a square of this terrain."""
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
    """Whether a test is an Agility roll that may be modified: rolls for spells, for the Winds of Magic and for
    Acrobatics may not (A-WATER-02, A-BVAR-13)."""
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
    """The chance that 2D6 show at least so much."""
    if needed <= 2:
        return 1.0
    if needed > 12:
        return 0.0
    if needed > 7:
        return float((13 - needed) * (14 - needed)) / 72.0
    return 1.0 - float((needed - 2) * (needed - 1)) / 72.0

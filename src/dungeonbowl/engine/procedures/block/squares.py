"""The classes of squares around a pushed player (O-PUSH-02)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from dungeonbowl.engine.game import Game

# The policy `Pushing` sorts squares into these classes.
CANDIDATE_BLOCKED: Final[i64] = 0  # wall, or what counts as one
CANDIDATE_OPEN: Final[i64] = 1
CANDIDATE_CRYPT: Final[i64] = 2  # may be chosen, but the player does not enter it
CANDIDATE_HELD: Final[i64] = 3  # a player is there: a chain-push
CANDIDATE_CHASM: Final[i64] = 4  # may be chosen; a player that enters it is a casualty
CANDIDATE_TAKEN: Final[i64] = 6  # the blocker, or a player that this push has moved already
CANDIDATE_FILLED: Final[i64] = 7  # a thing that is no wall, into which no player can be pushed
CANDIDATE_LEDGE: Final[i64] = 8  # may be chosen; a player that goes there falls from a height
CANDIDATE_BELOW: Final[i64] = 9  # the same, onto another player; like a chain-push only if nothing else is left
# What else may end a chain.
STOOD_FIRM: Final[i64] = 5
UNDECIDED: Final[i64] = -1

# What a collision does, one bit each: see `Pushing.collision`.
PUSHES_ON: Final[i64] = 1
FELLS_FIRST: Final[i64] = 2
FELLS_SECOND: Final[i64] = 4

ANY_WAY: Final[i64] = 8  # instead of a direction: pushed through a secret passage, to any side


def candidate_square(game: Game, square: i64, direction: i64) -> i64:
    """The square in this direction, even if only its own borders keep a player out; -1 for rock."""
    target = i64(game.steps[square * 8 + direction])
    return target if target >= 0 else i64(game.dungeon.bordering[square * 8 + direction])


def is_filled(found: i64) -> bool:
    """Whether squares of this class cannot be chosen freely, because a player or a thing is there."""
    return found == CANDIDATE_HELD or found == CANDIDATE_TAKEN or found == CANDIDATE_FILLED or found == CANDIDATE_BELOW


def comes_before(game: Game, first: i64, second: i64) -> bool:
    """Whether the square of the first piece comes first in reading order: top row first, west to east (O-DICE-10)."""
    dungeon = game.dungeon
    a = i64(game.square[first])
    b = i64(game.square[second])
    if dungeon.row[a] != dungeon.row[b]:
        return dungeon.row[a] < dungeon.row[b]
    return dungeon.column[a] < dungeon.column[b]

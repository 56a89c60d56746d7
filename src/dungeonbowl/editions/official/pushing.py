"""Pushes of the official game: the squares around a pushed player, and the wall (O-PUSH-02, O-PUSH-09)."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64, mypyc_attr

from dungeonbowl.dungeon.terrain import CRYPT, FIERY_CHASM
from dungeonbowl.engine import clauses
from dungeonbowl.engine.frames import FAILED, PASSED, Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.places import FREE
from dungeonbowl.engine.policies import Pushing
from dungeonbowl.engine.procedures.block.squares import (
    CANDIDATE_BLOCKED,
    CANDIDATE_CHASM,
    CANDIDATE_CRYPT,
    CANDIDATE_HELD,
    CANDIDATE_OPEN,
)
from dungeonbowl.engine.procedures.stat_test import AT_LEAST, AT_MOST, StatTest


@final
class OfficialPushing(Pushing):
    """A chain push comes before the wall. Crypts and the chasm may be chosen (O-PUSH-03 to O-PUSH-05)."""

    def candidate_class(self, game: Game, piece: i64, square: i64, direction: i64, spoiled: bool) -> i64:
        """A chest, the Idol and the Dragon count as wall. A crypt may be chosen only if nothing but its own border is
        between."""
        target = i64(game.steps[square * 8 + direction])
        if target < 0:
            beyond = i64(game.dungeon.bordering[square * 8 + direction])
            if beyond >= 0 and i64(game.dungeon.terrain[beyond]) == CRYPT:
                return CANDIDATE_CRYPT
            return CANDIDATE_BLOCKED
        holder = i64(game.occupant[target])
        if holder == FREE:
            return CANDIDATE_OPEN
        if holder >= 0:
            return CANDIDATE_HELD
        return CANDIDATE_CHASM if i64(game.dungeon.terrain[target]) == FIERY_CHASM else CANDIDATE_BLOCKED

    def cornered(self, game: Game, attacker: i64, piece: i64) -> Frame | None:
        return WallPush(piece)


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class WallPush(Frame):
    """The active coach rolls a die for a player pushed into the wall: it falls over on 4-6 (O-PUSH-09).

    The active coach wants a high die against an opponent and a low one for a player of the coach's own side. The coach
    may re-roll a die that is not what is wanted (O-RR-11). The result is PASSED if the player falls.
    """

    def __init__(self, piece: i64) -> None:
        self.piece = piece

    def copy(self) -> Frame:
        return WallPush(self.piece)

    def begin(self, game: Game) -> i64:
        if i64(game.side_of[self.piece]) == game.active:
            return game.call(StatTest(self.piece, clauses.WALL_PUSH, 3, 0, game.active, AT_MOST))
        return game.call(StatTest(self.piece, clauses.WALL_PUSH, 4, 0, game.active, AT_LEAST))

    def returned(self, game: Game, result: i64) -> i64:
        own = i64(game.side_of[self.piece]) == game.active
        return game.done(PASSED if (result == PASSED) != own else FAILED)

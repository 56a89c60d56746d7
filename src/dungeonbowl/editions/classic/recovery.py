"""Between two drives: the field is cleared, and knocked-out players may recover (S-BASE-22)."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i16, i64, mypyc_attr, u8

from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.dice import D6, die
from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.places import HIDDEN
from dungeonbowl.engine.sides import BREWERS, NOBODY
from dungeonbowl.engine.statuses import (
    ACTIVATION_MASK,
    DAZZLED,
    DRIVE_MASK,
    KNOCKED_OUT,
    RESERVES,
    ROOTED,
    STUNNED,
    TURN_MASK,
    UNTIL_ACTIVATION_MASK,
)

RECOVERY_NEEDED: Final[i64] = 4
PASSING_CONDITIONS: Final[i64] = TURN_MASK | ACTIVATION_MASK | UNTIL_ACTIVATION_MASK | DRIVE_MASK | ROOTED | DAZZLED


def clear_field(game: Game) -> None:
    """All players in the dungeon go back to Reserves, and all conditions that last a drive or less end. No ball is
    left."""
    game.acting = NOBODY
    game.progress = 0
    game.turnover = 0
    piece: i64 = 0
    while piece < game.squads.count:
        game.conditions[piece] = game.conditions[piece] & ~PASSING_CONDITIONS
        if i64(game.status[piece]) <= STUNNED and i64(game.side_of[piece]) < game.squads.sides:
            game.lift(piece, RESERVES)
        piece += 1
    game.balls = vec[i16]([int(HIDDEN)] * int(game.rules.tables.balls.count))
    game.balls_hidden = game.rules.tables.balls.count
    game.items_hidden = game.rules.tables.furnishing.chest_items


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class KnockOutRecovery(Frame):
    """A die for each knocked-out player, side after side. The side's Bloodweiser babes (BREWERS) add to it."""

    def __init__(self, piece: i64 = -1) -> None:
        self.piece = piece

    def copy(self) -> Frame:
        return KnockOutRecovery(self.piece)

    def begin(self, game: Game) -> i64:
        self.piece += 1
        while self.piece < game.squads.count:
            side = i64(game.side_of[self.piece])
            if i64(game.status[self.piece]) == KNOCKED_OUT and side < game.squads.sides:
                return game.roll(1, D6, clauses.KO_RECOVERY, side)
            self.piece += 1
        return game.done(0)

    def rolled(self, game: Game, dice: i64) -> i64:
        face = die(dice, 0)
        helped = face + game.side_value(i64(game.side_of[self.piece]), BREWERS)
        came_to = helped >= RECOVERY_NEEDED  # the most are two, so that a 1 is never enough
        if came_to:
            game.status[self.piece] = u8(RESERVES)
        game.tell(events.CAME_TO, clauses.KO_RECOVERY, self.piece, face, 1 if came_to else 0)
        return self.begin(game)

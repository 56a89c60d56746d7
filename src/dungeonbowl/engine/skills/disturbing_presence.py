"""Disturbing Presence: opponents nearby throw and catch worse. A player in the Sewer has it too, by its smell."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.dungeon.terrain import SEWER
from dungeonbowl.engine import clauses
from dungeonbowl.engine.abilities import DISTURBS
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import Module
from dungeonbowl.engine.setup import Squads
from dungeonbowl.engine.statuses import REEKS

REACH: Final[i64] = 3


@final
class DisturbingPresence(Module):
    """-1 for every such opponent within three squares to throw, to interfere and to catch.

    Compulsory. It works whether the player stands or lies, and through walls (O-TERM-09). The skill and the smell of
    the Sewer together count once (O-ROOM-11).
    """

    def name(self) -> str:
        return "disturbing presence"

    def is_idle(self, dungeon: Dungeon, squads: Squads) -> bool:
        return not squads.anybody_can(DISTURBS) and not dungeon.has_room(SEWER)

    def modifies(self, clause: i64) -> bool:
        return is_disturbed(clause)

    def test_modifier(self, game: Game, piece: i64, clause: i64, other: i64) -> i64:
        if not is_disturbed(clause) or game.square[piece] < 0:
            return 0
        side = i64(game.side_of[piece])
        square = i64(game.square[piece])
        result: i64 = 0
        opponent: i64 = 0
        while opponent < game.squads.count:
            if (
                i64(game.side_of[opponent]) != side
                and game.square[opponent] >= 0
                and (game.conditions[opponent] & REEKS != 0 or game.can(opponent, DISTURBS))
                and game.dungeon.within(square, i64(game.square[opponent]), REACH)
            ):
                result -= 1
            opponent += 1
        return result


def is_disturbed(clause: i64) -> bool:
    return clause in (
        clauses.PASS,
        clauses.THROW_BOMB,
        clauses.THROW_TEAM_MATE,
        clauses.CATCH,
        clauses.INTERFERE,
    )

"""Traits rolled on activation, after the room's roll and before the action (O-TURN-07)."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.abilities import FORGETS, TAKES_ROOT
from dungeonbowl.engine.frames import FAILED, Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import Module
from dungeonbowl.engine.procedures.stat_test import StatTest
from dungeonbowl.engine.setup import Squads
from dungeonbowl.engine.statuses import NO_ZONE, ROOTED

NEEDED: Final[i64] = 2


def trait_test(game: Game, piece: i64) -> StatTest:
    return StatTest(piece, clauses.TRAIT_ROLL, NEEDED, 0, i64(game.side_of[piece]))


@final
class BoneHead(Module):
    """Standing or prone, with or without its zone, it has to remember what it was about to do."""

    def name(self) -> str:
        return "bone head"

    def is_idle(self, dungeon: Dungeon, squads: Squads) -> bool:
        return not squads.anybody_can(FORGETS)

    def action_declared(self, game: Game, piece: i64) -> Frame | None:
        return Remember(piece) if game.can(piece, FORGETS) else None


@final
class Remember(Frame):
    """On a 1 the activation ends and the Tackle Zone is lost until the next one."""

    def __init__(self, piece: i64) -> None:
        self.piece = piece

    def copy(self) -> Frame:
        return Remember(self.piece)

    def args(self) -> list[object]:
        return [self.piece]

    def begin(self, game: Game) -> i64:
        return game.call(trait_test(game, self.piece))

    def returned(self, game: Game, result: i64) -> i64:
        if result != FAILED:
            return game.done(0)
        game.conditions[self.piece] = game.conditions[self.piece] | NO_ZONE
        game.tell(events.STRANDED, clauses.TRAIT_ROLL, self.piece)
        return game.done(1)


@final
class TakeRoot(Module):
    """It may grow into the ground. Once rooted it rolls no more: there is nothing left to lose.

    That a rooted player leaves its square for nothing, and that going down or a teleport frees it, is known to the
    procedures: the condition is general.
    """

    def name(self) -> str:
        return "take root"

    def is_idle(self, dungeon: Dungeon, squads: Squads) -> bool:
        return not squads.anybody_can(TAKES_ROOT)

    def action_declared(self, game: Game, piece: i64) -> Frame | None:
        if not game.can(piece, TAKES_ROOT) or game.conditions[piece] & ROOTED != 0:
            return None
        return TakeRootRoll(piece)


@final
class TakeRootRoll(Frame):
    """On a 1 it is rooted. The action goes on with whatever needs no movement."""

    def __init__(self, piece: i64) -> None:
        self.piece = piece

    def copy(self) -> Frame:
        return TakeRootRoll(self.piece)

    def args(self) -> list[object]:
        return [self.piece]

    def begin(self, game: Game) -> i64:
        return game.call(trait_test(game, self.piece))

    def returned(self, game: Game, result: i64) -> i64:
        if result == FAILED:
            game.conditions[self.piece] = game.conditions[self.piece] | ROOTED
            game.tell(events.SKILL_USED, clauses.TRAIT_ROLL, self.piece, TAKES_ROOT)
        return game.done(0)

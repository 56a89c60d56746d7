"""The enchanted ball: easy to pick up and catch, but it may teleport its holder (A-BVAR-07, A-BVAR-08)."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from dungeonbowl.editions.astrogranite.ball_variants.kinds import ENCHANTED, BallKinds
from dungeonbowl.engine import clauses
from dungeonbowl.engine.dice import D6, die
from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import Module
from dungeonbowl.engine.procedures.move.teleport import Teleport

EASE: Final[i64] = 1
CARRIED_OFF: Final[i64] = 1


@final
class EnchantedBall(Module):
    """What the enchantment does to a player who picks the ball up or catches it; an interception is neither. A
    touchdown comes before it (`scores_first`) or after it."""

    def __init__(self, kinds: BallKinds, scores_first: bool) -> None:
        self.kinds = kinds
        self.scores_first = scores_first

    def name(self) -> str:
        return "enchanted ball"

    def ball_modifier(self, game: Game, piece: i64, ball: i64, clause: i64) -> i64:
        if clause != clauses.PICK_UP and clause != clauses.CATCH:
            return 0
        return EASE if self.kinds.of(game, ball) == ENCHANTED else i64(0)

    def ball_gained(self, game: Game, piece: i64, ball: i64, clause: i64) -> Frame | None:
        """Monsters that eat balls are no players."""
        if i64(game.side_of[piece]) >= game.squads.sides:
            return None
        if clause == clauses.INTERCEPT or self.kinds.of(game, ball) != ENCHANTED or game.carrier(ball) != piece:
            return None
        if game.halted or game.square[piece] < 0:
            return None
        if self.scores_first and game.rules.policies.scoring.counts(game, piece):
            return None
        return Enchantment(piece) if game.has_portals() else None


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class Enchantment(Frame):
    """On a 1 the holder goes to a teleporter, which another die picks. It is never lost on the way, and a player at
    that teleporter makes room."""

    def __init__(self, piece: i64, leaving: bool = False) -> None:
        self.piece = piece
        self.leaving = leaving

    def copy(self) -> Frame:
        return Enchantment(self.piece, self.leaving)

    def begin(self, game: Game) -> i64:
        side = i64(game.side_of[self.piece])
        if self.leaving:
            return game.roll(1, len(game.portals), clauses.ENCHANTED_JOURNEY, side)
        return game.roll(1, D6, clauses.ENCHANTMENT, side)

    def rolled(self, game: Game, dice: i64) -> i64:
        if not self.leaving:
            if die(dice, 0) != CARRIED_OFF:
                return game.done(0)
            self.leaving = True
            return self.begin(game)
        arrival = i64(game.portals[die(dice, 0) - 1])
        if arrival < 0:  # a part of a dungeon may lack a portal: its number is rolled again
            return self.begin(game)
        square = i64(game.square[self.piece])
        if arrival == square:
            return game.done(0)
        return game.become(Teleport(self.piece, square, False, arrival=arrival))

    def regretted_by(self, game: Game, dice: i64) -> i64:
        return self.piece if self.leaving or die(dice, 0) == CARRIED_OFF else i64(-1)

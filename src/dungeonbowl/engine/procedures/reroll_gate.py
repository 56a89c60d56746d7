"""What a re-roll costs, and the dice that some re-rolls need first (O-RR-09)."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from dungeonbowl.engine.abilities import NEEDS_LEAVE
from dungeonbowl.engine.actions import TEAM_REROLL
from dungeonbowl.engine.clauses import REROLL_GATE
from dungeonbowl.engine.dice import D6, die
from dungeonbowl.engine.frames import FAILED, PASSED, Frame
from dungeonbowl.engine.game import Game

TRY_FAILED: Final[i64] = 2  # as a result: the die of Pro has failed, and a team re-roll may be used for it


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class RerollGate(Frame):
    """One die, or two in turn, that must show enough before a roll for this piece is made again.

    The result is PASSED, FAILED or TRY_FAILED. `needed` is what the next die must show, `then` what the die after it
    must show (0: there is none). `own_try`: it is the die of Pro, for which a team re-roll may be used. `clause` is
    that of the roll to be re-rolled. `side` rolls; -1 means the side of the piece.
    """

    def __init__(
        self, piece: i64, clause: i64, needed: i64, then: i64 = 0, own_try: bool = False, side: i64 = -1
    ) -> None:
        self.piece = piece
        self.clause = clause
        self.needed = needed
        self.then = then
        self.own_try = own_try
        self.side = side

    def copy(self) -> Frame:
        return RerollGate(self.piece, self.clause, self.needed, self.then, self.own_try, self.side)

    def coach(self, game: Game) -> i64:
        return self.side if self.side >= 0 else i64(game.side_of[self.piece])

    def begin(self, game: Game) -> i64:
        return game.roll(1, D6, REROLL_GATE, self.coach(game))

    def rolled(self, game: Game, dice: i64) -> i64:
        if die(dice, 0) >= self.needed:
            if self.then == 0:
                return game.done(PASSED)
            self.needed = self.then
            self.then = 0
            return self.begin(game)
        if self.own_try and game.rules.policies.rerolls.team_allowed(game, self.coach(game), self.piece, self.clause):
            return game.done(TRY_FAILED)
        return game.done(FAILED)


def pay_for_reroll(game: Game, source: i64, side: i64, piece: i64, clause: i64) -> Frame | None:
    """Use a team re-roll, or note that a player has used Pro. Returns the frame of a die that comes first, or None.

    No re-roll may be used for that die (O-RR-09), except for the die of Pro in the CRP. The re-roll is spent, whatever
    the die shows.
    """
    if source == TEAM_REROLL:
        leave = spend_team_reroll(game, side, piece)
        return RerollGate(piece, clause, leave, side=side) if leave > 0 else None
    own = game.rules.policies.own_rerolls
    own.note_try(game, piece)
    return RerollGate(piece, clause, own.try_needed(), 0, own.team_takes_up(), side)


def gate_again(game: Game, side: i64, piece: i64, clause: i64) -> Frame:
    """Use a team re-roll for the die of Pro. Returns the frame of the dice that follow."""
    needed = game.rules.policies.own_rerolls.try_needed()
    leave = spend_team_reroll(game, side, piece)
    if leave > 0:
        return RerollGate(piece, clause, leave, needed, False, side)
    return RerollGate(piece, clause, needed, side=side)


def spend_team_reroll(game: Game, side: i64, piece: i64) -> i64:
    """Use one team re-roll. Returns what a die must show before a player with Loner may use it, or 0."""
    game.rules.policies.rerolls.spend(game, side)
    return game.squads.parameter(piece, NEEDS_LEAVE) if game.can(piece, NEEDS_LEAVE) else 0

"""What a re-roll costs, and the dice that come before some of them (O-RR-09)."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from dungeonbowl.engine.abilities import NEEDS_LEAVE
from dungeonbowl.engine.actions import TEAM_REROLL
from dungeonbowl.engine.clauses import REROLL_GATE
from dungeonbowl.engine.dice import D6, die
from dungeonbowl.engine.frames import FAILED, PASSED, Frame
from dungeonbowl.engine.game import Game

TRY_FAILED: Final[i64] = 2  # as a result: the player's own try has failed, and its team may have that die rolled again


@final
class RerollGate(Frame):
    """A die, or two in turn, that must show enough before a roll for this piece is made again.

    The result is PASSED, FAILED or TRY_FAILED. `needed` is what the next die must show, `then` what the one after it, 0
    for none. `own_try`: it is the die of the player's own try, and a team re-roll may take it up. `clause` is that of
    the roll to be made again, and `side` rolls, the side of the piece for -1.
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
    """Take a team re-roll, or note the one try of a player; the gate of a die that comes first, or None.

    That die cannot be rolled again (O-RR-09), but for a player's own try in CRP. Whatever it shows, the re-roll is
    spent.
    """
    if source == TEAM_REROLL:
        leave = spend_team_reroll(game, side, piece)
        return RerollGate(piece, clause, leave, side=side) if leave > 0 else None
    own = game.rules.policies.own_rerolls
    own.note_try(game, piece)
    return RerollGate(piece, clause, own.try_needed(), 0, own.team_takes_up(), side)


def gate_again(game: Game, side: i64, piece: i64, clause: i64) -> Frame:
    """Take a team re-roll for the die of a player's own try; the gate from there on."""
    needed = game.rules.policies.own_rerolls.try_needed()
    leave = spend_team_reroll(game, side, piece)
    if leave > 0:
        return RerollGate(piece, clause, leave, needed, False, side)
    return RerollGate(piece, clause, needed, side=side)


def spend_team_reroll(game: Game, side: i64, piece: i64) -> i64:
    """One team re-roll less; what a die must show before a player that needs leave may use it, or 0."""
    game.rules.policies.rerolls.spend(game, side)
    return game.squads.parameter(piece, NEEDS_LEAVE) if game.can(piece, NEEDS_LEAVE) else 0

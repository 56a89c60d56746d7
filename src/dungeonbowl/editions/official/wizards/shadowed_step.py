"""Shadowed Step, the spell of the College of Shadow (O-WIZ-08)."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.actions import CAST_AT, action, first_of
from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.places import FREE
from dungeonbowl.engine.procedures.move.arrive import Arrive
from dungeonbowl.engine.procedures.turn.magic import spend

FAR: Final[i64] = 5


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class ShadowedStep(Frame):
    """A player of the caster's own side is placed elsewhere, as it is: standing, prone or stunned. It has not moved by
    itself, so a ball that lies there bounces."""

    def __init__(self, caster: i64, piece: i64) -> None:
        self.caster = caster
        self.piece = piece

    def copy(self) -> Frame:
        return ShadowedStep(self.caster, self.piece)

    def begin(self, game: Game) -> i64:
        game.offers = 0
        self.options(game)
        return game.ask_or_take(self, self.caster)

    def options(self, game: Game) -> None:
        square: i64 = 0
        while square < game.dungeon.count:
            if may_step_to(game, self.piece, square):
                game.offer(action(CAST_AT, square))
            square += 1

    def chosen(self, game: Game, action: i64) -> i64:
        piece = self.piece
        origin = i64(game.square[piece])
        square = first_of(action)
        spend(game, self.caster, clauses.STEP_SPELL, piece, square)
        game.place(piece, square)
        game.tell(events.MOVED, clauses.STEP_SPELL, piece, origin, square)
        return game.become(Arrive(piece, False, False))


def may_step_to(game: Game, piece: i64, square: i64) -> bool:
    """Whether the square is unoccupied, passable, no portal, and within five squares."""
    return (
        i64(game.occupant[square]) == FREE
        and game.portal_number(square) == 0
        and game.dungeon.within(i64(game.square[piece]), square, FAR)
    )


def has_way(game: Game, piece: i64) -> bool:
    square: i64 = 0
    while square < game.dungeon.count:
        if may_step_to(game, piece, square):
            return True
        square += 1
    return False

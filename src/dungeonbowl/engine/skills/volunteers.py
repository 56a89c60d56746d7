"""The question to coaches which of their players beside a square uses an ability on the player that leaves it."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.actions import DECLINE, USE, action, kind_of, second_of
from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.passages import linked_pieces
from dungeonbowl.engine.statuses import ROOTED

NO_VOLUNTEER: Final[i64] = 0


def may_volunteer(game: Game, piece: i64, mover: i64, ability: i64, moves: bool) -> bool:
    """Whether the piece is an opponent of the mover that can use the ability. If it has to move for that, it must be
    able to move.
    """
    if i64(game.side_of[piece]) == i64(game.side_of[mover]) or not game.able(piece, ability):
        return False
    return not moves or game.conditions[piece] & ROOTED == 0


def next_side(game: Game, mover: i64, square: i64, ability: i64, moves: bool, after: i64) -> i64:
    """The lowest side above `after` that has a player beside the square who can use the ability, or -1."""
    found: i64 = -1
    direction: i64 = 0
    while direction < 8:
        neighbour = i64(game.steps[square * 8 + direction])
        if neighbour >= 0:
            piece = i64(game.occupant[neighbour])
            if piece >= 0 and may_volunteer(game, piece, mover, ability, moves):
                side = i64(game.side_of[piece])
                if side > after and (found < 0 or side < found):
                    found = side
        direction += 1
    if game.dungeon.linked:
        for piece in linked_pieces(game, square):
            if may_volunteer(game, piece, mover, ability, moves):
                side = i64(game.side_of[piece])
                if side > after and (found < 0 or side < found):
                    found = side
    return found


def volunteers(game: Game, mover: i64, square: i64, ability: i64, moves: bool) -> Frame | None:
    """The question to the coaches who have such a player; None if there is no such coach."""
    side = next_side(game, mover, square, ability, moves, -1)
    return Volunteers(mover, square, ability, moves, side) if side >= 0 else None


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class Volunteers(Frame):
    """One coach after another is asked. The first player named uses the ability, and only that player.

    The result is the number of that player + 1, or 0 if no coach named one.
    """

    def __init__(self, mover: i64, square: i64, ability: i64, moves: bool, side: i64) -> None:
        self.mover = mover
        self.square = square
        self.ability = ability
        self.moves = moves
        self.side = side

    def copy(self) -> Frame:
        return Volunteers(self.mover, self.square, self.ability, self.moves, self.side)

    def begin(self, game: Game) -> i64:
        return game.ask(self.side)

    def options(self, game: Game) -> None:
        direction: i64 = 0
        while direction < 8:
            neighbour = i64(game.steps[self.square * 8 + direction])
            if neighbour >= 0:
                piece = i64(game.occupant[neighbour])
                if (
                    piece >= 0
                    and i64(game.side_of[piece]) == self.side
                    and may_volunteer(game, piece, self.mover, self.ability, self.moves)
                ):
                    game.offer(action(USE, self.ability, piece))
            direction += 1
        for piece in linked_pieces(game, self.square):
            if i64(game.side_of[piece]) == self.side:
                if may_volunteer(game, piece, self.mover, self.ability, self.moves):
                    game.offer(action(USE, self.ability, piece))
        game.offer(action(DECLINE))

    def chosen(self, game: Game, action: i64) -> i64:
        if kind_of(action) == USE:
            piece = second_of(action)
            game.tell(events.SKILL_USED, clauses.SKILL, piece, self.ability)
            return game.done(piece + 1)
        self.side = next_side(game, self.mover, self.square, self.ability, self.moves, self.side)
        return game.ask(self.side) if self.side >= 0 else game.done(NO_VOLUNTEER)

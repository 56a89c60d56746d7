"""Squares that a player reaches without any dice. Most players go no farther in a team turn, and searching only for
these is several times quicker than the pathfinder with all its odds."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i16, i32, i64, mypyc_attr, u8

from dungeonbowl.bots.tactics.view import View
from dungeonbowl.engine import actions
from dungeonbowl.engine.abilities import SPRINGS_UP
from dungeonbowl.engine.places import FREE
from dungeonbowl.engine.statuses import PRONE, ROOTED
from dungeonbowl.engine.tokens import NO_TOKEN

SURE: Final = 0.999  # odds that mean: nothing to roll


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class Stroll:
    """The squares in reach, nearest first, each with the square before it and the direction of the last step."""

    squares: vec[i16]
    before: vec[i16]
    how: vec[u8]

    def __init__(self, piece: i64, opening: list[int]) -> None:
        self.piece = piece
        self.opening = opening
        self.squares = vec[i16]()
        self.before = vec[i16]()
        self.how = vec[u8]()

    def actions(self, number: i64) -> list[int]:
        """The actions that walk to the square with this number, once the action is declared."""
        found: list[int] = []
        while number > 0:
            found.append(int(actions.STEP | i64(self.how[number]) << 8))
            number = i64(self.before[number])
        found.reverse()
        return self.opening + found


@final
class Paper:
    """Scratch space: a square is seen if it has the number of the present search."""

    seen: vec[i32]

    def __init__(self) -> None:
        self.seen = vec[i32]()
        self.search: i64 = 0


PAPER: Final = Paper()


def stroll(view: View, piece: i64) -> Stroll | None:
    """The walk of a player who has not begun to act; None where only the pathfinder can tell."""
    game = view.game
    rules = game.rules
    if piece == game.acting or i64(game.squads.size[piece]) != 1 or len(rules.movement_modifiers) > 0:
        return None
    if rules.floor_watched or len(rules.step_bars) > 0 or len(rules.step_risks) > 0 or len(rules.step_costs) > 0:
        return None
    left = game.movement(piece)
    opening: list[int] = []
    if i64(game.status[piece]) == PRONE:
        opening.append(int(actions.STAND_UP))
        if not game.can(piece, SPRINGS_UP):
            left -= rules.tables.movement.stand_up_cost
            if left < 0:
                return None
    found = Stroll(piece, opening)
    here = view.square(piece)
    found.squares = append(found.squares, i16(here))
    found.before = append(found.before, i16(0))
    found.how = append(found.how, u8(0))
    if game.conditions[piece] & ROOTED == 0 and view.marks(here) == 0:
        spread(view, found, left)
    return found


def spread(view: View, found: Stroll, left: i64) -> None:
    """Spread step by step over free squares. A marked square, a portal or the ball ends the way."""
    game = view.game
    if len(PAPER.seen) < game.dungeon.count:
        PAPER.seen = vec[i32]([0] * int(game.dungeon.count))
        PAPER.search = 0
    PAPER.search += 1
    stamp = i32(PAPER.search)
    seen = PAPER.seen
    steps = game.steps
    occupant = game.occupant
    token = game.token
    facing = view.facing
    zones = view.zones  # filled, because `stroll` has asked for a mark
    loose = view.loose
    squares = found.squares
    before = found.before
    how = found.how
    seen[i64(squares[0])] = stamp
    first: i64 = 0
    last: i64 = 1
    while left > 0 and first < last:
        number = first
        while number < last:
            here = i64(squares[number])
            if number == 0 or (zones[here] == 0 and i64(token[here]) == NO_TOKEN):
                turn: i64 = 0
                base = here * 8
                while turn < 8:
                    direction = turn ^ facing
                    there = i64(steps[base + direction])
                    if there >= 0 and seen[there] != stamp and i64(occupant[there]) == FREE and there != loose:
                        seen[there] = stamp
                        squares = append(squares, i16(there))
                        before = append(before, i16(number))
                        how = append(how, u8(direction))
                    turn += 1
            number += 1
        first = last
        last = i64(len(squares))
        left -= 1
    found.squares = squares
    found.before = before
    found.how = how

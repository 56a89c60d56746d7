"""The targets of a monster, and its way to them (A-MON-07, A-MON-08, A-HUGE-03)."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64

from dungeonbowl.dungeon.terrain import CHASM
from dungeonbowl.editions.astrogranite.modules.monsters.memory import is_monster
from dungeonbowl.engine.footprints import is_plain, squares_of
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.places import FREE
from dungeonbowl.engine.procedures.move.step import is_barred
from dungeonbowl.engine.sides import NEXT
from dungeonbowl.engine.statuses import SUNKEN
from dungeonbowl.engine.tokens import PIT_TOKEN, SPIKED_TOKEN


def in_order(game: Game) -> list[int]:
    """All pieces in the dungeon as one list for a die: side after side in turn order, by their numbers, pieces of no
    side last (A-DEF-10)."""
    found: list[int] = []
    side = game.first_side
    count: i64 = 0
    while count < game.squads.sides:
        add_side(game, side, found)
        side = game.side_value(side, NEXT)
        count += 1
    add_side(game, game.squads.sides, found)
    return found


def add_side(game: Game, side: i64, found: list[int]) -> None:
    pieces: list[tuple[int, int]] = []
    piece = game.first_piece(side)
    while piece < game.last_piece(side):
        if game.square[piece] >= 0:
            pieces.append((int(game.squads.number[piece]), int(piece)))
        piece += 1
    pieces.sort()
    for _, each in pieces:
        if each not in found:
            found.append(each)


def is_prey(game: Game, monster: i64, piece: i64) -> bool:
    """Whether a monster attacks this piece: a standing player or another monster, not a referee."""
    if piece == monster or game.square[piece] < 0 or not game.is_standing(piece):
        return False
    if game.conditions[piece] & SUNKEN != 0:
        return False
    return i64(game.side_of[piece]) < game.squads.sides or is_monster(game, piece)


def prey_beside(game: Game, monster: i64, besides: i64 = -1) -> list[int]:
    """The pieces that it can attack from where it is, except `besides`."""
    return [
        piece
        for piece in in_order(game)
        if i64(piece) != besides and is_prey(game, monster, i64(piece)) and game.are_beside(monster, i64(piece))
    ]


def is_chasm(game: Game, square: i64) -> bool:
    """Whether a square is a chasm, which no monster enters. Monsters walk into pits, as into all traps (A-MON-09)."""
    return i64(game.dungeon.terrain[square]) == CHASM


def is_deadly(game: Game, square: i64) -> bool:
    """Whether no monster arrives on a square: a chasm, or an open pit."""
    token = i64(game.token[square])
    return is_chasm(game, square) or token == PIT_TOKEN or token == SPIKED_TOKEN


def way(game: Game, piece: i64, origin: i64, direction: i64, through: bool = False) -> i64:
    """Where a step of a monster from a square would lead, or -1. Players who are down are not in the way.

    With `through` standing pieces are not in the way either."""
    target = i64(game.steps[origin * 8 + direction])
    if target < 0:
        return -1
    size = i64(game.squads.size[piece])
    if size == 1:
        if is_held(game, piece, target, through) or is_chasm(game, target):
            return -1
    else:
        for node in game.dungeon.footprint(origin, size):
            if game.steps[i64(node) * 8 + direction] < 0:
                return -1
        covered = game.dungeon.footprint(target, size)
        if len(covered) == 0:
            return -1
        for node in covered:
            if is_held(game, piece, i64(node), through) or not is_plain(game, i64(node), target):
                return -1
    return i64(-1) if is_barred(game, piece, origin, target) else target


def ways_on(game: Game, piece: i64, origin: i64, through: bool = False) -> list[int]:
    """Where all steps of a monster from a square lead: in the order of their directions, then through a secret passage,
    which only a monster of one square fits into (A-SECR-03, A-SECR-12)."""
    found: list[int] = []
    direction: i64 = 0
    while direction < 8:
        target = way(game, piece, origin, direction, through)
        if target >= 0:
            found.append(int(target))
        direction += 1
    if game.dungeon.linked and i64(game.squads.size[piece]) == 1:
        index = origin * 2
        while index < origin * 2 + 2:
            target = i64(game.dungeon.links[index])
            if target >= 0 and not is_held(game, piece, target, through) and not is_chasm(game, target):
                if not is_barred(game, piece, origin, target):
                    found.append(int(target))
            index += 1
    return found


def is_held(game: Game, piece: i64, square: i64, through: bool) -> bool:
    """Whether a square is closed to it. A pit with a piece inside is closed: that piece cannot be reached
    (A-TRAP-06)."""
    holder = i64(game.occupant[square])
    if holder == FREE or holder == piece:
        return False
    if holder < 0 or game.conditions[holder] & SUNKEN != 0:
        return True
    return game.is_standing(holder) and not through


def fallen_on(game: Game, piece: i64, square: i64) -> i64:
    """A piece in the way of a monster that would stand with its top left square here; -1 if there is none."""
    for node in game.dungeon.footprint(square, i64(game.squads.size[piece])):
        holder = i64(game.occupant[i64(node)])
        if holder >= 0 and holder != piece:
            return holder
    return -1


def covering(game: Game, piece: i64, square: i64) -> list[int]:
    """The places for the top left square of a monster so that it covers this square, in reading order."""
    size = i64(game.squads.size[piece])
    if size == 1:
        return [int(square)]
    found: list[int] = []
    column = i64(game.dungeon.column[square])
    row = i64(game.dungeon.row[square])
    if column < 0:  # inside a passage
        return found
    down = size - 1
    while down >= 0:
        along = size - 1
        while along >= 0:
            corner = game.dungeon.node_at(column - along, row - down)
            if corner >= 0:
                found.append(int(corner))
            along -= 1
        down -= 1
    return found


def places_beside(game: Game, square: i64) -> list[int]:
    """Every place from which a step may lead to this one."""
    found: list[int] = []
    direction: i64 = 0
    while direction < 8:
        if game.steps[square * 8 + direction] >= 0:
            found.append(int(game.steps[square * 8 + direction]))
        direction += 1
    if game.dungeon.linked:
        index = square * 2
        while index < square * 2 + 2:
            if game.dungeon.links[index] >= 0:
                found.append(int(game.dungeon.links[index]))
            index += 1
    return found


def beside_square(game: Game, piece: i64, square: i64) -> list[int]:
    """The places for the top left square of a monster so that it is beside this square, each once."""
    found: list[int] = []
    for node in places_beside(game, square):
        for corner in covering(game, piece, i64(node)):
            if corner not in found:
                found.append(corner)
    return found


def beside_piece(game: Game, piece: i64, other: i64) -> list[int]:
    """The same for being beside a piece of any size."""
    found: list[int] = []
    for node in squares_of(game, other):
        for corner in beside_square(game, piece, i64(node)):
            if corner not in found:
                found.append(corner)
    return found


@final
class Ways:
    """The distance of a monster to every place where its top left square can be."""

    def __init__(self, game: Game, piece: i64, through: bool = False) -> None:
        self.piece = piece
        self.through = through
        self.start = i64(game.square[piece])
        self.steps: list[int] = [-1] * int(game.dungeon.count)
        self.steps[int(self.start)] = 0
        line = [int(self.start)]
        at = 0
        while at < len(line):
            square = i64(line[at])
            at += 1
            for target in ways_on(game, piece, square, through):
                if self.steps[target] < 0:
                    self.steps[target] = self.steps[int(square)] + 1
                    line.append(target)

    def least(self, goals: list[int]) -> int:
        """The fewest steps to one of these squares, or -1."""
        best = -1
        for goal in goals:
            if self.steps[goal] >= 0 and (best < 0 or self.steps[goal] < best):
                best = self.steps[goal]
        return best

    def first_steps(self, game: Game, goals: list[int]) -> tuple[list[int], list[int]]:
        """The first squares of all shortest ways to the nearest of these squares, in the order of their directions; and
        those of them whose way has no lying player on it."""
        far = self.least(goals)
        good = [goal for goal in goals if self.steps[goal] == far]
        clean = [goal for goal in good if fallen_on(game, self.piece, i64(goal)) < 0]
        while far > 1:
            far -= 1
            before: list[int] = []
            free: list[int] = []
            for goal in good:
                for node in places_beside(game, i64(goal)):
                    if self.steps[node] == far and node not in free:
                        if goal in ways_on(game, self.piece, i64(node), self.through):
                            if node not in before:
                                before.append(node)
                            if goal in clean and fallen_on(game, self.piece, i64(node)) < 0:
                                free.append(node)
            good = before
            clean = free
        first = [target for target in ways_on(game, self.piece, self.start, self.through) if target in good]
        return first, [target for target in first if target in clean]

    def next_square(self, game: Game, goals: list[int]) -> i64:
        """The first square of the way to the nearest of these squares; -1 if there is none (A-MON-08)."""
        if self.least(goals) <= 0:
            return -1
        first, unhindered = self.first_steps(game, goals)
        if len(unhindered) > 0:
            return i64(unhindered[0])
        return i64(first[0]) if len(first) > 0 else -1


def nearest_prey(game: Game, ways: Ways) -> list[int]:
    """The targets with the shortest way, in the order of a die (A-MON-07)."""
    best = -1
    found: list[int] = []
    for each in in_order(game):
        if not is_prey(game, ways.piece, i64(each)):
            continue
        far = ways.least(beside_piece(game, ways.piece, i64(each)))
        if far < 0 or (best >= 0 and far > best):
            continue
        if far != best:
            best = far
            found = []
        found.append(each)
    return found

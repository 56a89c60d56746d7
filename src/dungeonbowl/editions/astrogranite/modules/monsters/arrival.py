"""The arrival of a monster: which kind, and where it stands (A-MON-01, A-LURK-02, A-MORPH-06, A-MGM-03, A-MBOWL-01)."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i16, i64, mypyc_attr, u8

from dungeonbowl.dungeon.directions import scatter_direction
from dungeonbowl.editions.astrogranite.modules.monsters.memory import (
    GUEST,
    LAST_KIND,
    is_monster,
    note_arrival,
    place_of,
)
from dungeonbowl.editions.astrogranite.modules.monsters.targets import beside_square, covering, is_deadly
from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.abilities import MONSTER
from dungeonbowl.engine.dice import D8, die
from dungeonbowl.engine.footprints import is_plain
from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.places import FREE
from dungeonbowl.engine.procedures.move.arrive import Arrive
from dungeonbowl.engine.procedures.move.teleport import Teleport
from dungeonbowl.engine.statuses import NEVER_ZONE, STANDING, STUNNED

# Where it arrives.
BESIDE: Final[i64] = 0  # beside a chest
INSTEAD: Final[i64] = 1  # in place of a chest
BY_PORTAL: Final[i64] = 2
STRAYING: Final[i64] = 3  # one square from a portal

DRAWING: Final[i64] = 0
CHOOSING_PORTAL: Final[i64] = 1
PLACING: Final[i64] = 2
SCATTERING: Final[i64] = 3
ARRIVING: Final[i64] = 4
DISPLACING: Final[i64] = 5


def kind_of(game: Game, piece: i64) -> i64:
    """The number of a piece's kind: pieces of one kind are equal. A piece without a kind is a kind of its own."""
    kind = game.squads.parameter(piece, MONSTER)
    return kind if kind > 0 else 1000 + piece


def pool(game: Game, without: i64 = 0) -> list[int]:
    """The kinds of monsters that fit into the dungeon, in their order; `without` is a kind that should not come
    again."""
    found: list[int] = []
    piece = game.first_piece(game.squads.sides)
    while piece < game.squads.count:
        if is_monster(game, piece):
            kind = int(kind_of(game, piece))
            if kind not in found and fits_map(game, i64(game.squads.size[piece])):
                found.append(kind)
        piece += 1
    if len(found) > 1 and int(without) in found:
        found.remove(int(without))
    return found


def fits_map(game: Game, size: i64) -> bool:
    """Whether a body of this size fits anywhere in the empty dungeon."""
    if size == 1:
        return True
    node: i64 = 0
    while node < game.dungeon.count:
        if len(game.dungeon.footprint(node, size)) > 0:
            return True
        node += 1
    return False


def spare_piece(game: Game, kind: i64) -> i64:
    """A piece of this kind that is not in the dungeon, preferably a piece that never was there; -1 if there is none."""
    found: i64 = -1
    piece = game.first_piece(game.squads.sides)
    while piece < game.squads.count:
        if is_monster(game, piece) and kind_of(game, piece) == kind and i64(game.status[piece]) > STUNNED:
            if found < 0 or i64(game.status[piece]) > i64(game.status[found]):
                found = piece
        piece += 1
    return found


def has_room(game: Game, piece: i64, square: i64, gone: i64 = -1) -> bool:
    """Whether a monster can stand with its top left square here; the chest on `gone` does not count."""
    size = i64(game.squads.size[piece])
    covered = game.dungeon.footprint(square, size)
    if len(covered) == 0:
        return False
    for node in covered:
        if i64(node) == gone:
            continue
        if i64(game.occupant[i64(node)]) != FREE or is_deadly(game, i64(node)):
            return False
        if size > 1 and not is_plain(game, i64(node), square):
            return False
    return True


def spots(game: Game, piece: i64, where: i64, square: i64) -> list[int]:
    """Every place where it may stand, in reading order."""
    size = i64(game.squads.size[piece])
    if where == INSTEAD:
        return sorted([spot for spot in covering(game, piece, square) if has_room(game, piece, i64(spot), square)])
    if where == BY_PORTAL and size == 1:
        return [int(square)]
    found = sorted([spot for spot in beside_square(game, piece, square) if has_room(game, piece, i64(spot))])
    if where == STRAYING and size == 1 and len(found) == 0 and i64(game.occupant[square]) == FREE:
        return [int(square)]
    return found


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class Draw(Frame):
    """A die for the kind (the next kind if that one does not fit), and a die for the place.

    `square` is the chest or the portal, `trigger` the side that has brought the monster in, or -1, `shift` the place of
    the kind in the pool. The result is the piece + 1, or 0 if none has come."""

    def __init__(
        self,
        slot: i64,
        where: i64,
        square: i64,
        trigger: i64,
        stage: i64 = DRAWING,
        shift: i64 = 0,
        piece: i64 = -1,
        displaced: i64 = -1,
    ) -> None:
        self.slot = slot
        self.where = where
        self.square = square
        self.trigger = trigger
        self.stage = stage
        self.shift = shift
        self.piece = piece
        self.displaced = displaced

    def copy(self) -> Frame:
        return Draw(
            self.slot, self.where, self.square, self.trigger, self.stage, self.shift, self.piece, self.displaced
        )

    def kinds(self, game: Game) -> list[int]:
        return pool(game, game.memo[self.slot + LAST_KIND] if self.where == BY_PORTAL else i64(0))

    def begin(self, game: Game) -> i64:
        kinds = self.kinds(game)
        by_portal = self.where == BY_PORTAL or self.where == STRAYING
        if len(kinds) == 0 or (by_portal and not game.has_portals()):
            return game.done(0)
        if len(kinds) > 1:
            return game.roll(1, len(kinds), clauses.MONSTER_DRAWN, -1)
        return self.find_portal(game)

    def rolled(self, game: Game, dice: i64) -> i64:
        face = die(dice, 0)
        if self.stage == DRAWING:
            self.shift = face - 1
            return self.find_portal(game)
        if self.stage == CHOOSING_PORTAL:
            self.square = i64(game.portals[face - 1])
            return self.find_portal(game) if self.square < 0 else self.choose(game)
        if self.stage == SCATTERING:
            return self.scatter(game, scatter_direction(face))
        return self.put(game, i64(spots(game, self.piece, self.where, self.square)[int(face) - 1]))

    def find_portal(self, game: Game) -> i64:
        if self.where != BY_PORTAL and self.where != STRAYING:
            return self.choose(game)
        self.stage = CHOOSING_PORTAL
        return game.roll(1, len(game.portals), clauses.MONSTER_PORTAL, -1)

    def choose(self, game: Game) -> i64:
        """The kind that was drawn, or the next one in the pool that has room."""
        kinds = self.kinds(game)
        tried = 0
        while tried < len(kinds):
            kind = i64(kinds[(int(self.shift) + tried) % len(kinds)])
            piece = spare_piece(game, kind)
            tried += 1
            if piece < 0:
                continue
            found = spots(game, piece, self.where, self.square)
            if len(found) == 0:
                continue
            self.piece = piece
            if self.where == STRAYING and not (len(found) == 1 and i64(found[0]) == self.square):
                return self.stray(game)
            self.stage = PLACING
            if len(found) > 1:
                return game.roll(1, len(found), clauses.MONSTER_PLACE, -1)
            return self.put(game, i64(found[0]))
        return game.done(0)

    def stray(self, game: Game) -> i64:
        self.stage = SCATTERING
        return game.roll(1, D8, clauses.MONSTER_SCATTER, -1)

    def scatter(self, game: Game, direction: i64) -> i64:
        """One scatter step; the die is rolled again if the monster cannot stand there (A-DEF-09)."""
        node = i64(game.steps[self.square * 8 + direction])
        if node >= 0:
            for spot in sorted(covering(game, self.piece, node)):
                if has_room(game, self.piece, i64(spot)):
                    return self.put(game, i64(spot))
        return self.stray(game)

    def put(self, game: Game, square: i64) -> i64:
        piece = self.piece
        self.stage = ARRIVING
        if self.where == INSTEAD:
            game.remove_chest(self.square)
        by_portal = self.where == BY_PORTAL or self.where == STRAYING
        if by_portal:
            game.memo[self.slot + LAST_KIND] = kind_of(game, piece)
            game.memo[self.slot + GUEST] = piece + 1
        on_portal = by_portal and square == self.square
        if on_portal:
            self.displaced = i64(game.occupant[square])
            if self.displaced >= 0:
                game.square[self.displaced] = i16(-1)
        game.conditions[piece] = NEVER_ZONE
        game.status[piece] = u8(STANDING)
        game.memo[place_of(game, self.slot, piece)] = 0
        note_arrival(game, self.slot, piece, self.trigger)
        game.place(piece, square)
        game.tell(events.MONSTER_APPEARED, clauses.MONSTER_DRAWN, piece, square)
        if on_portal:  # it has come out of this portal
            return self.returned(game, 0)
        return game.call(Arrive(piece, False, False))

    def returned(self, game: Game, result: i64) -> i64:
        if self.stage == ARRIVING and self.displaced >= 0:
            self.stage = DISPLACING
            return game.call(Teleport(self.displaced, self.square, False))
        return game.done(self.piece + 1)

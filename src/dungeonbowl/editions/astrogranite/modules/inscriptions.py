"""Magical inscriptions: what a rune gives a player of its college, and the Winds of Magic (A-INSC)."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr, u8

from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.dungeon.terrain import INSCRIPTION
from dungeonbowl.editions.astrogranite.composition.composition import Composition
from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.abilities import STANDS_FIRM
from dungeonbowl.engine.actions import (
    BLITZ_ACTION,
    DECLARE,
    RELEASE_WINDS,
    TRAVEL,
    WINDS_ACTION,
    WINDS_FELL,
    WINDS_RAISE,
    action,
    first_of,
    kind_of,
)
from dungeonbowl.engine.frames import FAILED, Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import Module
from dungeonbowl.engine.places import FREE
from dungeonbowl.engine.procedures.harm.down import GoDown, fall
from dungeonbowl.engine.procedures.harm.victim import Victim
from dungeonbowl.engine.procedures.move.arrive import Arrive
from dungeonbowl.engine.procedures.move.step import pay, rush_test
from dungeonbowl.engine.procedures.stat_test import StatTest
from dungeonbowl.engine.procedures.turn.offers import is_rooted
from dungeonbowl.engine.progress import BLOCK_MADE, DEED_DONE, MOVED
from dungeonbowl.engine.setup import Squads
from dungeonbowl.engine.statuses import ACTIVATED, STANDING, STUNNED, STUNNED_AT_START

RUNE_STRENGTH: Final[i64] = 1
TRAVEL_COST: Final[i64] = 1
LEAST_MOVEMENT: Final[i64] = 2  # of players whom the winds raise (A-INSC-07)

CIRCLES_A_WORD: Final[i64] = 60
WORDS: Final = 4

RUSHING: Final[i64] = 0
CALLING: Final[i64] = 1
CHOOSING: Final[i64] = 2


def install(c: Composition) -> None:
    c.modules.append(Inscriptions())
    for clause, rule in (
        (clauses.RUNE_TRAVEL, "A-INSC-03"),
        (clauses.WINDS, "A-INSC-04"),
        (clauses.WINDS_FELLED, "A-INSC-06"),
        (clauses.WINDS_RAISED, "A-INSC-07"),
    ):
        c.cite(int(clause), rule)


def circle_at(game: Game, piece: i64, square: i64) -> i64:
    """The number of the circle of the rune in a square, if the rune is of the player's college; otherwise -1
    (A-INSC-01).

    Circles are counted in the order in which the dungeon lists them."""
    if square < 0 or i64(game.dungeon.terrain[square]) != INSCRIPTION:
        return -1
    side = i64(game.side_of[piece])
    if side >= game.squads.sides or game.squads.teams[side].college <= 0:
        return -1
    college = game.rules.colleges[game.squads.teams[side].college].lower()
    for index, written in enumerate(game.dungeon.inscriptions):
        if written.node == square:
            return ordinal(game.dungeon, index) if written.college.lower() == college else i64(-1)
    return -1


def ordinal(dungeon: Dungeon, position: i64) -> i64:
    """The number of the circle to which the inscription at this place of the list belongs."""
    wanted = dungeon.inscriptions[position].circle
    count: i64 = 0
    index: i64 = 0
    while index < position:
        circle = dungeon.inscriptions[index].circle
        if circle == wanted:
            return ordinal(dungeon, index)
        before: i64 = 0
        while dungeon.inscriptions[before].circle != circle:
            before += 1
        if before == index:  # the first inscription of its circle
            count += 1
        index += 1
    return count


def on_rune(game: Game, piece: i64) -> bool:
    """Whether a player stands on a rune of its own college."""
    return game.is_standing(piece) and circle_at(game, piece, i64(game.square[piece])) >= 0


@final
class Inscriptions(Module):
    """Strength, a firm stand, travel from rune to rune, and once for every circle the Winds of Magic."""

    def __init__(self) -> None:
        self.slot: i64 = 0

    def name(self) -> str:
        return "inscriptions"

    def is_idle(self, dungeon: Dungeon, squads: Squads) -> bool:
        return len(dungeon.inscriptions) == 0

    def memory(self) -> int:
        return WORDS

    def fixed_slot(self, slot: int) -> None:
        self.slot = i64(slot)

    def strength_modifier(self, game: Game, piece: i64) -> i64:
        return RUNE_STRENGTH if game.square[piece] >= 0 and on_rune(game, piece) else 0

    def is_firm(self, game: Game, piece: i64, square: i64) -> bool:
        return game.is_standing(piece) and circle_at(game, piece, square) >= 0

    def offers_actions(self, game: Game, piece: i64) -> None:
        if game.is_standing(piece) and self.has_winds(game, piece):
            game.offer(action(DECLARE, WINDS_ACTION))

    def offers_moves(self, game: Game, piece: i64) -> None:
        here = i64(game.square[piece])
        if circle_at(game, piece, here) < 0:
            return
        left = game.moves_left + game.rushes_left
        if left >= TRAVEL_COST and not is_rooted(game, piece):
            for written in game.dungeon.inscriptions:
                there = written.node
                if there != here and i64(game.occupant[there]) == FREE and circle_at(game, piece, there) >= 0:
                    game.offer(action(TRAVEL, there))
        if game.declared == BLITZ_ACTION and game.progress & (BLOCK_MADE | DEED_DONE) == 0:
            if left >= game.rules.tables.blows.block_cost and self.has_winds(game, piece):
                game.offer(action(RELEASE_WINDS))

    def has_winds(self, game: Game, piece: i64) -> bool:
        """Whether the circle under a player is of its college and the winds have not been released from it
        (A-INSC-05)."""
        circle = circle_at(game, piece, i64(game.square[piece]))
        return circle >= 0 and not is_spent(game, self.slot, circle)

    def acts(self, game: Game, piece: i64, action: i64) -> Frame | None:
        kind = kind_of(action)
        if kind == TRAVEL:
            return Travel(piece, first_of(action))
        if kind == RELEASE_WINDS or (kind == DECLARE and first_of(action) == WINDS_ACTION):
            return ReleaseWinds(piece, self.slot, kind == RELEASE_WINDS)
        return None


def is_spent(game: Game, slot: i64, circle: i64) -> bool:
    return game.memo[slot + circle // CIRCLES_A_WORD % WORDS] >> (circle % CIRCLES_A_WORD) & 1 != 0


def spend(game: Game, slot: i64, circle: i64) -> None:
    word = slot + circle // CIRCLES_A_WORD % WORDS
    game.memo[word] = game.memo[word] | i64(1) << (circle % CIRCLES_A_WORD)


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class Travel(Frame):
    """From one rune to another at once: without a dodge, but perhaps with a Rush. The Rush is rolled before the player
    leaves: on a 1 it falls on its own rune (A-INSC-03, A-BASE-06)."""

    def __init__(self, piece: i64, square: i64, origin: i64 = -1) -> None:
        self.piece = piece
        self.square = square
        self.origin = origin

    def copy(self) -> Frame:
        return Travel(self.piece, self.square, self.origin)

    def begin(self, game: Game) -> i64:
        piece = self.piece
        self.origin = i64(game.square[piece])
        if pay(game, TRAVEL_COST) > 0:
            return game.call(rush_test(game, piece))
        return self.go(game)

    def returned(self, game: Game, result: i64) -> i64:
        return self.go(game) if result != FAILED else game.become(fall(self.piece))

    def go(self, game: Game) -> i64:
        """It is no step: a teleporter there does not count as entered by the player's own move (A-TELE-09)."""
        piece = self.piece
        game.progress |= MOVED
        game.place(piece, self.square)
        game.tell(events.MOVED, clauses.RUNE_TRAVEL, piece, self.origin, self.square)
        return game.become(Arrive(piece, True, False))


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class ReleaseWinds(Frame):
    """A player on its rune calls the winds in place of a block. If they come, its coach chooses what they do
    (A-INSC-04, A-INSC-08). In a Blitz that costs as much movement as the block."""

    def __init__(self, piece: i64, slot: i64, blitz: bool, stage: i64 = RUSHING) -> None:
        self.piece = piece
        self.slot = slot
        self.blitz = blitz
        self.stage = stage

    def copy(self) -> Frame:
        return ReleaseWinds(self.piece, self.slot, self.blitz, self.stage)

    def begin(self, game: Game) -> i64:
        if self.blitz:
            game.progress |= BLOCK_MADE
            if pay(game, game.rules.tables.blows.block_cost) > 0:
                return game.call(rush_test(game, self.piece))
        return self.call_winds(game)

    def call_winds(self, game: Game) -> i64:
        self.stage = CALLING
        piece = self.piece
        needed = i64(game.squads.agility[piece])
        return game.call(StatTest(piece, clauses.WINDS, needed, 0, i64(game.side_of[piece])))

    def returned(self, game: Game, result: i64) -> i64:
        if self.stage == RUSHING:
            return self.call_winds(game) if result != FAILED else game.become(fall(self.piece))
        circle = circle_at(game, self.piece, i64(game.square[self.piece]))
        if result == FAILED or circle < 0:
            return game.done(0)
        spend(game, self.slot, circle)
        self.stage = CHOOSING
        return game.ask(i64(game.side_of[self.piece]))

    def options(self, game: Game) -> None:
        game.offer(action(WINDS_FELL))
        game.offer(action(WINDS_RAISE))

    def chosen(self, game: Game, action: i64) -> i64:
        if kind_of(action) == WINDS_RAISE:
            game.tell(events.WINDS_RELEASED, clauses.WINDS_RAISED, self.piece, 1)
            raise_all(game)
            return game.done(0)
        game.tell(events.WINDS_RELEASED, clauses.WINDS_FELLED, self.piece, 0)
        victims: list[Victim] = []
        for piece in in_reading_order(game):
            if not game.can(piece, STANDS_FIRM) and not game.stands_firm(piece, i64(game.square[piece])):
                victims.append(Victim(piece, clauses.PLACED_PRONE))
        return game.become(GoDown(victims, -1)) if len(victims) > 0 else game.done(0)


def in_reading_order(game: Game) -> vec[i64]:
    """All standing pieces in the dungeon, in the order of their squares (A-DEF-14)."""
    found = vec[i64]()
    square: i64 = 0
    while square < game.dungeon.count:  # squares are numbered in reading order
        piece = i64(game.occupant[square])
        if piece >= 0 and game.is_standing(piece) and i64(game.square[piece]) == square:
            found = append(found, piece)
        square += 1
    return found


def raise_all(game: Game) -> None:
    """Every player who is down and has enough Movement stands up. It neither gains nor loses an action by that
    (A-INSC-07, A-INSC-10): a player who was stunned has no action in this team turn."""
    piece: i64 = 0
    while piece < game.squads.count:
        if game.square[piece] >= 0 and game.is_down(piece) and i64(game.squads.movement[piece]) >= LEAST_MOVEMENT:
            if i64(game.status[piece]) == STUNNED:
                game.conditions[piece] = game.conditions[piece] | ACTIVATED
            game.status[piece] = u8(STANDING)
            game.conditions[piece] = game.conditions[piece] & ~STUNNED_AT_START
            game.tell(events.STOOD_UP, clauses.WINDS_RAISED, piece)
        piece += 1

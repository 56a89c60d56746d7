"""Doors and gates: trying, opening, closing and smashing them; and players who are too big for them (A-DOOR).

Whether a door is open is part of the dungeon that the match is played in (`set_door` of `engine/laying_out.py`). What
else is known of a door is in the numbers of the module.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from dungeonbowl.dungeon.features import Door
from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.dungeon.terrain import is_closed_door
from dungeonbowl.editions.astrogranite.composition.composition import Composition
from dungeonbowl.editions.astrogranite.core.collisions import BIG_GUY, BIG_STRENGTH, weight
from dungeonbowl.editions.astrogranite.core.pushing import ChangedPushing
from dungeonbowl.editions.astrogranite.modules.smashing import SmashDoor
from dungeonbowl.engine import actions, clauses, events
from dungeonbowl.engine.actions import (
    BLITZ_ACTION,
    DECLARE,
    SMASH_DOOR_ACTION,
    action,
    first_of,
    kind_of,
)
from dungeonbowl.engine.dice import D6, die
from dungeonbowl.engine.frames import FAILED, Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.laying_out import set_door
from dungeonbowl.engine.moments import Module
from dungeonbowl.engine.places import FREE
from dungeonbowl.engine.procedures.block.squares import CANDIDATE_BLOCKED
from dungeonbowl.engine.procedures.harm.down import fall
from dungeonbowl.engine.procedures.move.step import pay, rush_test
from dungeonbowl.engine.progress import BLOCK_MADE, DEED_DONE
from dungeonbowl.engine.setup import Squads
from dungeonbowl.engine.sides import USED

COST: Final[i64] = 3  # of opening and of closing (A-DOOR-06, A-DOOR-09)
LOCKED_FACE: Final[i64] = 1

# What is known of a door: two bits each.
UNTRIED: Final[i64] = 0
UNLOCKED: Final[i64] = 1
LOCKED: Final[i64] = 2
SMASHED: Final[i64] = 3
NOTE_NAMES: Final = ["untried", "unlocked", "locked", "smashed"]

DOORS_A_WORD: Final[i64] = 30
WORDS: Final = 16  # enough for more doors than any dungeon has

TRYING: Final[i64] = 0
PAYING: Final[i64] = 1


def install(c: Composition) -> None:
    c.modules.append(Doors())
    c.modules.append(Doorways())
    c.policies.pushing = DoorwayPushing(c.policies.pushing)
    for clause, rule in (
        (clauses.DOOR_LOCK, "A-DOOR-07"),
        (clauses.DOOR_OPENED, "A-DOOR-08"),
        (clauses.DOOR_CLOSED, "A-DOOR-09"),
        (clauses.DOOR_BLOCK, "A-DOOR-10"),
        (clauses.DOOR_SMASHED, "A-DOOR-12"),
    ):
        c.cite(int(clause), rule)


# --- what is known of doors -----------------------------------------------------------------------------------------


def note_of(game: Game, slot: i64, index: i64) -> i64:
    """What is known of a door, besides whether it is open."""
    return game.memo[slot + index // DOORS_A_WORD] >> (index % DOORS_A_WORD * 2) & 3


def set_note(game: Game, slot: i64, index: i64, note: i64) -> None:
    word = slot + index // DOORS_A_WORD
    shift = index % DOORS_A_WORD * 2
    game.memo[word] = game.memo[word] & ~(i64(3) << shift) | note << shift


def square_labels(dungeon: Dungeon, door: Door) -> list[str]:
    """The square that a door fills, or the two squares that it separates."""
    return [dungeon.label(node) for node in (door.node, door.other) if node >= 0]


def within_reach(game: Game, here: i64, door: Door) -> i64:
    """The square by which a player in `here` names a door: the square that the door fills, or the square beyond it; -1
    if the door is out of reach.

    A door that fills its square is in reach of every square that would be adjacent to it if it were open
    (A-DOOR-02)."""
    if door.other >= 0:
        if door.node == here:
            return door.other
        return door.node if door.other == here else i64(-1)
    direction: i64 = 0
    while direction < 8:
        if i64(game.dungeon.bordering[here * 8 + direction]) == door.node:
            return door.node
        direction += 1
    return -1


def door_called(game: Game, here: i64, square: i64) -> i64:
    """The number of the door that a player in `here` names by that square; -1 if there is none."""
    for index, door in enumerate(game.dungeon.doors):
        if door.kind != "doorway" and within_reach(game, here, door) == square:
            return index
    return -1


def is_clear(game: Game, door: Door) -> bool:
    """Whether the square of a door is empty (A-DOOR-09)."""
    if door.other >= 0:
        return True
    return i64(game.occupant[door.node]) == FREE and game.ball_on(door.node) < 0


def has_closed_door(game: Game) -> bool:
    for door in game.dungeon.doors:
        if not door.is_open:
            return True
    return False


def offer_closed(game: Game, piece: i64, kind: i64) -> bool:
    """Offer an action on every closed door beside a player. Returns whether there is such a door."""
    here = i64(game.square[piece])
    found = False
    if not game.dungeon.is_near_door(here):
        return False
    for door in game.dungeon.doors:
        if not door.is_open:
            square = within_reach(game, here, door)
            if square >= 0:
                found = True
                if kind != 0:
                    game.offer(action(kind, square))
    return found


@final
class Doors(Module):
    """The actions of players on doors beside them."""

    def __init__(self) -> None:
        self.slot: i64 = 0

    def name(self) -> str:
        return "doors"

    def is_idle(self, dungeon: Dungeon, squads: Squads) -> bool:
        return len(dungeon.doors) == 0

    def memory(self) -> int:
        return WORDS

    def fixed_slot(self, slot: int) -> None:
        self.slot = i64(slot)

    # --- scenes ---------------------------------------------------------------------------------------------------

    def state_words(self) -> list[str]:
        """What can be known of a door."""
        return list(NOTE_NAMES)

    def read_state(self, game: Game, letters: dict[str, int], table: dict[str, dict[str, str]]) -> None:
        """A scene states what is known of doors, by a square beside or under each: `known = { "(4,1)" = "locked" }`.

        A smashed door is open for good."""
        for label, note in table["known"].items():
            for index, door in enumerate(game.dungeon.doors):
                if label in square_labels(game.dungeon, door):
                    set_note(game, self.slot, index, NOTE_NAMES.index(note))
                    if note == "smashed" and not door.is_open:
                        set_door(game, index, True)

    def show_state(self, game: Game, letters: dict[str, int]) -> dict[str, dict[str, str]]:
        known: dict[str, str] = {}
        for index, door in enumerate(game.dungeon.doors):
            if door.kind != "doorway":
                for label in square_labels(game.dungeon, door):
                    known[label] = NOTE_NAMES[note_of(game, self.slot, index)]
        return {"known": known}

    def offers_actions(self, game: Game, piece: i64) -> None:
        """A Block may be a block of a door, and a Blitz may be declared for a door (A-DOOR-10)."""
        if game.is_standing(piece) and offer_closed(game, piece, 0):
            game.offer(action(DECLARE, SMASH_DOOR_ACTION))
        blitz = action(DECLARE, BLITZ_ACTION)
        used = game.side_value(i64(game.side_of[piece]), USED)
        if used & i64(1) << BLITZ_ACTION == 0 and has_closed_door(game) and not game.has_offered(blitz):
            game.offer(blitz)

    def offers_moves(self, game: Game, piece: i64) -> None:
        left = game.moves_left + game.rushes_left
        here = i64(game.square[piece])
        if not game.dungeon.is_near_door(here):
            return
        if left >= COST:
            for index, door in enumerate(game.dungeon.doors):
                note = note_of(game, self.slot, index)
                if door.kind != "doorway" and note != LOCKED and note != SMASHED:
                    square = within_reach(game, here, door)
                    if square >= 0 and not door.is_open:
                        game.offer(action(actions.OPEN_DOOR, square))
                    elif square >= 0 and is_clear(game, door):
                        game.offer(action(actions.CLOSE_DOOR, square))
        if game.declared == BLITZ_ACTION and game.progress & (BLOCK_MADE | DEED_DONE) == 0:
            if left >= game.rules.tables.blows.block_cost:
                offer_closed(game, piece, actions.SMASH_DOOR)

    def acts(self, game: Game, piece: i64, action: i64) -> Frame | None:
        kind = kind_of(action)
        if kind == DECLARE and first_of(action) == SMASH_DOOR_ACTION:
            return ChooseDoor(piece, self.slot)
        if kind == actions.OPEN_DOOR or kind == actions.CLOSE_DOOR or kind == actions.SMASH_DOOR:
            index = door_called(game, i64(game.square[piece]), first_of(action))
            if kind == actions.SMASH_DOOR:
                game.progress |= BLOCK_MADE
                return BreakIn(piece, index, self.slot)
            return MoveDoor(piece, index, first_of(action), self.slot)
        return None


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class MoveDoor(Frame):
    """A player opens or closes a door: first the lock, if it has not been tried, then the cost (A-DOOR-07, -08)."""

    def __init__(self, piece: i64, index: i64, square: i64, slot: i64, stage: i64 = TRYING, rushes: i64 = 0) -> None:
        self.piece = piece
        self.index = index
        self.square = square
        self.slot = slot
        self.stage = stage
        self.rushes = rushes

    def copy(self) -> Frame:
        return MoveDoor(self.piece, self.index, self.square, self.slot, self.stage, self.rushes)

    def begin(self, game: Game) -> i64:
        if not game.dungeon.doors[self.index].is_open and note_of(game, self.slot, self.index) == UNTRIED:
            return game.roll(1, D6, clauses.DOOR_LOCK, i64(game.side_of[self.piece]))
        return self.pay(game)

    def rolled(self, game: Game, dice: i64) -> i64:
        face = die(dice, 0)
        game.tell(events.DOOR_TRIED, clauses.DOOR_LOCK, self.piece, self.square, face)
        if face == LOCKED_FACE:
            set_note(game, self.slot, self.index, LOCKED)
            return game.done(0)
        set_note(game, self.slot, self.index, UNLOCKED)
        return self.pay(game)

    def regretted_by(self, game: Game, dice: i64) -> i64:
        return self.piece if die(dice, 0) == LOCKED_FACE else i64(-1)

    def pay(self, game: Game) -> i64:
        self.stage = PAYING
        self.rushes = pay(game, COST)
        return self.rush(game)

    def rush(self, game: Game) -> i64:
        if self.rushes > 0:
            self.rushes -= 1
            return game.call(rush_test(game, self.piece))
        opens = not game.dungeon.doors[self.index].is_open
        set_door(game, self.index, opens)
        if opens:
            game.tell(events.DOOR_OPENED, clauses.DOOR_OPENED, self.piece, self.square)
        else:
            game.tell(events.DOOR_CLOSED, clauses.DOOR_CLOSED, self.piece, self.square)
        return game.done(0)

    def returned(self, game: Game, result: i64) -> i64:
        """A player who falls while paying for it has not moved the door (A-BASE-06)."""
        return self.rush(game) if result != FAILED else game.become(fall(self.piece))


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class ChooseDoor(Frame):
    """A Block at a door: the coach chooses one if there are several."""

    def __init__(self, piece: i64, slot: i64) -> None:
        self.piece = piece
        self.slot = slot

    def copy(self) -> Frame:
        return ChooseDoor(self.piece, self.slot)

    def begin(self, game: Game) -> i64:
        game.offers = 0
        self.options(game)
        if game.offers == 0:
            return game.done(0)
        return game.ask_or_take(self, i64(game.side_of[self.piece]))

    def options(self, game: Game) -> None:
        offer_closed(game, self.piece, actions.SMASH_DOOR)

    def chosen(self, game: Game, action: i64) -> i64:
        index = door_called(game, i64(game.square[self.piece]), first_of(action))
        return game.become(BreakIn(self.piece, index, self.slot))


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class BreakIn(Frame):
    """A block at a door; a door that breaks stays open for good (A-DOOR-12, A-DOOR-14)."""

    def __init__(self, piece: i64, index: i64, slot: i64) -> None:
        self.piece = piece
        self.index = index
        self.slot = slot

    def copy(self) -> Frame:
        return BreakIn(self.piece, self.index, self.slot)

    def begin(self, game: Game) -> i64:
        return game.call(SmashDoor(self.piece, self.index, game.declared == BLITZ_ACTION))

    def returned(self, game: Game, result: i64) -> i64:
        if game.dungeon.doors[self.index].is_open:
            set_note(game, self.slot, self.index, SMASHED)
        return game.done(0)


# --- who is too big -------------------------------------------------------------------------------------------------


def is_too_big(game: Game, piece: i64) -> bool:
    """Whether a player fits only through large doors (A-DOOR-04)."""
    return weight(game, piece) >= BIG_GUY


def is_too_narrow(game: Game, piece: i64, origin: i64, square: i64) -> bool:
    """Whether the way from one square to another leads through a door that is too small for this big player."""
    wide = game.dungeon.for_large()
    size = i64(game.squads.size[piece])
    if size > 1:
        return is_too_narrow_for(wide, size, origin, square)
    if is_closed_door(i64(wide.terrain[square])):
        return True
    direction = game.direction(origin, square)
    return direction >= 0 and i64(wide.neighbours[origin * 8 + direction]) != square


def is_too_narrow_for(wide: Dungeon, size: i64, origin: i64, square: i64) -> bool:
    """The same for a piece that fills several squares: each of them has to come through."""
    if len(wide.footprint(square, size)) == 0:
        return True
    direction = wide.direction_to(origin, square)
    if direction < 0:
        return False
    for node in wide.footprint(origin, size):
        if wide.neighbours[i64(node) * 8 + direction] < 0:
            return True
    return False


@final
class Doorways(Module):
    """A doorway that is too small for a player is a wall to it."""

    def name(self) -> str:
        return "doorways"

    def is_idle(self, dungeon: Dungeon, squads: Squads) -> bool:
        if not dungeon.has_narrow_doors():
            return True
        piece: i64 = 0
        while piece < squads.count:
            if i64(squads.size[piece]) > 1 or i64(squads.strength[piece]) >= BIG_STRENGTH:
                return False
            piece += 1
        return True

    def bars_step(self, game: Game, piece: i64, origin: i64, square: i64) -> bool:
        return is_too_big(game, piece) and is_too_narrow(game, piece, origin, square)

    def step_objection(self, game: Game, piece: i64, origin: i64, square: i64) -> str:
        return "the player is too big for that door"


@final
class DoorwayPushing(ChangedPushing):
    """A player cannot be pushed through a doorway that is too small for it."""

    def candidate_class(self, game: Game, piece: i64, square: i64, direction: i64, spoiled: bool) -> i64:
        if len(game.dungeon.doors) > 0 and is_too_big(game, piece) and game.dungeon.has_narrow_doors():
            target = i64(game.steps[square * 8 + direction])
            if target >= 0 and is_too_narrow(game, piece, square, target):
                return CANDIDATE_BLOCKED
        return self.inner.candidate_class(game, piece, square, direction, spoiled)

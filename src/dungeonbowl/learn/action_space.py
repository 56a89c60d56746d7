"""Legal actions as indices of a fixed discrete space, and back.

An action of the engine is a kind with up to three arguments. Most actions have an index of their own: a direction to
step in, a player to activate. If an action names several things (a player and a square to deploy it on), a learner
names them one after the other. An index that several legal actions share leaves these to choose from, by their next
argument, until one is left. Actions that cannot be told apart in that way are numbered. So every legal action can be
chosen, and every index that the mask allows chooses an action or leads to one.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from dungeonbowl.engine import actions
from dungeonbowl.engine.actions import KINDS
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.sides import NOBODY
from dungeonbowl.learn import shape
from dungeonbowl.learn.geometry import Geometry
from dungeonbowl.learn.macros import GO, GO_ON, HAND, HAND_ON, HIT, HIT_ON, Macros
from dungeonbowl.learn.shape import Board
from dungeonbowl.play import usual

# How the first argument of a kind is read.
NO_ARGUMENT: Final[i64] = 0
A_NUMBER: Final[i64] = 1
A_DIRECTION: Final[i64] = 2
A_PIECE: Final[i64] = 3  # of the learner's side, at a place of the group
A_PLAYER: Final[i64] = 4  # of any side
A_SQUARE: Final[i64] = 5
A_CHEST: Final[i64] = 6
A_SIDE: Final[i64] = 7
UNKNOWN: Final[i64] = 8

LAST_PART: Final[i64] = 3  # from here on the remaining actions are numbered


@final
class Reading:
    """How a kind becomes an index: the kind of its first argument, where its group begins, and how long the group
    is."""

    def __init__(self, kind: i64, how: i64, first: i64, room: i64 = 1) -> None:
        self.kind = kind
        self.how = how
        self.first = first
        self.room = room


# The actions that change least, as in `play/usual.py`.
DEFAULTS: Final = vec[i64](list(usual.DEFAULTS))

READINGS: Final = [
    Reading(actions.END_TURN, NO_ARGUMENT, 0),
    Reading(actions.END_ACTIVATION, NO_ARGUMENT, 1),
    Reading(actions.STAND_UP, NO_ARGUMENT, 2),
    Reading(actions.AIM, NO_ARGUMENT, 3),
    Reading(actions.PAY_PORTAL, NO_ARGUMENT, 4),
    Reading(actions.ACCEPT, NO_ARGUMENT, 5),
    Reading(actions.FOLLOW_UP, NO_ARGUMENT, 6),
    Reading(actions.STAY, NO_ARGUMENT, 7),
    Reading(actions.USE, NO_ARGUMENT, 8),
    Reading(actions.DECLINE, NO_ARGUMENT, 9),
    Reading(actions.TRY_CATCH, NO_ARGUMENT, 10),
    Reading(actions.ARGUE, NO_ARGUMENT, 11),
    Reading(actions.BRIBE, NO_ARGUMENT, 12),
    Reading(actions.CAST, NO_ARGUMENT, 13),
    Reading(actions.BUY_NO_MORE, NO_ARGUMENT, 14),
    Reading(actions.STEP, A_DIRECTION, shape.DO_STEP, 8),
    Reading(actions.OPEN_CHEST, A_CHEST, shape.DO_CHEST, 8),
    Reading(actions.SWING, A_DIRECTION, shape.DO_SWING, 8),
    Reading(actions.NAME_DIRECTION, A_DIRECTION, shape.DO_DIRECTION, 8),
    Reading(actions.DECLARE, A_NUMBER, shape.DO_DECLARE, 32),
    Reading(actions.ACTIVATE, A_PIECE, shape.DO_ACTIVATE, 16),
    Reading(actions.ENTER_RESERVE, A_PIECE, shape.DO_ENTER, 16),
    Reading(actions.USE_SPONGE, A_PIECE, shape.DO_SPONGE, 16),
    Reading(actions.BLOCK, A_PLAYER, 0),
    Reading(actions.HAND_OFF, A_PLAYER, 0),
    Reading(actions.FOUL, A_PLAYER, 0),
    Reading(actions.PICK_TEAM_MATE, A_PLAYER, 0),
    Reading(actions.INTERFERE, A_PLAYER, 0),
    Reading(actions.CAST_ON, A_PLAYER, 0),
    Reading(actions.DEPLOY, A_PLAYER, 0),
    Reading(actions.TREAT, A_PLAYER, 0),
    Reading(actions.REROLL, A_NUMBER, shape.DO_REROLL, 4),
    Reading(actions.CHOOSE_FACE, A_NUMBER, shape.DO_FACE, 8),
    Reading(actions.BUY, A_NUMBER, shape.DO_NUMBER, 32),
    Reading(actions.CHOOSE_ZONE, A_NUMBER, shape.DO_NUMBER, 32),
    Reading(actions.CHOOSE_STARTER, A_SIDE, shape.DO_NUMBER, 32),
    Reading(actions.JUMP, A_SQUARE, 0),
    Reading(actions.THROW_TO, A_SQUARE, 0),
    Reading(actions.THROW_AT_WALL, A_SQUARE, 0),
    Reading(actions.PUSH_TO, A_SQUARE, 0),
    Reading(actions.PLACE_BALL, A_SQUARE, 0),
    Reading(actions.CAST_AT, A_SQUARE, 0),
    Reading(actions.PLACE_CHEST, A_SQUARE, 0),
    Reading(actions.PLACE_PORTAL, A_SQUARE, 0),
    # Kinds of modules share the indices of kinds that are never offered together with them; if they are, the next part
    # tells them apart.
    Reading(actions.LEAP, NO_ARGUMENT, 15),
    Reading(actions.DEMAND, NO_ARGUMENT, 8),
    Reading(actions.LIE_DOWN, NO_ARGUMENT, 8),
    Reading(actions.BEAR_FLAMES, NO_ARGUMENT, 9),
    Reading(actions.WINDS_FELL, NO_ARGUMENT, 8),
    Reading(actions.WINDS_RAISE, NO_ARGUMENT, 9),
    Reading(actions.RELEASE_WINDS, NO_ARGUMENT, 13),
    Reading(actions.CAST_SPELL, NO_ARGUMENT, 13),
    Reading(actions.SET_UP_DONE, NO_ARGUMENT, 14),
    Reading(actions.HURRY, A_DIRECTION, shape.DO_SWING, 8),
    Reading(actions.STEP_OFF, A_DIRECTION, shape.DO_SWING, 8),
    Reading(actions.SHOVE_CHEST, A_DIRECTION, shape.DO_DIRECTION, 8),
    Reading(actions.DRAG_CHEST, A_DIRECTION, shape.DO_DIRECTION, 8),
    Reading(actions.CHOOSE_BALL, A_NUMBER, shape.DO_NUMBER, 32),
    Reading(actions.NAME_VICTIM, A_PLAYER, 0),
    Reading(actions.HIRE, A_PLAYER, 0),
    Reading(actions.TEACH, A_PLAYER, 0),
    Reading(actions.STRIKE_FROM_AFAR, A_PLAYER, 0),
    Reading(actions.CROSS, A_SQUARE, 0),
    Reading(actions.TAKE_CHEST, A_SQUARE, 0),
    Reading(actions.CHOOSE_PORTAL, A_SQUARE, 0),
    Reading(actions.OPEN_DOOR, A_SQUARE, 0),
    Reading(actions.CLOSE_DOOR, A_SQUARE, 0),
    Reading(actions.SMASH_DOOR, A_SQUARE, 0),
    Reading(actions.SLIP_TO, A_SQUARE, 0),
    Reading(actions.TRAVEL, A_SQUARE, 0),
    Reading(actions.CLIMB, A_SQUARE, 0),
    Reading(actions.CLIMB_OUT, A_SQUARE, 0),
    Reading(actions.PLACE_TRAP, A_SQUARE, 0),
    Reading(actions.FLASH_TO, A_SQUARE, 0),
    Reading(actions.FETCH_FROM, A_SQUARE, 0),
    Reading(actions.PASS_THROUGH_WALLS, A_SQUARE, 0),
]


# The same by kind, a column each: they are read for every option of every step.
HOW: Final = vec[i64]([int(UNKNOWN)] * int(KINDS))
FIRST: Final = vec[i64]([0] * int(KINDS))
ROOM: Final = vec[i64]([1] * int(KINDS))


def sort_by_kind() -> None:
    for reading in READINGS:
        HOW[reading.kind] = reading.how
        FIRST[reading.kind] = reading.first
        ROOM[reading.kind] = reading.room


sort_by_kind()


def capped(first: i64, place: i64, room: i64) -> i64:
    """An index of a group, or -1 if the group has no room for it. (A conditional expression would box the number.)"""
    if place < 0 or place >= room:
        return -1
    return first + place


def player_row(game: Game, side: i64, piece: i64) -> i64:
    """The row of a player in the table as a side sees it, or -1: 16 rows for the side itself, then for the next side,
    and so on."""
    if piece < 0 or piece >= game.squads.count:
        return -1
    owner = i64(game.side_of[piece])
    sides = game.squads.sides
    if owner >= sides:
        return -1
    turns = owner - side
    if turns < 0:
        turns += sides
    return capped(turns * shape.SLOTS, piece - game.first_piece(owner), shape.SLOTS)


def shown_row(game: Game, side: i64, piece: i64, board: Board) -> i64:
    """That row if this board has it, or -1: of a player of a further side than the board shows."""
    row = player_row(game, side, piece)
    if row < board.player_rows:
        return row
    return -1


def player_key(game: Game, side: i64, geometry: Geometry, piece: i64) -> i64:
    """The index that names a player, or -1 for a player without a row."""
    row = player_row(game, side, piece)
    if row < 0:
        return -1
    if row < shape.PLAYER_ROWS:
        return shape.DO_OWN + row
    return capped(geometry.board.further, row - shape.PLAYER_ROWS, geometry.board.player_rows - shape.PLAYER_ROWS)


def square_key(geometry: Geometry, square: i64) -> i64:
    if square < 0 or square >= len(geometry.cell):
        return -1
    cell = i64(geometry.cell[square])
    return capped(shape.DO_SQUARE, cell, geometry.board.cells)


def first_key(game: Game, side: i64, geometry: Geometry, action: i64) -> i64:
    """The index of an action by its kind and first argument, or -1 if it has no index of its own."""
    kind = action & 0xFF
    if kind >= KINDS:
        return macro_key(game, side, geometry, action)
    how = HOW[kind]
    first = action >> 8 & 0xFFFF
    if how == A_DIRECTION:
        return FIRST[kind] + geometry.seen[first & 7]
    if how == NO_ARGUMENT:
        return FIRST[kind]
    if how == A_PIECE:
        return capped(FIRST[kind], first - game.first_piece(side), shape.SLOTS)
    if how == A_SQUARE:
        return square_key(geometry, first)
    if how == A_NUMBER:
        return capped(FIRST[kind], first, ROOM[kind])
    if how == A_PLAYER:
        return player_key(game, side, geometry, first)
    if how == A_CHEST:
        if game.acting != NOBODY and game.square[game.acting] >= 0:
            direction = game.direction(i64(game.square[game.acting]), first)
            if direction >= 0:
                return FIRST[kind] + geometry.seen[direction]
        return square_key(geometry, first)
    if how == A_SIDE:
        if first == side:
            return FIRST[kind]
        return FIRST[kind] + 1
    return -1


def macro_key(game: Game, side: i64, geometry: Geometry, macro: i64) -> i64:
    """The index of a macro: the player that is to act, or what the acting player is to go for."""
    kind = macro & 0xFF
    first = macro >> 8 & 0xFFFF
    if kind == GO or kind == HIT or kind == HAND:
        return capped(shape.DO_ACTIVATE, first - game.first_piece(side), shape.SLOTS)
    if kind == GO_ON:
        return square_key(geometry, first)
    if kind == HIT_ON or kind == HAND_ON:
        return player_key(game, side, geometry, first)
    return -1


def second_key(game: Game, side: i64, geometry: Geometry, action: i64) -> i64:
    """The same by the second argument, for actions with equal first arguments."""
    kind = action & 0xFF
    second = action >> 24 & 0xFFFF
    if kind == GO:
        return square_key(geometry, second)
    if kind == HIT or kind == HAND:
        return player_key(game, side, geometry, second)
    if kind == actions.ACTIVATE:  # beside macros: activate, and choose step by step
        return shape.DO_NUMBER
    if kind == actions.DECLARE:
        if second == 0:
            return shape.DO_NUMBER
        return player_key(game, side, geometry, second - 1)
    if kind == actions.ENTER_RESERVE:
        return capped(shape.DO_DECLARE, second, ROOM[actions.DECLARE])
    if kind == actions.DEPLOY:
        return square_key(geometry, second)
    if kind == actions.THROW_AT_WALL:
        return shape.DO_DIRECTION + geometry.seen[second & 7]
    if kind == actions.USE:
        return player_key(game, side, geometry, second)
    if kind == actions.TEACH:
        return capped(shape.DO_NUMBER, second, ROOM[actions.BUY])
    return -1


def third_key(game: Game, side: i64, geometry: Geometry, action: i64) -> i64:
    third = action >> 40 & 0xFFFF
    if action & 0xFF == actions.ENTER_RESERVE:
        if third == 0:
            return shape.DO_NUMBER
        return square_key(geometry, third - 1)
    return -1


@final
class Menu:
    """The legal actions of one question by their indices. `part` is the number of arguments that have been named."""

    options: vec[i64]
    keys: vec[i64]

    def __init__(self) -> None:
        self.options = vec[i64]([0] * 64)
        self.keys = vec[i64]([0] * 64)
        self.count: i64 = 0
        self.part: i64 = 0

    def open(self, game: Game, side: i64, geometry: Geometry) -> None:
        """Read the options just listed (`list_options`)."""
        count = game.offers
        while i64(len(self.options)) < count:
            self.options = append(self.options, 0)
            self.keys = append(self.keys, 0)
        options = self.options
        keys = self.keys
        offered = game.offered
        rest: i64 = 0
        index: i64 = 0
        while index < count:
            action = offered[index]
            options[index] = action
            key = first_key(game, side, geometry, action)
            if key < 0:
                key = rest_key(geometry, rest)
                rest += 1
            keys[index] = key
            index += 1
        self.count = count
        self.part = 0

    def open_macros(self, game: Game, side: i64, geometry: Geometry, macros: Macros) -> None:
        """Read a list of choices with macros among them."""
        while i64(len(self.options)) < macros.count:
            self.options = append(self.options, 0)
            self.keys = append(self.keys, 0)
        rest: i64 = 0
        index: i64 = 0
        while index < macros.count:
            choice = macros.choices[index]
            self.options[index] = choice
            key = first_key(game, side, geometry, choice)
            if key < 0:
                key = rest_key(geometry, rest)
                rest += 1
            self.keys[index] = key
            index += 1
        self.count = macros.count
        self.part = 0

    def close(self) -> None:
        """No question is open."""
        self.count = 0
        self.part = 0

    def choose(self, game: Game, side: i64, geometry: Geometry, key: i64) -> i64:
        """Take an index that the mask allows. Returns its action, or 0 if the next part has to be named."""
        kept: i64 = 0
        index: i64 = 0
        while index < self.count:
            if self.keys[index] == key:
                self.options[kept] = self.options[index]
                kept += 1
            index += 1
        self.count = kept
        if kept == 1:
            return self.options[0]
        self.part += 1
        while not self.name_parts(game, side, geometry) and self.part < LAST_PART:
            self.part += 1
        return 0

    def name_parts(self, game: Game, side: i64, geometry: Geometry) -> bool:
        """Find the indices for the next part; False if that part tells no actions apart."""
        rest: i64 = 0
        index: i64 = 0
        different = False
        while index < self.count:
            action = self.options[index]
            key: i64 = -1
            if self.part == 1:
                key = second_key(game, side, geometry, action)
            elif self.part == 2:
                key = third_key(game, side, geometry, action)
            if key < 0:
                key = rest_key(geometry, rest)
                rest += 1
            self.keys[index] = key
            if key != self.keys[0]:
                different = True
            index += 1
        return different

    def allows(self, key: i64) -> bool:
        index: i64 = 0
        while index < self.count:
            if self.keys[index] == key:
                return True
            index += 1
        return False

    def default(self) -> i64:
        """The index of the action that changes least: accept the roll, decline, stay, stop, end the turn; or else the
        first."""
        for kind in DEFAULTS:
            index: i64 = 0
            while index < self.count:
                if self.options[index] & 0xFF == kind:
                    return self.keys[index]
                index += 1
        return self.keys[0]

    def mark(self, mask: vec[u8], begin: i64, value: u8) -> None:
        """Write this value at every allowed index, starting at `begin` of the buffer."""
        keys = self.keys
        count = self.count
        index: i64 = 0
        while index < count:
            mask[begin + keys[index]] = value
            index += 1

    def path(self, game: Game, side: i64, geometry: Geometry, action: i64) -> list[int]:
        """The indices that choose a legal action, one after the other. The menu cannot be used afterwards."""
        found: list[int] = []
        while True:
            key: i64 = -1
            index: i64 = 0
            while index < self.count:
                if self.options[index] == action:
                    key = self.keys[index]
                    break
                index += 1
            if key < 0:
                return []
            found.append(int(key))
            if self.choose(game, side, geometry, key) != 0:
                return found


def rest_key(geometry: Geometry, number: i64) -> i64:
    """The index of the nth action without an index of its own. All actions beyond the last share it, and are numbered
    again if it is chosen."""
    if number >= shape.REST:
        return geometry.board.rest + shape.REST - 1
    return geometry.board.rest + number

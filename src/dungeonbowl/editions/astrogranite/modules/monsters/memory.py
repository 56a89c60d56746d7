"""The memory of the monsters in numbers of `game.memo`: when each came, its phase, its heads."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from dungeonbowl.engine.abilities import HEADS, MONSTER, PETRIFIES, PIERCES, POISONS, SLASHES, STRIKES
from dungeonbowl.engine.game import Game

# Numbers of the match.
ARRIVALS: Final[i64] = 0  # how many have come
STRIKER: Final[i64] = 1  # the piece that is making an attack of its own, + 1
EATEN: Final[i64] = 2  # balls eaten
BY_ITSELF: Final[i64] = 3  # the game master has left the rest of this activation to the rule
LAST_KIND: Final[i64] = 4  # the kind that came last by a portal
GUEST: Final[i64] = 5  # the piece that came last by a portal, + 1
CHESTS: Final[i64] = 6  # from here on the chests where nothing lurks any more: square + 1
MOST_CHESTS: Final[i64] = 32
RECORDS: Final[i64] = 38  # from here on one number for each piece of no side
ROOM: Final = 98  # so there is room for 60 monsters

# The parts of such a number: when it came (from 1), the side after whose turn it acts (side + 1, 0 for the last), heads
# lost.
ORDER_MASK: Final[i64] = 0xFFFF
SIDE_SHIFT: Final[i64] = 16
HEADS_SHIFT: Final[i64] = 24

# Kinds of attack.
NO_ATTACK: Final[i64] = 0
BLOW: Final[i64] = 1
SLASH: Final[i64] = 2
POISON: Final[i64] = 3
STONE: Final[i64] = 4


def place_of(game: Game, slot: i64, piece: i64) -> i64:
    """The place of its number in `game.memo`."""
    return slot + RECORDS + piece - game.first_piece(game.squads.sides)


def order_of(game: Game, slot: i64, piece: i64) -> i64:
    return game.memo[place_of(game, slot, piece)] & ORDER_MASK


def trigger_of(game: Game, slot: i64, piece: i64) -> i64:
    """The side whose player has brought it in; -1 if there is none."""
    return (game.memo[place_of(game, slot, piece)] >> SIDE_SHIFT & 0xFF) - 1


def heads_lost(game: Game, slot: i64, piece: i64) -> i64:
    return game.memo[place_of(game, slot, piece)] >> HEADS_SHIFT & 0xFF


def heads_left(game: Game, slot: i64, piece: i64) -> i64:
    return game.squads.parameter(piece, HEADS) - heads_lost(game, slot, piece)


def lose_head(game: Game, slot: i64, piece: i64) -> None:
    place = place_of(game, slot, piece)
    game.memo[place] = game.memo[place] + (i64(1) << HEADS_SHIFT)


def note_arrival(game: Game, slot: i64, piece: i64, trigger: i64) -> None:
    """Note that this piece has come last; `trigger` is a side or -1."""
    game.memo[slot + ARRIVALS] = game.memo[slot + ARRIVALS] + 1
    place = place_of(game, slot, piece)
    heads = game.memo[place] >> HEADS_SHIFT << HEADS_SHIFT
    game.memo[place] = game.memo[slot + ARRIVALS] | (trigger + 1) << SIDE_SHIFT | heads


def is_monster(game: Game, piece: i64) -> bool:
    return game.can(piece, MONSTER)


def is_striking(game: Game, slot: i64, piece: i64) -> bool:
    """Whether a piece is in the middle of an attack of its own."""
    return piece >= 0 and game.memo[slot + STRIKER] == piece + 1


def piercing(game: Game, piece: i64) -> i64:
    return game.squads.parameter(piece, PIERCES) if game.can(piece, PIERCES) else 0


def attack_number(game: Game, slot: i64, piece: i64, index: i64) -> i64:
    """The kind of its attack number `index`, from 0, in the order of its profile; NO_ATTACK after the last."""
    blows = heads_left(game, slot, piece) if game.can(piece, HEADS) else how_many(game, piece, STRIKES)
    if index < blows:
        return BLOW
    index -= blows
    for ability, kind in ((SLASHES, SLASH), (POISONS, POISON), (PETRIFIES, STONE)):
        count = how_many(game, piece, ability)
        if index < count:
            return kind
        index -= count
    return NO_ATTACK


def how_many(game: Game, piece: i64, ability: i64) -> i64:
    return game.squads.parameter(piece, ability) if game.can(piece, ability) else 0


def has_woken(game: Game, slot: i64, square: i64) -> bool:
    """Whether a player has come near this chest before."""
    return woken_place(game, slot, square + 1) >= 0


def woken_place(game: Game, slot: i64, number: i64) -> i64:
    place = slot + CHESTS
    while place < slot + CHESTS + MOST_CHESTS:
        if game.memo[place] == number:
            return place
        place += 1
    return -1


def wake(game: Game, slot: i64, square: i64) -> None:
    """Note that a chest has woken. Chests that are gone make room."""
    place = woken_place(game, slot, 0)
    if place < 0:
        place = slot + CHESTS
        while place < slot + CHESTS + MOST_CHESTS - 1 and game.is_chest(game.memo[place] - 1):
            place += 1
    game.memo[place] = square + 1

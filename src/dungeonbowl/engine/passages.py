"""Secret passages: whoever stands at one end of a step through a passage marks the other end (A-SECR-04).

They are in few dungeons, so `Game` asks here only if the dungeon says that it has some."""

from __future__ import annotations

from typing import TYPE_CHECKING

from librt.vecs import append, vec
from mypy_extensions import i64

if TYPE_CHECKING:
    from dungeonbowl.engine.game import Game


def marks_through(game: Game, side: i64, square: i64) -> i64:
    """How many pieces that are not of `side` mark this square through a secret passage."""
    links = game.dungeon.links
    marks: i64 = 0
    index = square * 2
    while index < square * 2 + 2:
        if links[index] >= 0:
            piece = i64(game.occupant[i64(links[index])])
            if piece >= 0 and i64(game.side_of[piece]) != side and game.has_zone(piece):
                marks += 1
        index += 1
    return marks


def are_linked(game: Game, a: i64, b: i64) -> bool:
    """Whether a secret passage leads from a to b in one step."""
    if not game.dungeon.linked:
        return False
    return i64(game.dungeon.links[a * 2]) == b or i64(game.dungeon.links[a * 2 + 1]) == b


def linked_pieces(game: Game, square: i64) -> vec[i64]:
    """The pieces that are adjacent to a square only because a secret passage leads there (A-SECR-04)."""
    found = vec[i64]()
    if game.dungeon.linked:
        links = game.dungeon.links
        index = square * 2
        while index < square * 2 + 2:
            if links[index] >= 0 and game.occupant[i64(links[index])] >= 0:
                found = append(found, i64(game.occupant[i64(links[index])]))
            index += 1
    return found

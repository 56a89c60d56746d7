"""The same dungeon upside down: turned by 180 degrees, so that what lay in the north-west lies in the south-east.

Nothing that the rules know has changed. What a match then goes differently by is the habit of a coach who looks at
squares in the order of reading. It is for play alone: a file cannot say it, because where two places for a doorway are
equally good a file means the first in the order of reading. So its record in a replay is that of the dungeon as it was
drawn, with the word that it is turned; its header stays the drawn one's, with a mark.
"""

from __future__ import annotations

from typing import Final

from dungeonbowl.dungeon.features import Barrier, Blueprint, Door, Doorway, Inscription, Ladder, Passage, Trap
from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.dungeon.tiles import EAST, SOUTH

SUFFIX: Final = "-turned"
MARK: Final = "is_turned"  # in the header; no file has such a key
COLUMNS: Final = ("level", "layer", "terrain", "tile", "room", "zone")


def turned(dungeon: Dungeon) -> Dungeon:
    """A dungeon turned by 180 degrees, end zones and tokens with it. Turned again it is as it was drawn."""
    drawn = (dungeon.original or dungeon).blueprint
    other = drawn.copy()
    other.header = dict(drawn.header)
    if other.header.pop(MARK, False):
        other.identity = drawn.identity.removesuffix(SUFFIX)
    else:
        other.identity += SUFFIX
        other.header[MARK] = True
    order = sorted(range(len(drawn.column)), key=lambda node: place(drawn, node))
    new = [0] * len(order)
    for number, node in enumerate(order):
        new[node] = number
    other.column = [turned_within(drawn.column[node], int(drawn.width)) for node in order]
    other.row = [turned_within(drawn.row[node], int(drawn.height)) for node in order]
    for name in COLUMNS:
        values: list[int] = getattr(drawn, name)
        setattr(other, name, [values[node] for node in order])
    other.closed = {turned_wall(drawn, wall) for wall in drawn.closed}
    turn_features(drawn, other, new)
    return Dungeon(other)


def is_turned(dungeon: Dungeon) -> bool:
    return MARK in (dungeon.original or dungeon).blueprint.header


def place(drawn: Blueprint, node: int) -> tuple[bool, int, int, int]:
    """By this, nodes come in the order of a turned blueprint: from above, beneath, the insides of passages."""
    column, row = drawn.column[node], drawn.row[node]
    return column < 0, drawn.layer[node], -row, -column


def turned_within(value: int, size: int) -> int:
    return size - 1 - value if value >= 0 else value


def turned_wall(drawn: Blueprint, wall: tuple[int, int, int]) -> tuple[int, int, int]:
    """The east side of a square is the west side of the turned one, and so the east side of its neighbour."""
    column, row, side = wall
    column, row = turned_within(column, int(drawn.width)), turned_within(row, int(drawn.height))
    return (column - 1, row, int(EAST)) if side == EAST else (column, row - 1, int(SOUTH))


def turn_features(drawn: Blueprint, other: Blueprint, new: list[int]) -> None:
    """Everything that names nodes, with their new numbers."""

    def at(node: int) -> int:
        return new[node] if node >= 0 else node

    other.chests = sorted(at(node) for node in drawn.chests)
    other.portals = [at(node) for node in drawn.portals]
    other.setup = [[at(node) for node in nodes] for nodes in drawn.setup]
    other.doorways = [Doorway(each.first, each.second, [at(node) for node in each.nodes]) for each in drawn.doorways]
    other.doors = [Door(at(each.node), at(each.other), each.kind, each.size, each.is_open) for each in drawn.doors]
    other.barriers = [
        Barrier(at(each.first), at(each.second), each.kind, each.state, each.size) for each in drawn.barriers
    ]
    other.inscriptions = [Inscription(at(each.node), each.college, each.circle) for each in drawn.inscriptions]
    other.ladders = [Ladder(at(each.foot), at(each.top), each.rungs) for each in drawn.ladders]
    other.passages = [Passage(each.letter, at(each.first), at(each.second), at(each.inside)) for each in drawn.passages]
    other.traps = [Trap(at(each.node), each.kind, each.is_revealed) for each in drawn.traps]

"""Dungeons as plain text: one character per square, with or without the thin walls between."""

from __future__ import annotations

from dungeonbowl.dungeon.directions import E, S
from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.dungeon.terrain import CHARACTERS


def square_characters(dungeon: Dungeon) -> list[str]:
    """What stands in each square of the drawing: a token if the map has one there, else the end zone or terrain."""
    characters = [CHARACTERS[code] for code in dungeon.terrain]
    for node in range(dungeon.count):
        if dungeon.zone[node] >= 0:
            characters[node] = "ABCD"[dungeon.zone[node]]
    for chest in dungeon.map_chests:
        characters[chest] = "$"
    for index, portal in enumerate(dungeon.map_portals):
        if portal >= 0:
            characters[portal] = "1234567890"[index]
    for trap in dungeon.traps:
        characters[trap.node] = "p" if trap.is_revealed else "^"
    for passage in dungeon.passages:
        characters[passage.first] = passage.letter
        characters[passage.second] = passage.letter
    return characters


def draw_map(dungeon: Dungeon, layer: int = 0) -> str:
    """The square form, rock as `#`. Layer 1 draws the squares beneath platforms."""
    characters = square_characters(dungeon)
    text = ""
    for row in range(dungeon.height):
        for column in range(dungeon.width):
            node = dungeon.node_at(column, row, layer)
            text += characters[node] if node >= 0 else "#"
        text += "\n"
    return text


def draw_plan(dungeon: Dungeon, marks: dict[int, str] | None = None) -> str:
    """The drawn form with walls between the squares; `marks` shows something else in the squares of some nodes.

    The walls round features are not drawn, since the feature shows them. (D-FM-06, D-FM-07)
    """
    characters = square_characters(dungeon)
    for node, mark in (marks or {}).items():
        characters[node] = mark[:1] or " "
    canvas = [[" "] * (2 * dungeon.width + 1) for _ in range(2 * dungeon.height + 1)]
    for row in range(-1, dungeon.height):
        for column in range(-1, dungeon.width):
            node = dungeon.node_at(column, row)
            if node >= 0:
                canvas[2 * row + 1][2 * column + 1] = characters[node]
            if is_walled(dungeon, column, row, int(E)):
                draw_wall(canvas, 2 * row + 1, 2 * column + 2, "|")
            if is_walled(dungeon, column, row, int(S)):
                draw_wall(canvas, 2 * row + 2, 2 * column + 1, "-")
    return "".join("".join(line).rstrip() + "\n" for line in canvas)


def draw_wall(canvas: list[list[str]], y: int, x: int, wall: str) -> None:
    canvas[y][x] = wall
    for end in (-1, 1):
        if wall == "|":
            canvas[y + end][x] = "+"
        else:
            canvas[y][x + end] = "+"


def is_walled(dungeon: Dungeon, column: int, row: int, side: int) -> bool:
    """Whether a wall is drawn on the east or south side of a place: round rock, and where a thin wall stands."""
    node = dungeon.node_at(column, row)
    other = dungeon.node_at(column + 1, row) if side == E else dungeon.node_at(column, row + 1)
    if (node < 0) != (other < 0):
        return True
    return node >= 0 and (column, row, side) in dungeon.blueprint.closed

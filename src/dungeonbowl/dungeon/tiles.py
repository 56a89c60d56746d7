"""The two tile sets of the official edition, and how tiles laid side by side become one dungeon.

Walls stand wherever two tiles touch, except in one doorway, two squares wide, as central as it can be. (D-TL, D-OF)
"""

from __future__ import annotations

from typing import Final, final

from dungeonbowl.dungeon.problems import Problem
from dungeonbowl.dungeon.terrain import ROOM_NAMES

Square = tuple[int, int]
Border = tuple[int, int, int]  # column, row and 2 for the east side or 4 for the south side

EAST: Final = 2
SOUTH: Final = 4
SOLID: Final = "IKYF"  # characters that cannot be entered, and so cannot be beside a doorway


@final
class Tile:
    """A tile of the library, unrotated: `#` inside its box is no part of it."""

    def __init__(self, identity: str, family: str, kind: str, room: str, rows: tuple[str, ...]) -> None:
        self.identity = identity
        self.family = family  # standard or grand
        self.kind = kind  # corridor, small, large or endzone
        self.room = room
        self.rows = rows


@final
class Placement:
    """A tile at its place: `at` is the top left square of its box after turning clockwise."""

    def __init__(self, tile: Tile, at: Square, rotation: int) -> None:
        self.tile = tile
        self.at = at
        self.rotation = rotation
        self.squares: dict[Square, str] = {}
        for row, text in enumerate(turned(tile.rows, rotation)):
            for column, character in enumerate(text):
                if character != "#":
                    self.squares[(at[0] + column, at[1] + row)] = character


@final
class Assembly:
    """Tiles put together: the squares with the tile each belongs to, the walls between them and the doorways."""

    def __init__(self, placements: list[Placement]) -> None:
        self.placements = placements
        self.characters: dict[Square, str] = {}
        self.tile_of: dict[Square, int] = {}
        self.closed: set[Border] = set()
        self.doorways: list[tuple[int, int, list[Border]]] = []
        self.problems: list[Problem] = []


BOX_6X2: Final = ("......",) * 2
BOX_4X4: Final = ("....",) * 4
BOX_6X5: Final = ("......",) * 5
BOX_6X6: Final = ("......",) * 6
BOX_8X4: Final = ("........",) * 4
TEE: Final = ("......", "......", "##..##", "##..##")
BEND: Final = ("....", "....", "..##", "..##")
CROSS: Final = ("##..##", "##..##", "......", "......", "##..##", "##..##")
CLIPPED: Final = ("#....#", "......", "......", "......", "......", "#....#")

GRAND_IDOL: Final = (*("........",) * 3, "...II...", "...II...", *("........",) * 3)
GRAND_CRYPT: Final = (
    *("........",) * 2,
    "..KK....",
    *("........",) * 2,
    "....KK..",
    *("........",) * 2,
)
GRAND_LAIR: Final = (
    "##....##",
    "#......#",
    "........",
    "...YY...",
    "...YY...",
    "........",
    "#......#",
    "##....##",
)
GRAND_CHASM: Final = (*("........",) * 4, "##FF-F##", *("........",) * 4)

LARGE: Final = (
    ("........", "...II...", "...II...", "........"),
    ("........", "..K..K..", "..K..K..", "........"),
    ("........", "YY......", "YY......", "........"),
    (".....F..", ".....F..", ".....-..", ".....F.."),
)
GRAND_CORRIDORS: Final = (BOX_6X2, BOX_6X2, ("....",) * 2, ("....",) * 2, BEND, BEND, TEE, CROSS)
GRAND_SMALL: Final = (BOX_6X5, CLIPPED, BOX_6X6, BOX_6X6, CLIPPED, BOX_6X5, BOX_8X4, BOX_8X4)
GRAND_LARGE: Final = (GRAND_IDOL, GRAND_CRYPT, GRAND_LAIR, GRAND_CHASM)


def library() -> dict[str, Tile]:
    """Both sets, 22 tiles each, by name. (D-TL-02, D-TL-03, D-TL-06)"""
    tiles: list[Tile] = []
    for number in range(1, 5):
        tiles.append(Tile(f"C{number}", "standard", "corridor", "", BOX_6X2))
    for number in (1, 2):
        tiles.append(Tile(f"T{number}", "standard", "corridor", "", TEE))
        tiles.append(Tile(f"B{number}", "standard", "corridor", "", BEND))
        tiles.append(Tile(f"E{number}", "standard", "endzone", "", (" AB"[number] * 4,) * 4))
        tiles.append(Tile(f"GE{number}", "grand", "endzone", "", (" AB"[number] * 6,) * 4))
    for number in range(1, 9):
        room = ROOM_NAMES[number]
        tiles.append(Tile(f"S{number}", "standard", "small", room, BOX_4X4))
        tiles.append(Tile(f"GC{number}", "grand", "corridor", "", GRAND_CORRIDORS[number - 1]))
        tiles.append(Tile(f"GS{number}", "grand", "small", room, GRAND_SMALL[number - 1]))
    for number in range(1, 5):
        room = ROOM_NAMES[8 + number]
        tiles.append(Tile(f"L{number}", "standard", "large", room, LARGE[number - 1]))
        tiles.append(Tile(f"GL{number}", "grand", "large", room, GRAND_LARGE[number - 1]))
    return {tile.identity: tile for tile in tiles}


TILES: Final = library()


def turned(rows: tuple[str, ...], rotation: int) -> tuple[str, ...]:
    """The picture turned clockwise by 0, 90, 180 or 270 degrees. (D-TL-01)"""
    for _ in range(rotation // 90):
        rows = tuple("".join(column) for column in zip(*reversed(rows), strict=True))
    return rows


def borders_between(first: Placement, second: Placement) -> list[Border]:
    """The contact of two tiles: every border with a square of each on its sides."""
    found: list[Border] = []
    for near, far in ((first.squares, second.squares), (second.squares, first.squares)):
        for column, row in near:
            if (column + 1, row) in far:
                found.append((column, row, EAST))
            if (column, row + 1) in far:
                found.append((column, row, SOUTH))
    return found


def runs(contact: list[Border]) -> list[list[Border]]:
    """The contact cut into its straight unbroken rows, in reading order of where they start."""
    remaining = set(contact)
    found: list[list[Border]] = []
    for column, row, side in sorted(contact, key=lambda border: (border[1], border[0], border[2])):
        if (column, row, side) not in remaining:
            continue
        run: list[Border] = []
        while (column, row, side) in remaining:
            remaining.remove((column, row, side))
            run.append((column, row, side))
            # An east side continues to the south, a south side to the east.
            column, row = (column, row + 1) if side == EAST else (column + 1, row)
        found.append(run)
    return found


def beside(border: Border) -> tuple[Square, Square]:
    """The two squares of a border."""
    column, row, side = border
    return (column, row), ((column + 1, row) if side == EAST else (column, row + 1))


def doorway_offsets(length: int) -> list[int]:
    """Where a doorway may start in a run of this length: the most central place, or both of them. (D-OF-05)"""
    return sorted({(length - 2) // 2, (length - 1) // 2})


def choose_doorway(run: list[Border], characters: dict[Square, str], wanted: int | None) -> list[Border] | None:
    """The two open borders of a run, not beside squares that cannot be entered; None if there is no central place."""
    possible = []
    for offset in doorway_offsets(len(run)):
        pair = run[offset : offset + 2]
        if not any(characters[square] in SOLID for border in pair for square in beside(border)):
            possible.append(offset)
    if not possible:
        return None
    start = wanted if wanted is not None and wanted in possible else possible[0]
    return run[start : start + 2]


def assemble(placements: list[Placement], choices: dict[frozenset[str], int] | None = None) -> Assembly:
    """Lay the tiles out and find walls and doorways. `choices` names the other offset for a tie, by pair of tiles."""
    assembly = Assembly(placements)
    for index, placement in enumerate(placements):
        name = placement.tile.identity
        for square, character in placement.squares.items():
            if square in assembly.tile_of:
                other = placements[assembly.tile_of[square]].tile.identity
                text = f"tiles {other} and {name} both cover {square}"
                assembly.problems.append(Problem("D-OF-02", text, squares=[square]))
                continue
            assembly.characters[square] = character
            assembly.tile_of[square] = index
    if assembly.problems:
        return assembly
    for first in range(len(placements)):
        for second in range(first + 1, len(placements)):
            join(assembly, first, second, choices or {})
    return assembly


def join(assembly: Assembly, first: int, second: int, choices: dict[frozenset[str], int]) -> None:
    """Close the contact of two tiles except for its doorway. (D-OF-03, D-OF-04)"""
    placements = assembly.placements
    names = [placements[first].tile.identity, placements[second].tile.identity]
    found = runs(borders_between(placements[first], placements[second]))
    if not found:
        return
    for run in found:
        assembly.closed.update(run)
        if len(run) < 2:
            text = f"tiles {names[0]} and {names[1]} touch along a single square; two at least are needed"
            assembly.problems.append(Problem("D-OF-03", text, squares=list(beside(run[0]))))
    longest = max(found, key=len)  # the first of equals, and they come in reading order
    if len(longest) < 2:
        return
    doorway = choose_doorway(longest, assembly.characters, choices.get(frozenset(names)))
    if doorway is None:
        text = f"no doorway fits between tiles {names[0]} and {names[1]}: its squares cannot be entered"
        assembly.problems.append(Problem("D-OF-05", text, squares=list(beside(longest[0]))))
        return
    assembly.closed.difference_update(doorway)
    assembly.doorways.append((first, second, doorway))

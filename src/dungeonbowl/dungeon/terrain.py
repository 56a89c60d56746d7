"""The terrain of a square, and the rule of its room.

Rock has no code: a rock square is no node of the graph. End zones, chests, portals and traps lie on floor and are kept
beside the terrain. (Dungeons, D-SQ-01)
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

FLOOR: Final[i64] = 0
DOORWAY: Final[i64] = 1
DOOR: Final[i64] = 2
GATE: Final[i64] = 3
OPEN_DOOR: Final[i64] = 4
CHASM: Final[i64] = 5
OBSTACLE: Final[i64] = 6
LAVA: Final[i64] = 7
WATER: Final[i64] = 8
INSCRIPTION: Final[i64] = 9
STEP: Final[i64] = 10
LADDER_FOOT: Final[i64] = 11
PASSAGE_END: Final[i64] = 12
PASSAGE_INSIDE: Final[i64] = 13
IDOL: Final[i64] = 14
CRYPT: Final[i64] = 15
DRAGON: Final[i64] = 16
FIERY_CHASM: Final[i64] = 17
BRIDGE: Final[i64] = 18

TERRAIN_NAMES: Final = (
    "floor",
    "doorway",
    "door",
    "gate",
    "open door",
    "chasm",
    "obstacle",
    "lava",
    "water",
    "inscription",
    "step",
    "ladder foot",
    "passage end",
    "passage inside",
    "idol",
    "crypt",
    "dragon",
    "fiery chasm",
    "bridge",
)

# The character of each terrain in a map. A passage end shows its letter, and the inside of a passage is not drawn.
CHARACTERS: Final = ".+=G/:o&~*<Hs IKYF-"

NO_ROOM: Final[i64] = 0
ARMOURY: Final[i64] = 1
BONE_PIT: Final[i64] = 2
CURSED_ROOM: Final[i64] = 3
FLOODED_ROOM: Final[i64] = 4
FORGOTTEN_JAIL: Final[i64] = 5
KITCHEN: Final[i64] = 6
SEWER: Final[i64] = 7
TREASURE_ROOM: Final[i64] = 8
CHAOTIC_IDOL: Final[i64] = 9
CRYPT_ROOM: Final[i64] = 10
DRAGON_LAIR: Final[i64] = 11
FIERY_CHASM_ROOM: Final[i64] = 12

ROOM_NAMES: Final = (
    "",
    "Armoury",
    "Bone Pit",
    "Cursed Room",
    "Flooded Room",
    "Forgotten Jail",
    "Kitchen",
    "Sewer",
    "Treasure Room",
    "Chaotic Idol",
    "Crypt",
    "Dragon Youngling's Lair",
    "Fiery Chasm",
)


def is_closed_door(code: i64) -> bool:
    """A door or gate that fills its square and is shut."""
    return code in (DOOR, GATE)


def is_wall_like(code: i64) -> bool:
    """Whether all four borders of the square are closed to players and balls. (O-MAP-09, D-GE-01)"""
    return code in (IDOL, CRYPT, DRAGON, DOOR, GATE)


def stops_sight(code: i64) -> bool:
    """Whether nothing can be seen through the square: a closed door and the idol, but neither crypt nor dragon."""
    return code in (IDOL, DOOR, GATE)


def is_impassable(code: i64) -> bool:
    """Whether no player may enter by an ordinary step."""
    return is_wall_like(code) or code in (FIERY_CHASM, OBSTACLE)


def room_code(name: str) -> i64:
    """The code of a room rule by its printed name, in any case; -1 if there is no such room."""
    wanted = name.lower()
    for code, known in enumerate(ROOM_NAMES):
        if known.lower() == wanted:
            return code
    return -1


def room_name(code: i64) -> str:
    """The printed name of a room rule, empty where there is none."""
    return ROOM_NAMES[code]


def terrain_name(code: i64) -> str:
    """The plain name of a terrain."""
    return TERRAIN_NAMES[code]

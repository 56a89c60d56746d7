"""What stands of a casualty in the end, and how it came about: the numbers of the event `casualty settled`."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from dungeonbowl.engine import clauses

# The rows of a casualty table, in the same order in every edition.
BADLY_HURT_ROW: Final[i64] = 1  # out for this game
SERIOUSLY_HURT_ROW: Final[i64] = 2  # misses the next game
SERIOUS_INJURY_ROW: Final[i64] = 3  # a niggling injury, and misses the next game
LASTING_INJURY_ROW: Final[i64] = 4  # a characteristic is reduced, and misses the next game
DEAD_ROW: Final[i64] = 5

# The characteristic that a lasting injury reduces, as the event tells it; 0 if nothing was left to reduce (O-INJ-10).
NO_REDUCTION: Final[i64] = 0
ARMOUR_REDUCED: Final[i64] = 1
MOVEMENT_REDUCED: Final[i64] = 2
PASSING_REDUCED: Final[i64] = 3
AGILITY_REDUCED: Final[i64] = 4
STRENGTH_REDUCED: Final[i64] = 5

# Several results in one number: the worst in the lowest bits. Each is a row and the characteristic that it reduces.
NOTHING_STANDS: Final[i64] = 0
ROW_BITS: Final[i64] = 4
RESULT_BITS: Final[i64] = 8
ROW_MASK: Final[i64] = 15
RESULT_MASK: Final[i64] = 255

# How a player became a casualty.
NO_CAUSE: Final[i64] = 0  # nobody knows
FALL: Final[i64] = 1  # its own failure: a rush, dodge, jump or leap
BLOCK: Final[i64] = 2
PUSH: Final[i64] = 3  # into a wall, a crypt or another player
FOUL: Final[i64] = 4
WEAPON: Final[i64] = 5  # a blade, a saw, a bomb, a ball and chain, a breath of fire
CRASH: Final[i64] = 6  # thrown or kicked through the air, or struck by a player or a thing that came down
EXPLOSION: Final[i64] = 7  # of a chest or of a trap
PORTAL: Final[i64] = 8
HEIGHT: Final[i64] = 9  # from a platform, or into a pit
CHASM: Final[i64] = 10
LAVA: Final[i64] = 11
MONSTER: Final[i64] = 12  # whatever the monster did
REFEREE: Final[i64] = 13  # one that walks in the dungeon
SPELL: Final[i64] = 14
ROOM: Final[i64] = 15  # what a room does, or what is thrown there
BALL: Final[i64] = 16  # a spiked or an iron one
TEAM_MATE: Final[i64] = 17  # bitten, eaten or savaged by one
ASSASSIN: Final[i64] = 18

CAUSE_NAMES: Final = (
    "",
    "fall",
    "block",
    "push",
    "foul",
    "weapon",
    "crash",
    "explosion",
    "portal",
    "height",
    "chasm",
    "lava",
    "monster",
    "referee",
    "spell",
    "room",
    "ball",
    "team-mate",
    "assassin",
)

# The causes by the clauses that say why a player went down.
CAUSES: Final[dict[int, int]] = {
    int(clauses.FELL): int(FALL),
    int(clauses.PLACED_PRONE): int(FALL),
    int(clauses.BLOCKED): int(BLOCK),
    int(clauses.PUSHED_INTO_WALL): int(PUSH),
    int(clauses.PUSHED_INTO_CRYPT): int(PUSH),
    int(clauses.COLLIDED): int(PUSH),
    int(clauses.FOULED): int(FOUL),
    int(clauses.STABBED): int(WEAPON),
    int(clauses.POISONED): int(WEAPON),
    int(clauses.SAWN): int(WEAPON),
    int(clauses.BOMBED): int(WEAPON),
    int(clauses.BURNT): int(WEAPON),
    int(clauses.TRAMPLED): int(WEAPON),
    int(clauses.FAILED_LANDING): int(CRASH),
    int(clauses.CRASH_LANDING): int(CRASH),
    int(clauses.STRUCK_BY_PLAYER): int(CRASH),
    int(clauses.STRUCK_A_PLAYER): int(CRASH),
    int(clauses.LANDED_ON): int(CRASH),
    int(clauses.CRASHED_INTO): int(CRASH),
    int(clauses.KICKED): int(CRASH),
    int(clauses.EXPLOSION): int(EXPLOSION),
    int(clauses.SECOND_TELEPORT): int(PORTAL),
    int(clauses.FELL_OFF): int(HEIGHT),
    int(clauses.CHASM): int(CHASM),
    int(clauses.CHASM_DIE): int(CHASM),
    int(clauses.LAVA_BURN): int(LAVA),
    int(clauses.SLASHED): int(MONSTER),
    int(clauses.FLAMED): int(MONSTER),
    int(clauses.SPELL): int(SPELL),
    int(clauses.FLYING_FIST): int(SPELL),
    int(clauses.ROOM_HARM): int(ROOM),
    int(clauses.FOOD): int(ROOM),
    int(clauses.SPIKES): int(BALL),
    int(clauses.IRON_FELL): int(BALL),
    int(clauses.BITTEN): int(TEAM_MATE),
    int(clauses.EATEN): int(TEAM_MATE),
    int(clauses.SAVAGED): int(TEAM_MATE),
    int(clauses.ASSASSIN): int(ASSASSIN),
}


def result_of(row: i64, reduced: i64 = NO_REDUCTION) -> i64:
    """One result: a row of the casualty table, and the characteristic that it reduces."""
    return row | reduced << ROW_BITS


def together(worst: i64, other: i64) -> i64:
    """Two results that stand side by side."""
    return worst | other << RESULT_BITS


def results_in(packed: int) -> list[tuple[int, int]]:
    """Every result that stands, as its row and the characteristic that it reduces; the worst first."""
    found: list[tuple[int, int]] = []
    while packed != 0:
        found.append((packed & int(ROW_MASK), (packed & int(RESULT_MASK)) >> int(ROW_BITS)))
        packed >>= int(RESULT_BITS)
    return found

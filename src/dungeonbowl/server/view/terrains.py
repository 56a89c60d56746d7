"""What there is in a dungeon, in words for coaches: terrain, traps, kinds of balls, each with what it does."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.dungeon.terrain import terrain_name
from dungeonbowl.editions import name_of
from dungeonbowl.engine import tokens
from dungeonbowl.languages import mark, t
from dungeonbowl.server.wire import Feature

# Terrain by its plain name: what it is called, what it does, and the rule of the Astrogranite book.
TERRAIN_WORDS: Final[dict[str, tuple[str, str, str]]] = mark(
    {
        "doorway": (
            "Doorway",
            "An open frame. Big players fit through wide ones only; for whoever does not fit it is wall.",
            "A-DOOR-03",
        ),
        "door": (
            "Closed door",
            "Wall until somebody opens it for 3 squares of movement (on a 1 it is locked for good) or smashes it "
            "with a "
            "block against Strength 4.",
            "A-DOOR-06",
        ),
        "gate": (
            "Iron gate",
            "A closed door that big players fit through. It is opened for 3 squares of movement, or smashed with "
            "a block "
            "against Strength 5.",
            "A-DOOR-10",
        ),
        "open door": ("Open door", "Floor. Closing it costs 3 squares of movement, if nobody is in it.", "A-DOOR-09"),
        "chasm": (
            "Chasm",
            "Whoever goes in is gone: on a 1 back to Reserves, 2-5 lost for this match, on a 6 dead. Its ball "
            "teleports.",
            "A-CHASM-01",
        ),
        "obstacle": ("Obstacle", "Nobody enters it. A throw over it hits it on a 1 and scatters.", "A-OBST-01"),
        "lava": (
            "Lava",
            "Armour is rolled at -2 whenever somebody leaves it or ends an activation on it. Stunned is knocked "
            "out here.",
            "A-LAVA-02",
        ),
        "water": (
            "Water",
            "Every step out of a square of it costs 2, or 1 and a rush roll; -1 to Agility rolls; stunned is "
            "knocked out, "
            "and the smallest drown.",
            "A-WATER-01",
        ),
        "inscription": (
            "Rune",
            "Players of its college stand firm here with +1 Strength, may travel to another of its runes for 1 "
            "square of "
            "movement, and may release the Winds of Magic in place of a block.",
            "A-INSC-02",
        ),
        "step": (
            "Steps",
            "A step up or down costs 2 squares of movement, or 1 and a rush roll.",
            "A-STEP-01",
        ),
        "ladder foot": (
            "Ladder",
            "Climbed as a whole for one square of movement more than it has rungs. Nobody is pushed along it.",
            "A-LADD-01",
        ),
        "passage end": (
            "Secret passage",
            "From here into the hidden square between the two ends for 1 square of movement.",
            "A-SECR-03",
        ),
        "passage inside": (
            "Inside the passage",
            "Room for one. Out at either end for 2 squares of movement; no assists, and no throws in or out.",
            "A-SECR-01",
        ),
    }
)
PLATFORM: Final = mark(
    (
        "Platform",
        "Whoever leaves its edge for ground two or more below falls and goes down. Only throws reach across the drop.",
        "A-PLAT-04",
    )
)
BELOW: Final = mark(("Under the platform", "Big players do not fit. Nobody above is seen from here.", "A-PLAT-11"))
BARRIERS: Final = mark(
    {
        True: ("Open barrier", "A door on the edge between two squares. Open it does nothing.", "A-DOOR-02"),
        False: (
            "Closed barrier",
            "A door on the edge between two squares: nobody steps, reaches or sees across. Opened or smashed "
            "like a door.",
            "A-DOOR-02",
        ),
    }
)
# Every word that a feature of the dungeon itself may have as its kind.
FEATURE_KINDS: Final = (*TERRAIN_WORDS, "below", "platform", "barrier")
# Tokens by their number: the word for the page, what it does, and the rule.
TOKEN_WORDS: Final[dict[int, tuple[str, str, str]]] = mark(
    {
        int(tokens.TRAP_TOKEN): (
            "hidden trap",
            "Nobody knows what it is: a pit, a spiked pit, an explosion, gas or a teleporter. The first to come "
            "upon it "
            "finds out; leaping over it is safe.",
            "A-TRAP-02",
        ),
        int(tokens.PIT_TOKEN): (
            "pit",
            "Whoever comes upon it falls in and goes down. Climbing out takes a whole Move and an Agility roll.",
            "A-TRAP-04",
        ),
        int(tokens.SPIKED_TOKEN): ("spiked pit", "A pit, with 3 added to the armour roll of the fall.", "A-TRAP-05"),
        int(tokens.WARP_TOKEN): (
            "teleporter trap",
            "Whoever comes upon it comes out of a random portal, and is never lost.",
            "A-TRAP-12",
        ),
        int(tokens.STATUE_TOKEN): ("statue", "Somebody who was turned to stone. It stands in the way.", "A-MATK-06"),
    }
)
BALL_WORDS: Final[dict[int, tuple[str, str, str]]] = mark(
    {
        1: (
            "spiked ball",
            "Thrown as if one range farther. Whoever would catch a throw dodges its spikes first. Its carrier "
            "hits harder.",
            "A-BVAR-02",
        ),
        2: (
            "enchanted ball",
            "+1 to pick it up and to catch it; on a 1 afterwards it carries the player off to a random portal.",
            "A-BVAR-07",
        ),
        3: ("living ball", "Loose at the end of a team turn, it runs off in a random direction.", "A-BVAR-09"),
        4: ("iron ball", "Cannot be thrown. Its carrier has -1 to Agility rolls and cannot rush.", "A-BVAR-12"),
    }
)
ASTROGRANITE: Final = "astrogranite"


def features_of(dungeon: Dungeon) -> list[Feature]:
    """What there is in a dungeon besides floor and rooms, with its squares."""
    if dungeon.edition != ASTROGRANITE:
        return []
    found: dict[tuple[str, str], tuple[str, str, list[int]]] = {}

    def note(kind: str, words: tuple[str, str, str], square: int) -> None:
        name, effect, rule = words
        found.setdefault((kind, t(name)), (t(effect), rule, []))[2].append(square)

    runes = {int(rune.node): rune for rune in dungeon.inscriptions}
    for node in range(int(dungeon.count)):
        kind = str(terrain_name(i64(int(dungeon.terrain[node]))))
        if kind in TERRAIN_WORDS:
            name, effect, rule = TERRAIN_WORDS[kind]
            if node in runes:
                name = t("Rune of {college}", college=runes[node].college)
            note(kind, (name, effect, rule), node)
        if dungeon.layer[node] > 0:
            note("below", BELOW, node)
        elif dungeon.level[node] > 0 and kind != "step":
            name, effect, rule = PLATFORM
            note(
                "platform",
                (t("{platform}, height {level}", platform=t(name), level=int(dungeon.level[node])), effect, rule),
                node,
            )
    for ladder in dungeon.ladders:
        name, effect, rule = TERRAIN_WORDS["ladder foot"]
        note("ladder foot", (name, effect, rule), int(ladder.top))
    for door in dungeon.doors:
        if door.other >= 0 and door.kind != "doorway":
            for node in (int(door.node), int(door.other)):
                note("barrier", BARRIERS[bool(door.is_open)], node)
    return [Feature(kind, name, effect, rule, squares) for (kind, name), (effect, rule, squares) in found.items()]


def things_of(edition: str) -> list[Feature]:
    """The things that lie on squares or come into play later."""
    if name_of(edition) != ASTROGRANITE:
        return []
    return [Feature(name, t(name).capitalize(), t(effect), rule) for name, effect, rule in ALL_THINGS]


ALL_THINGS: Final = [*TOKEN_WORDS.values(), *BALL_WORDS.values()]

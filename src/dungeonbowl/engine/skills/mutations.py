"""The mutations (in Astrogranite: physical skills), one row each. A row without a file is the home of its skill."""

from __future__ import annotations

from typing import Final

from dungeonbowl.engine.abilities import (
    BIG_HANDED,
    CHARGES,
    DISTURBS,
    DODGES_BETTER,
    GRASPS_AT_DODGERS,
    GRIPS_BALL,
    HOLDS_BACK,
    IGNORES_HARDER_HITS,
    LONG_LEGS,
    MANY_HANDED,
    RENDS_ARMOUR,
    REPELS,
    REROLLS_CATCH,
)
from dungeonbowl.engine.skills.home import Home

SKILLS: Final = [
    Home(
        "Big Hand",
        [BIG_HANDED],
        "Opponents that mark this player do not make its pick-ups harder.",
        "O-MOVE-18 A-SKREF-36 S-BASE-03",
    ),
    Home(
        "Claws",
        [RENDS_ARMOUR],
        "In a block of this player an armour roll of 8 or more breaks any armour: before modifiers officially, after"
        " them in the other editions.",
        "O-INJ-02 O-INJ-12 A-SKREF-36 S-BASE-13",
    ),
    Home("Disturbing Presence", [DISTURBS], rules="A-SKREF-36", file="disturbing_presence.py"),
    Home(
        "Extra Arms",
        [MANY_HANDED],
        "+1 to pick-ups, catches and interceptions. The listener `BallKnacks` adds it. In Astrogranite this player may"
        " hold three balls.",
        "O-MOVE-18 O-CATCH-02 O-INT-04 S-BASE-03 S-BASE-06 S-BASE-07",
    ),
    Home("Foul Appearance", [REPELS], file="foul_appearance.py"),
    Home(
        "Horns",
        [CHARGES],
        "+1 Strength in the block of a Blitz; in the CRP only after moving.",
        "O-BLOCK-02 S-BASE-10",
    ),
    Home(
        "Iron Hard Skin",
        [IGNORES_HARDER_HITS],
        "What opponents and their skills add to an armour roll against this player does not count.",
    ),
    Home(
        "Monstrous Mouth",
        [REROLLS_CATCH, GRIPS_BALL],
        "The first ability rolls a failed catch again. The second keeps Strip Ball from working on this player.",
        "O-CATCH-02 O-PUSH-18",
    ),
    Home(
        "Prehensile Tail",
        [GRASPS_AT_DODGERS],
        "-1 to the Dodge of an opponent that leaves this player's Tackle Zone. The listener `MovementKnacks` adds it.",
        "O-MOVE-10 S-BASE-02",
    ),
    Home("Tentacles", [HOLDS_BACK], file="tentacles.py"),
    Home(
        "Two Heads",
        [DODGES_BETTER],
        "+1 to Dodges. The listener `MovementKnacks` adds it.",
        "O-MOVE-10 A-SKREF-36 S-BASE-02",
    ),
    Home(
        "Very Long Legs",
        [LONG_LEGS],
        "Jumps and leaps are easier, and so is interfering with a pass. Safe Throw does not undo an interception of"
        " this player.",
        "O-MOVE-14 O-MOVE-16 O-INT-04 S-BASE-07",
    ),
    Home("Very Strong Legs", [LONG_LEGS], "+1 to leaps and interceptions: Very Long Legs by another name."),
]

"""The agility skills, one row each. A row without a file is the home of its skill."""

from __future__ import annotations

from typing import Final

from dungeonbowl.engine.abilities import (
    CANCELS_HELP,
    DIVES_FOR_CATCHES,
    FOULS_UNSEEN,
    KEEPS_BALL_NEAR,
    LEAPS,
    PICKS_PUSH_SQUARE,
    REROLLS_CATCH,
    REROLLS_DODGE,
    REROLLS_RUSH,
    RUSHES_MORE,
    SPRINGS_UP,
    TRIPS_DODGERS,
    TURNS_STUMBLE_INTO_PUSH,
)
from dungeonbowl.engine.skills.home import Home

SKILLS: Final = [
    Home(
        "Catch",
        [REROLLS_CATCH],
        "A failed catch may be rolled again. The test asks for the ability that belongs to its own kind.",
        "O-INT-05 A-SKREF-15",
    ),
    Home(
        "Defensive",
        [CANCELS_HELP],
        "In the turn of the other side, opponents that this player marks have no use of Guard.",
        "O-AST-01 O-AST-02",
    ),
    Home("Diving Catch", [DIVES_FOR_CATCHES], rules="O-CATCH-01", file="diving_catch.py"),
    Home("Diving Tackle", [TRIPS_DODGERS], file="diving_tackle.py"),
    Home(
        "Dodge",
        [REROLLS_DODGE, TURNS_STUMBLE_INTO_PUSH],
        "The first ability rolls a failed Dodge again, once in a turn. The second makes a Stumble a push when this"
        " player is blocked. Tackle cancels both.",
        "O-BLOCK-07 A-SKREF-14 S-BASE-11",
    ),
    Home(
        "Jump Up",
        [SPRINGS_UP],
        "Standing up costs no movement. Where the edition allows it, a player that lies may declare a Block: it tests"
        " its Agility, and blocks if it gets up.",
        "O-BLOCK-01",
    ),
    Home("Leap", [LEAPS], rules="O-MOVE-16 A-SKREF-16 A-LEAP-11 A-LEAP-12 A-LEAP-15 S-GEN-04", file="leap.py"),
    Home("Safe Pair of Hands", [KEEPS_BALL_NEAR], file="safe_hands.py"),
    Home(
        "Sidestep",
        [PICKS_PUSH_SQUARE],
        "When this player is pushed, its own coach chooses among all free squares beside it. Grab and this skill cancel"
        " each other, or Grab wins: the edition says which.",
    ),
    Home(
        "Sneaky Git",
        [FOULS_UNSEEN],
        "A double on the armour roll of this player's Foul is overlooked. StockBowl overlooks it only while the armour"
        " holds. As first printed in 2021 the player may also move on after the Foul.",
        "O-FOUL-02 O-FOUL-04 S-BASE-17",
    ),
    Home("Sprint", [RUSHES_MORE], "One Rush more in an activation.", "O-MOVE-06 S-BASE-08"),
    Home(
        "Sure Feet",
        [REROLLS_RUSH],
        "A failed Rush may be rolled again, once in a turn. In Astrogranite a failed landing too.",
        "O-MOVE-07 S-BASE-08",
    ),
]

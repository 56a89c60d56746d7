"""The strength skills, one row each. A row without a file is the home of its skill."""

from __future__ import annotations

from typing import Final

from dungeonbowl.engine.abilities import (
    BLOCKS_TWO,
    BREAKS_FREE,
    DROPS_ON_FALLEN,
    GRABS,
    HELPS_WHEN_MARKED,
    HITS_HARDER,
    HURTS_DODGERS,
    PILES_ON,
    REROLLS_BOTH_DOWN,
    STANDS_FIRM,
    STRONG_ARM,
    THICK_HEADED,
    UNSTOPPABLE,
)
from dungeonbowl.engine.skills.home import Home

SKILLS: Final = [
    Home(
        "Arm Bar",
        [HURTS_DODGERS],
        "An opponent that falls while it leaves a square marked by this player takes +1 to its armour roll or to its"
        " injury roll.",
        "O-INJ-02 O-INJ-03",
    ),
    Home(
        "Brawler",
        [REROLLS_BOTH_DOWN],
        "In a Block action, not in a Blitz, one die that shows Both Down may be rolled again.",
        "O-RR-03",
    ),
    Home(
        "Break Tackle",
        [BREAKS_FREE],
        "Helps one Dodge in an activation, after its roll: a bonus by Strength, or Strength in place of Agility.",
        "O-MOVE-02 O-MOVE-10 S-BASE-02",
    ),
    Home(
        "Grab",
        [GRABS],
        "The target of this player's block may be pushed to any free square beside it. Each edition says in which"
        " blocks, and what becomes of Sidestep.",
        "S-BASE-12",
    ),
    Home(
        "Guard",
        [HELPS_WHEN_MARKED],
        "This player assists in a block although other opponents mark it. Defensive cancels that in the turn of the"
        " other side. In Astrogranite, and officially as first printed in 2021, it assists in Fouls too.",
        "O-AST-01 O-AST-02 O-FOUL-03 A-BASE-13 A-BASE-25 S-BASE-10",
    ),
    Home(
        "Juggernaut",
        [UNSTOPPABLE],
        "In a Blitz a Both Down may count as a push, and the target has no use of Wrestle, Fend and Stand Firm.",
        "O-BLOCK-05 O-PUSH-15 S-BASE-11",
    ),
    Home(
        "Mighty Blow",
        [HITS_HARDER],
        "Adds its number to the armour roll or to the injury roll of a player that this player's block knocks down.",
        "O-INJ-02 O-INJ-03 O-PUSH-11 S-BASE-16 S-WALL-11",
    ),
    Home("Multiple Block", [BLOCKS_TWO], rules="O-AST-02", file="multiple_block.py"),
    Home("Pile Driver", [DROPS_ON_FALLEN], rules="O-FOUL-04 O-TO-09", file="after_block.py"),
    Home("Piling On", [PILES_ON], rules="S-WALL-11", file="piling_on.py"),
    Home(
        "Stand Firm",
        [STANDS_FIRM],
        "This player need not be pushed. In Astrogranite a failed Dodge does not knock it down either.",
        "O-PUSH-07 O-PUSH-15 S-BASE-12",
    ),
    Home(
        "Strong Arm",
        [STRONG_ARM],
        "Official: +1 to the roll when this player throws a team-mate. The other editions: better passes at a distance."
        " The listener `BallKnacks` adds it.",
        "O-TTM-04 S-BASE-04",
    ),
    Home(
        "Thick Skull",
        [THICK_HEADED],
        "The lowest injury that knocks a player out only stuns this one.",
        "O-INJ-03 O-INJ-04",
    ),
]

"""The passing skills, one row each. A row without a file is the home of its skill."""

from __future__ import annotations

from typing import Final

from dungeonbowl.engine.abilities import (
    CANCELS_INTERCEPTIONS,
    DUMPS_OFF,
    KEEPS_FUMBLES,
    LEADS,
    LEAVES_BALL,
    PASSES_BEYOND_PORTALS,
    READS_THE_PASS,
    REROLLS_PASS,
    RUNS_AFTER_HAND_OFF,
    RUNS_AFTER_PASS,
    STEADY_NERVES,
    THROWS_AT_WALLS,
    THROWS_BETTER,
)
from dungeonbowl.engine.skills.home import Home

SKILLS: Final = [
    Home(
        "Accurate",
        [THROWS_BETTER],
        "+1 to the roll of this player's passes. The listener `BallKnacks` adds it.",
        "O-PASS-04 A-SKREF-20 S-BASE-04",
    ),
    Home("Dump-off", [DUMPS_OFF], rules="O-PASS-03 O-TURN-07", file="dump_off.py"),
    Home("Fumblerooskie", [LEAVES_BALL], file="fumblerooskie.py"),
    Home(
        "Give and Go",
        [RUNS_AFTER_HAND_OFF],
        "The activation does not end with this player's Hand-off: it may go on moving.",
        "O-HAND-01",
    ),
    Home(
        "Hail Mary Pass",
        [],
        "A throw to any square at all. The dungeon does not allow it, so the skill does nothing.",
        "S-OFF-05",
    ),
    Home("Leader", [LEADS], file="leader.py"),
    Home(
        "Nerves of Steel",
        [STEADY_NERVES],
        "Opponents that mark this player do not make its passes, catches and interceptions harder.",
        "O-PASS-04 O-CATCH-03 O-INT-04 S-BASE-04 S-BASE-06 S-BASE-07",
    ),
    Home("On the Ball", [READS_THE_PASS], file="on_the_ball.py"),
    Home(
        "Pass",
        [REROLLS_PASS],
        "A failed pass may be rolled again. The test asks for the ability that belongs to its own kind.",
        "O-RR-02 A-SKREF-20 S-BASE-05",
    ),
    Home("Portal Passer", [PASSES_BEYOND_PORTALS], rules="O-PORTAL-05 O-PORTAL-06", file="portal_passer.py"),
    Home(
        "Running Pass",
        [RUNS_AFTER_PASS],
        "The activation does not end with this player's Quick pass: it may go on moving.",
        "O-PASS-01",
    ),
    Home(
        "Safe Pass",
        [KEEPS_FUMBLES],
        "A fumbled pass stays in this player's hands. Its activation ends, the turn does not.",
        "O-PASS-08",
    ),
    Home("Safe Throw", [KEEPS_FUMBLES, CANCELS_INTERCEPTIONS], rules="S-BASE-05 S-BASE-07", file="safe_throw.py"),
    Home("Wall Thrower", [THROWS_AT_WALLS], "+1 to the roll of a throw at a wall.", "O-WALL-03"),
]

"""The general skills, one row each. A row without a file is the home of its skill."""

from __future__ import annotations

from typing import Final

from dungeonbowl.engine.abilities import (
    BLOCKS_AGAIN,
    CANCELS_DODGE,
    DRAGS_DOWN,
    FENDS_OFF,
    FOLLOWS_DODGERS,
    GRIPS_BALL,
    IGNORES_BOTH_DOWN,
    KICKS_HARDER,
    MATCHES_STRENGTH,
    NAVIGATES_PORTALS,
    READS_THE_PASS,
    REROLLS_PICK_UP,
    STRIPS_BALL,
    TRIES_AGAIN,
)
from dungeonbowl.engine.skills.home import Home

SKILLS: Final = [
    Home(
        "Block",
        [IGNORES_BOTH_DOWN],
        "A Both Down does not knock this player down, whether it blocks or is blocked.",
        "O-BLOCK-05 A-SKREF-01 S-BASE-11",
    ),
    Home(
        "Dauntless",
        [MATCHES_STRENGTH],
        "Before it blocks a stronger opponent, this player rolls. If the roll is high enough, its Strength counts as"
        " that of the opponent; assists are added afterwards.",
        "O-BLOCK-02 S-BASE-10",
    ),
    Home(
        "Dirty Player",
        [KICKS_HARDER],
        "Adds its number to the armour roll or to the injury roll of this player's Foul.",
        "O-FOUL-03 O-INJ-02 S-BASE-17",
    ),
    Home(
        "Fend",
        [FENDS_OFF],
        "The blocker that pushes this player may be kept from following up. Juggernaut in a Blitz is not stopped.",
        "O-PUSH-15 S-BASE-12",
    ),
    Home("Frenzy", [BLOCKS_AGAIN], rules="O-BLOCK-11 O-PORTAL-23", file="after_block.py"),
    Home(
        "Kick",
        [],
        "It would change a kick-off. No edition of the dungeon has one, so the skill does nothing.",
        "S-OFF-02",
    ),
    Home(
        "Kick-Off Return",
        [],
        "It would follow a kick-off. No edition of the dungeon has one, so the skill does nothing.",
        "S-OFF-02",
    ),
    Home("Pass Block", [READS_THE_PASS], file="on_the_ball.py"),
    Home(
        "Portal Navigator",
        [NAVIGATES_PORTALS],
        "The die that says where a portal leads may be rolled again. Team re-rolls may not be used on that die.",
        "O-RR-08 O-PORTAL-02",
    ),
    Home(
        "Pro",
        [TRIES_AGAIN],
        "One die of this player may be rolled again, if another die allows it first. Otherwise the result stands, and"
        " no other re-roll may be used on it.",
        "O-RR-01 O-RR-03",
    ),
    Home("Shadowing", [FOLLOWS_DODGERS], file="shadowing.py"),
    Home(
        "Strip Ball",
        [STRIPS_BALL],
        "A carrier that this player pushes drops the ball in the square it is pushed to.",
        "O-PUSH-18",
    ),
    Home(
        "Sure Hands",
        [REROLLS_PICK_UP, GRIPS_BALL],
        "The first ability rolls a failed pick-up again. The second keeps Strip Ball from working on this player.",
        "O-MOVE-18 S-BASE-03",
    ),
    Home(
        "Tackle",
        [CANCELS_DODGE],
        "Opponents have no use of Dodge when they dodge out of this player's Tackle Zone, nor when it blocks them.",
        "O-BLOCK-07 A-SKREF-21 S-BASE-11",
    ),
    Home(
        "Wrestle",
        [DRAGS_DOWN],
        "A Both Down may place both players prone instead, without armour rolls. Block does not help against it.",
        "O-BLOCK-05 O-TO-03 S-BASE-11",
    ),
]

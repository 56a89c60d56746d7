"""The thirteen cards: their names, how long they last and which abilities they give (S-ITEM-04 to -16)."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from dungeonbowl.engine.abilities import (
    BEGUILING,
    FENDS_OFF,
    FORGETS,
    GAZES,
    GRIPS_BALL,
    HITS_HARDER,
    PICKS_PUSH_SQUARE,
    READS_THE_PASS,
    REROLLS_CATCH,
    REROLLS_PASS,
    REROLLS_PICK_UP,
    THROWS_BETTER,
    TRIES_AGAIN,
)

BRACERS: Final[i64] = 0
BELT: Final[i64] = 1
HEADBAND: Final[i64] = 2
FORCE_SHIELD: Final[i64] = 3
STRENGTH_OF_THE_BEAR: Final[i64] = 4
GLOVES_OF_HOLDING: Final[i64] = 5
INERTIA_DAMPER: Final[i64] = 6
LUCKY_CHARM: Final[i64] = 7
MAGIC_GLOVES: Final[i64] = 8
CODPIECE: Final[i64] = 9
RABBITS_FOOT: Final[i64] = 10
RING: Final[i64] = 11
WAND: Final[i64] = 12
CARDS: Final[i64] = 13

NAMES: Final = (
    "Beguiling Bracers",
    "Belt of Invulnerability",
    "Fawndough's Headband",
    "Force Shield",
    "Gikta's Strength of da Bear",
    "Gloves of Holding",
    "Inertia Damper",
    "Lucky Charm",
    "Magic Gloves of Jark Longarm",
    "Good Old Magic Codpiece",
    "Rabbit's Foot",
    "Ring of Teleportation",
    "Wand of Smashing",
)

# How long a card lasts.
AT_ONCE: Final[i64] = 0
TURN: Final[i64] = 1
DRIVE: Final[i64] = 2
GAME: Final[i64] = 3
UNTIL_USED: Final[i64] = 4
WHILE_HOLDING: Final[i64] = 5

LASTS: Final = vec[i64](
    [
        int(GAME),
        int(GAME),
        int(TURN),
        int(WHILE_HOLDING),
        int(DRIVE),
        int(GAME),
        int(DRIVE),
        int(UNTIL_USED),
        int(DRIVE),
        int(GAME),
        int(GAME),
        int(AT_ONCE),
        int(TURN),
    ]
)

# Pairs of numbers: a card, and an ability that it gives besides its mark.
GIFTS: Final = vec[i64](
    [
        int(BRACERS),
        int(GAZES),
        int(BRACERS),
        int(PICKS_PUSH_SQUARE),
        int(BRACERS),
        int(FORGETS),
        int(HEADBAND),
        int(REROLLS_PASS),
        int(HEADBAND),
        int(THROWS_BETTER),
        int(FORCE_SHIELD),
        int(REROLLS_PICK_UP),
        int(FORCE_SHIELD),
        int(GRIPS_BALL),
        int(FORCE_SHIELD),
        int(FENDS_OFF),
        int(GLOVES_OF_HOLDING),
        int(REROLLS_CATCH),
        int(GLOVES_OF_HOLDING),
        int(REROLLS_PICK_UP),
        int(GLOVES_OF_HOLDING),
        int(GRIPS_BALL),
        int(MAGIC_GLOVES),
        int(READS_THE_PASS),
        int(RABBITS_FOOT),
        int(TRIES_AGAIN),
        int(WAND),
        int(HITS_HARDER),
    ]
)


def mark_of(card: i64) -> i64:
    """The ability that marks a player who has this card; these abilities stand in the order of the cards."""
    return BEGUILING + card

"""Help that may go to either the armour or the injury roll: what gives it, and how it is written down.

A note of helps is one number with eight bits for each giver: a skill of whoever did it, the place (a wall behind the
victim, a spell, a bomb), the ball in the blocker's hands, an item that the blocker wears.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from dungeonbowl.engine import clauses
from dungeonbowl.engine.abilities import (
    HITS_HARDER,
    HURTS_DODGERS,
    KICKS_HARDER,
    RENDS_ARMOUR,
    SPELL_FORCE,
    SPIKED_BALL,
    THROWS_BOMBS,
    WALL_SMASH,
)

# The givers, in the order of their bits in a note.
SKILL: Final[i64] = 0
PLACE: Final[i64] = 1
BALL: Final[i64] = 2
ITEM: Final[i64] = 3
GIVERS: Final[i64] = 4
CLAWS: Final[i64] = 4  # no number: they break the armour themselves

HELP_BITS: Final[i64] = 8
HELP_MASK: Final[i64] = 0xFF


def helps(skill: i64, place: i64, ball: i64, item: i64) -> i64:
    """A note of helps."""
    return skill | place << 8 | ball << 16 | item << 24


def help_of(note: i64, giver: i64) -> i64:
    """What one giver adds."""
    return note >> HELP_BITS * giver & HELP_MASK


def in_all(note: i64) -> i64:
    """What all of them add together."""
    return (note & 0xFF) + (note >> 8 & 0xFF) + (note >> 16 & 0xFF) + (note >> 24 & 0xFF)


def helping_ability(giver: i64, cause: i64) -> i64:
    """What the help is called where its coach is asked."""
    if giver == CLAWS:
        return RENDS_ARMOUR
    if giver == BALL:
        return SPIKED_BALL
    if giver == PLACE:
        if cause == clauses.SPELL:
            return SPELL_FORCE
        return THROWS_BOMBS if cause == clauses.BOMBED else WALL_SMASH
    if cause == clauses.FOULED:
        return KICKS_HARDER
    return HURTS_DODGERS if cause == clauses.FELL else HITS_HARDER

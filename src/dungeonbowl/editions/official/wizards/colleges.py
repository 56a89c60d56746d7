"""The eight colleges, their spells, and which wizard can cast one now (O-IND-06)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from dungeonbowl.editions.official.inducements import may_hire_wizard
from dungeonbowl.engine import clauses
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.setup import Squads
from dungeonbowl.engine.sides import WIZARDS

BEASTS: Final[i64] = 1
DEATH: Final[i64] = 2
FIRE: Final[i64] = 3
HEAVENS: Final[i64] = 4
LIFE: Final[i64] = 5
LIGHT: Final[i64] = 6
METAL: Final[i64] = 7
SHADOW: Final[i64] = 8
COLLEGES: Final = ["", "beasts", "death", "fire", "heavens", "life", "light", "metal", "shadow"]

SPELL_WORDS: Final = {
    int(clauses.FURY_SPELL): "Bestial Fury",
    int(clauses.DRAIN_SPELL): "Life Drain",
    int(clauses.FIRE_SPELL): "Fireball",
    int(clauses.LIGHTNING_SPELL): "Chain Lightning",
    int(clauses.TRANSMUTING_SPELL): "Transmutation",
    int(clauses.STEP_SPELL): "Shadowed Step",
    int(clauses.VINES_SPELL): "Grasping Vines",
    int(clauses.LIGHT_SPELL): "Blinding Light",
}


def college_of(game: Game, side: i64) -> i64:
    """The college of a side whose wizard has not cast its spell yet; 0 if there is none."""
    return game.squads.teams[side].college if game.side_value(side, WIZARDS) > 0 else 0


def anybody_casts(squads: Squads, colleges: tuple[i64, ...]) -> bool:
    """Whether a wizard of one of these colleges may take part in a match."""
    side: i64 = 0
    while side < squads.sides:
        if squads.teams[side].college in colleges and may_hire_wizard(squads, side):
            return True
        side += 1
    return False

"""The skills of monsters, one row each: what stands on the sheet of a monster and on no roster.

Their numbers (`Slash (2)`) say how many attacks, or how much is added. `profiles.py` says which monster has what.
"""

from __future__ import annotations

from typing import Final

from dungeonbowl.engine.abilities import (
    BREATHES_FLAME,
    DEVOURS,
    HEADS,
    MONSTER,
    NO_HANDS,
    PETRIFIES,
    PIERCES,
    POISONS,
    SLASHES,
    STRIKES,
    UNHINDERED,
)
from dungeonbowl.engine.skills.home import Home

SKILLS: Final = [
    Home(
        "Monster",
        [MONSTER, UNHINDERED, NO_HANDS],
        "A monster, with the number of its kind. It leaves marked squares without a Dodge, and holds no ball.",
        "A-MON-10",
    ),
    Home(
        "Ball Eater",
        [MONSTER, UNHINDERED, DEVOURS],
        "A monster that opens chests and eats balls. It leaves marked squares without a Dodge.",
        "A-MBOWL-02 A-MBOWL-04",
    ),
    Home("Piercing", [PIERCES], "Adds its number to the armour rolls of this monster's attacks.", "A-MATK-08"),
    Home("Block Attack", [STRIKES], "So many blocks in one activation.", "A-MATK-01"),
    Home("Slash", [SLASHES], "So many attacks in one activation that go at the armour alone.", "A-MATK-03"),
    Home("Poisoned Slash", [POISONS], "As Slash, and a player that would be stunned is knocked out.", "A-MATK-04"),
    Home("Petrifying Slash", [PETRIFIES], "As Slash, and a player whose armour breaks turns to stone.", "A-MATK-05"),
    Home(
        "Heads",
        [HEADS],
        "A block for each head. Where another monster would be knocked out or worse, this one loses a head.",
        "A-MATK-09",
    ),
    Home("Flame Burst", [BREATHES_FLAME], "Breathes a flame over several squares in its activation.", "A-FLAME-01"),
    Home("Huge", [], "Stands on four squares. The size is a fact of the sheet and no ability.", "A-HUGE-01"),
    Home("Humongous", [], "Stands on nine squares. The size is a fact of the sheet and no ability.", "A-HUGE-01"),
]

"""The rooms of the official game, one module each (O-ROOM).

Crypt and Fiery Chasm have no module: the Crypt works through pushes, and the procedures know the terrain of the Chasm.
"""

from dungeonbowl.editions.official.rooms.armoury import Armoury
from dungeonbowl.editions.official.rooms.bone_pit import BonePit
from dungeonbowl.editions.official.rooms.chaotic_idol import ChaoticIdol
from dungeonbowl.editions.official.rooms.cursed_room import CursedRoom
from dungeonbowl.editions.official.rooms.dragon_lair import DragonLair
from dungeonbowl.editions.official.rooms.flooded_room import FloodedRoom
from dungeonbowl.editions.official.rooms.forgotten_jail import ForgottenJail
from dungeonbowl.editions.official.rooms.kitchen import Kitchen
from dungeonbowl.editions.official.rooms.sewer import Sewer
from dungeonbowl.editions.official.rooms.treasure_room import TreasureRoom, treasure
from dungeonbowl.engine.moments import Module

__all__ = ["rooms", "treasure"]


def rooms() -> list[Module]:
    """All rooms, in the order of the rulebook."""
    return [
        Armoury(),
        BonePit(),
        CursedRoom(),
        FloodedRoom(),
        ForgottenJail(),
        Kitchen(),
        Sewer(),
        TreasureRoom(),
        ChaoticIdol(),
        DragonLair(),
    ]

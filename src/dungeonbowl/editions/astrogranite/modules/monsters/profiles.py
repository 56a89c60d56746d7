"""The monsters by their profiles: one row each, as the rulebook prints them (values, not targets)."""

from __future__ import annotations

from typing import Final, final


@final
class Profile:
    """A monster. Its attacks are among the skills, with the number of each kind; they are made in the order blocks,
    slashes, poisoned slashes, petrifying ones. `size` is the side of its body in squares."""

    def __init__(
        self,
        key: str,
        name: str,
        movement: int,
        strength: int,
        agility: int,
        armour: int,
        skills: list[str],
        size: int = 1,
    ) -> None:
        self.key = key
        self.name = name
        self.movement = movement
        self.strength = strength
        self.agility = agility
        self.armour = armour
        self.skills = skills
        self.size = size


DRAGON: Final = "cave-dragon"
HYDRA: Final = "cave-hydra"

# The rulebook gives the dragon Mighty Blow, which no monster has (A-MATK-08).
PROFILES: Final = [
    Profile("hellhound", "Hellhound", 6, 4, 3, 8, ["Block Attack (1)", "Piercing (+1)", "Dodge", "Bone-head"]),
    Profile(
        "tentacle-beast",
        "Tentacle Beast",
        3,
        4,
        1,
        9,
        ["Block Attack (2)", "Tentacles", "Foul Appearance", "Bone-head"],
    ),
    Profile("gorgon", "Gorgon", 5, 3, 3, 7, ["Petrifying Slash (1)", "Piercing (+2)", "Dodge", "Foul Appearance"]),
    Profile("hippogriff", "Hippogriff", 6, 5, 2, 9, ["Block Attack (2)", "Bone-head"]),
    Profile(
        "earth-golem", "Earth Golem", 3, 5, 1, 10, ["Block Attack (2)", "Piercing (+1)", "Stand Firm", "Bone-head"]
    ),
    Profile("cockatrice", "Cockatrice", 5, 5, 2, 8, ["Poisoned Slash (2)", "Petrifying Slash (1)", "Huge"], 2),
    Profile(HYDRA, "Cave Hydra", 4, 6, 1, 8, ["Heads (3)", "Piercing (+2)", "Stand Firm", "Bone-head", "Huge"], 2),
    Profile(
        "manticore",
        "Manticore",
        4,
        6,
        1,
        9,
        ["Block Attack (2)", "Poisoned Slash (1)", "Piercing (+1)", "Foul Appearance", "Huge"],
        2,
    ),
    Profile(
        DRAGON,
        "Cave Dragon",
        5,
        7,
        2,
        9,
        ["Block Attack (3)", "Piercing (+3)", "Flame Burst", "Stand Firm", "Bone-head", "Humongous"],
        3,
    ),
]

"""The modules in the order of the rulebook's table: what each adds, whether it is on by default, and its installer.

The installer of a row gets the `Composition` and changes it. If several modules hear one moment, they act in the order
of the rows (A-MOD-07). To add a module: write its file, import its `install` here and put it into its row.
"""

from __future__ import annotations

from typing import Final

from dungeonbowl.editions.astrogranite import ball_variants
from dungeonbowl.editions.astrogranite.composition.rows import ModuleRow
from dungeonbowl.editions.astrogranite.modules import (
    chasms,
    chest_moving,
    collision_pushing,
    dirty_tactics,
    doors,
    extra_teams,
    inscriptions,
    lava,
    leaping,
    magic_items,
    multiball,
    obstacles,
    onsite_referees,
    platforms,
    precarious,
    referees,
    secret_passages,
    secret_weapons,
    sorcery,
    special_arrangements,
    teleport_exit,
    traps,
    wall_smash,
    water,
)
from dungeonbowl.editions.astrogranite.modules.colleges import install as colleges
from dungeonbowl.editions.astrogranite.modules.dungeon_skills import install as dungeon_skills
from dungeonbowl.editions.astrogranite.modules.great_wheel import install as great_wheel
from dungeonbowl.editions.astrogranite.modules.league import install as league
from dungeonbowl.editions.astrogranite.modules.league import install_nothing as after_the_match
from dungeonbowl.editions.astrogranite.modules.monsters import bowl, dragon, game_master, lurking, morphing

ACTIONS: Final = "Actions"
DUNGEON: Final = "Dungeon"
BALLS: Final = "Balls"
MONSTERS: Final = "Monsters"
REFEREES: Final = "Referees and weapons"
TEAMS: Final = "Teams and league"

MODULES: Final = [
    ModuleRow(
        "wall_smash",
        True,
        "Smashing into walls",
        "Who is knocked down with nothing but wall behind is hurt more easily.",
        ACTIONS,
        wall_smash.install,
    ),
    ModuleRow(
        "collision_pushing",
        False,
        "Collisions when pushed",
        "A pushed player who meets another rolls on a table instead of pushing it on.",
        ACTIONS,
        collision_pushing.install,
    ),
    ModuleRow("leaping", True, "Leaping", "Any player may leap over two squares or more.", ACTIONS, leaping.install),
    ModuleRow(
        "teleport_exit",
        True,
        "Leaving the dungeon",
        "A player may give up its activation to go back to Reserves.",
        ACTIONS,
        teleport_exit.install,
    ),
    ModuleRow(
        "chest_moving",
        True,
        "Moving chests",
        "Strong players push, drag and throw chests.",
        ACTIONS,
        chest_moving.install,
    ),
    ModuleRow(
        "precarious",
        True,
        "Precarious positions",
        "Beside a drop an opponent may demand a balance roll before a block, a throw or a catch.",
        ACTIONS,
        precarious.install,
    ),
    ModuleRow(
        "dungeon_skills",
        True,
        "Dungeon skills",
        "Brace, Sixth Sense, Acrobatics, Lightning Reflexes, Grab and Sneaky can be learnt.",
        TEAMS,
        dungeon_skills,
    ),
    ModuleRow(
        "doors",
        False,
        "Doors and gates",
        "Doors begin closed, may be locked, and are opened, closed or smashed; big players fit through gates only.",
        DUNGEON,
        doors.install,
    ),
    ModuleRow("chasms", False, "Chasms", "Who falls into one is gone, often for good.", DUNGEON, chasms.install),
    ModuleRow(
        "obstacles", False, "Obstacles", "Nobody enters them; a throw over one may hit it.", DUNGEON, obstacles.install
    ),
    ModuleRow(
        "lava",
        False,
        "Lava",
        "Burns those who walk off it or stop on it; a ball on it may teleport.",
        DUNGEON,
        lava.install,
    ),
    ModuleRow("water", False, "Water", "Slow and clumsy to move in; the smallest drown.", DUNGEON, water.install),
    ModuleRow(
        "inscriptions",
        False,
        "Inscriptions",
        "Runes that make a college stronger, carry its players about and cast the Winds of Magic.",
        DUNGEON,
        inscriptions.install,
        needs=["colleges"],
    ),
    ModuleRow(
        "secret_passages",
        False,
        "Secret passages",
        "Two portals with a hidden square between them.",
        DUNGEON,
        secret_passages.install,
    ),
    ModuleRow(
        "platforms",
        False,
        "Platforms",
        "Levels with steps and ladders, to climb, to leap from and to fall off.",
        DUNGEON,
        platforms.install,
    ),
    ModuleRow(
        "ball_variants",
        False,
        "Kinds of balls",
        "Spiked, enchanted, living and iron balls.",
        BALLS,
        ball_variants.install,
    ),
    ModuleRow(
        "multiball",
        False,
        "Several balls",
        "Several balls in the chests, real ones or illusions.",
        BALLS,
        multiball.install,
    ),
    ModuleRow(
        "traps", False, "Traps", "Hidden pits, spiked pits, explosions, gas and teleporters.", DUNGEON, traps.install
    ),
    ModuleRow(
        "lurking_monsters",
        False,
        "Lurking monsters",
        "Monsters wait beside chests.",
        MONSTERS,
        lurking.install,
        conflicts=["dragonbowl"],
    ),
    ModuleRow(
        "morphing_monsters",
        False,
        "Morphing monsters",
        "A chest that would explode may be a monster.",
        MONSTERS,
        morphing.install,
        conflicts=["dragonbowl"],
    ),
    ModuleRow(
        "monster_gm", False, "Game master", "A coach of no team runs the monsters.", MONSTERS, game_master.install
    ),
    ModuleRow(
        "monsterbowl",
        False,
        "Monsterbowl",
        "A monster eats balls, and may win the game by it.",
        MONSTERS,
        bowl.install,
        conflicts=["dragonbowl"],
    ),
    ModuleRow(
        "dragonbowl",
        False,
        "Dragonbowl",
        "A dragon in the middle of the dungeon.",
        MONSTERS,
        dragon.install,
        conflicts=["lurking_monsters", "morphing_monsters", "monsterbowl"],
    ),
    ModuleRow(
        "referees",
        True,
        "Referees",
        "Fouls and other infractions have levels, and a die decides who is sent off.",
        REFEREES,
        referees.install,
    ),
    ModuleRow(
        "onsite_referees",
        False,
        "Referees in the dungeon",
        "They walk about, stand in the way, punish what they see and can be attacked.",
        REFEREES,
        onsite_referees.install,
        needs=["referees"],
    ),
    ModuleRow(
        "secret_weapons",
        False,
        "Secret weapons",
        "Chainsaws, bombs and poisoned daggers.",
        REFEREES,
        secret_weapons.install,
        needs=["referees"],
    ),
    ModuleRow("sorcery", False, "Sorcery", "Players who cast spells.", REFEREES, sorcery.install, needs=["referees"]),
    ModuleRow(
        "magic_items",
        False,
        "Magic items",
        "Twelve items that players carry.",
        REFEREES,
        magic_items.install,
        needs=["referees", "league"],
    ),
    ModuleRow("dirty_tactics", False, "Dirty tactics", "Paid for before the game.", TEAMS, dirty_tactics.install),
    ModuleRow(
        "special_arrangements",
        False,
        "Special arrangements",
        "Help for the weaker team before the game.",
        TEAMS,
        special_arrangements.install,
        needs=["league"],
        conflicts=["extra_teams"],
    ),
    ModuleRow("colleges", True, "Colleges", "Teams are put together by the rules of their college.", TEAMS, colleges),
    ModuleRow(
        "great_wheel",
        True,
        "The Great Wheel",
        "Colleges that are friends or foes change each other's re-rolls.",
        TEAMS,
        great_wheel,
        needs=["colleges"],
    ),
    ModuleRow("league", False, "League", "Experience, and everything that follows a game.", TEAMS, league),
    ModuleRow(
        "player_trading",
        False,
        "Trading players",
        "Players are traded in when others are hired.",
        TEAMS,
        after_the_match,
        needs=["league"],
    ),
    ModuleRow("fast_track", False, "Fast track", "Skills come sooner.", TEAMS, after_the_match, needs=["league"]),
    ModuleRow(
        "extra_teams",
        False,
        "Three or four teams",
        "Each with its own end zone, and everybody against everybody.",
        TEAMS,
        extra_teams.install,
        conflicts=["special_arrangements"],
    ),
]

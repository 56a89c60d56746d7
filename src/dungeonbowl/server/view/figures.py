"""Which figure stands for a position: the body of its race, and the mark of its role.

The facts of a roster hold a race and a section for each position. Only the drawing depends on what is found here. A
name that no table knows gets a plain human.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from dungeonbowl.server.wire import Figure
from dungeonbowl.teams.facts import load_facts
from dungeonbowl.teams.rosters import FactsError, Position

# Words of a position's name, or else of its race, and the body that is drawn. The first that fits counts.
BODY_WORDS: Final = (
    (r"referee", "referee"),
    (r"hell ?hound|hound", "hound"),
    (r"tentacle beast", "tentacles"),
    (r"gorgon", "gorgon"),
    (r"hippogriff", "hippogriff"),
    (r"earth golem", "earth golem"),
    (r"cockatrice", "cockatrice"),
    (r"hydra", "hydra"),
    (r"manticore", "manticore"),
    (r"dragon", "dragon"),
    (r"troll ?slayer", "dwarf"),
    (r"snow troll|yh?etee", "yhetee"),
    (r"rat ogre", "rat ogre"),
    (r"flesh golem", "flesh golem"),
    (r"tree", "treeman"),
    (r"dryad", "dryad"),
    (r"beast of nurgle|rot ?spawn", "nurgle beast"),
    (r"bloater|nurgle warrior", "bloater"),
    (r"rotter", "rotter"),
    (r"spawn", "spawn"),
    (r"pestigor", "pestigor"),
    (r"khorngor", "khorngor"),
    (r"minotaur", "minotaur"),
    (r"centaur", "centaur"),
    (r"beast ?m[ae]n|ungor|\bgor\b", "beastman"),
    (r"chaos dwar", "chaos dwarf"),
    (r"dwar", "dwarf"),
    (r"halfling", "halfling"),
    (r"gnome", "gnome"),
    (r"gnoblar", "gnoblar"),
    (r"snotling", "snotling"),
    (r"hobgoblin", "hobgoblin"),
    (r"goblin", "goblin"),
    (r"black orc", "black orc"),
    (r"\borc", "orc"),
    (r"dark el[fv]|witch elf", "dark elf"),
    (r"wood el[fv]|wardancer", "wood elf"),
    (r"high el[fv]|light el[fv]", "high elf"),
    (r"grey el[fv]", "grey elf"),
    (r"\bel[fv]", "elf"),
    (r"skaven|clanrat|gutter", "skaven"),
    (r"skink", "skink"),
    (r"saurus", "saurus"),
    (r"kroxigor", "kroxigor"),
    (r"slann", "slann"),
    (r"fimir", "fimir"),
    (r"lizard", "saurus"),
    (r"mummy|tomb", "mummy"),
    (r"wraith", "wraith"),
    (r"wight", "wight"),
    (r"ghoul", "ghoul"),
    (r"varghe?ist", "vargheist"),
    (r"vampire", "vampire"),
    (r"thrall", "thrall"),
    (r"zombie", "zombie"),
    (r"skeleton", "skeleton"),
    (r"ulfwerener", "ulfwerener"),
    (r"werewol", "werewolf"),
    (r"fox", "fox"),
    (r"boar", "boar"),
    (r"ogre", "ogre"),
    (r"troll", "troll"),
    (r"khorne", "khorne"),
    (r"chaos|nurgle", "chaos"),
    (r"norse", "norse"),
    (r"amazon", "amazon"),
)
ANYBODY: Final = "human"
ANY_MONSTER: Final = "monster"
# Words of a position's name that say what it does, before its section is asked.
DEED_WORDS: Final = (
    (r"referee", "referee"),
    (r"roller", "roller"),
    (r"slayer|berserker", "axe"),
    (r"assassin|stabba|stabber", "dagger"),
    (r"witch", "whip"),
    (r"flamesmith", "flame"),
    (r"bombardier|flinga", "bomb"),
    (r"pogo|hoppa", "pogo"),
    (r"loon", "chainsaw"),
    (r"fanatic", "ball and chain"),
    (r"illusionist", "wand"),
    (r"beastmaster", "horn"),
    (r"wardancer", "dancer"),
    (r"chameleon", "sneak"),
    (r"valkyrie", "spear"),
    (r"punter", "boot"),
)
ROLE_WORDS: Final = (
    (r"line ?(wo)?m[ae]n", "lineman"),
    (r"thrower|thro-", "thrower"),
    (r"catcher|receiver", "catcher"),
    (r"blitz", "blitzer"),
    (r"runner|runna", "runner"),
    (r"blocker|guard", "blocker"),
)
SECTION_ROLES: Final = {
    "linemen": "lineman",
    "runners": "runner",
    "catchers": "catcher",
    "blitzers": "blitzer",
    "throwers": "thrower",
    "blockers": "blocker",
    "special": "special",
    "big_guys": "big",
}
BIG_GUYS: Final = "big_guys"
NEUTRAL: Final = "monster"
BODIES: Final = tuple(dict.fromkeys([*(body for _, body in BODY_WORDS), ANYBODY, ANY_MONSTER]))
ROLES: Final = tuple(
    dict.fromkeys([*SECTION_ROLES.values(), *(role for _, role in (*ROLE_WORDS, *DEED_WORDS)), NEUTRAL])
)


def first(table: tuple[tuple[str, str], ...], *texts: str) -> str:
    """The first row of the table that fits the first text, or else the next one; empty if none does."""
    for text in texts:
        for words, found in table:
            if re.search(words, text, re.IGNORECASE):
                return found
    return ""


@lru_cache(maxsize=1024)  # a page of a team asks for every player it ever had
def figure_of_position(position: Position) -> Figure:
    """The figure of a line of a roster."""
    body = first(BODY_WORDS, position.name, position.race) or ANYBODY
    role = first(DEED_WORDS, position.name)
    if not role and position.section == BIG_GUYS:
        role = "big"
    role = role or first(ROLE_WORDS, position.name) or SECTION_ROLES.get(position.section, "special")
    return Figure(body, role)


@lru_cache(maxsize=4096)  # bounded, because names may come from clients
def figure_of(edition: str, roster: str, name: str, neutral: bool = False) -> Figure:
    """The figure of a player by the name of its position. `roster` is the id of its college or race, or empty."""
    if neutral:
        return Figure(first(BODY_WORDS, name) or ANY_MONSTER, first(DEED_WORDS, name) or NEUTRAL)
    try:
        found = load_facts(edition).find(roster)
    except FactsError:
        found = None
    position = found.find(name) if found is not None else None
    if position is not None:
        return figure_of_position(position)
    body = first(BODY_WORDS, name) or ANYBODY
    return Figure(body, first((*DEED_WORDS, *ROLE_WORDS), name) or "lineman")

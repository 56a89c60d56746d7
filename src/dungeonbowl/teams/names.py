"""Names that fit a race, put together from invented syllables. The same seed gives the same names."""

from __future__ import annotations

import random
import tomllib
from collections.abc import Iterable
from functools import cache
from importlib import resources
from typing import Final

import msgspec

MIDDLES: Final = 0.25  # the share of first names with a middle syllable, if the race has any
FAMILIES: Final = 0.75  # the share of players with a second name, if the race has any
BYNAMES: Final = 0.4  # the share of the others with a nickname
TRIES: Final = 60


class NameTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The syllables of one race."""

    start: tuple[str, ...] = ()
    middle: tuple[str, ...] = ()
    end: tuple[str, ...] = ()
    family: tuple[tuple[str, ...], ...] = ()
    byname: tuple[str, ...] = ()
    like: str = ""


class TeamWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    first: tuple[str, ...]
    second: tuple[str, ...]


class NameFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    format: int
    race: dict[str, NameTable]
    team: dict[str, TeamWords]


@cache
def name_file() -> NameFile:
    text = (resources.files("dungeonbowl.teams") / "names.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), NameFile)


def table_of(race: str) -> NameTable:
    """The syllables of a race. A plural finds its race, and an unlisted race gets human names."""
    races = name_file().race
    table = races.get(race) or races.get(race.removesuffix("s")) or races["Human"]
    if not table.like:
        return table
    return msgspec.structs.replace(races[table.like], byname=table.byname or races[table.like].byname, like="")


class Namer:
    """Makes names from one seed, each of them once."""

    def __init__(self, seed: str, taken: Iterable[str] = ()) -> None:
        self.random = random.Random(seed)
        self.taken = set(taken)

    def player(self, race: str) -> str:
        """A new name for a player of a race."""
        table = table_of(race)
        name = ""
        for _ in range(TRIES):
            name = self.one(table)
            if name not in self.taken:
                break
        else:
            number = 2
            while f"{name} {number}" in self.taken:
                number += 1
            name = f"{name} {number}"
        self.taken.add(name)
        return name

    def one(self, table: NameTable) -> str:
        name = self.random.choice(table.start)
        if table.middle and self.random.random() < MIDDLES:
            name += self.random.choice(table.middle)
        end = self.random.choice(table.end)
        name += end[1:] if name[-1] == end[0] and len(end) > 2 else end  # no letter doubled where syllables meet
        chance = self.random.random()
        if table.family and chance < FAMILIES:
            first, second = (self.random.choice(half) for half in table.family)
            return f"{name} {first}{second}"
        if table.byname and (chance < BYNAMES or chance >= FAMILIES):
            return f"{name} {self.random.choice(table.byname)}"
        return name

    def team(self, roster: str) -> str:
        """A name for a team of a roster."""
        words = name_file().team.get(roster) or name_file().team["any"]
        return f"{self.random.choice(words.first)} {self.random.choice(words.second)}"

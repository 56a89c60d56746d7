"""The sheets of the referees in the dungeon: linemen of a race (A-OREF-03)."""

from __future__ import annotations

from functools import cache
from typing import Final

from mypy_extensions import i64

from dungeonbowl.editions.options import EditionError
from dungeonbowl.engine import abilities
from dungeonbowl.engine.setup import PlayerSheet
from dungeonbowl.teams.facts import load_facts
from dungeonbowl.teams.rosters import LINEMEN, Position
from dungeonbowl.teams.skills import ability_names, ability_parameters, skill_name

MOST: Final = 3
NUMBERS: Final = 91  # the first shirt number of a referee
JUDGE: Final = "Referee"


@cache
def linemen() -> dict[str, Position]:
    """The lineman of every race, by the name of the race in one word of small letters: `light-elves`."""
    found: dict[str, Position] = {}
    for roster in load_facts("astrogranite").rosters:
        for position in roster.of_section(LINEMEN):
            found.setdefault(position.race.lower().replace(" ", "-"), position)
    return found


def lineman(race: str) -> Position:
    """The lineman of a race, which may be named in the singular."""
    for name, position in linemen().items():
        if race in (name, name.removesuffix("s"), name.removesuffix("ves") + "f"):
            return position
    raise EditionError(f"parameter 'ref_race': expected one of {', '.join(sorted(linemen()))}, found {race!r}")


def referee_sheets(position: Position, less_armour: int, sides: i64) -> list[PlayerSheet]:
    """The sheets of as many referees as may ever come."""
    skills = [skill_name(name) for name in (JUDGE, *position.skills)]
    known = [int(getattr(abilities, name)) for name in ability_names(skills)]
    numbers = {int(getattr(abilities, name)): value for name, value in ability_parameters(skills).items()}
    return [
        PlayerSheet(
            sides,
            NUMBERS + each,
            f"{JUDGE} {each + 1}",
            position.ma,
            position.st,
            7 - position.ag,
            7 - position.ag,
            position.av + 1 - less_armour,
            list(known),
            1,
            0,
            JUDGE,
            list(skills),
            dict(numbers),
        )
        for each in range(MOST)
    ]

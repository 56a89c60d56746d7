"""What a roster is: the positions that a college or a race hires, and star players, whom several may hire.

`rosters.toml` and `stars.toml` of an edition are read into these.
"""

from __future__ import annotations

from typing import Final

import msgspec

from dungeonbowl.errors import UserError

CHARACTERISTICS: Final = ("ma", "st", "ag", "pa", "av")
LINEMEN: Final = "linemen"
STARS: Final = "stars"  # the section of star players, which belong to no roster


class FactsError(UserError):
    """An edition that does not exist, or whose files are broken."""


class Fact(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The base of everything that is read from the files of an edition: an unknown key is an error."""


class Position(Fact, frozen=True):
    """One line of a roster. `pa` is 0 for the printed "-", None in editions that pass by agility."""

    name: str
    cost: int
    ma: int
    st: int
    ag: int
    av: int
    pa: int | None = None
    section: str = LINEMEN
    race: str = ""
    skills: tuple[str, ...] = ()
    primary: tuple[str, ...] = ()
    secondary: tuple[str, ...] = ()
    limit: int | None = None  # the limit of this position alone
    since: int = 0
    tags: tuple[str, ...] = ()


class Roster(Fact, frozen=True):
    """A college or race: the positions it hires, and how many of each."""

    id: str
    name: str
    position: tuple[Position, ...] = ()
    hires: tuple[str, ...] = ()  # races whose positions are added to `position`: several rosters share them
    limits: dict[str, int] = {}  # limits of sections, for all their positions together
    wizard: str = ""
    ratings: dict[str, int] = {}
    reroll_cost: int | None = None  # if rosters differ in it
    special_race: str = ""  # fits only in the smallest of the race slots
    without: tuple[str, ...] = ()  # staff that this roster may not hire
    tags: tuple[str, ...] = ()

    def find(self, name: str) -> Position | None:
        """A position by its name, in any case."""
        for position in self.position:
            if position.name == name:
                return position
        wanted = " ".join(name.split()).casefold()
        for position in self.position:
            if position.name.casefold() == wanted:
                return position
        return None

    def of_section(self, section: str) -> list[Position]:
        return [position for position in self.position if position.section == section]

    def races(self) -> list[str]:
        return list(dict.fromkeys(position.race for position in self.position if position.race))


class Star(Fact, frozen=True):
    """A star player, hired for one match by teams of its `rosters`. Two that are a `pair` are hired together, for the
    price of one."""

    name: str
    cost: int
    ma: int
    st: int
    ag: int
    av: int
    skills: tuple[str, ...]
    rosters: tuple[str, ...]
    pa: int | None = None
    pair: str = ""

    @property
    def position(self) -> Position:
        """The player as a line of a roster."""
        return Position(
            self.name, self.cost, self.ma, self.st, self.ag, self.av, self.pa, section=STARS, skills=self.skills
        )


class Race(Fact, frozen=True):
    """The positions of a race that several rosters share."""

    name: str
    position: tuple[Position, ...]


class RosterFile(Fact, frozen=True):
    format: int
    roster: tuple[Roster, ...]
    race: tuple[Race, ...] = ()

    def rosters(self) -> tuple[Roster, ...]:
        """The rosters, each with the positions of its races. A roster's own position replaces one of a race with the
        same name."""
        races = {race.name: race for race in self.race}
        return tuple(with_races(roster, races) for roster in self.roster)


def with_races(roster: Roster, races: dict[str, Race]) -> Roster:
    if unknown := [name for name in roster.hires if name not in races]:
        raise FactsError(f"{roster.id}: unknown races {', '.join(unknown)}")
    own = {position.name: position for position in roster.position}
    found: dict[str, Position] = {}
    for name in roster.hires:
        for position in races[name].position:
            found[position.name] = own.get(position.name) or msgspec.structs.replace(position, race=name)
    return msgspec.structs.replace(roster, position=tuple((found | own).values()))


class StarFile(Fact, frozen=True):
    format: int
    star: tuple[Star, ...]

"""The facts of an edition that drafting needs: its rosters, its skills, its money. One form for every edition.

Each edition has a folder here with three files: `draft.toml` (money and numbers), `rosters.toml` (colleges or races
with their positions) and `skills.toml` (what the skills are). `docs/teams.md` describes them.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from functools import cache, lru_cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Final, Literal, TypeVar

import msgspec

from dungeonbowl.errors import UserError
from dungeonbowl.teams.problems import one_of
from dungeonbowl.teams.skill_book import TRAIT, Skill, SkillBook

FORMAT: Final = 1
CHARACTERISTICS: Final = ("ma", "st", "ag", "pa", "av")
LINEMEN: Final = "linemen"
MANY: Final = 99  # for numbers that the rules do not limit: re-rolls, niggling injuries
SUMS: Final = re.compile(r"(budget|\w+_cost)\s*=\s*(\d{1,8})")  # options of an edition that affect drafting

Loaded = TypeVar("Loaded")


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
        wanted = " ".join(name.split()).casefold()
        for position in self.position:
            if position.name.casefold() == wanted:
                return position
        return None

    def of_section(self, section: str) -> list[Position]:
        return [position for position in self.position if position.section == section]

    def races(self) -> list[str]:
        return list(dict.fromkeys(position.race for position in self.position if position.race))


class Players(Fact, frozen=True):
    """How many players a team has: `least` when it is new, `most` at any time. A match needs `fit` who can play it."""

    least: int
    most: int
    fit: int = 1


class Rerolls(Fact, frozen=True):
    """`most` is the limit of a new team; without it, as many as can be paid."""

    cost: int
    later_cost: int
    value: int
    most: int | None = None

    def limit(self, is_new: bool) -> int:
        """The most re-rolls that a team may have; if the rules set no limit, a number that is never reached."""
        return self.most if is_new and self.most is not None else MANY


class Budget(Fact, frozen=True):
    """The gold of a new team for one kind of play."""

    usual: int
    least: int
    most: int
    keeps_rest: bool = False
    skill_points: int = 0


class Characteristic(Fact, frozen=True):
    best: int
    worst: int


class Advancement(Fact, frozen=True):
    most: int
    raises_each: int
    chosen_primary: tuple[int, ...] = ()
    chosen_secondary: tuple[int, ...] = ()
    value: dict[str, int] = {}


class Journeymen(Fact, frozen=True):
    section: str
    skill: str
    upto: int


class Inducement(Fact, frozen=True):
    key: str
    name: str
    cost: int
    most: int
    effect: str = ""


class Staff(Fact, frozen=True):
    """Sideline staff of an edition that has it: apothecary, cheerleaders, fan factor. `most` is the limit of a new
    team, and of any other unless `most_later` says more."""

    key: str
    name: str
    cost: int
    most: int
    most_later: int | None = None

    def limit(self, is_new: bool) -> int:
        return self.most if is_new or self.most_later is None else self.most_later


class Weapon(Fact, frozen=True):
    """A secret weapon, which is against the rules but open to players of some races. `skills` are its effects in the
    engine. A die that shows `confiscated_on` or more takes it away; 0 for never."""

    name: str
    cost: int
    skills: tuple[str, ...]
    races: tuple[str, ...]
    effect: str
    reduced_cost: int | None = None
    reduced_races: tuple[str, ...] = ()
    confiscated_on: int = 0

    def price(self, race: str) -> int:
        return self.reduced_cost if self.reduced_cost is not None and race in self.reduced_races else self.cost

    def is_open_to(self, position: Position) -> bool:
        """Whether the position may have it: linemen of its races (A-SW-02, A-SW-03)."""
        return position.race in self.races and position.limit is None


class Item(Fact, frozen=True):
    """A magic item; the engine knows it by its name."""

    name: str
    effect: str


class Draft(Fact, frozen=True):
    """`draft.toml`."""

    format: int
    edition: str
    title: str
    roster_key: Literal["college", "race"]
    scale: Literal["target", "classic"]
    sections: tuple[str, ...]
    players: Players
    rerolls: Rerolls
    budgets: dict[str, Budget]
    characteristics: dict[str, Characteristic]
    advancement: Advancement
    journeymen: Journeymen | None = None
    inducement: tuple[Inducement, ...] = ()
    staff: tuple[Staff, ...] = ()
    # the most players of the largest race, the second, the third; empty if any mixture is allowed
    race_slots: tuple[int, ...] = ()
    armed_most: int = 0  # players of a team with a weapon
    weapon: tuple[Weapon, ...] = ()
    item_cost: int = 0
    item: tuple[Item, ...] = ()
    rules: dict[str, str] = {}

    def find_weapon(self, name: str) -> Weapon | None:
        for weapon in self.weapon:
            if weapon.name == name:
                return weapon
        return None

    def find_item(self, name: str) -> Item | None:
        for item in self.item:
            if item.name == name:
                return item
        return None

    def rule(self, subject: str) -> str:
        """The rule that a check cites; empty if the edition names none."""
        return self.rules.get(subject, "")


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


class SkillFile(Fact, frozen=True):
    format: int
    skill: tuple[Skill, ...]
    aliases: dict[str, str] = {}


class Facts(msgspec.Struct, frozen=True):
    """All facts about the teams of one edition."""

    draft: Draft
    rosters: tuple[Roster, ...]
    skills: SkillBook

    def find(self, roster_id: str) -> Roster | None:
        for roster in self.rosters:
            if roster.id == roster_id:
                return roster
        return None

    def roster(self, roster_id: str) -> Roster:
        """A roster by its id or printed name. `UserError` if there is none."""
        wanted = roster_id.strip().casefold()
        for roster in self.rosters:
            if wanted in (roster.id, roster.name.casefold()):
                return roster
        ids = [roster.id for roster in self.rosters]
        word = self.draft.roster_key
        raise FactsError(f"{word} {roster_id!r}: expected {one_of(ids, roster_id, word)}")

    @property
    def characteristics(self) -> list[str]:
        """The characteristics that players of this edition have, in the order in which they are printed."""
        return [name for name in CHARACTERISTICS if name in self.draft.characteristics]

    def reroll_cost(self, roster: Roster) -> int:
        return self.draft.rerolls.cost if roster.reroll_cost is None else roster.reroll_cost


def editions() -> list[str]:
    """The editions whose teams can be drafted."""
    return sorted(
        folder.name for folder in resources.files("dungeonbowl.teams").iterdir() if (folder / "draft.toml").is_file()
    )


def load_facts(edition: str = "official") -> Facts:
    """The facts of an edition, read once. A text form with options, such as `official(turn_limit=8)`, names its
    edition. Of the options only those count that set a sum of the draft: `budget`, and the price of a kind of staff."""
    name, _, options = edition.partition("(")
    name = name.strip()
    if name not in editions():
        raise FactsError(f"edition {edition!r}: expected {one_of(editions(), name, 'edition')}")
    return facts_with(name, tuple((key, int(value)) for key, value in SUMS.findall(options)))


@lru_cache(maxsize=64)  # bounded, because the sums come from clients
def facts_with(name: str, sums: tuple[tuple[str, int], ...]) -> Facts:
    facts = facts_of(name)
    return msgspec.structs.replace(facts, draft=with_sums(facts.draft, dict(sums))) if sums else facts


@cache
def facts_of(name: str) -> Facts:
    return read_facts(resources.files("dungeonbowl.teams") / name)


def with_sums(draft: Draft, sums: dict[str, int]) -> Draft:
    """The draft with another usual budget, or another price of staff (`fan_factor_cost`)."""
    budgets = draft.budgets
    if "budget" in sums:
        budgets = {kind: msgspec.structs.replace(budget, usual=sums["budget"]) for kind, budget in budgets.items()}
    staff = [msgspec.structs.replace(each, cost=sums.get(f"{each.key}_cost", each.cost)) for each in draft.staff]
    return msgspec.structs.replace(draft, budgets=budgets, staff=tuple(staff))


def skill_books() -> dict[str, SkillBook]:
    """The skills of every edition that has skills of its own."""
    folders = sorted(resources.files("dungeonbowl.teams").iterdir(), key=lambda folder: folder.name)
    return {folder.name: read_skills(folder) for folder in folders if (folder / "skills.toml").is_file()}


def read_skills(folder: Traversable) -> SkillBook:
    file = read_toml(folder / "skills.toml", SkillFile)
    return SkillBook(file.skill, file.aliases)


def read_facts(folder: Traversable) -> Facts:
    """The three files of a folder, checked against each other."""
    draft = read_toml(folder / "draft.toml", Draft)
    rosters = read_toml(folder / "rosters.toml", RosterFile).rosters()
    facts = Facts(draft, rosters, with_equipment(read_skills(folder), draft))
    if complaints := list(inconsistencies(facts)):
        raise FactsError(f"{folder.name}: {'; '.join(complaints)}")
    return facts


def with_equipment(book: SkillBook, draft: Draft) -> SkillBook:
    """The skills of an edition, together with the effects of weapons and items."""
    found: dict[str, Skill] = {}
    for weapon in draft.weapon:
        for name in weapon.skills:
            found.setdefault(name, Skill(name, TRAIT, weapon.effect))
    for item in draft.item:
        found[item.name] = Skill(item.name, TRAIT, item.effect)
    return SkillBook((*book.skills, *found.values()), book.aliases) if found else book


def read_toml(file: Traversable, kind: type[Loaded]) -> Loaded:
    try:
        data = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise FactsError(f"{file.name}: {error}") from None
    if data.get("format") != FORMAT:
        raise FactsError(f"{file.name}: format: expected {FORMAT}, found {data.get('format')!r}")
    try:
        return msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        raise FactsError(f"{file.name}: {error}") from None


def inconsistencies(facts: Facts) -> list[str]:
    """The inconsistencies of the data files: names that are used but not defined, numbers out of bounds, names used
    twice."""
    found: list[str] = []
    if repeated(roster.id for roster in facts.rosters):
        found.append("two rosters have one id")
    for roster in facts.rosters:
        found += [f"{roster.id}: {text}" for text in roster_inconsistencies(facts, roster)]
    return found


def roster_inconsistencies(facts: Facts, roster: Roster) -> list[str]:
    found = [f"{name} twice" for name in repeated(position.name.casefold() for position in roster.position)]
    found += [f"unknown section {name}" for name in roster.limits if name not in facts.draft.sections]
    if not roster.of_section(LINEMEN):
        found.append("no linemen")
    for position in roster.position:
        if position.section not in facts.draft.sections:
            found.append(f"{position.name}: unknown section {position.section}")
        if roster.limits and position.section not in roster.limits:
            found.append(f"{position.name}: its section has no limit")
        if position.cost < 0:
            found.append(f"{position.name}: cost: expected 0 or more, found {position.cost}")
        for name in CHARACTERISTICS:
            value = getattr(position, name)
            bounds = facts.draft.characteristics.get(name)
            if bounds is None or value is None or (name == "pa" and value == 0):
                continue
            if not min(bounds.best, bounds.worst) <= value <= max(bounds.best, bounds.worst):
                found.append(f"{position.name}: {name} is {value}")
        for category in (*position.primary, *position.secondary):
            if category not in facts.skills.categories():
                found.append(f"{position.name}: unknown category {category}")
        for skill in position.skills:
            try:
                facts.skills.read(skill)
            except UserError as error:
                found.append(f"{position.name}: {error}")
    return found


def repeated(names: Iterable[str]) -> list[str]:
    seen: set[str] = set()
    twice: list[str] = []
    for name in names:
        if name in seen:
            twice.append(name)
        seen.add(name)
    return twice

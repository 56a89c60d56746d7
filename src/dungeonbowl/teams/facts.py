"""The facts of an edition that drafting needs: its rosters, its skills, its money. One form for every edition.

Each edition has a folder here with three files: `draft.toml` (money and numbers), `rosters.toml` (colleges or races
with their positions) and `skills.toml` (what the skills are). Where star players can be hired there is a fourth,
`stars.toml`. `docs/teams.md` describes them.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache, lru_cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Final, TypeVar

import msgspec

from dungeonbowl.teams.consistency import inconsistencies
from dungeonbowl.teams.draft_facts import Draft
from dungeonbowl.teams.problems import one_of
from dungeonbowl.teams.rosters import CHARACTERISTICS, Fact, FactsError, Roster, RosterFile, Star, StarFile
from dungeonbowl.teams.skill_book import TRAIT, Skill, SkillBook

FORMAT: Final = 1
SUMS: Final = re.compile(r"(budget|\w+_cost)\s*=\s*(\d{1,8})")  # options of an edition that affect drafting
SWITCHES: Final = re.compile(r"(\w+)\s*=\s*(?:on|true|1)\b")

Loaded = TypeVar("Loaded")


class SkillFile(Fact, frozen=True):
    format: int
    skill: tuple[Skill, ...]
    aliases: dict[str, str] = msgspec.field(default_factory=dict)


class Facts(msgspec.Struct, frozen=True):
    """All facts about the teams of one edition."""

    draft: Draft
    rosters: tuple[Roster, ...]
    skills: SkillBook
    stars: tuple[Star, ...] = ()

    def stars_for(self, roster: Roster) -> list[Star]:
        """The star players that teams of a roster may hire, in the order of their file."""
        return [star for star in self.stars if roster.id in star.rosters]

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
    return list(drafted_editions())


@cache  # every question about a player's team comes by here, and the folders of the package stay as they are
def drafted_editions() -> tuple[str, ...]:
    folders = resources.files("dungeonbowl.teams").iterdir()
    return tuple(sorted(folder.name for folder in folders if (folder / "draft.toml").is_file()))


@lru_cache(maxsize=64)  # bounded, because texts come from clients
def load_facts(edition: str = "official") -> Facts:
    """The facts of an edition, read once. A text form with options, such as `official(turn_limit=8)`, names its
    edition. Of the options only those count that set a sum of the draft (`budget`, and the price of a kind of staff) or
    a limit of its players."""
    name, _, options = edition.partition("(")
    name = name.strip()
    if name not in drafted_editions():
        raise FactsError(f"edition {edition!r}: expected {one_of(editions(), name, 'edition')}")
    on = set(SWITCHES.findall(options))
    limits = facts_of(name).draft.advancement.most_without if options else {}
    off = tuple(key for key in limits if key not in on)
    return facts_with(name, tuple((key, int(value)) for key, value in SUMS.findall(options)), off)


@lru_cache(maxsize=64)  # bounded, because the sums come from clients
def facts_with(name: str, sums: tuple[tuple[str, int], ...], off: tuple[str, ...] = ()) -> Facts:
    facts = facts_of(name)
    draft = with_sums(facts.draft, dict(sums)) if sums else facts.draft
    if off:
        advancement = draft.advancement
        most = min(advancement.most_without[key] for key in off)
        draft = msgspec.structs.replace(draft, advancement=msgspec.structs.replace(advancement, most=most))
    return msgspec.structs.replace(facts, draft=draft) if sums or off else facts


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
    """The files of a folder, checked against each other."""
    draft = read_toml(folder / "draft.toml", Draft)
    rosters = read_toml(folder / "rosters.toml", RosterFile).rosters()
    stars = read_toml(folder / "stars.toml", StarFile).star if (folder / "stars.toml").is_file() else ()
    facts = Facts(draft, rosters, with_equipment(read_skills(folder), draft), stars)
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

"""Everything that can be told of a skill: its rule in each edition, its abilities, its home, and where these are read.

`dungeonbowl skill Guard` prints such a page, and the server sends it to the browser. Nothing here is written by hand:
the rows of `engine/skills/` name the home, the skill books of the teams hold the effect, the rulebook has the rules
that name the skill, and the sources say which functions ask for an ability.
"""

from __future__ import annotations

import ast
import pkgutil
import re
from collections.abc import Iterator, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Final, NamedTuple

from dungeonbowl import editions as edition_room
from dungeonbowl.engine import abilities
from dungeonbowl.engine import skills as skill_room
from dungeonbowl.engine.skills.home import Home
from dungeonbowl.errors import UserError
from dungeonbowl.rulebook import EDITIONS, Rule, find, load
from dungeonbowl.rulebook.coverage import RESULTS, SkillCoverages, read_skills
from dungeonbowl.teams.facts import editions, load_facts
from dungeonbowl.teams.skill_book import Skill
from dungeonbowl.teams.skills import sheet, split
from dungeonbowl.words.skill_words import ABILITY_NAMES

PACKAGE: Final = Path(__file__).parents[1]
READERS: Final = ("engine", "editions")  # the rooms that hold the rules
IDLE: Final = "is_idle"  # it only says whether a match needs the module at all
NO_ROSTER: Final = "on no roster"  # in the place of a category: skills of monsters and referees
ABILITY_LINE: Final = re.compile(r"^([A-Z_]+): Final\[i64\] = \d+  # (.*)$", re.MULTILINE)
# Skills whose names the rulebooks also use for an action, a roll or a result. A rule that holds such a name need not be
# about the skill: the rows of these skills list their rules.
COMMON_NAMES: Final = {
    *("Accurate", "Block", "Catch", "Defensive", "Dodge", "Heads", "Huge", "Kick", "Leap", "Monster", "Pass"),
    *("Referee", "Slash", "Sorcery", "Tackle", "Throw Team-mate", "Throw Team-Mate"),
}


class Place(NamedTuple):
    """A row, and the file in which its skill is played, from the package's folder on."""

    home: Home
    file: str


class Reading(NamedTuple):
    """A function or a class of a file that asks for an ability."""

    ability: str
    file: str
    where: str


class Ability(NamedTuple):
    """An ability of the engine, and what a player can do that has it."""

    name: str
    meaning: str


class EditionPage(NamedTuple):
    """A skill as one edition has it."""

    edition: str
    name: str
    category: str
    effect: str
    remarks: tuple[str, ...]
    rules: tuple[Rule, ...]
    tests: tuple[str, ...]


class SkillPage(NamedTuple):
    """A skill in all editions that have it. `reads` is empty where the package came without its sources."""

    name: str
    home: str
    text: str
    abilities: tuple[Ability, ...]
    reads: tuple[Reading, ...]
    editions: tuple[EditionPage, ...]


def skill_page(name: str, edition: str = "", results: Path = RESULTS) -> SkillPage:
    """The page of a skill, given in any case and spelling of any edition, and of one edition only if it is named.

    `UserError` if there is no such skill, with those that are spelled nearly alike.
    """
    base = split(name)[0]
    if base not in places():
        raise UserError(f"{base} is a magic item and no skill: `dungeonbowl rule {base}` finds its rule")
    known = [each for each in EDITIONS if each in editions()]
    if edition and edition not in known:
        raise UserError(f"there is no edition {edition}: choose from {', '.join(known)}")
    page = page_of(places()[base], [edition] if edition else known, read_skills(results) or {})
    if edition and not page.editions:
        others = " and ".join(each.edition for each in page_of(places()[base], known, {}).editions)
        raise UserError(f"the edition {edition} has no skill {base}; it is one of {others}")
    return page


def skill_pages(results: Path | None = RESULTS) -> list[SkillPage]:
    """The pages of all skills, by name. Without results of a test run they name no tests."""
    known = [each for each in EDITIONS if each in editions()]
    covered = (read_skills(results) if results is not None else None) or {}
    return [page_of(place, known, covered) for _, place in sorted(places().items())]


def page_of(place: Place, wanted: Sequence[str], covered: SkillCoverages) -> SkillPage:
    """The page of the skill at this place, with the editions that are wanted and have it."""
    home = place.home
    given = [ABILITY_NAMES[number] for number in home.abilities]
    return SkillPage(
        home.skill,
        place.file,
        home.text or said_in(place),
        tuple(Ability(ability, meanings().get(ability, "")) for ability in given),
        tuple(reading for ability in given for reading in readings().get(ability, ())),
        tuple(page for each in wanted if (page := edition_page(home, each, covered)) is not None),
    )


@cache
def places() -> dict[str, Place]:
    """The homes of all skills, by the names that `teams/skills.toml` gives them."""
    found: dict[str, Place] = {}
    for room in (skill_room, edition_room):
        for info in pkgutil.walk_packages(room.__path__, f"{room.__name__}."):
            module = import_module(info.name)
            for home in getattr(module, "SKILLS", ()):
                own = Path(*info.name.split(".")[1:]).with_suffix(".py")
                if home.skill in found:
                    raise ValueError(f"{home.skill} has two homes: {found[home.skill].file} and {own.as_posix()}")
                found[home.skill] = Place(home, (own.with_name(home.file) if home.file else own).as_posix())
    return found


def edition_page(home: Home, edition: str, covered: SkillCoverages) -> EditionPage | None:
    """What an edition says of a skill; None if the edition does not have it."""
    skill = book_of(edition).get(home.skill)
    if skill is None:
        rules = tuple(rule for rule in in_force(edition) if rule.id in home.rules.split())
        if not rules or any(home.skill in book_of(each) for each in editions()):
            return None
        return EditionPage(edition, home.skill, NO_ROSTER, home.text, (), rules, ())
    tests = covered[edition]["tests"].get(skill.name, []) if edition in covered else []
    return EditionPage(
        edition,
        skill.name,
        skill.category,
        skill.effect,
        tuple(remarks(skill)),
        tuple(rules_of(home, skill.name, edition)),
        tuple(tests),
    )


@cache
def book_of(edition: str) -> dict[str, Skill]:
    """The skills of an edition, those of its weapons included, by the names that `teams/skills.toml` gives them."""
    found = {split(skill.name)[0]: skill for skill in load_facts(edition).skills.skills}
    return {name: skill for name, skill in found.items() if name in sheet()["skills"]}


@cache
def in_force(edition: str) -> tuple[Rule, ...]:
    """The rules of an edition, read once."""
    return tuple(load(edition))


def remarks(skill: Skill) -> Iterator[str]:
    """What a skill book says besides the effect."""
    if skill.compulsory:
        yield "compulsory"
    if skill.limit:
        yield skill.limit
    if skill.works_when:
        yield f"works also when {' or '.join(state.replace('_', ' ') for state in skill.works_when)}"
    if skill.excludes:
        yield f"not together with {', '.join(skill.excludes)}"
    if skill.requires:
        yield f"only together with {', '.join(skill.requires)}"
    if skill.errata:
        yield f"errata: {skill.errata}"


def rules_of(home: Home, name: str, edition: str) -> Iterator[Rule]:
    """The rules of an edition that name the skill, and those that its row lists."""
    listed = set(home.rules.split())
    naming = re.compile(rf"(?<![\w-]){re.escape(name)}(?![\w-])")
    for rule in in_force(edition):
        if rule.id in listed or (name not in COMMON_NAMES and naming.search(f"{rule.text} {rule.ruling}")):
            yield rule


@cache
def leading_rule(edition: str, name: str) -> str:
    """The id of the rule that says most of a skill: one that begins with its name, or else the first that its row lists
    or that names it. Empty if the edition has none, or no such skill."""
    base = split(name)[0]
    place = places().get(base)
    skill = book_of(edition).get(base)
    if place is None or skill is None:
        return ""
    found = list(rules_of(place.home, skill.name, edition))
    opening = re.compile(rf"\W*{re.escape(skill.name)}(?![\w-])")
    listed = place.home.rules.split()
    found.sort(key=lambda rule: (not opening.match(rule.text), rule.id not in listed))
    return found[0].id if found else ""


def unknown_rules(home: Home) -> list[str]:
    """The ids of a row that no rule in force has."""
    return [each for each in home.rules.split() if (rule := find(each)) is None or rule.is_withdrawn]


def has_tests() -> bool:
    """Whether this package is a clone of the project, and no installed copy: only a clone has tests."""
    return (PACKAGE.parents[1] / "tests" / "skills").is_dir()


@cache
def meanings() -> dict[str, str]:
    """What each ability lets a player do: the comment behind it in `engine/abilities.py`."""
    return dict(ABILITY_LINE.findall(source_of("engine/abilities.py")))


def source_of(file: str) -> str:
    """The text of a source file; empty where the package came without it."""
    path = PACKAGE / file
    return path.read_text(encoding="utf-8") if path.is_file() else ""


def said_in(place: Place) -> str:
    """What the file of a module says of the skill.

    The class that is called as the skill has a docstring; that of the file comes first if it begins with the skill's
    name, and stands alone if there is no such class.
    """
    tree = ast.parse(source_of(place.file))
    wanted = letters(place.home.skill)
    file = unfolded(ast.get_docstring(tree))
    classes = [node for node in tree.body if isinstance(node, ast.ClassDef) and node.name.casefold() == wanted]
    own = unfolded(ast.get_docstring(classes[0])) if classes else ""
    if not own:
        return file
    return f"{file}\n\n{own}" if letters(file).startswith(wanted) else own


def unfolded(text: str | None) -> str:
    """A text whose paragraphs are one line each."""
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in (text or "").split("\n\n"))


def letters(name: str) -> str:
    """A name as a class would have it, without capitals: `Ball & Chain` is `ballandchain`."""
    return re.sub(r"[^a-z]", "", name.casefold().replace("&", "and"))


@cache
def readings() -> dict[str, tuple[Reading, ...]]:
    """For each ability the functions and classes of the rules that ask for it, in the order of the files."""
    found: dict[str, list[Reading]] = {}
    for room in READERS:
        for path in sorted((PACKAGE / room).rglob("*.py")):
            file = path.relative_to(PACKAGE).as_posix()
            for name, where in reads_in(path.read_text(encoding="utf-8")):
                if where.rpartition(".")[2] != IDLE:
                    found.setdefault(name, []).append(Reading(name, file, where))
    return {name: tuple(dict.fromkeys(each)) for name, each in found.items()}


def reads_in(text: str) -> Iterator[tuple[str, str]]:
    """The abilities that a source file asks for, each with the function or class that does."""
    if "abilities" not in text:
        return
    tree = ast.parse(text)
    names = {
        alias.asname or alias.name: alias.name
        for node in tree.body
        if isinstance(node, ast.ImportFrom) and node.module == abilities.__name__
        for alias in node.names
    }
    for node in tree.body:
        if not is_row(node):
            yield from reads_of(node, names, "")


def is_row(node: ast.stmt) -> bool:
    """Whether a statement is the list of homes, which asks for nothing."""
    return isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.target.id == "SKILLS"


def reads_of(node: ast.AST, names: dict[str, str], where: str) -> Iterator[tuple[str, str]]:
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        where = f"{where}.{node.name}".lstrip(".")
    elif isinstance(node, ast.AnnAssign) and not where and isinstance(node.target, ast.Name):
        where = node.target.id
    if isinstance(node, ast.Name) and node.id in names:
        yield names[node.id], where
    elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "abilities":
        yield node.attr, where
    for child in ast.iter_child_nodes(node):
        yield from reads_of(child, names, where)

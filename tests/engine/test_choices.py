"""How editions differ: by policies and by arguments of modules, not by flags that one edition sets for one reader.

The sources are read with `ast`, as they stand, so that the test says the same compiled and interpreted.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from functools import cache
from pathlib import Path

import pytest

import dungeonbowl
from dungeonbowl.editions import build
from dungeonbowl.engine.rules import replaced
from dungeonbowl.engine.skills.bombardier import Bombardier
from dungeonbowl.engine.skills.shadowing import Shadowing

ROOT = Path(dungeonbowl.__file__).parent
# The classes of numbers and flags that editions set, and the policies that they choose.
POLICIES = ("engine/policies.py", "engine/skill_policies.py", "engine/throw_policies.py")
CHOICES = ("engine/tables.py", *POLICIES)
EDITIONS = "editions"


def flags() -> set[str]:
    """The names of all fields of the classes of choices that are true or false."""
    found: set[str] = set()
    for path in CHOICES:
        for node in ast.walk(ast.parse((ROOT / path).read_text(encoding="utf-8"))):
            if isinstance(node, ast.AnnAssign) and ast.unparse(node.annotation) == "bool":
                target = node.target
                found.add(target.attr if isinstance(target, ast.Attribute) else ast.unparse(target))
    return found


def last_name(node: ast.expr) -> str:
    """The last word of `game.rules.tables`."""
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


@cache
def holders() -> set[str]:
    """The names under which the groups of choices are held: `tables`, and then `movement`, `throws`, `pushing` ..."""
    found = {"tables"}
    for path in CHOICES:
        for node in ast.walk(ast.parse((ROOT / path).read_text(encoding="utf-8"))):
            target = node.targets[0] if isinstance(node, ast.Assign) else None
            if isinstance(target, ast.Attribute) and last_name(target.value) == "self":
                found.add(target.attr)
    return found


@cache
def all_uses() -> tuple[dict[str, set[str]], dict[str, set[str]]]:
    """By the name of a choice: the editions that set it, and the files that read it."""
    setters: dict[str, set[str]] = defaultdict(set)
    readers: dict[str, set[str]] = defaultdict(set)
    held = holders()
    used = re.compile(rf"\b(?:{'|'.join(held)})\s*\.")  # to take a file apart is slow
    for source in sorted(ROOT.rglob("*.py")):
        path = source.relative_to(ROOT).as_posix()
        if path in CHOICES:
            continue
        text = source.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(text)) if used.search(text) else ():
            if not isinstance(node, ast.Attribute) or last_name(node.value) not in held:
                continue
            if isinstance(node.ctx, ast.Store):
                setters[node.attr].add(path.split("/")[1] if path.startswith(EDITIONS) else path)
            else:
                readers[node.attr].add(path)
    return setters, readers


def uses(flag: str) -> tuple[set[str], set[str]]:
    """The editions that set a flag, and the files that read it."""
    setters, readers = all_uses()
    return setters[flag], readers[flag]


def lonely(flag: str) -> bool:
    """Whether one edition alone sets a flag and one file alone reads it, or not even that."""
    setters, readers = uses(flag)
    return len(setters) <= 1 and len(readers) <= 1


def test_no_flag_is_set_by_one_edition_for_one_reader() -> None:
    found = sorted(flag for flag in flags() if lonely(flag))
    assert not found, f"{len(found)} flags that belong into a policy or a module: {', '.join(found)}"


def test_the_flags_are_found_at_all() -> None:
    """Whether a coach is asked about his skills is an option of all editions, read in many places."""
    setters, readers = uses("skills_asked")
    assert "skills_asked" in flags()
    assert setters == {"official", "stockbowl", "astrogranite"}
    assert len(readers) > 3
    assert not lonely("skills_asked")


# --- policies that wrap another ---------------------------------------------------------------------------------------


def classes_of(path: str) -> list[ast.ClassDef]:
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    return [node for node in tree.body if isinstance(node, ast.ClassDef)]


def methods_of(node: ast.ClassDef) -> set[str]:
    return {part.name for part in node.body if isinstance(part, ast.FunctionDef) and part.name != "__init__"}


def questions_of(node: ast.ClassDef) -> set[str]:
    """Every method of a policy that does something unless a class overrides it: it has a default answer."""
    return {
        part.name
        for part in node.body
        if isinstance(part, ast.FunctionDef) and part.name != "__init__" and not isinstance(part.body[-1], ast.Raise)
    }


def wraps(node: ast.ClassDef, policy: str) -> bool:
    """Whether a class is made from another policy of its own kind."""
    for part in node.body:
        if isinstance(part, ast.FunctionDef) and part.name == "__init__":
            given = {ast.unparse(argument.annotation) for argument in part.args.args if argument.annotation}
            return policy in given
    return False


def test_a_policy_that_wraps_another_passes_every_question_on() -> None:
    """A question that it forgets would get the default of the engine, not the answer of the policy below."""
    questions = {node.name: questions_of(node) for path in POLICIES for node in classes_of(path)}
    checked = 0
    for source in sorted((ROOT / EDITIONS).rglob("*.py")):
        for node in classes_of(source.relative_to(ROOT).as_posix()):
            for base in node.bases:
                policy = ast.unparse(base)
                if policy in questions and wraps(node, policy):
                    checked += 1
                    forgotten = questions[policy] - methods_of(node)
                    assert not forgotten, f"{node.name} of {source.name} forgets {sorted(forgotten)}"
    assert checked >= 5


# --- how an edition composes a skill ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("edition", "mover_rolls", "fuse"),
    [
        ("official", False, 4),
        ("stockbowl", True, 7),
        ("astrogranite(classic)", True, 7),
        ("astrogranite(full)", True, 7),
    ],
)
def test_an_edition_reads_a_skill_by_the_arguments_of_its_module(edition: str, mover_rolls: bool, fuse: int) -> None:
    rules = build(edition)
    shadowing = rules.module("shadowing")
    assert isinstance(shadowing, Shadowing)
    assert shadowing.mover_rolls == mover_rolls
    bombardier = rules.module("bombardier")
    assert isinstance(bombardier, Bombardier)
    assert bombardier.fuse == fuse
    assert bombardier.catch_chosen == (edition == "astrogranite(full)")
    assert rules.module("a skill of no edition") is None


@pytest.mark.parametrize("edition", ["official", "stockbowl", "astrogranite", "astrogranite(full)"])
def test_a_module_is_known_by_its_name(edition: str) -> None:
    """So that the frames of a skill find its module, and one reading takes the place of another."""
    names = [module.name() for module in build(edition).modules]
    assert sorted(names) == sorted(set(names))


def test_one_reading_of_a_skill_takes_the_place_of_another_and_the_order_stays() -> None:
    usual = [Shadowing(), Bombardier()]
    other = Bombardier(fuse=2)
    assert replaced(usual, [other]) == [usual[0], other]

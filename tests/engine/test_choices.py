"""How editions differ: by policies and by arguments of modules, not by flags that one edition sets for one reader.

The sources are read with `ast`, as they stand: nothing is imported, so the test says the same compiled and interpreted.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from functools import cache
from pathlib import Path

import dungeonbowl

ROOT = Path(dungeonbowl.__file__).parent
# The classes of numbers and flags that editions set, and the policies that they choose.
CHOICES = ("engine/tables.py", "engine/policies.py")
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


@cache
def all_uses() -> tuple[dict[str, set[str]], dict[str, set[str]]]:
    """By the name of an attribute: the editions that set it, and the files that read it, of another object than
    `self`."""
    setters: dict[str, set[str]] = defaultdict(set)
    readers: dict[str, set[str]] = defaultdict(set)
    for source in sorted(ROOT.rglob("*.py")):
        path = source.relative_to(ROOT).as_posix()
        if path in CHOICES:
            continue
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Attribute) or (isinstance(node.value, ast.Name) and node.value.id == "self"):
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

"""Facts read from the source files: a compiled class has lost its annotations."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import dungeonbowl

PACKAGE = Path(dungeonbowl.__file__).parent


def frames() -> dict[str, list[tuple[str, str]]]:
    """Every procedure of the engine and the editions: the names and annotations of its constructor, in order."""
    return children_of("Frame")


def values() -> dict[str, list[tuple[str, str]]]:
    """Every value that a procedure may keep, likewise."""
    return children_of("Value")


@cache
def children_of(parent: str) -> dict[str, list[tuple[str, str]]]:
    found: dict[str, list[tuple[str, str]]] = {}
    for room in ("engine", "editions"):
        for file in sorted((PACKAGE / room).rglob("*.py")):
            for node in ast.parse(file.read_text(encoding="utf-8")).body:  # no class of a compiled room is nested
                if isinstance(node, ast.ClassDef) and any(ast.unparse(base) == parent for base in node.bases):
                    assert node.name not in found, f"two of them are called {node.name}"
                    found[node.name] = constructor(node)
    return found


def constructor(node: ast.ClassDef) -> list[tuple[str, str]]:
    for item in node.body:
        if isinstance(item, ast.FunctionDef) and item.name == "__init__":
            return [
                (argument.arg, ast.unparse(argument.annotation) if argument.annotation else "")
                for argument in item.args.args[1:]
            ]
    return []


def fields_of(module: str, name: str) -> set[str]:
    """Every attribute that a class declares in its body or assigns to itself anywhere."""
    tree = ast.parse((PACKAGE / module).read_text(encoding="utf-8"))
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef) and node.name == name:
            declared = [item.target for item in node.body if isinstance(item, ast.AnnAssign)]
            found |= {target.id for target in declared if isinstance(target, ast.Name)}
            for part in ast.walk(node):
                if isinstance(part, ast.Attribute) and isinstance(part.ctx, ast.Store):
                    if isinstance(part.value, ast.Name) and part.value.id == "self":
                        found.add(part.attr)
    return found

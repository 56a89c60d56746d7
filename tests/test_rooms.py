"""The rooms of the house: who may import whom, and what a compiled room does without."""

from __future__ import annotations

import ast
import re
import runpy
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "src" / "dungeonbowl"

# Each room, and the rooms it may import besides itself.
# dungeon, teams <- engine <- editions <- words <- records <- play <- bots <- learn; records <- scenes, league;
# runs <- bots, learn, seasons; bots, league <- seasons; bots, scenes, league <- server <- client, cli
LOW = {"errors", "toml_text", "languages", "rulebook", "dungeon", "teams", "engine", "editions"}
RECORDED = {*LOW, "words", "records"}
MAY_IMPORT: dict[str, set[str]] = {
    "errors": set(),
    "toml_text": set(),
    "languages": set(),
    "interpreted": set(),
    "runs": {"errors"},
    "rulebook": {"errors"},
    "dungeon": {"errors", "toml_text", "rulebook"},
    "teams": {"errors", "toml_text", "rulebook"},
    "engine": {"errors", "rulebook", "dungeon", "teams"},
    "editions": {"errors", "rulebook", "dungeon", "teams", "engine"},
    "words": LOW,
    "records": {*LOW, "words"},
    "scenes": RECORDED,
    "play": RECORDED,
    "league": RECORDED,
    "bots": {*RECORDED, "play", "runs"},
    "learn": {*RECORDED, "play", "bots", "runs"},
    "atlas": {*RECORDED, "play", "bots", "runs"},
    "seasons": {*RECORDED, "play", "bots", "league", "runs"},
    "storage": {"errors", "languages"},
    "server": {*RECORDED, "play", "bots", "scenes", "league", "storage", "atlas"},
    "client": {"errors", "languages", "engine", "words", "records", "play", "bots", "server"},
}
ANYTHING = {"cli", "__init__", "__main__"}
# Rooms that know editions only by what their rules say.
NEUTRAL_ROOMS = {
    *("engine", "words", "records", "scenes", "play", "bots", "learn", "league", "seasons", "atlas", "server", "cli")
}
EDITIONS = ("official", "stockbowl", "astrogranite")

MACHINE_PATH = re.compile(r"(?<![\w.$}/~-])/(?:home|root|work|tmp|opt|var|mnt|Users)/\w|[A-Z]:\\\\?Users")
TEXT_FILES = {".py", ".md", ".toml", ".dungeon", ".cfg", ".yml", ".yaml", ".json", ".txt", ".ts", ".svelte", ""}


def sources() -> list[Path]:
    return sorted(PACKAGE.rglob("*.py"))


def name_of(file: Path) -> str:
    return file.relative_to(ROOT).as_posix()


def room_of(file: Path) -> str:
    return file.relative_to(PACKAGE).parts[0].removesuffix(".py")


def statements(node: ast.AST) -> Iterator[ast.AST]:
    """Every statement below a node. What is below an expression is left alone: that is most of a file, and an import is
    a statement."""
    for part in ast.iter_child_nodes(node):
        if not isinstance(part, ast.expr):
            yield part
            yield from statements(part)


@cache
def imports_of(file: Path) -> set[str]:
    """Every module of the package that the file imports, by its full name."""
    found: set[str] = set()
    package = ["dungeonbowl", *file.relative_to(PACKAGE).parts[:-1]]
    for node in statements(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*base, *([node.module] if node.module else [])])
            # `from dungeonbowl import engine` names the room only in the second half
            found |= {f"{module}.{alias.name}" if module == "dungeonbowl" else module for alias in node.names}
    return {name for name in found if name.split(".")[0] == "dungeonbowl"}


def trespasses(file: Path) -> list[str]:
    room = room_of(file)
    if room in ANYTHING:
        return []
    if room not in MAY_IMPORT:
        return [f"{name_of(file)} is in no known room"]
    allowed = MAY_IMPORT[room] | {room, "__version__", "compiled"}
    rooms = {module: [*module.split("."), "cli"][1] for module in imports_of(file)}
    return [f"{name_of(file)} imports {module}" for module, other in sorted(rooms.items()) if other not in allowed]


def forbidden_in_compiled(text: str) -> list[str]:
    """What mypyc cannot compile, or compiles badly."""
    found: list[str] = []
    for node in ast.walk(ast.parse(text)):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [node.module or ""]
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and node.name in ("__setattr__", "__getattr__"):
            found.append(f"line {node.lineno}: {node.name}")
        elif isinstance(node, (ast.Yield, ast.YieldFrom)):
            found.append(f"line {node.lineno}: yield")
        elif isinstance(node, ast.ClassDef):
            found += [f"line {inner.lineno}: nested class" for inner in node.body if isinstance(inner, ast.ClassDef)]
            found += [f"line {node.lineno}: class keyword {word.arg}" for word in node.keywords]
        for name in names:
            if name.split(".")[0] in ("msgspec", "dataclasses", "copy", "pickle"):
                found.append(f"line {getattr(node, 'lineno', 0)}: import {name}")
    return found


def is_edition(node: ast.AST | None) -> bool:
    """Whether an expression is the name of an edition, or a collection that has one in it."""
    if isinstance(node, (ast.Tuple, ast.List, ast.Set)):
        return any(is_edition(part) for part in node.elts)
    if isinstance(node, ast.Dict):
        return any(is_edition(key) for key in node.keys)
    return isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.partition("(")[0] in EDITIONS


def asks_for_edition(text: str) -> list[str]:
    """Where a file does one thing in one edition and another in another, because of its name."""
    found: list[int] = []
    if not any(edition in text for edition in EDITIONS):  # to take a file apart is slow
        return []
    for node in ast.walk(ast.parse(text)):
        named: list[ast.expr] = []
        if isinstance(node, ast.Compare):
            named = [node.left, *node.comparators]
        elif isinstance(node, ast.Dict):
            named = [node]
        elif isinstance(node, ast.MatchValue):
            named = [node.value]
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            named = node.args if node.func.attr in ("startswith", "endswith", "get") else []
        if any(is_edition(each) for each in named):
            found.append(named[0].lineno)
    return [f"line {line}" for line in found]


def compiled_files() -> list[str]:
    found: list[str] = runpy.run_path(str(ROOT / "setup.py"))["compiled_files"]()
    return found


def test_the_arrows_point_one_way() -> None:
    assert [trespass for file in sources() for trespass in trespasses(file)] == []


def test_no_file_asks_which_edition_is_played() -> None:
    files = [file for file in sources() if room_of(file) in NEUTRAL_ROOMS]
    asked = [f"{name_of(file)} {line}" for file in files for line in asks_for_edition(file.read_text(encoding="utf-8"))]
    assert asked == []


def test_only_the_registry_of_editions_is_known_outside_of_them() -> None:
    """Everybody else builds an edition by its text, and asks its rules."""
    known = [
        f"{name_of(file)} imports {module}"
        for file in sources()
        if room_of(file) in NEUTRAL_ROOMS
        for module in imports_of(file)
        if module.startswith("dungeonbowl.editions.")
    ]
    assert known == []


def test_no_edition_takes_its_procedures_from_another() -> None:
    folders = {path.name for path in (PACKAGE / "editions").iterdir() if path.is_dir()} - {"classic", "__pycache__"}
    taken = [
        f"{name_of(file)} imports {module}"
        for file in sources()
        for module in imports_of(file)
        if file.parent.is_relative_to(PACKAGE / "editions") and module.startswith("dungeonbowl.editions.")
        for other in folders
        if module.startswith(f"dungeonbowl.editions.{other}") and not file.is_relative_to(PACKAGE / "editions" / other)
        if file.name != "registry.py"
    ]
    assert taken == []


@pytest.mark.parametrize(
    "text",
    [
        "if rules.edition == 'official': ...",
        "if edition in ('stockbowl', 'astrogranite'): ...",
        "if 'official(turn_limit=3)' != edition: ...",
        "if edition.startswith('stockbowl'): ...",
        "WORDS = {'official': 1}",
        "match edition:\n    case 'official': ...",
    ],
)
def test_the_reader_of_editions_sees(text: str) -> None:
    assert asks_for_edition(text)


@pytest.mark.parametrize("text", ["def play(edition: str = 'official'): ...", "edition == other", "x == 'officials'"])
def test_the_reader_of_editions_passes(text: str) -> None:
    assert asks_for_edition(text) == []


def test_compiled_rooms_do_without_what_mypyc_cannot_compile() -> None:
    problems = [
        f"{name} {problem}"
        for name in compiled_files()
        for problem in forbidden_in_compiled((ROOT / name).read_text(encoding="utf-8"))
    ]
    assert problems == []


def test_no_file_names_a_machine_path() -> None:
    # Only what a project holds: built things and caches are full of paths, rightly.
    folders = [ROOT / name for name in ("src", "tests", "docs", ".ci", "web/src")]
    files = [file for folder in folders for file in folder.rglob("*")]
    files += [file for file in ROOT.iterdir() if file.name != ".git"]  # a second working tree has a file of that name
    named = [
        f"{name_of(file)}: {match[0]}"
        for file in files
        if file.is_file() and file.suffix in TEXT_FILES and "__pycache__" not in file.parts
        if not any(part.endswith(".egg-info") for part in file.parts)
        if (match := MACHINE_PATH.search(file.read_text(encoding="utf-8")))
    ]
    assert named == []


@pytest.mark.parametrize(
    "text",
    [
        "import msgspec",
        "from dataclasses import dataclass",
        "class A:\n    def __setattr__(self, name, value): ...",
        "def f():\n    yield 1",
        "class A:\n    class B: ...",
        "class A(B, tag=True): ...",
    ],
)
def test_the_reader_of_compiled_rooms_sees(text: str) -> None:
    assert len(forbidden_in_compiled(text)) == 1


def test_the_reader_of_compiled_rooms_passes_plain_classes() -> None:
    assert forbidden_in_compiled("class A(B):\n    def f(self) -> int:\n        return 1") == []


@pytest.mark.parametrize("path", ["/home/" + "someone/x", "see /work" + "/main", "'/tmp" + "/v'"])
def test_the_reader_of_paths_sees(path: str) -> None:
    assert MACHINE_PATH.search(path)


@pytest.mark.parametrize("text", ["and/or", "https://example.org/home/page", "build/tmp/x", "#!/usr/bin/env bash"])
def test_the_reader_of_paths_passes(text: str) -> None:
    assert MACHINE_PATH.search(text) is None

"""Reading dungeons for the commands: from the package or from a file, legal or not, with their problems."""

from __future__ import annotations

import sys
from contextlib import suppress
from importlib.resources import files
from pathlib import Path
from typing import Final

from dungeonbowl.dungeon.checks import check
from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.dungeon.header import did_you_mean
from dungeonbowl.dungeon.problems import ERROR, WARNING, Problem
from dungeonbowl.dungeon.text import DungeonError, bundled, load_dungeon, read_dungeon, text_warnings
from dungeonbowl.errors import UserError
from dungeonbowl.languages import plural, t, translated

DUNGEON_HELP: Final = "A bundled dungeon by its id, or a .dungeon file."
MOST_BYTES: Final = 4_000_000


class Reading:
    """The result of reading a dungeon. `is_readable` is true for every dungeon file, even one with errors."""

    def __init__(self, name: str, is_readable: bool, problems: list[Problem], dungeon: Dungeon | None) -> None:
        self.name = name
        self.is_readable = is_readable
        self.problems = problems
        self.dungeon = dungeon  # None if nothing could be built

    @property
    def errors(self) -> list[Problem]:
        return [problem for problem in self.problems if problem.severity == ERROR]


def text_of(name: str) -> str:
    """The text of a file. `UserError` of one line if it cannot be read."""
    path = Path(name)
    try:
        if path.is_file() and path.stat().st_size > MOST_BYTES:
            raise UserError(f"{name}: longer than {MOST_BYTES} bytes: expected a dungeon file")
        return path.read_text("utf-8")
    except UnicodeDecodeError:
        raise UserError(f"{name}: is not UTF-8 text: expected a dungeon file") from None
    except (OSError, ValueError):
        hint = did_you_mean(name, bundled())
        raise UserError(f"{name}: cannot be read{hint}; bundled dungeons are {', '.join(bundled())}") from None


def bundled_unchecked(name: str) -> Dungeon:
    """A dungeon of the package, read without checks: the tests have checked it."""
    text = (files("dungeonbowl.dungeon") / "layouts" / f"{name}.dungeon").read_text("utf-8")
    return read_dungeon(text, f"{name}.dungeon", checked=False)


def read_for_check(name: str) -> Reading:
    """All problems of a dungeon: of its text, of the building rules, and the warnings."""
    if name in bundled():
        dungeon = load_dungeon(name)
        return Reading(name, True, check(dungeon), dungeon)
    try:
        text = text_of(name)
    except UserError as error:
        return Reading(name, False, [Problem("D-FM-02", str(error).removeprefix(f"{name}: "), name)], None)
    problems: list[Problem] = []
    board: Dungeon | None = None
    try:
        board = read_dungeon(text, name)
    except DungeonError as error:
        problems = error.problems
        if any(problem.text.startswith("not valid TOML") for problem in problems):
            return Reading(name, False, problems, None)
        with suppress(DungeonError):
            board = read_dungeon(text, name, checked=False)
    problems += text_warnings(text, name)
    if board is not None:
        problems += [problem for problem in check(board) if problem.severity == WARNING]
        problems += name_problems(name, board)
    return Reading(name, True, problems, board)


def name_problems(name: str, board: Dungeon) -> list[Problem]:
    """A file is named for the dungeon in it. (D-FM-02)"""
    path = Path(name)
    if path.suffix != ".dungeon" or path.stem == board.identity:
        return []
    text = f"the id {board.identity!r} differs from the file name {path.stem!r}"
    return [Problem("D-FM-02", text, name, mend=f'write id = "{path.stem}", or rename the file')]


def open_dungeon(name: str) -> Dungeon:
    """A dungeon to look at. If it breaks building rules it is still returned, with a line on stderr."""
    if name in bundled():
        return bundled_unchecked(name)
    try:
        text = text_of(name)
        return read_dungeon(text, name)
    except DungeonError as error:
        strict = error
    try:
        board = read_dungeon(text, name, checked=False)
    except DungeonError:
        raise UserError("\n".join(problem_line(problem) for problem in strict.problems)) from None
    told = plural(
        "{name} breaks a rule; see: dungeonbowl dungeon check {name}",
        "{name} breaks rules at {count} places; see: dungeonbowl dungeon check {name}",
        len(strict.problems),
        name=name,
    )
    print(f"dungeonbowl: {told}", file=sys.stderr)  # noqa: T201
    return board


def problem_line(problem: Problem) -> str:
    """A problem for people: the place, what is wrong, the rule."""
    place = f"{problem.source}:{problem.line}:{problem.column}" if problem.line > 0 else problem.source
    note = "" if problem.severity == ERROR else t("warning: ")
    return f"{place}: {note}{translated(problem.text)} ({problem.rule})"


def mend_line(problem: Problem) -> str:
    return t("mend: {how}", how=translated(problem.mend))


def problem_record(problem: Problem) -> dict[str, object]:
    """A problem for programs."""
    return {
        "rule": problem.rule,
        "severity": problem.severity,
        "text": problem.text,
        "line": problem.line or None,
        "column": problem.column or None,
        "squares": [list(square) for square in problem.squares],
        "mend": problem.mend,
    }

"""Files that results are kept in as they come, so that a run can be broken off and taken up again.

JSON lines: what was to be done (the terms), then a line for each result. A last line that was cut off while it was
written is dropped.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Generic, TypeVar

import msgspec

from dungeonbowl import __version__
from dungeonbowl.errors import UserError
from dungeonbowl.runs.plan import key_of

Terms = TypeVar("Terms", bound=msgspec.Struct)
Line = TypeVar("Line")
Found = TypeVar("Found")


def read_lines(path: Path, terms: type[Terms], line: type[Line], what: str) -> tuple[Terms, list[Line], int]:
    """The terms and the results of a file, and how many bytes of it are whole lines. `UserError` if it is no file of
    this kind."""
    try:
        lines = path.read_bytes().split(b"\n")
    except OSError as error:
        raise UserError(f"{path}: {error.strerror}") from None
    try:
        found = msgspec.json.decode(lines[0], type=terms)
    except msgspec.DecodeError:
        raise UserError(f"{path} is not a results file of {what}") from None
    results: list[Line] = []
    whole = len(lines[0]) + 1
    for each in lines[1:]:
        try:
            results.append(msgspec.json.decode(each, type=line))
        except msgspec.DecodeError:
            break  # the end, or a line that was cut off
        whole += len(each) + 1
    return found, results, whole


class ResultsFile(Generic[Terms, Line]):
    """A file that grows result by result. One that is there already is taken up if its terms are the same; those in
    `may_differ` need not be. `joined` makes the terms of the file from those before and those now."""

    def __init__(
        self,
        path: Path,
        terms: Terms,
        line: type[Line],
        what: str,
        may_differ: Sequence[str] = (),
        joined: Callable[[Terms, Terms], Terms] | None = None,
    ) -> None:
        self.path = path
        self.lines: list[Line] = []
        try:
            if path.exists() and path.stat().st_size > 0:
                before, self.lines, whole = read_lines(path, type(terms), line, what)
                self.compare(before, terms, may_differ)
                self.take_up(joined(before, terms) if joined is not None else before, before, whole)
            else:
                path.write_bytes(msgspec.json.encode(terms) + b"\n")
        except OSError as error:
            raise UserError(f"{path}: {error.strerror}") from None

    def compare(self, before: Terms, terms: Terms, may_differ: Sequence[str]) -> None:
        for name in terms.__struct_fields__:
            old, new = getattr(before, name), getattr(terms, name)
            if name not in may_differ and old != new:
                raise UserError(f"{self.path} was begun with {name} {old}, not {new}: name another file")

    def take_up(self, terms: Terms, before: Terms, whole: int) -> None:
        if terms != before:
            rest = self.path.read_bytes()[:whole].split(b"\n", 1)[1]
            self.path.write_bytes(msgspec.json.encode(terms) + b"\n" + rest)
        else:
            with self.path.open("r+b") as file:
                file.truncate(whole)

    def add(self, line: Line) -> None:
        self.lines.append(line)
        try:
            with self.path.open("ab") as file:
                file.write(msgspec.json.encode(line) + b"\n")
        except OSError as error:
            raise UserError(f"{self.path}: {error.strerror}; {len(self.lines)} matches were played") from None


class Begun(msgspec.Struct, frozen=True, kw_only=True):
    """The first line of a checkpoint: which command it is of, its terms, and the version that played."""

    checkpoint: str
    terms: Any
    version: str = __version__


class Kept(msgspec.Struct, frozen=True):
    """A line of a checkpoint: a task by its key, and its result."""

    task: str
    result: msgspec.Raw


class Checkpoint(Generic[Found]):
    """What has been found so far, by task. The same plan, or one with more tasks, goes on where the file ends."""

    def __init__(self, path: Path, command: str, terms: object, found: type[Found]) -> None:
        begun = Begun(checkpoint=command, terms=msgspec.json.decode(msgspec.json.encode(terms)))  # as it is read back
        self.found = found
        self.file = ResultsFile(path, begun, Kept, command)

    def kept(self, tasks: Sequence[object]) -> dict[int, Found]:
        """The results of these tasks that are there, by the number of the task."""
        lines = {line.task: line.result for line in self.file.lines}
        kept: dict[int, Found] = {}
        for number, task in enumerate(tasks):
            line = lines.get(key_of(task))
            if line is not None:
                try:
                    kept[number] = msgspec.json.decode(line, type=self.found)
                except msgspec.DecodeError as error:
                    raise UserError(f"{self.file.path}: the result of task {number} cannot be read: {error}") from None
        return kept

    def add(self, task: object, found: Found) -> None:
        self.file.add(Kept(key_of(task), msgspec.Raw(msgspec.json.encode(found))))

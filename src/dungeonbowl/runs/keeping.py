"""Files that results are kept in as they come, so that a run can be broken off and taken up again.

JSON lines: what was to be done (the terms), then a line for each result. A last line that was cut off while it was
written is dropped; other damage is told. Two runs that write to one file would both play the same, so the second one is
refused.
"""

from __future__ import annotations

import os
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import IO, Any, Final, Generic, TypeVar
from weakref import finalize

import msgspec

from dungeonbowl import __version__
from dungeonbowl.errors import UserError
from dungeonbowl.runs.plan import key_of

Terms = TypeVar("Terms", bound=msgspec.Struct)
Line = TypeVar("Line")
Found = TypeVar("Found")

FILES: Final = "files"  # the field of terms that has hashes of files by their names


def read_lines(path: Path, terms: type[Terms], line: type[Line], what: str) -> tuple[Terms, list[Line], int]:
    """The terms and the results of a file, and how many bytes of it are whole lines. `UserError` if it is no file of
    this kind, or if it is damaged: only its end may be cut off, by whatever ended the run."""
    try:
        lines = path.read_bytes().split(b"\n")
    except OSError as error:
        raise UserError(f"{path}: {error.strerror}") from None
    try:
        found = msgspec.json.decode(lines[0], type=terms)
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise UserError(f"{path} is not a results file of {what}") from None
    if len(lines) == 1:
        raise UserError(f"{path} is not a results file of {what}: its first line has no end")
    results: list[Line] = []
    for number, each in enumerate(lines[1:-1], 2):  # what stands behind the last end of a line was cut off
        result = decoded(each, line)
        if result is None:
            raise UserError(
                f"{path}: line {number} of {len(lines) - 1} is damaged: remove it, and what it had is done again"
            )
        results.append(result)
    return found, results, sum(len(each) + 1 for each in lines[:-1])


def decoded(text: bytes, line: type[Line]) -> Line | None:
    """A line of a file; None if it cannot be read, or was another one when it was written."""
    try:
        found = msgspec.json.decode(text, type=line)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None
    if isinstance(found, Kept) and found.check not in (None, check_of(found.task, bytes(found.result))):
        return None
    return found


class ResultsFile(Generic[Terms, Line]):
    """A file that grows result by result. One that is there already is taken up if its terms are the same; those in
    `may_differ` need not be. `joined` makes the terms of the file from those before and those now. As long as this
    object lives, no other run may write to the file."""

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
            self.file = self.opened()
            if path.stat().st_size > 0:
                before, self.lines, whole = read_lines(path, type(terms), line, what)
                self.compare(before, terms, may_differ)
                self.take_up(joined(before, terms) if joined is not None else before, before, whole)
            else:
                self.append(msgspec.json.encode(terms))
        except OSError as error:
            raise UserError(f"{path}: {error.strerror}") from None

    def opened(self) -> int:
        """The file, to write at its end; it is closed, and free for others, when nobody has this object any more."""
        file = opened_alone(self.path)
        finalize(self, os.close, file)
        return file

    def compare(self, before: Terms, terms: Terms, may_differ: Sequence[str]) -> None:
        for name in terms.__struct_fields__:
            old, new = getattr(before, name), getattr(terms, name)
            if name not in may_differ and old != new:
                if name == FILES:
                    changed = ", ".join(other_names(old, new))
                    raise UserError(f"{self.path} was begun with another content of {changed}: name another file")
                old, new = differing(old, new)
                raise UserError(f"{self.path} was begun with {name} {old}, not {new}: name another file")

    def take_up(self, terms: Terms, before: Terms, whole: int) -> None:
        if terms != before:
            rest = self.path.read_bytes()[:whole].split(b"\n", 1)[1]
            with written_whole(self.path) as file:
                file.write(msgspec.json.encode(terms) + b"\n" + rest)
            self.file = self.opened()
        else:
            os.truncate(self.file, whole)

    def add(self, line: Line) -> None:
        self.lines.append(line)
        try:
            self.append(msgspec.json.encode(line))
        except OSError as error:
            raise UserError(
                f"{self.path}: {error.strerror}; {len(self.lines) - 1} results are in it, and the same command goes on"
                " with them"
            ) from None

    def append(self, line: bytes) -> None:
        rest = memoryview(line + b"\n")
        while rest:  # a disk that becomes full takes a part, and refuses the rest
            rest = rest[os.write(self.file, rest) :]


@contextmanager
def written_whole(path: Path) -> Iterator[IO[bytes]]:
    """A file that takes its name, and the place of what had it before, only when everything is written."""
    part = path.with_name(f".{path.name}.part")
    try:
        with part.open("wb") as file:
            yield file
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def opened_alone(path: Path) -> int:
    """A file to write at its end, which nobody else writes at the same time. `UserError` if somebody does."""
    file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0), 0o666)
    try:
        locks = import_module("fcntl")
        locks.flock(file, locks.LOCK_EX | locks.LOCK_NB)
    except BlockingIOError:
        os.close(file)
        raise UserError(f"{path} is in use: another run writes its results there") from None
    except (ImportError, OSError):
        pass  # a system or a file system without such locks
    return file


def differing(old: Any, new: Any) -> tuple[Any, Any]:
    """Of two tables only what differs, so that a long list of terms does not hide it."""
    if not isinstance(old, dict) or not isinstance(new, dict):
        return old, new
    names = other_names(old, new)
    parts = [differing(old.get(name), new.get(name)) for name in names]
    return (
        {name: part for name, (part, _) in zip(names, parts, strict=True)},
        {name: part for name, (_, part) in zip(names, parts, strict=True)},
    )


def other_names(old: Mapping[str, Any], new: Mapping[str, Any]) -> list[str]:
    """The names in two tables under which they do not have the same."""
    return sorted(name for name in old.keys() | new.keys() if old.get(name) != new.get(name))


class Begun(msgspec.Struct, frozen=True, kw_only=True):
    """The first line of a checkpoint: which command it is of, its terms, and the version that played."""

    checkpoint: str
    terms: Any
    version: str = __version__
    files: dict[str, str] = {}  # that the terms name, with a hash of each


class Kept(msgspec.Struct, frozen=True):
    """A line of a checkpoint: a task by its key, its result, and a number by which damage is found out."""

    task: str
    result: msgspec.Raw
    check: int | None = None  # an older version wrote none


def check_of(task: str, result: bytes) -> int:
    return zlib.crc32(task.encode() + b" " + result)


class Checkpoint(Generic[Found]):
    """What has been found so far, by task. The same plan, or one with more tasks, goes on where the file ends."""

    def __init__(
        self, path: Path, command: str, terms: object, found: type[Found], files: Mapping[str, str] | None = None
    ) -> None:
        as_read_back = msgspec.json.decode(msgspec.json.encode(terms))
        begun = Begun(checkpoint=command, terms=as_read_back, files=dict(files or {}))
        self.found = found
        self.file = ResultsFile(path, begun, Kept, command)

    def kept(self, tasks: Sequence[object]) -> dict[int, Found]:
        """The results of these tasks that are there, by the number of the task."""
        lines = {line.task: line.result for line in self.file.lines}
        kept: dict[int, Found] = {}
        for number, task in enumerate(tasks):
            line = lines.get(key_of(task))
            if line is not None:
                kept[number] = self.read(line, number)
        return kept

    def all_kept(self) -> list[Found]:
        """Every result that is there, whatever the plan is now."""
        return [self.read(line.result, number) for number, line in enumerate(self.file.lines)]

    def read(self, line: msgspec.Raw, number: int) -> Found:
        try:
            return msgspec.json.decode(line, type=self.found)
        except msgspec.DecodeError as error:
            raise UserError(f"{self.file.path}: the result of task {number} cannot be read: {error}") from None

    def add(self, task: object, found: Found) -> None:
        key, result = key_of(task), msgspec.json.encode(found)
        self.file.add(Kept(key, msgspec.Raw(result), check_of(key, result)))

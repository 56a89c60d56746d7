"""Files written whole or not at all, and read without trusting them."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

from dungeonbowl.errors import UserError


class FileError(UserError):
    """A file that cannot be read or written."""


def write_new(path: Path | str, lines: Iterable[bytes], overwrite: bool = False) -> None:
    """Write lines to a file. An existing file is replaced only with `overwrite`."""
    write_parts(path, (line + b"\n" for line in lines), overwrite)


def write_parts(path: Path | str, parts: Iterable[bytes], overwrite: bool = False) -> None:
    """Write bytes to a file under a temporary name, then rename it. An existing file is replaced only with
    `overwrite`."""
    path = Path(path)
    refuse_other_than_file(path)
    try:
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    except OSError as error:
        raise FileError(f"{path}: {error.strerror}") from None
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            for part in parts:
                file.write(part)
        temporary.chmod(0o666 & ~current_umask())
        if overwrite:
            temporary.replace(path)
        else:
            claim(temporary, path)
    except FileExistsError:
        raise FileError(f"{path} exists already and is not overwritten") from None
    except OSError as error:
        raise FileError(f"{path}: {error.strerror}") from None
    finally:
        temporary.unlink(missing_ok=True)


def check_writable(path: Path | str, overwrite: bool = False) -> None:
    """Refuse a place where nothing can be written, before the work begins whose result goes there."""
    path = Path(path)
    if path.exists() and not overwrite:
        raise FileError(f"{path} exists already and is not overwritten")
    refuse_other_than_file(path)
    try:
        handle, name = tempfile.mkstemp(prefix=f".{path.name[:40]}.", dir=path.parent)
    except OSError as error:
        raise FileError(f"{path}: {error.strerror}") from None
    os.close(handle)
    Path(name).unlink(missing_ok=True)


def refuse_other_than_file(path: Path) -> None:
    """A rename would put a file in the place of a device such as /dev/null, for every program of the machine."""
    if path.exists() and not path.is_file():
        raise FileError(f"{path} is no file and cannot be overwritten")


def claim(temporary: Path, path: Path) -> None:
    """Give a file its name unless the name is taken. A link, unlike a rename, fails if another program was faster."""
    try:
        os.link(temporary, path)
    except FileExistsError:
        raise
    except OSError:  # a file system without links
        if path.exists():
            raise FileExistsError from None
        temporary.rename(path)


def current_umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def read_limited(path: Path | str, most: int) -> bytes:
    """A whole file, if it is not longer than `most` bytes."""
    try:
        with Path(path).open("rb") as file:
            data = file.read(most + 1)
    except OSError as error:
        raise FileError(f"{path}: {error.strerror}") from None
    if len(data) > most:
        raise FileError(f"{path}: longer than {most} bytes: expected a smaller file")
    return data


def read_lines(path: Path | str, longest: int) -> Iterator[tuple[int, bytes]]:
    """The lines of a file with their numbers. No line may be longer than `longest` bytes."""
    try:
        with Path(path).open("rb") as file:
            number = 0
            while line := file.readline(longest + 1):
                number += 1
                if len(line) > longest:
                    raise FileError(f"{path}: line {number} is longer than {longest} bytes: expected a replay")
                yield number, line
    except OSError as error:
        raise FileError(f"{path}: {error.strerror}") from None

"""Files are written whole or not at all, and only where a file may stand."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from dungeonbowl.records.files import FileError, check_writable, write_parts


def test_what_is_no_file_is_never_replaced_by_one(tmp_path: Path) -> None:
    """As root a rename would take /dev/null away from every program of the machine."""
    pipe = tmp_path / "pipe"
    (os.mkfifo if hasattr(os, "mkfifo") else os.mkdir)(pipe)
    for path in (pipe, tmp_path):
        with pytest.raises(FileError, match="is no file and cannot be overwritten"):
            check_writable(path, overwrite=True)
        with pytest.raises(FileError, match="is no file and cannot be overwritten"):
            write_parts(path, [b"words"], overwrite=True)
    assert pipe.exists()
    assert not pipe.is_file()


def test_a_file_is_replaced_only_if_that_is_wanted(tmp_path: Path) -> None:
    path = tmp_path / "notes"
    write_parts(path, [b"one"])
    with pytest.raises(FileError, match="exists already"):
        write_parts(path, [b"two"])
    write_parts(path, [b"two"], overwrite=True)
    assert path.read_bytes() == b"two"

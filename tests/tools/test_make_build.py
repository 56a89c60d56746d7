"""`make build` compiles again what was changed while it compiled."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A clone whose compiler is a script: it does nothing, or what stands in `meanwhile`."""
    source = tmp_path / "src" / "dungeonbowl" / "engine" / "game.py"
    tools = tmp_path / ".venv" / "bin"
    for folder in (source.parent, tools, tmp_path / "tools"):
        folder.mkdir(parents=True)
    shutil.copyfile(ROOT / "Makefile", tmp_path / "Makefile")
    for name in ("pyproject.toml", "setup.py", "tools/compiling.py", "meanwhile"):
        (tmp_path / name).touch()
    source.touch()
    for name, does in (("python", ". ./meanwhile"), ("dungeonbowl", "echo engine compiled")):
        (tools / name).write_text(f"#!/bin/sh\n{does}\n", encoding="utf-8")
        (tools / name).chmod(0o755)
    for name in ("play-stamp", "stamp"):
        (tools.parent / name).touch()
    return tmp_path


def make(clone: Path, *words: str) -> int:
    plain = {
        name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS", "DUNGEONBOWL"))
    }
    return subprocess.run(["make", *words], cwd=clone, env=plain, capture_output=True, check=False).returncode


@pytest.mark.skipif(shutil.which("make") is None, reason="there is no make")
def test_a_file_that_is_changed_while_the_compiler_works_is_compiled_by_the_next_call(clone: Path) -> None:
    assert make(clone, "-q", "build") == 1
    assert make(clone, "build") == 0
    assert make(clone, "-q", "build") == 0, "nothing has changed"
    source = clone / "src" / "dungeonbowl" / "engine" / "game.py"
    earlier = time.time() - 3600
    for old in (clone / "build" / "compiled.stamp", *clone.glob("*.*"), *clone.glob("tools/*"), *clone.glob(".venv/*")):
        os.utime(old, (earlier - 3600, earlier - 3600))
    os.utime(source, (earlier, earlier))
    # a compiler that takes its time, in units of what files remember of it
    (clone / "meanwhile").write_text(f"sleep 0.1; touch {source}; sleep 0.1\n", encoding="utf-8")
    assert make(clone, "build") == 0
    assert make(clone, "-q", "build") == 1, "the compiler may have read the file before that"
    (clone / "meanwhile").write_text("", encoding="utf-8")
    assert make(clone, "build") == 0
    assert make(clone, "-q", "build") == 0

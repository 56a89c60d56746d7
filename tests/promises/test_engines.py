"""Compiled and interpreted, the same sources tell the same story."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import dungeonbowl
from support.plans import how_many
from support.story_hashes import hashes

TESTS = Path(__file__).resolve().parents[1]


@pytest.mark.skipif(not dungeonbowl.compiled(), reason="the engine is interpreted: there is nothing to compare with")
def test_interpreted_and_compiled_tell_the_same_story(tmp_path: Path) -> None:
    matches = how_many("engines")
    sources = tmp_path / "src"
    ignored = shutil.ignore_patterns("*.so", "*.pyd", "__pycache__", "*.egg-info", "*.c", "*.h")
    shutil.copytree(Path(dungeonbowl.__file__).parent, sources / "dungeonbowl", ignore=ignored)
    other = subprocess.run(
        [sys.executable, str(TESTS / "support" / "story_hashes.py"), "0", str(matches)],
        env={**os.environ, "PYTHONPATH": str(sources)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert other.returncode == 0, other.stderr
    engine, *told = other.stdout.splitlines()
    assert engine == "interpreted"
    assert told == hashes(0, matches)

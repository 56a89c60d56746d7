"""How the C files are compiled: what can be asked for, and what is told. The compiler itself is run by `make build`."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from setuptools import Distribution

from support.pages import ROOT

sys.path.insert(0, str(ROOT / "tools"))
import compiling


def test_the_quick_build_is_the_usual_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DUNGEONBOWL_BUILD", raising=False)
    assert compiling.kind() == "quick"


def test_a_kind_that_is_not_there_is_refused_with_those_that_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DUNGEONBOWL_BUILD", "fast")
    with pytest.raises(SystemExit, match=r"'fast'; there are quick, train, release"):
        compiling.kind()


def test_only_a_build_of_ones_own_uses_the_instructions_of_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DUNGEONBOWL_NATIVE", raising=False)
    for kind in compiling.KINDS:
        monkeypatch.setenv("DUNGEONBOWL_BUILD", kind)
        assert not [flag for flag in compiling.flags() if flag.startswith("-march")]
    monkeypatch.setenv("DUNGEONBOWL_NATIVE", "1")
    assert "-march=native" in compiling.flags()


def test_progress_is_a_file_that_can_be_read_at_any_time(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "progress.json"
    monkeypatch.setenv("DUNGEONBOWL_PROGRESS", str(file))
    progress = compiling.Progress(10)
    progress.advance(4)
    progress.advance()
    assert json.loads(file.read_text("utf-8")) == {"done": 5, "total": 10}
    assert [path.name for path in tmp_path.iterdir()] == ["progress.json"]


def test_a_file_is_written_only_if_that_changes_it(tmp_path: Path) -> None:
    file = tmp_path / "folder" / "header.h"
    compiling.write_if_new(file, "one")
    first = file.stat().st_mtime_ns
    compiling.write_if_new(file, "one")
    assert file.stat().st_mtime_ns == first
    compiling.write_if_new(file, "two")
    assert file.read_text("utf-8") == "two"


def test_the_top_level_of_every_module_is_declared_as_cold(tmp_path: Path) -> None:
    header = tmp_path / "__native_group.h"
    header.write_text("char CPyDef_game_____top_level__(void);\nchar CPyDef_game___offer(PyObject *self);\n", "utf-8")
    assert compiling.cold_top_levels([header]).startswith("char CPyDef_game_____top_level__(void) __attribute__((cold")
    assert "offer" not in compiling.cold_top_levels([header])


def test_without_a_compiler_there_is_nothing_to_copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    command = compiling.CompileGroup(Distribution())
    command.ensure_finalized()
    command.extensions = []
    command.copy_extensions_to_source()
    assert list(tmp_path.iterdir()) == []


def test_files_that_are_not_hot_are_optimised_less_in_a_quick_build_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DUNGEONBOWL_BUILD", "quick")
    assert compiling.level_of("build/__native_dungeonbowl___engine___game.c") == "-O2"
    assert compiling.level_of("build/__native_dungeonbowl___dungeon___text.c") == "-Og"
    monkeypatch.setenv("DUNGEONBOWL_BUILD", "release")
    assert compiling.level_of("build/__native_dungeonbowl___dungeon___text.c") == ""

"""The compiled modules of a clone: when they count, and how new ones come into their place."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path
from types import ModuleType

import pytest

from support.asynchronous import run_alone
from support.clones import SUFFIX, TOOLS, FakeClone


@pytest.fixture
def tool(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(TOOLS)
    import clone

    return clone


@pytest.fixture
def fake(tmp_path: Path) -> FakeClone:
    return FakeClone(tmp_path)


def later(file: Path, seconds: float) -> None:
    moment = file.stat().st_mtime + seconds
    os.utime(file, (moment, moment))


def test_what_make_build_compiled_is_fresh(tool: ModuleType, fake: FakeClone) -> None:
    clone = tool.Clone(fake.root)
    assert not clone.is_fresh()
    fake.compile()
    assert clone.is_fresh()


@pytest.mark.parametrize(
    "name", ["src/dungeonbowl/engine/game.py", "src/dungeonbowl/bots/playout.py", "setup.py", "pyproject.toml"]
)
def test_a_source_that_is_newer_makes_it_stale(tool: ModuleType, fake: FakeClone, name: str) -> None:
    fake.compile()
    later(fake.root / name, 60)
    assert not tool.Clone(fake.root).is_fresh()


def test_a_source_that_is_not_compiled_does_not_matter(tool: ModuleType, fake: FakeClone) -> None:
    fake.compile()
    other = fake.root / "src" / "dungeonbowl" / "bots" / "levels.py"
    other.touch()
    later(other, 60)
    assert tool.Clone(fake.root).is_fresh()


def test_modules_of_another_python_are_not_fresh(tool: ModuleType, fake: FakeClone) -> None:
    fake.compile()
    fake.module.rename(fake.engine / "game.cpython-27-pdp11.so")
    assert not tool.Clone(fake.root).is_fresh()


def test_new_modules_replace_all_old_ones(tool: ModuleType, fake: FakeClone) -> None:
    clone = tool.Clone(fake.root)
    fake.compile()
    (fake.engine / f"gone{SUFFIX}").touch()
    made = clone.made / "dungeonbowl" / "engine" / f"game{SUFFIX}"
    made.parent.mkdir(parents=True)
    made.write_text("new")
    clone.put_in_place()
    assert fake.compiled() == {"dungeonbowl/engine/game"}
    assert fake.module.read_text() == "new"
    assert not clone.is_fresh(), "before anybody has tried them"
    clone.began = clone.changed()
    clone.confirm()
    assert clone.is_fresh()


def test_if_one_module_cannot_be_placed_none_is(tool: ModuleType, fake: FakeClone) -> None:
    clone = tool.Clone(fake.root)
    for name in (f"dungeonbowl/engine/game{SUFFIX}", f"dungeonbowl/zoo/cage{SUFFIX}"):
        file = clone.made / name
        file.parent.mkdir(parents=True)
        file.touch()
    (fake.root / "src" / "dungeonbowl" / "zoo").touch()  # where a folder should be
    with pytest.raises(OSError, match="zoo"):
        clone.put_in_place()
    assert fake.compiled() == set()


@pytest.mark.parametrize(
    ("text", "percent"),
    [
        ('{"done": 37, "total": 320}', 11),
        ('{"done": 320, "total": 320}', 99),
        ('{"done": 1, "total": 0}', 0),
        ('{"done": 1', 0),
        ("[1, 2]", 0),
        ("", 0),
    ],
)
def test_the_progress_is_told_in_percent(tool: ModuleType, fake: FakeClone, text: str, percent: int) -> None:
    clone = tool.Clone(fake.root)
    assert clone.percent() == 0
    clone.build.mkdir()
    clone.progress.write_text(text)
    assert clone.percent() == percent


def test_what_was_half_written_when_a_compiler_was_ended_is_made_again(tool: ModuleType, fake: FakeClone) -> None:
    clone = tool.Clone(fake.root)
    objects = clone.build / "temp.linux-x86_64"
    objects.mkdir(parents=True)
    (clone.build / "of another tool.o").touch()
    for seconds, name in ((-100, "old.o"), (-1, "shortly before.o"), (0, "last.o")):
        (objects / name).touch()
        later(objects / name, seconds)
    clone.drop_half_written()
    assert len(list(objects.iterdir())) == 3, "no compiler was ended"
    clone.unfinished.touch()
    clone.drop_half_written()
    assert [file.name for file in objects.iterdir()] == ["old.o"]
    assert (clone.build / "of another tool.o").is_file(), "only the objects of the engine are dropped"


def test_one_compiles_at_a_time_and_a_compiler_without_supervisor_counts(tool: ModuleType, fake: FakeClone) -> None:
    async def scene() -> None:
        first, second = tool.Clone(fake.root), tool.Clone(fake.root)
        assert first.hold()
        assert first.hold(), "it has it already"
        assert not second.hold()
        waits = [sys.executable, "-c", "import pathlib, time\nwhile not pathlib.Path('end').exists(): time.sleep(0.02)"]
        compiler = asyncio.ensure_future(first.run(waits, "wb"))
        while not first.log.exists():
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.2)
        first.let_go()
        assert not second.hold(), "the compiler still runs"
        (fake.root / "end").touch()
        assert await compiler == 0
        assert second.hold()
        second.let_go()

    run_alone(scene())

"""What the source distribution and the wheel hold."""

from __future__ import annotations

import tarfile
import zipfile
from email.parser import Parser
from pathlib import Path

import pytest

import dungeonbowl
from support.installs import INTERPRETED, PAGES, REASON, WANTED, Distributions, clean_copy, project_files

pytestmark = pytest.mark.skipif(not WANTED, reason=REASON)


def in_source(path: Path) -> set[str]:
    """The files of a source distribution, relative to its one folder."""
    with tarfile.open(path) as archive:
        return {member.name.partition("/")[2] for member in archive.getmembers() if member.isfile()}


def in_wheel(path: Path) -> set[str]:
    with zipfile.ZipFile(path) as archive:
        return {name for name in archive.namelist() if not name.endswith("/")}


def made_by_setuptools(name: str) -> bool:
    return name in ("PKG-INFO", "setup.cfg") or ".egg-info/" in name


def test_the_source_distribution_holds_the_whole_project(distributions: Distributions) -> None:
    found = {name for name in in_source(distributions.source) if not made_by_setuptools(name)}
    assert found == {path.as_posix() for path in project_files()}


def test_the_source_distribution_leaves_out_what_was_built(distributions: Distributions, workplace: Path) -> None:
    used = clean_copy(workplace / "used")
    built = [
        "src/dungeonbowl/engine/game.cpython-311-x86_64-linux-gnu.so",
        "src/dungeonbowl/engine/__pycache__/game.cpython-311.pyc",
        "src/dungeonbowl/server/static/index.html",
        "tests/__pycache__/conftest.cpython-311.pyc",
        "web/node_modules/svelte/package.json",
        "build/rules.json",
        ".venv/stamp",
        "dist/old.whl",
    ]
    for name in built:
        (used / name).parent.mkdir(parents=True, exist_ok=True)
        (used / name).write_text("")
    found = in_source(distributions.build_source(used, workplace / "source-of-used"))
    assert [name for name in built if name in found] == []
    assert "web/package.json" in found


def test_the_wheel_is_the_same_from_the_sources_and_from_the_source_distribution(distributions: Distributions) -> None:
    wheel, plain = in_wheel(distributions.wheel), in_wheel(distributions.plain)
    compiled = {name for name in wheel if name.endswith(".so")}
    assert bool(compiled) != INTERPRETED
    made_beside = set() if INTERPRETED else {"dungeonbowl/build.json"}  # how the modules were compiled
    assert wheel - compiled == plain | made_beside


def test_the_wheel_holds_everything_of_the_package_and_nothing_else(distributions: Distributions) -> None:
    found = in_wheel(distributions.plain)
    package = {path.relative_to("src").as_posix() for path in project_files() if path.parts[0] == "src"}
    assert package - found == set()
    others = {name for name in found - package if ".dist-info/" not in name}
    assert f"{PAGES}index.html" in others
    assert [name for name in others if not name.startswith(PAGES)] == []
    for name in (
        "dungeonbowl/scenarios/official/ex-01.toml",
        "dungeonbowl/rulebook/official.md",
        "dungeonbowl/dungeon/layouts/of-1.dungeon",
        "dungeonbowl/py.typed",
    ):
        assert name in found


def test_the_wheel_says_its_version_its_licence_and_the_oldest_python(distributions: Distributions) -> None:
    with zipfile.ZipFile(distributions.wheel) as archive:
        (place,) = [name for name in archive.namelist() if name.endswith(".dist-info/METADATA")]
        said = Parser().parsestr(archive.read(place).decode("utf-8"))
        licence = archive.read(place.replace("METADATA", "licenses/LICENSE")).decode("utf-8")
    assert said["Name"] == "dungeonbowl"
    assert said["Version"] == dungeonbowl.__version__
    assert said["License-Expression"] == "MIT"
    assert said["Requires-Python"] == ">=3.11"
    assert said.get_payload()  # the README
    assert licence.startswith("MIT License")


def test_an_interpreted_wheel_is_for_every_python(distributions: Distributions) -> None:
    assert distributions.plain.name.endswith("-py3-none-any.whl")

"""What pyproject.toml says the project needs: for the build, at run time, and at least which version."""

from __future__ import annotations

import ast
import re
import runpy
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
SOURCES = ROOT / "src"
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
LOWER_BOUNDS = ROOT / "tools" / "lower_bounds.py"


def module_of(file: Path) -> str:
    parts = file.relative_to(SOURCES).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {module_of(file): file for file in SOURCES.rglob("*.py")}


def imported_by(module: str) -> set[str]:
    """Every name that a module imports, and every part of its path: `a.b.c` imports `a` and `a.b` too."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(MODULES[module].read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module}: a relative import, which this test does not follow"
            names |= {str(node.module), *(f"{node.module}.{alias.name}" for alias in node.names)}
    parts = [name.split(".") for name in names]
    return {".".join(words[:length]) for words in parts for length in range(1, len(words) + 1)}


def seen_by_the_build() -> dict[str, list[str]]:
    """What mypy reads when it compiles: packages from elsewhere, and the modules that import them."""
    todo = [module_of(ROOT / name) for name in runpy.run_path(str(ROOT / "setup.py"))["compiled_files"]()]
    seen: set[str] = set()
    found: dict[str, list[str]] = {}
    while todo:
        module = todo.pop()
        if module in seen:
            continue
        seen.add(module)
        for name in imported_by(module):
            if name in MODULES:
                todo.append(name)
            elif "." not in name and name != "dungeonbowl" and name not in sys.stdlib_module_names:
                found.setdefault(name, []).append(module)
    return found


def names(requirements: list[str]) -> set[str]:
    return {re.split(r"[\[<>=! ]", text)[0].replace("-", "_").lower() for text in requirements}


def test_the_build_requires_all_that_mypy_must_see() -> None:
    """Compiled rooms import interpreted ones, and mypy follows: an isolated build that lacks one package fails."""
    seen = seen_by_the_build()
    assert "librt" in seen  # the reader follows imports at all
    required = names(PROJECT["build-system"]["requires"])
    assert {package: modules for package, modules in seen.items() if package not in required} == {}


def test_the_build_and_the_program_ask_for_the_same_versions() -> None:
    """The types that were compiled against are those that are there at run time."""
    built = {next(iter(names([text]))): text.partition("[")[0] for text in PROJECT["build-system"]["requires"]}
    for text in PROJECT["project"]["dependencies"]:
        (name,) = names([text])
        assert built.get(name, text) == text


def lower_bounds(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(LOWER_BOUNDS), *words]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_every_requirement_has_a_lower_bound() -> None:
    extras = list(PROJECT["project"]["optional-dependencies"])
    for words in ([], extras, ["--build"]):
        told = lower_bounds(*words)
        assert told.returncode == 0, told.stderr
        assert all(re.fullmatch(r"[\w.-]+==\d[\w.]*", line) for line in told.stdout.splitlines())


def test_lower_bounds_are_those_of_the_file() -> None:
    wanted = {text.partition(",")[0].replace(">=", "==") for text in PROJECT["project"]["dependencies"]}
    assert set(lower_bounds().stdout.splitlines()) == wanted
    with_extra = lower_bounds("league").stdout.splitlines()
    assert any(line.startswith("rustworkx==") for line in with_extra)


def test_an_extra_that_names_another_brings_its_bounds() -> None:
    assert any(line.startswith("gymnasium==") for line in lower_bounds("test").stdout.splitlines())


def test_of_two_bounds_the_newer_is_the_oldest_that_suits_both() -> None:
    oldest = runpy.run_path(str(LOWER_BOUNDS))["oldest_for_all"]
    assert oldest(["numpy==1.9", "scipy==1.13", "numpy==1.26"]) == ["numpy==1.26", "scipy==1.13"]


def test_an_unknown_extra_is_one_line() -> None:
    told = lower_bounds("chess")
    assert told.returncode == 1
    assert told.stderr.startswith("lower_bounds: there is no extra 'chess': expected some of server")
    assert told.stderr.count("\n") == 1


@pytest.mark.parametrize("text", ["msgspec", "msgspec<1", "msgspec==0.19"])
def test_a_requirement_without_a_lower_bound_is_an_error(text: str) -> None:
    pin = runpy.run_path(str(LOWER_BOUNDS))["pin"]
    with pytest.raises(ValueError, match="expected a lower bound"):
        pin(text)

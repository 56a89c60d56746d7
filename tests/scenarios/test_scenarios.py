"""Every scenario that comes with the program is played; each shows the rules it lists."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from dungeonbowl.scenes.bundled import FOLDER
from dungeonbowl.scenes.scenario import load_scenario

FILES = sorted(FOLDER.rglob("*.toml"))


def rules_of(path: Path) -> list[str]:
    """The rules a file lists. One that cannot be read lists none here, and fails when it is played."""
    try:
        rules = tomllib.loads(path.read_text(encoding="utf-8")).get("rules", [])
    except ValueError:
        return []
    return rules if isinstance(rules, list) else []


def parameters() -> list[object]:
    found: list[object] = []
    for path in FILES:
        rules = rules_of(path)
        name = path.relative_to(FOLDER).with_suffix("").as_posix()
        found.append(pytest.param(path, marks=[pytest.mark.rule(*rules)] if rules else [], id=name))
    return found


@pytest.mark.parametrize("path", parameters())
def test_a_scenario_comes_out_as_it_should(path: Path) -> None:
    failures = [outcome.report() for outcome in load_scenario(path).play() if not outcome.passed]
    assert not failures, "\n".join(failures)


def test_every_worked_example_of_the_official_game_is_there() -> None:
    assert [path.stem for path in FILES if path.parent.name == "official" and path.stem.startswith("ex-")] == [
        f"ex-{number:02}" for number in range(1, 26)
    ]


def test_every_worked_example_of_astrogranite_is_there() -> None:
    """Of the thirtieth only the Great Wheel is played: the rest is in test_teams.py and test_trading.py."""
    found = [path.stem for path in FILES if path.parent.name == "astrogranite" and path.stem.startswith("EX-")]
    assert found == [f"EX-{number:02}" for number in range(1, 31)]

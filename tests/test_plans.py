"""The table of what is played at random: complete, used, and never so short that something is no longer played."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import dungeonbowl
from promises.test_modules import PAIRS, ROWS
from support.nightly import NIGHTLY, lines, waits_for_the_night
from support.plans import PLANS, SETTING, how_many, is_covering
from support.walks import GROUNDS

TESTS = Path(__file__).parent
ASKED = re.compile(r'(?:how_many|is_covering|seeds)\((?:share, )?"([^"]*)"\)')


def test_every_plan_is_played_by_some_test_and_every_test_has_a_plan() -> None:
    sources = [file for file in TESTS.rglob("*.py") if file.name not in ("plans.py", "test_plans.py")]
    asked = {name for file in sources for name in ASKED.findall(file.read_text(encoding="utf-8"))}
    assert asked == set(PLANS)


@pytest.mark.parametrize("name", PLANS)
def test_a_plan_plays_more_by_night_and_all_kinds_by_day(name: str) -> None:
    plan = PLANS[name]
    assert 1 <= plan.covers <= plan.tested < plan.nightly
    assert plan.interpreted <= plan.tested


def test_the_counts_that_cover_everything_are_large_enough() -> None:
    """Of six seeds one is a whole match; seeds go round the layouts of an edition."""
    assert PLANS["options"].covers >= 6 * max(len(grounds) for grounds in GROUNDS.values())
    assert PLANS["replays"].covers >= max(len(grounds) for grounds in GROUNDS.values())
    assert PLANS["engines"].covers >= 6 * len(GROUNDS)
    assert PLANS["pairs"].nightly >= len(PAIRS) > PLANS["pairs"].tested > len(ROWS)


@pytest.mark.skipif(not dungeonbowl.compiled(), reason="an interpreted engine plays its own few matches")
def test_a_setting_chooses_the_count(monkeypatch: pytest.MonkeyPatch) -> None:
    plan = PLANS["options"]
    monkeypatch.delenv(SETTING, raising=False)
    assert how_many("options") == plan.tested
    assert is_covering("options")
    monkeypatch.setenv(SETTING, "nightly")
    assert how_many("options") == plan.nightly
    monkeypatch.setenv(SETTING, "3")
    assert how_many("options") == plan.tested * 3
    monkeypatch.setenv(SETTING, "0.1")
    assert how_many("options") == plan.tested // 10
    assert not is_covering("options")


def test_what_is_nightly_has_a_case_by_day_and_more_by_night() -> None:
    """Asked of pytest itself, so that a test or a case that was renamed is found."""
    files = sorted({row.test.partition("::")[0] for row in NIGHTLY})
    said = subprocess.run(
        [sys.executable, "-m", "pytest", "--collect-only", "-q", *files],
        cwd=TESTS.parent,
        env={**os.environ, SETTING: "nightly"},
        capture_output=True,
        text=True,
        check=False,
    ).stdout
    for row in NIGHTLY:
        cases = {
            line.removeprefix(f"{row.test}[").removesuffix("]") for line in said.splitlines() if f"{row.test}[" in line
        }
        assert set(row.by_day) < cases, row.test


def test_the_cases_of_the_night_are_left_out_by_day() -> None:
    row = NIGHTLY[0]
    assert not waits_for_the_night(f"{row.test}[{row.by_day[0]}]")
    assert waits_for_the_night(f"{row.test}[another]")
    assert not waits_for_the_night("tests/test_plans.py::test_the_cases_of_the_night_are_left_out_by_day")


def test_all_that_is_nightly_is_printed() -> None:
    told = "\n".join(lines())
    assert all(row.test in told and row.why in told for row in NIGHTLY)
    assert all(f"{name}: {plan.what}" in told for name, plan in PLANS.items())

"""The table of what is played at random: complete, used, and never so short that something is no longer played."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import dungeonbowl
from promises.test_modules import PAIRS, ROWS
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

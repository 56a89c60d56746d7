"""The puzzles of the days: each has an answer that nothing the adviser proposes is better than, played to the end."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from dungeonbowl.editions import EDITIONS, name_of
from dungeonbowl.scenes.exercises import DAILY, daily, exercise, exercises, names
from support.plans import how_many
from support.puzzles import tried_out


@pytest.mark.parametrize("name", names(DAILY))
def test_the_answer_is_at_least_as_good_as_everything_else_that_the_adviser_proposes(name: str) -> None:
    """All are played with the same dice; what the file itself plays must be an answer too, and nearly as good."""
    found = tried_out(exercise(f"{DAILY}:{name}"), how_many("puzzles"))
    best = max(each.wins for each in found if each.accepted)
    others = [each for each in found if not each.accepted]
    assert len(others) >= 2, "a puzzle has something to choose from"
    assert all(each.wins <= best for each in others), found
    file = next(each for each in found if each.label == "the file")
    assert file.accepted
    assert file.wins >= best - 0.05, found


def test_there_is_a_fortnight_of_puzzles_in_more_than_one_edition() -> None:
    assert len(names(DAILY)) >= 14
    assert {name_of(each.edition) for each in exercises(DAILY)} == set(EDITIONS)
    assert len({each.title for each in exercises(DAILY)}) == len(names(DAILY))


def test_every_day_has_its_puzzle_and_they_take_turns() -> None:
    first = date(2026, 11, 17)
    days = [daily(first + timedelta(days=day)).name for day in range(len(names(DAILY)))]
    assert sorted(days) == list(names(DAILY))
    assert daily(first + timedelta(days=len(days))).name == days[0]
    assert daily(date.min).name
    assert daily(date.max).name

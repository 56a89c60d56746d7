"""Reminders of the last day of a fixture: three days, one day and three hours before it, each once."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from dungeonbowl.league.office.chance import written
from dungeonbowl.league.office.views import FixtureLine, SideLine
from dungeonbowl.server.post.reminders import reminder_of

LAST = datetime(2026, 3, 29, 20, tzinfo=UTC)
FIXTURE = FixtureLine(
    "c_1.1-1-1",
    "c_1",
    1,
    1,
    "open",
    (SideLine("t1", "Howling Antlers"), SideLine("t2", "Acorns")),
    deadline=written(LAST),
)


@pytest.mark.parametrize(
    ("before", "words"),
    [
        (timedelta(days=4), ""),
        (timedelta(days=3), "Less than 3 days"),
        (timedelta(hours=25), "Less than 3 days"),
        (timedelta(hours=24), "Less than 1 day"),
        (timedelta(hours=2), "Less than 3 hours"),
        (timedelta(hours=-1), ""),
    ],
)
def test_the_reminder_that_is_due(before: timedelta, words: str) -> None:
    found = reminder_of(FIXTURE, LAST - before)
    assert (found.title if found is not None else "")[: len(words) or None] == words


def test_a_reminder_has_one_id_until_the_deadline_is_moved() -> None:
    first = reminder_of(FIXTURE, LAST - timedelta(hours=2))
    again = reminder_of(FIXTURE, LAST - timedelta(hours=1))
    assert first is not None
    assert again is not None
    assert first.id == again.id
    assert first.link == "/fixture/c_1.1-1-1"

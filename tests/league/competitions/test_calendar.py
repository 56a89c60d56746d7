"""Deadlines in the zone of the league, and what is proposed after them."""

from __future__ import annotations

import pytest

from dungeonbowl.errors import UserError
from dungeonbowl.league.competitions.calendar import (
    may_begin,
    may_extend,
    moment,
    proposal,
    reminders,
    spans,
    text_of,
)
from dungeonbowl.league.competitions.options import CompetitionOptions, read_season
from dungeonbowl.league.competitions.words import Fixture, State

NAMES = {"a": "Reds", "b": "Blues"}
LATE = "2026-03-09T08:00:00Z"


def options(text: str = "zone = UTC") -> CompetitionOptions:
    return read_season(f"edition = official\n{text}").competition


def fixture(state: State = "open", a: int = 0, b: int = 0, extended: bool = False) -> Fixture:
    offers = [("a", f"2026-03-0{day}T19:00:00Z") for day in range(1, a + 1)]
    offers += [("b", f"2026-03-0{day}T19:00:00Z") for day in range(1, b + 1)]
    return Fixture(
        id="1-1-1",
        stage=1,
        round=1,
        sides=("a", "b"),
        state=state,
        deadline="2026-03-08T20:00:00Z",
        offers=tuple(offers),
        extended=extended,
    )


def test_rounds_end_at_the_same_hour_of_the_league_when_clocks_change() -> None:
    """In Paris summer time began on 29 March 2026: eight in the evening is 19:00 in UTC before it, and 18:00 after."""
    told = spans("2026-03-18T10:00:00Z", 3, options("zone = Europe/Paris, round_days = 7"))
    assert [(each.opens, each.deadline) for each in told] == [
        ("2026-03-18T10:00:00Z", "2026-03-25T19:00:00Z"),
        ("2026-03-25T19:00:00Z", "2026-04-01T18:00:00Z"),
        ("2026-04-01T18:00:00Z", "2026-04-08T18:00:00Z"),
    ]


def test_a_season_that_begins_after_midnight_at_home_counts_its_days_there() -> None:
    """23:30 in UTC is half past eight the next morning in Tokyo."""
    told = spans("2026-03-01T23:30:00Z", 1, options("zone = Asia/Tokyo, round_days = 1, deadline_hour = 20"))
    assert told[0].deadline == "2026-03-03T11:00:00Z"


def test_all_rounds_may_be_open_at_once_and_rounds_may_have_minutes_or_no_end() -> None:
    together = spans("2026-03-01T10:00:00Z", 3, options("all_open = on, round_days = 42, deadline_hour = 12"))
    assert {(each.opens, each.deadline) for each in together} == {("2026-03-01T10:00:00Z", "2026-07-05T12:00:00Z")}
    day = spans("2026-03-01T10:00:00Z", 2, options("round_minutes = 90"))
    assert [each.deadline for each in day] == ["2026-03-01T11:30:00Z", "2026-03-01T13:00:00Z"]
    assert spans("2026-03-01T10:00:00Z", 2, options("round_days = none"))[1].deadline == ""


def test_reminders_three_days_a_day_and_three_hours_before() -> None:
    assert reminders(fixture()) == ["2026-03-05T20:00:00Z", "2026-03-07T20:00:00Z", "2026-03-08T17:00:00Z"]
    assert reminders(Fixture(id="f", sides=("a", "b"))) == []


@pytest.mark.parametrize(
    ("told", "kind", "winner", "reason"),
    [
        (fixture(a=3, b=0), "walkover", "a", "Reds offered 3 times, Blues none"),
        (fixture(a=0, b=4), "walkover", "b", "Blues offered 4 times, Reds none"),
        (fixture(a=2, b=0), "decide", "", "Reds offered 2, Blues offered 0"),
        (fixture(a=3, b=1), "decide", "", "Reds offered 3, Blues offered 1"),
        (fixture(a=0, b=0), "unplayed", "", "nobody offered a time"),
        (fixture(state="running", a=3), "extension", "", "the match is running, and may end"),
        (fixture(state="disputed"), "decide", "", "the coaches reported different results"),
    ],
)
def test_what_is_proposed_after_a_deadline(told: Fixture, kind: str, winner: str, reason: str) -> None:
    found = proposal(told, LATE, options(), NAMES)
    assert found is not None
    assert (found.kind, found.winner, found.reason, found.stands_at) == (kind, winner, reason, "")


def test_a_time_offered_twice_counts_once() -> None:
    told = Fixture(
        id="f",
        sides=("a", "b"),
        deadline="2026-03-08T20:00:00Z",
        offers=(("a", "2026-03-01T19:00:00Z"),) * 3,
    )
    found = proposal(told, LATE, options(), NAMES)
    assert found is not None
    assert found.kind == "decide"


def test_nothing_is_proposed_before_the_deadline_or_when_it_is_over() -> None:
    assert proposal(fixture(a=3), "2026-03-08T20:00:00Z", options(), NAMES) is None
    assert proposal(fixture("over"), LATE, options(), NAMES) is None
    assert proposal(Fixture(id="f", sides=("a", "b")), LATE, options(), NAMES) is None


def test_by_option_a_proposal_stands_by_itself_after_a_day_but_never_a_choice() -> None:
    auto = options("auto_deadline = on")
    for told, stands in (
        (fixture(a=3), True),
        (fixture(), True),
        (fixture("running"), True),
        (fixture(a=1, b=1), False),
    ):
        found = proposal(told, LATE, auto, NAMES)
        assert found is not None
        assert found.stands_at == ("2026-03-09T20:00:00Z" if stands else "")


def test_both_coaches_together_extend_once_by_the_days_of_grace() -> None:
    assert may_extend(fixture(), ["a", "b"], options()) == "2026-03-11T20:00:00Z"
    with pytest.raises(UserError, match="b has not agreed"):
        may_extend(fixture(), ["a"], options())
    with pytest.raises(UserError, match="extended once; ask the commissioner"):
        may_extend(fixture(extended=True), ["a", "b"], options())
    with pytest.raises(UserError, match="no days of grace"):
        may_extend(fixture(), ["a", "b"], options("grace = 0"))
    with pytest.raises(UserError, match="is over"):
        may_extend(fixture("over"), ["a", "b"], options())
    with pytest.raises(UserError, match="has no deadline"):
        may_extend(Fixture(id="f", sides=("a", "b")), ["a", "b"], options())


def test_days_of_grace_keep_the_hour_of_the_league() -> None:
    before = Fixture(id="f", sides=("a", "b"), state="open", deadline="2026-03-27T19:00:00Z")
    assert may_extend(before, ["a", "b"], options("zone = Europe/Paris")) == "2026-03-30T18:00:00Z"


def test_playing_ahead_is_allowed_unless_rounds_are_in_lockstep() -> None:
    planned = Fixture(id="1-2-1", sides=("a", "b"), opens="2026-03-08T20:00:00Z")
    assert may_begin(planned, "2026-03-01T10:00:00Z", True, options()) == ""
    assert "lockstep" in may_begin(planned, "2026-03-10T10:00:00Z", True, options("lockstep = on"))
    assert "opens at" in may_begin(planned, "2026-03-01T10:00:00Z", False, options("lockstep = on"))
    assert may_begin(planned, "2026-03-10T10:00:00Z", False, options("lockstep = on")) == ""
    assert "is running" in may_begin(fixture("running"), LATE, False, options())


@pytest.mark.parametrize("text", ["tomorrow", "2026-03-01", "2026-03-01T10:00:00", "2026-02-30T10:00:00Z", ""])
def test_times_that_cannot_be_read(text: str) -> None:
    with pytest.raises(UserError, match="expected a form such as 2026-03-01T19:00:00Z"):
        moment(text)


def test_times_of_other_zones_are_read_too() -> None:
    assert text_of(moment("2026-03-01T12:00:00+02:00")) == "2026-03-01T10:00:00Z"


def test_a_zone_that_does_not_exist() -> None:
    with pytest.raises(UserError, match="expected a name such as Europe/Paris"):
        spans("2026-03-01T10:00:00Z", 1, options("zone = Middle/Earth"))

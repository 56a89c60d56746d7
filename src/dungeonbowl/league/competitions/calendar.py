"""Deadlines, reminders, and what is proposed when a deadline has passed.

Times are texts in UTC, `2026-03-01T19:00:00Z`. A deadline is a named hour of the league's zone: it stays at eight in
the evening when clocks change, and so its time in UTC moves.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime, time, timedelta
from typing import Final, Literal

import msgspec

from dungeonbowl.errors import UserError
from dungeonbowl.languages import mark
from dungeonbowl.league.competitions.options import CompetitionOptions
from dungeonbowl.league.competitions.words import Fixture
from dungeonbowl.league.competitions.zones import zone_of

FORM: Final = "%Y-%m-%dT%H:%M:%SZ"
REMINDERS: Final = (timedelta(days=3), timedelta(days=1), timedelta(hours=3))
WILLING: Final = 3  # times that a coach must have offered for a walk-over
CONFIRMS_ITSELF: Final = timedelta(hours=24)
YEARS: Final = range(1970, 3000)  # a time in one of them has room for every span that is added to it

# A proposal that is confirmed goes into the log with its reason: the reasons are English, and translated where told.
DIFFERENT: Final = mark("the coaches reported different results")
RUNNING: Final = mark("the match is running, and may end")
NO_OFFER: Final = mark("nobody offered a time")
WILLING_ONE: Final = mark("{winner} offered {count} times, {others} none")
OFFERED: Final = mark("{team} offered {count}")
TWO_OFFERED: Final = mark("{team} offered {count}, {other} offered {other_count}")  # as two of them become one reason

Kind = Literal["walkover", "extension", "unplayed", "decide"]


def moment(text: str) -> datetime:
    """A time from its text."""
    wrong = UserError(f"time {text!r}: expected a form such as 2026-03-01T19:00:00Z")
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        raise wrong from None
    if found.tzinfo is None or found.year not in YEARS:
        raise wrong
    return found.astimezone(UTC)


def plain(text: str) -> str:
    """A time as everything here has it, whatever the zone in which somebody wrote it: times are compared as texts.

    >>> plain("2026-03-01T19:00:00+01:00")
    '2026-03-01T18:00:00Z'
    """
    return text_of(moment(text))


def text_of(at: datetime) -> str:
    """The text of a time.

    >>> text_of(moment("2026-03-01T19:00:00Z"))
    '2026-03-01T19:00:00Z'
    """
    return at.astimezone(UTC).strftime(FORM)


def evening(day: date, options: CompetitionOptions) -> str:
    """The league's hour on a day of its own calendar."""
    local = datetime.combine(day, time(options.deadline_hour), zone_of(options.zone))
    return text_of(local)


class Span(msgspec.Struct, frozen=True):
    """When a round opens and ends. Without a deadline it ends when it is played."""

    opens: str
    deadline: str = ""


def spans(begins: str, rounds: int, options: CompetitionOptions) -> list[Span]:
    """The rounds of a stage that begins at a time. One opens when the one before ends; with `all_open` all open at
    once, and end when the last one does."""
    start = moment(begins)
    day = start.astimezone(zone_of(options.zone)).date()
    found: list[Span] = []
    for number in range(1, rounds + 1):
        if options.round_minutes:
            length = timedelta(minutes=options.round_minutes)
            found.append(Span(text_of(start + (number - 1) * length), text_of(start + number * length)))
        elif options.round_days:
            opens = text_of(start) if number == 1 else found[-1].deadline
            found.append(Span(opens, evening(day + timedelta(days=number * options.round_days), options)))
        else:
            found.append(Span(text_of(start)))
    if options.all_open and found:
        return [Span(found[0].opens, found[-1].deadline)] * rounds
    return found


def reminders(fixture: Fixture) -> list[str]:
    """When coaches are reminded of a deadline: three days, a day and three hours before it."""
    if not fixture.deadline:
        return []
    return [text_of(moment(fixture.deadline) - before) for before in REMINDERS]


class Proposal(msgspec.Struct, frozen=True):
    """What the program proposes for a fixture whose deadline has passed; the commissioner confirms it. `stands_at` is
    when it stands by itself; empty if it never does. `winner` is who wins the walk-over."""

    fixture: str
    kind: Kind
    reason: str
    winner: str = ""
    stands_at: str = ""


def proposal(fixture: Fixture, now: str, options: CompetitionOptions, names: Mapping[str, str]) -> Proposal | None:
    """What to do about a fixture; None before its deadline, and if it is over."""
    if fixture.state == "over" or not fixture.deadline or moment(now) <= moment(fixture.deadline):
        return None
    later = text_of(moment(fixture.deadline) + CONFIRMS_ITSELF) if options.auto_deadline else ""
    if fixture.state == "disputed":
        return Proposal(fixture.id, "decide", DIFFERENT)
    if fixture.state == "running":
        return Proposal(fixture.id, "extension", RUNNING, stands_at=later)
    offered = {team: fixture.offered(team) for team in fixture.sides}
    if not any(offered.values()):
        return Proposal(fixture.id, "unplayed", NO_OFFER, stands_at=later)
    willing = [team for team, count in offered.items() if count >= WILLING]
    silent = [team for team, count in offered.items() if count == 0]
    if len(willing) == 1 and len(silent) == len(fixture.sides) - 1:
        winner = willing[0]
        others = " and ".join(names.get(team, team) for team in silent)
        reason = WILLING_ONE.format(winner=names.get(winner, winner), count=offered[winner], others=others)
        return Proposal(fixture.id, "walkover", reason, winner, later)
    counts = ", ".join(OFFERED.format(team=names.get(team, team), count=count) for team, count in offered.items())
    return Proposal(fixture.id, "decide", counts)


def may_extend(fixture: Fixture, agreeing: Sequence[str], options: CompetitionOptions) -> str:
    """The new deadline if all coaches of a fixture agree to extend it, which they may do once."""
    if not fixture.deadline:
        raise UserError(f"fixture {fixture.id} has no deadline")
    if fixture.state == "over":
        raise UserError(f"fixture {fixture.id} is over")
    if fixture.extended:
        raise UserError(f"fixture {fixture.id} has been extended once; ask the commissioner")
    if missing := [team for team in fixture.sides if team not in agreeing]:
        raise UserError(f"fixture {fixture.id}: {', '.join(missing)} has not agreed to extend it")
    if not options.grace:
        raise UserError(f"fixture {fixture.id}: this competition has no days of grace")
    local = moment(fixture.deadline).astimezone(zone_of(options.zone))
    return text_of(local + timedelta(days=options.grace))


def may_begin(fixture: Fixture, now: str, earlier_rounds_open: bool, options: CompetitionOptions) -> str:
    """Why a fixture cannot begin now; empty if it can. Playing ahead is allowed unless the rounds are in lockstep."""
    if fixture.state not in ("planned", "open"):
        return f"fixture {fixture.id} is {fixture.state}"
    if options.lockstep and earlier_rounds_open:
        return f"fixture {fixture.id}: an earlier round is not over, and rounds are played in lockstep"
    if options.lockstep and fixture.opens and moment(now) < moment(fixture.opens):
        return f"fixture {fixture.id} opens at {fixture.opens}, and rounds are played in lockstep"
    return ""

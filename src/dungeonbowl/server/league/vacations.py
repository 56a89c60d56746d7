"""Vacations in the play-offs (LEAGUE 4.5): nobody is away in the last 72 hours of a fixture of his own that decides who
goes on, unless a commissioner allows it. Elsewhere a vacation is nobody's business."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Final

from dungeonbowl.errors import UserError
from dungeonbowl.league.chain import Actor
from dungeonbowl.league.competitions.formats import KnockOut
from dungeonbowl.league.office import lines, reading
from dungeonbowl.league.office.chance import moment_of
from dungeonbowl.league.office.rows import FixtureRow, SideRow
from dungeonbowl.server.league.permits import Registry

LAST: Final = timedelta(hours=72)
PLAYED: Final = "over"


def refuse_in_playoffs(registry: Registry, account: str, starts: datetime, ends: datetime) -> None:
    """`UserError` if a vacation lies in the last 72 hours of a play-off of this account."""
    for fixture, member in playoffs_of(registry, account):
        last = moment_of(fixture.deadline)
        if starts < last and last - LAST < ends and not is_allowed(registry, fixture, member):
            (line,) = lines.fixture_lines(registry.office.store, [fixture])
            names = " – ".join(side.name for side in line.sides)
            raise UserError(
                f"starts: the last 72 hours of a play-off lie in that time ({names}, until {last:%Y-%m-%d %H:%M} UTC): "
                "play it before, or ask a commissioner to allow the vacation on the page of the fixture"
            )


def playoffs_of(registry: Registry, account: str) -> Iterator[tuple[FixtureRow, str]]:
    """The fixtures of an account that are still to be played and decide who goes on, with the member that plays."""
    office = registry.office
    for member in registry.memberships(account):
        teams = [str(row["id"]) for row in office.store.find("teams", {"owner": member.id}, columns=("id",))]
        sides = office.store.find(SideRow.TABLE, {"team": teams}, columns=("fixture",)) if teams else []
        named = sorted({str(row["fixture"]) for row in sides})
        for row in reading.find(office.store, FixtureRow, {"id": named}, ("id",)) if named else []:
            if row.state != PLAYED and row.deadline and is_playoff(registry, row):
                yield row, member.id


def is_playoff(registry: Registry, fixture: FixtureRow) -> bool:
    stages = registry.office.competitions.state(fixture.competition).stages
    return any(stage.number == fixture.stage and isinstance(stage.format, KnockOut) for stage in stages)


def is_allowed(registry: Registry, fixture: FixtureRow, member: str) -> bool:
    return (member, fixture.id) in registry.office.leagues.state(fixture.league).vacations


def allow(registry: Registry, fixture: str, team: str, by: Actor, reason: str) -> None:
    """The coach of a team may be away in the last days of a fixture of the play-offs."""
    office = registry.office
    found = reading.one(office.store, FixtureRow, id=fixture)
    if found is None or team not in registry.sides_of(fixture):
        raise UserError("team: expected one of this fixture")
    if found.state == PLAYED or not is_playoff(registry, found):
        raise UserError("only a play-off that is still to be played needs a commissioner's word for a vacation")
    office.leagues.allow_vacation(found.league, office.teams.kept(team).owner, found.id, by, reason)

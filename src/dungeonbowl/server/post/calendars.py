"""Calendars that programs read by a secret link, in the form iCalendar: when a coach's time is up, and when the
fixtures of a coach, a team or a league are to be played."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Final

import msgspec

from dungeonbowl.errors import UserError
from dungeonbowl.languages import mark, t
from dungeonbowl.league.office import Office, lines, reading
from dungeonbowl.league.office.chance import moment_of
from dungeonbowl.league.office.rows import FixtureRow, SideRow
from dungeonbowl.league.office.views import FixtureLine
from dungeonbowl.server.accounts.matches import match_deadline
from dungeonbowl.server.league.permits import Person, Registry
from dungeonbowl.storage.accounts import AccountRecord, Accounts
from dungeonbowl.storage.contacts import Contacts, Feed
from dungeonbowl.storage.moments import at_second
from dungeonbowl.storage.news import one_line

MOST: Final = 300
NO_BOARDS: Final[Mapping[str, str]] = {}
COACH: Final = "coach"
TEAM: Final = "team"
LEAGUE: Final = "league"
NO_EXTRA: Final = mark("calendars need the extra 'accounts': pip install 'dungeonbowl[accounts]'")


class Entry(msgspec.Struct, frozen=True):
    """One entry of a calendar. `id` stays the same when its time changes."""

    id: str
    at: datetime
    title: str
    link: str
    match: str = ""  # whose board belongs to it


def entries_of(feed: Feed, person: Person, accounts: Accounts, registry: Registry) -> list[Entry]:
    if feed.kind == COACH:
        owners = [member.id for member in registry.memberships(feed.account)]
        own = registry.office.fixtures.open_of(owners, MOST)
        return [*turn_entries(feed.account, accounts), *fixture_entries(own)]
    check_subject(registry, person, feed.kind, feed.subject)  # nobody reads on who has left a league
    return fixture_entries(open_fixtures(registry.office, feed.kind, feed.subject))


def turn_entries(account: str, accounts: Accounts) -> list[Entry]:
    """When the own time is up, in the matches in which it runs."""
    found = []
    for match in accounts.matches(account, most=MOST):
        until = match_deadline(accounts, match)
        if until is None or not match.mine or match.clock.side not in match.sides:
            continue
        title = t("Your time is up: {teams}", teams=" – ".join(side.name for side in match.cards))
        found.append(Entry(f"turn.{match.id}", at_second(until), title, f"/match/{match.id}", match.id))
    return found


def open_fixtures(office: Office, kind: str, subject: str) -> list[FixtureLine]:
    if kind == LEAGUE:
        rows = reading.find(office.store, FixtureRow, {"league": subject, "ended": ""})
    else:
        sides = reading.find(office.store, SideRow, {"team": subject, "at": ""})
        rows = reading.find(office.store, FixtureRow, {"id": [side.fixture for side in sides]}) if sides else []
    return lines.fixture_lines(office.store, rows[:MOST])


def fixture_entries(fixtures: Iterable[FixtureLine]) -> list[Entry]:
    """For each fixture the time that was agreed, or else the last day."""
    found = []
    for each in fixtures:
        if not each.agreed and not each.deadline:
            continue
        names = " – ".join(side.name for side in each.sides)
        title = names if each.agreed else t("Last day: {teams}", teams=names)
        found.append(Entry(f"fixture.{each.id}", moment_of(each.agreed or each.deadline), title, f"/fixture/{each.id}"))
    return found


def check_subject(registry: Registry, person: Person, kind: str, subject: str) -> None:
    """`UserError` if there is no such team or league, or none that this person may see."""
    if kind == COACH:
        if subject:
            raise UserError("subject: expected none for the own calendar")
        return
    table = "teams" if kind == TEAM else "leagues"
    if not registry.office.store.find(table, {"id": subject}, most=1, columns=("id",)):
        raise UserError(f"subject: there is no such {kind}")
    registry.refuse_stranger(person, registry.league_of({kind: subject}))


def calendar_text(
    entries: Iterable[Entry], name: str, url: str, moment: datetime, boards: Mapping[str, str] = NO_BOARDS
) -> bytes:
    """The calendar as a file. The library escapes what people have called their teams. `boards` are the paths of
    pictures by their matches."""
    try:
        from icalendar import Calendar, Event, vUri
    except ImportError:
        raise UserError(NO_EXTRA) from None
    calendar = Calendar()
    calendar.add("prodid", "-//Dungeon Bowl//dungeonbowl//EN")
    calendar.add("version", "2.0")
    calendar.add("x-wr-calname", one_line(name))
    host = url.rpartition("/")[2].partition(":")[0] or "localhost"
    for each in entries:
        event = Event()
        event.add("uid", f"{each.id}@{host}")
        event.add("dtstamp", moment)
        event.add("dtstart", each.at)
        event.add("dtend", each.at + timedelta(minutes=30))
        event.add("summary", one_line(each.title))
        event.add("url", url + each.link)
        if each.match in boards:
            event.add("image", vUri(url + boards[each.match]), parameters={"value": "URI", "fmttype": "image/png"})
        calendar.add_component(event)
    return bytes(calendar.to_ical())


def calendar_of(
    feed: Feed,
    account: AccountRecord,
    contacts: Contacts,
    registry: Registry,
    url: str,
    moment: datetime,
    boards: Callable[[Sequence[str]], Mapping[str, str]],
) -> bytes:
    """`boards` finds the pictures of matches."""
    entries = entries_of(feed, person_of(account), contacts.accounts, registry)
    name = f"Dungeon Bowl: {name_of(feed, registry, account.name)}"
    return calendar_text(entries, name, url, moment, boards([each.match for each in entries if each.match]))


def person_of(account: AccountRecord) -> Person:
    """Whoever reads a calendar may see what its maker may."""
    return Person(account.id, account.name, account.owner)


def name_of(feed: Feed, registry: Registry, coach: str) -> str:
    """What people call the coach, the team or the league of a calendar."""
    if feed.kind == COACH:
        return coach
    table = "teams" if feed.kind == TEAM else "leagues"
    rows = registry.office.store.find(table, {"id": feed.subject}, most=1, columns=("name",))
    return str(rows[0]["name"]) if rows else feed.subject

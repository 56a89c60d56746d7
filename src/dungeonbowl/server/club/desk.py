"""From a request to a club day: whose card it brings, and what the organiser sees."""

from __future__ import annotations

import secrets
from typing import Final

from dungeonbowl.errors import stale
from dungeonbowl.languages import mark
from dungeonbowl.league.chain import Actor
from dungeonbowl.league.office.views import TeamLine
from dungeonbowl.league.result_numbers import Numbers, sheet_of
from dungeonbowl.server.club.addresses import page_addresses
from dungeonbowl.server.club.cards import code_of, link_of, picture_of, team_of
from dungeonbowl.server.club.room import Day, told_at
from dungeonbowl.server.failures import Forbidden, NotFound
from dungeonbowl.server.league.desk import AnyRequest, office_of, short
from dungeonbowl.server.settings import Settings
from dungeonbowl.server.tokens import token_of
from dungeonbowl.server.wire.club import ClubAddress, ClubCard, ClubConfirm, ClubDesk, ClubReport
from dungeonbowl.storage.club_days import ClubDays, DayRecord

SECRET_BYTES: Final = 32
NO_CARD: Final = mark("this card does not count here: ask at the desk for a new one")


class Club:
    """A club day and a request about it."""

    def __init__(self, request: AnyRequest, competition: str) -> None:
        self.request = request
        self.office = office_of(request)
        self.competition = short(competition)
        self.day = Day(self.office, self.competition)
        self.days: ClubDays = request.app.state.club_days
        self.settings: Settings = request.app.state.settings
        self.now = self.office.now().timestamp()

    @property
    def stored(self) -> DayRecord:
        return self.days.make(self.competition, secrets.token_bytes(SECRET_BYTES))

    def changed(self) -> None:
        """What only the day knows has changed: whoever looks at the league is told."""
        self.request.app.state.listeners.wrote({self.day.view.league})

    # --- cards -------------------------------------------------------------------------------------------------------

    def team(self) -> str:
        """The team whose card comes with the request. `Forbidden` without one that counts."""
        code = token_of(self.request)
        teams = [line.id for line in self.day.view.entries]
        found = team_of(self.stored.secret, code, teams, self.days.cards(self.competition)) if code else ""
        if not found:
            raise Forbidden(NO_CARD)
        return found

    def card(self, team: str, address: int = 0) -> ClubCard:
        entry = next((each for each in self.day.view.entries if each.id == team), None)
        if entry is None:
            raise NotFound(f"there is no team {team!r} in {self.day.view.name}")
        number = self.days.cards(self.competition).get(team, 0)
        return self.card_of(entry, number, self.stored.secret, self.address(address))

    def cards(self, address: int = 0) -> list[ClubCard]:
        """The cards of everybody who still takes part, by the names of coaches."""
        replaced, secret, base = self.days.cards(self.competition), self.stored.secret, self.address(address)
        lines = {line.id: line for line in self.day.view.entries}
        playing = [entry.team for entry in self.day.entries() if not entry.out]
        return [self.card_of(lines[team], replaced.get(team, 0), secret, base) for team in playing]

    def card_of(self, entry: TeamLine, number: int, secret: bytes, address: str) -> ClubCard:
        link = link_of(address, self.competition, code_of(secret, entry.id, number))
        return ClubCard(entry.id, entry.name, entry.coach, link, picture_of(link))

    def address(self, wanted: int) -> str:
        """One of the addresses of the server. Where phones cannot reach it at all, the one of this computer."""
        found = page_addresses(self.settings)
        return found[wanted if 0 <= wanted < len(found) else 0] if found else f"http://localhost:{self.settings.port}"

    def desk(self) -> ClubDesk:
        links = [f"{address}/club/{self.competition}" for address in page_addresses(self.settings)]
        told = told_at(self.day, self.day.tables(self.day.round_number))
        found = [ClubAddress(link, picture_of(link)) for link in links]
        return ClubDesk(found, self.settings.house, told, bool(self.settings.public_url))

    # --- results -----------------------------------------------------------------------------------------------------

    def coach_of(self, team: str) -> Actor:
        owner = next(line.owner for line in self.day.view.entries if line.id == team)
        return Actor("coach", owner)

    def sheet(self, fixture: str, data: ClubReport) -> str:
        """A result as a sheet."""
        self.own_fixture(fixture)
        sides = self.day.sides_of(fixture)
        return sheet_of(Numbers(data.how, data.scores, data.casualties, data.squares), sides)

    def confirm(self, data: ClubConfirm, by: Actor, team: str = "") -> None:
        """Confirm what was read. `Stale` if something else was entered since, or at another table meanwhile."""
        self.own_fixture(data.fixture)
        if data.words:
            table = [each for each in self.day.tables(self.day.round_number) if each.fixture == data.fixture]
            versions = told_at(self.day, table).get(data.fixture, [])
            if data.words not in [each.words for each in versions if each.by != team]:
                raise stale("what was entered for this table")
        self.office.fixtures.confirm(data.fixture, by, team, self.day.view.number)

    def own_fixture(self, fixture: str) -> None:
        """`NotFound` for a fixture of another competition."""
        if not self.day.sides_of(fixture):
            raise NotFound(f"there is no table {fixture!r} on this day")

"""Who may do what in the leagues of a server with accounts. Each address that writes names its task; here stands who
may do it. Without accounts nobody is asked, see `house.py`.

A member of a league has a role in its log. Somebody who owns a team, or helps with it, decides for that team whatever
the role. What the desk does is logged as the commissioner's, with the id of the member who did it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

import msgspec

from dungeonbowl.languages import mark
from dungeonbowl.league.chain import Actor
from dungeonbowl.league.office import Office
from dungeonbowl.league.office.rows import CompetitionRow, FixtureRow, MemberRow, PlayerRow, ReportRow, SideRow
from dungeonbowl.server.accounts.doors import NO_PROGRAMS, SIGN_IN
from dungeonbowl.server.failures import Forbidden, NotFound, NotSignedIn
from dungeonbowl.server.league.desk import home_of
from dungeonbowl.storage.membership import Membership

FOUND: Final = "found"  # a new league
ENTER: Final = "enter"  # a team enters or leaves
DECIDE: Final = "decide"  # for a team
PLAY: Final = "play"  # begin the match of a fixture, or take a seat in it
REPORT: Final = "report"  # results of matches at a real table
RESULT: Final = "result"  # enter a result without a sheet
PROPOSE: Final = "propose"  # times of a fixture, challenges
SCHEDULE: Final = "schedule"  # fixtures, deadlines, walk-overs
RULE: Final = "rule"  # corrections, options, members
BELONG: Final = "belong"  # what every member may

EVERYBODY: Final = "everybody"  # who founds leagues
OWNER: Final = "owner"  # of the server
COMMISSIONER: Final = "commissioner"
DESK: Final[dict[str, frozenset[str]]] = {
    ENTER: frozenset((OWNER, COMMISSIONER, "deputy")),
    DECIDE: frozenset((COMMISSIONER,)),
    PLAY: frozenset((OWNER, COMMISSIONER, "deputy")),
    REPORT: frozenset((OWNER, COMMISSIONER, "deputy", "scribe")),
    RESULT: frozenset((OWNER, COMMISSIONER, "deputy", "scribe")),
    PROPOSE: frozenset((OWNER, COMMISSIONER, "deputy")),
    SCHEDULE: frozenset((OWNER, COMMISSIONER, "deputy")),
    RULE: frozenset((OWNER, COMMISSIONER)),
    BELONG: frozenset((OWNER, COMMISSIONER, "deputy", "scribe")),
}
# What somebody may do for a team that is his own, or that he helps with.
OF_COACH: Final = frozenset((ENTER, DECIDE, PLAY, REPORT, PROPOSE, BELONG))
OF_BOT: Final = OF_COACH - {REPORT}
# What a program needs to be let in; nothing else is for programs.
SCOPES: Final = {DECIDE: "play", PLAY: "play", ENTER: "play", REPORT: "league:report", RESULT: "league:report"}
READ: Final = "league:read"
WHO: Final = mark(
    {
        ENTER: "a coach for himself, or the commissioner",
        DECIDE: "its own coach, who helps him, or a commissioner",
        PLAY: "one of its coaches, or the commissioner",
        REPORT: "its coaches, a scribe or the commissioner",
        RESULT: "a scribe or the commissioner",
        PROPOSE: "its coaches, or the commissioner",
        SCHEDULE: "a commissioner or a deputy",
        RULE: "a commissioner",
        BELONG: "a member of the league",
    }
)


class Person(msgspec.Struct, frozen=True):
    """Who asks, as far as leagues care. `scopes` are those of a program; a browser has none and needs none."""

    account: str
    name: str
    is_owner: bool = False
    is_program: bool = False
    scopes: frozenset[str] = frozenset()


class Permit(msgspec.Struct, frozen=True):
    """Somebody in a league. `member` is empty for an owner of the server who is no member."""

    person: Person
    league: str
    role: str
    member: str = ""
    name: str = ""


class Registry:
    """Who belongs to which league, for servers with accounts."""

    def __init__(self, office: Office, membership: Membership) -> None:
        self.office = office
        self.membership = membership

    # --- which league something belongs to ---------------------------------------------------------------------------

    def league_of(self, names: dict[str, Any]) -> str:
        """The league of what an address names; empty if there is none."""
        if league := str(names.get("league") or ""):
            return league
        if competition := str(names.get("competition") or ""):
            return self.column(CompetitionRow.TABLE, "id", competition, "league")
        if fixture := str(names.get("fixture") or ""):
            return self.column(FixtureRow.TABLE, "id", fixture, "league") or self.league_of_match(fixture)
        if player := str(names.get("player") or ""):
            names = {"team": self.column(PlayerRow.TABLE, "id", player, "team")}
        if team := str(names.get("team") or ""):
            return home_of(self.office, team)
        return self.league_of_match(str(names.get("match") or ""))

    def league_of_match(self, match: str) -> str:
        """Of a match, or of a season, whose end is an aftermath too."""
        return self.column(ReportRow.TABLE, "match", match, "league") or self.column("seasons", "id", match, "league")

    def column(self, table: str, key: str, value: str, column: str) -> str:
        rows = self.office.store.find(table, {key: value}, most=1, columns=(column,)) if value else []
        return str(rows[0][column]) if rows else ""

    # --- who somebody is ---------------------------------------------------------------------------------------------

    def member(self, league: str, account: str) -> MemberRow | None:
        """The member that an account is; None for a stranger."""
        if not account or not league:
            return None
        rows = self.office.store.find(MemberRow.TABLE, {"league": league, "account": account}, most=1)
        return MemberRow(**rows[0]) if rows else None

    def memberships(self, account: str) -> list[MemberRow]:
        rows = self.office.store.find(MemberRow.TABLE, {"account": account}, ("league",)) if account else []
        return [MemberRow(**row) for row in rows]

    def accounts_of(self, teams: Iterable[str]) -> set[str]:
        """The accounts that decide for teams: owners, and those who help them."""
        named = [team for team in teams if team]
        rows = self.office.store.find("teams", {"id": named}, columns=("owner",)) if named else []
        owners = [str(row["owner"]) for row in rows]
        members = self.office.store.find(MemberRow.TABLE, {"id": owners}, columns=("account",)) if owners else []
        found = {str(row["account"]) for row in members} | {account for _, account in self.membership.helpers_of(named)}
        return found - {""}

    def permit(self, person: Person, league: str) -> Permit | None:
        """Who somebody is in a league; None for a stranger."""
        member = self.member(league, person.account)
        if member is not None:
            role = member.role
            if person.is_owner and role != COMMISSIONER:
                role = OWNER
            return Permit(person, league, role, member.id, member.name)
        return Permit(person, league, OWNER) if person.is_owner else None

    def teams_of(self, permit: Permit) -> set[str]:
        """The teams that somebody owns or helps with. A team that plays in a second league is owned by the member of
        the first."""
        mine = [member.id for member in self.memberships(permit.person.account)]
        rows = self.office.store.find("teams", {"owner": mine}, columns=("id",)) if mine else []
        return {str(row["id"]) for row in rows} | set(self.membership.helped_by(permit.person.account))

    def tasks_of(self, permit: Permit) -> list[str]:
        """What somebody may do as one of the desk, for any team."""
        return [task for task, roles in DESK.items() if permit.role in roles]

    # --- reading -----------------------------------------------------------------------------------------------------

    def may_read(self, person: Person | None, league: str) -> bool:
        if not league or not self.membership.door(league).private:
            return True
        if person is None or (person.is_program and READ not in person.scopes):
            return False
        return self.permit(person, league) is not None

    def hidden_from(self, person: Person | None) -> set[str]:
        """The leagues that somebody may not even know of."""
        private = self.membership.private_leagues()
        if not private or (person is not None and person.is_owner and not person.is_program):
            return set()
        if person is None or (person.is_program and READ not in person.scopes):
            return private
        return private - {member.league for member in self.memberships(person.account)}

    def refuse_stranger(self, person: Person | None, league: str) -> None:
        """A private league is not there for strangers."""
        if not self.may_read(person, league):
            raise NotFound("there is no such league, or it is private: sign in as one of its members")

    def may_found(self, account: str, is_owner: bool, founders: str) -> bool:
        """Whether an account may found a league: by the choice of the server's owner everybody may, or only whoever is
        a commissioner already."""
        if founders == EVERYBODY or is_owner:
            return True
        return any(member.role == COMMISSIONER for member in self.memberships(account))

    # --- writing -----------------------------------------------------------------------------------------------------

    def allowed(
        self,
        person: Person | None,
        league: str,
        task: str,
        teams: frozenset[str] | None = None,
        only_desk: bool = False,
    ) -> Actor:
        """Whom the log names for an order. `teams` are those that it is about, if it is about any: of these one must be
        the own one, unless the desk gives the order. `only_desk`: it is no order of a coach, whoever owns the teams."""
        if person is None:
            raise NotSignedIn(SIGN_IN)
        refuse_program(person, task)
        self.refuse_stranger(person, league)
        permit = self.permit(person, league)
        if permit is None:
            raise Forbidden(f"you are no member of this league: {WHO[task]} may do that")
        if not only_desk and task in (OF_BOT if permit.role == "bot" else OF_COACH):
            if teams is None:
                if permit.role not in DESK[task]:
                    return Actor("coach", permit.member)
            elif own := teams & self.teams_of(permit):
                return self.coach(permit, own)
        if permit.role in DESK[task]:
            return Actor("commissioner", permit.member or person.account)
        raise Forbidden(f"only {WHO[task]} may do that")

    def coach(self, permit: Permit, own: set[str] | frozenset[str]) -> Actor:
        mine = {member.id for member in self.memberships(permit.person.account)}
        owners = self.office.store.find("teams", {"id": sorted(own)}, ("id",), columns=("owner",))
        if owner := next((str(row["owner"]) for row in owners if row["owner"] in mine), ""):
            return Actor("coach", owner)
        return Actor("co-coach", permit.member or permit.person.account)

    def sides_of(self, fixture: str) -> frozenset[str]:
        """The teams of a fixture, by its id or by that of its match."""
        rows = self.office.store.find(SideRow.TABLE, {"fixture": fixture}, columns=("team",))
        if not rows:
            known = self.column(ReportRow.TABLE, "match", fixture, "fixture")
            rows = self.office.store.find(SideRow.TABLE, {"fixture": known}, columns=("team",)) if known else []
        return frozenset(str(row["team"]) for row in rows if row["team"])


def refuse_program(person: Person, task: str) -> None:
    if not person.is_program:
        return
    scope = SCOPES.get(task)
    if scope is None:
        raise Forbidden(NO_PROGRAMS)
    if scope not in person.scopes:
        raise Forbidden(f"the token lacks the scope {scope}")

"""From a request to the office, and small answers that several pages need."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeVar

from litestar import Request

from dungeonbowl.errors import UserError
from dungeonbowl.league.office import Office
from dungeonbowl.league.office.rows import LeagueRow, MemberRow, PlayerRow, ReportRow

if TYPE_CHECKING:
    from dungeonbowl.server.league.almanac import Almanac

AnyRequest = Request[Any, Any, Any]


class Listed(Protocol):
    """A line of a list that goes on behind its id."""

    @property
    def id(self) -> str: ...


Line = TypeVar("Line", bound=Listed)
LONGEST_ID: Final = 60
MOST_LISTED: Final = 200


def office_of(request: AnyRequest) -> Office:
    office: Office = request.app.state.office
    return office


def almanac_of(request: AnyRequest) -> Almanac:
    almanac: Almanac = request.app.state.almanac
    return almanac


def short(identity: str) -> str:
    """An id out of an address. No id is longer; what is longer would only fill an error message."""
    return identity[:LONGEST_ID]


def listed(count: int) -> int:
    """How many entries of a list are told at once."""
    return max(1, min(count, MOST_LISTED))


def unhidden(page: Callable[[str], list[Line]], hidden: set[str], after: str, most: int) -> list[Line]:
    """A page of a list without the lines that have one of the `hidden` ids, as long as any other page. `page` reads on
    behind an id."""
    found: list[Line] = []
    while part := page(after):
        found += [line for line in part if line.id not in hidden]
        if not hidden or len(found) >= most:
            break
        after = part[-1].id
    return found[:most]


def teams_in(office: Office, leagues: set[str]) -> set[str]:
    """The teams of some leagues, and those that have come there from elsewhere."""
    if not leagues:
        return set()
    store = office.store
    found = {str(row["id"]) for row in store.find("teams", {"league": sorted(leagues)}, columns=("id",))}
    members = [row["id"] for row in store.find(MemberRow.TABLE, {"league": sorted(leagues)}, columns=("id",))]
    theirs = store.find("teams", {"owner": members}, columns=("id", "league")) if members else []
    homes = sorted({str(row["league"]) for row in theirs})
    known = {row["id"] for row in store.find(LeagueRow.TABLE, {"id": homes}, columns=("id",))} if homes else set()
    return found | {str(row["id"]) for row in theirs if row["league"] not in known}


def home_of(office: Office, team: str) -> str:
    """The league that a team belongs to: where it grows; of one whose league is not here, that of its owner, into which
    he has brought it. Empty if there is no such team."""
    rows = office.store.find("teams", {"id": team}, most=1, columns=("league", "owner")) if team else []
    if not rows:
        return ""
    league = str(rows[0]["league"])
    if office.store.count(LeagueRow.TABLE, {"id": league}):
        return league
    owner = rows[0]["owner"]
    members = office.store.find(MemberRow.TABLE, {"id": owner}, most=1, columns=("league",)) if owner else []
    return str(members[0]["league"]) if members else league


def need_reason(reason: str) -> str:
    """Whoever changes what others have earned says why."""
    if not reason.strip():
        raise UserError("reason: expected a few words, for everybody who reads the log")
    return " ".join(reason.split())


def league_name(office: Office, league: str) -> str:
    """The name of a league; empty if there is none."""
    if not league:
        return ""
    rows = office.store.find(LeagueRow.TABLE, {"id": league}, most=1, columns=("name",))
    return str(rows[0]["name"]) if rows else ""


def fixture_of(office: Office, match: str) -> str:
    """The id of the fixture that a match belongs to; empty for a match of no league."""
    rows = office.store.find(ReportRow.TABLE, {"match": match}, most=1, columns=("fixture",))
    return str(rows[0]["fixture"]) if rows else ""


def player_names(office: Office, players: Iterable[str]) -> dict[str, str]:
    """The names of players of any team, by id."""
    wanted = sorted({player for player in players if player})
    if not wanted:
        return {}
    rows = office.store.find(PlayerRow.TABLE, {"id": wanted}, columns=("id", "name"))
    return {str(row["id"]): str(row["name"]) for row in rows}

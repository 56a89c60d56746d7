"""From a request to the office, and small answers that several pages need."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from litestar import Request

from dungeonbowl.errors import UserError
from dungeonbowl.league.office import Office
from dungeonbowl.league.office.rows import LeagueRow, PlayerRow, ReportRow
from dungeonbowl.server.league.almanac import Almanac

AnyRequest = Request[Any, Any, Any]

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

"""A coach, as everybody may know him: never a mail address, nor where he comes from. Matches by link are between those
who have the link, and are not listed."""

from __future__ import annotations

from dungeonbowl.server.failures import NotFound
from dungeonbowl.server.league.desk import league_name
from dungeonbowl.server.league.permits import Person, Registry
from dungeonbowl.server.league.sheets import roster_names
from dungeonbowl.server.lobby.desk import SIDES, Lobby
from dungeonbowl.server.lobby.rating import rank_of
from dungeonbowl.server.view.words import edition_name
from dungeonbowl.server.wire import lobby as wire
from dungeonbowl.storage.lobby import LobbyMatch
from dungeonbowl.storage.match_records import ABANDONED, MatchStanding

MOST = 50
OVER = "over"


def coach_page(lobby: Lobby, registry: Registry, account: str, person: Person | None) -> wire.CoachPage:
    found = lobby.accounts.by_id(account)
    if found is None:
        raise NotFound("there is no such coach")
    quiet = lobby.store.blocks(person.account).get(account, "") if person is not None else ""
    members = {
        member.league: member for member in registry.memberships(account) if registry.may_read(person, member.league)
    }
    return wire.CoachPage(
        account,
        found.name,
        found.created.date().isoformat(),
        found.is_gone,
        [rank_of(each) for each in lobby.store.ratings([account])],
        matches_of(lobby, account),
        [team for league, member in members.items() for team in teams_of(registry, league, member.id)],
        [
            wire.CoachLeague(league, league_name(registry.office, league), member.role)
            for league, member in members.items()
        ],
        quiet,
    )


def matches_of(lobby: Lobby, account: str) -> list[wire.CoachMatch]:
    found = lobby.store.matches_of(account, MOST)
    standings = {each.id: each for each in lobby.sessions.store.standings([match.match_id for match in found])}
    names = lobby.accounts.by_ids([each for match in found for each in (match.home, match.away)])
    called = {identity: each.name for identity, each in names.items()}
    return [
        match_line(match, standings[match.match_id], account, called) for match in found if match.match_id in standings
    ]


def match_line(match: LobbyMatch, standing: MatchStanding, account: str, names: dict[str, str]) -> wire.CoachMatch:
    side = 0 if match.home == account else 1
    winner = standing.result.winner
    result = "drawn" if winner is None else "won" if winner == side else "lost"
    if standing.stage != OVER or standing.result.text == ABANDONED:
        result = ""
    return wire.CoachMatch(
        match.match_id,
        [each.name for each in standing.sides[:SIDES]],
        [names.get(match.home, ""), names.get(match.away, "")],
        side,
        edition_name(match.edition),
        standing.result.score[:SIDES],
        result,
        match.rated,
        match.at.isoformat(timespec="seconds"),
    )


def teams_of(registry: Registry, league: str, member: str) -> list[wire.CoachTeam]:
    columns = ("id", "name", "roster", "edition", "games", "won", "drawn", "lost")
    where = {"owner": member, "league": league}
    rows = registry.office.store.find("teams", where, ("id",), columns=columns)
    name = league_name(registry.office, league)
    return [
        wire.CoachTeam(
            row["id"],
            row["name"],
            str(roster_names(row["edition"]).get(row["roster"], row["roster"])),
            league,
            name,
            row["games"],
            row["won"],
            row["drawn"],
            row["lost"],
        )
        for row in rows
    ]

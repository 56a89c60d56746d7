"""The pages of a team and of a player."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec

from dungeonbowl.league.office import Office, verifying
from dungeonbowl.league.office.rows import AppearanceRow, FixtureRow, MemberRow, NewsRow, SideRow
from dungeonbowl.league.office.views import HistoryLine, VerifyLine
from dungeonbowl.league.team_events import KINDS
from dungeonbowl.server.league.desk import home_of, league_name, player_names
from dungeonbowl.server.league.sheets import career_line, player_line, roster_page
from dungeonbowl.server.wire.league import (
    HistoryEntry,
    HistoryPage,
    Honour,
    PlayerPage,
    ProvenanceShare,
    TeamPage,
)


def team_page(office: Office, team: str) -> TeamPage:
    view = office.teams.view(team)
    home = home_of(office, team)
    killers = player_names(office, (career.by for career in view.careers.values()))
    return TeamPage(
        view.line,
        view.number,
        roster_page(view.team),
        home,
        league_name(office, home),
        view.season,
        [career_line(view.team, identity, career, killers) for identity, career in view.careers.items()],
        [Honour(season, place) for season, place in view.honours],
        list(view.matches),
        provenance_of(office, team),
        view.open_aftermath,
        view.match,
        view.may_redraft,
        brought=brought(office, view.line.owner, team),
    )


def brought(office: Office, owner: str, team: str) -> str:
    """How sure a team was as a whole when its coach brought it from another server; empty if nobody has."""
    members = office.store.find(MemberRow.TABLE, {"id": owner}, columns=("league",)) if owner else []
    leagues = [row["league"] for row in members]
    where = {"league": leagues, "kind": "visited", "about": team}
    rows = office.store.find(NewsRow.TABLE, where, columns=("details",)) if leagues else []
    return str(msgspec.json.decode(rows[-1]["details"])["mark"]) if rows else ""


def provenance_of(office: Office, team: str) -> list[ProvenanceShare]:
    """How much of a team's experience comes from matches of which mark."""
    sides = office.store.find(SideRow.TABLE, {"team": team}, columns=("fixture",))
    fixtures = [row["fixture"] for row in sides]
    if not fixtures:
        return []
    rows = office.store.find(FixtureRow.TABLE, {"id": fixtures}, columns=("id", "provenance"))
    marks = {row["id"]: row["provenance"] for row in rows}
    shares: Counter[str] = Counter()
    for fixture, points in office.store.totals(
        AppearanceRow.TABLE, {"fixture": fixtures, "team": team}, "fixture", "points"
    ):
        shares[marks.get(fixture, "")] += points
    return [ProvenanceShare(mark, amount) for mark, amount in sorted(shares.items()) if mark]


def history_page(office: Office, team: str, before: int, most: int, kinds: tuple[str, ...]) -> HistoryPage:
    lines = office.teams.history(team, before, most, kinds)
    more = lines[-1].event.seq if len(lines) == most and lines[-1].event.seq > 1 else 0
    return HistoryPage([entry_of(line) for line in lines], more, office.store.head(team)[0], sorted(KINDS))


def entry_of(line: HistoryLine) -> HistoryEntry:
    event = line.event
    body: dict[str, Any] = msgspec.to_builtins(line.body)
    return HistoryEntry(
        event.seq,
        event.at,
        event.kind,
        line.text,
        line.actor,
        event.cause.kind,
        event.cause.id,
        event.hash,
        event.rule,
        list(event.dice),
        line.voided,
        line.instead,
        body,
    )


def player_page(office: Office, player: str) -> PlayerPage:
    view = office.teams.player(player, events=True)
    team = office.teams.kept(view.team).team
    here = next((each for each in team.players if each.id == player), None)
    names = player_names(office, [view.career.by])
    return PlayerPage(
        view.id,
        view.team,
        view.team_name,
        career_line(team, view.id, view.career, names),
        player_line(team, here) if here is not None else None,
        list(view.matches),
        [entry_of(line) for line in view.events],
    )


def verified(office: Office, team: str) -> list[VerifyLine]:
    """What `verify` finds about one team: of its league, the lines that are about it; of a team whose league is not
    here, what its own history and replays tell."""
    kept = office.teams.kept(team)
    if not league_name(office, kept.league):
        return list(verifying.team(team, office.teams.verification(team)))
    return [line for line in office.archives.verify(kept.league) if line.about.startswith((team, kept.team.name))]

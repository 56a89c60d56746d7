"""Friendlies: who may play one (O-LEAGUE-05)."""

from __future__ import annotations

from dungeonbowl.league.competitions.state import Competition


def division_of(competition: Competition, team: str) -> str:
    """The division of a team: as it was entered, or its group in a stage."""
    entry = competition.entry(team)
    if entry.division:
        return entry.division
    return next((stage.group_of(team) for stage in competition.stages if team in stage.teams), "")


def objection(competition: Competition, *teams: str) -> str:
    """Why teams may not play a friendly; empty if they may. Friendlies are played between divisions, once for each pair
    and season. They bring no league points and no most valuable player."""
    if len(teams) != 2:
        return "a friendly is played by two teams"
    one, other = teams
    for team in teams:
        if team not in competition.entries or team in competition.out:
            return f"{competition.name_of(team)} takes no part in this competition"
    if division_of(competition, one) == division_of(competition, other):
        names = f"{competition.name_of(one)} and {competition.name_of(other)}"
        return f"{names} are in the same division: friendlies are played between divisions (O-LEAGUE-05)"
    for fixture in competition.fixtures.values():
        if fixture.is_friendly and set(fixture.sides) == {one, other}:
            names = f"{competition.name_of(one)} and {competition.name_of(other)}"
            return f"{names} have a friendly this season already ({fixture.id}): one for each pair (O-LEAGUE-05)"
    return ""

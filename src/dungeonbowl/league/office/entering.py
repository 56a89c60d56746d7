"""Whether a team may enter a season: it is checked against the edition text of the season, whatever its own file says
of budget and prices."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from dungeonbowl.editions import build, name_of
from dungeonbowl.errors import UserError
from dungeonbowl.league.competitions.options import Season
from dungeonbowl.league.competitions.tiers import read_tiers
from dungeonbowl.records.squads import refuse_stranger, refuse_unplayed, refuse_weapons
from dungeonbowl.teams.checks import check
from dungeonbowl.teams.facts import load_facts
from dungeonbowl.teams.problems import TeamError
from dungeonbowl.teams.team import Player, Team


def refuse_unfit(team: Team, season: Season) -> None:
    """`UserError` if a team cannot play by the options of a season."""
    rules = build(season.edition)
    refuse_stranger(team, rules)
    if team.is_new:
        refuse_other_sums(team, season)
    if problems := check(judged_by(team, season) if team.is_new else team):
        raise TeamError(team.name, problems)
    refuse_weapons(team, rules)
    refuse_unplayed([team])
    if season.competition.play != "resurrection" and team.kind != "league":
        raise UserError(f"team {team.name!r} is an exhibition team; expected one that can grow: kind = league")


def judged_by(team: Team, season: Season) -> Team:
    """A draft as the season reads it: at its prices, with the gold that it was drafted with."""
    return msgspec.structs.replace(team, edition=drafted_in(team, season), budget=drafted_with(team))


def drafted_with(team: Team) -> int:
    budgets = team.facts.draft.budgets
    return team.budget or (budgets[team.kind].usual if team.kind in budgets else 0)


def drafted_in(team: Team, season: Season) -> str:
    """The edition text that a draft is read by. A book of its own, as races have in other editions, keeps its own."""
    return season.edition if name_of(team.edition) == name_of(season.edition) else team.edition


def agreed_budget(team: Team, season: Season) -> int:
    """The gold of a draft: what the season says, or the usual sum of its edition (A-TEAM-08, O-EXH-01)."""
    budgets = load_facts(drafted_in(team, season)).draft.budgets
    return season.competition.budget or (budgets[team.kind].usual if team.kind in budgets else 0)


def agreed_points(team: Team, season: Season) -> int:
    """The points for chosen skills: those of its roster, or what the season says, or the usual ones (O-EXH-02)."""
    options = season.competition
    usual = options.skill_points or load_facts(drafted_in(team, season)).draft.budgets[team.kind].skill_points
    return read_tiers(options.tiers, season.edition).get(team.roster, usual)


def refuse_other_sums(team: Team, season: Season) -> None:
    """`UserError` if a team was drafted with more gold than all others may have, or with more points for skills
    (A-TEAM-08, O-EXH-01, O-EXH-02). Where the competition names a sum, it is that sum and no other."""
    budgets = load_facts(drafted_in(team, season)).draft.budgets
    if team.kind not in budgets:
        return
    agreed, given = agreed_budget(team, season), drafted_with(team)
    if given > agreed or (season.competition.budget and given != agreed):
        raise UserError(f"team {team.name!r}: expected a draft with {agreed:,} gold, found one with {given:,}")
    pool = agreed_points(team, season)
    if team.skill_points > pool:
        raise UserError(
            f"team {team.name!r}: expected at most {pool} points for skills, found {team.skill_points} (O-EXH-02)"
        )


def new_prices(team: Team, season: Season) -> str:
    """The edition text of a season that sells staff at other prices than the team knows; empty if none differs. A team
    that only plays as it is keeps its own."""
    text = drafted_in(team, season)
    if season.competition.play == "resurrection" or load_facts(text).draft.staff == team.facts.draft.staff:
        return ""
    return text


def with_ids(draft: Team, identity: str, new_player: Callable[[], str], known: tuple[Player, ...] = ()) -> Team:
    """A draft with the id of its team, and ids for its players. Players who are known by their id keep it."""
    held = {player.id for player in known if player.id}
    players = tuple(
        player if player.id in held else msgspec.structs.replace(player, id=new_player()) for player in draft.players
    )
    return msgspec.structs.replace(draft, id=identity, players=players, history="", season=0, trophy=False)

"""From teams to the sheets of a match: the players that can play, with their abilities."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from dungeonbowl.engine.setup import MOST_PIECES, MOST_SIDES, NO_PASSING, PlayerSheet, Squads
from dungeonbowl.errors import UserError
from dungeonbowl.records.notation import ABILITY_NAMES
from dungeonbowl.teams.checks import check
from dungeonbowl.teams.problems import TeamError
from dungeonbowl.teams.skill_book import WrittenSkill
from dungeonbowl.teams.skills import ability_names, skill_names
from dungeonbowl.teams.team import Player, Team, profile_of, targets_of, written_skills

ABILITY_NUMBERS: Final = {name: int(number) for number, name in ABILITY_NAMES.items()}


def squads_of(teams: Sequence[Team]) -> Squads:
    """The sheets of a match between teams, a side each, in the order given.

    Players that miss the game or are retired stay at home; journeymen are those that the team brings along. An illegal
    team is refused with every reason, and so is a skill that the engine does not know, each by its name.
    """
    if not 2 <= len(teams) <= MOST_SIDES:
        raise UserError(f"teams of a match: expected 2 to {MOST_SIDES}, found {len(teams)}")
    editions = {team.edition.partition("(")[0] for team in teams}
    if len(editions) > 1:
        raise UserError(f"teams of a match: expected one edition, found {', '.join(sorted(editions))}")
    for team in teams:
        if problems := check(team):
            raise TeamError(team.name, problems)
    refuse_unplayed(teams)
    sheets = [sheet_of(side, team, player) for side, team in enumerate(teams) for player in team.available]
    if len(sheets) > MOST_PIECES:
        raise UserError(f"players of a match: expected at most {MOST_PIECES}, found {len(sheets)}")
    return Squads(len(teams), sheets, [team.rerolls for team in teams], [team.name for team in teams])


def sheet_of(side: int, team: Team, player: Player) -> PlayerSheet:
    profile = targets_of(team, profile_of(team, player))
    skills = written_skills(team, player)
    names = ability_names(name for written in skills if (name := played_name(written)))
    return PlayerSheet(
        side,
        player.number,
        player.name,
        profile.ma,
        profile.st,
        profile.ag,
        profile.pa or int(NO_PASSING),
        profile.av,
        [ABILITY_NUMBERS[name] for name in names],
        1,
        player.niggles,
        player.position,
        [written.text for written in skills],
    )


def played_name(written: WrittenSkill) -> str:
    """The name under which the engine plays a skill, with its number or without; empty if it does not play it."""
    played = skill_names()
    for name in (written.text, written.skill.name):
        if name in played and all(ability in ABILITY_NUMBERS for ability in ability_names([name])):
            return name
    return ""


def refuse_unplayed(teams: Sequence[Team]) -> None:
    """Skills that are not played yet are no match's to ignore."""
    skills = {
        written.text: played_name(written)
        for team in teams
        for player in team.available
        for written in written_skills(team, player)
    }
    if unplayed := sorted(text for text, name in skills.items() if not name):
        raise UserError(f"skills that this engine does not play: {', '.join(unplayed)}")

"""From teams to the sheets of a match: the players that can play, with their abilities."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from dungeonbowl.editions import build, name_of
from dungeonbowl.engine.abilities import INFECTS, RESENTS, WAITS_TO_JOIN
from dungeonbowl.engine.market import CHEAP_BRIBES, CHEAP_CHEF, MAY_HEAL
from dungeonbowl.engine.rules import Rules
from dungeonbowl.engine.setup import MOST_PIECES, MOST_SIDES, NO_PASSING, PlayerSheet, Squads, TeamSheet
from dungeonbowl.errors import UserError
from dungeonbowl.teams.checks import check, objections
from dungeonbowl.teams.journeymen import with_journeymen
from dungeonbowl.teams.names import Namer
from dungeonbowl.teams.problems import TeamError
from dungeonbowl.teams.skill_book import WrittenSkill
from dungeonbowl.teams.skills import ability_names, ability_parameters, skill_name, skill_names
from dungeonbowl.teams.team import Player, Team, free_numbers, profile_of, targets_of, written_skills
from dungeonbowl.teams.value import current_team_value, team_rating
from dungeonbowl.words.notation import ABILITY_NAMES

INFECTED: Final = "Rotter Lineman"  # the position of an infected player that joins
HEALER: Final = "apothecary"  # among a team's staff
PERKS: Final = {"cheap_bribes": int(CHEAP_BRIBES), "cheap_chef": int(CHEAP_CHEF)}
TAGGED: Final = {"undead": "UNDEAD"}  # what all players of a roster with this tag are
ABILITY_NUMBERS: Final = {name: int(number) for number, name in ABILITY_NAMES.items()}


def squads_of(teams: Sequence[Team], rules: Rules | None = None) -> Squads:
    """The sheets of a match between teams, one side each, in the order given.

    `rules` are those of the match; without them, those of the edition that all teams belong to.

    Players that miss the game or are retired stay at home. A league team with fewer than 11 players left takes
    journeymen, of the cheapest kind unless it has named its own with `with_journeymen` before (O-DRAFT-10 to
    O-DRAFT-12). Their cost counts when inducements are bought. An exhibition team comes with the inducements of its
    list, and nothing more is bought in its matches (O-EXH-01).

    Refused are an illegal team (with all reasons), a legal team without a player that can play, and a skill that the
    engine does not know (by its name, with the players that have it).
    """
    if not 2 <= len(teams) <= MOST_SIDES:
        raise UserError(f"teams of a match: expected 2 to {MOST_SIDES}, found {len(teams)}")
    editions = {book_of(team) for team in teams}
    if rules is None:
        if len(editions) > 1:
            raise UserError(f"teams of a match: expected one edition, found {', '.join(sorted(editions))}")
        rules = build(editions.pop())
    for team in teams:
        refuse_stranger(team, rules)
        if problems := check(team):
            raise TeamError(team.name, problems)
        refuse_absent(team)
    teams = [with_journeymen(team) for team in teams]
    refuse_unplayed(teams)
    for team in teams:
        refuse_weapons(team, rules)
    sheets = [sheet for side, team in enumerate(teams) for sheet in side_sheets(side, team)]
    sheets += rules.policies.neutral.sheets(len(teams))
    if len(sheets) > MOST_PIECES:
        raise UserError(f"players of a match: expected at most {MOST_PIECES}, found {len(sheets)}")
    rerolls = [team.rerolls + team.inducements.get("extra_training", 0) for team in teams]
    buys = all(team.kind == "league" for team in teams)
    names = [team.name for team in teams]
    team_sheets = [team_sheet(team, buys, rules.colleges) for team in teams]
    if any(module.rates_teams() for module in rules.modules):
        for sheet, team in zip(team_sheets, teams, strict=True):
            sheet.rating = team_rating(team)
    return Squads(len(teams), sheets, rerolls, names, team_sheets)


def book_of(team: Team) -> str:
    """The name of the edition that a team is of."""
    return name_of(team.edition)


def refuse_stranger(team: Team, rules: Rules, name: str = "") -> None:
    """`UserError` if teams of this one's edition do not play by these rules."""
    if book_of(team) not in rules.team_books:
        raise UserError(f"team {name or repr(team.name)} is for {team.edition}, not for {rules.edition}")


def refuse_absent(team: Team) -> None:
    """`UserError` if a legal team has too few players for its next match."""
    if found := objections(team):
        raise UserError(f"team {team.name!r} may not play: {'; '.join(problem.text() for problem in found)}")


def team_sheet(team: Team, buys: bool, colleges: list[str]) -> TeamSheet:
    """What a team has besides its players. Its value and its gold count only if inducements are bought."""
    return TeamSheet(
        current_team_value(team) if buys else 0,
        team.treasury if buys else 0,
        colleges.index(team.roster) if team.roster in colleges else 0,
        team.inducements.get("bribes", 0),
        team.inducements.get("wizard", 0),
        team.staff.get(HEALER, 0),
        perks_of(team),
    )


def perks_of(team: Team) -> int:
    """The perks that prices depend on, from the tags of the roster and the staff that it may have."""
    found = 0
    for tag, perk in PERKS.items():
        if tag in team.roster_facts.tags:
            found |= perk
    if any(staff.key == HEALER for staff in team.facts.draft.staff) and HEALER not in team.roster_facts.without:
        found |= int(MAY_HEAL)
    return found


def side_sheets(side: int, team: Team) -> list[PlayerSheet]:
    """The players of a team. If one of them can infect and the roster has such a Lineman, the Lineman that may join
    follows. If one of them has Animosity, the kind of every player is noted."""
    sheets = [sheet_of(side, team, player) for player in team.available]
    if any(int(RESENTS) in sheet.abilities for sheet in sheets):
        races = team.roster_facts.races()
        for sheet, player in zip(sheets, team.available, strict=True):
            sheet.parameters[int(RESENTS)] = races.index(team.position_of(player).race) + 1
    position = team.roster_facts.find(INFECTED)
    if position is not None and any(int(INFECTS) in sheet.abilities for sheet in sheets):
        number = free_numbers((player.number for player in team.players), team.facts.draft.players.most)[0]
        name = Namer(f"infected {team.name} {team.games}", [player.name for player in team.players])
        newcomer = Player(number, name.player(position.race), position.name, position.cost)
        waiting = sheet_of(side, team, newcomer)
        waiting.abilities.append(int(WAITS_TO_JOIN))
        sheets.append(waiting)
    return sheets


def sheet_of(side: int, team: Team, player: Player) -> PlayerSheet:
    profile = targets_of(team, profile_of(team, player))
    skills = written_skills(team, player)
    played = [name for written in skills if (name := played_name(written))]
    names = ability_names(played, player.position)
    names += [ability for tag, ability in TAGGED.items() if tag in team.roster_facts.tags]
    numbers = ability_parameters(played)
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
        {ABILITY_NUMBERS[name]: value for name, value in numbers.items()},
    )


def played_name(written: WrittenSkill) -> str:
    """The name under which the engine plays a skill, with or without its number; empty if it does not play it."""
    try:
        usual = skill_name(written.skill.name)
    except UserError:
        return ""
    if usual not in skill_names() or any(name not in ABILITY_NUMBERS for name in ability_names([usual])):
        return ""
    try:
        return skill_name(written.text)
    except UserError:  # what is in its brackets means nothing to the engine
        return usual


def refuse_weapons(team: Team, rules: Rules) -> None:
    """`UserError` if a player has a weapon whose rules the match does not have."""
    for player in team.available:
        if player.weapon and player.weapon not in rules.tables.course.weapons:
            known = ", ".join(rules.tables.course.weapons) or "no weapons"
            raise UserError(
                f"{player.name} of {team.name} has the weapon {player.weapon}; expected {known} in this match"
            )


def refuse_unplayed(teams: Sequence[Team]) -> None:
    """`UserError` for skills that are not played yet: each is named with the positions that have it."""
    unplayed: dict[str, set[str]] = {}
    for team in teams:
        for player in team.available:
            for written in written_skills(team, player):
                if not played_name(written):
                    unplayed.setdefault(written.text, set()).add(player.position)
    if unplayed:
        found = [f"{skill} ({', '.join(sorted(unplayed[skill]))})" for skill in sorted(unplayed)]
        raise UserError(f"skills that this engine does not play: {', '.join(found)}")

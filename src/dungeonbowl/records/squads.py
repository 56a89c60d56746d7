"""From teams to the sheets of a match: the players that can play, with their abilities."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from dungeonbowl.editions import build, name_of
from dungeonbowl.engine.abilities import FOR_HIRE, INFECTS, RESENTS, WAITS_TO_JOIN
from dungeonbowl.engine.market import CHEAP_BRIBES, CHEAP_CHEF, MAY_HEAL
from dungeonbowl.engine.rules import Rules
from dungeonbowl.engine.setup import (
    JOURNEYMAN,
    MERCENARY,
    MOST_PIECES,
    MOST_SIDES,
    NEWCOMER,
    NO_PASSING,
    OWN,
    STAR,
    PlayerSheet,
    Squads,
    TeamSheet,
)
from dungeonbowl.errors import UserError
from dungeonbowl.records.setup import lesson_of
from dungeonbowl.teams.checks import check, objections
from dungeonbowl.teams.hiring import STAR_POSITION, mercenaries_of, stars_of
from dungeonbowl.teams.journeymen import with_journeymen
from dungeonbowl.teams.names import Namer
from dungeonbowl.teams.problems import TeamError
from dungeonbowl.teams.skill_book import WrittenSkill
from dungeonbowl.teams.skills import ability_names, ability_parameters, skill_name, skill_names
from dungeonbowl.teams.team import (
    Player,
    Profile,
    Team,
    free_numbers,
    profile_in,
    profile_of,
    targets_of,
    written_skills,
)
from dungeonbowl.teams.value import current_team_value, inducement_purses, team_rating
from dungeonbowl.words.notation import ABILITY_NAMES

BUYERS: Final = 2  # inducements are bought in matches of two sides
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
    buys = all(team.kind == "league" for team in teams)
    team_sheets = [team_sheet(team, buys, rules.colleges) for team in teams]
    neutral = rules.policies.neutral.sheets(len(teams))
    players = [side_sheets(side, team) for side, team in enumerate(teams)]
    room = int(MOST_PIECES) - len(neutral) - sum(map(len, players))
    for side, purse in enumerate(purses_of(team_sheets, rules)):
        players[side] += for_hire(side, teams[side], players[side], purse, room // len(teams))
    sheets = [sheet for side in players for sheet in side]
    sheets += neutral
    if len(sheets) > MOST_PIECES:
        raise UserError(f"players of a match: expected at most {MOST_PIECES}, found {len(sheets)}")
    rerolls = [team.rerolls_held + team.inducements.get("extra_training", 0) for team in teams]
    names = [team.name for team in teams]
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
        identity=team.id,
        head=team.history,
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
        waiting.role = NEWCOMER
        sheets.append(waiting)
    return sheets


def purses_of(teams: list[TeamSheet], rules: Rules) -> list[int]:
    """The most that each side could spend on players for hire; nothing where nobody is hired."""
    agreed = rules.tables.options
    hired = any(ware.role for ware in rules.market) and agreed.inducements and not agreed.quick_start
    if not hired or len(teams) != BUYERS:
        return [0] * len(teams)
    values = int(teams[0].value), int(teams[1].value)
    treasuries = int(teams[0].treasury), int(teams[1].treasury)
    spent = treasuries[values.index(max(values))] if values[0] != values[1] else 0
    purses = inducement_purses(values, treasuries, spent, int(agreed.petty_cash_cap))
    return [purse.total for purse in purses]


def for_hire(side: int, team: Team, players: list[PlayerSheet], purse: int, room: int) -> list[PlayerSheet]:
    """The players whom a side could hire with all the gold that it may get: star players, then mercenaries of each
    position. They are on the list from the start and play only if they are hired. `room` is how many may be added."""
    free = team.facts.draft.players.most - len(players)
    most = team.facts.draft.stars_most
    stars = [star for star in stars_of(team) if star.cost <= purse and (2 if star.pair else 1) <= min(free, most)]
    kinds = [each for each in mercenaries_of(team) if each.price <= purse]
    wanted = [
        each for copy in range(free) for each in kinds if copy < min(each.free, purse // each.price)
    ]  # one of each position before a second of any
    worn = [int(sheet.number) for sheet in players] + [player.number for player in team.players]
    numbers = iter(free_numbers(worn, team.facts.draft.players.most + len(stars) + len(wanted)))
    namer = Namer(f"mercenaries {team.name} {team.games}", [sheet.name for sheet in players])
    found: list[PlayerSheet] = []
    for star in stars:
        written = [team.facts.skills.read(text) for text in star.skills]
        sheet = sheet_with(side, team, next(numbers), star.name, STAR_POSITION, profile_in(star.position), written)
        sheet.role, sheet.price, sheet.partner = STAR, star.cost, star.pair
        found.append(sheet)
    for each in wanted[: max(0, room - len(found))]:
        position = each.position
        name = namer.player(position.race)
        sheet = sheet_with(side, team, next(numbers), name, position.name, profile_in(position), each.skills)
        sheet.role, sheet.price = MERCENARY, each.price
        # a skill that does nothing in this edition is not sold
        sheet.lessons = [lesson for text in each.lessons if (lesson := lesson_of(text)).abilities]
        found.append(sheet)
    for sheet in found:
        sheet.abilities.append(int(FOR_HIRE))
    return found


def sheet_of(side: int, team: Team, player: Player) -> PlayerSheet:
    skills = written_skills(team, player)
    sheet = sheet_with(side, team, player.number, player.name, player.position, profile_of(team, player), skills)
    sheet.niggles = player.niggles
    sheet.identity = player.id
    sheet.role = JOURNEYMAN if player.journeyman else OWN
    return sheet


def sheet_with(
    side: int, team: Team, number: int, name: str, position: str, profile: Profile, skills: list[WrittenSkill]
) -> PlayerSheet:
    """A player with these characteristics, as the edition writes them, and these skills."""
    targets = targets_of(team, profile)
    played = [usual for written in skills if (usual := played_name(written))]
    names = ability_names(played, position)
    names += [ability for tag, ability in TAGGED.items() if tag in team.roster_facts.tags]
    numbers = ability_parameters(played)
    return PlayerSheet(
        side,
        number,
        name,
        targets.ma,
        targets.st,
        targets.ag,
        targets.pa or int(NO_PASSING),
        targets.av,
        [ABILITY_NUMBERS[each] for each in names],
        position=position,
        skills=[written.text for written in skills],
        parameters={ABILITY_NUMBERS[each]: value for each, value in numbers.items()},
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

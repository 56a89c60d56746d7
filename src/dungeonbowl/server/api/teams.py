"""Teams: what can be drafted, and what is wrong with a draft."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import get, post

from dungeonbowl.atlas.telling import of_roster
from dungeonbowl.errors import UserError
from dungeonbowl.languages import translated
from dungeonbowl.play.problems import reason_of
from dungeonbowl.server import wire
from dungeonbowl.server.budgets import BUDGET, CHECKS, REQUESTS
from dungeonbowl.server.failures import NotFound
from dungeonbowl.server.view.figures import figure_of_position
from dungeonbowl.server.view.words import skill_text
from dungeonbowl.teams.checks import check, objections
from dungeonbowl.teams.drafting import STYLES, draft_team
from dungeonbowl.teams.facts import Facts, editions, load_facts
from dungeonbowl.teams.files import read_team, write_team
from dungeonbowl.teams.problems import TeamError
from dungeonbowl.teams.ready import ready_ids, ready_team
from dungeonbowl.teams.rosters import Position, Roster
from dungeonbowl.teams.sheet import position_numbers
from dungeonbowl.teams.team import Player, Team
from dungeonbowl.teams.value import current_team_value, draft_cost


@get("/teams/{edition:str}", tags=["teams"], sync_to_thread=True, opt={BUDGET: REQUESTS})
def draft_facts(edition: str) -> wire.DraftFacts:
    """The rosters of an edition with their prices and limits."""
    if edition not in editions():
        raise NotFound(f"teams of edition {edition[:60]!r}: expected one of {', '.join(editions())}")
    facts = load_facts(edition)
    draft = facts.draft
    return wire.DraftFacts(
        draft.edition,
        draft.title,
        draft.roster_key,
        list(draft.sections),
        draft.players.least,
        draft.players.most,
        draft.rerolls.limit(is_new=True),
        {kind: wire.BudgetLine(budget.usual, budget.least, budget.most) for kind, budget in draft.budgets.items()},
        [roster_sheet(facts, roster) for roster in facts.rosters],
        [wire.Purchase(each.key, each.name, each.cost, each.most) for each in draft.staff],
        [wire.Purchase(each.key, each.name, each.cost, each.most, each.effect) for each in draft.inducement],
        list(STYLES),
        draft.stars_most,
        draft.mercenaries.extra if draft.mercenaries is not None else 0,
        draft.mercenaries.skill_cost if draft.mercenaries is not None else 0,
        draft.armed_most,
        [wire.Carried(item.name, draft.item_cost, item.effect) for item in draft.item],
    )


def roster_sheet(facts: Facts, roster: Roster) -> wire.RosterSheet:
    lines = [position_line(facts, position) for position in roster.position]
    stars = [position_line(facts, star.position) for star in facts.stars_for(roster)]
    return wire.RosterSheet(
        roster.id,
        roster.name,
        facts.reroll_cost(roster),
        dict(roster.limits),
        lines,
        roster.wizard,
        stars,
        of_roster(facts.draft.edition, roster.id),
    )


def position_line(facts: Facts, position: Position) -> wire.PositionLine:
    numbers = dict(zip(facts.characteristics, position_numbers(facts, position), strict=True))
    skills = [wire.Skill(written, skill_text(facts.draft.edition, written)) for written in position.skills]
    return wire.PositionLine(
        position.name,
        position.cost,
        position.section,
        position.race,
        position.limit,
        numbers["ma"],
        numbers["st"],
        numbers["ag"],
        numbers.get("pa", ""),  # empty in editions where passing is a matter of agility
        numbers["av"],
        skills,
        [
            wire.Carried(weapon.name, weapon.price(position.race), weapon.effect)
            for weapon in facts.draft.weapon
            if weapon.is_open_to(position)
        ],
        figure_of_position(position),
    )


@get("/teams/{edition:str}/ready/{identity:str}", tags=["teams"], sync_to_thread=True, opt={BUDGET: CHECKS})
def ready(edition: str, identity: str) -> wire.TeamChecked:
    """A ready team."""
    if identity not in ready_ids(edition):
        raise NotFound(f"there is no ready team {identity[:60]!r}")
    return checked(ready_team(identity, edition))


@post("/teams/check", tags=["teams"], sync_to_thread=True, status_code=200, opt={BUDGET: CHECKS})
def check_team(data: wire.TeamCheckOrder) -> wire.TeamChecked:
    """Everything that is wrong with a team, what it costs, and its file."""
    if (data.draft is None) == (data.text is None):
        raise UserError("expected either a draft or the text of a team file")
    if data.text is not None:
        try:
            return checked(read_team(data.text, "team", checked=False))
        except TeamError as error:
            problems = [problem_of(each) for each in error.problems]
            return wire.TeamChecked(False, problems, 0, 0, 0, 0, data.text)
        except UserError as error:
            problem = wire.TeamProblem(translated(str(error)), "", "", "")
            return wire.TeamChecked(False, [problem], 0, 0, 0, 0, data.text)
    assert data.draft is not None
    return checked(team_of(data.draft))


def team_of(draft: wire.TeamDraft) -> Team:
    """A draft as a team. A position that the roster does not have costs nothing, and the checks will say so."""
    facts = load_facts(draft.edition)
    roster = facts.roster(draft.roster)
    players = []
    for player in draft.players:
        position = roster.find(player.position)
        name = position.name if position is not None else player.position
        cost = position.cost if position is not None else 0
        players.append(Player(player.number, player.name, name, cost, weapon=player.weapon))
    budget = facts.draft.budgets[draft.kind]
    team = Team(
        facts.draft.edition,
        roster.id,
        draft.name,
        tuple(players),
        draft.coach,
        draft.kind,
        draft.budget,
        rerolls=draft.rerolls,
        inducements=draft.inducements,
        staff=draft.staff,
    )
    if budget.keeps_rest and all(roster.find(player.position) is not None for player in draft.players):
        left = (draft.budget or budget.usual) - draft_cost(team)
        team = msgspec.structs.replace(team, treasury=max(0, left))
    return team


def checked(team: Team) -> wire.TeamChecked:
    problems = check(team)
    facts = team.facts
    known = all(team.roster_facts.find(player.position) is not None for player in team.players)
    cost = draft_cost(team) if known else sum(player.cost for player in team.players)
    budget = team.budget or facts.draft.budgets[team.kind].usual
    value = current_team_value(team) if known else 0
    record: dict[str, Any] = msgspec.to_builtins(team)
    return wire.TeamChecked(
        not problems,
        [problem_of(each) for each in problems],
        cost,
        budget,
        budget - cost,
        value,
        write_team(team),
        record,
        [problem_of(each) for each in objections(team)] if not problems else [],
    )


def problem_of(problem: Any) -> wire.TeamProblem:
    return wire.TeamProblem(reason_of(problem), problem.what, problem.where, problem.rule)


@post("/teams/random", tags=["teams"], sync_to_thread=True, status_code=200, opt={BUDGET: CHECKS})
def random_team(data: wire.RandomTeamOrder) -> wire.TeamChecked:
    """A team drafted by the program: the same order gives the same team."""
    roster = data.roster
    if not roster:
        rosters = load_facts(data.edition).rosters
        roster = rosters[data.seed % len(rosters)].id
    return checked(draft_team(roster, data.style, data.seed, edition=data.edition, kind=data.kind))

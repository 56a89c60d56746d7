"""Traits are learnt out of one's own categories alone (A-BASE-42): every position of every college, every skill."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from dungeonbowl.league.aftermath.stages.improvement import skills_open
from dungeonbowl.teams.checks import check
from dungeonbowl.teams.facts import load_facts
from dungeonbowl.teams.rosters import Position, Roster
from dungeonbowl.teams.skill_book import TRAIT, Skill
from dungeonbowl.teams.team import Gain, Player, Team

FACTS = load_facts("astrogranite")
POSITIONS = [(roster, position) for roster in FACTS.rosters for position in roster.position]


def is_trait(skill: Skill) -> bool:
    """What the books call a trait of its category; everything physical is one."""
    return skill.doubles or skill.category == "physical"


def veteran(roster: Roster, position: Position, *skills: str) -> Team:
    """A team that has played, of one player who has learnt something."""
    gained = tuple(Gain(skill=skill) for skill in skills)
    player = Player(1, "Number 1", position.name, position.cost, gained, earned=6)
    return Team("astrogranite", roster.id, "Veterans", (player,), games=3)


@pytest.mark.rule("A-BASE-42")
@pytest.mark.parametrize(("roster", "position"), POSITIONS, ids=[f"{one.id}-{two.name}" for one, two in POSITIONS])
def test_nobody_learns_a_trait_of_another_category_on_a_double(roster: Roster, position: Position) -> None:
    team = veteran(roster, position)
    usual = skills_open(team, team.players[0], is_double=False)
    double = skills_open(team, team.players[0], is_double=True)
    for skill in FACTS.skills.skills:
        if skill.category == TRAIT or skill.name in position.skills:
            continue
        if any(skill.name in FACTS.skills.read(held).skill.excludes for held in position.skills):
            continue
        own = skill.category in position.primary
        is_open = own or not is_trait(skill)
        assert (skill.name in double) == is_open, skill.name
        assert (skill.name in usual) == (own and not skill.doubles), skill.name
        assert (check(veteran(roster, position, skill.name)) == []) == is_open, skill.name


@pytest.mark.rule("A-BASE-42", "A-SKREF-36")
def test_a_werewolf_grows_no_claws_and_a_beastman_does() -> None:
    light, grey = FACTS.roster("light"), FACTS.roster("grey")
    werewolf, beastman = light.find("Werewolf"), grey.find("Beastman Lineman")
    assert werewolf is not None
    assert beastman is not None
    for mutation in ("Claw", "Two Heads"):
        (problem,) = check(veteran(light, werewolf, mutation))
        assert problem.text() == (
            "player 1 'Number 1': gained: expected a skill out of general, strength, agility, passing,"
            f" found {mutation} (physical) (A-BASE-42)"
        )
        assert check(veteran(grey, beastman, mutation)) == []
    team = veteran(light, werewolf)
    assert "Dodge" in skills_open(team, team.players[0], is_double=True)
    claws = replace(team.players[0], gained=(Gain(skill="Block"),))
    assert "Claw" not in skills_open(team, claws, is_double=True)

"""Limits of a new team that do not bind one that has played, and those that an edition does not have."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from dungeonbowl.records.squads import squads_of
from dungeonbowl.teams.checks import check
from dungeonbowl.teams.drafting import draft_team
from dungeonbowl.teams.files import read_team, write_team
from dungeonbowl.teams.ready import ready_team
from dungeonbowl.teams.team import Gain, Team
from dungeonbowl.teams.value import team_value


def with_rerolls(team: Team, rerolls: int) -> Team:
    """The team with another number of re-rolls, paid out of its treasury."""
    cost = (rerolls - team.rerolls) * team.facts.reroll_cost(team.roster_facts)
    return replace(team, rerolls=rerolls, treasury=team.treasury - cost)


def small_team(edition: str, roster: str, budget: int = 0) -> Team:
    """A new team of as few players as are allowed, all of the cheapest kind; the rest is treasury."""
    team = draft_team(roster, edition=edition, budget=budget)
    facts = team.facts
    cheapest = min(team.roster_facts.of_section("linemen"), key=lambda position: position.cost)
    players = [replace(each, position=cheapest.name, cost=cheapest.cost) for each in team.players]
    players = players[: facts.draft.players.least]
    left = (budget or facts.draft.budgets["league"].usual) - sum(player.cost for player in players)
    return replace(team, players=tuple(players), rerolls=0, staff={}, treasury=left)


@pytest.mark.rule("A-TEAM-09")
def test_a_new_astrogranite_team_has_as_many_rerolls_as_it_can_pay() -> None:
    team = small_team("astrogranite", "amber")  # six at 50,000 leave 700,000
    assert team.treasury == 700_000
    for rerolls in (8, 9, 14):
        bought = with_rerolls(team, rerolls)
        assert check(bought) == []
        assert read_team(write_team(bought)) == bought
        assert squads_of([bought, bought]).rerolls == [rerolls, rerolls]
    (problem, *_) = check(with_rerolls(team, 15))
    assert problem.text() == "gold spent: expected at most 1,000,000, found 1,050,000 (A-TEAM-08)"


@pytest.mark.rule("A-TEAM-08", "A-TEAM-09")
def test_five_million_in_gold_buy_ninety_rerolls() -> None:
    team = small_team("astrogranite", "amber", budget=5_000_000)
    assert check(with_rerolls(team, 90)) == []


@pytest.mark.rule("O-DRAFT-05")
@pytest.mark.parametrize(("edition", "roster"), [("official", "beasts"), ("stockbowl", "halfling")])
def test_where_the_draft_has_a_limit_of_rerolls_it_stays_eight(edition: str, roster: str) -> None:
    team = small_team(edition, roster)
    assert "rerolls" not in [problem.what for problem in check(with_rerolls(team, 8))]
    assert "rerolls: expected 0 to 8, found 9" in str([problem.text() for problem in check(with_rerolls(team, 9))])
    assert check(replace(with_rerolls(team, 9), games=1, treasury=0)) == []


@pytest.mark.rule("A-TEAM-11", "A-BASE-44")
@pytest.mark.parametrize("edition", ["astrogranite", "stockbowl"])
def test_a_new_team_begins_with_nine_points_of_fan_factor_and_victories_bring_more(edition: str) -> None:
    identity = {"astrogranite": "gold-balanced", "stockbowl": "orc-balanced"}[edition]
    new = replace(ready_team(identity, edition), staff={"fan_factor": 10})
    rule = {"astrogranite": "A-TEAM-11", "stockbowl": "S-GEN-01"}[edition]
    assert f"staff.fan_factor: expected 0 to 9, found 10 ({rule})" in [problem.text() for problem in check(new)]
    famous = replace(new, games=12)
    assert check(famous) == []
    assert squads_of([famous, famous]).names == [new.name, new.name]
    assert [problem.what for problem in check(replace(famous, staff={"fan_factor": 100}))] == ["staff.fan_factor"]


def test_an_apothecary_stays_alone_however_long_a_team_has_played() -> None:
    team = replace(ready_team("orc-balanced", "stockbowl"), games=30, staff={"apothecary": 2})
    assert [problem.text() for problem in check(team)] == ["staff.apothecary: expected 0 to 1, found 2 (S-GEN-01)"]


@pytest.mark.rule("O-DRAFT-01", "O-DRAFT-08")
def test_a_team_that_has_played_keeps_the_prices_it_paid() -> None:
    """A roster that was corrected since changes the price of new players, and not what the old ones are worth."""
    team = ready_team("fire-fast")
    first = replace(team.players[0], cost=team.players[0].cost + 10_000)
    dearer = replace(team, players=(first, *team.players[1:]))
    assert [problem.what for problem in check(dearer)] == ["cost"]
    assert check(replace(dearer, games=1)) == []
    assert team_value(replace(dearer, games=1)) == team_value(team) + 10_000


@pytest.mark.rule("A-BASE-42", "A-FAST-01")
def test_six_advancements_at_most_and_seven_on_the_fast_track() -> None:
    skills = ("Block", "Tackle", "Dauntless", "Kick", "Pass Block", "Pro", "Shadowing")
    team = ready_team("gold-balanced", "astrogranite")
    gained = tuple(Gain(skill=skill) for skill in skills)
    first = replace(team.players[0], gained=gained, earned=200)
    for edition, most in (
        ("astrogranite(classic, league=on)", 6),
        ("astrogranite(classic, league=on, fast_track=on)", 7),
        ("astrogranite", 7),  # nothing is said
    ):
        played = replace(team, edition=edition, games=9, players=(first, *team.players[1:]))
        problems = [problem.text() for problem in check(played) if "at most" in problem.text()]
        assert problems == (
            [] if most == 7 else [f"player 1 '{first.name}': gained: expected at most 6, found 7 (A-BASE-42)"]
        )

"""Who may enter a season: a draft is read by the edition text of the season, not by what its own file says."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from dungeonbowl.errors import UserError
from dungeonbowl.league.competitions.options import read_season
from dungeonbowl.league.office.roles import COMMISSIONER
from dungeonbowl.teams.ready import ready_team
from dungeonbowl.teams.team import Gain, Team
from dungeonbowl.teams.value import team_rating
from support.offices import Club

LEAGUE = "astrogranite(standard, league=on)"
DEAR_FANS = "astrogranite(standard, league=on, fan_factor_cost=10000)"


def gold(fans: int = 0, price: int = 1000, **changes: object) -> Team:
    """A new team of the Gold College with so many fans, paid out of its treasury at a price."""
    team = ready_team("gold-balanced", "astrogranite")
    return replace(team, staff={"fan_factor": fans}, treasury=team.treasury - fans * price, **changes)


def enter(edition: str, team: Team, options: str = "", preset: str = "book") -> Team:
    club = Club(edition, teams=0, options=options, preset=preset, start=False)
    return club.office.teams.kept(club.office.teams.enter(club.league, team, COMMISSIONER, "Zed")).team


@pytest.mark.rule("A-TEAM-08")
@pytest.mark.parametrize("edition", ["astrogranite", "astrogranite(budget=5000000)"])
def test_a_team_that_was_drafted_with_more_gold_than_the_others_stays_outside(edition: str) -> None:
    team = gold()
    rich = replace(team, edition=edition, budget=5_000_000, treasury=team.treasury + 4_000_000)
    with pytest.raises(UserError, match="expected a draft with 1,000,000 gold, found one with 5,000,000"):
        enter(LEAGUE, rich)
    assert enter(LEAGUE, team).treasury == team.treasury


@pytest.mark.rule("A-TEAM-08")
def test_where_all_coaches_have_agreed_on_another_sum_that_is_the_sum() -> None:
    team = gold()
    rich = replace(team, budget=1_200_000, treasury=team.treasury + 200_000)
    rules, option = f"{LEAGUE[:-1]}, budget=1200000)", "budget = 1200000"
    for edition, options in ((rules, ""), (LEAGUE, option)):
        assert enter(edition, rich, options).treasury == rich.treasury
        more = replace(rich, budget=1_300_000, treasury=rich.treasury + 100_000)
        with pytest.raises(UserError, match="expected a draft with 1,200,000 gold, found one with 1,300,000"):
            enter(edition, more, options)
    assert enter(rules, team).treasury == team.treasury, "who has used less has less"
    with pytest.raises(UserError, match="expected a draft with 1,200,000 gold, found one with 1,000,000"):
        enter(LEAGUE, team, option)


@pytest.mark.rule("A-TEAM-11", "A-TEAM-08")
def test_fans_cost_what_the_league_says() -> None:
    assert enter(LEAGUE, gold(2)).staff == {"fan_factor": 2}
    with pytest.raises(UserError, match="treasury: expected exactly 0, found 18,000"):
        enter(DEAR_FANS, gold(2))  # paid at 1,000 a point
    assert enter(DEAR_FANS, gold(2, 10_000)).staff == {"fan_factor": 2}


@pytest.mark.rule("A-BASE-45", "A-TEAM-11")
def test_fans_count_in_the_rating_at_what_they_cost_in_the_league() -> None:
    dear, cheap = enter(DEAR_FANS, gold(2, 10_000)), enter(LEAGUE, gold(2))
    assert team_rating(dear) == 1_000_000 // 10_000
    assert team_rating(replace(dear, staff={"fan_factor": 7})) == 100 + 5
    assert team_rating(replace(cheap, staff={"fan_factor": 7})) == 100


@pytest.mark.rule("O-EXH-01", "O-EXH-02")
def test_at_a_club_day_everybody_has_the_same_gold_and_no_more_points_than_the_pool() -> None:
    team = ready_team("fire-fast", "official")
    shown = replace(team, kind="exhibition", treasury=0, budget=1_150_000)
    assert enter("official", shown, preset="club_day").kind == "exhibition"
    with pytest.raises(UserError, match="expected a draft with 1,150,000 gold, found one with 1,300,000"):
        enter("official", replace(shown, budget=1_300_000), preset="club_day")
    skilled = replace(shown, skill_points=42, players=(with_skill(shown), *shown.players[1:]))
    with pytest.raises(UserError, match="expected at most 36 points for skills, found 42"):
        enter("official", skilled, preset="club_day")
    assert enter("official", replace(skilled, skill_points=36), preset="club_day").players[0].gained
    assert enter("official", skilled, "skill_points = 42", "club_day").skill_points == 42


@pytest.mark.rule("O-EXH-02")
def test_rosters_of_different_tiers_have_different_pools() -> None:
    fire, light = ready_team("fire-fast", "official"), ready_team("light-balanced", "official")
    tiers = "tiers = fire:42 light:30"
    for team, pool in ((fire, 42), (light, 30)):
        shown = replace(team, kind="exhibition", treasury=0, budget=1_150_000, skill_points=pool)
        assert enter("official", shown, tiers, "club_day").skill_points == pool
        with pytest.raises(UserError, match=f"expected at most {pool} points for skills, found {pool + 1}"):
            enter("official", replace(shown, skill_points=pool + 1), tiers, "club_day")
    death = replace(ready_team("death-strong", "official"), kind="exhibition", treasury=0, budget=1_150_000)
    with pytest.raises(UserError, match="expected at most 24 points"):
        enter("official", replace(death, skill_points=30), f"{tiers}, skill_points = 24", "club_day")


@pytest.mark.parametrize(
    ("tiers", "told"),
    [
        ("fire", "expected a roster with its points"),
        ("fire:many", "expected a roster with its points"),
        ("fire:-1", "expected a roster with its points"),
        ("mauve:36", "college 'mauve': expected "),
        ("fire:36 fire:42", "fire stands twice"),
    ],
)
def test_a_tier_that_makes_no_sense_is_told_before_anybody_enters(tiers: str, told: str) -> None:
    with pytest.raises(UserError, match=told):
        read_season(f"edition = official, tiers = {tiers}")


def with_skill(team: Team) -> object:
    first = team.players[0]
    category = team.position_of(first).primary[0]
    skill = {"general": "Pro", "agility": "Sprint", "strength": "Guard"}[category]
    return replace(first, gained=(Gain(skill),))

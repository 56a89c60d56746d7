"""Special arrangements: the weaker of two teams chooses before the match (A-ARR)."""

from __future__ import annotations

import pytest

from dungeonbowl.editions import build
from dungeonbowl.editions.options import EditionError
from dungeonbowl.league.bought import bought, gold_spent
from dungeonbowl.records.save import fingerprint, load, save
from dungeonbowl.records.squads import squads_of
from dungeonbowl.scenes.scene import Scene, away, home
from dungeonbowl.teams.ready import ready_team
from dungeonbowl.teams.value import team_rating

ARRANGED = "astrogranite(classic, league=on, special_arrangements=on)"
OPENING = """
    ############
    #AA..12..BB#
    #AA$$34$$BB#
    #AA$.56.$BB#
    ############
"""


def opening(ratings: tuple[int, int], dice: list[str] | None = None) -> Scene:
    legend = {"P": home(status="reserves"), "q": away(status="reserves")}
    return Scene(OPENING, legend, edition=ARRANGED, opening=True, ratings=ratings, dice=dice)


@pytest.mark.rule("A-ARR-01")
@pytest.mark.parametrize(("ratings", "count"), [((100, 115), 1), ((100, 144), 2), ((145, 100), 3), ((300, 100), 3)])
def test_the_weaker_team_chooses_one_for_every_fifteen_points_up_to_three(ratings: tuple[int, int], count: int) -> None:
    scene = opening(ratings)
    assert scene.asked == ("home" if ratings[0] < ratings[1] else "away")
    for number in range(count):
        scene.play("buy sponsorship", dice=["2D6 6+1"] if number == count - 1 else [])
    assert scene.offered("start home")
    assert len(scene.events("bought")) == count


@pytest.mark.rule("A-ARR-01")
def test_fewer_points_are_nothing() -> None:
    scene = opening((100, 114), ["2D6 6+1"])
    assert scene.offered("start home")


@pytest.mark.rule("A-ARR-02")
def test_extra_training_is_a_re_roll_each() -> None:
    scene = opening((100, 145))
    scene.play("buy training", "buy insurance", "buy training", dice=["2D6 6+1"])
    assert (scene.rerolls("home"), scene.rerolls("away")) == (2, 0)
    assert bought(scene.rules.market, scene.game.events, 0) == ["training", "insurance", "training"]
    assert gold_spent(scene.game.events, 0) == 0
    assert fingerprint(load(save(scene.game))) == fingerprint(scene.game)


@pytest.mark.rule("A-ARR-01")
def test_the_ratings_of_real_teams_come_into_the_match() -> None:
    rules = build(ARRANGED.replace("classic", "classic, colleges=on"))
    team = ready_team("light-balanced", "astrogranite")
    squads = squads_of([team, team], rules)
    assert [int(sheet.rating) for sheet in squads.teams] == [team_rating(team)] * 2


@pytest.mark.rule("A-MOD-02")
def test_it_is_for_two_teams_of_a_league() -> None:
    with pytest.raises(EditionError, match="extra_teams"):
        build(ARRANGED.replace(")", ", extra_teams=on)"))
    with pytest.raises(EditionError, match="needs 'league'"):
        build("astrogranite(classic, special_arrangements=on)")

"""Experience: what earns it in a match. What follows is in tests/league."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from dungeonbowl.editions import build
from dungeonbowl.scenes.scene import Scene, away, home
from dungeonbowl.teams.team import Player, Team
from dungeonbowl.teams.value import team_rating


@pytest.mark.rule("A-BASE-45")
def test_a_team_rating_counts_gold_and_points() -> None:
    players = (
        Player(1, "A", "Orc Lineman", 50_000, earned=9),
        Player(2, "B", "Orc Blitzer", 80_000, earned=5),
    )
    team = Team("astrogranite", "gold", "T", players, games=1, rerolls=2, treasury=15_000, staff={"fan_factor": 4})
    assert team_rating(team) == (130_000 + 100_000 + 4_000 + 15_000) // 10_000 + 2
    assert team_rating(replace(team, treasury=16_000)) == 25 + 2


@pytest.mark.rule("A-BASE-41", "A-SPP-01")
def test_every_deed_has_its_points() -> None:
    tables = build("astrogranite(classic, league=on, referees=on, onsite_referees=on)").tables
    in_a_match = {
        "completion": int(tables.experience.completion),
        "casualty": int(tables.experience.casualty),
        "interception": int(tables.experience.interception),
        "touchdown": int(tables.experience.touchdown),
        "chest with a ball": int(tables.experience.chest),
        "push into a hazard": int(tables.experience.hazard),
        "most valuable player": int(tables.experience.most_valuable),
    }
    assert in_a_match == {
        "completion": 1,
        "casualty": 2,
        "interception": 2,
        "touchdown": 3,
        "chest with a ball": 2,
        "push into a hazard": 1,
        "most valuable player": 5,
    }
    without = build("astrogranite(classic)").tables
    points = without.experience
    assert (points.touchdown, points.chest, points.most_valuable) == (0, 0, 0)


# --- in a match -----------------------------------------------------------------------------------------------------

LEAGUE = "astrogranite(classic, league=on)"
HALL = """
    ......
    .Ab...
    ......
    .....z
"""
PORTALS = """
    ........
    .Ab1...2
    ........
    3.4.5.6.
"""


def earned(scene: Scene) -> dict[str, int]:
    """Points of the match by letter."""
    return {letter: points for letter in scene.letters if (points := scene.points(letter))}


def hall(edition: str = LEAGUE, picture: str = HALL, **facts: Any) -> Scene:
    legend = {"A": home(agility=4), "b": away(agility=4, armour=9)}
    if "z" in picture:
        legend["z"] = away()
    return Scene(picture, legend, edition=edition, **facts)


@pytest.mark.rule("A-BASE-41", "A-SPP-01")
def test_a_casualty_by_a_block_is_worth_two_in_a_league_and_nothing_else_where() -> None:
    for edition, points in ((LEAGUE, {"A": 2}), ("astrogranite(classic)", {})):
        scene = hall(edition)
        scene.play(
            "activate A",
            "declare block b",
            "push (3,1)",
            "stay",
            dice=["block POW", "2D6 5+5", "2D6 6+5", "D6 1", "D8 1"],
        )
        assert scene.status("b") == "casualty"
        assert earned(scene) == points


@pytest.mark.rule("A-BASE-41", "A-SPP-01")
def test_completion_interception_and_touchdown() -> None:
    legend = {"A": home(agility=4), "C": home(agility=4), "b": away(agility=4)}
    scene = Scene("A..C....\n........\n.......b", legend, ball="A", edition=LEAGUE)
    scene.play("activate A", "declare pass", "aim", "throw (3,0)", dice=["D6 6", "D6 6"])
    assert earned(scene) == {"A": 1}
    scene = Scene("A..b..C", legend, ball="A", edition=LEAGUE)
    scene.play("activate A", "declare pass", "aim", "throw (6,0)", "interfere b", dice=["D6 6"])
    assert earned(scene) == {"b": 2}
    legend = {"R": home(agility=4), "b": away()}
    scene = Scene("A.....RB\nA.....b.", legend, ball="R", edition=LEAGUE)
    scene.play("activate R", "step e", dice=["D6 6"])
    assert scene.winner == "home"
    assert earned(scene) == {"R": 3}


@pytest.mark.rule("A-SPP-02")
def test_opening_a_chest_with_a_ball_is_worth_two_and_an_explosion_nothing() -> None:
    legend = {"A": home(), "b": away()}
    scene = Scene(".....\n.A$..\n....b", legend, edition=LEAGUE)
    scene.play("activate A", "declare move", "open (2,1)", dice=[])
    assert scene.ball == (2, 1)
    assert earned(scene) == {"A": 2}


@pytest.mark.rule("A-SPP-05")
def test_a_casualty_of_an_explosion_is_worth_nothing() -> None:
    legend = {"A": home(armour=9), "b": away(armour=9)}
    scene = Scene(".....\n.A$b.\n.....", legend, edition=LEAGUE, ball=(0, 0))
    scene.play("activate A", "declare move", "open (2,1)", dice=["2D6 1+2", "2D6 5+5", "2D6 6+6", "D6 1", "D8 1"])
    assert scene.status("b") == "casualty"
    assert earned(scene) == {}


@pytest.mark.rule("A-SPP-03")
def test_a_push_onto_a_teleporter_is_worth_one() -> None:
    scene = hall(picture=PORTALS)
    scene.play("activate A", "declare block b", "push (3,1)", "stay", dice=["block PUSH", "D6 2"])
    assert scene.square("b") == (7, 1)
    assert earned(scene) == {"A": 1}
    scene = hall(picture=PORTALS)
    scene.play("activate A", "declare block b", "push (3,0)", "stay", dice=["block PUSH"])
    assert earned(scene) == {}


@pytest.mark.rule("A-SPP-03")
def test_only_the_one_pushed_directly_counts() -> None:
    picture = """
        #######
        .Abc1.2
        #######
        3.4.5.6
    """
    legend = {"A": home(), "b": away(), "c": away()}
    scene = Scene(picture, legend, edition=LEAGUE)
    scene.play("activate A", "declare block b", "stay", dice=["block PUSH", "D6 2"])
    assert (scene.square("b"), scene.square("c")) == ((3, 1), (6, 1))
    assert earned(scene) == {}


@pytest.mark.rule("A-SPP-03")
def test_nothing_is_earned_by_walking_there_oneself_or_without_a_league() -> None:
    scene = hall("astrogranite(classic)", PORTALS)
    scene.play("activate A", "declare block b", "push (3,1)", "stay", dice=["block PUSH", "D6 2"])
    assert earned(scene) == {}
    legend = {"A": home(), "b": away()}
    scene = Scene("A1.2.b\n3.4.5.6", legend, edition=LEAGUE)
    scene.play("activate A", "step e", dice=["D6 2"])
    assert earned(scene) == {}


@pytest.mark.rule("A-SPP-03")
@pytest.mark.parametrize(("module", "square", "dice"), [("lava", "&", ["2D6 1+2"]), ("chasms", ":", ["D6 3"])])
def test_a_push_onto_lava_or_into_a_chasm_is_worth_one(module: str, square: str, dice: list[str]) -> None:
    picture = f"#####\n.Ab{square}.\n#####"
    scene = Scene(picture, {"A": home(), "b": away()}, edition=f"astrogranite(classic, league=on, {module}=on)")
    scene.play("activate A", "declare block b", "stay", dice=["block PUSH", *dice])
    assert earned(scene) == {"A": 1}

"""Experience: what earns it in a match, what is learnt from it, and what follows a match."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from dungeonbowl.editions import build
from dungeonbowl.errors import UserError
from dungeonbowl.league.aftermath import fan_factor_change, most_valuable, team_rating, winnings
from dungeonbowl.league.arrangements import (
    Arrangement,
    arrangements_due,
    extra_rerolls,
    insured,
    reroll_price,
    sponsored,
)
from dungeonbowl.league.experience import (
    AWARDS,
    FAST_TRACK,
    USUAL_TRACK,
    points_earned,
    read_roll,
    rolls_due,
    rolls_reached,
    skills_open,
)
from dungeonbowl.scenes.scene import Scene, away, home
from dungeonbowl.teams.ready import ready_team
from dungeonbowl.teams.team import Gain, Player, Team

GOLD = ready_team("gold-balanced", "astrogranite")


def of(position: str) -> Player:
    return next(player for player in GOLD.players if player.position == position)


# --- advancement ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("A-BASE-42")
def test_six_thresholds_bring_a_roll_each() -> None:
    assert USUAL_TRACK == (6, 16, 31, 51, 76, 176)
    assert [rolls_reached(points) for points in (5, 6, 15, 16, 50, 51, 175, 176, 999)] == [0, 1, 1, 2, 3, 4, 5, 6, 6]
    assert rolls_due(Player(1, "X", "Orc Lineman", 50_000, experience=31)) == 3
    assert rolls_due(Player(1, "X", "Orc Lineman", 50_000, gained=(Gain(skill="Block"),), experience=31)) == 2


@pytest.mark.rule("A-FAST-01")
def test_the_fast_track_has_seven_and_comes_sooner() -> None:
    assert FAST_TRACK == (6, 11, 21, 31, 46, 61, 81)
    points = (5, 6, 10, 11, 20, 21, 30, 31, 45, 46, 60, 61, 80, 81, 999)
    assert [rolls_reached(each, fast=True) for each in points] == [0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7]
    assert rolls_due(Player(1, "X", "Orc Lineman", 50_000, experience=81), fast=True) == 7


@pytest.mark.rule("A-BASE-42")
def test_two_dice_say_what_may_be_raised() -> None:
    assert read_roll(3, 6).raises == ()
    assert read_roll(4, 6).raises == ("ma", "av")
    assert read_roll(5, 6).raises == ("ag",)
    assert read_roll(6, 6).raises == ("st",)
    assert read_roll(5, 5).is_double
    assert not read_roll(4, 6).is_double
    with pytest.raises(UserError, match="expected two dice of 1 to 6"):
        read_roll(0, 7)


@pytest.mark.rule("A-BASE-42")
def test_skills_come_out_of_the_player_s_categories_and_on_doubles_out_of_any() -> None:
    lineman = of("Orc Lineman")
    usual = skills_open(GOLD, lineman, is_double=False)
    assert "Block" in usual
    assert "Guard" not in usual
    assert "Frenzy" not in usual  # a trait, on doubles only
    double = skills_open(GOLD, lineman, is_double=True)
    assert {"Block", "Guard", "Dodge", "Frenzy", "Leader"} <= set(double)
    assert "Stand Firm" not in double  # a trait of a category that is not his
    assert "Dense" not in double
    assert "Tackle" not in skills_open(GOLD, replace(lineman, gained=(Gain(skill="Tackle"),)), is_double=False)
    assert "Frenzy" not in skills_open(GOLD, replace(lineman, gained=(Gain(skill="Grab"),)), is_double=True)


# --- after a match --------------------------------------------------------------------------------------------------


@pytest.mark.rule("A-BASE-44")
def test_the_winner_earns_most_and_fans_come_and_go() -> None:
    assert [winnings(3, "won"), winnings(3, "drawn"), winnings(3, "lost")] == [40_000, 40_000, 30_000]
    assert most_valuable(GOLD.players[::-1], 2).number == 2
    assert fan_factor_change(9, [3, 3, 4], "won") == 1
    assert fan_factor_change(9, [3, 3, 3], "won") == 0
    assert fan_factor_change(9, [1, 1, 1], "won") == 0
    assert fan_factor_change(9, [4, 4], "lost") == -1
    assert fan_factor_change(9, [6, 6], "lost") == 0
    assert [fan_factor_change(9, dice, "drawn") for dice in ([4, 4], [4, 5], [5, 5])] == [-1, 0, 1]
    with pytest.raises(UserError, match="expected 3 dice, found 2"):
        fan_factor_change(9, [1, 2], "won")
    with pytest.raises(UserError, match="fan factor: expected a die of 1 to 6, found 9"):
        fan_factor_change(9, [1, 2, 9], "won")
    with pytest.raises(UserError, match="winnings: expected a die of 1 to 6, found 0"):
        winnings(0, "won")
    with pytest.raises(UserError, match=f"most valuable player: expected a die of 1 to {len(GOLD.players)}, found 40"):
        most_valuable(GOLD.players, 40)


@pytest.mark.rule("A-BASE-45")
def test_a_team_rating_counts_gold_and_points() -> None:
    players = (
        Player(1, "A", "Orc Lineman", 50_000, experience=9),
        Player(2, "B", "Orc Blitzer", 80_000, experience=5),
    )
    team = Team("astrogranite", "gold", "T", players, games=1, rerolls=2, treasury=15_000, staff={"fan_factor": 4})
    assert team_rating(team) == (130_000 + 100_000 + 4_000 + 15_000) // 10_000 + 2
    assert team_rating(replace(team, treasury=16_000)) == 25 + 2


# --- special arrangements -------------------------------------------------------------------------------------------


@pytest.mark.rule("A-ARR-01")
def test_one_arrangement_for_every_fifteen_points_of_rating_up_to_three() -> None:
    assert [arrangements_due(100, other) for other in (114, 115, 130, 145, 160, 90)] == [0, 1, 2, 3, 3, 0]


@pytest.mark.rule("A-ARR-02")
def test_extra_training_is_a_re_roll_each_and_one_at_the_starting_price() -> None:
    chosen: tuple[Arrangement, ...] = ("Extra Training", "Extra Training", "Sponsorship Deal")
    assert extra_rerolls(chosen) == 2
    assert reroll_price(GOLD, chosen) == 50_000
    assert reroll_price(GOLD, chosen, bought=1) == 100_000
    assert reroll_price(GOLD, ("Sponsorship Deal",)) == 100_000


@pytest.mark.rule("A-ARR-03")
def test_medical_insurance_makes_everybody_fit_and_cures_one_of_one_thing() -> None:
    first, second, *rest = GOLD.players
    first = replace(first, misses_next_game=True, niggles=2)
    second = replace(second, misses_next_game=True, losses=("ag", "ma"))
    team = replace(GOLD, players=(first, second, *rest), games=1)
    fit = insured(team, second.number, "ag")
    assert all(player.available for player in fit.players)
    assert fit.players[1].losses == ("ma",)
    assert fit.players[0].niggles == 2
    assert insured(team, first.number).players[0].niggles == 1
    with pytest.raises(UserError, match="expected a niggling injury"):
        insured(team, second.number)
    with pytest.raises(UserError, match="expected a lost characteristic"):
        insured(team, second.number, "st")
    with pytest.raises(UserError, match="expected one of the team"):
        insured(team, 77)


@pytest.mark.rule("A-ARR-04")
def test_a_sponsor_pays_by_a_die() -> None:
    assert [sponsored(die) for die in (1, 6)] == [10_000, 60_000]
    with pytest.raises(UserError, match="expected a die"):
        sponsored(7)


@pytest.mark.rule("A-BASE-41", "A-SPP-01")
def test_every_deed_has_its_points() -> None:
    tables = build("astrogranite(classic, league=on, referees=on, onsite_referees=on)").tables
    in_a_match = {
        "completion": int(tables.points_completion),
        "casualty": int(tables.points_casualty),
        "interception": int(tables.points_interception),
        "touchdown": int(tables.points_touchdown),
        "chest with a ball": int(tables.points_chest),
        "push into a hazard": int(tables.points_hazard),
        "most valuable player": int(tables.points_most_valuable),
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
    assert {**in_a_match, "monster removed": 2, "referee removed": 2} == AWARDS
    without = build("astrogranite(classic)").tables
    assert (without.points_touchdown, without.points_chest, without.points_most_valuable) == (0, 0, 0)


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
    found = points_earned(scene.game.events)
    return {letter: found[scene.piece(letter)] for letter in scene.letters if scene.piece(letter) in found}


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

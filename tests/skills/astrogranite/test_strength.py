"""Strength skills as the Astrogranite edition reads them."""

from __future__ import annotations

import pytest

from dungeonbowl.scenes.scene import Scene, away, home
from support.duels import ALONE, EDITION, blocks, duel, skill

# --- Grab -----------------------------------------------------------------------------------------------------------


@skill("Grab")
@pytest.mark.rule("A-SKILL-03")
@pytest.mark.parametrize("way", [["declare block b"], ["declare blitz", "block b"]])
def test_a_grabber_chooses_any_free_square_in_a_block_and_in_a_blitz(way: list[str]) -> None:
    scene = duel({"skills": ["Grab"]}, {}).play("activate A", *way, dice=["block PUSH"])
    assert len(scene.options()) == 7
    scene.play("push (2,1)", "stay")
    assert scene.square("b") == (2, 1)
    scene = duel({}, {}).play("activate A", *way, dice=["block PUSH"])
    assert len(scene.options()) == 3


@skill("Grab", "Side Step")
@pytest.mark.rule("A-SKILL-04")
@pytest.mark.parametrize("edition", [EDITION, EDITION.replace(")", ", collision_pushing=on)")])
def test_grab_and_side_step_cancel_each_other(edition: str) -> None:
    scene = blocks(duel({"skills": ["Grab"]}, {"skills": ["Side Step"]}, edition=edition), dice=["block PUSH"])
    assert (scene.asked, len(scene.options())) == ("home", 3)


@skill("Grab")
@pytest.mark.rule("A-MOD-04")
def test_without_the_module_nobody_grabs_and_nobody_is_kept_from_side_stepping() -> None:
    scene = blocks(duel({"skills": ["Grab"]}, {}, edition="astrogranite(classic)"), dice=["block PUSH"])
    assert len(scene.options()) == 3
    scene = duel({"skills": ["Grab"]}, {"skills": ["Side Step"]}, edition="astrogranite(classic)")
    blocks(scene, dice=["block PUSH"])
    assert scene.asked == "away"


# --- Guard, Mighty Blow, Piling On, Thick Skull ---------------------------------------------------------------------


@skill("Guard")
@pytest.mark.rule("A-SKREF-11")
@pytest.mark.parametrize(("skills", "count"), [(["Guard"], 2), ([], 1)])
def test_a_guard_assists_though_it_is_marked(skills: list[str], count: int) -> None:
    picture = """
        .....
        .Ab..
        ..C..
        ..d..
    """
    legend = {"A": home(), "b": away(), "C": home(skills=skills), "d": away()}
    scene = blocks(Scene(picture, legend, edition=EDITION), dice=["block PUSH"] * count)
    assert [event["count"] for event in scene.events("block dice rolled")] == [count]


@skill("Guard")
@pytest.mark.rule("A-SKREF-11", "A-BASE-25")
@pytest.mark.parametrize(("skills", "status"), [(["Guard"], "stunned"), ([], "prone")])
def test_a_guard_assists_a_foul_though_it_is_marked(skills: list[str], status: str) -> None:
    picture = """
        .....
        .Ab..
        ..C..
        ..d..
    """
    legend = {"A": home(), "b": away(status="prone", armour=9), "C": home(skills=skills), "d": away()}
    scene = Scene(picture, legend, edition=EDITION)
    dice = ["2D6 4+3", "2D6 1+2"] if skills else ["2D6 4+3"]
    scene.play("activate A", "declare foul", "foul b", dice=dice)
    assert scene.status("b") == status  # 7, +1 for the foul, and +1 for the guard is more than AV 8


@skill("Guard")
@pytest.mark.rule("A-SKREF-11", "A-BASE-25")
@pytest.mark.parametrize(("skills", "status"), [(["Guard"], "prone"), ([], "stunned")])
def test_a_guard_helps_its_fallen_team_mate_against_a_foul_though_it_is_marked(skills: list[str], status: str) -> None:
    picture = """
        .....
        .Ab..
        .d...
        .C...
    """
    legend = {"A": home(), "b": away(status="prone", armour=9), "C": home(), "d": away(skills=skills)}
    scene = Scene(picture, legend, edition=EDITION)
    dice = ["2D6 5+3"] if skills else ["2D6 5+3", "2D6 1+2"]
    scene.play("activate A", "declare foul", "foul b", dice=dice)
    assert scene.status("b") == status  # 8, +1 for the foul, and -1 for the guard


@skill("Mighty Blow")
@pytest.mark.rule("A-SKREF-10")
def test_a_mighty_blow_helps_the_armour_or_the_injury_roll() -> None:
    scene = blocks(duel({"skills": ["Mighty Blow"]}, {}), "push (4,2)", "stay", dice=["block POW", "2D6 3+5"])
    scene.play("use Mighty Blow A", dice=["2D6 2+3"])
    assert scene.status("b") == "stunned"
    scene = duel({"skills": ["Mighty Blow"]}, {})
    blocks(scene, "push (4,2)", "stay", dice=["block POW", "2D6 4+5", "2D6 3+4"])
    assert scene.status("b") == "knocked-out"
    scene = blocks(duel({}, {}), "push (4,2)", "stay", dice=["block POW", "2D6 3+5"])
    assert scene.status("b") == "prone"


@skill("Piling On")
@pytest.mark.rule("A-SKREF-12")
def test_who_piles_on_rolls_again_and_lies_down_for_it() -> None:
    scene = blocks(duel({"skills": ["Piling On"]}, {}), "push (4,2)", "follow", dice=["block POW", "2D6 1+2"])
    scene.play("use Piling On A", dice=["2D6 5+4", "2D6 1+2"])
    assert (scene.status("A"), scene.status("b"), scene.turnover) == ("prone", "stunned", "")


@skill("Piling On")
@pytest.mark.rule("A-SKREF-12")
def test_piling_on_needs_the_victim_beside_it_and_costs_the_turn_with_a_ball() -> None:
    scene = blocks(duel({"skills": ["Piling On"]}, {}), "push (4,2)", "stay", dice=["block POW", "2D6 1+2"])
    assert not scene.offered("use Piling On A")
    scene = duel({"skills": ["Piling On"]}, {}, ball="A")
    blocks(scene, "push (4,2)", "follow", dice=["block POW", "2D6 1+2"])
    scene.play("use Piling On A", dice=["2D6 1+1", "D8 2"])
    assert scene.turnover == "TURNOVER_PLACED_PRONE"


@skill("Thick Skull")
@pytest.mark.rule("A-SKREF-22")
@pytest.mark.parametrize(("skills", "status"), [(["Thick Skull"], "stunned"), ([], "knocked-out")])
def test_eight_only_stuns_a_thick_skull(skills: list[str], status: str) -> None:
    scene = duel({}, {"skills": skills})
    blocks(scene, "push (4,2)", "stay", dice=["block POW", "2D6 5+5", "2D6 4+4"])
    assert scene.status("b") == status


# --- Stand Firm -----------------------------------------------------------------------------------------------------


@skill("Stand Firm")
@pytest.mark.rule("A-SKREF-13")
def test_who_stands_firm_need_not_be_pushed() -> None:
    scene = blocks(duel({}, {"skills": ["Stand Firm"]}), "use Stand Firm b", dice=["block PUSH"])
    assert scene.square("b") == (3, 2)
    scene = blocks(duel({}, {"skills": ["Stand Firm"]}), "decline", "push (4,2)", "stay", dice=["block PUSH"])
    assert scene.square("b") == (4, 2)


@skill("Stand Firm")
@pytest.mark.rule("A-SKREF-13")
def test_a_failed_dodge_leaves_it_where_it_was_and_the_turn_goes_on() -> None:
    scene = duel({"skills": ["Stand Firm"]}, {}, ball="A")
    scene.play("activate A", "step w", dice=["D6 1"])
    assert (scene.square("A"), scene.status("A"), scene.ball) == ((2, 2), "standing", "A")
    assert scene.turnover == ""
    assert not scene.offered("activate A")
    assert scene.offered("activate Z")


@skill("Stand Firm")
@pytest.mark.rule("A-SKREF-13")
def test_a_failed_rush_knocks_it_down_all_the_same() -> None:
    scene = duel({"skills": ["Stand Firm"], "movement": 1}, {"at": (7, 4)}, ALONE)
    scene.play("activate A", "step w", "step w", dice=["D6 1", "2D6 1+2"])
    assert scene.status("A") == "prone"


@skill("Piling On")
@pytest.mark.rule("A-SKREF-12")
def test_the_injury_may_be_rolled_again_instead_of_the_armour() -> None:
    scene = blocks(
        duel({"skills": ["Piling On"]}, {}), "push (4,2)", "follow", dice=["block POW", "2D6 5+4", "2D6 1+2"]
    )
    scene.play("use Piling On A", dice=["2D6 4+4"])
    assert (scene.status("A"), scene.status("b"), scene.turnover) == ("prone", "knocked-out", "")

"""Chests: entered, drawn without replacement, the ball, the item, the trap (S-CHEST)."""

from __future__ import annotations

import pytest

from dungeonbowl.engine.events import ARMOUR_BROKEN, ARMOUR_HELD, INJURED
from dungeonbowl.scenes.scene import Piece, Scene, away, home

SIX = """
    .......
    ..A$...
    .......
    $.$.$.$
    ......$
"""


def six(opener: Piece | None = None, picture: str = SIX, **facts: object) -> Scene:
    """A stands west of one of six closed chests."""
    legend: dict[str, Piece] = {"A": opener or home(agility=4, armour=9), "z": away(at=(0, 0), zone=False)}
    legend.update(facts.pop("others", {}))  # type: ignore[call-overload]
    return Scene(picture, legend, edition="stockbowl", **facts)  # type: ignore[arg-type]


def enter(scene: Scene, *dice: str) -> Scene:
    return scene.play("activate A", "declare move", "step e", dice=list(dice))


def totals(scene: Scene, letter: str) -> list[int]:
    """What the armour and injury rolls of somebody came to."""
    rolls = (ARMOUR_HELD, ARMOUR_BROKEN, INJURED)
    return [int(event.b) for event in scene.game.events if event.kind in rolls and event.a == scene.piece(letter)]


def closed(scene: Scene) -> set[tuple[int, int]]:
    return {scene.spot(node) for node in range(int(scene.game.dungeon.count)) if scene.game.is_chest(node)}


@pytest.mark.rule("S-CHEST-03", "S-CHEST-06", "S-CHEST-07", "S-CHEST-10")
def test_a_chest_opens_when_its_square_is_entered_and_the_action_goes_on() -> None:
    scene = enter(six(), "D6 1", "D6 3")
    assert scene.ball == "A"
    assert scene.square("A") == (3, 1)
    assert closed(scene) == {(0, 3), (2, 3), (4, 3), (6, 3), (6, 4)}
    assert int(scene.game.moves_left) == 5
    scene.play("step e", "step w")
    assert scene.square("A") == (3, 1)
    assert int(scene.game.chests_closed) == 5


@pytest.mark.rule("S-CHEST-03")
def test_nobody_opens_a_chest_from_outside() -> None:
    scene = six()
    scene.play("activate A", "declare move")
    assert not any(option.startswith("open") for option in scene.options())


@pytest.mark.rule("S-CHEST-02", "S-CHEST-04")
@pytest.mark.parametrize(("face", "inside"), [(1, 1), (2, 2), (3, 0), (4, 0), (5, 0), (6, 0)])
def test_one_chest_in_six_holds_the_ball_one_an_item_four_are_traps(face: int, inside: int) -> None:
    rest = {0: ["2D6 1+2"], 1: ["D6 6"], 2: ["D13 1"]}[inside]
    scene = enter(six(), f"D6 {face}", *rest)
    assert [int(event.c) for event in scene.events("chest opened")] == [inside]


@pytest.mark.rule("S-CHEST-04")
def test_a_die_above_the_number_of_closed_chests_is_rolled_again() -> None:
    picture = SIX.replace("$.$.$.$", "..$....").replace("......$", ".......")  # two chests: the ball and the item
    scene = enter(six(picture=picture), "D6 6", "D6 3", "D6 2", "D13 1")
    assert int(scene.events("chest opened")[0].c) == 2


@pytest.mark.rule("S-CHEST-04")
def test_what_is_found_is_gone_from_the_list() -> None:
    scene = six(modules={"items": {"hidden": 0}})  # ball, then traps: a 2 is no item any more
    enter(scene, "D6 2", "2D6 1+2")
    assert int(scene.events("chest opened")[0].c) == 0
    scene = six(ball="z")  # item, then traps
    enter(scene, "D6 1", "D13 1")
    assert int(scene.events("chest opened")[0].c) == 2


@pytest.mark.rule("S-CHEST-05")
def test_no_die_is_rolled_when_only_one_kind_is_left() -> None:
    scene = enter(six(ball="z", modules={"items": {"hidden": 0}}), "2D6 1+2")
    assert int(scene.events("chest opened")[0].c) == 0
    scene = six(picture=SIX.replace("$.$.$.$", ".......").replace("......$", "......."))
    enter(scene, "D6 3")  # the last chest holds the ball: the die is that of the pick-up
    assert scene.ball == "A"


@pytest.mark.rule("S-CHEST-08")
def test_the_opener_must_try_to_pick_the_ball_up_with_a_bonus_and_minding_zones() -> None:
    scene = enter(six(), "D6 1", "D6 3")  # AG 3 needs 4, with +1 a 3
    assert scene.ball == "A"
    scene = six(others={"b": away(at=(4, 0)), "c": away(at=(4, 2))})
    enter(scene, "D6 1", "D6 4", "D8 1")  # +1, two zones: a 5 is needed
    assert scene.ball == (2, 0)


@pytest.mark.rule("S-CHEST-11")
def test_a_failed_pick_up_of_the_active_team_is_a_turnover_and_the_ball_bounces() -> None:
    scene = enter(six(), "D6 1", "D6 2", "D8 5")
    assert scene.ball == (4, 1)
    assert scene.turnover == "TURNOVER_PICK_UP"


@pytest.mark.rule("S-CHEST-09")
def test_sure_hands_and_team_rerolls_help_in_the_own_turn_and_catch_never() -> None:
    scene = enter(six(home(agility=4, skills=["Sure Hands"])), "D6 1", "D6 2")
    assert set(scene.options()) == {"accept", "reroll skill"}
    scene = enter(six(rerolls=(1, 0)), "D6 1", "D6 2")
    assert set(scene.options()) == {"accept", "reroll team"}
    scene = enter(six(home(agility=4, skills=["Catch"])), "D6 1", "D6 2", "D8 5")
    assert scene.turnover == "TURNOVER_PICK_UP"  # nothing was on offer


PUSHED = """
    .......
    .XD$...
    .......
    $.$.$.$
    ......$
"""


def pushed(
    target: Piece | None = None,
    blocker: Piece | None = None,
    face: str = "PUSH",
    picture: str = PUSHED,
    **facts: object,
) -> Scene:
    """X blocks D, and pushes him into the chest east of him."""
    legend: dict[str, Piece] = {
        "X": blocker or home(),
        "D": target or away(agility=4, armour=9),
        "y": home(at=(0, 0)),
        "z": away(at=(6, 0)),
    }
    legend.update(facts.pop("others", {}))  # type: ignore[call-overload]
    scene = Scene(picture, legend, edition="stockbowl", **facts)  # type: ignore[arg-type]
    scene.play("activate X", "declare block D", dice=[f"block {face}"])
    scene.play("push (3,1)")
    return scene


@pytest.mark.rule("S-CHEST-08", "S-CHEST-09", "S-CHEST-11")
def test_somebody_pushed_in_must_try_too_with_sure_hands_but_no_team_reroll_and_no_turnover() -> None:
    scene = pushed(away(agility=4, skills=["Sure Hands"]), rerolls=(0, 1))
    scene.play("stay", dice=["D6 1", "D6 2"])
    assert scene.asked == "away"
    assert set(scene.options()) == {"accept", "reroll skill"}
    scene.play("reroll skill", dice=["D6 2", "D8 5"])
    assert scene.ball == (4, 1)
    assert scene.turnover == ""
    assert scene.active == "home"
    scene = pushed()
    scene.play("stay", dice=["D6 1", "D6 3"])
    assert scene.ball == "D"
    assert scene.turnover == ""


@pytest.mark.rule("S-CHEST-12")
def test_an_opener_without_a_zone_makes_no_attempt_and_costs_no_turn() -> None:
    scene = pushed(away(zone=False))
    scene.play("stay", dice=["D6 1", "D8 5"])
    assert scene.ball == (4, 1)
    assert not scene.told("tested")
    assert scene.turnover == ""
    scene = enter(six(home(skills=["No Hands"])), "D6 1", "D8 5")
    assert scene.ball == (4, 1)
    assert scene.turnover == "TURNOVER_PICK_UP"
    assert not scene.told("tested")


@pytest.mark.rule("S-CHEST-12", "S-CHEST-18", "S-GEN-05")
def test_the_ball_waits_for_the_armour_of_an_opener_who_is_knocked_down() -> None:
    scene = pushed(face="POW")
    scene.play("stay", dice=["D6 1", "2D6 5+5", "2D6 5+4", "D8 5"])
    assert scene.status("D") == "knocked-out"
    assert scene.ball == (4, 1)
    assert scene.turnover == ""


@pytest.mark.rule("S-CHEST-12")
def test_a_ball_that_comes_back_to_the_square_of_a_removed_opener_rests_there() -> None:
    scene = pushed(face="POW", others={"p": away(at=(4, 1), status="prone")})
    scene.play("stay", dice=["D6 1", "2D6 5+5", "2D6 5+4", "D8 5", "D8 4"])
    assert scene.status("D") == "knocked-out"
    assert scene.ball == (3, 1)


@pytest.mark.rule("S-CHEST-13")
def test_an_item_is_for_the_opener_standing_or_not() -> None:
    scene = enter(six(), "D6 2", "D13 13")
    assert scene.game.rules.chests.items_of(scene.game, scene.piece("A")) == ["Wand of Smashing"]
    scene = pushed(face="POW")
    scene.play("stay", dice=["D6 2", "2D6 1+1", "D13 8"])
    assert scene.status("D") == "prone"
    assert scene.game.rules.chests.items_of(scene.game, scene.piece("D")) == ["Lucky Charm"]


@pytest.mark.rule("S-CHEST-14", "S-CHEST-16", "S-BOLT-04")
def test_a_trap_knocks_the_opener_down_without_a_roll_to_hit() -> None:
    scene = enter(six(), "D6 3", "2D6 1+2")
    assert scene.status("A") == "prone"
    assert scene.turnover == "TURNOVER_KNOCKED_DOWN"


CROWD = """
    .......
    .mA$...
    ..nop..
    $.$.$.$
    ......$
"""


@pytest.mark.rule("S-CHEST-15", "S-GEN-05")
def test_neighbours_of_both_sides_are_hit_on_a_4_in_reading_order_one_after_the_other() -> None:
    # m is not adjacent to the chest; c stands north of it, n lies, o stands, p is a team-mate of A
    others = {
        "m": away(),
        "c": away(at=(3, 0), armour=9),
        "n": away(status="prone", armour=9),
        "o": away(armour=9),
        "p": home(armour=9),
    }
    scene = six(others=others, picture=CROWD)
    enter(
        scene,
        *("D6 6", "D6 6"),  # the dodge past m, the trap
        *("2D6 1+2",),  # A
        *("D6 4", "2D6 1+3"),  # c
        *("D6 4", "2D6 1+4"),  # n
        *("D6 3",),  # o
        *("D6 5", "2D6 1+6"),  # p
    )
    told = [(int(event.a), int(event.b)) for event in scene.events("armour held")]
    assert told == [(scene.piece(letter), total) for letter, total in (("A", 4), ("c", 5), ("n", 6), ("p", 8))]
    assert [scene.status(letter) for letter in "mcnop"] == ["standing", "prone", "prone", "standing", "prone"]


@pytest.mark.rule("S-CHEST-16")
def test_a_hit_on_somebody_who_is_down_already_is_no_turnover() -> None:
    scene = pushed(others={"p": home(at=(4, 1), status="prone")})
    scene.play("stay", dice=["D6 3", "2D6 1+2", "D6 4", "2D6 1+2"])
    assert scene.turnover == ""
    assert scene.status("D") == "prone"
    scene = pushed(others={"p": home(at=(4, 1))})
    scene.play("stay", dice=["D6 3", "2D6 1+2", "D6 4", "2D6 1+2"])
    assert scene.turnover == "TURNOVER_KNOCKED_DOWN"


@pytest.mark.rule("S-CHEST-17")
def test_somebody_knocked_down_into_a_trap_is_hurt_worse_instead_of_hit() -> None:
    scene = pushed(face="POW")
    scene.play("stay", dice=["D6 3", "2D6 3+4", "2D6 3+4"])  # 7 + 2 = 9 breaks AV 8; 7 + 1 = 8
    assert totals(scene, "D") == [9, 8]
    assert scene.status("D") == "knocked-out"
    scene = pushed(face="POW")
    scene.play("stay", dice=["D6 3", "2D6 3+3"])
    assert totals(scene, "D") == [8]
    assert scene.status("D") == "prone"


@pytest.mark.rule("S-CHEST-17", "S-BASE-23")
def test_the_blocker_earns_the_casualty_of_a_knock_down_into_a_trap() -> None:
    scene = pushed(face="POW")
    scene.play("stay", dice=["D6 3", "2D6 3+4", "2D6 5+4", "D6 1", "D8 1"])
    assert scene.status("D") == "casualty"
    assert scene.points("X") == 2


@pytest.mark.rule("S-CHEST-18")
def test_follow_up_first_then_the_contents_then_the_pushed_then_neighbours() -> None:
    scene = pushed(face="POW", blocker=home(armour=9))
    assert not scene.told("chest opened")
    scene.play("follow", dice=["D6 3", "2D6 1+2", "D6 4", "2D6 2+2"])  # D, then X who has followed up
    assert [int(event.a) for event in scene.events("armour held")] == [scene.piece("D"), scene.piece("X")]
    assert scene.status("X") == "prone"
    assert scene.turnover == "TURNOVER_KNOCKED_DOWN"


@pytest.mark.rule("S-CHEST-18", "S-BOLT-01")
def test_a_ball_bounces_last_of_all() -> None:
    scene = pushed(face="POW", ball="D", others={"p": away(at=(4, 1), armour=9)})
    scene.play("stay", dice=["D6 3", "2D6 1+2", "D6 5", "2D6 1+1", "D8 2"])
    assert scene.ball == (3, 0)


@pytest.mark.rule("S-CHEST-14", "S-CHEST-18")
def test_somebody_pushed_in_on_his_feet_is_hit_like_any_opener() -> None:
    scene = pushed()
    scene.play("stay", dice=["D6 3", "2D6 4+4", "2D6 3+3"])  # 8 + 1 = 9: broken, and no more for the injury
    assert totals(scene, "D") == [9, 6]
    assert scene.status("D") == "stunned"
    assert scene.turnover == ""


@pytest.mark.rule("S-CHEST-19", "S-GEN-04")
def test_a_fall_into_the_square_comes_first_and_then_the_trap_hits() -> None:
    scene = six(others={"m": away(at=(1, 1))})
    enter(scene, "D6 1", "2D6 1+2", "D6 3", "2D6 4+4", "2D6 1+1")
    assert totals(scene, "A") == [3, 9, 2]
    assert scene.turnover == "TURNOVER_FALL"
    scene = six(others={"m": away(at=(1, 1))})
    enter(scene, "D6 1", "2D6 6+6", "2D6 4+4")  # knocked out: he opens nothing
    assert int(scene.game.chests_closed) == 6


@pytest.mark.rule("S-GEN-04")
def test_a_go_for_it_and_a_dodge_come_before_the_chest() -> None:
    scene = six(home(movement=1, agility=4), others={"m": away(at=(1, 1))})
    scene.play("activate A", "declare move", "step n", dice=["D6 6"])
    scene.play("step se", dice=["D6 2", "D6 4", "D6 1", "D6 6"])
    assert [int(event.clause) for event in scene.events("tested")][1:] == [1, 2, 3]
    assert scene.ball == "A"


@pytest.mark.rule("S-CHEST-07")
def test_nobody_minds_a_chest_in_the_way_of_marking_or_throwing() -> None:
    scene = six(others={"B": home(at=(5, 1))}, ball="A")
    scene.play("activate A", "declare pass", "aim")
    assert scene.offered("throw (5,1)")
    assert scene.offered("throw (3,1)")


DRIVE = """
    ##AA###
    #.z...#
    #.....#
    #$$.$1#
    #$...$#
    #.C..$#
    ##BB###
"""


@pytest.mark.rule("S-CHEST-01")
def test_every_drive_starts_with_all_chests_closed_and_the_ball_in_one_of_them() -> None:
    legend = {"C": home(agility=4), "z": away()}
    scene = Scene(DRIVE, legend, edition="stockbowl", ball="C", modules={"items": {"hidden": 0}})
    every = closed(scene)
    scene.game.remove_chest(scene.node((1, 3)))  # two have been opened in this drive
    scene.game.remove_chest(scene.node((4, 3)))
    scene.play("activate C", "declare move", "step s", dice=["2D6 6+1"])
    while scene.options()[0].startswith("deploy"):
        scene.act(scene.options()[0])
    assert len(every) == 6
    assert closed(scene) == every
    assert scene.ball is None
    assert (int(scene.game.chests_closed), int(scene.game.balls_hidden), int(scene.game.items_hidden)) == (6, 1, 1)

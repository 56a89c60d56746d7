"""Collision pushing (A-PUSH)."""

from __future__ import annotations

import pytest

from dungeonbowl.editions.astrogranite.core.pushing import ChangedPushing, DungeonPushing
from dungeonbowl.editions.astrogranite.modules.collision_pushing import CollisionPushing
from dungeonbowl.editions.official.pushing import OfficialPushing
from dungeonbowl.editions.stockbowl.pushing import StockbowlPushing
from dungeonbowl.scenes.scene import Piece, Scene, away, home

ON = "astrogranite(classic, collision_pushing=on)"
# The questions of a policy of pushes that need no position.
PLAIN = (
    "wall_before_chain",
    "wall_hurts_the_fallen",
    "strips_first",
    "side_step_stops_grab",
    "walls_help_blows",
    "collides",
)
LANE = """
    #########
    .Abc....z
    #########
"""


def scene_of(picture: str = LANE, **others: Piece) -> Scene:
    legend: dict[str, Piece] = {"A": home(), "b": away(armour=9), "c": away(armour=9), "z": away()}
    legend.update(others)
    return Scene(picture, legend, edition=ON)


def push(scene: Scene, dice: list[str], face: str = "push") -> Scene:
    scene.play("activate A", "declare block b", dice=[f"block {face}", *dice])
    if scene.offered("stay"):
        scene.play("stay")
    return scene


def test_what_a_module_that_changes_pushes_leaves_alone_stays_the_same() -> None:
    answers = set()
    for inner in (StockbowlPushing(), DungeonPushing(), OfficialPushing(), CollisionPushing(OfficialPushing())):
        for name in PLAIN:
            answers.add((name, getattr(inner, name)()))
            assert getattr(ChangedPushing(inner), name)() == getattr(inner, name)(), name
    assert len(answers) == 2 * len(PLAIN), "each of them is asked of one that says yes and of one that says no"


@pytest.mark.rule("A-PUSH-01", "A-PUSH-02", "A-PUSH-03", "A-PUSH-04", "A-PUSH-05", "A-PUSH-06", "A-PUSH-07")
@pytest.mark.parametrize(
    ("face", "moved", "b", "c"),
    [
        (1, False, "prone", "standing"),
        (2, False, "standing", "standing"),
        (3, True, "prone", "standing"),
        (4, True, "prone", "standing"),
        (5, True, "prone", "prone"),
        (6, True, "standing", "prone"),
    ],
)
def test_the_table_with_equal_strengths(face: int, moved: bool, b: str, c: str) -> None:
    armour = ["2D6 1+1"] * ((b == "prone") + (c == "prone"))
    scene = scene_of()
    scene.play("activate A", "declare block b", dice=["block push", f"D6 {face}", *([] if moved else armour)])
    if moved:
        scene.play("stay", dice=armour)
    assert (scene.square("b"), scene.square("c")) == (((3, 1), (4, 1)) if moved else ((2, 1), (3, 1)))
    assert (scene.status("b"), scene.status("c")) == (b, c)


@pytest.mark.rule("A-PUSH-01", "A-PUSH-10")
def test_strength_shifts_the_row_within_the_table() -> None:
    scene = push(scene_of(c=away(strength=5, armour=9)), ["D6 4"])  # 4 + 3 - 5 = 2
    assert (scene.status("b"), scene.square("b")) == ("standing", (2, 1))
    scene = push(scene_of(c=away(strength=7, armour=9)), ["D6 4", "2D6 1+1"])  # below 1 reads 1
    assert (scene.status("b"), scene.square("b")) == ("prone", (2, 1))
    scene = scene_of(c=away(strength=1, armour=9, status="prone"))
    scene.play("activate A", "declare block b", "stay", dice=["block push", "D6 6"])  # above 6 reads 6; c lies there
    assert (scene.square("b"), scene.square("c")) == ((3, 1), (4, 1))
    assert scene.status("b") == "standing"


@pytest.mark.rule("A-PUSH-07", "A-PUSH-08")
def test_a_third_player_is_a_new_roll_and_if_one_stays_his_pusher_stays() -> None:
    crowd = {"d": away(armour=9)}
    scene = scene_of("#########\n.Abcd...z\n#########", **crowd)
    scene.play("activate A", "declare block b", "stay", dice=["block push", "D6 3", "D6 6", "2D6 1+1", "2D6 1+1"])
    assert [scene.square(letter) for letter in "bcd"] == [(3, 1), (4, 1), (5, 1)]
    assert [scene.status(letter) for letter in "bcd"] == ["prone", "standing", "prone"]
    scene = scene_of("#########\n.Abcd...z\n#########", **crowd)
    scene.play("activate A", "declare block b", dice=["block push", "D6 5", "D6 2", "2D6 1+1", "2D6 1+1"])
    assert [scene.square(letter) for letter in "bcd"] == [(2, 1), (3, 1), (4, 1)]
    assert [scene.status(letter) for letter in "bcd"] == ["prone", "prone", "standing"]
    order = [scene.names.of(event["piece"]) for event in scene.events("armour held")]
    assert order == ["b", "c"]


@pytest.mark.rule("A-PUSH-08")
@pytest.mark.parametrize("how", ["wall", "firm"])
def test_if_the_second_cannot_go_nobody_moves_but_falls_come_as_written(how: str) -> None:
    if how == "wall":
        scene = scene_of("#######\n.Abc#z.\n#######")
        scene.play("activate A", "declare block b", dice=["block push", "D6 5", "2D6 1+1", "2D6 1+1"])
    else:
        scene = scene_of(c=away(armour=9, skills=["Stand Firm"]))
        scene.play("activate A", "declare block b", dice=["block push", "D6 5"])
        scene.play("use Stand Firm c", dice=["2D6 1+1", "2D6 1+1"])
    assert (scene.square("b"), scene.square("c")) == ((2, 1), (3, 1))
    assert (scene.status("b"), scene.status("c")) == ("prone", "prone")


@pytest.mark.rule("A-PUSH-09")
def test_a_knock_down_of_the_block_stays_one() -> None:
    scene = push(scene_of(), ["D6 2", "2D6 1+1"], "POW")
    assert (scene.status("b"), scene.square("b")) == ("prone", (2, 1))


@pytest.mark.rule("A-PUSH-11", "A-DEF-14")
def test_plain_armour_rolls_but_for_the_one_whom_the_block_knocked_down() -> None:
    scene = scene_of(A=home(skills=["Mighty Blow"]))
    scene.play("activate A", "declare block b", "stay", dice=["block push", "D6 3", "2D6 4+4"])
    assert scene.status("b") == "prone"
    scene = scene_of(A=home(skills=["Mighty Blow"]))
    scene.play("activate A", "declare block b", "stay", dice=["block POW", "D6 3", "2D6 4+4"])
    assert scene.offered("use Mighty Blow A")


@pytest.mark.rule("A-PUSH-11")
def test_one_of_the_active_team_who_falls_costs_the_turn_and_nothing_is_rolled_again() -> None:
    legend = {"A": home(), "b": away(), "C": home(armour=9), "z": away()}
    scene = Scene(LANE.replace("c", "C"), legend, edition=ON, rerolls=(1, 0))
    scene.play("activate A", "declare block b", dice=["block push", "block push"])
    scene.play("face push", "stay", dice=["D6 6", "2D6 1+1"])
    assert scene.status("C") == "prone"
    assert scene.turnover == "TURNOVER_KNOCKED_DOWN"


@pytest.mark.rule("A-PUSH-01")
def test_without_the_module_the_chain_goes_on_without_a_die() -> None:
    scene = Scene(LANE, {"A": home(), "b": away(), "c": away(), "z": away()}, edition="astrogranite(classic)")
    scene.play("activate A", "declare block b", "stay", dice=["block push"])
    assert (scene.square("b"), scene.square("c")) == ((3, 1), (4, 1))


@pytest.mark.rule("A-PUSH-05", "A-TELE-01", "A-TELE-11")
@pytest.mark.parametrize(("face", "where"), [(2, (0, 3)), (1, None)])
def test_the_second_who_is_pushed_into_a_teleporter_falls_where_it_comes_out(
    face: int, where: tuple[int, int] | None
) -> None:
    scene = scene_of("#########\n.Abc1...z\n#########\n2........")
    scene.play("activate A", "declare block b", dice=["block push", "D6 5"])
    scene.play("stay", dice=[f"D6 {face}", "2D6 1+1", *(["2D6 1+1"] if where else [])])
    assert (scene.square("b"), scene.status("b")) == ((3, 1), "prone")
    assert (scene.square("c"), scene.status("c")) == (where, "prone" if where else "lost")


@pytest.mark.rule("A-PUSH-10")
def test_assists_and_courage_do_not_count_for_the_table() -> None:
    others = {"b": away(armour=9, strength=4), "A": home(skills=["Dauntless"]), "D": home(zone=True)}
    lane = "####D####\n.Abc....z\n#########"
    scene = scene_of(lane, **others)
    # D beside c helps nobody: 1 + 4 - 3 = 2, nobody moves
    scene.play("activate A", "declare block b", dice=["2D6 3+3", "block push", "D6 1"])
    assert (scene.square("b"), scene.status("b")) == ((2, 1), "standing")


# --- with lava ------------------------------------------------------------------------------------------------------

LAVA = ON.replace(")", ", lava=on)")


@pytest.mark.rule("A-PUSH-05", "A-PUSH-08", "A-LAVA-03")
def test_when_lava_keeps_the_blocked_player_whoever_it_collided_with_is_knocked_down_all_the_same() -> None:
    legend = {"A": home(), "b": away(armour=9, under="&"), "c": away(armour=9), "z": away()}
    scene = Scene(LANE, legend, edition=LAVA)
    dice = ["block push", "D6 5", "2D6 6+5", "2D6 1+2", "2D6 1+1"]
    scene.play("activate A", "declare block b", dice=dice)
    assert scene.status("b") == "knocked-out"
    assert (scene.square("c"), scene.status("c"), scene.square("A")) == ((3, 1), "prone", (1, 1))


@pytest.mark.rule("A-PUSH-06", "A-PUSH-07", "A-PUSH-08", "A-LAVA-03")
def test_when_lava_keeps_somebody_in_mid_chain_those_behind_it_stay_and_fall_as_the_table_says() -> None:
    legend = {"A": home(), "b": away(armour=9), "c": away(armour=9, under="&"), "d": away(armour=9), "z": away()}
    scene = Scene("#########\n.Abcd...z\n#########", legend, edition=LAVA)
    scene.play("activate A", "declare block b", dice=["block push", "D6 3", "D6 6", "2D6 6+5", "2D6 1+2"])
    scene.play("stay", dice=["2D6 1+1", "2D6 1+2", "2D6 1+3"])
    assert scene.status("c") == "knocked-out"
    assert (scene.square("b"), scene.square("d")) == ((3, 1), (4, 1))
    assert (scene.status("b"), scene.status("d")) == ("prone", "prone")
    assert [event["total"] for event in scene.events("armour held")] == [2, 3, 2]  # b, d, and b for the lava it lies in


@pytest.mark.rule("A-SKREF-08", "A-PUSH-08")
def test_a_frenzied_blocker_strikes_again_when_the_chain_before_it_could_not_move() -> None:
    scene = scene_of("#####....\n.Abc#...z\n#####....", A=home(skills=["Frenzy"]))
    scene.play("activate A", "declare block b", dice=["block push", "D6 6", "2D6 1+1", "block push", "D6 2"])
    assert len(scene.events("block dice rolled")) == 2
    assert (scene.square("b"), scene.square("c"), scene.status("c")) == ((2, 1), (3, 1), "prone")

"""Moving chests (A-MOVE)."""

from __future__ import annotations

import pytest

from dungeonbowl.engine.tokens import TRAP_TOKEN
from dungeonbowl.scenes.scene import Piece, Scene, away, home

ON = "astrogranite(classic, chest_moving=on)"
LANE = """
    ########
    #A$....#
    ########
    z......$
"""


def scene_of(picture: str = LANE, edition: str = ON, **facts: object) -> Scene:
    legend: dict[str, Piece] = {"A": home(agility=4, armour=9), "z": away()}
    legend.update(facts.pop("others", {}))  # type: ignore[call-overload]
    return Scene(picture, legend, edition=edition, **facts)  # type: ignore[arg-type]


def closed(scene: Scene) -> set[tuple[int, int]]:
    return {scene.spot(node) for node in range(int(scene.game.dungeon.count)) if scene.game.is_chest(node)}


@pytest.mark.rule("A-MOVE-01", "A-MOVE-02")
def test_a_chest_is_shoved_on_and_dragged_back_for_two_squares_of_movement_each() -> None:
    scene = scene_of()
    scene.play("activate A", "declare move", "shove chest e", "shove chest e")
    assert scene.square("A") == (3, 1)
    assert closed(scene) == {(4, 1), (7, 3)}
    assert int(scene.game.moves_left) == 2
    scene.play("drag chest w")
    assert scene.square("A") == (2, 1)
    assert closed(scene) == {(3, 1), (7, 3)}
    assert int(scene.game.moves_left) == 0


@pytest.mark.rule("A-MOVE-01")
def test_it_takes_a_strength_of_three_and_the_movement() -> None:
    scene = scene_of(others={"A": home(strength=2)})
    scene.play("activate A", "declare move")
    assert not scene.offered("shove chest e")
    scene = scene_of(edition="astrogranite(classic)")
    scene.play("activate A", "declare move")
    assert not scene.offered("shove chest e")


@pytest.mark.rule("A-MOVE-03")
@pytest.mark.parametrize("beyond", ["#", "$", "b", "1", "o"])
def test_the_chest_needs_free_plain_floor(beyond: str) -> None:
    picture = LANE.replace("$....#", f"${beyond.replace('o', '.')}...#")
    others = {"b": away()} if beyond == "b" else {}
    scene = scene_of(picture, others=others, ball=(3, 1) if beyond == "o" else "z")
    scene.play("activate A", "declare move")
    assert not scene.offered("shove chest e")


@pytest.mark.rule("A-MOVE-03")
def test_it_is_not_dragged_onto_a_teleporter_nor_into_an_end_zone() -> None:
    scene = scene_of(LANE.replace("A$....", "....A$"), others={"A": home(under="1")})
    scene.play("activate A", "declare move")
    assert scene.offered("step w")
    assert not scene.offered("drag chest w")
    scene = scene_of(LANE.replace("$....#", "$B...#"))
    scene.play("activate A", "declare move")
    assert not scene.offered("shove chest e")


@pytest.mark.rule("A-MOVE-04")
def test_a_failed_roll_leaves_the_chest_where_it_is() -> None:
    picture = "#######\n#A$...#\n#b....#\nz.....$"
    marked = {"b": away()}
    scene = scene_of(picture, others=marked)
    scene.play("activate A", "declare move", "shove chest e", dice=["D6 1", "2D6 1+1"])
    assert scene.square("A") == (1, 1)
    assert scene.status("A") == "prone"
    assert closed(scene) == {(2, 1), (6, 3)}
    slow = {"A": home(movement=1, agility=4, armour=9)}
    picture = LANE.replace("A$....", "..A$..")
    scene = scene_of(picture, others=slow)
    scene.play("activate A", "declare move", "drag chest w", dice=["D6 1", "2D6 1+1"])
    assert scene.square("A") == (2, 1)
    assert scene.status("A") == "prone"
    assert closed(scene) == {(4, 1), (7, 3)}


THROW = """
    ........
    .A$.....
    ........
    ........
    .......$
"""
BIG = {"A": home(strength=5, agility=4, skills=["Throw Team-Mate", "Really Stupid"])}


def throw(scene: Scene, square: str, dice: list[str]) -> Scene:
    scene.play("activate A", "declare throw team-mate", dice=["D6 6"])
    return scene.play("take chest (2,1)", f"throw {square}", dice=dice)


def thrown(**others: Piece) -> Scene:
    return scene_of(THROW, others={**BIG, "z": away(at=(0, 4), zone=False), **others})


@pytest.mark.rule("A-MOVE-05", "A-MOVE-06", "A-MOVE-07", "A-MOVE-10")
def test_a_big_guy_throws_a_chest_which_bounces_and_may_stay_closed() -> None:
    scene = throw(thrown(), "(4,1)", ["D6 6", "D8 5", "D8 7", "D8 4", "D8 5", "D6 3"])
    assert closed(scene) == {(5, 2), (7, 4)}
    assert scene.turnover == ""
    assert not scene.offered("activate A")


@pytest.mark.rule("A-MOVE-05")
def test_who_is_no_big_guy_throws_no_chest() -> None:
    scene = scene_of(THROW, others={"A": home(strength=5, skills=["Throw Team-Mate"]), "z": away(at=(0, 4))})
    scene.play("activate A", "declare throw team-mate")
    assert not scene.offered("take chest (2,1)")


@pytest.mark.rule("A-MOVE-06", "A-MOVE-07")
@pytest.mark.parametrize("face", [1, 2])
def test_on_a_four_it_opens_by_itself(face: int) -> None:
    scene = thrown(c=away(at=(6, 2), armour=9))
    throw(
        scene,
        "(4,1)",
        ["D6 6", "D8 5", "D8 7", "D8 4", "D8 5", "D6 4", f"D2 {face}", *([] if face == 1 else ["2D6 1+1"])],
    )
    assert closed(scene) == {(7, 4)}
    assert scene.ball == ((5, 2) if face == 1 else None)
    assert scene.status("c") == ("standing" if face == 1 else "prone")
    assert scene.events("points earned") == []


@pytest.mark.rule("A-MOVE-06", "A-MOVE-10")
def test_a_fumbled_chest_bounces_from_where_it_stood_without_a_turnover() -> None:
    scene = throw(thrown(), "(4,1)", ["D6 1", "D8 5", "D6 1"])
    assert closed(scene) == {(3, 1), (7, 4)}
    assert scene.turnover == ""


@pytest.mark.rule("A-MOVE-06")
def test_it_bounces_on_while_the_square_is_taken() -> None:
    scene = throw(thrown(c=away(at=(5, 2))), "(4,1)", ["D6 6", "D8 5", "D8 7", "D8 4", "D8 5", "D8 5", "D6 1"])
    assert closed(scene) == {(6, 2), (7, 4)}
    assert scene.status("c") == "standing"


@pytest.mark.rule("A-MOVE-08", "A-COLL-05")
def test_it_strikes_whoever_it_comes_down_on_as_a_big_guy_would() -> None:
    scene = throw(
        thrown(c=away(at=(4, 2), armour=9)), "(4,1)", ["D6 6", "D8 5", "D8 7", "D8 4", "2D6 1+1", "D8 5", "D6 1"]
    )
    assert scene.status("c") == "prone"
    heavy = away(at=(4, 2), armour=9, strength=5, skills=["Bone-head"])
    scene = throw(thrown(c=heavy), "(4,1)", ["D6 6", "D8 5", "D8 7", "D8 4", "D6 1", "D8 5", "D6 1"])
    assert scene.status("c") == "standing"


@pytest.mark.rule("A-MOVE-09")
def test_a_teleporter_takes_it_on_like_a_ball() -> None:
    picture = THROW.replace("........\n    ........\n    .......$", ".....1..\n    ........\n    2......$", 1)
    scene = scene_of(picture, others={**BIG, "z": away(at=(7, 0))})
    throw(scene, "(4,1)", ["D6 6", "D8 5", "D8 7", "D8 4", "D8 5", "D6 2", "D8 5", "D6 1"])
    assert closed(scene) == {(1, 4), (7, 4)}


@pytest.mark.rule("A-MOVE-09", "A-BALL-08")
def test_in_a_chasm_it_is_gone_and_a_ball_in_it_teleports() -> None:
    picture = THROW.replace("........\n    ........\n    .......$", ".....:..\n    ........\n    2......$", 1)
    edition = "astrogranite(classic, chest_moving=on, chasms=on)"
    for face in (1, 2):
        scene = scene_of(picture, edition, others={**BIG, "z": away(at=(7, 0))})
        dice = ["D6 6", "D8 5", "D8 7", "D8 4", "D8 5", f"D2 {face}"]
        throw(scene, "(4,1)", dice + (["D6 2", "D8 5"] if face == 1 else []))
        assert closed(scene) == {(7, 4)}
        assert scene.ball == ((1, 4) if face == 1 else None)


@pytest.mark.rule("A-MOVE-10")
def test_it_is_the_pass_of_the_team_and_hunger_has_no_say() -> None:
    hungry = {"A": home(strength=5, agility=4, skills=["Throw Team-Mate", "Always Hungry"]), "C": home(at=(1, 4))}
    scene = scene_of(THROW, others={**hungry, "z": away(at=(0, 4), zone=False)})
    scene.play("activate A", "declare throw team-mate", "take chest (2,1)")
    scene.play("throw (4,1)", dice=["D6 6", "D8 5", "D8 7", "D8 4", "D8 5", "D6 3"])
    scene.play("activate C")
    assert not scene.offered("declare pass")


@pytest.mark.rule("A-MOVE-02", "A-SETUP-04")
def test_what_is_in_a_chest_goes_with_it() -> None:
    edition = "astrogranite(classic, chest_moving=on, chest_mode=hidden)"
    scene = scene_of(edition=edition, modules={"loads": {"loaded": [[2, 1]]}})
    scene.play("activate A", "declare move", "shove chest e", "open (3,1)")
    assert scene.ball == (3, 1)


@pytest.mark.rule("A-MOVE-03")
@pytest.mark.parametrize(
    ("mark", "module"),
    [("&", "lava"), ("~", "water"), (":", "chasms"), ("^", "traps"), ("o", "obstacles"), ("=", "doors")],
)
def test_a_chest_is_not_moved_onto_anything_but_plain_floor(mark: str, module: str) -> None:
    edition = f"astrogranite(classic, chest_moving=on, {module}=on)"
    scene = scene_of(LANE.replace("$.", f"${mark}", 1), edition)
    scene.play("activate A", "declare move")
    assert not scene.offered("shove chest e")


@pytest.mark.rule("A-MOVE-03")
def test_a_chest_is_moved_onto_an_inscription_and_never_to_another_height() -> None:
    edition = "astrogranite(classic, chest_moving=on, colleges=on, inscriptions=on)"
    rune = {"inscription": [{"at": [3, 1], "college": "Light", "circle": 1}]}
    scene = scene_of(LANE.replace("$.", "$*", 1), edition, details=rune)
    scene.play("activate A", "declare move", "shove chest e")
    assert (3, 1) in closed(scene)
    levels = {"levels": "########\n#001111#\n########\n........"}
    scene = scene_of(LANE.replace("A$.", ".A$"), "astrogranite(classic, chest_moving=on, platforms=on)", details=levels)
    scene.play("activate A", "declare move")
    assert scene.offered("shove chest e")  # along its own height
    assert not scene.offered("drag chest w")


@pytest.mark.rule("A-MOVE-01")
def test_what_makes_a_step_dear_makes_a_step_with_a_chest_dearer() -> None:
    edition = "astrogranite(classic, chest_moving=on, water=on)"
    wet = {"A": home(movement=1, agility=4, under="~")}
    scene = scene_of(edition=edition, others=wet).play("activate A", "declare move")
    assert scene.offered("shove chest e")  # one square and two Rushes
    scene = scene_of(LANE.replace("A$.", "A~$"), edition, others={"A": home(movement=1, agility=4)})
    scene.play("activate A", "declare move", "step e")
    assert not scene.offered("shove chest e")  # the two Rushes left are not enough


@pytest.mark.rule("A-MOVE-04")
def test_a_shove_that_fails_leaves_the_chest_whatever_becomes_of_the_player_and_of_its_ball() -> None:
    picture = "#######\n#A$...#\n#b....#\nz.....$"
    scene = scene_of(picture, others={"b": away()})
    scene.play("activate A", "declare move", "shove chest e", dice=["D6 1", "2D6 6+6", "2D6 4+4"])
    assert scene.status("A") == "knocked-out"
    assert closed(scene) == {(2, 1), (6, 3)}
    scene = scene_of(picture, others={"b": away()}, ball="A")
    scene.play("activate A", "declare move", "shove chest e", dice=["D6 1", "2D6 1+1", "D8 5", "D8 8"])
    assert closed(scene) == {(2, 1), (6, 3)}
    assert scene.ball == (3, 2)  # off the chest


@pytest.mark.rule("A-MOVE-04")
def test_a_drag_that_fails_leaves_the_chest() -> None:
    picture = "#######\n#...A$#\n#...b.#\nz.....$"
    scene = scene_of(picture, others={"b": away()})
    scene.play("activate A", "declare move", "drag chest w", dice=["D6 1", "2D6 1+1"])
    assert scene.square("A") == (3, 1)
    assert scene.status("A") == "prone"
    assert closed(scene) == {(5, 1), (6, 3)}


@pytest.mark.rule("A-MOVE-05")
def test_a_chest_flies_no_farther_than_a_team_mate_and_as_badly() -> None:
    scene = thrown()
    scene.play("activate A", "declare throw team-mate", "take chest (2,1)", dice=["D6 6"])
    assert scene.offered("throw (7,1)")
    assert not scene.offered("throw (1,1)")
    scene.play("throw (7,1)", dice=["D6 2", "D8 5", "D6 1"])  # short: 2 - 1 is a fumble
    assert closed(scene) == {(3, 1), (7, 4)}


@pytest.mark.rule("A-MOVE-07")
def test_nobody_earns_anything_for_a_ball_in_a_chest_that_opened_by_itself() -> None:
    league = "astrogranite(classic, chest_moving=on, league=on)"
    scene = scene_of(THROW, league, others={**BIG, "z": away(at=(0, 4), zone=False)})
    throw(scene, "(4,1)", ["D6 6", "D8 5", "D8 7", "D8 4", "D8 5", "D6 4", "D2 1"])
    assert scene.ball == (5, 2)
    assert scene.events("points earned") == []


@pytest.mark.rule("A-MOVE-08", "A-COLL-08")
def test_a_team_mate_struck_by_a_chest_costs_the_turn() -> None:
    scene = throw(
        thrown(C=home(at=(4, 2), armour=9)), "(4,1)", ["D6 6", "D8 5", "D8 7", "D8 4", "2D6 1+1", "D8 5", "D6 1"]
    )
    assert scene.status("C") == "prone"
    assert scene.turnover == "TURNOVER_KNOCKED_DOWN"


def test_a_thrown_chest_bounces_on_from_a_trap() -> None:
    picture = THROW.replace("........\n    ........\n    .......$", ".....^..\n    ........\n    .......$", 1)
    edition = "astrogranite(classic, chest_moving=on, traps=on)"
    scene = scene_of(picture, edition, others={**BIG, "z": away(at=(7, 0))})
    throw(scene, "(4,1)", ["D6 6", "D8 5", "D8 7", "D8 4", "D8 5", "D8 5", "D6 1"])
    assert closed(scene) == {(6, 2), (7, 4)}
    assert int(scene.game.token[scene.node((5, 2))]) == TRAP_TOKEN


def test_a_ball_beneath_a_thrown_chest_makes_room_for_it() -> None:
    scene = scene_of(THROW, others={**BIG, "z": away(at=(0, 4), zone=False)}, ball=(5, 2))
    throw(scene, "(4,1)", ["D6 6", "D8 5", "D8 7", "D8 4", "D8 5", "D8 8", "D6 1"])
    assert closed(scene) == {(5, 2), (7, 4)}
    assert scene.ball == (6, 3)

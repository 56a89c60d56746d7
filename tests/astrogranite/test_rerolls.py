"""Re-rolls: what may be repeated, by whom and how often (A-RR, A-BASE-38)."""

from __future__ import annotations

import pytest

from dungeonbowl.scenes.scene import Piece, Scene, away, home

STANDARD = "astrogranite(classic, leaping=on, chasms=on, precarious=on, wall_smash=on, collision_pushing=on)"
FIELD = """
    .........
    ..b......
    ..A......
    .........
    1.......2
"""


def scene_of(picture: str = FIELD, rerolls: tuple[int, ...] = (2, 2), **facts: object) -> Scene:
    legend: dict[str, Piece] = {"A": home(agility=4, armour=9), "b": away(armour=9), "z": away(at=(8, 1))}
    legend.update(facts.pop("others", {}))  # type: ignore[call-overload]
    if legend["b"].at is not None:
        picture = picture.replace("b", ".")
    return Scene(picture, legend, edition=STANDARD, rerolls=rerolls, **facts)  # type: ignore[arg-type]


def is_asked(scene: Scene) -> bool:
    return scene.offered("reroll team")


@pytest.mark.rule("A-BASE-38", "A-RR-01")
def test_one_team_reroll_a_turn_and_never_the_same_die_twice() -> None:
    scene = scene_of(others={"A": home(agility=4, movement=1)})
    scene.play("activate A", "declare move", "step s", dice=["D6 2"])
    scene.play("reroll team", dice=["D6 6"])
    scene.play("step s", dice=["D6 1", "2D6 1+1"])  # nobody is asked: one was used in this turn
    assert scene.status("A") == "prone"
    scene = scene_of()
    scene.play("activate A", "declare move", "step s", dice=["D6 2"])
    scene.play("reroll team", dice=["D6 1", "2D6 1+1"])
    assert scene.status("A") == "prone"


@pytest.mark.rule("A-BASE-38")
def test_skills_are_outside_that_limit() -> None:
    scene = scene_of(others={"A": home(agility=4, movement=1, skills=["Sure Feet"])})
    scene.play("activate A", "declare move", "step s", dice=["D6 2"])
    scene.play("reroll team", dice=["D6 6"])
    scene.play("step s", dice=["D6 1"])
    assert scene.offered("reroll skill")
    assert not scene.offered("reroll team")


@pytest.mark.rule("A-RR-04")
def test_dodge_rush_pick_up_pass_catch_and_blocks_may_be_repeated() -> None:
    scene = scene_of().play("activate A", "declare move", "step s", dice=["D6 1"])
    assert is_asked(scene)
    scene = scene_of(ball=(3, 1), others={"b": away(at=(8, 0))})
    assert is_asked(scene.play("activate A", "declare move", "step ne", dice=["D6 1"]))
    scene = scene_of(ball="A", others={"b": away(at=(8, 0)), "C": home(agility=4, at=(4, 2))})
    scene.play("activate A", "declare pass", "aim", "throw (4,2)", dice=["D6 1"])
    assert is_asked(scene)
    scene.play("reroll team", dice=["D6 6", "D6 1", "D8 5"])
    scene = scene_of(ball="A", others={"b": away(at=(8, 0)), "C": home(agility=4, at=(4, 2))})
    scene.play("activate A", "declare pass", "aim", "throw (4,2)", dice=["D6 6", "D6 1"])
    assert is_asked(scene)
    assert is_asked(scene_of().play("activate A", "declare block b", dice=["block player-down"]))


@pytest.mark.rule("A-RR-04")
def test_leaps_landings_balance_standing_up_and_courage_may_be_repeated() -> None:
    far = {"b": away(at=(8, 0))}
    scene = scene_of(others=far).play("activate A", "declare move", "leap", "jump (4,2)", "cross (3,2)", dice=["D6 2"])
    assert is_asked(scene)
    slow = {**far, "A": home(movement=2, status="prone")}
    assert is_asked(scene_of(others=slow).play("activate A", "declare move", "stand up", dice=["D6 1"]))
    throw = {**far, "A": home(strength=5, skills=["Throw Team-Mate"]), "S": home(at=(3, 2), skills=["Right Stuff"])}
    scene = scene_of(others=throw)
    scene.play("activate A", "declare throw team-mate", "pick S")
    scene.play("throw (5,2)", dice=["D6 6", "D8 5", "D8 4", "D8 5", "D6 1"])
    assert is_asked(scene)
    scene = scene_of(FIELD.replace("..A......", ".:A......"))
    scene.play("activate A", "declare block b", "demand balance", dice=["D6 1"])
    assert is_asked(scene)


@pytest.mark.rule("A-RR-04")
@pytest.mark.parametrize(
    ("trait", "action"),
    [
        ("Bone-head", "move"),
        ("Really Stupid", "move"),
        ("Wild Animal", "move"),
        ("Take Root", "move"),
        ("Dense", "pass"),
    ],
)
def test_trait_rolls_may_be_repeated(trait: str, action: str) -> None:
    scene = scene_of(others={"A": home(skills=[trait])}, ball="A")
    assert is_asked(scene.play("activate A", f"declare {action}", dice=["D6 1"]))


@pytest.mark.rule("A-RR-04")
def test_hunger_gazes_acrobatics_and_hurried_steps_may_be_repeated() -> None:
    far = {"b": away(at=(8, 0))}
    hungry = home(strength=5, skills=["Throw Team-Mate", "Always Hungry"])
    scene = scene_of(others={**far, "A": hungry, "S": home(at=(3, 2), skills=["Right Stuff"])})
    assert is_asked(scene.play("activate A", "declare throw team-mate", "pick S", "throw (5,2)", dice=["D6 1"]))
    scene = scene_of(others={"A": home(agility=4, skills=["Hypnotic Gaze"])})
    assert is_asked(scene.play("activate A", "declare move", "use GAZES b", dice=["D6 1"]))
    legend = {"A": home(agility=4, skills=["Acrobatics"]), "b": away(armour=9), "z": away()}
    edition = "astrogranite(classic, leaping=on, dungeon_skills=on)"
    scene = Scene("#######\n#A.b.z#\n#######", legend, edition=edition, rerolls=(2, 2))
    scene.play("activate A", "declare move", "leap", "jump (3,1)", dice=["D6 6", "D6 1", "D8 5", "D6 1"])
    assert is_asked(scene)
    legend = {"A": home(under="~"), "z": away()}
    scene = Scene("#######\n#A...z#\n#######", legend, edition="astrogranite(classic, water=on)", rerolls=(2, 2))
    assert is_asked(scene.play("activate A", "declare move", "hurry e", dice=["D6 1"]))


@pytest.mark.rule("A-RR-04")
def test_the_roll_of_the_dauntless_may_be_repeated() -> None:
    scene = scene_of(others={"A": home(skills=["Dauntless"]), "b": away(strength=5, at=(2, 1))})
    assert is_asked(scene.play("activate A", "declare block b", dice=["2D6 1+1"]))


@pytest.mark.rule("A-RR-01", "A-RR-04")
def test_an_interceptor_is_acting_itself_and_may_use_pro() -> None:
    others = {"A": home(agility=2), "b": away(at=(4, 2), skills=["Pro"]), "C": home(at=(6, 2), agility=2)}
    scene = scene_of(ball="A", others=others)
    scene.play("activate A", "declare pass", "aim", "throw (6,2)", "interfere b", dice=["D6 1"])
    assert scene.options() == ["accept", "reroll pro"]


@pytest.mark.rule("A-RR-05")
def test_collisions_of_pushed_and_of_leaping_players_are_not_repeated() -> None:
    lane = "#########\n.Ab.....z\n#########"
    legend = {"A": home(agility=4, armour=9, skills=["Pro"]), "b": away(armour=9), "c": away(armour=9), "z": away()}
    scene = Scene(lane.replace("b.", "bc"), legend, edition=STANDARD, rerolls=(2, 2))
    scene.play("activate A", "declare block b", "face push", "stay", dice=["block push", "D6 6", "2D6 1+1"])
    assert scene.status("c") == "prone"
    del legend["c"]
    scene = Scene(lane.replace("Ab", "A.b"), legend, edition=STANDARD, rerolls=(2, 2))
    scene.play("activate A", "declare move", "leap", "jump (3,1)", dice=["D6 5", "D6 1", "D8 5", "2D6 1+1"])
    assert scene.status("b") == "standing"
    assert scene.status("A") == "prone"


@pytest.mark.rule("A-RR-02", "A-RR-05")
def test_armour_injury_scatter_teleports_chests_and_collisions_are_not_repeated() -> None:
    scene = scene_of(ball="b")
    scene.play("activate A", "declare block b", "face pow", dice=["block POW"])
    scene.play("push (2,0)", "stay", dice=["2D6 5+5", "2D6 1+1", "D8 5"])
    assert scene.status("b") == "stunned"
    picture = FIELD.replace("..A......\n    .........", "..A......\n    .$1......").replace("1.......2", "$.......2")
    scene = scene_of(picture, others={"b": away(at=(8, 0))})
    scene.play("activate A", "declare move", "open (1,3)", dice=["D2 2", "2D6 1+1"])
    assert scene.status("A") == "prone"
    scene = scene_of(picture, others={"b": away(at=(8, 0)), "C": home(at=(4, 0))})
    scene.play("activate A", "declare move", "step s", dice=["D6 1"])
    assert scene.status("A") == "lost"


@pytest.mark.rule("A-RR-02")
def test_only_the_coach_whose_turn_it_is_has_team_rerolls() -> None:
    scene = scene_of(
        ball="A", others={"A": home(agility=2), "b": away(at=(4, 2), agility=4), "C": home(at=(6, 2), agility=2)}
    )
    scene.play("activate A", "declare pass", "aim", "throw (6,2)", "interfere b", dice=["D6 1", "D6 6", "D6 6"])
    assert scene.ball == "C"  # b was not asked


@pytest.mark.rule("A-RR-01")
def test_pro_may_repeat_what_a_player_does_itself() -> None:
    scene = scene_of(rerolls=(0, 0), others={"A": home(agility=4, skills=["Pro"])})
    scene.play("activate A", "declare move", "step s", dice=["D6 1"])
    assert scene.offered("reroll pro")
    scene.play("reroll pro", dice=["D6 4", "D6 6"])
    assert scene.status("A") == "standing"


@pytest.mark.rule("A-RR-03")
def test_a_skill_that_names_a_roll_works_out_of_turn() -> None:
    others = {"A": home(agility=2), "b": away(at=(4, 2), agility=4, skills=["Catch"]), "C": home(at=(6, 2), agility=2)}
    scene = scene_of(ball="A", others=others)
    scene.play("activate A", "declare pass", "aim", "throw (6,2)", "interfere b", dice=["D6 1"])
    assert scene.offered("reroll skill")
    assert not scene.offered("reroll team")

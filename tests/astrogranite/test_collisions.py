"""Thrown players and what they come down on (A-COLL, A-BASE-36, A-BASE-37)."""

from __future__ import annotations

import pytest

from dungeonbowl.editions.astrogranite.core.collisions import (
    BIG_GUY,
    HUGE,
    NORMAL,
    STUNTY,
    TITCHY,
    needed_to_fell,
    raised,
    weight,
)
from dungeonbowl.scenes.scene import Piece, Scene, away, home

CLASSIC = "astrogranite(classic)"
ROW = "." * 10
FIELD = """
    ..........
    .TS.......
    ..........
    ..........
    ..........
"""


def scene_of(
    small: Piece | None = None, ball: str | tuple[int, int] | None = None, picture: str = FIELD, **others: Piece
) -> Scene:
    legend: dict[str, Piece] = {
        "T": home(strength=5, agility=4, skills=["Throw Team-Mate"]),
        "S": small or home(agility=4, armour=8, skills=["Right Stuff", "Stunty"]),
        "z": away(at=(0, 4), zone=False),
    }
    legend.update(others)
    return Scene(picture, legend, ball=ball, edition=CLASSIC)


def throw(scene: Scene, square: str, dice: list[str]) -> Scene:
    return scene.play("activate T", "declare throw team-mate", "pick S", f"throw {square}", dice=dice)


@pytest.mark.rule("A-BASE-36", "A-BASE-37")
def test_a_thrown_player_scatters_three_times_and_lands_on_its_feet() -> None:
    # T AG 3: needs nothing but no fumble; quick +1, -1
    scene = throw(scene_of(), "(4,1)", ["D6 6", "D8 5", "D8 7", "D8 4", "D6 4"])
    assert scene.square("S") == (4, 2)
    assert scene.status("S") == "standing"
    assert scene.turnover == ""
    assert scene.offered("activate S")


@pytest.mark.rule("A-BASE-36")
def test_a_fumble_drops_the_team_mate_where_it_was() -> None:
    scene = throw(scene_of(), "(4,1)", ["D6 1", "D6 4"])
    assert scene.square("S") == (2, 1)
    assert scene.status("S") == "standing"


@pytest.mark.rule("A-BASE-36")
def test_only_standing_team_mates_with_right_stuff_over_short_ways_at_most() -> None:
    scene = scene_of(P=home(at=(1, 2), status="prone", skills=["Right Stuff"]), N=home(at=(2, 2)))
    scene.play("activate T", "declare throw team-mate")
    assert scene.offered("pick S")
    assert not scene.offered("pick P")
    assert not scene.offered("pick N")
    scene.play("pick S")
    assert scene.offered("throw (7,1)")
    assert scene.offered("throw (7,4)")
    assert not scene.offered("throw (9,1)")


@pytest.mark.rule("A-BASE-37", "A-TURN-10")
def test_a_failed_landing_is_a_turnover_only_with_the_ball() -> None:
    dice = ["D6 6", "D8 5", "D8 7", "D8 4", "D6 3", "2D6 1+1"]
    scene = throw(scene_of(), "(4,1)", dice)
    assert scene.status("S") == "prone"
    assert scene.turnover == ""
    scene = throw(scene_of(ball="S"), "(4,1)", [*dice, "D8 5"])
    assert scene.turnover == "TURNOVER_THROWN_CARRIER"
    assert scene.ball == (5, 2)


@pytest.mark.rule("A-BASE-37")
def test_zones_hinder_a_landing() -> None:
    for face, status in ((4, "prone"), (5, "standing")):
        dice = ["D6 6", "D8 5", "D8 7", "D8 4", f"D6 {face}"] + (["2D6 1+1"] if face == 4 else [])
        assert throw(scene_of(b=away(at=(5, 3))), "(4,1)", dice).status("S") == status


@pytest.mark.rule("A-DEF-09")
def test_a_thrown_player_does_not_scatter_into_a_wall() -> None:
    scene = throw(scene_of(), "(4,0)", ["D6 6", "D8 2", "D8 5", "D8 1", "D8 5", "D8 5", "D6 4"])
    assert scene.square("S") == (7, 0)


@pytest.mark.rule("A-COLL-03")
def test_weights() -> None:
    legend = {
        "a": home(at=(0, 0), skills=["Titchy", "Stunty"]),
        "b": home(at=(1, 0), skills=["Stunty"]),
        "c": home(at=(2, 0), strength=5),
        "d": home(at=(3, 0), strength=5, skills=["Really Stupid"]),
        "e": home(at=(4, 0), strength=4, skills=["Bone-head"]),
        "f": home(at=(5, 0), strength=6, skills=["Take Root"]),
        "g": away(at=(6, 0), size=2, strength=6),
        "h": away(at=(0, 2), strength=5, skills=["Wild Animal"]),
        "i": away(at=(1, 2), strength=5, skills=["Always Hungry"]),
    }
    scene = Scene("\n".join("." * 9 for _ in range(3)), legend, edition=CLASSIC)
    found = {letter: int(weight(scene.game, scene.piece(letter))) for letter in legend}
    big = int(BIG_GUY)
    assert found == {
        "a": TITCHY, "b": STUNTY, "c": NORMAL, "d": big, "e": NORMAL, "f": big, "g": HUGE, "h": big, "i": big,
    }  # fmt: skip


@pytest.mark.rule("A-COLL-04", "A-COLL-05")
def test_what_the_lower_one_suffers_by_weight() -> None:
    assert needed_to_fell(NORMAL, STUNTY) == 1
    assert needed_to_fell(NORMAL, NORMAL) == 2
    assert needed_to_fell(STUNTY, NORMAL) == 4
    assert needed_to_fell(TITCHY, NORMAL) > 6
    assert raised(STUNTY) == NORMAL
    assert raised(HUGE) == HUGE


@pytest.mark.rule("A-COLL-01", "A-COLL-05", "A-COLL-06", "A-COLL-10")
@pytest.mark.parametrize("face", [1, 2])
def test_a_thrown_stunty_player_strikes_like_a_normal_one(face: int) -> None:
    scene = scene_of(b=away(at=(4, 2), armour=9))
    dice = ["D6 6", "D8 5", "D8 7", "D8 4", f"D6 {face}", "D8 5", "2D6 5+3", "2D6 2+2"]
    throw(scene, "(4,1)", dice + (["2D6 4+4"] if face == 2 else []))
    # collision, scatter of the lander to (5,2), its armour and injury, then that of the one it came down on
    assert scene.square("S") == (5, 2)
    assert scene.status("S") == "stunned"
    assert scene.status("b") == ("prone" if face == 2 else "standing")
    assert scene.turnover == ""


@pytest.mark.rule("A-COLL-02")
def test_only_the_first_is_struck_and_the_others_are_passed_over() -> None:
    scene = scene_of(b=away(at=(4, 2), armour=9), c=away(at=(5, 2), armour=9))
    throw(scene, "(4,1)", ["D6 6", "D8 5", "D8 7", "D8 4", "D6 1", "D8 5", "D8 5", "2D6 1+1"])
    assert scene.square("S") == (6, 2)
    assert scene.status("c") == "standing"
    assert scene.status("b") == "standing"


@pytest.mark.rule("A-COLL-04")
def test_a_lighter_one_goes_down_without_a_die_and_a_much_heavier_one_never() -> None:
    scene = scene_of(b=away(at=(4, 2), armour=9, skills=["Stunty"]))
    throw(scene, "(4,1)", ["D6 6", "D8 5", "D8 7", "D8 4", "D8 5", "2D6 1+1", "2D6 1+1"])
    assert scene.status("b") == "prone"
    small = home(agility=4, armour=8, skills=["Right Stuff", "Stunty", "Titchy"])
    scene = scene_of(small, b=away(at=(4, 2), strength=5, skills=["Bone-head"]))
    throw(scene, "(4,1)", ["D6 6", "D8 5", "D8 7", "D8 4", "D8 5", "2D6 1+1"])
    assert scene.status("b") == "standing"


@pytest.mark.rule("A-COLL-08")
def test_a_team_mate_struck_costs_the_turn() -> None:
    scene = scene_of(M=home(at=(4, 2), armour=9))
    throw(scene, "(4,1)", ["D6 6", "D8 5", "D8 7", "D8 4", "D6 2", "D8 5", "2D6 1+1", "2D6 1+1"])
    assert scene.status("M") == "prone"
    assert scene.turnover == "TURNOVER_KNOCKED_DOWN"


@pytest.mark.rule("A-COLL-06")
def test_no_skills_count_in_a_collision() -> None:
    small = home(agility=4, armour=8, skills=["Right Stuff", "Stunty", "Mighty Blow"])
    scene = scene_of(small, b=away(at=(4, 2), armour=9))
    throw(scene, "(4,1)", ["D6 6", "D8 5", "D8 7", "D8 4", "D6 2", "D8 5", "2D6 1+1", "2D6 4+4"])
    assert scene.status("b") == "prone"


@pytest.mark.rule("A-COLL-07", "A-TELE-11")
def test_the_square_finally_reached_works_before_the_fall_and_the_ball_bounces_from_there() -> None:
    picture = FIELD.replace(f"{ROW}\n    {ROW}\n    {ROW}", f".....1....\n    {ROW}\n    ......2...", 1)
    assert picture.count("1") == 1
    scene = scene_of(None, "S", picture, b=away(at=(4, 2), armour=9))
    throw(scene, "(4,1)", ["D6 6", "D8 5", "D8 7", "D8 4", "D6 1", "D8 5", "D6 2", "2D6 1+1", "D8 4"])
    assert scene.square("S") == (6, 4)
    assert scene.status("S") == "prone"
    assert scene.ball == (5, 4)


@pytest.mark.rule("A-COLL-09")
def test_on_a_chest_the_lander_goes_down_and_the_chest_stays_closed() -> None:
    picture = FIELD.replace(f"{ROW}\n    {ROW}", f"....$.....\n    {ROW}", 1)
    scene = scene_of(picture=picture)
    throw(scene, "(4,1)", ["D6 6", "D8 5", "D8 7", "D8 4", "D8 5", "2D6 1+1"])
    assert scene.square("S") == (5, 2)
    assert scene.status("S") == "prone"
    assert scene.game.is_chest(scene.node((4, 2)))


@pytest.mark.rule("A-BASE-36")
def test_one_less_for_the_throw_of_a_team_mate() -> None:
    scene = throw(scene_of(), "(4,1)", ["D6 2", "D8 5", "D8 7", "D8 4", "D6 4"])  # quick: 2 + 1 - 1
    assert scene.square("S") == (4, 2)
    scene = throw(scene_of(), "(7,1)", ["D6 2", "D6 4"])  # short: 2 - 1 is a fumble
    assert scene.square("S") == (2, 1)


LEAPS = "astrogranite(classic, leaping=on, dungeon_skills=on)"
LANE = "##########\n#A.b1..2z#\n##########"


def crash(picture: str, dice: list[str], target: str = "(3,1)", **facts: object) -> Scene:
    """A leaps towards b, and scatters from there."""
    legend = {"A": home(agility=4, armour=9), "b": away(armour=9), "z": away(), "C": home(at=(6, 1))}
    legend.update(facts.pop("others", {}))  # type: ignore[call-overload]
    scene = Scene(picture, legend, edition=LEAPS, **facts)  # type: ignore[arg-type]
    return scene.play("activate A", "declare move", "leap", f"jump {target}", dice=dice)


@pytest.mark.rule("A-TELE-04", "A-COLL-07")
def test_who_scatters_into_a_teleporter_and_is_lost_costs_the_turn_only_if_the_leap_had_failed() -> None:
    scene = crash(LANE, ["D6 6", "D6 1", "D8 5", "D6 1"])
    assert scene.status("A") == "lost"
    assert scene.turnover == ""
    scene = crash(LANE, ["D6 3", "D2 2", "D6 1", "D8 5", "D6 1"], "(4,1)")
    assert scene.status("A") == "lost"
    assert scene.turnover == "TURNOVER_FALL"


@pytest.mark.rule("A-COLL-07", "A-BASE-10")
def test_a_ball_where_somebody_keeps_its_feet_after_a_collision_bounces() -> None:
    acrobat = {"A": home(agility=4, armour=9, skills=["Acrobatics"])}
    scene = crash(LANE.replace("1", "."), ["D6 6", "D6 1", "D8 5", "D6 4", "D8 5"], others=acrobat, ball=(4, 1))
    assert scene.status("A") == "standing"
    assert scene.ball == (5, 1)


@pytest.mark.rule("A-TURN-06")
def test_a_carrier_who_keeps_its_feet_after_a_collision_in_the_end_zone_scores() -> None:
    acrobat = {"A": home(agility=4, armour=9, skills=["Acrobatics"])}
    scene = crash(LANE.replace("1", "B"), ["D6 6", "D6 1", "D8 5", "D6 4"], others=acrobat, ball="A")
    assert scene.winner == "home"


@pytest.mark.rule("A-COLL-09")
def test_on_an_obstacle_the_lander_goes_down_and_off_it() -> None:
    legend = {"A": home(agility=4, armour=9), "z": away()}
    picture = "##########\n#A.o....z#\n##########"
    scene = Scene(picture, legend, edition="astrogranite(classic, leaping=on, obstacles=on)")
    scene.play("activate A", "declare move", "leap", "jump (3,1)", dice=["D6 6", "D8 5", "2D6 1+1"])
    assert scene.square("A") == (4, 1)
    assert scene.status("A") == "prone"


@pytest.mark.rule("A-DEF-15", "A-TURN-06")
def test_who_jumps_off_a_platform_and_keeps_its_feet_picks_up_what_lies_there_or_scores() -> None:
    legend = {"A": home(agility=4, armour=9, skills=["Acrobatics"]), "z": away()}
    edition = "astrogranite(classic, platforms=on, dungeon_skills=on)"
    levels = {"levels": "######\n#.2..#\n######\n......"}
    picture = "######\n#.A..#\n######\nz....."
    scene = Scene(picture, legend, ball=(3, 1), edition=edition, details=levels)
    scene.play("activate A", "declare move", "drop e", dice=["D6 4", "D6 3"])
    assert scene.status("A") == "standing"
    assert scene.ball == "A"
    scene = Scene(picture.replace("A.", "AB"), legend, ball="A", edition=edition, details=levels)
    scene.play("activate A", "declare move", "drop e", dice=["D6 4"])
    assert scene.winner == "home"


@pytest.mark.rule("A-BASE-10", "A-DEF-15")
def test_who_is_thrown_onto_a_ball_did_not_come_by_its_own_will_and_the_ball_bounces() -> None:
    scene = throw(scene_of(ball=(4, 2)), "(4,1)", ["D6 6", "D8 5", "D8 7", "D8 4", "D6 4", "D8 5"])
    assert scene.square("S") == (4, 2)
    assert scene.ball == (5, 2)
    assert scene.turnover == ""

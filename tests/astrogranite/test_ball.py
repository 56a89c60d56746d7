"""Where balls come to lie (A-BALL)."""

from __future__ import annotations

import pytest

from dungeonbowl.scenes.scene import Piece, Scene, away, home

CLASSIC = "astrogranite(classic)"
FIELD = """
    .......
    .Ab.4..
    .......
    1..2..3
    .......
"""


def knocked(dice: list[str], picture: str = FIELD, **others: Piece) -> Scene:
    """A knocks the carrier b down; the dice after the armour roll are those of the ball."""
    legend: dict[str, Piece] = {"A": home(), "b": away(armour=9), "z": away(at=(0, 4), zone=False)}
    legend.update(others)
    scene = Scene(picture, legend, ball="b", edition=CLASSIC)
    return scene.play("activate A", "declare block b", "push (3,1)", "stay", dice=["block POW", "2D6 1+1", *dice])


@pytest.mark.rule("A-BALL-01", "A-BASE-32")
def test_a_ball_never_bounces_into_a_wall() -> None:
    scene = knocked(
        ["D8 2", "D8 3", "D8 7"],
        """
        ...####
        .Ab....
        .......
        .......
        .......
        """,
    )
    assert scene.ball == (3, 2)


@pytest.mark.rule("A-BALL-02")
def test_a_chest_deflects_it_like_a_fallen_player() -> None:
    scene = knocked(["D8 7", "D8 5"], FIELD.replace(".......\n    1", "...$...\n    1"))
    assert scene.ball == (4, 2)


@pytest.mark.rule("A-BALL-04", "A-BALL-05")
def test_onto_a_free_teleporter_it_teleports_and_bounces_from_where_it_comes_out() -> None:
    scene = knocked(["D8 5", "D6 2", "D8 7"])
    assert scene.ball == (3, 4)
    scene = knocked(["D8 5", "D6 4", "D8 7"])  # its own number: it bounces from there
    assert scene.ball == (4, 2)


@pytest.mark.rule("A-BALL-04")
def test_somebody_standing_there_tries_to_catch_it_without_modifier() -> None:
    for face in (3, 4):
        scene = knocked(
            ["D8 5", "D6 2", f"D6 {face}", *([] if face == 4 else ["D8 7"])], C=home(agility=4, at=(3, 3), under="2")
        )
        assert scene.ball == ("C" if face == 4 else (3, 4))


@pytest.mark.rule("A-BALL-04")
def test_from_somebody_who_lies_there_it_bounces() -> None:
    scene = knocked(["D8 5", "D6 2", "D8 7"], C=home(at=(3, 3), under="2", status="prone"))
    assert scene.ball == (3, 4)


@pytest.mark.rule("A-BALL-05", "A-BALL-04")
def test_a_pass_onto_a_free_teleporter_goes_through_it_too() -> None:
    scene = Scene(FIELD, {"A": home(agility=4), "b": away(zone=False)}, ball="A", edition=CLASSIC)
    scene.play("activate A", "declare pass", "aim", "throw (4,1)", dice=["D6 3", "D6 1", "D8 2"])
    assert scene.ball == (0, 2)


@pytest.mark.rule("A-BALL-13", "A-DEF-13")
def test_the_ball_of_a_carrier_who_is_knocked_out_bounces_after_the_injury() -> None:
    legend = {"A": home(), "b": away(armour=9), "z": away(at=(0, 4), zone=False)}
    scene = Scene(FIELD, legend, ball="b", edition=CLASSIC)
    scene.play("activate A", "declare block b", "push (3,1)", "stay", dice=["block POW", "2D6 5+5", "2D6 4+4", "D8 7"])
    assert scene.status("b") == "knocked-out"
    assert scene.ball == (3, 2)


@pytest.mark.rule("A-BALL-14")
def test_a_ball_goes_on_bouncing_as_long_as_it_is_not_held_and_cannot_rest() -> None:
    dropper = away(at=(3, 2), agility=4)
    scene = knocked(["D8 7", "D6 1", "D8 5", "D8 4", "D6 1", "D8 4"], c=dropper, d=away(at=(4, 2), status="prone"))
    assert scene.ball == (2, 2)  # c drops it, off d, c drops it again


ISLAND = """
    1.A...#...
    2.....#...
    .....z#...
"""


@pytest.mark.rule("A-BALL-09")
def test_a_ball_that_nobody_can_ever_reach_teleports_when_a_team_turn_begins() -> None:
    legend = {"A": home(), "z": away()}
    scene = Scene(ISLAND, legend, ball=(8, 1), edition=CLASSIC, dice=["D6 1", "D8 5"])
    assert scene.ball == (1, 0)
    scene = Scene(ISLAND.replace("...\n", "..3\n", 1), legend, ball=(8, 1), edition=CLASSIC)
    assert scene.ball == (8, 1)  # a teleporter leads there
    scene = Scene(ISLAND, legend, ball=(1, 1), edition=CLASSIC)
    assert scene.ball == (1, 1)


@pytest.mark.rule("A-BALL-09")
def test_while_nobody_is_in_the_dungeon_nothing_happens_to_it() -> None:
    legend = {"A": home(status="reserves"), "z": away(status="reserves")}
    scene = Scene(ISLAND.replace("A", ".").replace("z", "."), legend, ball=(8, 1), edition=CLASSIC)
    assert scene.ball == (8, 1)


@pytest.mark.rule("A-BALL-12")
def test_a_ball_in_water_lies_there_as_on_floor() -> None:
    legend = {"A": home(), "b": away(armour=9), "z": away(at=(5, 2))}
    scene = Scene("......\n.Ab~..\n...~..", legend, ball="b", edition="astrogranite(classic, water=on)")
    scene.play("activate A", "declare block b", "push (3,0)", "stay", dice=["block POW", "2D6 1+1", "D8 7"])
    assert scene.ball == (3, 1)
    scene.play("end turn", "end turn")
    assert scene.ball == (3, 1)


@pytest.mark.rule("A-BALL-09")
def test_nobody_gets_across_a_chasm_or_up_a_ledge() -> None:
    legend = {"A": home(), "z": away()}
    chasm = ISLAND.replace("#", ":")
    scene = Scene(chasm, legend, ball=(8, 1), edition="astrogranite(classic, chasms=on)", dice=["D6 1", "D8 5"])
    assert scene.ball == (1, 0)
    picture = ISLAND.replace("#", ".")
    high = "\n".join("......2222" for _ in range(3))
    low = "\n".join("2222......" for _ in range(3))
    edition = "astrogranite(classic, platforms=on)"
    scene = Scene(picture, legend, ball=(8, 1), edition=edition, details={"levels": high}, dice=["D6 1", "D8 5"])
    assert scene.ball == (1, 0)
    scene = Scene(picture, legend, ball=(8, 1), edition=edition, details={"levels": low})
    assert scene.ball == (8, 1)  # down is a way
    picture = "..A..1\n...z.2"
    scene = Scene(
        picture, legend, ball=(0, 0), edition=edition, details={"levels": "22....\n22...."}, dice=["D6 1", "D8 4"]
    )
    assert scene.ball == (4, 0)


@pytest.mark.rule("A-BALL-13")
def test_the_ball_of_a_player_who_is_sent_off_bounces_from_where_it_was() -> None:
    legend = {"A": home(), "p": away(status="prone", armour=9), "z": away(at=(0, 4), zone=False)}
    scene = Scene(FIELD.replace("b", "p"), legend, ball="A", edition=CLASSIC)
    scene.play("activate A", "declare foul", "foul p", dice=["2D6 2+2", "D8 2"])
    assert scene.status("A") == "sent-off"
    assert scene.ball == (1, 0)

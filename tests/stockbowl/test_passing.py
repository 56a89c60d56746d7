"""Passing, catching and intercepting in StockBowl (S-PASS, S-BASE-03 to S-BASE-07)."""

from __future__ import annotations

from typing import Any

import pytest

from dungeonbowl.scenes.scene import Scene, away, home

AIM = ("declare pass", "aim")
HALL = "\n".join(["." * 14] * 14)
RULER = [
    "TQQQSSSLLLLBBB",
    "QQQQSSSLLLLBBB",
    "QQQSSSSLLLLBB-",
    "QQSSSSSLLLBBB-",
    "SSSSSSLLLLBBB-",
    "SSSSSLLLLBBB--",
    "SSSSLLLLLBBB--",
    "LLLLLLLLBBB---",
    "LLLLLLLBBBB---",
    "LLLLLBBBBB----",
    "LLLBBBBBB-----",
    "BBBBBBB-------",
    "BBBBB---------",
    "BB------------",
]


def stock(picture: str, legend: dict[str, Any], **facts: Any) -> Scene:
    return Scene(picture, legend, edition="stockbowl", **facts)


def thrower(**facts: Any) -> Any:
    return home(**{"agility": 4, **facts})


@pytest.mark.rule("S-PASS-01", "S-BASE-04")
def test_four_bands_reach_as_far_as_the_ruler_says() -> None:
    scene = stock("T" + HALL[1:], {"T": thrower()}, ball="T")
    scene.play("activate T", *AIM)
    reached = {(x, y) for x in range(14) for y in range(14) if scene.offered(f"throw ({x},{y})")}
    assert reached == {(x, y) for x in range(14) for y in range(14) if RULER[y][x] not in "T-"}


@pytest.mark.rule("S-BASE-04", "S-BASE-01")
def test_every_band_has_its_modifier() -> None:
    needed = {"Q": 3, "S": 4, "L": 5, "B": 6}
    for y, row in enumerate(RULER):
        for x, band in enumerate(row):
            if band in needed and (x + 3 * y) % 4 == 0:
                scene = stock("T" + HALL[1:], {"T": thrower()}, ball="T")
                scene.play("activate T", *AIM, f"throw ({x},{y})", dice=["D6 1", "D8 8"])
                assert scene.events("tested")[0].c == needed[band], (x, y)


@pytest.mark.rule("S-BASE-04")
def test_the_throw_is_rolled_with_agility_and_worse_for_every_tackle_zone_on_the_thrower() -> None:
    facts = {"T": thrower(passing=2), "x": away(), "y": away(), "z": away(status="prone"), "w": away(zone=False)}
    scene = stock("xTy..\nzw...\n.....", facts, ball="T")
    scene.play("activate T", *AIM, "throw (3,2)", "decline", dice=["D6 4", "D8 5", "D8 2", "D8 4", "D8 7"])
    assert scene.events("tested")[0].c == 5  # quick, two zones
    assert scene.ball == (3, 2)


@pytest.mark.rule("S-PASS-02", "S-PASS-03")
def test_walls_stop_a_pass_and_their_corners_do_not() -> None:
    scene = stock(".....\n.T#..\n.#...\n.....", {"T": thrower()}, ball="T")
    scene.play("activate T", *AIM)
    assert scene.offered("throw (2,2)")  # between two corners
    assert scene.offered("throw (3,3)")
    assert not scene.offered("throw (3,1)")
    assert not scene.offered("throw (3,2)")  # clips the wall
    assert not scene.offered("throw (1,3)")


@pytest.mark.rule("S-PASS-02", "S-DOOR-06")
def test_a_door_is_no_target_and_stops_a_pass_like_a_wall() -> None:
    scene = stock(".....\n..B..\n..B..\nT....", {"T": thrower()}, ball="T")
    scene.play("activate T", *AIM)
    assert not scene.offered("throw (2,1)")
    assert not scene.offered("throw (2,2)")
    assert not scene.offered("throw (4,1)")
    assert scene.offered("throw (4,3)")
    assert scene.offered("throw (1,1)")


@pytest.mark.rule("S-PASS-04", "S-CHEST-07")
def test_chests_teleporters_and_players_neither_stop_a_pass_nor_are_no_targets() -> None:
    scene = stock("T$1x.\n.....", {"T": thrower(), "x": away()}, ball="T")
    scene.play("activate T", *AIM)
    for x in range(1, 5):
        assert scene.offered(f"throw ({x},0)")


@pytest.mark.rule("S-PASS-05", "S-PASS-06", "S-BASE-06")
def test_a_pass_scatters_without_looking_at_walls_and_comes_down_where_the_line_is_clear() -> None:
    # out over the north edge, along it, and back in
    scene = stock("T......\n.......\n.......", {"T": thrower(), "R": home(agility=4, at=(5, 0))}, ball="T")
    scene.play("activate T", *AIM, "throw (4,0)", dice=["D6 3", "D8 2", "D8 5", "D8 7", "D6 4"])
    assert scene.ball == "R"
    assert scene.events("tested")[1].c == 4  # no bonus for an inaccurate pass
    assert scene.turnover == ""
    assert scene.points("T") == 0


@pytest.mark.rule("S-PASS-05", "S-PASS-06", "S-BASE-19")
def test_an_inaccurate_pass_nobody_catches_bounces_once_more_and_ends_the_turn() -> None:
    scene = stock("T......\n.......\n.......", {"T": thrower()}, ball="T")
    scene.play("activate T", *AIM, "throw (4,1)", dice=["D6 3", "D8 5", "D8 5", "D8 7", "D8 4"])
    assert scene.ball == (5, 2)
    assert scene.turnover == "TURNOVER_LOOSE_BALL"


@pytest.mark.rule("S-PASS-07", "S-PASS-08")
def test_a_line_through_a_wall_stops_before_it_although_its_end_is_open() -> None:
    # P is (6,0); the line from (0,0) enters the wall at (4,0) from (3,0), a corner
    scene = stock("T...#..\n.......\n.......", {"T": thrower()}, ball="T")
    scene.play("activate T", *AIM, "throw (3,1)", dice=["D6 2", "D8 3", "D8 5", "D8 5", "D6 3"])
    assert scene.ball == (2, 1)
    assert scene.events("ball moved")[0].c == scene.node((3, 0))
    assert scene.turnover == "TURNOVER_LOOSE_BALL"


@pytest.mark.rule("S-PASS-07")
def test_the_ball_may_come_back_from_beside_the_thrower() -> None:
    scene = stock("#####\n#T..#\n#...#\n#####", {"T": thrower()}, ball="T")
    scene.play("activate T", *AIM, "throw (2,1)", dice=["D6 2", "D8 2", "D8 2", "D8 2", "D6 3"])
    # up from (1,1) in a corner: south-east
    assert scene.ball == (2, 2)


@pytest.mark.rule("S-PASS-07", "S-BNC-05")
def test_a_line_that_goes_through_a_corner_meets_the_wall_diagonally() -> None:
    # from (0,0) through (1,1) exactly into (2,2); (2,1) is floor and (1,2) a wall: away to the north
    scene = stock("T...\n....\n.##.\n....", {"T": thrower()}, ball="T")
    scene.play("activate T", *AIM, "throw (3,0)", dice=["D6 2", "D8 7", "D8 7", "D8 7", "D6 5"])
    assert scene.events("ball moved")[0].c == scene.node((1, 1))
    assert scene.ball == (2, 0)


@pytest.mark.rule("S-PASS-07", "S-DOOR-06")
def test_a_door_throws_a_pass_back() -> None:
    scene = stock("...B\nT..B\n....", {"T": thrower()}, ball="T")
    scene.play("activate T", *AIM, "throw (2,1)", dice=["D6 2", "D8 5", "D8 5", "D8 5", "D6 4"])
    assert scene.ball == (1, 1)


@pytest.mark.rule("S-PASS-08", "S-BNC-08", "S-BASE-06")
def test_a_ball_off_the_wall_is_caught_as_a_bouncing_one() -> None:
    scene = stock("T...#\n..R.#\n.x..#", {"T": thrower(), "R": home(agility=4), "x": away()}, ball="T")
    scene.play("activate T", *AIM, "throw (3,0)", dice=["D6 2", "D8 5", "D8 5", "D8 4", "D6 3", "D6 5"])
    assert scene.ball == "R"
    assert scene.events("tested")[1].c == 5  # no bonus, one zone
    assert scene.turnover == ""


@pytest.mark.rule("S-PASS-09", "S-BASE-05")
def test_a_fumble_bounces_from_the_thrower_and_off_a_wall_there() -> None:
    scene = stock("###\n.T.\n.R.", {"T": thrower(), "R": home(agility=4)}, ball="T", rerolls=(1, 0))
    scene.play("activate T", *AIM, "throw (1,2)", "accept", dice=["D6 1", "D8 2", "D6 4", "D6 4"])
    assert scene.ball == "R"
    assert scene.turnover == "TURNOVER_FUMBLE"  # even if the bounce is caught
    assert "S-BASE-05" in scene.cited()


@pytest.mark.rule("S-BASE-05")
@pytest.mark.parametrize(
    ("natural", "markers", "dice", "outcome"),
    [
        (2, 1, ["D8 8"], "TURNOVER_FUMBLE"),  # 2 - 1 = 1
        (2, 0, ["D8 5", "D8 4", "D8 7", "D8 7"], "TURNOVER_LOOSE_BALL"),
        (3, 2, ["D8 8"], "TURNOVER_FUMBLE"),
        (3, 1, ["D8 5", "D8 4", "D8 7", "D8 7"], "TURNOVER_LOOSE_BALL"),
        (6, 2, ["D8 7"], "TURNOVER_LOOSE_BALL"),  # accurate, and nobody there
    ],
)
def test_a_modified_one_or_less_is_a_fumble(natural: int, markers: int, dice: list[str], outcome: str) -> None:
    facts: dict[str, Any] = {"T": thrower()}
    for letter in "xy"[:markers]:
        facts[letter] = away()
    picture = ".........\nxT.......\ny........\n........."
    for letter in "xy"[markers:]:
        picture = picture.replace(letter, ".")
    scene = stock(picture, facts, ball="T")
    scene.play("activate T", *AIM, "throw (5,1)", dice=[f"D6 {natural}", *dice])
    assert scene.turnover == outcome


@pytest.mark.rule("S-BASE-05")
def test_a_natural_six_is_accurate_though_the_total_is_one_or_less() -> None:
    facts: dict[str, Any] = {"T": thrower(agility=5), "R": home()}
    facts |= {letter: away() for letter in "uvwxyz"}
    hall = ["." * 13] * 12
    picture = ["uvw" + "." * 10, "xTy" + "." * 10, "z" + "." * 12, *hall]
    picture[11] = ".R" + "." * 11
    scene = stock("\n".join(picture), facts, ball="T")
    scene.play("activate T", *AIM, "throw (1,11)", "decline", dice=["D6 6", "D6 6"])
    assert scene.ball == "R"


@pytest.mark.rule("S-BASE-05")
def test_for_the_most_agile_a_total_of_one_is_a_fumble_that_may_be_rolled_again() -> None:
    scene = stock("xT...R\n......", {"T": thrower(agility=1), "x": away(), "R": home()}, ball="T", rerolls=(1, 0))
    scene.play("activate T", *AIM, "throw (5,0)", dice=["D6 2"])
    assert scene.offered("reroll team")
    scene.play("reroll team", dice=["D6 3", "D6 3"])
    assert scene.ball == "R"


@pytest.mark.rule("S-BASE-07", "S-BASE-19", "S-BASE-23")
def test_an_interceptor_is_named_and_rolls_before_the_throw() -> None:
    scene = stock("T.x.R\n.....", {"T": thrower(), "R": home(), "x": away(agility=3)}, ball="T")
    scene.play("activate T", *AIM, "throw (4,0)")
    assert scene.asked == "away"
    assert scene.options() == ["interfere x", "decline"]
    scene.play("interfere x", dice=["D6 5"])
    assert scene.ball == "x"
    assert scene.events("tested")[0].c == 5  # AG 4, -2
    assert scene.turnover == "TURNOVER_INTERFERENCE"
    assert scene.points("x") == 2
    assert "S-BASE-07" in scene.cited()


@pytest.mark.rule("S-BASE-07")
def test_a_failed_interception_lets_the_throw_go_on() -> None:
    scene = stock("T.x.R\n..W..", {"T": thrower(), "R": home(), "W": home(), "x": away(agility=3)}, ball="T")
    scene.play("activate T", *AIM, "throw (4,0)", "interfere x", dice=["D6 5", "D6 4", "D6 2"])
    assert scene.events("tested")[0].c == 6  # W marks it
    assert scene.ball == "R"
    assert scene.turnover == ""


@pytest.mark.rule("S-BASE-07")
def test_nobody_need_intercept_and_only_one_may() -> None:
    facts = {"T": thrower(), "R": home(), "x": away(), "y": away()}
    scene = stock("T.xyR\n.....", facts, ball="T")
    scene.play("activate T", *AIM, "throw (4,0)")
    assert scene.options() == ["interfere x", "interfere y", "decline"]
    scene.play("decline", dice=["D6 4", "D6 3"])
    assert scene.ball == "R"
    scene = stock("T.xyR\n.....", facts, ball="T")
    scene.play("activate T", *AIM, "throw (4,0)", "interfere y", dice=["D6 2", "D6 4", "D6 3"])
    assert scene.ball == "R"


@pytest.mark.rule("S-BASE-07", "S-PASS-10")
def test_an_interceptor_needs_hands_and_its_zone_and_the_ruler_over_it() -> None:
    facts = {
        "T": thrower(),
        "R": home(),
        "n": away(skills=["No Hands"]),
        "z": away(zone=False),
        "p": away(status="prone"),
        "f": away(),  # two rows off the line
        "b": away(),  # behind the thrower
    }
    scene = stock("..pn...\nbT.z..R\n.......\n...f...", facts, ball="T")
    scene.play("activate T", *AIM, "throw (6,1)", dice=["D6 5", "D6 4"])
    assert scene.ball == "R"


@pytest.mark.rule("S-PASS-10")
@pytest.mark.parametrize("row", ["..#x...", "...x#.."])
def test_no_interception_through_a_wall(row: str) -> None:
    scene = stock(f"{row}\nT.....R", {"T": thrower(), "R": home(), "x": away()}, ball="T")
    scene.play("activate T", *AIM, "throw (6,1)", dice=["D6 5", "D6 2"])
    assert scene.ball == "R"
    scene = stock("...x...\nT.....R", {"T": thrower(), "R": home(), "x": away()}, ball="T")
    scene.play("activate T", *AIM, "throw (6,1)")
    assert scene.offered("interfere x")


@pytest.mark.rule("S-BASE-06")
def test_an_accurate_pass_and_a_hand_off_are_caught_one_better() -> None:
    facts = {"T": thrower(), "R": home(agility=4), "x": away()}
    scene = stock("T..R\n...x", facts, ball="T")
    scene.play("activate T", *AIM, "throw (3,0)", dice=["D6 3", "D6 4"])
    assert scene.events("tested")[1].c == 4  # +1, one zone
    scene = stock("TR..\n...x", facts, ball="T")
    scene.play("activate T", "declare hand-off", "hand off R", dice=["D6 3"])
    assert scene.events("tested")[0].c == 3
    assert scene.ball == "R"


@pytest.mark.rule("S-BASE-06")
def test_only_who_has_its_zone_catches() -> None:
    scene = stock("T..R\n....", {"T": thrower(), "R": home(zone=False)}, ball="T")
    scene.play("activate T", *AIM, "throw (3,0)", dice=["D6 3", "D8 7"])
    assert scene.ball == (3, 1)


@pytest.mark.rule("S-BASE-03")
@pytest.mark.parametrize(("picture", "needed"), [("P...\nM..x", 3), ("P..x\nM...", 4), ("P..x\nM..y", 4)])
def test_a_ball_is_picked_up_one_better_and_worse_for_every_zone(picture: str, needed: int) -> None:
    facts: dict[str, Any] = {"P": home(agility=4), "M": home(), "x": away()}
    ball = (1, 0)
    if "y" in picture:
        facts["y"] = away(zone=False)
    if needed == 4:
        picture = picture.replace("..x", ".x.")
    scene = stock(picture, facts, ball=ball)
    scene.play("activate P", "declare move", "step e", dice=[f"D6 {needed}"])
    assert scene.events("tested")[0].c == needed
    assert scene.ball == "P"


@pytest.mark.rule("S-BASE-03", "S-BASE-19")
def test_a_failed_pick_up_is_a_turnover_even_if_a_team_mate_catches_the_ball() -> None:
    scene = stock("P..\n..M", {"P": home(agility=4), "M": home(agility=4)}, ball=(1, 0))
    scene.play("activate P", "declare move", "step e", dice=["D6 2", "D8 8", "D6 4"])
    assert scene.ball == "M"
    assert scene.turnover == "TURNOVER_PICK_UP"


@pytest.mark.rule("S-SPP-01", "S-BASE-23")
def test_a_completion_is_worth_nothing_while_no_opponent_stands() -> None:
    facts: dict[str, Any] = {"T": thrower(), "R": home(), "x": away()}
    scene = stock("T..R\nx...", facts, ball="T")
    scene.play("activate T", *AIM, "throw (3,0)", dice=["D6 4", "D6 4"])
    assert scene.ball == "R"
    assert scene.points("T") == 1
    for opponent in (away(status="prone"), away(status="reserves")):
        picture = "T..R\nx..." if opponent.status == "prone" else "T..R\n...."
        scene = stock(picture, facts | {"x": opponent}, ball="T")
        scene.play("activate T", *AIM, "throw (3,0)", dice=["D6 4", "D6 4"])
        assert scene.ball == "R"
        assert scene.points("T") == 0


@pytest.mark.rule("S-OFF-05")
def test_nobody_throws_beyond_the_ruler_whatever_it_has_learnt() -> None:
    scene = stock("T" + "." * 17, {"T": thrower(skills=["Hail Mary Pass"])}, ball="T")
    scene.play("activate T", *AIM)
    assert scene.offered("throw (13,0)")
    assert not any(scene.offered(f"throw ({x},0)") for x in range(14, 18))
    assert all(text.startswith("throw (") for text in scene.options())

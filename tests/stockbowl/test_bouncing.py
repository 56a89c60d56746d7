"""Balls that bounce, and that bounce off walls (S-BNC)."""

from __future__ import annotations

from typing import Any

import pytest

from dungeonbowl.scenes.scene import Scene, away, home

# The D8 of each direction (S-GEN-02).
D8 = {"NW": 1, "N": 2, "NE": 3, "W": 4, "E": 5, "SW": 6, "S": 7, "SE": 8}
STEPS = {
    "N": (0, -1),
    "NE": (1, -1),
    "E": (1, 0),
    "SE": (1, 1),
    "S": (0, 1),
    "SW": (-1, 1),
    "W": (-1, 0),
    "NW": (-1, -1),
}


def stock(picture: str, legend: dict[str, Any], **facts: Any) -> Scene:
    return Scene(picture, legend, edition="stockbowl", **facts)


def fumbled(picture: str, direction: str, *dice: str, **others: Any) -> Scene:
    """T drops the ball, which is about to go in a direction."""
    scene = stock(picture, {"T": home(agility=4), **others}, ball="T")
    scene.play("activate T", "declare pass", "aim")
    target = next(text for text in scene.options() if text.startswith("throw"))
    scene.play(target, dice=["D6 1", f"D8 {D8[direction]}", *dice])
    return scene


@pytest.mark.rule("S-GEN-02", "S-BNC-08")
@pytest.mark.parametrize("direction", list(D8))
def test_the_d8_reads_from_north_west_row_by_row(direction: str) -> None:
    scene = fumbled("...\n.T.\n...", direction)
    dx, dy = STEPS[direction]
    assert scene.ball == (1 + dx, 1 + dy)


@pytest.mark.rule("S-BNC-01", "S-BNC-02", "S-GEN-03")
@pytest.mark.parametrize(
    ("direction", "facing"),
    [("N", ("SE", "S", "SW")), ("E", ("SW", "W", "NW")), ("S", ("NW", "N", "NE")), ("W", ("NE", "E", "SE"))],
)
def test_a_flat_wall_throws_back_to_its_left_straight_and_right(direction: str, facing: tuple[str, ...]) -> None:
    dx, dy = STEPS[direction]
    rows = [["." for _ in range(5)] for _ in range(5)]
    for side in (-1, 0, 1):
        rows[2 + dy + side * dx][2 + dx + side * dy] = "#"
    rows[2][2] = "T"
    picture = "\n".join("".join(row) for row in rows)
    for face in range(1, 7):
        scene = fumbled(picture, direction, f"D6 {face}")
        step = STEPS[facing[(face + 1) // 2 - 1]]
        assert scene.ball == (2 + step[0], 2 + step[1])
        assert scene.turnover == "TURNOVER_FUMBLE"


@pytest.mark.rule("S-BNC-03", "S-BNC-01")
@pytest.mark.parametrize(
    ("direction", "side", "facing"),
    [
        ("N", "E", ("S", "SW", "W")),
        ("N", "W", ("E", "SE", "S")),
        ("E", "N", ("S", "SW", "W")),
        ("E", "S", ("W", "NW", "N")),
        ("S", "E", ("W", "NW", "N")),
        ("S", "W", ("N", "NE", "E")),
        ("W", "N", ("E", "SE", "S")),
        ("W", "S", ("N", "NE", "E")),
    ],
)
def test_a_corner_faces_out_between_its_walls(direction: str, side: str, facing: tuple[str, ...]) -> None:
    rows = [["." for _ in range(5)] for _ in range(5)]
    for wall in (direction, side):
        dx, dy = STEPS[wall]
        rows[2 + dy][2 + dx] = "#"
    rows[2][2] = "T"
    picture = "\n".join("".join(row) for row in rows)
    for third in (1, 2, 3):
        scene = fumbled(picture, direction, f"D6 {third * 2}")
        step = STEPS[facing[third - 1]]
        assert scene.ball == (2 + step[0], 2 + step[1])


@pytest.mark.rule("S-BNC-04")
def test_out_of_a_dead_end_there_is_one_way_and_no_die() -> None:
    scene = fumbled("######\n#..T##\n######", "E")
    assert scene.ball == (2, 1)
    scene = fumbled("###\n#T#\n#.#\n#.#", "N")
    assert scene.ball == (1, 2)


@pytest.mark.rule("S-BNC-05")
@pytest.mark.parametrize(
    ("direction", "wall", "facing"),
    [
        ("NE", "N", ("SE", "S", "SW")),
        ("NE", "E", ("SW", "W", "NW")),
        ("SE", "E", ("SW", "W", "NW")),
        ("SE", "S", ("NW", "N", "NE")),
        ("SW", "S", ("NW", "N", "NE")),
        ("SW", "W", ("NE", "E", "SE")),
        ("NW", "W", ("NE", "E", "SE")),
        ("NW", "N", ("SE", "S", "SW")),
    ],
)
def test_a_slant_along_a_flat_wall_comes_away_from_that_wall(
    direction: str, wall: str, facing: tuple[str, ...]
) -> None:
    rows = [["." for _ in range(5)] for _ in range(5)]
    for each in (direction, wall):
        dx, dy = STEPS[each]
        rows[2 + dy][2 + dx] = "#"
    rows[2][2] = "T"
    picture = "\n".join("".join(row) for row in rows)
    for third in (1, 2, 3):
        scene = fumbled(picture, direction, f"D6 {third * 2 - 1}")
        step = STEPS[facing[third - 1]]
        assert scene.ball == (2 + step[0], 2 + step[1])


@pytest.mark.rule("S-BNC-06")
@pytest.mark.parametrize("picture", [".....\n...#.\n..T..\n.....\n.....", "..##.\n..##.\n..T#.\n.....\n....."])
def test_a_pillar_and_an_inner_corner_throw_a_slant_straight_back(picture: str) -> None:
    for third, step in ((1, "S"), (2, "SW"), (3, "W")):
        scene = fumbled(picture, "NE", f"D6 {third * 2}")
        assert scene.ball == (2 + STEPS[step][0], 2 + STEPS[step][1])


@pytest.mark.rule("S-BNC-07")
def test_a_result_that_leads_into_another_wall_is_rolled_again() -> None:
    # a flat wall to the north, rock to the south-east and south
    scene = fumbled("#####\n#.T.#\n#..##\n#####", "N", "D6 1", "D6 2", "D6 4")
    assert scene.ball == (2, 2)


@pytest.mark.rule("S-BNC-07", "S-DOOR-06")
def test_a_result_that_leads_into_a_door_is_rolled_again_too() -> None:
    scene = fumbled("#####\n..T..\n..B..\n..B..", "N", "D6 3", "D6 5")
    assert scene.ball == (1, 2)


@pytest.mark.rule("S-BNC-07", "S-BNC-06")
def test_with_walls_all_around_the_facing_the_ball_stays_where_it_is() -> None:
    # the thrower, who is under it, must try to catch it: no die for the wall
    scene = fumbled("#.##\n#T.#\n####", "NE", "D6 4")
    assert scene.ball == "T"
    assert scene.events("tested")[-1].c == 4
    assert scene.turnover == "TURNOVER_FUMBLE"


@pytest.mark.rule("S-BNC-04", "S-BNC-07", "S-DOOR-06")
def test_doors_count_as_walls_for_the_facing() -> None:
    scene = fumbled("##B\n.TB\n...", "E", "D6 3")  # door ahead, rock to the north: a corner
    assert scene.ball == (0, 2)
    scene = fumbled("#B\nT#\n.#\n.#", "N")  # rock ahead, east and off the map
    assert scene.ball == (0, 2)


@pytest.mark.rule("S-BNC-08", "S-BASE-06")
def test_a_player_with_a_zone_must_try_to_catch_without_a_bonus() -> None:
    scene = fumbled("###\n.T.\n.r.", "N", "D6 3", "D6 5", r=away(agility=4))
    assert scene.events("tested")[-1].c == 5  # marked by T
    assert scene.ball == "r"
    scene = fumbled("###\n.T.\n.R.\n...", "N", "D6 3", "D6 3", "D8 7", R=home(agility=4))
    assert scene.events("tested")[-1].c == 4
    assert scene.ball == (1, 3)


@pytest.mark.rule("S-BNC-08")
@pytest.mark.parametrize(
    "facts", [{"status": "prone"}, {"status": "stunned"}, {"zone": False}, {"skills": ["No Hands"]}]
)
def test_any_other_player_makes_the_ball_bounce_again(facts: dict[str, Any]) -> None:
    scene = fumbled("###\n.T.\n.r.\n...", "N", "D6 3", "D8 7", r=away(**facts))
    assert scene.ball == (1, 3)


@pytest.mark.rule("S-BNC-08", "S-CHEST-07")
def test_a_closed_chest_makes_the_ball_bounce_again_and_stays_closed() -> None:
    scene = fumbled("...\n.T$\n...", "E", "D8 7")
    assert scene.ball == (2, 2)
    assert scene.game.is_chest(scene.node((2, 1)))
    scene = fumbled("###\n.T.\n.$.\n...", "N", "D6 3", "D8 7")
    assert scene.ball == (1, 3)
    assert scene.game.is_chest(scene.node((1, 2)))
    assert not scene.told("chest opened")


@pytest.mark.rule("S-BNC-08", "S-TBALL-05")
def test_a_teleporter_takes_the_ball() -> None:
    scene = fumbled("###....\n.T.....\n.1...2.\n.......", "N", "D6 3", "D6 2", "D8 7")
    assert scene.ball == (5, 3)
    assert scene.told("ball teleported")


@pytest.mark.rule("S-BNC-08")
def test_in_an_empty_square_the_ball_rests() -> None:
    scene = fumbled("###\n.T.\n...", "N", "D6 1")
    assert scene.ball == (2, 2)
    assert scene.told("ball rested")
    assert {"S-BNC-01", "S-BNC-08"} <= scene.cited()


@pytest.mark.rule("S-DEIA-03")
def test_a_ball_slips_between_two_wall_corners() -> None:
    scene = fumbled("...\n.T#\n.#.", "SE")
    assert scene.ball == (2, 2)

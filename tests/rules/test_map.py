"""Map and line of sight as they show in play (O-MAP, O-LOS). The tables themselves: tests/dungeon."""

from __future__ import annotations

import pytest

from dungeonbowl.scenes.scene import Scene, away, home
from support.drawings import DOORWAY


def steps(scene: Scene, letter: str = "A") -> set[str]:
    scene.play(f"activate {letter}", "declare move")
    return {text.removeprefix("step ") for text in scene.options() if text.startswith("step ")}


def targets(scene: Scene) -> set[str]:
    """The squares that A can throw to."""
    scene.play("activate A", "declare pass", "aim")
    return {text.removeprefix("throw ") for text in scene.options() if text.startswith("throw (")}


@pytest.mark.rule("O-MAP-01", "O-MAP-04")
def test_rock_surrounds_everything() -> None:
    assert steps(Scene("A.\n..", {"A": home()})) == {"e", "se", "s"}
    assert steps(Scene("#.#\n.A.\n#.#", {"A": home()})) == {"n", "e", "s", "w"}


@pytest.mark.rule("O-MAP-04", "O-MAP-05", "O-MAP-06")
def test_two_tiles_are_joined_by_their_doorway_alone() -> None:
    """EX-05."""
    assert "s" not in steps(Scene(DOORWAY, {"A": home(at=(1, 1))}))
    assert "s" in steps(Scene(DOORWAY, {"A": home(at=(2, 1))}))
    assert "s" in steps(Scene(DOORWAY, {"A": home(at=(3, 1))}))
    assert "s" not in steps(Scene(DOORWAY, {"A": home(at=(4, 1))}))


@pytest.mark.rule("O-MAP-07")
def test_a_diagonal_step_needs_one_open_route() -> None:
    """EX-05."""
    assert steps(Scene(DOORWAY, {"A": home(at=(2, 1))})) >= {"sw", "s", "se"}  # beside the doorway too
    assert "se" in steps(Scene(DOORWAY, {"A": home(at=(1, 1))}))
    assert "sw" not in steps(Scene(DOORWAY, {"A": home(at=(1, 1))}))
    assert "se" not in steps(Scene(DOORWAY, {"A": home(at=(4, 1))}))  # both routes closed
    assert "se" in steps(Scene("A.\n#.", {"A": home()}))  # cutting a corner
    assert "se" not in steps(Scene("A#\n#.", {"A": home()}))  # a pinch point


@pytest.mark.rule("O-MAP-07")
def test_players_and_impassable_squares_on_the_way_round_do_not_matter() -> None:
    assert "se" in steps(Scene("Ab\nC.", {"A": home(), "b": away(), "C": home()}))
    assert "se" in steps(Scene("A$\nF.", {"A": home()}, ball=(1, 1)))


@pytest.mark.rule("O-MAP-08")
def test_a_wall_between_two_squares_parts_the_players_on_them() -> None:
    plan = "+-+-+-+-+\n|. A|b .|\n+   +   +\n|. . . .|\n+-+-+-+-+"
    scene = Scene(plan, {"A": home(), "b": away()})
    scene.play("activate A")
    assert not scene.offered("declare block b")  # nor is it marked
    scene.play("declare move", "step w")
    assert not scene.told("tested")
    mates = Scene(plan.replace("b", "C"), {"A": home(), "C": home()}, ball="A")
    mates.play("activate A", "declare hand-off")
    assert not mates.offered("hand off C")
    mates.play("step s")  # now diagonally, round the end of the wall
    assert mates.offered("hand off C")
    fouled = Scene(plan, {"A": home(), "b": away(status="prone")})
    fouled.play("activate A", "declare foul b")
    assert not fouled.offered("foul b")
    chest = Scene(plan.replace("b", "$"), {"A": home()})
    chest.play("activate A", "declare move")
    assert not any(text.startswith("open") for text in chest.options())


@pytest.mark.rule("O-MAP-08")
def test_an_explosion_stops_at_a_wall() -> None:
    plan = "+-+-+-+-+\n|A $|b .|\n+   +   +\n|. c . .|\n+-+-+-+-+"
    scene = Scene(plan, {"A": home(), "b": away(), "c": away(status="prone")}, ball=(3, 1))
    scene.play("activate A", "declare move", "open (1,0)", dice=["2D6 1+1", "2D6 1+1"])
    assert scene.told("went down", "c")
    assert scene.status("b") == "standing"


@pytest.mark.rule("O-MAP-09")
@pytest.mark.parametrize(
    ("feature", "expected"), [("$", True), ("F", True), ("I", False), ("K", False), ("Y", False), ("#", False)]
)
def test_wall_like_features_close_their_borders_and_chests_and_chasms_do_not(feature: str, expected: bool) -> None:
    scene = Scene(f"A{feature}\n#.", {"A": home()}, ball=(1, 1))
    assert ("se" in steps(scene)) == expected


@pytest.mark.rule("O-MAP-10")
@pytest.mark.parametrize("x", [4, 5, 6, 7])
def test_every_square_of_the_end_zone_counts(x: int) -> None:
    scene = Scene("p...BBBB", {"p": home()}, ball="p")
    scene.play("activate p", "declare move", "step e", "step e", "step e", "step e")
    assert scene.winner == "home"
    scene = Scene("....BBBB", {"p": home(at=(x, 0)), "C": home(at=(3, 0))}, ball="C")  # a catch in any of them
    scene.play("activate C", "declare pass", "aim", f"throw ({x},0)", dice=["D6 6", "D6 6"])
    assert scene.winner == "home"


@pytest.mark.rule("O-MAP-10")
def test_the_own_end_zone_is_not_the_opponents() -> None:
    for zones, winner in (((0, 1), None), ((1, 0), "home")):
        scene = Scene("AAAAp..B", {"p": home(), "z": away(at=(7, 0))}, ball="p", zones=zones)
        scene.play("activate p", "declare move", "step w")
        assert scene.winner == winner


@pytest.mark.rule("O-MAP-10")
def test_the_option_of_half_an_end_zone() -> None:
    scene = Scene("AA..pBBBB", {"p": home()}, ball="p", edition="official(endzone_half=1)")
    scene.play("activate p", "declare move", "step e", "step e")
    assert scene.winner is None
    scene.play("step e")
    assert scene.winner == "home"


@pytest.mark.rule("O-MAP-11")
def test_a_room_rule_looks_at_the_square_where_the_die_is_rolled() -> None:
    flooded = [("Flooded Room", [2, 0, 2, 1])]
    into = Scene("A.....", {"A": home(movement=1), "b": away(at=(5, 0))}, rooms=flooded)
    into.play("activate A", "declare move", "step e", "step e", dice=["D6 2", "2D6 1+1"])
    assert into.status("A") == "prone"  # the first square behind the doorway belongs to the room
    out_of = Scene("A.....", {"A": home(movement=1, at=(2, 0)), "b": away(at=(5, 0))}, rooms=flooded)
    out_of.play("activate A", "declare move", "step w", "step w", dice=["D6 2"])
    assert out_of.status("A") == "standing"


@pytest.mark.rule("O-MAP-11")
def test_unless_the_rule_says_begins() -> None:
    jail = [("Forgotten Jail", [0, 0, 2, 1])]
    begins = Scene("A.....", {"A": home()}, rooms=jail)
    begins.play("activate A", "declare move", dice=["D6 6"])
    enters = Scene("..A...", {"A": home()}, rooms=jail)
    enters.play("activate A", "declare move", "step w")
    assert not enters.told("tested")


# --- line of sight --------------------------------------------------------------------------------------------------


@pytest.mark.rule("O-LOS-01", "O-LOS-05")
def test_nobody_throws_through_a_wall_but_past_its_end() -> None:
    plan = "+-+-+-+-+-+\n|A .|. . .|\n+   +     +\n|. . . . .|\n+-+-+-+-+-+"
    seen = targets(Scene(plan, {"A": home()}, ball="A"))
    assert "(1,0)" in seen
    assert not seen & {"(2,0)", "(3,0)", "(4,0)"}
    assert "(2,1)" in seen  # below the end of the wall
    assert "(3,1)" in seen  # touches the end
    assert "(4,1)" not in seen  # crosses it


@pytest.mark.rule("O-LOS-02")
def test_sight_through_a_grid_corner_follows_the_diagonal_step() -> None:
    assert "(1,1)" in targets(Scene("A.\n#.", {"A": home()}, ball="A"))
    assert "(1,1)" not in targets(Scene("A#\n#.", {"A": home()}, ball="A"))
    assert "(2,2)" not in targets(Scene("A#.\n#..\n...", {"A": home()}, ball="A"))


@pytest.mark.rule("O-LOS-03")
@pytest.mark.parametrize(
    ("feature", "expected"), [("I", False), ("K", True), ("Y", True), ("F", True), ("$", True), ("#", False)]
)
def test_only_the_idol_blocks_sight(feature: str, expected: bool) -> None:
    assert ("(2,0)" in targets(Scene(f"A{feature}..", {"A": home()}, ball="A"))) == expected


@pytest.mark.rule("O-LOS-04")
@pytest.mark.parametrize("status", ["standing", "prone", "stunned"])
def test_players_never_block_sight(status: str) -> None:
    scene = Scene("AbC...", {"A": home(), "b": away(status=status), "C": home()}, ball="A")
    assert {"(1,0)", "(2,0)", "(3,0)"} <= targets(scene)


@pytest.mark.rule("O-LOS-05")
def test_a_throw_at_the_wall_and_a_thrown_team_mate_need_sight_too() -> None:
    plan = "+-+-+-+-+\n|A C|. .|\n+   +   +\n|. .|. .|\n+-+-+-+-+"
    scene = Scene(plan, {"A": home(), "C": home()}, ball="A")
    scene.play("activate A", "declare pass", "aim")
    walls = [text for text in scene.options() if text.startswith("throw at wall")]
    assert any("(1,1)" in text for text in walls)
    assert not any("(2," in text or "(3," in text for text in walls)
    thrown = {"A": home(strength=5, skills=["Throw Team-mate"]), "C": home(skills=["Right Stuff"])}
    scene = Scene(plan, thrown)
    scene.play("activate A", "declare throw team-mate", "pick C")
    squares = [text for text in scene.options() if text.startswith("throw (")]
    assert "throw (0,1)" in squares
    assert not any("(2," in text or "(3," in text for text in squares)

"""Passing in the dungeon: bands, walls, ricochets, interceptions (A-PASS, A-BASE-27 to A-BASE-34)."""

from __future__ import annotations

import pytest

from dungeonbowl.scenes.scene import Piece, Scene, away, home

CLASSIC = "astrogranite(classic)"
HALL = """
    #########
    #.......#
    #.......#
    #.......#
    #...A...#
    #########
"""
WIDE = "\n".join("." * 12 for _ in range(9))


def scene_of(picture: str = HALL, **facts: object) -> Scene:
    legend: dict[str, Piece] = {"A": home(agility=4)}
    legend.update(facts.pop("others", {}))  # type: ignore[call-overload]
    return Scene(picture, legend, ball="A", edition=CLASSIC, **facts)  # type: ignore[arg-type]


def aim(scene: Scene) -> Scene:
    return scene.play("activate A", "declare pass", "aim")


def way(scene: Scene) -> list[tuple[int, int]]:
    return [scene.spot(int(event.c)) for event in scene.events("ball moved")]


@pytest.mark.rule("A-PASS-01", "A-BASE-27")
@pytest.mark.parametrize(("square", "needed"), [((3, 1), 3), ((1, 3), 3), ((4, 1), 4), ((6, 3), 4), ((3, 6), 4)])
def test_quick_up_to_ten_and_short_up_to_forty_five(square: tuple[int, int], needed: int) -> None:
    for face in (needed, needed - 1):
        scene = aim(scene_of(WIDE, others={"A": home(agility=4, at=(0, 0)), "C": home(agility=2, at=square)}))
        x, y = square
        dice = ["D6 2"] if face == needed else ["D8 5", "D8 4", "D8 5", "D8 5"]
        scene.play(f"throw ({x},{y})", dice=[f"D6 {face}", *dice])
        assert (scene.ball == "C") == (face == needed)


@pytest.mark.rule("A-PASS-01")
def test_nothing_is_thrown_farther_than_short() -> None:
    scene = aim(scene_of(WIDE, others={"A": home(agility=4, at=(0, 0))}))
    assert scene.offered("throw (6,3)")
    assert scene.offered("throw (3,6)")
    assert not scene.offered("throw (7,0)")
    assert not scene.offered("throw (5,5)")


@pytest.mark.rule("A-PASS-02")
def test_a_pass_needs_sight_of_its_target() -> None:
    scene = aim(
        scene_of(
            """
            A....
            .#...
            .....
            """
        )
    )
    assert scene.offered("throw (2,0)")
    assert not scene.offered("throw (2,2)")


@pytest.mark.rule("A-PASS-03")
def test_any_floor_square_in_sight_with_a_wall_beside_it_may_be_named() -> None:
    scene = aim(scene_of())
    assert scene.offered("throw at wall (4,1) n")
    assert scene.offered("throw at wall (1,1) w")
    assert scene.offered("throw at wall (1,1) n")
    assert not scene.offered("throw at wall (4,2) n")
    assert not scene.offered("throw at wall (1,1) nw")


@pytest.mark.rule("A-PASS-04", "A-PASS-05", "A-PASS-06", "A-PASS-11", "A-TURN-10")
@pytest.mark.parametrize(("face", "squares"), [(1, [(5, 2), (6, 3)]), (2, [(5, 2), (6, 3)]), (3, [(4, 2), (4, 3)])])
def test_an_accurate_wall_pass_comes_back_in_one_of_three_directions(face: int, squares: list[tuple[int, int]]) -> None:
    scene = aim(scene_of())
    scene.play("throw at wall (4,1) n", dice=["D6 3", f"D6 {face}", "2D6 1+1", "D8 4"])
    assert way(scene) == [(4, 1), *squares, (squares[-1][0] - 1, squares[-1][1])]
    assert scene.ball == (squares[-1][0] - 1, squares[-1][1])
    assert scene.turnover == "TURNOVER_LOOSE_BALL"


@pytest.mark.rule("A-PASS-05")
@pytest.mark.parametrize("face", [4, 5, 6])
def test_straight_out_on_a_four_and_to_the_right_on_more(face: int) -> None:
    scene = aim(scene_of())
    scene.play("throw at wall (4,1) n", dice=["D6 3", f"D6 {face}", "2D6 1+1", "D8 2"])
    assert way(scene)[1] == ((4, 2) if face == 4 else (3, 2))


@pytest.mark.rule("A-PASS-04")
@pytest.mark.parametrize(("face", "hit"), [(1, (3, 1)), (3, (3, 1)), (4, (5, 1)), (6, (5, 1))])
def test_an_inaccurate_wall_pass_hits_the_square_beside_it(face: int, hit: tuple[int, int]) -> None:
    scene = aim(scene_of(others={"A": home(agility=5)}))
    scene.play("throw at wall (4,1) n", dice=["D6 3", f"D6 {face}", "D6 3", "2D6 1+1", "D8 4"])
    assert way(scene)[0] == hit


@pytest.mark.rule("A-PASS-04")
def test_where_the_wall_ends_the_other_neighbour_is_hit_or_the_square_itself() -> None:
    scene = aim(scene_of(others={"A": home(agility=5)}))
    scene.play("throw at wall (1,2) w", dice=["D6 3", "D6 4", "D6 3", "2D6 1+1", "D8 5"])
    assert way(scene)[0] == (1, 1)
    scene = aim(scene_of(others={"A": home(agility=5)}))
    scene.play("throw at wall (1,1) w", dice=["D6 3", "D6 4", "D6 3", "2D6 1+1", "D8 5"])
    assert way(scene)[0] == (1, 2)  # north of it is rock
    niche = """
        ###.###
        #.....#
        #.....#
        #..A..#
        #######
    """
    scene = aim(scene_of(niche, others={"A": home(agility=5)}))
    scene.play("throw at wall (3,0) n", dice=["D6 3", "D6 4", "D6 3", "2D6 1+1", "D8 4"])
    assert way(scene)[0] == (3, 0)


@pytest.mark.rule("A-PASS-04", "A-BASE-29")
def test_a_fumbled_wall_pass_bounces_from_the_thrower() -> None:
    scene = aim(scene_of())
    scene.play("throw at wall (4,1) n", dice=["D6 1", "D8 2"])
    assert scene.ball == (4, 3)
    assert scene.turnover == "TURNOVER_FUMBLE"


@pytest.mark.rule("A-PASS-07")
def test_straight_into_a_wall_the_ball_comes_straight_back() -> None:
    scene = aim(scene_of(HALL.replace("A", "."), others={"A": home(agility=3, at=(2, 4))}))
    scene.play("throw at wall (4,1) n", dice=["D6 3", "D6 3", "2D6 2+3", "D8 4"])
    assert way(scene) == [(4, 1), (4, 2), (4, 3), (4, 4), (4, 3), (4, 2), (3, 2)]


@pytest.mark.rule("A-PASS-08")
def test_at_a_slant_the_part_towards_the_wall_is_reversed() -> None:
    scene = aim(scene_of(HALL.replace("A", "."), others={"A": home(agility=4, at=(2, 4))}))
    scene.play("throw at wall (2,1) n", dice=["D6 3", "D6 5", "2D6 3+1", "D8 5"])
    assert way(scene) == [(2, 1), (1, 2), (2, 3), (3, 4), (4, 3), (5, 3)]


@pytest.mark.rule("A-PASS-08")
def test_off_an_outer_corner_the_ball_goes_back() -> None:
    picture = """
        #######
        #.....#
        #.....#
        #...#.#
        #A....#
        #######
    """
    scene = aim(scene_of(picture, others={"A": home(agility=3)}))
    # south-east from (2,1): (3,2), and then the pillar at (4,3) with floor on both sides of its corner
    scene.play("throw at wall (2,1) n", dice=["D6 4", "D6 1", "2D6 1+1", "D8 4"])
    assert way(scene) == [(2, 1), (3, 2), (2, 1), (1, 1)]


@pytest.mark.rule("A-PASS-08", "A-PASS-09")
def test_in_an_inner_corner_it_turns_straight_back_for_nothing() -> None:
    scene = aim(scene_of())
    scene.play("throw at wall (4,1) n", dice=["D6 3", "D6 2", "2D6 2+5", "D8 4"])
    assert way(scene) == [(4, 1), (5, 2), (6, 3), (7, 4), (6, 3), (5, 2), (4, 1), (3, 2), (2, 2)]


@pytest.mark.rule("A-PASS-09")
def test_where_the_new_direction_is_closed_too_it_goes_back_the_way_it_came() -> None:
    picture = """
        ######
        ##.###
        #A...#
        ######
    """
    scene = aim(scene_of(picture, others={"A": home(agility=4)}))
    # out of the niche to the south-east; the wall in the south turns it to the north-east, which is rock: back it goes
    scene.play("throw at wall (2,1) n", dice=["D6 3", "D6 1", "2D6 1+1", "D8 7"])
    assert way(scene) == [(2, 1), (3, 2), (2, 1), (2, 2)]
    stairs = """
        #######
        #..####
        #...###
        #A...##
        #######
    """
    scene = aim(scene_of(stairs, others={"A": home(agility=4)}))
    scene.play("throw at wall (1,1) n", dice=["D6 3", "D6 1", "2D6 2+2", "D8 7"])
    assert way(scene) == [(1, 1), (2, 2), (3, 3), (2, 2), (1, 1), (1, 2)]  # all the way back


@pytest.mark.rule("A-PASS-10", "A-PASS-13")
@pytest.mark.parametrize(("pass_die", "points"), [(3, 1), (2, 0)])
def test_a_team_mate_under_the_ball_may_catch_it_and_an_accurate_one_is_a_completion(
    pass_die: int, points: int
) -> None:
    facts = {"A": home(agility=4), "C": home(agility=4, at=(4, 3)), "D": home(agility=4, at=(3, 3))}
    scene = Scene(HALL, facts, ball="A", edition="astrogranite(classic, league=on)")
    aim(scene)
    aside = ["D6 4"] if pass_die == 2 else []
    scene.play("throw at wall (4,1) n", dice=[f"D6 {pass_die}", *aside, "D6 3" if points else "D6 5", "2D6 3+3"])
    scene.play("catch", dice=["D6 4"])
    assert scene.ball == ("C" if points else "D")
    assert len(scene.events("points earned")) == points
    assert scene.turnover == ""


@pytest.mark.rule("A-PASS-10")
def test_a_failed_catch_stops_the_ball_there_and_it_bounces_once() -> None:
    scene = aim(scene_of(others={"b": away(agility=4, at=(4, 2))}))
    assert scene.offered("throw at wall (4,1) n")
    scene.play("throw at wall (4,1) n")
    scene.play("decline", dice=["D6 4", "D6 3", "2D6 3+3"])  # nobody intercepts
    assert scene.options() == ["catch", "decline"]
    scene.play("catch", dice=["D6 3", "D8 4"])  # a 4 is needed: no bonus
    assert scene.ball == (3, 2)
    assert scene.turnover == "TURNOVER_LOOSE_BALL"


@pytest.mark.rule("A-PASS-10")
def test_who_declines_lets_the_ball_fly_on_and_the_fallen_are_ignored() -> None:
    facts = {"C": home(agility=4, at=(4, 2)), "D": home(status="prone", at=(4, 3)), "A": home(agility=4, zone=False)}
    scene = aim(scene_of(others=facts))
    scene.play("throw at wall (4,1) n", "decline", dice=["D6 3", "D6 3", "2D6 1+1", "D8 4"])
    assert way(scene) == [(4, 1), (4, 2), (4, 3), (3, 3)]


@pytest.mark.rule("A-PASS-12", "A-BASE-33", "A-BASE-34")
def test_an_interception_is_possible_on_the_way_to_the_wall_only() -> None:
    scene = aim(scene_of(others={"b": away(agility=3, at=(4, 2)), "c": away(at=(7, 3), agility=3)}))
    scene.play("throw at wall (4,1) n")
    assert scene.offered("interfere b")
    assert not scene.offered("interfere c")
    scene.play("interfere b", dice=["D6 5"])  # AG 4 needs 3, -2
    assert scene.ball == "b"
    assert scene.turnover == "TURNOVER_INTERFERENCE"
    scene = aim(scene_of(others={"b": away(agility=3, at=(4, 2))}))
    scene.play("throw (4,1)", "interfere b", dice=["D6 4", "D6 3", "D8 4"])
    assert scene.ball == (3, 1)


@pytest.mark.rule("A-BASE-33")
def test_an_interceptor_needs_sight_of_the_thrower_and_its_zone() -> None:
    scene = aim(scene_of(others={"b": away(at=(4, 2), zone=False), "c": away(at=(4, 3), status="prone")}))
    scene.play("throw (4,1)", dice=["D6 3", "D8 4"])  # nobody is asked
    assert scene.ball == (3, 1)


@pytest.mark.rule("A-BASE-34")
def test_zones_on_the_interceptor_hinder_it() -> None:
    scene = aim(scene_of(others={"b": away(agility=3, at=(4, 2)), "C": home(at=(3, 2))}))
    scene.play("throw (4,1)", "interfere b", dice=["D6 5", "D6 3", "D8 4"])  # 3, -2, -1: a 6
    assert scene.ball == (3, 1)


@pytest.mark.rule("A-BASE-28")
def test_zones_on_the_thrower_hinder_the_throw_and_a_total_of_one_is_a_fumble() -> None:
    scene = aim(scene_of(others={"b": away(at=(3, 3)), "c": away(at=(5, 3)), "C": home(at=(4, 2), agility=2)}))
    scene.play("throw (4,2)", "decline", dice=["D6 2", "D8 2"])  # +1 -2: a total of 1
    assert scene.turnover == "TURNOVER_FUMBLE"


@pytest.mark.rule("A-BASE-30", "A-DEF-09", "A-BALL-01")
def test_an_inaccurate_ball_scatters_three_times_and_never_into_a_wall() -> None:
    scene = aim(scene_of(others={"A": home(agility=5)}))
    scene.play("throw (4,1)", dice=["D6 3", "D8 2", "D8 5", "D8 5", "D8 2", "D8 1", "D8 7", "D8 4"])
    # north is rock: again, east; east; north is rock twice: south; then it bounces to the west
    assert way(scene) == [(5, 1), (6, 1), (6, 2), (5, 2)]


@pytest.mark.rule("A-BASE-43")
def test_an_accurate_pass_to_a_team_mate_is_a_completion() -> None:
    facts = {"A": home(agility=4), "C": home(agility=4, at=(4, 2))}
    scene = Scene(HALL, facts, ball="A", edition="astrogranite(classic, league=on)")
    aim(scene).play("throw (4,2)", dice=["D6 3", "D6 3"])
    assert [int(event.b) for event in scene.events("points earned")] == [1]
    scene = Scene(HALL, {**facts, "A": home(agility=5)}, ball="A", edition="astrogranite(classic, league=on)")
    aim(scene).play("throw (4,2)", dice=["D6 3", "D8 5", "D8 4", "D8 5", "D8 4", "D6 4"])
    assert scene.ball == "C"
    assert scene.events("points earned") == []


@pytest.mark.rule("A-PASS-03")
def test_a_closed_door_is_as_good_as_a_wall_and_an_open_one_is_none() -> None:
    for door, offered in (("=", True), ("/", False)):
        picture = HALL.replace("#########", f"####{door}####", 1)
        scene = Scene(picture, {"A": home(agility=4)}, ball="A", edition="astrogranite(classic, doors=on)")
        assert aim(scene).offered("throw at wall (4,1) n") == offered


@pytest.mark.rule("A-PASS-03")
def test_the_edge_of_a_platform_is_no_wall_from_above_nor_from_below() -> None:
    picture = "#######\n#.A...#\n#.....#\n#######"
    levels = "#######\n#.22..#\n#.....#\n#######"
    scene = Scene(
        picture, {"A": home()}, ball="A", details={"levels": levels}, edition="astrogranite(classic, platforms=on)"
    )
    aim(scene)
    assert scene.offered("throw at wall (3,1) n")
    assert not scene.offered("throw at wall (3,1) e")
    assert not scene.offered("throw at wall (4,1) w")
    assert not scene.offered("throw at wall (3,2) n")
    assert scene.offered("throw at wall (3,2) s")


@pytest.mark.rule("A-PASS-01")
def test_a_strong_arm_makes_a_throw_easier_and_not_longer() -> None:
    for face, caught in ((3, True), (2, False)):
        legend = {"A": home(agility=4, at=(0, 0), skills=["Strong Arm"]), "C": home(agility=2, at=(6, 3))}
        scene = aim(scene_of(WIDE, others=legend))
        assert not scene.offered("throw (7,0)")
        scene.play("throw (6,3)", dice=[f"D6 {face}", *(["D6 2"] if caught else ["D8 5", "D8 4", "D8 5", "D8 5"])])
        assert (scene.ball == "C") == caught  # short counts as quick: a 3


@pytest.mark.rule("A-PASS-10")
def test_zones_hinder_whoever_catches_in_flight_and_the_thrower_may_do_it_too() -> None:
    legend = {"b": away(agility=4, at=(4, 2)), "C": home(at=(5, 1)), "D": home(at=(3, 1))}
    for face in (5, 6):
        scene = aim(scene_of(others=legend))
        scene.play("throw at wall (4,1) n", "decline", dice=["D6 4", "D6 3", "2D6 3+3"])
        scene.play("catch", dice=[f"D6 {face}", *(["D8 4"] if face == 5 else [])])  # two zones
        assert scene.ball == ((3, 2) if face == 5 else "b")
    scene = aim(scene_of())
    scene.play("throw at wall (4,1) n", dice=["D6 3", "D6 3", "2D6 3+3"])
    scene.play("catch", dice=["D6 4"])
    assert scene.ball == "A"
    assert scene.turnover == ""


@pytest.mark.rule("A-BASE-33")
def test_who_is_in_the_way_of_a_throw() -> None:
    def asked(**others: Piece) -> set[str]:
        legend = {"A": home(agility=2, at=(1, 4)), "C": home(agility=2, at=(7, 4)), **others}
        scene = Scene(WIDE, legend, ball="A", edition=CLASSIC)
        scene.play("activate A", "declare pass", "aim")
        if any(name.islower() for name in others):
            scene.play("throw (7,4)")
        return {option for option in scene.options() if option.startswith("interfere")}

    beside = {
        "b": away(at=(4, 4)),
        "c": away(at=(3, 3)),
        "d": away(at=(3, 2)),
        "e": away(at=(8, 4)),
        "f": away(at=(0, 4)),
    }
    assert asked(**beside) == {"interfere b", "interfere c"}  # d is too far off the line, e and f are not between them
    picture = "A.....C\n.#b....\n......."
    legend = {"A": home(agility=2), "b": away(), "C": home(agility=2)}
    scene = Scene(picture, legend, ball="A", edition=CLASSIC)
    aim(scene).play("throw (6,0)", dice=["D6 2", "D6 2"])  # the pillar hides the thrower from b: nobody is asked
    assert scene.ball == "C"
    scene = Scene(picture.replace("#", "."), legend, ball="A", edition=CLASSIC)
    aim(scene).play("throw (6,0)")
    assert scene.options() == ["interfere b", "decline"]

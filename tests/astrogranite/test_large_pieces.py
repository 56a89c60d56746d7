"""Pieces of more than one square: blocks, assists, pushes and follow-ups (A-HUGE)."""

from __future__ import annotations

import pytest

from dungeonbowl.engine.footprints import fits, may_shift, nearest_square
from dungeonbowl.engine.procedures.block.block import Block
from dungeonbowl.engine.procedures.block.dice import assists
from dungeonbowl.scenes.scene import Scene, away, home, neutral

CLASSIC = "astrogranite(classic)"
HALL = """
    .......
    ..MM...
    ..MMA..
    ...C...
    .......
"""


def hall(picture: str = HALL, **facts: object) -> Scene:
    legend = {"A": home(strength=3), "C": home(), "M": neutral(strength=3, size=2), "z": away(at=(0, 4))}
    if "C" not in picture:
        del legend["C"]
    return Scene(picture, legend, edition=CLASSIC, **facts)  # type: ignore[arg-type]


@pytest.mark.rule("A-HUGE-01")
def test_every_square_of_a_large_piece_is_occupied() -> None:
    scene = hall()
    for spot in ((2, 1), (3, 1), (2, 2), (3, 2)):
        assert int(scene.game.occupant[scene.node(spot)]) == scene.piece("M")
    scene.play("activate A", "declare move")
    assert not scene.offered("step w")


@pytest.mark.rule("A-HUGE-02")
def test_it_is_beside_whatever_is_beside_any_of_its_squares_and_counts_once() -> None:
    scene = hall()
    game = scene.game
    assert game.are_beside(scene.piece("A"), scene.piece("M"))
    assert int(assists(game, scene.piece("A"), scene.piece("M"))) == 1  # C, though it touches two squares
    scene.play("activate C")
    assert scene.options().count("declare block M") == 1


@pytest.mark.rule("A-HUGE-05")
def test_it_is_pushed_straight_on_as_a_whole() -> None:
    scene = hall()
    scene.play("activate A", "declare block M", dice=["block PUSH PUSH"])
    assert scene.square("M") == (1, 1)
    assert int(scene.game.occupant[scene.node((3, 2))]) == -1
    scene.play("follow")
    assert scene.square("A") == (3, 2)


@pytest.mark.rule("A-HUGE-05")
@pytest.mark.parametrize("obstacle", ["#", "$", "1", "C"])
def test_it_stays_if_one_of_its_squares_cannot_go(obstacle: str) -> None:
    scene = hall(HALL.replace("C", ".").replace("..MMA", f".{obstacle}MMA"))
    # a team-mate behind it helps
    scene.play("activate A", "declare block M", dice=["block PUSH PUSH" if obstacle == "C" else "block PUSH"])
    assert scene.square("M") == (2, 1)
    assert scene.square("A") == (4, 2)
    if obstacle == "C":
        assert scene.square("C") == (1, 2)  # no chain


@pytest.mark.rule("A-HUGE-03", "A-HUGE-04")
def test_it_steps_only_where_all_of_it_fits_on_plain_floor() -> None:
    picture = """
        .......
        .MM.1..
        .MM....
        ..#....
        .A.....
    """
    scene = hall(picture)
    game = scene.game
    monster = scene.piece("M")
    assert may_shift(game, monster, 2)  # east
    assert not may_shift(game, monster, 4)  # rock in the south
    assert not fits(game, monster, scene.node((3, 1)))  # a teleporter
    assert fits(game, monster, scene.node((5, 1)))


@pytest.mark.rule("A-HUGE-06")
@pytest.mark.parametrize(("rock", "place"), [(".", (2, 1)), ("#", (1, 1))])
def test_a_large_attacker_follows_up_as_a_whole_or_not_at_all(rock: str, place: tuple[int, int]) -> None:
    picture = f"""
        #######
        .MM{rock}###
        .MMA...
        #######
        ......C
    """
    scene = hall(picture)
    game = scene.game
    scene.give(["block PUSH"])
    # the active coach decides for a piece of nobody's
    game.push(Block(scene.piece("M"), scene.piece("A")))
    game.signal = game.top.begin(game)
    scene.match.run()
    if rock == ".":
        scene.play("follow")
    assert scene.square("A") == (4, 2)
    assert scene.square("M") == place


DOORS = "astrogranite(classic, lurking_monsters=on, doors=on)"


@pytest.mark.rule("A-HUGE-05", "A-DOOR-04")
@pytest.mark.parametrize(("beyond", "place"), [(".", (2, 0)), ("/", (1, 0))])
def test_nobody_pushes_it_through_doorways_that_are_too_small(beyond: str, place: tuple[int, int]) -> None:
    legend = {"A": home(strength=4), "M": neutral(strength=3, size=2), "z": away()}
    scene = Scene(f"AMM{beyond}..z\n.MM{beyond}...", legend, edition=DOORS)
    scene.give(["block PUSH PUSH"])
    for text in ("activate A", "declare block M"):
        scene.act(text)
    assert scene.square("M") == place


@pytest.mark.rule("A-HUGE-06", "A-DOOR-04")
@pytest.mark.parametrize(("floor", "place"), [(".", (1, 0)), ("/", (0, 0))])
def test_it_does_not_follow_through_doorways_that_are_too_small(floor: str, place: tuple[int, int]) -> None:
    monster = neutral(strength=3, size=2, skills=["Monster", "Block Attack"])
    legend = {"A": home(under=floor), "M": monster, "z": away()}
    scene = Scene(f"MMA..#\nMM{floor}..#\n######\nz.....", legend, edition=DOORS, to_move="away")
    scene.play("end turn", dice=["block PUSH", "D2 1"])
    assert scene.square("A") == (3, 0)
    assert scene.square("M") == place


@pytest.mark.rule("A-HUGE-03", "A-PLAT-11")
def test_it_stands_neither_under_a_platform_nor_on_its_edge() -> None:
    rows = ["########", "#......#", "#......#", "#..22..#", "#..22..#", "########"]
    legend = {"M": neutral(at=(1, 1), size=2), "A": home(at=(6, 1)), "z": away(at=(6, 4))}
    details = {"levels": "\n".join(rows), "below": "\n".join(row.replace(".", "#").replace("2", ".") for row in rows)}
    edition = "astrogranite(classic, platforms=on)"
    scene = Scene("\n".join(row.replace("2", ".") for row in rows), legend, details=details, edition=edition)
    game = scene.game
    monster = scene.piece("M")
    assert fits(game, monster, scene.node((3, 1)))
    assert fits(game, monster, scene.node((3, 3)))  # on top of it
    assert not fits(game, monster, scene.node((2, 3)))
    assert not fits(game, monster, int(game.dungeon.node_at(3, 3, 1)))
    details = {"levels": "\n".join(row.replace("2", "1") for row in rows)}
    scene = Scene("\n".join(row.replace("2", ".") for row in rows), legend, details=details, edition=edition)
    assert fits(scene.game, monster, scene.node((3, 3)))
    assert not fits(scene.game, monster, scene.node((2, 3)))  # half of it one step higher


@pytest.mark.rule("A-HUGE-06")
def test_it_follows_in_the_direction_of_its_push_past_a_corner_in_a_wall() -> None:
    """A thin wall keeps the nearest square of its body from the target; it strikes from another one."""
    picture = """
        +-+-+-+-+-+
        |M M|A . .|
        + + + + + +
        |M M . . .|
        +-+-+-+-+-+
        |. . . . z|
        +-+-+-+-+-+
    """
    monster = neutral(strength=3, size=2, skills=["Monster", "Block Attack"])
    scene = Scene(picture, {"A": home(), "M": monster, "z": away()}, edition=DOORS, to_move="away")
    scene.play("end turn", dice=["block PUSH"])
    assert scene.square("A") == (3, 0)
    assert scene.square("M") == (0, 0)  # north-east is rock


@pytest.mark.rule("A-HUGE-07")
def test_distances_are_taken_from_its_nearest_square() -> None:
    scene = hall()
    assert scene.spot(int(nearest_square(scene.game, scene.piece("M"), scene.node((6, 1))))) == (3, 1)
    assert scene.spot(int(nearest_square(scene.game, scene.piece("M"), scene.node((0, 4))))) == (2, 2)

"""Terms of the rulebook that everything else relies on (A-DEF)."""

from __future__ import annotations

import pytest

from dungeonbowl.dungeon.text import DungeonError, read_dungeon
from dungeonbowl.editions.astrogranite.modules.monsters.lurking import within_walk
from dungeonbowl.engine.statuses import STATUS_NAMES
from dungeonbowl.scenes.scene import Scene, SceneError, away, home, neutral

CLASSIC = "astrogranite(classic)"


def steps_of(scene: Scene, spot: tuple[int, int]) -> set[tuple[int, int]]:
    """Where one step leads from a square."""
    base = scene.node(spot) * 8
    found = [int(scene.game.steps[base + direction]) for direction in range(8)]
    return {scene.spot(node) for node in found if node >= 0}


@pytest.mark.rule("A-DEF-01")
def test_squares_are_counted_east_and_south_and_what_is_not_drawn_is_wall() -> None:
    scene = Scene("A.\n.\nb", {"A": home(), "b": away()}, edition=CLASSIC)
    assert scene.square("A") == (0, 0)
    assert scene.square("b") == (0, 2)
    with pytest.raises(SceneError, match="there is no square"):
        scene.node((1, 1))
    assert steps_of(scene, (0, 1)) == {(0, 0), (0, 2), (1, 0)}


@pytest.mark.rule("A-DEF-02")
def test_orthogonal_neighbours_connect_unless_a_wall_or_a_closed_barrier_is_between() -> None:
    scene = Scene("A.#\n#.b", {"A": home(), "b": away()}, edition=CLASSIC)
    assert (1, 0) in steps_of(scene, (0, 0))
    assert (0, 1) not in steps_of(scene, (0, 0))
    barrier = {"barrier": [{"between": [[0, 0], [1, 0]], "kind": "door"}]}
    scene = Scene("A...b", {"A": home(), "b": away()}, edition="astrogranite(classic, doors=on)", details=barrier)
    assert (1, 0) not in steps_of(scene, (0, 0))
    scene.play("activate A", "declare move", "open door (1,0)", dice=["D6 2"])
    assert (1, 0) in steps_of(scene, (0, 0))


@pytest.mark.rule("A-DEF-03")
def test_one_wall_corner_may_be_cut_and_two_may_not() -> None:
    scene = Scene("A#\n..\n#b", {"A": home(), "b": away()}, edition=CLASSIC)
    assert (1, 1) in steps_of(scene, (0, 0))
    scene = Scene("A#\n#.\n.b", {"A": home(), "b": away()}, edition=CLASSIC)
    assert (1, 1) not in steps_of(scene, (0, 0))


@pytest.mark.rule("A-DEF-04")
def test_zones_blocks_and_chests_need_squares_that_connect() -> None:
    picture = """
        A#...
        #b..$
        .....
    """
    scene = Scene(picture, {"A": home(), "b": away(), "C": home(at=(3, 1))}, edition=CLASSIC)
    assert not scene.game.is_marked(scene.piece("A"))  # two corners are between them
    scene.play("activate C", "declare move")
    assert scene.offered("open (4,1)")
    scene = Scene(
        "A#B\n#$#\np#.\n..z", {"A": home(), "B": home(), "p": away(status="prone"), "z": away()}, edition=CLASSIC
    )
    scene.play("activate A", "declare move")
    assert not any(option.startswith("open") for option in scene.options())
    scene = Scene("A..\n#b.\n...", {"A": home(), "b": away()}, edition=CLASSIC)
    assert scene.game.is_marked(scene.piece("A"))
    scene.play("activate A")
    assert scene.offered("declare block b")


@pytest.mark.rule("A-DEF-05")
def test_a_walk_goes_round_chests_but_may_end_at_one_and_does_not_mind_who_stands_there() -> None:
    edition = "astrogranite(classic, doors=on, obstacles=on)"
    scene = Scene("#######\nA.$...#\n###b###\n.......", {"A": home(), "b": away()}, edition=edition)
    near = {scene.spot(node) for node in within_walk(scene.game, scene.node((0, 1)))}  # within three squares
    assert (2, 1) in near  # the chest itself
    assert (3, 1) not in near  # but nothing beyond it
    near = {scene.spot(node) for node in within_walk(scene.game, scene.node((4, 1)))}
    assert (3, 3) in near  # through the square of b
    for barrier in "o=":
        scene = Scene(f"A.{barrier}..\n#####\nb....", {"A": home(), "b": away()}, edition=edition)
        near = {scene.spot(node) for node in within_walk(scene.game, scene.node((0, 0)))}
        assert (3, 0) not in near


@pytest.mark.rule("A-DEF-06")
def test_ranges_ignore_walls() -> None:
    scene = Scene("A#...\n.#...\n.#..b\n.....", {"A": home(), "b": away()}, edition=CLASSIC)
    dungeon = scene.game.dungeon
    a, b = scene.node((0, 0)), scene.node((4, 2))
    assert dungeon.within(a, b, 4)
    assert not dungeon.within(a, b, 3)


@pytest.mark.rule("A-DEF-07")
def test_sight_is_stopped_by_walls_and_by_two_corners_only() -> None:
    scene = Scene("A#.\n..$\n#.b", {"A": home(), "b": away()}, edition=CLASSIC)
    dungeon = scene.game.dungeon
    assert not dungeon.sees(scene.node((0, 0)), scene.node((2, 0)))
    assert dungeon.sees(scene.node((0, 0)), scene.node((1, 1)))  # past one corner
    assert dungeon.sees(scene.node((0, 1)), scene.node((2, 1)))  # chests hide nothing
    scene = Scene("A#\n#b\n..", {"A": home(), "b": away()}, edition=CLASSIC)
    assert not scene.game.dungeon.sees(scene.node((0, 0)), scene.node((1, 1)))


@pytest.mark.rule("A-DEF-08")
@pytest.mark.parametrize(
    ("face", "where"),
    [(1, (0, 0)), (2, (1, 0)), (3, (2, 0)), (4, (0, 1)), (5, (2, 1)), (6, (0, 2)), (7, (1, 2)), (8, (2, 2))],
)
def test_the_die_of_a_bounce(face: int, where: tuple[int, int]) -> None:
    legend = {"A": home(agility=2), "b": away(at=(4, 2)), "C": home(at=(4, 0))}
    edition = "astrogranite(classic, teleport_exit=on)"
    scene = Scene(".....\n.....\n.....", {**legend, "A": home(at=(1, 1))}, ball="A", edition=edition)
    scene.play("activate A", "declare leave dungeon", dice=[f"D8 {face}"])
    assert scene.ball == where


@pytest.mark.rule("A-DEF-12")
def test_models_and_closed_chests_occupy_and_a_loose_ball_does_not() -> None:
    legend = {"A": home(), "b": away(status="prone"), "C": home(at=(1, 2))}
    scene = Scene("...\nbA$\n...", legend, ball=(1, 0), edition=CLASSIC)
    scene.play("activate A", "declare move")
    assert not scene.offered("step w")
    assert not scene.offered("step e")
    assert not scene.offered("step s")
    assert scene.offered("step n")
    edition = "astrogranite(classic, obstacles=on)"
    scene = Scene(".Ao\n..z", {"A": home(), "z": away(zone=False)}, edition=edition)
    scene.play("activate A", "declare move")
    assert not scene.offered("step e")


@pytest.mark.rule("A-DEF-15")
def test_a_teleporter_comes_before_the_fall_and_the_ball_after_it() -> None:
    legend = {"A": home(agility=4), "b": away(at=(0, 0)), "z": away(at=(6, 2))}
    picture = """
        .......
        .A1..2.
        .......
    """
    scene = Scene(picture, legend, edition=CLASSIC)
    # the dodge fails, and then the teleporter leads away: it falls at the other end
    scene.play("activate A", "declare move", "step e", dice=["D6 1", "D6 2", "2D6 1+1"])
    assert scene.square("A") == (5, 1)
    assert scene.status("A") == "prone"
    story = [line.split(" ")[0] for line in scene.story()]
    assert story.index("teleported") < story.index("went")


@pytest.mark.rule("A-DEF-17")
def test_places_off_the_board() -> None:
    assert set(STATUS_NAMES) >= {"reserves", "knocked-out", "casualty", "lost", "sent-off"}
    for status in ("reserves", "knocked-out", "casualty", "lost", "sent-off"):
        scene = Scene("A..b", {"A": home(), "b": away(), "R": home(status=status)}, edition=CLASSIC)
        assert scene.square("R") is None
        assert not scene.offered("activate R")


@pytest.mark.rule("A-DEF-18")
def test_end_zones_hold_plain_floor_only() -> None:
    inside = ["AAA" + "." * 20 + "BBB", "AAA" + "." * 20 + "BBB"]
    rock = "#" * 28
    rows = "\n".join([rock, *(f"#{row}#" for row in inside), rock])
    heights = "\n".join([rock, "#2" + "0" * 25 + "#", "#" + "0" * 26 + "#", rock])
    header = 'format = 1\nid = "high"\nname = "High"\nedition = "astrogranite"\n'
    with pytest.raises(DungeonError, match="platforms on it or above it"):
        read_dungeon(f"{header}levels = '''\n{heights}\n'''\nmap = '''\n{rows}\n'''\n", "high")
    read_dungeon(f"{header}map = '''\n{rows}\n'''\n", "high")


@pytest.mark.rule("A-DEF-11")
def test_an_explosion_strikes_pieces_of_no_side_too() -> None:
    legend = {"A": home(), "b": away(at=(5, 2)), "M": neutral(armour=10)}
    scene = Scene("......\n.A$M..\n......", legend, ball=(5, 0), edition=CLASSIC)
    scene.play("activate A", "declare move", "open (2,1)", dice=["2D6 1+1", "2D6 1+1"])
    assert scene.status("A") == "prone"
    assert scene.status("M") == "prone"


@pytest.mark.rule("A-DEF-19")
def test_forced_movement_costs_nothing_and_needs_no_dodge() -> None:
    legend = {"A": home(strength=4), "b": away(movement=1), "C": home(at=(3, 0))}
    scene = Scene(".....\n.Ab..\n.....", legend, edition=CLASSIC)
    scene.play("activate A", "declare block b", "push (3,1)", "stay", dice=["block PUSH PUSH"])
    assert scene.square("b") == (3, 1)  # out of one zone into another, and no die for it
    assert scene.status("b") == "standing"


@pytest.mark.rule("A-DEF-18")
@pytest.mark.parametrize(
    ("feature", "own", "others"),
    [
        ('trap = [{at = [9, 1], kind = "pit"}]', "^", ".&~:1"),
        ('inscription = [{at = [9, 1], college = "Light", circle = 1}]', "*", ".&~:1"),
    ],
)
def test_a_square_has_one_feature_and_an_inscription_lies_on_floor(feature: str, own: str, others: str) -> None:
    def drawn(mark: str) -> str:
        rows = [f"AAA.....{mark}............BBB", f"AAA{'.' * 18}BBB"]
        body = "\n".join(["#" * 26, *(f"#{row}#" for row in rows), "#" * 26])
        header = 'format = 1\nid = "one"\nname = "One"\nedition = "astrogranite"\n'
        return f"{header}{feature}\nmap = '''\n{body}\n'''\n"

    read_dungeon(drawn(own), "one", checked=False)
    for mark in others:
        with pytest.raises(DungeonError, match=r"at \(9,1\): expected one of"):
            read_dungeon(drawn(mark), "one", checked=False)

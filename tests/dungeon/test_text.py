"""Dungeon files: what is read, what is refused, and how it is written back."""

from __future__ import annotations

import random
from contextlib import suppress
from pathlib import Path

import pytest

from dungeonbowl.dungeon.drawing import draw_map, draw_plan
from dungeonbowl.dungeon.graph import NODE_LIMIT
from dungeonbowl.dungeon.terrain import CHASM, DOORWAY, FLOOR, LAVA, OBSTACLE, OPEN_DOOR, WATER
from dungeonbowl.dungeon.text import DungeonError, bundled, fragment, load_dungeon, read_dungeon, write_dungeon

LAYOUTS = Path(__file__).parents[2] / "src" / "dungeonbowl" / "dungeon" / "layouts"


def layout(name: str) -> str:
    return (LAYOUTS / f"{name}.dungeon").read_text("utf-8")


def complaints(text: str) -> list[str]:
    with pytest.raises(DungeonError) as caught:
        read_dungeon(text, "cave.dungeon")
    assert str(caught.value).split("\n") == [str(problem) for problem in caught.value.problems]
    return [str(problem) for problem in caught.value.problems]


@pytest.mark.rule("D-FM-04")
def test_short_rows_and_spaces_are_rock() -> None:
    cave = fragment("...\n.\n. .")
    assert (cave.width, cave.height, cave.count) == (3, 3, 6)
    assert cave.node_at(1, 1) == cave.node_at(1, 2) == -1
    assert draw_map(cave) == "...\n.##\n.#.\n"


def test_nodes_come_in_reading_order() -> None:
    cave = fragment("#.\n..")
    assert [(cave.column[node], cave.row[node]) for node in range(3)] == [(1, 0), (0, 1), (1, 1)]


@pytest.mark.rule("D-SQ-01", "D-SQ-04")
def test_tokens_and_end_zones_lie_on_floor() -> None:
    cave = fragment("A.$\n3B$\n1..")
    assert [int(code) for code in cave.terrain] == [FLOOR] * 9
    assert [int(side) for side in cave.zone] == [0, -1, -1, -1, 1, -1, -1, -1, -1]
    assert [int(node) for node in cave.map_chests] == [2, 5]
    assert [int(node) for node in cave.map_portals] == [6, -1, 3, -1, -1, -1]
    assert len(fragment("..").map_portals) == 0


@pytest.mark.rule("D-SQ-01")
def test_terrain_characters_of_astrogranite() -> None:
    cave = fragment("+/:o&~", "astrogranite")
    assert [int(code) for code in cave.terrain] == [DOORWAY, OPEN_DOOR, CHASM, OBSTACLE, LAVA, WATER]


@pytest.mark.rule("D-SQ-02", "D-FM-12")
def test_characters_of_other_editions_and_unknown_ones_are_named_with_their_place() -> None:
    with pytest.raises(DungeonError) as caught:
        fragment("..~\n.?.")
    first, second = caught.value.problems
    assert (first.rule, first.line, first.column) == ("D-SQ-02", 1, 3)
    assert (second.rule, second.line, second.column) == ("D-FM-12", 2, 2)
    assert str(second).startswith("<fragment>:2:2: unexpected character '?'")


@pytest.mark.rule("D-FM-06", "D-FM-12")
def test_a_plan_is_read_with_its_borders_and_its_mistakes_are_placed() -> None:
    with pytest.raises(DungeonError) as caught:
        fragment("+-+-+\n|. .|\n+-=-+\n|.x.|\n+-+-+")
    assert [(problem.line, problem.column) for problem in caught.value.problems] == [(3, 3), (4, 3)]
    with pytest.raises(DungeonError, match="odd number of lines"):
        fragment("+-+\n|.|")
    with pytest.raises(DungeonError, match="odd number of characters"):
        fragment("+-+-\n|.|.\n+-+-")


@pytest.mark.rule("D-FM-06", "D-FM-07")
def test_a_plan_is_drawn_as_it_was_read() -> None:
    plan = "+-+-+   +-+\n|. .|   |.|\n+   +-+-+ +\n|. K . .|.|\n+-+-+-+-+-+\n"
    room = fragment(plan)
    assert draw_plan(room) == plan
    marked = draw_plan(room, {0: "@", int(room.node_at(3, 1)): "x"})
    assert marked.split("\n")[1] == "|@ .|   |.|"
    assert marked.split("\n")[3] == "|. K . x|.|"


@pytest.mark.rule("D-FM-06")
def test_a_file_with_a_badly_drawn_plan_is_refused_at_each_place() -> None:
    text = layout("of-1")
    lines = text.split("\n")
    start = lines.index("plan = '''") + 1
    assert lines[start + 1].endswith("|. .|")
    lines[start + 1] = lines[start + 1][:-1]  # the wall to the rock is missing
    found = complaints("\n".join(lines))
    assert any(line.startswith(f"cave.dungeon:{start + 2}:37: expected '|'") for line in found)


@pytest.mark.rule("D-FM-05")
def test_a_map_has_a_ring_of_rock() -> None:
    text = layout("ag-sampler").replace("#AAA.....#....o....~~~...$#", "#AAA.....#....o....~~~...$.")
    assert complaints(text)[0].startswith("cave.dungeon:18:27: expected '#' on the outer ring, found '.'")


@pytest.mark.rule("D-FM-02", "D-FM-08", "D-FM-12")
def test_all_problems_of_a_header_are_reported_at_once() -> None:
    text = (
        layout("of-2")
        .replace("format = 1", "format = 2\ncolour = 3")
        .replace('id = "of-2"', 'id = "Of 2"')
        .replace('symmetry = "rotation"', 'symmetry = "sideways"')
        .replace("at = [12, 1], rot = 90", "at = [12, 1], rot = 45")
    )
    found = complaints(text)
    for start in (
        "cave.dungeon:1:1: expected format = 1",
        "cave.dungeon:2:1: unknown key 'colour'",
        "cave.dungeon:3:1: 'id' is made of",
        "cave.dungeon:6:1: 'symmetry' is one of",
        "cave.dungeon:9:1: 'rot' in 'tile' is 0, 90, 180 or 270",
    ):
        assert any(line.startswith(start) for line in found), start


@pytest.mark.rule("D-FM-12")
def test_broken_toml_is_a_problem_with_line_and_column() -> None:
    assert complaints('format = 1\nid = "x\n') == [
        "cave.dungeon:2:8: not valid TOML: Illegal character '\\n' (D-FM-12)"
    ]


@pytest.mark.rule("D-FM-03")
def test_a_dungeon_has_one_picture_or_tiles() -> None:
    head = 'format = 1\nid = "x"\nname = "X"\nedition = "official"\n'
    assert "needs a picture" in complaints(head)[0]
    assert any("never both" in line for line in complaints(head + "map = '''\n###\n#.#\n###\n'''\nplan = '''\n'''\n"))


@pytest.mark.rule("D-FM-10", "D-EL-02")
@pytest.mark.parametrize("name", ["of-1", "of-2", "of-3", "of-4", "of-5", "of-6"])
def test_tiles_alone_give_the_dungeon_of_the_picture(name: str) -> None:
    text = layout(name)
    drawn = read_dungeon(text)
    derived = read_dungeon(text[: text.index("plan = '''")])
    assert list(derived.neighbours) == list(drawn.neighbours)
    assert list(derived.terrain) == list(drawn.terrain)
    assert len(derived.map_chests) == 0
    assert write_dungeon(derived) == text[: text.index("plan = '''")]


@pytest.mark.rule("D-FM-10")
def test_a_picture_that_differs_from_its_tiles_is_refused() -> None:
    text = layout("of-1")
    moved = complaints(text.replace("at = [30, 2]", "at = [30, 3]"))
    assert any("the tiles give '#' at (30,2), the picture 'B'" in line for line in moved)
    walled = complaints(text.replace("|A A A A . . . .|", "|A A A A|. . . .|"))
    assert any("the tiles give open between (3,5) and (4,5)" in line for line in walled)


@pytest.mark.rule("D-FM-11")
def test_a_map_shows_all_six_tokens_or_none() -> None:
    text = layout("of-1").replace("$", ".")
    assert len(read_dungeon(text).map_chests) == 0
    for token in ("|. 6|", "|$ . . .|. .|"):
        assert token in layout("of-1")
        missing = layout("of-1").replace(token, token.replace("6", ".").replace("$", "."))
        assert ["D-FM-11" in line for line in complaints(missing)] == [True]


@pytest.mark.rule("D-FM-01", "D-FM-13")
@pytest.mark.parametrize("name", bundled())
def test_every_bundled_file_is_canonical(name: str) -> None:
    assert write_dungeon(load_dungeon(name)) == layout(name)


@pytest.mark.rule("D-FM-13")
def test_all_header_keys_survive_reading_and_writing() -> None:
    text = """format = 1
id = "all-keys"
name = "All \\"keys\\""
edition = "astrogranite"
symmetry = "none"
teams = ["A", "B", "C"]
setup = { A = [[1, 1]], C = [[3, 1]] }
doorway = [
  { at = [2, 3], size = "normal" },
]
door = [
  { at = [3, 3], kind = "gate", size = "large" },
]
barrier = [
  { between = [[1, 1], [1, 2]], kind = "door", state = "open", size = "large" },
  { between = [[3, 1], [3, 2]], kind = "wall" },
]
inscription = [
  { at = [4, 2], college = "Grey", circle = 2 },
]
ladder = [
  { foot = [1, 4], top = [2, 4], rungs = 3 },
]
trap = [
  { at = [4, 1], kind = "pit" },
]
notes = "a\\\\b"
levels = '''
######
#....#
#....#
#....#
#.2..#
######
'''
below = '''
######
######
######
######
##.###
######
'''
map = '''
######
#AB.^#
#...*#
#.+/.#
#H..C#
######
'''
"""
    dungeon = read_dungeon(text, checked=False)
    assert write_dungeon(dungeon) == text
    assert dungeon.teams == 3
    assert [list(squares) for squares in dungeon.setup] == [[0], [1], [2]]
    assert [(door.kind, door.size, door.is_open) for door in dungeon.doors] == [
        ("doorway", "normal", True),
        ("gate", "large", True),
        ("door", "large", True),
    ]
    assert [(trap.kind, trap.is_revealed) for trap in dungeon.traps] == [("pit", False)]
    assert [(mark.college, mark.circle) for mark in dungeon.inscriptions] == [("Grey", 2)]
    assert [ladder.rungs for ladder in dungeon.ladders] == [3]
    assert dungeon.step(dungeon.node_at(3, 1), 4) == -1, "the wall barrier"


def test_a_board_has_at_most_4096_nodes() -> None:
    assert fragment("\n".join(["." * 64] * 64)).count == NODE_LIMIT == 4096
    with pytest.raises(DungeonError, match="at most 4096 squares, this one has 4097"):
        fragment("\n".join([*["." * 64] * 64, "."]))


def test_loading_by_id_and_by_path(tmp_path: Path) -> None:
    assert load_dungeon("of-3").name == "Dragon Road"
    copy = tmp_path / "of-3.dungeon"
    copy.write_text(layout("of-3"), "utf-8")
    assert load_dungeon(copy).identity == "of-3"
    wrong = tmp_path / "other.dungeon"
    wrong.write_text(layout("of-3"), "utf-8")
    with pytest.raises(DungeonError, match="differs from the file name"):
        load_dungeon(wrong)
    with pytest.raises(DungeonError, match="cannot be read"):
        load_dungeon("no-such-dungeon")


@pytest.mark.rule("D-FM-12")
@pytest.mark.parametrize("name", ["of-1", "ag-sampler", "sb-04"])
def test_a_damaged_file_is_refused_and_never_crashes(name: str) -> None:
    text = layout(name)
    dice = random.Random(name)
    for _ in range(120):
        start = dice.randrange(len(text))
        end = min(len(text), start + dice.choice((0, 1, 1, 2, 9, 60)))
        damaged = (
            text[:start] + dice.choice(("", "#", ".", "A", "$", "x", "0", "[", "\n", "'''", "-", "{")) + text[end:]
        )
        with suppress(DungeonError):
            dungeon = read_dungeon(damaged)
            assert read_dungeon(write_dungeon(dungeon)).count == dungeon.count

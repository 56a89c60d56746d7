"""Doors, barriers, passages, heights, ladders: what Astrogranite maps add."""

from __future__ import annotations

import pytest

from dungeonbowl.dungeon.directions import NE, E, N, S, W
from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.dungeon.terrain import DOOR, OPEN_DOOR, PASSAGE_INSIDE
from dungeonbowl.dungeon.text import DungeonError, fragment, read_dungeon

HEAD = 'format = 1\nid = "x"\nname = "X"\nedition = "astrogranite"\n'

PLATFORM = (
    HEAD
    + """
ladder = [
  { foot = [2, 2], top = [3, 2] },
]
levels = '''
#########
#..2222.#
#..2222.#
#..2222.#
#...11..#
#.......#
#########
'''
below = '''
#########
#########
###....##
#########
#########
#########
#########
'''
map = '''
#########
#.......#
#.H.....#
#.......#
#...<<..#
#.......#
#########
'''
"""
)


def platform() -> Dungeon:
    return read_dungeon(PLATFORM, checked=False)


@pytest.mark.rule("D-FT-01", "D-FT-02", "A-DOOR-02")
def test_a_closed_door_is_a_wall_until_it_is_opened() -> None:
    hall = fragment(".=.", "astrogranite")
    assert hall.step(0, E) == hall.step(2, W) == -1
    assert hall.bordering[0 * 8 + E] == 1
    opened = hall.with_door(0, True)
    assert opened.step(0, E) == 1
    assert opened.sees(0, 2)
    assert (int(hall.terrain[1]), int(opened.terrain[1])) == (DOOR, OPEN_DOOR), "the first dungeon is unchanged"
    assert opened.with_door(0, False) is hall
    assert hall.with_door(0, True) is opened
    assert (hall.doors[0].kind, hall.doors[0].size) == ("door", "normal")
    assert (fragment("G", "astrogranite").doors[0].kind, fragment("G", "astrogranite").doors[0].size) == (
        "gate",
        "large",
    )


@pytest.mark.rule("D-FT-01", "D-FT-03", "A-DOOR-02")
def test_barriers_close_one_border() -> None:
    text = HEAD + "barrier = [{ between = [[0, 0], [1, 0]], kind = '%s' }]\nmap = '''\n..\n..\n'''\n"
    wall = read_dungeon(text % "wall", checked=False)
    assert wall.step(0, E) == wall.step(1, W) == -1
    assert wall.step(0, 3) == 3, "the way round the barrier's end is open"
    assert not wall.sees(0, 1)
    assert wall.bordering[0 * 8 + E] == -1
    door = read_dungeon(text % "door", checked=False)
    assert door.step(0, E) == -1
    assert not door.sees(0, 1)
    opened = door.with_door(0, True)
    assert opened.step(0, E) == 1
    assert opened.sees(0, 1)


@pytest.mark.rule("D-FT-04", "D-TM-14")
def test_a_passage_has_an_inside_that_is_on_no_square() -> None:
    cave = fragment("s..\n..s", "astrogranite")
    assert cave.count == 7
    passage = cave.passages[0]
    assert (passage.first, passage.second, passage.inside) == (0, 5, 6)
    assert cave.terrain[6] == PASSAGE_INSIDE
    assert (cave.column[6], cave.row[6], cave.tile[6]) == (-1, -1, -1)
    assert all(cave.step(6, direction) == -1 for direction in range(8))
    assert cave.label(6) == "passage s"
    assert not cave.within(0, 6, 3)
    assert not cave.sees(0, 6)
    assert cave.range_squared(0, 6) > 45


@pytest.mark.rule("D-FT-04", "D-AS-08")
def test_a_passage_letter_appears_exactly_twice() -> None:
    for drawn in ("s..", "s.s\ns.."):
        with pytest.raises(DungeonError, match="appears exactly twice"):
            fragment(drawn, "astrogranite")


@pytest.mark.rule("D-FT-08", "D-TM-16")
def test_a_passage_runs_under_the_platform() -> None:
    board = platform()
    top, under = board.node_at(3, 2), board.node_at(3, 2, 1)
    assert top != under
    assert (board.level[top], board.level[under]) == (2, 0)
    ground = board.node_at(2, 2)
    assert board.step(ground, E) == under, "from the ground in under the platform"
    assert board.step(under, W) == ground
    assert board.step(under, E) == board.node_at(4, 2, 1)
    assert board.step(board.node_at(6, 2, 1), E) == board.node_at(7, 2)
    assert all(board.step(under, direction) != top and board.step(top, direction) != under for direction in range(8))
    assert board.step(under, N) == -1
    assert board.step(under, S) == -1
    assert board.label(under) == "(3,2) below"


def test_steps_lead_up_by_one_and_down_by_any() -> None:
    board = platform()
    assert board.step(board.node_at(3, 1), W) == board.node_at(2, 1), "down from the edge: a fall"
    assert board.step(board.node_at(2, 1), E) == -1
    stair = board.node_at(4, 4)
    assert board.step(stair, N) == board.node_at(4, 3)
    assert board.step(board.node_at(4, 3), S) == stair
    assert board.step(stair, S) == board.node_at(4, 5)
    assert board.step(board.node_at(3, 4), NE) == -1


def test_sight_over_and_under_a_platform() -> None:
    board = platform()
    assert board.sees(board.node_at(1, 2), board.node_at(5, 2)), "heights stop no sight"
    assert board.sees(board.node_at(1, 2), board.node_at(5, 2, 1))
    assert board.sees(board.node_at(3, 2, 1), board.node_at(6, 2, 1))
    assert not board.sees(board.node_at(3, 2, 1), board.node_at(3, 1))
    assert not board.sees(board.node_at(3, 2, 1), board.node_at(4, 5))


@pytest.mark.rule("D-FT-07")
def test_a_ladder_has_as_many_rungs_as_it_is_high() -> None:
    board = platform()
    assert [(ladder.foot, ladder.top, ladder.rungs) for ladder in board.ladders] == [
        (board.node_at(2, 2), board.node_at(3, 2), 2)
    ]
    for broken in (PLATFORM.replace("top = [3, 2]", "top = [4, 2]"), PLATFORM.replace("top = [3, 2]", "top = [1, 2]")):
        with pytest.raises(DungeonError, match="at least two higher"):
            read_dungeon(broken, checked=False)


@pytest.mark.rule("D-AS-08")
def test_marked_squares_and_header_entries_belong_together() -> None:
    with pytest.raises(DungeonError) as caught:
        read_dungeon(HEAD + "trap = [\n  { at = [1, 0], kind = 'pit' },\n]\nmap = '''\n*..H\n'''\n", checked=False)
    found = [(problem.line, problem.column, problem.text) for problem in caught.value.problems]
    assert (6, 1, "trap at (1,0): expected one of ^p, found '.'") in found
    assert (9, 1, "the square '*' has no entry in the list 'inscription'") in found
    assert (9, 4, "the square 'H' has no entry in the list 'ladder'") in found


@pytest.mark.rule("D-FM-09", "D-FT-08")
def test_layers_fit_the_map() -> None:
    with pytest.raises(DungeonError, match="has the size of the map, 2 x 1"):
        read_dungeon(HEAD + "levels = '''\n...\n'''\nmap = '''\n..\n'''\n", checked=False)
    with pytest.raises(DungeonError, match="expected a height"):
        read_dungeon(HEAD + "levels = '''\n.x\n'''\nmap = '''\n..\n'''\n", checked=False)
    with pytest.raises(DungeonError, match="'#' exactly where the map has rock"):
        read_dungeon(HEAD + "levels = '''\n.#\n'''\nmap = '''\n..\n'''\n", checked=False)
    with pytest.raises(DungeonError, match="needs a platform above"):
        read_dungeon(HEAD + "below = '''\n.#\n'''\nmap = '''\n..\n'''\n", checked=False)


@pytest.mark.rule("D-FT-09", "D-FT-10")
def test_traps_are_hidden_and_pits_are_known() -> None:
    cave = fragment("^p", "astrogranite")
    assert [(trap.node, trap.kind, trap.is_revealed) for trap in cave.traps] == [(0, "", False), (1, "pit", True)]

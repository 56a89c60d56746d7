"""Walking distances."""

from __future__ import annotations

import pytest
from librt.vecs import vec
from mypy_extensions import i16

from dungeonbowl.dungeon.distance import barred_by_terrain, distances
from dungeonbowl.dungeon.text import fragment, read_dungeon


def test_steps_to_the_end_zone_go_round_walls_and_impassable_squares() -> None:
    cave = fragment("""
        A..F..
        .#.F..
        .#.-..
        """)
    # Over the bridge, not over the chasm: nobody walks on a fiery square.
    assert list(cave.zone_distance(0)) == [0, 1, 2, -1, 5, 5, 1, 2, -1, 4, 5, 2, 3, 3, 4, 5]


@pytest.mark.rule("O-MAP-07")
def test_distances_use_diagonal_steps_and_ignore_portals_and_players() -> None:
    cave = fragment("A...\n....\n.1..\n....")
    assert cave.zone_distance(0)[cave.node_at(3, 3)] == 3
    assert cave.zone_distance(1)[0] == -1, "there is no end zone B here"


def test_barred_squares_are_walked_around() -> None:
    hall = fragment("...\n...")
    out = vec[i16]([0] * 6)
    barred = barred_by_terrain(hall.terrain)
    distances(hall.neighbours, barred, vec[i16]([0]), out)
    assert list(out) == [0, 1, 2, 1, 1, 2]
    barred[1] = -2
    barred[4] = -2
    distances(hall.neighbours, barred, vec[i16]([0]), out)
    assert list(out) == [0, -1, -1, 1, -1, -1]
    distances(hall.neighbours, barred, vec[i16]([0, 2]), out)
    assert list(out) == [0, -1, 0, 1, -1, 1]


def test_down_from_a_platform_there_is_a_way_but_not_up() -> None:
    text = 'format = 1\nid = "x"\nname = "X"\nedition = "astrogranite"\n'
    board = read_dungeon(text + "levels = '''\n...2\n'''\nmap = '''\nA...\n'''\n", checked=False)
    assert list(board.zone_distance(0)) == [0, 1, 2, 3]
    board = read_dungeon(text + "levels = '''\n...2\n'''\nmap = '''\n...A\n'''\n", checked=False)
    assert list(board.zone_distance(0)) == [-1, -1, -1, 0]

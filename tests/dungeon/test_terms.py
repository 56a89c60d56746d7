"""The words of the dungeon chapter, as the board means them."""

from __future__ import annotations

import pytest

from dungeonbowl.dungeon.directions import E, S, W
from dungeonbowl.dungeon.map_rules import MAP_RULES
from dungeonbowl.dungeon.terrain import (
    CHASM,
    DOOR,
    DOORWAY,
    INSCRIPTION,
    LADDER_FOOT,
    LAVA,
    OBSTACLE,
    PASSAGE_END,
    STEP,
    WATER,
    is_impassable,
)
from dungeonbowl.dungeon.text import DungeonError, fragment, load_dungeon, read_dungeon
from dungeonbowl.dungeon.tiles import TILES, turned
from dungeonbowl.dungeon.walking import Walker

HEAD = 'format = 1\nid = "x"\nname = "X"\nedition = "astrogranite"\n'


@pytest.mark.rule("D-TM-02", "D-TM-03")
def test_an_open_square_is_one_that_is_not_rock_enterable_or_not() -> None:
    cave = fragment(".#o\n=:.", "astrogranite")
    assert cave.count == 5
    assert cave.node_at(1, 0) == cave.node_at(-1, 0) == cave.node_at(3, 1) == -1
    walker = Walker(cave)
    assert [int(walker.enterable[node]) for node in range(5)] == [1, 0, 1, 1, 1], "the obstacle cannot be entered"


@pytest.mark.rule("D-TM-04", "D-GE-01", "D-FT-03")
def test_a_wall_is_a_closed_border_whatever_closes_it() -> None:
    rock = fragment(".#.")
    assert rock.step(rock.node_at(0, 0), E) == -1
    feature = fragment(".I.")
    assert feature.step(0, E) == feature.step(2, W) == -1
    march = load_dungeon("of-1")
    column, row, side = next(border for border in sorted(march.blueprint.closed) if border[2] == E)
    first, second = march.node_at(column, row), march.node_at(column + 1, row)
    assert march.tile[first] != march.tile[second]
    assert march.step(first, side) == march.step(second, W) == -1, "the side of a tile"
    barrier = read_dungeon(
        HEAD + "barrier = [{ between = [[0, 0], [1, 0]], kind = 'wall' }]\nmap = '''\n..\n'''\n", checked=False
    )
    assert barrier.step(0, E) == -1


@pytest.mark.rule("D-TM-05", "D-TM-06", "D-TL-02", "D-TL-03")
def test_tiles_are_of_four_kinds_and_the_body_is_all_but_the_end_zone_rooms() -> None:
    assert {tile.kind for tile in TILES.values()} == {"corridor", "small", "large", "endzone"}
    for name in ("of-1", "of-5", "book-1"):
        dungeon = load_dungeon(name)
        body = [kind for kind in dungeon.tile_kinds if kind != "endzone"]
        assert len(dungeon.tile_kinds) - len(body) == 2
        for node in range(dungeon.count):
            assert (dungeon.zone[node] >= 0) == (dungeon.tile_kinds[dungeon.tile[node]] == "endzone")


@pytest.mark.rule("D-TM-08", "D-TM-09", "D-FT-02")
def test_a_doorway_is_always_open_and_a_door_has_states() -> None:
    hall = fragment(".+.=.G./.", "astrogranite")
    found = [(door.kind, door.size, door.is_open) for door in hall.doors]
    assert found == [
        ("doorway", "large", True),
        ("door", "normal", False),
        ("gate", "large", False),
        ("door", "normal", True),
    ]
    assert hall.step(0, E) == 1
    assert hall.step(1, E) == 2
    assert hall.step(2, E) == -1
    assert hall.with_door(1, True).step(2, E) == 3
    small = read_dungeon(HEAD + "doorway = [{ at = [1, 0], size = 'normal' }]\nmap = '''\n.+.\n'''\n", checked=False)
    assert small.doors[0].size == "normal"
    border = read_dungeon(
        HEAD + "barrier = [{ between = [[0, 0], [0, 1]], kind = 'gate', state = 'open' }]\nmap = '''\n.\n.\n'''\n",
        checked=False,
    )
    assert (border.doors[0].kind, border.doors[0].is_open) == ("gate", True)
    assert border.step(0, S) == 1
    assert border.with_door(0, False).step(0, S) == -1


@pytest.mark.rule("D-TM-12", "D-SQ-01")
def test_features_are_the_terrain_of_their_squares() -> None:
    cave = fragment("+=:o&~*<Hs\n.........s", "astrogranite")
    expected = [DOORWAY, DOOR, CHASM, OBSTACLE, LAVA, WATER, INSCRIPTION, STEP, LADDER_FOOT, PASSAGE_END]
    assert [int(cave.terrain[node]) for node in range(10)] == expected
    assert [code for code in expected if is_impassable(code)] == [DOOR, OBSTACLE]
    traps = fragment("^p", "astrogranite").traps
    assert [trap.is_revealed for trap in traps] == [False, True]


@pytest.mark.rule("D-TM-13", "D-AS-04")
def test_teleporters_are_numbered_from_one_to_six_and_in_astrogranite_to_ten() -> None:
    assert [int(node) for node in fragment("123456").map_portals] == [0, 1, 2, 3, 4, 5]
    assert [int(node) for node in fragment("1234567890", "astrogranite").map_portals] == list(range(10))
    with pytest.raises(DungeonError, match="unexpected character '7'"):
        fragment("7")
    with pytest.raises(DungeonError, match="drawn twice"):
        fragment("11")


@pytest.mark.rule("D-TM-15", "D-FM-14")
def test_a_chest_is_a_token_on_floor_and_says_nothing_of_its_contents() -> None:
    for edition in MAP_RULES:
        cave = fragment(".$.", edition)
        assert [int(node) for node in cave.map_chests] == [1]
        assert int(cave.terrain[1]) == 0
    with pytest.raises(DungeonError, match="unknown key 'contents'"):
        read_dungeon(HEAD + "contents = [1]\nmap = '''\n$\n'''\n", checked=False)


@pytest.mark.rule("D-TM-17")
def test_team_letters_are_a_and_b_and_in_astrogranite_c_and_d() -> None:
    cave = fragment("ABCD", "astrogranite")
    assert cave.teams == 4
    assert [int(zone) for zone in cave.zone] == [0, 1, 2, 3]
    for edition in ("official", "stockbowl"):
        with pytest.raises(DungeonError, match="unexpected character 'C'"):
            fragment("ABC", edition)
    with pytest.raises(DungeonError, match="not among the teams"):
        read_dungeon(HEAD + "map = '''\nABC\n'''\n", checked=False)


@pytest.mark.rule("D-SQ-03", "D-AS-08")
def test_a_square_holds_one_thing() -> None:
    for character in "$1:&~s<=":
        drawn = f"{character}.s" if character == "s" else character
        with pytest.raises(DungeonError, match="trap at"):
            read_dungeon(HEAD + f"trap = [{{ at = [0, 0], kind = 'pit' }}]\nmap = '''\n{drawn}\n'''\n", checked=False)
        with pytest.raises(DungeonError, match="inscription at"):
            read_dungeon(
                HEAD + f"inscription = [{{ at = [0, 0], college = 'Grey', circle = 1 }}]\nmap = '''\n{drawn}\n'''\n",
                checked=False,
            )


@pytest.mark.rule("D-GE-06", "D-GE-03")
def test_sight_and_steps_of_stockbowl_slip_between_wall_corners() -> None:
    for edition, passes in (("official", False), ("astrogranite", False), ("stockbowl", True)):
        cave = fragment(".#\n#.", edition)
        assert cave.sees(0, 1) == passes
        assert (cave.step(0, 3) == 1) == passes
    doors = fragment(".A.", "stockbowl")
    assert not doors.sees(0, 2), "a door is a wall to all that flies"
    assert fragment(".A.").sees(0, 2)


@pytest.mark.rule("D-TL-05")
def test_passages_inside_a_tile_are_two_wide() -> None:
    for name, tile in TILES.items():
        rows = turned(tile.rows, 0)
        open_squares = {(x, y) for y, row in enumerate(rows) for x, at in enumerate(row) if at not in "#IKYF-"}
        for x, y in open_squares:
            blocks = [(left, top) for left in (x - 1, x) for top in (y - 1, y)]
            is_wide = any(
                {(left, top), (left + 1, top), (left, top + 1), (left + 1, top + 1)} <= open_squares
                for left, top in blocks
            )
            beside = {(x + across, y + down) for across in (-1, 0, 1) for down in (-1, 0, 1)} - open_squares
            features = [place for place in beside if 0 <= place[1] < len(rows) and 0 <= place[0] < len(rows[0])]
            has_feature = any(rows[down][across] in "IKYF-" for across, down in features)
            assert is_wide or (tile.family == "standard" and has_feature), (name, x, y)
    assert sum(row.count("-") for row in TILES["GL4"].rows) == 1

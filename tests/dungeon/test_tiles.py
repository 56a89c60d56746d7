"""The tile sets and how tiles are joined."""

from __future__ import annotations

from collections import Counter

import pytest

from dungeonbowl.dungeon.terrain import BRIDGE, CRYPT, DRAGON, FIERY_CHASM, IDOL, ROOM_NAMES, room_name
from dungeonbowl.dungeon.text import load_dungeon
from dungeonbowl.dungeon.tiles import (
    TILES,
    Assembly,
    Placement,
    Tile,
    assemble,
    borders_between,
    choose_doorway,
    doorway_offsets,
    runs,
    turned,
)


def laid(*places: tuple[str, tuple[int, int], int]) -> Assembly:
    return assemble([Placement(TILES[name], at, rotation) for name, at, rotation in places])


@pytest.mark.rule("O-MAP-03", "D-TL-02")
def test_the_standard_set_holds_22_tiles() -> None:
    standard = [tile for tile in TILES.values() if tile.family == "standard"]
    assert len(standard) == 22
    assert Counter(tile.identity.rstrip("12345678") for tile in standard) == {
        "E": 2,
        "C": 4,
        "T": 2,
        "B": 2,
        "S": 8,
        "L": 4,
    }
    assert [TILES[f"S{number}"].room for number in range(1, 9)] == list(ROOM_NAMES[1:9])
    assert [TILES[f"L{number}"].room for number in range(1, 5)] == list(ROOM_NAMES[9:])


@pytest.mark.rule("D-TL-03", "D-TL-06")
def test_the_grand_set_holds_22_tiles() -> None:
    grand = [tile for tile in TILES.values() if tile.family == "grand"]
    assert Counter(tile.kind for tile in grand) == {"corridor": 8, "small": 8, "large": 4, "endzone": 2}
    assert TILES["GS8"].room == "Treasure Room"
    assert TILES["GL4"].room == "Fiery Chasm"
    sizes = {name: (len(TILES[name].rows[0]), len(TILES[name].rows)) for name in ("GC3", "GC8", "GS6", "GL4", "GE1")}
    assert sizes == {"GC3": (4, 2), "GC8": (6, 6), "GS6": (6, 5), "GL4": (8, 9), "GE1": (6, 4)}


def size(tile: Tile) -> tuple[int, int, int]:
    return len(tile.rows[0]), len(tile.rows), sum(character != "#" for row in tile.rows for character in row)


@pytest.mark.rule("O-MAP-02")
def test_shapes_of_the_standard_tiles() -> None:
    assert size(TILES["E1"]) == size(TILES["S3"]) == (4, 4, 16)
    assert size(TILES["L2"]) == (8, 4, 32)
    assert size(TILES["C4"]) == (6, 2, 12)
    assert TILES["T2"].rows == ("......", "......", "##..##", "##..##")
    assert TILES["B1"].rows == ("....", "....", "..##", "..##")


@pytest.mark.rule("O-MAP-12")
def test_feature_squares_of_the_large_rooms() -> None:
    def places(name: str, character: str) -> set[tuple[int, int]]:
        rows = TILES[name].rows
        return {(x + 1, y + 1) for y, row in enumerate(rows) for x, found in enumerate(row) if found == character}

    assert places("L1", "I") == {(4, 2), (5, 2), (4, 3), (5, 3)}
    assert places("L2", "K") == {(3, 2), (3, 3), (6, 2), (6, 3)}
    assert places("L3", "Y") == {(1, 2), (2, 2), (1, 3), (2, 3)}
    assert places("L4", "F") == {(6, 1), (6, 2), (6, 4)}
    assert places("L4", "-") == {(6, 3)}


@pytest.mark.rule("D-TL-01")
def test_tiles_turn_clockwise() -> None:
    assert turned(("ab", "cd", "ef"), 90) == ("eca", "fdb")
    assert turned(("ab", "cd", "ef"), 180) == ("fe", "dc", "ba")
    assert turned(("ab", "cd", "ef"), 270) == ("bdf", "ace")
    bend = Placement(TILES["B1"], (10, 20), 90)
    assert (10, 22) not in bend.squares
    assert (10, 20) in bend.squares
    assert (13, 23) in bend.squares


@pytest.mark.rule("D-TL-08")
def test_tiles_equal_to_themselves_after_half_a_turn() -> None:
    equal = {name for name, tile in TILES.items() if turned(tile.rows, 180) == tile.rows}
    standard = {"C1", "C2", "C3", "C4", "L1", "L2", "E1", "E2"} | {f"S{number}" for number in range(1, 9)}
    grand = {"GC1", "GC2", "GC3", "GC4", "GC8", "GL1", "GL2", "GL3", "GE1", "GE2"}
    assert equal == standard | grand | {f"GS{number}" for number in range(1, 9)}


@pytest.mark.rule("D-TL-07")
def test_twins_have_equal_outlines() -> None:
    for first, second in (("GC1", "GC2"), ("GC5", "GC6"), ("GS1", "GS6"), ("GS2", "GS5"), ("GS7", "GS8"), ("T1", "T2")):
        assert TILES[first].rows == TILES[second].rows


@pytest.mark.rule("O-MAP-04", "O-MAP-05", "O-SET-03", "D-OF-04", "D-OF-05")
def test_two_tiles_share_one_doorway_two_squares_wide_in_the_middle() -> None:
    joined = laid(("S1", (0, 0), 0), ("S2", (4, 0), 0))
    assert joined.doorways == [(0, 1, [(3, 1, 2), (3, 2, 2)])]
    assert joined.closed == {(3, 0, 2), (3, 3, 2)}


@pytest.mark.rule("D-OF-05", "O-SET-03")
def test_of_two_equally_central_places_the_nearer_to_the_top_or_left_is_taken() -> None:
    assert doorway_offsets(2) == [0]
    assert doorway_offsets(3) == [0, 1]
    assert doorway_offsets(4) == [1]
    assert doorway_offsets(5) == [1, 2]
    placements = [Placement(TILES["S1"], (0, 0), 0), Placement(TILES["S2"], (4, 1), 0)]
    assert assemble(placements).doorways == [(0, 1, [(3, 1, 2), (3, 2, 2)])]
    stated = assemble(placements, {frozenset({"S1", "S2"}): 1})
    assert stated.doorways == [(0, 1, [(3, 2, 2), (3, 3, 2)])]


@pytest.mark.rule("D-OF-05")
def test_a_doorway_avoids_squares_that_cannot_be_entered() -> None:
    run = [(0, row, 2) for row in range(3)]
    floor = {(x, y): "." for x in (0, 1) for y in range(3)}
    assert choose_doorway(run, floor, None) == run[:2]
    assert choose_doorway(run, floor | {(0, 0): "Y"}, None) == run[1:]
    assert choose_doorway(run, floor | {(1, 1): "F"}, None) is None
    # The dragon lies at both middle squares of its short side.
    assert [problem.rule for problem in laid(("L3", (4, 0), 0), ("S1", (0, 0), 0)).problems] == ["D-OF-05"]


@pytest.mark.rule("O-SET-02", "D-OF-03")
def test_touching_along_one_square_is_illegal_and_a_corner_is_no_contact() -> None:
    assert [problem.rule for problem in laid(("S1", (0, 0), 0), ("S2", (4, 3), 0)).problems] == ["D-OF-03"]
    corner = laid(("S1", (0, 0), 0), ("S2", (4, 4), 0))
    assert not corner.problems
    assert not corner.doorways


@pytest.mark.rule("D-OF-04")
def test_the_longest_run_takes_the_doorway() -> None:
    bend, room = Placement(TILES["B1"], (0, 0), 0), Placement(TILES["S1"], (2, 2), 0)
    found = runs(borders_between(bend, room))
    assert [len(run) for run in found] == [2, 2]
    joined = assemble([bend, room])
    assert joined.doorways == [(0, 1, [(2, 1, 4), (3, 1, 4)])], "equal runs: the first in reading order"
    assert joined.closed == {(1, 2, 2), (1, 3, 2)}
    longer = Tile("X1", "standard", "corridor", "", ("....", "....", "..##", "..##", "..##"))
    joined = assemble([Placement(longer, (0, 0), 0), room])
    assert joined.doorways == [(0, 1, [(1, 2, 2), (1, 3, 2)])], "three borders against two"
    assert joined.closed == {(2, 1, 4), (3, 1, 4), (1, 4, 2)}


@pytest.mark.rule("D-OF-02")
def test_tiles_do_not_overlap() -> None:
    problems = laid(("S1", (0, 0), 0), ("S2", (3, 0), 0)).problems
    assert {problem.rule for problem in problems} == {"D-OF-02"}
    assert len(problems) == 4


@pytest.mark.rule("O-MAP-10", "D-TL-09", "D-TM-10")
def test_all_squares_of_an_end_zone_room_are_end_zone() -> None:
    for name, squares in (("of-1", 16), ("of-4", 24)):
        dungeon = load_dungeon(name)
        for side in (0, 1):
            assert len(dungeon.zones[side]) == squares
            tiles = {int(dungeon.tile[int(node)]) for node in dungeon.zones[side]}
            assert len(tiles) == 1
            tile = tiles.pop()
            assert dungeon.tile_kinds[tile] == "endzone"
            assert sum(1 for found in dungeon.tile if found == tile) == squares
            assert list(dungeon.setup[side]) == list(dungeon.zones[side])


@pytest.mark.rule("O-MAP-11", "D-TM-07")
def test_squares_beside_a_doorway_belong_to_their_own_tiles_and_rooms() -> None:
    march = load_dungeon("of-1")
    # The end zone A and the Flooded Room meet at columns 3 and 4.
    zone, flooded = march.node_at(3, 5), march.node_at(4, 5)
    assert march.step(zone, 2) == flooded
    assert march.tile_names[march.tile[zone]] == "E1"
    assert march.tile_names[march.tile[flooded]] == "S4"
    assert room_name(int(march.room[flooded])) == "Flooded Room"
    assert march.room[zone] == 0


@pytest.mark.rule("D-RM-02", "D-RM-03", "D-RM-04")
def test_features_reach_the_board_with_their_room() -> None:
    terrains = {IDOL: "Chaotic Idol", CRYPT: "Crypt", DRAGON: "Dragon Youngling's Lair", FIERY_CHASM: "Fiery Chasm"}
    counts: Counter[int] = Counter()
    for name in ("of-1", "of-2", "of-3"):
        dungeon = load_dungeon(name)
        for node in range(dungeon.count):
            code = int(dungeon.terrain[node])
            counts[code] += 1
            if code in terrains:
                assert room_name(int(dungeon.room[node])) == terrains[code]
    assert [counts[code] for code in (IDOL, CRYPT, DRAGON, FIERY_CHASM, BRIDGE)] == [4, 4, 4, 3, 1]

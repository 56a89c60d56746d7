"""The dungeons that come with the package."""

from __future__ import annotations

import pytest

from dungeonbowl.dungeon.checks import Checker, check, modules_needed
from dungeonbowl.dungeon.text import bundled, load_dungeon

# From the tables of the specification: doorways, eligible tiles, end zone distance.
OFFICIAL = {
    "of-1": (10, 12, 6, 27),
    "of-2": (11, 14, 7, 29),
    "of-3": (14, 18, 10, 25),
    "of-4": (11, 14, 7, 25),
    "of-5": (14, 20, 10, 29),
    "of-6": (11, 14, 7, 29),
}
# Open squares without doors, door to door, chests and teleporters from side A and side B.
STOCKBOWL = {
    "sb-02": (3, 358, 27, (81, 81), (81, 81)),
    "sb-04": (2, 302, 38, (137, 137), (117, 117)),
    "sb-05": (1, 328, 27, (82, 82), (84, 84)),
    "sb-10": (1, 328, 32, (111, 111), (115, 115)),
    "sb-15": (1, 238, 27, (81, 82), (79, 84)),
}


def test_all_layouts_are_bundled() -> None:
    stockbowl = [f"sb-{number:02}" for number in range(2, 16)]
    assert bundled() == ["ag-sampler", *sorted(OFFICIAL), *stockbowl]


@pytest.mark.parametrize("name", bundled())
def test_every_layout_passes_the_checks_of_its_edition(name: str) -> None:
    assert [str(problem) for problem in check(load_dungeon(name))] == []


@pytest.mark.rule("D-OF-04", "D-OF-09", "D-OF-10")
@pytest.mark.parametrize("name", OFFICIAL)
def test_measured_values_of_the_official_layouts(name: str) -> None:
    dungeon = load_dungeon(name)
    tiles, doorways, eligible, distance = OFFICIAL[name]
    assert len(dungeon.tile_names) == tiles
    assert len(dungeon.tile_links) == doorways
    assert sum(int(flag) for flag in dungeon.eligible) == eligible
    assert min(dungeon.zone_distance(1)[int(node)] for node in dungeon.zones[0]) == distance
    assert min(dungeon.zone_distance(0)[int(node)] for node in dungeon.zones[1]) == distance


@pytest.mark.parametrize("name", OFFICIAL)
def test_tokens_of_the_official_layouts(name: str) -> None:
    dungeon = load_dungeon(name)
    for nodes in (dungeon.map_chests, dungeon.map_portals):
        tiles = [int(dungeon.tile[int(node)]) for node in nodes]
        assert len(set(tiles)) == 6
        assert all(dungeon.eligible[tile] for tile in tiles)
    for portal in dungeon.map_portals:
        assert not any(dungeon.within(int(portal), int(chest), 2) for chest in dungeon.map_chests)


@pytest.mark.rule("D-SB-10", "D-GE-05")
@pytest.mark.parametrize("name", STOCKBOWL)
def test_measured_values_of_the_stockbowl_layouts(name: str) -> None:
    dungeon = load_dungeon(name)
    doors, squares, gap, chests, teleporters = STOCKBOWL[name]
    checker = Checker(dungeon)
    assert len(dungeon.zones[0]) == len(dungeon.zones[1]) == 2 * doors
    assert dungeon.count - 4 * doors == squares
    assert checker.zone_gap(0, 1, checker.tokens) == gap
    walks = [checker.walk(checker.zone(side), checker.tokens) for side in (0, 1)]
    assert tuple(sum(walk[node] for node in checker.chests) for walk in walks) == chests
    assert tuple(sum(walk[node] for node in checker.portals) for walk in walks) == teleporters


@pytest.mark.rule("D-SB-14")
def test_the_layout_rolls_cover_2_to_16() -> None:
    sums: list[int] = []
    for name in bundled():
        rolls = load_dungeon(name).blueprint.header.get("layout", [])
        assert isinstance(rolls, list)
        sums += rolls
    assert sorted(sums) == list(range(2, 17))


@pytest.mark.rule("S-SET-06")
@pytest.mark.parametrize(("name", "rows"), [("sb-02", {1}), ("sb-03", {1, 2}), ("sb-05", {1, 2, 3})])
def test_set_up_squares_lie_in_front_of_the_doors(name: str, rows: set[int]) -> None:
    dungeon = load_dungeon(name)
    for side in (0, 1):
        squares = [int(node) for node in dungeon.setup[side]]
        doors = {int(dungeon.column[int(node)]) for node in dungeon.zones[side]}
        assert {int(dungeon.column[node]) for node in squares} == doors
        depth = {int(dungeon.row[node]) if side == 0 else 27 - int(dungeon.row[node]) for node in squares}
        assert depth == rows
        assert len(squares) == len(doors) * len(rows) >= 6


@pytest.mark.rule("D-AS-10")
def test_a_map_names_the_modules_it_needs() -> None:
    names = ["chasms", "doors", "inscriptions", "lava", "obstacles", "secret_passages", "traps", "water"]
    assert modules_needed(load_dungeon("ag-sampler")) == names
    assert modules_needed(load_dungeon("of-1")) == []

"""The dungeons that come with the package."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from dungeonbowl.dungeon.checks import Checker, check, modules_needed
from dungeonbowl.dungeon.text import bundled, load_dungeon
from dungeonbowl.rulebook import find

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


# Teams and modules of the Astrogranite dungeons, extra teams apart.
ASTROGRANITE = {
    "ag-drowned-halls": (2, ["doors", "inscriptions", "obstacles", "water"]),
    "ag-dry-caves": (2, []),
    "ag-ember-deep": (2, ["chasms", "lava", "secret_passages", "traps"]),
    "ag-four-winds": (4, ["doors", "inscriptions", "lava", "platforms", "secret_passages"]),
    "ag-gallery": (2, ["chasms", "doors", "obstacles", "platforms"]),
    "ag-old-halls": (2, []),
    "ag-sampler": (2, ["chasms", "doors", "inscriptions", "lava", "obstacles", "secret_passages", "traps", "water"]),
    "ag-short-halls": (2, []),
    "ag-three-crowns": (3, ["chasms", "obstacles", "traps", "water"]),
}
# The doorways printed in the book: "v" in the vertical line left of a column, "h" above a row, first and last square.
BOOK = {
    "book-1": "h4.11 h8.6 h10.1 h10.11 h12.6 h16.6 h18.1 h18.11 h20.6 h24.1 v4.10 v4.16 v5.6 v9.20 v10.10 v10.16",
    "book-2": "h4.18 h6.4 h10.4 h12.18 h14.2 h14.10 h16.11 h16.17 v4.16 v8.2 v8.12 v10.16 v12.0 v12.6 v12.10 v16.8 "
    "v16.14 v18.0",
}


def test_all_layouts_are_bundled() -> None:
    stockbowl = [f"sb-{number:02}" for number in range(2, 16)]
    assert bundled() == [*ASTROGRANITE, "book-1", "book-2", *sorted(OFFICIAL), *stockbowl]


@pytest.mark.parametrize("name", bundled())
def test_every_layout_passes_the_checks_of_its_edition(name: str) -> None:
    found = [str(problem) for problem in check(load_dungeon(name))]
    if name == "book-2":
        assert found == ["book-2: warning: the end zones are 18 steps apart where 28 are possible (D-OF-08)"]
    else:
        assert found == []


@pytest.mark.rule("D-OF-04", "D-OF-05", "O-SET-03")
@pytest.mark.parametrize("name", BOOK)
def test_the_layouts_of_the_book_get_exactly_their_printed_doorways(name: str) -> None:
    dungeon = load_dungeon(name)
    found = set()
    for doorway in dungeon.doorways:
        near, far = doorway.nodes[0], doorway.nodes[1]
        if dungeon.row[near] == dungeon.row[far]:
            found.add(f"v{dungeon.column[far]}.{dungeon.row[near]}")
        else:
            found.add(f"h{dungeon.row[far]}.{dungeon.column[near]}")
    assert found == set(BOOK[name].split())
    assert len(dungeon.map_chests) == len(dungeon.map_portals) == 0, "left to the coaches"


@pytest.mark.rule("D-AS-10")
@pytest.mark.parametrize("name", ASTROGRANITE)
def test_the_astrogranite_dungeons_use_the_features(name: str) -> None:
    dungeon = load_dungeon(name)
    teams, modules = ASTROGRANITE[name]
    assert dungeon.teams == len(dungeon.zones) == teams
    assert [module for module in modules_needed(dungeon) if module != "extra_teams"] == modules
    assert ("extra_teams" in modules_needed(dungeon)) == (teams > 2)
    if "platforms" in modules:
        assert any(dungeon.layer[node] == 1 for node in range(dungeon.count)), "a passage beneath"


@pytest.mark.rule("D-EL-03")
@pytest.mark.parametrize("name", ["of-1", "of-2", "of-4", "of-5", "of-6"])
def test_symmetric_layouts_turn_into_themselves_tokens_included(name: str) -> None:
    dungeon = load_dungeon(name)
    if dungeon.blueprint.header["symmetry"] != "rotation":
        return
    squares = {(int(dungeon.column[node]), int(dungeon.row[node])) for node in range(dungeon.count)}
    across, down = int(dungeon.width) - 1, int(dungeon.height) - 1
    assert squares == {(across - x, down - y) for x, y in squares}
    chests = {(int(dungeon.column[int(node)]), int(dungeon.row[int(node)])) for node in dungeon.map_chests}
    assert chests == {(across - x, down - y) for x, y in chests}
    for number in range(3):
        node, twin = int(dungeon.map_portals[number]), int(dungeon.map_portals[5 - number])
        assert (across - dungeon.column[node], down - dungeon.row[node]) == (dungeon.column[twin], dungeon.row[twin])


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


def both(sums: Iterable[object]) -> str:
    return " / ".join(str(each) for each in sums)


@pytest.mark.rule("D-EL-03")
@pytest.mark.parametrize("name", OFFICIAL)
def test_the_table_of_the_rule_says_what_the_official_layouts_are(name: str) -> None:
    """The sums of steps from both end zones: to the eligible tiles on the bare floor, to chests and to portals as a
    player walks, who goes round them."""
    rule = find("D-EL-03")
    assert rule is not None
    row = next(line for line in rule.text.splitlines() if line.startswith(f"| {name} |"))
    dungeon = load_dungeon(name)
    checker = Checker(dungeon)
    bare = [dungeon.zone_distance(side) for side in (0, 1)]
    walks = [checker.walk(checker.zone(side), checker.tokens) for side in (0, 1)]
    squares: dict[int, list[int]] = {}
    for node in range(int(dungeon.count)):
        if dungeon.tile[node] >= 0 and dungeon.eligible[int(dungeon.tile[node])]:
            squares.setdefault(int(dungeon.tile[node]), []).append(node)
    nearest = [
        sum(min(int(zone[node]) for node in each if zone[node] >= 0) for each in squares.values()) for zone in bare
    ]
    cells = [cell.strip() for cell in row.strip("|").split("|")]
    tiles, doorways, eligible, distance = OFFICIAL[name]
    assert cells[3:6] == [str(tiles), str(doorways), str(eligible)]
    assert cells[6].startswith(f"{distance} (")
    assert cells[7:] == [
        both(nearest),
        both(sum(walk[node] for node in checker.chests) for walk in walks),
        both(sum(walk[node] for node in checker.portals) for walk in walks),
    ]


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

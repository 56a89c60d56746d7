"""The fast board against the plain one, and how far apart end zones can lie."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dungeonbowl.dungeon.board import Board, shape_turned
from dungeonbowl.dungeon.checks import check
from dungeonbowl.dungeon.farthest import Site, are_apart, farthest, find_sites, greatest_pairs
from dungeonbowl.dungeon.problems import ERROR, WARNING
from dungeonbowl.dungeon.text import load_dungeon
from dungeonbowl.dungeon.tiles import TILES, Placement, assemble

# Table of the specification and the note below its section 6: as it lies, and the greatest possible.
DISTANCES = {
    "of-1": (27, 27),
    "of-2": (29, 29),
    "of-3": (25, 25),
    "of-4": (25, 25),
    "of-5": (29, 29),
    "of-6": (29, 29),
    "book-1": (23, 23),
    "book-2": (18, 28),
}


@pytest.mark.rule("D-OF-08", "O-SET-05", "D-EL-01")
@pytest.mark.parametrize("name", DISTANCES)
def test_how_far_apart_the_end_zones_lie_and_could_lie(name: str) -> None:
    found = farthest(load_dungeon(name))
    assert found is not None
    assert (found.distance, found.greatest) == DISTANCES[name]


@pytest.mark.rule("D-OF-08")
def test_falling_short_is_a_warning_for_a_ready_made_and_an_error_for_a_generated_dungeon() -> None:
    dungeon = load_dungeon("book-2")
    for is_generated, severity in ((False, WARNING), (True, ERROR)):
        (problem,) = check(dungeon, is_generated)
        assert (problem.rule, problem.severity) == ("D-OF-08", severity)
        assert problem.text == "the end zones are 18 steps apart where 28 are possible"
        assert problem.mend.startswith("shift all tiles by [0, 2], then lay E1 at [18, 0] turned by 0 and E2 at ")
    assert check(load_dungeon("book-1"), True) == []


@pytest.mark.rule("D-OF-02", "D-OF-03", "D-OF-04", "D-OF-05")
@settings(max_examples=150, deadline=None)
@given(st.integers(0, 10**6))
def test_the_fast_board_lays_tiles_exactly_as_the_plain_one(seed: int) -> None:
    dice = random.Random(seed)
    board = Board(60, 60)
    placements: list[Placement] = []
    for name in dice.sample([name for name in TILES if TILES[name].kind != "endzone"], 5):
        for _ in range(12):
            rotation = dice.choice((0, 90, 180, 270))
            x, y = dice.randint(20, 34), dice.randint(20, 34)
            placement = Placement(TILES[name], (x, y), rotation)
            assembly = assemble([*placements, placement])
            touching = sum(second == len(placements) for _, second, _ in assembly.doorways)
            expected = -1 if assembly.problems else touching
            shape = shape_turned(name, rotation)
            assert board.probe(shape, x, y) == expected
            if expected >= 0:
                board.place(shape, x, y)
                placements.append(placement)
                break
    assembly = assemble(placements)
    opened = {border for _, _, borders in assembly.doorways for border in borders}
    for square, tile in assembly.tile_of.items():
        cell = square[1] * 60 + square[0]
        assert board.owner[cell] == tile
        for side in (2, 4):
            is_open = (board.gates[cell] >> side) & 1 == 1
            assert is_open == ((*square, side) in opened)
    for _ in placements[:]:
        board.take_back()
    assert all(owner == -1 for owner in board.owner)
    assert not any(board.gates)


def body(name: str) -> Board:
    dungeon = load_dungeon(name)
    board = Board(80, 80)
    tiles = dungeon.blueprint.header["tile"]
    assert isinstance(tiles, list)
    for entry in tiles:
        if TILES[entry["id"]].kind != "endzone":
            shape = shape_turned(entry["id"], entry["rot"])
            assert board.probe(shape, entry["at"][0] + 10, entry["at"][1] + 10) >= 0
            board.place(shape, entry["at"][0] + 10, entry["at"][1] + 10)
    board.build_steps()
    return board


@pytest.mark.rule("D-OF-07")
def test_a_site_is_a_legal_place_and_all_legal_places_are_sites() -> None:
    dungeon = load_dungeon("of-1")
    board = body("of-1")
    sites = {(int(site.x) - 10, int(site.y) - 10) for site in find_sites(board, "E1")}
    tiles = dungeon.blueprint.header["tile"]
    assert isinstance(tiles, list)
    placed = [
        Placement(TILES[entry["id"]], tuple(entry["at"]), entry["rot"])
        for entry in tiles
        if TILES[entry["id"]].kind != "endzone"
    ]
    legal = set()
    for y in range(-5, dungeon.height + 5):
        for x in range(-5, dungeon.width + 5):
            assembly = assemble([*placed, Placement(TILES["E1"], (x, y), 0)])
            if not assembly.problems and any(second == len(placed) for _, second, _ in assembly.doorways):
                legal.add((x, y))
    assert sites == legal


@pytest.mark.rule("D-OF-07", "D-OF-10")
def test_a_legal_pair_has_no_contact_and_leaves_six_tiles() -> None:
    board = body("of-1")
    sites = find_sites(board, "E1")

    def site(x: int, y: int) -> Site:
        return Site(sites[0].shape, x, y, 0, sites[0].entrances, sites[0].out)

    assert not are_apart(site(10, 10), site(12, 12))
    assert not are_apart(site(10, 10), site(14, 12)), "a common border"
    assert are_apart(site(10, 10), site(14, 14)), "corners may meet"
    assert are_apart(site(10, 10), site(15, 10))
    for pair in greatest_pairs(board, "E1", "E2"):
        touched = int(pair.first.touched) | int(pair.second.touched)
        assert len(board.shapes) - touched.bit_count() >= 6
        assert are_apart(pair.first, pair.second)


def test_dungeons_that_are_not_built_of_tiles_are_not_measured() -> None:
    assert farthest(load_dungeon("ag-sampler")) is None
    assert farthest(load_dungeon("sb-02")) is None

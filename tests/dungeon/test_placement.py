"""Chests and portals put down by the program."""

from __future__ import annotations

import pytest

from dungeonbowl.dungeon.checks import check
from dungeonbowl.dungeon.fairness import fairness
from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.dungeon.placement import Placer, copies_of, place_tokens
from dungeonbowl.dungeon.terrain import BRIDGE, FLOOR
from dungeonbowl.dungeon.text import fragment, load_dungeon, read_dungeon, write_dungeon
from dungeonbowl.dungeon.walking import Walker
from dungeonbowl.errors import UserError

OFFICIAL = ["of-1", "of-3", "of-4", "of-5", "book-1", "book-2"]


def chests(dungeon: Dungeon) -> list[int]:
    return [int(node) for node in dungeon.map_chests]


def portals(dungeon: Dungeon) -> list[int]:
    return [int(node) for node in dungeon.map_portals]


@pytest.mark.rule("D-OF-11", "D-OF-12", "O-SET-08", "O-SET-09", "O-SET-11", "O-SET-13")
@pytest.mark.parametrize("style", ["random", "balanced"])
@pytest.mark.parametrize("name", OFFICIAL)
def test_six_chests_and_six_portals_each_on_a_tile_of_its_own_away_from_the_end_zones(name: str, style: str) -> None:
    for seed in range(3):
        dungeon = place_tokens(load_dungeon(name), seed, style)
        for tokens in (chests(dungeon), portals(dungeon)):
            tiles = {int(dungeon.tile[node]) for node in tokens}
            assert len(tokens) == len(tiles) == 6
            assert all(dungeon.eligible[tile] for tile in tiles)
            assert all(dungeon.terrain[node] == FLOOR and dungeon.zone[node] < 0 for node in tokens)
        assert not set(chests(dungeon)) & set(portals(dungeon))


@pytest.mark.rule("D-OF-13", "D-OF-14", "O-SET-12")
@pytest.mark.parametrize("style", ["random", "balanced"])
def test_portals_keep_away_from_chests_and_nothing_is_cut_off(style: str) -> None:
    for name in OFFICIAL:
        for seed in range(3):
            dungeon = place_tokens(load_dungeon(name), seed, style)
            assert not any(dungeon.within(one, other, 2) for one in portals(dungeon) for other in chests(dungeon))
            walker = Walker(dungeon)
            walker.set_tokens(dungeon.map_chests, dungeon.map_portals)
            assert walker.is_whole_without_tokens()
            assert [problem for problem in check(dungeon) if problem.rule != "D-OF-08"] == []


@pytest.mark.rule("D-GN-08")
@pytest.mark.parametrize("name", OFFICIAL)
def test_balanced_tokens_are_about_as_far_from_both_end_zones(name: str) -> None:
    for seed in range(3):
        report = fairness(place_tokens(load_dungeon(name), seed, "balanced"))
        one, other = report.sides
        assert abs(one.chest_sum - other.chest_sum) <= 0.1 * max(one.chest_sum, other.chest_sum)
        assert abs(one.portal_sum - other.portal_sum) <= 0.1 * max(one.portal_sum, other.portal_sum)


@pytest.mark.rule("D-GN-10")
@pytest.mark.parametrize("name", ["of-3", "of-5"])
def test_squares_beside_a_doorway_stay_free(name: str) -> None:
    beside = {node for doorway in load_dungeon(name).doorways for node in doorway.nodes}
    for seed in range(4):
        dungeon = place_tokens(load_dungeon(name), seed, "random")
        assert not beside & set(chests(dungeon) + portals(dungeon))


@pytest.mark.rule("D-GN-10")
def test_a_square_beside_a_doorway_is_taken_when_there_is_no_other() -> None:
    dungeon = load_dungeon("of-3")
    placer = Placer(dungeon, 1, False, 0, 6)
    for node in range(dungeon.count):
        placer.beside_doorway[node] = 1
    assert placer.draw(True, 1, 0, True) == -1
    assert placer.draw(True, 1, 0, False) >= 0


@pytest.mark.rule("D-OF-15", "O-SET-14")
def test_when_no_square_is_legal_the_distance_to_chests_is_dropped_first_then_the_limit_per_tile() -> None:
    dungeon = load_dungeon("of-3")
    placer = Placer(dungeon, 1, False, 0, 6)
    first = int(placer.candidates[0])
    tile = dungeon.tile[first]
    here = [node for node in range(dungeon.count) if placer.is_candidate[node] and dungeon.tile[node] == tile]
    near = next(node for node in here if node != first and dungeon.within(node, first, 2))
    placer.add(True, first)
    assert [placer.is_legal(False, near, relaxed) for relaxed in (0, 1, 2)] == [False, True, True]
    placer.add(False, near)
    third = next(node for node in here if node not in (first, near))
    assert [placer.is_legal(False, third, relaxed) for relaxed in (0, 1, 2)] == [False, False, True]
    assert not placer.is_legal(False, first, 2), "never on a chest"


def test_chests_come_before_portals() -> None:
    placer = Placer(load_dungeon("of-3"), 1, False, 0, 6)
    assert placer.place_kind(True, 0)
    before = [int(node) for node in placer.chosen]
    assert placer.place_kind(False, 0)
    assert [int(node) for node in placer.chosen] == before
    assert len(placer.portals) == 6


def test_same_seed_same_places_and_the_file_can_be_written() -> None:
    first = place_tokens(load_dungeon("book-1"), 4)
    assert write_dungeon(first) == write_dungeon(place_tokens(load_dungeon("book-1"), 4))
    assert write_dungeon(first) != write_dungeon(place_tokens(load_dungeon("book-1"), 5))
    again = read_dungeon(write_dungeon(first))
    assert (chests(again), portals(again)) == (chests(first), portals(first))


@pytest.mark.rule("D-SB-05", "D-SB-08", "D-SB-09", "D-SB-11", "D-SB-13")
@pytest.mark.parametrize("name", ["sb-02", "sb-05", "sb-15"])
def test_stockbowl_tokens_keep_the_rules_of_its_layouts(name: str) -> None:
    dungeon = load_dungeon(name)
    for seed in range(3):
        assert check(place_tokens(dungeon, seed, "balanced")) == []
        found = {problem.rule for problem in check(place_tokens(dungeon, seed, "random"))}
        assert found <= {"D-SB-11"}
    assert place_tokens(dungeon, 1, "random").blueprint.header["symmetry"] == "none"


@pytest.mark.rule("D-AS-03", "D-AS-04", "D-AS-11", "D-AS-12", "D-SQ-03", "D-SQ-04")
@pytest.mark.parametrize("name", ["ag-sampler", "ag-gallery", "ag-three-crowns", "ag-four-winds"])
def test_astrogranite_tokens_lie_on_plain_floor_within_reach(name: str) -> None:
    dungeon = load_dungeon(name)
    before = {int(trap.node) for trap in dungeon.traps}
    for seed in range(2):
        placed = place_tokens(dungeon, seed)
        assert check(placed) == []
        for node in chests(placed) + portals(placed):
            assert placed.terrain[node] == FLOOR
            assert node not in before
        assert len(placed.map_chests) == (6 if dungeon.teams == 2 else 8)
    assert len(place_tokens(dungeon, 1, "random", 7).map_portals) == 7


def test_the_bridge_takes_no_token() -> None:
    for seed in range(5):
        dungeon = place_tokens(load_dungeon("book-2"), seed, "random")
        assert all(dungeon.terrain[node] != BRIDGE for node in chests(dungeon) + portals(dungeon))


def test_what_cannot_be_placed_is_refused() -> None:
    with pytest.raises(UserError, match="style 'pretty' is not known"):
        place_tokens(load_dungeon("of-1"), 1, "pretty")
    with pytest.raises(UserError, match="lacks an end zone"):
        place_tokens(fragment("A...."), 1)
    with pytest.raises(UserError, match="found no random places"):
        place_tokens(fragment("AAA....BBB", "astrogranite"), 1, "random")
    assert copies_of(load_dungeon("of-3")) == 0

"""The fairness report."""

from __future__ import annotations

import pytest

from dungeonbowl.dungeon.fairness import Measured, fairness, wilson
from dungeonbowl.dungeon.text import fragment, load_dungeon, read_dungeon

# From the tables of the specification: body, chests and portals from A and from B.
SUMS = {
    "of-1": ((73, 74), (84, 84), (84, 85)),
    "of-2": ((91, 91), (88, 89), (87, 87)),
    "of-3": ((125, 125), (86, 86), (86, 87)),
    "of-4": ((76, 77), (78, 78), (79, 80)),
    "of-5": ((135, 135), (97, 97), (101, 101)),
    "of-6": ((85, 85), (88, 88), (87, 88)),
}


@pytest.mark.rule("D-EL-01", "D-GN-07", "D-GN-08", "D-GE-05")
@pytest.mark.parametrize("name", SUMS)
def test_sums_of_the_official_layouts(name: str) -> None:
    report = fairness(load_dungeon(name))
    one, other = report.sides
    found = ((one.body_sum, other.body_sum), (one.chest_sum, other.chest_sum), (one.portal_sum, other.portal_sum))
    assert found == SUMS[name]
    assert report.is_fair
    assert report.gaps["AB"] == report.greatest


@pytest.mark.rule("D-SB-11")
def test_sums_of_a_stockbowl_layout() -> None:
    report = fairness(load_dungeon("sb-15"))
    assert [side.chest_sum for side in report.sides] == [81, 82]
    assert [side.portal_sum for side in report.sides] == [79, 84]
    assert [side.nearest_chest for side in report.sides] == [6, 6]
    assert report.is_fair


@pytest.mark.rule("D-GN-07", "D-OF-08")
def test_what_is_not_fair_is_named_with_its_rule() -> None:
    report = fairness(load_dungeon("book-2"))
    assert [rule for rule, _ in report.findings] == ["D-GN-07", "D-OF-08"]
    assert not report.is_fair


@pytest.mark.rule("D-AS-11")
def test_unfair_chests_of_astrogranite() -> None:
    cave = fragment("AAA..................BBB\nAAA.$.$.$.$.$.$......BBB", "astrogranite")
    report = fairness(cave)
    assert [side.nearest_chest for side in report.sides] == [2, 7]
    assert {rule for rule, _ in report.findings} == {"D-AS-11"}
    assert len(report.findings) == 2, "the sum and the nearest chest"


def test_entrances_are_counted_by_opening() -> None:
    report = fairness(load_dungeon("book-2"))
    assert [len(side.entrances) for side in report.sides] == [2, 2]
    assert report.sides[0].entrances[0] == [(18, 0), (18, 1)]
    hall = fairness(fragment("AA...\nAA...\n##...\n...BB", "astrogranite"))
    assert hall.sides[0].entrances == [[(1, 0), (1, 1)]]
    assert len(hall.sides[1].entrances) == 2, "to the north and to the west"


def test_choke_points_are_squares_and_doorways_on_every_way() -> None:
    report = fairness(load_dungeon("of-3"))
    squares = [choke.squares for choke in report.chokes if choke.kind == "square"]
    assert squares == [[(3, 21)]], "the rope bridge"
    assert {choke.name for choke in report.chokes if choke.kind == "doorway"} == {
        "S6-L4",
        "C3-L3",
        "S1-E1",
        "C2-E2",
    }
    neck = fairness(fragment("A..#..B\nA.....B\nA..#..B", "astrogranite"))
    assert [(choke.kind, choke.squares) for choke in neck.chokes] == [("square", [(3, 1)])]
    assert fairness(fragment("A...B\nA...B", "astrogranite")).chokes == []


def test_going_first_is_worth_the_chests_both_can_reach_in_the_same_turn() -> None:
    middle = fairness(fragment("A.....$.....B", "astrogranite"))
    assert middle.first_mover == 1.0
    assert [side.race_share for side in middle.sides] == [0.5, 0.5]
    near = fairness(fragment("A.$.................B", "astrogranite"))
    assert near.first_mover == 0.5
    assert [side.race_share for side in near.sides] == [1.0, 0.0]
    assert fairness(load_dungeon("book-1")).first_mover == 0.5, "no chests on the map"


def test_three_and_four_teams_have_a_gap_for_each_pair() -> None:
    assert sorted(fairness(load_dungeon("ag-three-crowns")).gaps) == ["AB", "AC", "BC"]
    report = fairness(load_dungeon("ag-four-winds"))
    assert sorted(report.gaps) == ["AB", "AC", "AD", "BC", "BD", "CD"]
    assert len({side.chest_sum for side in report.sides}) == 1
    assert report.is_fair


def test_no_way_at_all_is_minus_one() -> None:
    cut = fairness(
        read_dungeon(
            "format = 1\nid = \"x\"\nname = \"X\"\nedition = \"astrogranite\"\nmap = '''\nA#B\n'''\n", checked=False
        )
    )
    assert cut.gaps == {"AB": -1}
    assert cut.chokes == []


def test_wilson_interval_of_measured_games() -> None:
    low, high = wilson(50, 100)
    assert (round(low, 3), round(high, 3)) == (0.404, 0.596)
    assert wilson(0, 0) == (0.0, 1.0)
    assert wilson(0, 20)[0] == 0.0
    assert round(wilson(0, 20)[1], 3) == 0.161
    games = Measured([60, 30], 10)
    assert games.games == 100
    assert games.share(0) == 0.6
    assert games.interval(0) == wilson(60, 100)
    assert Measured([0, 0]).share(1) == 0.0

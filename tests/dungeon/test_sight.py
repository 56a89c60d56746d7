"""Lines of sight, flights and the passing ruler."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from dungeonbowl.dungeon.directions import SE, E, N
from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.dungeon.sight import CLEAR, under_ruler
from dungeonbowl.dungeon.text import bundled, fragment, load_dungeon


def sees(dungeon: Dungeon, first: tuple[int, int], second: tuple[int, int]) -> bool:
    return dungeon.sees(dungeon.node_at(*first), dungeon.node_at(*second))


@pytest.mark.rule("O-LOS-01")
def test_a_wall_in_the_way_stops_sight() -> None:
    assert sees(fragment("....."), (0, 0), (4, 0))
    assert not sees(fragment("...\n.#.\n..."), (0, 1), (2, 1))
    thin = fragment("""
        +-+-+-+
        |. .|.|
        +   + +
        |. . .|
        +-+-+-+
    """)
    assert not sees(thin, (0, 0), (2, 0))
    assert sees(thin, (0, 1), (2, 1))


@pytest.mark.rule("O-LOS-01")
def test_touching_the_end_of_a_wall_does_not_stop_sight() -> None:
    corner = fragment("..\n#.")
    assert sees(corner, (0, 0), (1, 1)), "the line runs exactly through the corner of the rock"


@pytest.mark.rule("O-LOS-02", "A-DEF-07")
def test_through_a_grid_corner_one_way_round_must_be_open() -> None:
    assert not sees(fragment(".#\n#."), (0, 0), (1, 1))
    assert sees(fragment("...\n#..\n..."), (0, 0), (2, 2))
    assert not sees(fragment(".#.\n#..\n..."), (0, 0), (2, 2))
    crossed = fragment("""
        +-+-+
        |.|.|
        +   +
        |.|.|
        +-+-+
    """)
    assert not sees(crossed, (0, 0), (1, 1))


@pytest.mark.rule("S-PASS-02", "S-PASS-03")
def test_stockbowl_sees_between_two_corners_but_not_through_rock() -> None:
    cave = fragment(".#.\n#..\n...", "stockbowl")
    assert sees(cave, (0, 0), (1, 1))
    assert not sees(cave, (0, 0), (2, 1))


@pytest.mark.rule("S-PASS-02")
def test_a_stockbowl_door_is_a_wall_to_passes() -> None:
    assert not sees(fragment(".A.", "stockbowl"), (0, 0), (2, 0))


@pytest.mark.rule("O-LOS-03")
def test_only_the_idol_stops_sight() -> None:
    assert not sees(fragment(".I."), (0, 0), (2, 0))
    for feature in "KYF-$":
        assert sees(fragment(f".{feature}."), (0, 0), (2, 0)), feature


@pytest.mark.rule("O-LOS-03")
def test_two_crypts_at_a_corner_stop_steps_but_not_sight() -> None:
    assert sees(fragment(".K\nK."), (0, 0), (1, 1))
    assert not sees(fragment(".I\nI."), (0, 0), (1, 1))


@pytest.mark.rule("A-DOOR-02")
def test_closed_doors_stop_sight_and_open_ones_do_not() -> None:
    assert not sees(fragment(".=.", "astrogranite"), (0, 0), (2, 0))
    assert not sees(fragment(".G.", "astrogranite"), (0, 0), (2, 0))
    assert sees(fragment("./.", "astrogranite"), (0, 0), (2, 0))
    assert sees(fragment(".o.", "astrogranite"), (0, 0), (2, 0))


def is_open(dungeon: Dungeon, first: tuple[int, int], second: tuple[int, int]) -> bool:
    if dungeon.node_at(*first) < 0 or dungeon.node_at(*second) < 0:
        return False
    low, high = sorted((first, second))
    return (*low, 2 if low[1] == high[1] else 4) not in dungeon.blueprint.closed


def sees_by_fractions(dungeon: Dungeon, first: tuple[int, int], second: tuple[int, int]) -> bool:
    """The rule again, worked out in another way: look at every border line that the segment meets."""
    (x0, y0), (x1, y1) = first, second
    for swap in (False, True):
        a0, b0, a1, b1 = (y0, x0, y1, x1) if swap else (x0, y0, x1, y1)
        for a in range(min(a0, a1), max(a0, a1)):
            b = b0 + (Fraction(2 * a + 1, 2) - a0) * Fraction(b1 - b0, a1 - a0)
            if (2 * b).denominator == 1 and (2 * b) % 2 == 1:  # exactly on a corner
                low = int(b - Fraction(1, 2))
                near, far = (a, a + 1) if a1 > a0 else (a + 1, a)
                top, bottom = (low, low + 1) if b1 > b0 else (low + 1, low)
                square = [(near, top), (far, top), (near, bottom), (far, bottom)]
                if swap:
                    square = [(y, x) for x, y in square]
                start, side, other, end = square
                routes = [is_open(dungeon, start, via) and is_open(dungeon, via, end) for via in (side, other)]
                if not any(routes):
                    return False
            else:
                row = round(b)
                pair = ((a, row), (a + 1, row))
                if swap:
                    pair = ((row, a), (row, a + 1))
                if not is_open(dungeon, *pair):
                    return False
    return True


def random_plan(seed: int, width: int = 7, height: int = 6) -> str:
    dice = random.Random(seed)
    rows = []
    for y in range(2 * height + 1):
        row = ""
        for x in range(2 * width + 1):
            if x % 2 and y % 2:
                row += dice.choice("...... ")
            elif x % 2:
                row += dice.choice("   -") if 0 < y < 2 * height else "-"
            elif y % 2:
                row += dice.choice("   |") if 0 < x < 2 * width else "|"
            else:
                row += "+"
        rows.append(row)
    return "\n".join(rows)


@pytest.mark.rule("O-LOS-01", "O-LOS-02")
@pytest.mark.parametrize("seed", range(6))
def test_sight_agrees_with_the_rule_in_fractions_both_ways(seed: int) -> None:
    dungeon = fragment(random_plan(seed))
    squares = [(int(dungeon.column[node]), int(dungeon.row[node])) for node in range(dungeon.count)]
    for first in squares:
        for second in squares:
            assert sees(dungeon, first, second) == sees_by_fractions(dungeon, first, second), (first, second)


@pytest.mark.rule("O-LOS-01")
@pytest.mark.parametrize("name", ["of-3", "of-6", "sb-15", "ag-sampler"])
def test_sight_is_mutual(name: str) -> None:
    there, back = load_dungeon(name), load_dungeon(name)
    dice = random.Random(name)
    for _ in range(3000):
        first, second = dice.randrange(there.count), dice.randrange(there.count)
        assert there.sees(first, second) == back.sees(second, first)
    assert name in bundled()


@pytest.mark.rule("O-LOS-01")
def test_sight_through_a_doorway_of_a_layout() -> None:
    march = load_dungeon("of-1")
    assert sees(march, (0, 6), (11, 6)), "along the row of doorways"
    assert not sees(march, (3, 3), (4, 5)), "the wall beside the doorway"


def test_a_flight_names_the_last_open_square_and_the_way_into_the_wall() -> None:
    cave = fragment("....#\n.....", "stockbowl")
    assert cave.sight.flight(0, 3, 0) == cave.node_at(3, 0) << 4 | CLEAR
    assert cave.sight.flight(0, 6, 0) == cave.node_at(3, 0) << 4 | E
    assert cave.sight.flight(cave.node_at(2, 0), 2, -3) == cave.node_at(2, 0) << 4 | N
    assert cave.sight.flight(cave.node_at(2, 1), 4, 3) == cave.node_at(2, 1) << 4 | SE


@pytest.mark.rule("O-INT-02")
def test_the_ruler_covers_squares_between_whose_corner_is_near_the_line() -> None:
    hall = fragment("\n".join(["." * 9] * 7))

    def covered(passer: tuple[int, int], landing: tuple[int, int]) -> set[tuple[int, int]]:
        ends = hall.node_at(*passer), hall.node_at(*landing)
        return {
            (int(hall.column[node]), int(hall.row[node]))
            for node in range(hall.count)
            if under_ruler(hall, ends[0], ends[1], node)
        }

    # One row on each side has a corner half a square from the line; the ends are not between.
    assert covered((1, 3), (5, 3)) == {(x, y) for x in range(2, 5) for y in (2, 3, 4)}
    assert (4, 2) in covered((1, 2), (6, 2)), "the interferer of the example pass"


@pytest.mark.rule("O-INT-02")
def test_the_ruler_is_0_87_wide_on_each_side() -> None:
    hall = fragment("\n".join(["." * 12] * 9))

    def under(landing: tuple[int, int], square: tuple[int, int]) -> bool:
        return under_ruler(hall, 0, hall.node_at(*landing), hall.node_at(*square))

    for landing in [(x, y) for x in range(7) for y in range(7) if 4 < x * x + y * y <= 45]:
        for node in range(1, hall.count):
            square = int(hall.column[node]), int(hall.row[node])
            length = landing[0] ** 2 + landing[1] ** 2
            between = (
                square[0] ** 2 + square[1] ** 2 < length
                and (square[0] - landing[0]) ** 2 + (square[1] - landing[1]) ** 2 < length
            )
            corners = [(square[0] + a, square[1] + b) for a in (-0.5, 0.5) for b in (-0.5, 0.5)]
            nearest = min(abs(landing[0] * y - landing[1] * x) / length**0.5 for x, y in corners)
            assert abs(nearest - 0.87) > 1e-9, "else rounding would decide the expected answer"
            assert under(landing, square) == (between and nearest < 0.87), (landing, square, nearest)

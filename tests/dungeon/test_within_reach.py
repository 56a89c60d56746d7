"""What a dungeon knows of its squares for those who ask at every decision: where a door is in reach, and where a leap
may begin."""

from __future__ import annotations

import pytest
from mypy_extensions import i64

from dungeonbowl.dungeon.text import bundled, fragment, load_dungeon
from dungeonbowl.editions.astrogranite.modules.doors import within_reach
from dungeonbowl.engine.game import Game
from support.walks import Luck, random_squads, rules_of

WITH_DOORS = [name for name in sorted(bundled()) if load_dungeon(name).doors]


@pytest.mark.parametrize("name", WITH_DOORS)
def test_a_door_is_near_where_it_can_be_named(name: str) -> None:
    dungeon = load_dungeon(name)
    game = Game(rules_of("astrogranite(full)"), dungeon, random_squads(Luck(1), 4, edition="astrogranite"))
    near = [dungeon.is_near_door(i64(node)) for node in range(int(dungeon.count))]
    named = [any(within_reach(game, i64(node), door) >= 0 for door in dungeon.doors) for node in range(len(near))]
    assert near == named
    assert any(near)
    assert not all(near)


@pytest.mark.parametrize("name", sorted(bundled()))
def test_a_leap_may_begin_where_any_square_is_two_squares_away(name: str) -> None:
    dungeon = load_dungeon(name)
    for node in range(int(dungeon.count)):
        assert dungeon.has_way_out(i64(node)) == (2 in dungeon.spans_from(i64(node)))


def test_no_leap_begins_where_everything_is_one_step_away() -> None:
    closet = fragment("..\n..")
    assert not any(closet.has_way_out(i64(node)) for node in range(4))
    alley = fragment("...")
    assert [alley.has_way_out(i64(node)) for node in range(3)] == [True, False, True]

"""Matches at random in a small cavern of chasms, lava, water, ledges, ladders and traps, through the promises."""

from __future__ import annotations

from functools import lru_cache

import pytest

from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.dungeon.text import read_dungeon
from dungeonbowl.engine.game import Game
from support.plans import how_many
from support.promised import assert_reach_changes_nothing, assert_sound, play_through
from support.walks import Luck, random_squads, rules_of

TERRAIN = ("chasms", "lava", "water", "platforms", "traps")
BESIDE = ("collision_pushing", "leaping", "precarious", "dungeon_skills", "wall_smash", "teleport_exit", "chest_moving")
CAVERN = """
format = 1
id = "cavern"
name = "Cavern"
edition = "astrogranite"
ladder = [{ foot = [12, 4], top = [11, 4] }]
trap = [
  { at = [7, 5], kind = "gas" },
  { at = [15, 2], kind = "exploding" },
  { at = [8, 6], kind = "spiked" },
]
levels = '''
#####################
#...#...........#...#
#...#....222....#...#
#.......1222........#
#...#....222....#...#
#...#...........#...#
#####..........######
#####################
'''
map = '''
#####################
#AAA#$.:.1..$..$#BBB#
#AAA#.~~.....2.^#BBB#
#AAA..~^<........BBB#
#AAA#3&&....H&&.#BBB#
#AAA#.$^...$:~~4#BBB#
#####5.p^..$..6######
#####################
'''
"""


@lru_cache(maxsize=1)
def cavern() -> Dungeon:
    return read_dungeon(CAVERN, "cavern", checked=False)


def play(edition: str, seed: int) -> Game:
    luck = Luck(seed)
    squads = random_squads(luck, luck.between(7, 12), 2, "astrogranite")

    def check(game: Game, number: int) -> None:
        assert_sound(game, number)
        if luck.one_in(6):
            assert_reach_changes_nothing(game, number)

    return play_through(Game(rules_of(edition), cavern(), squads), luck, seed, check, often=40)


@pytest.mark.parametrize("name", TERRAIN)
def test_the_promises_hold_for_all_terrain_and_one_way_to_act(name: str) -> None:
    switches = ", ".join(f"{module}=on" for module in TERRAIN)
    other = BESIDE[TERRAIN.index(name)]
    for number in range(how_many("terrain")):
        edition = f"astrogranite(classic, {switches}, {other}=on, turn_limit=8, quick=on)"
        play(edition, number * 16 + TERRAIN.index(name))


def test_the_promises_hold_with_every_way_to_act() -> None:
    switches = ", ".join(f"{module}=on" for module in TERRAIN + BESIDE)
    for number in range(how_many("all terrain")):
        play(f"astrogranite(classic, {switches}, turn_limit=8, quick=on)", number * 16 + 9)

"""Matches at random in a small cavern of chasms, lava, water, ledges, ladders and traps, through the promises."""

from __future__ import annotations

from functools import lru_cache

import pytest

from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.dungeon.text import read_dungeon
from dungeonbowl.engine.frames import ASK
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.loop import start
from dungeonbowl.engine.pathfinder import reach
from dungeonbowl.engine.procedures.contest import Contest
from dungeonbowl.engine.procedures.turn import TeamTurn
from dungeonbowl.records.save import fingerprint, load, save
from dungeonbowl.records.story import story
from support.soundness import assert_sound_balls, assert_sound_pieces
from support.walks import Luck, how_many, moments, options_of, play_on, random_squads, rules_of

MOST_DECISIONS = 20_000
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


def play_through(edition: str, seed: int) -> Game:
    """One match of random choices, with what must be true at every moment of it."""
    luck = Luck(seed)
    squads = random_squads(luck, luck.between(7, 12), 2, "astrogranite")
    game = Game(rules_of(edition), cavern(), squads)
    game.record()
    start(game, Contest())
    for signal in moments(game, luck, MOST_DECISIONS):
        if signal == ASK:
            options = options_of(game)
            assert options, seed
            assert len(set(options)) == len(options), seed
            if isinstance(game.frame(), TeamTurn):
                assert_sound_pieces(game, seed)
                assert_sound_balls(game, seed)
                if luck.one_in(6):
                    before = fingerprint(game)
                    for piece in range(int(game.squads.count)):
                        reach(game, piece)
                    assert fingerprint(game) == before, seed
        if luck.one_in(40):
            before = fingerprint(game)
            assert fingerprint(load(save(game))) == before, seed
            clone = game.clone()
            play_on(clone, Luck(seed + 1), 15)
            assert fingerprint(game) == before, seed
    assert game.over, f"match {seed} does not end"
    assert all(line for line in story(game))
    return game


@pytest.mark.parametrize("name", TERRAIN)
def test_the_promises_hold_for_all_terrain_and_one_way_to_act(name: str) -> None:
    switches = ", ".join(f"{module}=on" for module in TERRAIN)
    other = BESIDE[TERRAIN.index(name)]
    for number in range(how_many(0.1)):
        edition = f"astrogranite(classic, {switches}, {other}=on, turn_limit=8, quick=on)"
        play_through(edition, number * 16 + TERRAIN.index(name))


def test_the_promises_hold_with_every_way_to_act() -> None:
    switches = ", ".join(f"{module}=on" for module in TERRAIN + BESIDE)
    for number in range(how_many(0.2)):
        play_through(f"astrogranite(classic, {switches}, turn_limit=8, quick=on)", number * 16 + 9)

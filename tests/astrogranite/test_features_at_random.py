"""Matches at random in a small dungeon full of doors, obstacles, passages and runes, through the promises."""

from __future__ import annotations

from functools import lru_cache

import pytest

from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.dungeon.text import read_dungeon
from dungeonbowl.engine.actions import CLOSE_DOOR, OPEN_DOOR, SMASH_DOOR
from dungeonbowl.engine.beginning import begun
from dungeonbowl.engine.dice import SeededDice
from dungeonbowl.engine.events import EVENT_NAMES
from dungeonbowl.engine.game import Game
from dungeonbowl.records.replay import replay_of, verify
from dungeonbowl.records.save import fingerprint
from support.plans import how_many
from support.promised import play_through
from support.walks import Luck, random_squads, rules_of

MODULES = ("doors", "obstacles", "secret_passages", "inscriptions")
WARREN = """
format = 1
id = "warren"
name = "Warren"
edition = "astrogranite"
inscription = [
  { at = [5, 1], college = "Light", circle = 1 },
  { at = [6, 1], college = "Light", circle = 1 },
  { at = [8, 5], college = "Gold", circle = 2 },
  { at = [14, 5], college = "Light", circle = 3 },
  { at = [11, 1], college = "Gold", circle = 4 },
]
barrier = [
  { between = [[7, 1], [8, 1]], kind = "door", state = "closed" },
  { between = [[12, 5], [13, 5]], kind = "gate", state = "closed" },
]
map = '''
#####################
#AAA=**..$.*.1..=BBB#
#AAA#.o..#.s.#o.#BBB#
#AAA+2.r.=.$.=.3GBBB#
#AAA#.o..#.r.#o.#BBB#
#AAA=$..*4.$..*6GBBB#
#####s$..G..5.=.$####
#####################
'''
"""


@lru_cache(maxsize=1)
def warren() -> Dungeon:
    return read_dungeon(WARREN, "warren", checked=False)


def play(edition: str, seed: int) -> Game:
    luck = Luck(seed)
    squads = random_squads(luck, luck.between(7, 12), 2, "astrogranite")
    rules = rules_of(edition)
    names = [name.lower() for name in rules.colleges]
    for side, college in enumerate(("light", "gold")):
        squads.teams[side].college = names.index(college)
    return play_through(Game(rules, warren(), squads), luck, seed, often=40)


@pytest.mark.parametrize("more", ["", "wall_smash=on, dungeon_skills=on", "collision_pushing=on, leaping=on"])
def test_the_promises_hold_among_doors_passages_and_runes(more: str) -> None:
    switches = ", ".join([*(f"{module}=on" for module in MODULES), *([more] if more else [])])
    told: set[str] = set()
    for number in range(how_many("features")):
        game = play(f"astrogranite(classic, colleges=on, {switches}, turn_limit=10, quick=on)", number * 3 + 1)
        told |= {EVENT_NAMES[event.kind] for event in game.events}
    assert "door opened" in told


def test_a_match_with_doors_is_replayed_to_the_same_end() -> None:
    switches = ", ".join(f"{module}=on" for module in MODULES)
    rules = rules_of(f"astrogranite(classic, colleges=on, {switches}, turn_limit=6, quick=on)")
    luck = Luck(5)
    match = begun(Game(rules, warren(), random_squads(luck, 9, 2, "astrogranite")), SeededDice(5))
    while not match.game.over:
        options = match.options()
        doors = [option for option in options if option & 0xFF in (OPEN_DOOR, CLOSE_DOOR, SMASH_DOOR)]
        match.choose(luck.pick(doors or options))
    assert {"door opened", "door smashed"} & {EVENT_NAMES[event.kind] for event in match.game.events}
    again = verify(replay_of(match))
    assert fingerprint(again.game) == fingerprint(match.game)

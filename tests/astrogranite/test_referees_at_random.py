"""Matches at random with referees, weapons and dirty tactics, through the promises."""

from __future__ import annotations

from functools import lru_cache

import pytest

from dungeonbowl.dungeon.generator import generate
from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.dungeon.text import read_dungeon
from dungeonbowl.engine import abilities
from dungeonbowl.engine.events import EVENT_NAMES
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.setup import Squads
from dungeonbowl.teams.skills import ability_names
from support.plans import how_many
from support.promised import assert_sound, play_through
from support.soundness import assert_sound_balls
from support.walks import Luck, random_squads, rules_of

BASE = "referees=on, turn_limit=8"
WEAPONS = (["Chainsaw", "Secret Weapon"], ["Bombardier", "Secret Weapon"], ["Poisoned Dagger", "Secret Weapon"])
GAMES = {
    "eye": (f"astrogranite(classic, {BASE}, quick=on, dungeon_skills=on)", 2),
    "weapons": (f"astrogranite(classic, {BASE}, quick=on, secret_weapons=on, league=on, dungeon_skills=on)", 2),
    "onsite": (f"astrogranite(classic, {BASE}, quick=on, onsite_referees=on, league=on, wall_smash=on)", 2),
    "tactics": (f"astrogranite(classic, {BASE}, dirty_tactics=on, special_arrangements=on, league=on)", 2),
    "all": (
        f"astrogranite(classic, {BASE}, quick=on, onsite_referees=on, secret_weapons=on, league=on, leaping=on,"
        " chest_moving=on, traps=on, collision_pushing=on, lurking_monsters=on)",
        2,
    ),
    "led": (
        f"astrogranite(classic, {BASE}, quick=on, onsite_referees=on, lurking_monsters=on, monster_gm=on, traps=on,"
        " ref_count=3)",
        2,
    ),
    "many": (
        f"astrogranite(classic, {BASE}, quick=off, onsite_referees=on, secret_weapons=on, dirty_tactics=on,"
        " extra_teams=on, teleport_exit=on, ref_count=3)",
        3,
    ),
}


# So small that everybody meets everybody.
PIT = """
format = 1
id = "pit"
name = "Pit"
edition = "astrogranite"
map = '''
############
#AAA.1.2BBB#
#AAA.$.$BBB#
#AAA3$4$BBB#
#AAA.$5$BBB#
#AAA.6..BBB#
############
'''
"""


@lru_cache(maxsize=4)
def ground(number: int, teams: int) -> Dungeon:
    if teams == 2:
        return read_dungeon(PIT, "pit", checked=False)
    return generate("astrogranite", seed=number, size="quick", mode="halls", teams=teams, tokens="balanced")


def armed_squads(luck: Luck, teams: int, edition: str) -> Squads:
    """Somebody of each side has a weapon, most have fouls in mind, and there may be referees."""
    squads = random_squads(luck, luck.between(7, 12), teams, "astrogranite")
    rules = rules_of(edition)
    if rules.tables.course.weapons:
        for sheet in squads.sheets:
            if luck.one_in(4):
                weapon = WEAPONS[luck.below(3)]
                sheet.abilities += [int(getattr(abilities, name)) for name in ability_names(weapon)]
                sheet.abilities = sorted(set(sheet.abilities))
    for team in squads.teams:
        team.treasury = luck.below(5) * 30_000
        team.rating = luck.below(60)
    sheets = [*squads.sheets, *rules.policies.neutral.sheets(squads.sides)]
    return Squads(squads.sides, sheets, squads.rerolls, squads.names, squads.teams)


def play(edition: str, teams: int, seed: int) -> Game:
    luck = Luck(seed)
    game = Game(rules_of(edition), ground(seed % 3, teams), armed_squads(luck, teams, edition))
    # bodies of several squares have their own checks in test_monsters_at_random.py
    return play_through(game, luck, seed, assert_sound_balls if "monsters" in edition else assert_sound)


@pytest.mark.parametrize("name", GAMES)
def test_the_promises_hold_under_the_eye_of_the_referee(name: str) -> None:
    edition, teams = GAMES[name]
    told: set[str] = set()
    for number in range(how_many("referees")):
        game = play(edition, teams, number * 7 + 3)
        told |= {EVENT_NAMES[event.kind] for event in game.events}
    if teams == 2:
        assert {"infraction", "eye moved"} <= told
    if "onsite" in edition:
        assert "referee came" in told

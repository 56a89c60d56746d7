"""Matches of two, three and four teams, played at random through the promises."""

from __future__ import annotations

from functools import lru_cache

import pytest

from dungeonbowl.dungeon.generator import generate
from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.engine.game import Game
from support.plans import how_many
from support.promised import play_through
from support.walks import Luck, random_squads, rules_of


@lru_cache(maxsize=8)
def ground(teams: int, tokens: str) -> Dungeon:
    return generate("astrogranite", seed=teams, size="quick", mode="halls", teams=teams, tokens=tokens)


def play(edition: str, dungeon: Dungeon, seed: int) -> Game:
    luck = Luck(seed)
    squads = random_squads(luck, luck.between(7, 12), int(dungeon.teams), "astrogranite")
    return play_through(Game(rules_of(edition), dungeon, squads), luck, seed, often=80)


@pytest.mark.parametrize("teams", [2, 3, 4])
def test_the_promises_hold_for_every_number_of_teams(teams: int) -> None:
    extra = ", extra_teams=on, teleport_exit=on" if teams > 2 else ""
    for number in range(how_many("numbers of teams")):
        edition = f"astrogranite(classic{extra}, turn_limit=6, quick={'on' if number % 2 else 'off'})"
        play(edition, ground(teams, "none" if number % 3 == 0 else "balanced"), number * 8 + teams)


WAYS_TO_ACT = ("wall_smash", "collision_pushing", "leaping", "chest_moving", "teleport_exit", "dungeon_skills")


@pytest.mark.parametrize("mode", ["roll", "hidden"])
def test_the_promises_hold_with_every_way_to_act(mode: str) -> None:
    switches = ", ".join(f"{name}=on" for name in WAYS_TO_ACT)
    for number in range(how_many("ways to act")):
        edition = f"astrogranite(classic, {switches}, turn_limit=6, quick=on, chest_mode={mode})"
        play(edition, ground(2, "none" if number % 3 == 0 else "balanced"), number * 8 + 5)

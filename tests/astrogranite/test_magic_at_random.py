"""Matches at random with sorcerers and magic items on both sides, through the promises."""

from __future__ import annotations

from functools import lru_cache

import pytest

from dungeonbowl.dungeon.generator import generate
from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.engine.abilities import CARRIES_ITEM, CASTS
from dungeonbowl.engine.events import EVENT_NAMES
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.setup import Squads
from dungeonbowl.engine.statuses import ITEM_OWED
from support.plans import how_many
from support.promised import assert_sound, play_through
from support.walks import Luck, random_squads, rules_of

MAGIC = "referees=on, sorcery=on, league=on, magic_items=on"


@lru_cache(maxsize=1)
def ground() -> Dungeon:
    return generate("astrogranite", seed=2, size="quick", mode="halls", teams=2, tokens="balanced")


def magical_squads(luck: Luck) -> Squads:
    """Any players, of whom many cast spells and most carry something."""
    squads = random_squads(luck, luck.between(7, 12), 2, "astrogranite")
    for sheet in squads.sheets:
        if luck.one_in(2):
            sheet.abilities.append(int(CASTS))
            sheet.skills.append("Sorcery")
        if not luck.one_in(4):
            sheet.abilities.append(int(CARRIES_ITEM))
            sheet.parameters[int(CARRIES_ITEM)] = luck.between(1, 12)
    return Squads(squads.sides, squads.sheets, squads.rerolls, squads.names, squads.teams)


def assert_sound_and_nothing_owed(game: Game, seed: int) -> None:
    assert_sound(game, seed)
    assert not any(condition & int(ITEM_OWED) for condition in game.conditions), seed


def play(edition: str, seed: int) -> Game:
    luck = Luck(seed)
    game = Game(rules_of(edition), ground(), magical_squads(luck))
    return play_through(game, luck, seed, assert_sound_and_nothing_owed)


@pytest.mark.parametrize(
    "more",
    ["", "leaping=on, dungeon_skills=on, wall_smash=on", "secret_weapons=on, collision_pushing=on, chest_mode=hidden"],
)
def test_the_promises_hold_with_spells_and_items(more: str) -> None:
    told: set[str] = set()
    for number in range(how_many("magic")):
        switches = f"{MAGIC}, {more}" if more else MAGIC
        game = play(f"astrogranite(classic, {switches}, turn_limit=6, quick=on)", number * 3 + 2)
        told |= {EVENT_NAMES[event.kind] for event in game.events}
    assert {"spell worked", "item worked"} & told
    assert "infraction" in told

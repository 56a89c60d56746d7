"""Matches at random with sorcerers and magic items on both sides, through the promises."""

from __future__ import annotations

from functools import lru_cache

import pytest

from dungeonbowl.dungeon.generator import generate
from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.engine.abilities import CARRIES_ITEM, CASTS
from dungeonbowl.engine.events import EVENT_NAMES
from dungeonbowl.engine.frames import ASK
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.loop import start
from dungeonbowl.engine.procedures.contest import Contest
from dungeonbowl.engine.procedures.turn import TeamTurn
from dungeonbowl.engine.setup import Squads
from dungeonbowl.engine.statuses import ITEM_OWED
from dungeonbowl.records.save import fingerprint, load, save
from dungeonbowl.records.story import story
from support.soundness import assert_sound_balls, assert_sound_pieces
from support.walks import Luck, how_many, moments, options_of, play_on, random_squads, rules_of

MOST_DECISIONS = 20_000
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


def play_through(edition: str, seed: int) -> Game:
    """One match of random choices, with what must be true at every moment of it."""
    luck = Luck(seed)
    game = Game(rules_of(edition), ground(), magical_squads(luck))
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
                assert not any(condition & int(ITEM_OWED) for condition in game.conditions), seed
        if luck.one_in(60):
            before = fingerprint(game)
            assert fingerprint(load(save(game))) == before, seed
            clone = game.clone()
            play_on(clone, Luck(seed + 1), 15)
            assert fingerprint(game) == before, seed
    assert game.over, f"match {seed} does not end"
    assert story(game)
    return game


@pytest.mark.parametrize(
    "more",
    ["", "leaping=on, dungeon_skills=on, wall_smash=on", "secret_weapons=on, collision_pushing=on, chest_mode=hidden"],
)
def test_the_promises_hold_with_spells_and_items(more: str) -> None:
    told: set[str] = set()
    for number in range(how_many(0.15)):
        switches = f"{MAGIC}, {more}" if more else MAGIC
        game = play_through(f"astrogranite(classic, {switches}, turn_limit=6, quick=on)", number * 3 + 2)
        told |= {EVENT_NAMES[event.kind] for event in game.events}
    assert {"spell worked", "item worked"} & told
    assert "infraction" in told

"""Matches of two, three and four teams, played at random through the promises."""

from __future__ import annotations

from functools import lru_cache

import pytest

from dungeonbowl.dungeon.generator import generate
from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.engine.frames import ASK
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.loop import start
from dungeonbowl.engine.procedures.contest import Contest
from dungeonbowl.engine.procedures.turn import TeamTurn
from dungeonbowl.records.save import fingerprint, load, save
from support.soundness import assert_sound_balls, assert_sound_pieces
from support.walks import Luck, how_many, moments, options_of, play_on, random_squads, rules_of

MOST_DECISIONS = 20_000


@lru_cache(maxsize=8)
def ground(teams: int, tokens: str) -> Dungeon:
    return generate("astrogranite", seed=teams, size="quick", mode="halls", teams=teams, tokens=tokens)


def play_through(edition: str, dungeon: Dungeon, seed: int) -> Game:
    """One match of random choices, with what must be true at every moment of it."""
    luck = Luck(seed)
    squads = random_squads(luck, luck.between(7, 12), int(dungeon.teams), "astrogranite")
    game = Game(rules_of(edition), dungeon, squads)
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
        if luck.one_in(80):
            before = fingerprint(game)
            assert fingerprint(load(save(game))) == before, seed
            clone = game.clone()
            play_on(clone, Luck(seed + 1), 15)
            assert fingerprint(game) == before, seed
    assert game.over, f"match {seed} does not end"
    return game


@pytest.mark.parametrize("teams", [2, 3, 4])
def test_the_promises_hold_for_every_number_of_teams(teams: int) -> None:
    extra = ", extra_teams=on, teleport_exit=on" if teams > 2 else ""
    for number in range(how_many(0.15)):
        edition = f"astrogranite(classic{extra}, turn_limit=6, quick={'on' if number % 2 else 'off'})"
        play_through(edition, ground(teams, "none" if number % 3 == 0 else "balanced"), number * 8 + teams)


WAYS_TO_ACT = ("wall_smash", "collision_pushing", "leaping", "chest_moving", "teleport_exit", "dungeon_skills")


@pytest.mark.parametrize("mode", ["roll", "hidden"])
def test_the_promises_hold_with_every_way_to_act(mode: str) -> None:
    switches = ", ".join(f"{name}=on" for name in WAYS_TO_ACT)
    for number in range(how_many(0.15)):
        edition = f"astrogranite(classic, {switches}, turn_limit=6, quick=on, chest_mode={mode})"
        play_through(edition, ground(2, "none" if number % 3 == 0 else "balanced"), number * 8 + 5)

"""Matches at random with monsters of all kinds, through the promises."""

from __future__ import annotations

from functools import lru_cache

import pytest

from dungeonbowl.dungeon.generator import generate
from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.engine.abilities import MONSTER
from dungeonbowl.engine.events import EVENT_NAMES
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.places import BARRED
from dungeonbowl.engine.setup import Squads
from dungeonbowl.engine.statuses import STUNNED
from dungeonbowl.engine.tokens import CHEST_TOKEN, STATUE_TOKEN
from support.plans import how_many
from support.promised import play_through
from support.soundness import assert_sound_balls
from support.walks import Luck, random_squads, rules_of

BASE = "turn_limit=8, quick=on"
GAMES = {
    "lurking": f"astrogranite(classic, lurking_monsters=on, {BASE})",
    "morphing": f"astrogranite(classic, morphing_monsters=on, chest_moving=on, wall_smash=on, {BASE})",
    "both": f"astrogranite(classic, lurking_monsters=on, morphing_monsters=on, dungeon_skills=on, league=on, {BASE})",
    "led": f"astrogranite(classic, lurking_monsters=on, morphing_monsters=on, monster_gm=on, {BASE})",
    "sent": f"astrogranite(classic, monster_gm=on, gm_arrival=on, {BASE})",
    "bowl": f"astrogranite(classic, monsterbowl=on, {BASE})",
    "odd balls": f"astrogranite(classic, monsterbowl=on, ball_variants=on, ball_type=roll, {BASE})",
    "led bowl": f"astrogranite(classic, monsterbowl=on, monster_gm=on, collision_pushing=on, {BASE})",
    "dragon": f"astrogranite(classic, dragonbowl=on, {BASE})",
    "big": f"astrogranite(classic, morphing_monsters=on, monster_pool=ogre+troll+treeman+minotaur+kroxigor, {BASE})",
}


@lru_cache(maxsize=4)
def ground(number: int, teams: int) -> Dungeon:
    return generate("astrogranite", seed=number, size="quick", mode="halls", teams=teams, tokens="balanced")


def with_monsters(squads: Squads, edition: str) -> Squads:
    sheets = [*squads.sheets, *rules_of(edition).policies.neutral.sheets(squads.sides)]
    return Squads(squads.sides, sheets, squads.rerolls, squads.names, squads.teams)


def assert_sound_bodies(game: Game, seed: int) -> None:
    """Every square of a body is its own, and nothing else is."""
    where = f"seed {seed}, decision {game.decisions}"
    owner: dict[int, int] = {}
    for piece in range(int(game.squads.count)):
        square = int(game.square[piece])
        assert (square >= 0) == (int(game.status[piece]) <= STUNNED), f"{where}: piece {piece}"
        if square >= 0:
            covered = game.dungeon.footprint(square, int(game.squads.size[piece]))
            assert len(covered) == int(game.squads.size[piece]) ** 2, f"{where}: piece {piece}"
            for node in covered:
                assert int(node) not in owner, f"{where}: two pieces on one square"
                owner[int(node)] = piece
    for node in range(int(game.dungeon.count)):
        occupant = int(game.occupant[node])
        if occupant >= 0 or node in owner:
            assert owner.get(node) == occupant, f"{where}: square {node}"
        if game.token[node] in (CHEST_TOKEN, STATUE_TOKEN):
            assert occupant == BARRED, f"{where}: square {node}"


def assert_sound_with_bodies(game: Game, seed: int) -> None:
    assert_sound_bodies(game, seed)
    assert_sound_balls(game, seed)


def play(edition: str, seed: int, teams: int = 2) -> Game:
    luck = Luck(seed)
    squads = with_monsters(random_squads(luck, luck.between(7, 12), teams, "astrogranite"), edition)
    return play_through(Game(rules_of(edition), ground(seed % 3, teams), squads), luck, seed, assert_sound_with_bodies)


@pytest.mark.parametrize("name", GAMES)
def test_the_promises_hold_with_monsters(name: str) -> None:
    told: set[str] = set()
    acted = False
    for number in range(how_many("monsters")):  # enough for a monster to come and act
        game = play(GAMES[name], number * 5 + 2)
        told |= {EVENT_NAMES[event.kind] for event in game.events}
        for event in game.events:
            if EVENT_NAMES[event.kind] == "activated" and game.can(event["piece"], int(MONSTER)):
                acted = True
    assert "monster appeared" in told
    assert acted


@pytest.mark.parametrize("teams", [3, 4])
def test_the_promises_hold_with_monsters_among_several_teams(teams: int) -> None:
    switches = "extra_teams=on, lurking_monsters=on, morphing_monsters=on"
    for number in range(how_many("monsters, several teams")):
        play(f"astrogranite(classic, {switches}, {BASE})", number * 5 + teams, teams)

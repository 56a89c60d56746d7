"""Every college against every other, and every race against every other, played at random through the promises.

These are 64 pairs of colleges and 576 pairs of races; `support/plans.py` says how many matches of each are played.
"""

from __future__ import annotations

from functools import lru_cache

import pytest

from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.engine.beginning import begin
from dungeonbowl.engine.frames import ASK
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.layouts import nowhere
from dungeonbowl.engine.procedures.turn.turn import TeamTurn
from dungeonbowl.engine.setup import Squads
from dungeonbowl.records.save import fingerprint, load, save
from dungeonbowl.records.squads import squads_of
from dungeonbowl.teams.drafting import STYLES, draft_team
from dungeonbowl.teams.facts import load_facts
from dungeonbowl.teams.ready import ready_ids, ready_team
from support.plans import how_many
from support.soundness import assert_sound_balls, assert_sound_pieces
from support.walks import LAYOUTS, Luck, layout, moments, options_of, play_on, rules_of

COLLEGES = ("beasts", "death", "fire", "heavens", "life", "light", "metal", "shadow")
RACES = [roster.id for roster in load_facts("stockbowl").rosters]
MOST_DECISIONS = 20_000


@lru_cache(maxsize=64)
def squads(home: str, away: str) -> Squads:
    return squads_of([ready_team(home), ready_team(away)])


@lru_cache(maxsize=64)
def drafted(home: str, away: str, number: int) -> Squads:
    """Teams of two races as they are drafted with some seed, so that every position gets to play."""
    style = STYLES[number % 3]
    seed = RACES.index(home) + RACES.index(away) + number
    return squads_of([draft_team(race, style, seed, edition="stockbowl") for race in (home, away)])


def teams_of(college: str) -> list[str]:
    return [identity for identity in ready_ids() if identity.startswith(college)]


def test_every_college_has_several_ready_teams() -> None:
    assert all(len(teams_of(college)) >= 3 for college in COLLEGES)


def test_every_race_has_a_ready_team() -> None:
    assert len(RACES) == 24
    assert ready_ids("stockbowl") == [f"{race}-balanced" for race in RACES]


def play_through(edition: str, dungeon: Dungeon, pair: Squads, seed: int, where: str) -> None:
    """One match of random choices, with what must be true at every moment of it."""
    luck = Luck(seed)
    game = Game(rules_of(edition), dungeon, pair)
    game.record()
    begin(game)
    for signal in moments(game, luck, MOST_DECISIONS):
        if signal == ASK:
            options = options_of(game)
            assert options, where
            assert len(set(options)) == len(options), where
            if isinstance(game.frame(), TeamTurn):
                assert_sound_pieces(game, seed)
                assert_sound_balls(game, seed)
        if luck.one_in(80):
            before = fingerprint(game)
            assert fingerprint(load(save(game))) == before, where
            clone = game.clone()
            play_on(clone, Luck(seed + 1), 15)
            assert fingerprint(game) == before, where
    assert game.over, f"{where} does not end"


@pytest.mark.parametrize("home", COLLEGES)
def test_the_promises_hold_for_every_match_up_of_colleges(home: str) -> None:
    for away in COLLEGES:
        for number in range(how_many("colleges")):
            seed = number * 64 + COLLEGES.index(home) * 8 + COLLEGES.index(away)
            pair = squads(teams_of(home)[number % 3], teams_of(away)[number // 3 % 3])
            edition = f"official(turn_limit=6, quick={number % 2})"
            where = f"{home} against {away}, match {number}"
            play_through(edition, layout(LAYOUTS[seed % len(LAYOUTS)]), pair, seed, where)


@pytest.mark.parametrize("home", RACES)
def test_the_promises_hold_for_every_match_up_of_races(home: str) -> None:
    for away in RACES:
        for number in range(how_many("races")):
            seed = (number * 24 + RACES.index(home)) * 24 + RACES.index(away)
            edition = f"stockbowl(turn_limit=4, quick={number % 2})"
            where = f"{home} against {away}, match {number}"
            play_through(edition, nowhere(), drafted(home, away, number), seed, where)

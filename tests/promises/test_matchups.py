"""Every college against every other, their ready teams played at random through the promises.

`DUNGEONBOWL_MATCHUPS=200 pytest tests/promises/test_matchups.py` plays 200 matches of each of the 64 pairs.
"""

from __future__ import annotations

import os
from functools import lru_cache

import pytest

import dungeonbowl
from dungeonbowl.engine.frames import ASK
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.loop import start
from dungeonbowl.engine.procedures.contest import Contest
from dungeonbowl.engine.procedures.turn import TeamTurn
from dungeonbowl.engine.setup import Squads
from dungeonbowl.records.save import fingerprint, load, save
from dungeonbowl.records.squads import squads_of
from dungeonbowl.teams.ready import ready_ids, ready_team
from support.soundness import assert_sound_balls, assert_sound_pieces
from support.walks import LAYOUTS, Luck, layout, moments, options_of, play_on, rules_of

COLLEGES = ("beasts", "death", "fire", "heavens", "life", "light", "metal", "shadow")
MATCHES = int(os.environ.get("DUNGEONBOWL_MATCHUPS", "2" if dungeonbowl.compiled() else "0"))
MOST_DECISIONS = 20_000


@lru_cache(maxsize=64)
def squads(home: str, away: str) -> Squads:
    return squads_of([ready_team(home), ready_team(away)])


def teams_of(college: str) -> list[str]:
    return [identity for identity in ready_ids() if identity.startswith(college)]


def test_every_college_has_several_ready_teams() -> None:
    assert all(len(teams_of(college)) >= 3 for college in COLLEGES)


@pytest.mark.parametrize("home", COLLEGES)
def test_the_promises_hold_for_every_match_up_of_colleges(home: str) -> None:
    for away in COLLEGES:
        for number in range(MATCHES):
            seed = number * 64 + COLLEGES.index(home) * 8 + COLLEGES.index(away)
            luck = Luck(seed)
            pair = squads(teams_of(home)[number % 3], teams_of(away)[number // 3 % 3])
            quick = number % 2
            game = Game(rules_of(f"official(turn_limit=6, quick={quick})"), layout(LAYOUTS[seed % len(LAYOUTS)]), pair)
            game.record()
            start(game, Contest())
            where = f"{home} against {away}, match {number}"
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

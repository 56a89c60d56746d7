"""Replays to look at: matches of a few random decisions."""

from __future__ import annotations

import random

from dungeonbowl.bots.arena import Pairing, new_game
from dungeonbowl.engine.beginning import begun
from dungeonbowl.engine.dice import SeededDice
from dungeonbowl.records.replay import encoded, replay_of


def a_replay(decisions: int = 3, seed: int = 1) -> str:
    """The file of a replay."""
    match = begun(new_game(Pairing()), SeededDice(seed))
    chance = random.Random(seed)
    for _ in range(decisions):
        match.choose(chance.choice(match.options()))
    return b"\n".join(encoded(replay_of(match))).decode() + "\n"

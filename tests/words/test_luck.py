"""What dice were worth: counted from the events of a match."""

from __future__ import annotations

import pytest

from dungeonbowl.bots.arena import Pairing, match_bots, new_game
from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.beginning import begun
from dungeonbowl.engine.game import Game
from dungeonbowl.play.setting_up import match_dice
from dungeonbowl.words.luck import Reader

MOST_SEEDS = 30


def is_revealed(game: Game) -> bool:
    return any(event.kind == events.BALL_RESTED and event.clause == clauses.DISTANCE_WIN for event in game.events)


def opened(game: Game) -> int:
    return sum(1 for event in game.events if event.kind == events.CHEST_OPENED)


def a_match_without_the_ball() -> Game:
    """A match in which chests were opened and the ball was found by nobody."""
    for seed in range(MOST_SEEDS):
        pairing = Pairing("official(turn_limit=3)", "of-1", "normal", "normal", "fire-fast", "light-fast")
        match = begun(new_game(pairing), match_dice(seed))
        bots = match_bots(pairing, seed)
        while not match.is_over():
            match.choose(bots[match.asked()].choose(match.game.clone(), match.options()))
        if opened(match.game) and is_revealed(match.game):
            return match.game
    raise AssertionError("no such match among so many")


def test_chests_count_though_the_ball_was_only_revealed_for_the_verdict() -> None:
    game = a_match_without_the_ball()
    rows = [luck for (_, what), luck in Reader(game).luck.items() if what == "ball in a chest"]
    assert sum(row.rolls for row in rows) == opened(game)
    assert sum(row.expected for row in rows) == pytest.approx(sum(1 / (6 - number) for number in range(opened(game))))

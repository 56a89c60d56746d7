"""Random play: the same seed is the same match, and every figure of the bench is a number."""

from __future__ import annotations

import pytest

from dungeonbowl.bots import playout
from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.dungeon.text import load_dungeon
from dungeonbowl.editions import build
from dungeonbowl.engine.dice import SeededDice
from dungeonbowl.engine.frames import ASK
from dungeonbowl.engine.rules import Rules
from dungeonbowl.engine.setup import Squads, standard_squads


@pytest.fixture(scope="module")
def match() -> tuple[Rules, Dungeon, Squads]:
    return build("official"), load_dungeon("of-1"), standard_squads(12)


def test_the_same_seed_is_the_same_match(match: tuple[Rules, Dungeon, Squads]) -> None:
    one = playout.random_game(*match, seed=5)
    two = playout.random_game(*match, seed=5)
    assert one.over
    assert two.over
    assert (one.winner, one.decisions, list(one.square)) == (two.winner, two.decisions, list(two.square))
    assert playout.random_game(*match, seed=6).decisions != one.decisions


def test_a_limit_stops_a_match_in_the_middle(match: tuple[Rules, Dungeon, Squads]) -> None:
    game = playout.random_game(*match, seed=5, limit=30)
    assert (int(game.decisions), game.over, int(game.signal)) == (30, False, int(ASK))
    assert playout.random_steps(game, SeededDice(1), 7) == 7
    assert game.decisions == 37


def test_decisions_made_are_counted_to_the_end_of_the_match(match: tuple[Rules, Dungeon, Squads]) -> None:
    game = playout.new_match(*match)
    assert playout.random_steps(game, SeededDice(2), 10**9) == game.decisions
    assert game.over
    assert playout.random_steps(game, SeededDice(2), 10) == 0


def test_a_scrimmage_has_everybody_on_their_feet(match: tuple[Rules, Dungeon, Squads]) -> None:
    game = playout.scrimmage(*match, seed=3)
    squares = [int(square) for square in game.square]
    assert len(set(squares)) == 24
    assert min(squares) >= 0
    assert all(int(game.occupant[square]) == piece for piece, square in enumerate(squares))
    assert game.ball_on(int(game.balls[0])) == 0


def test_every_figure_is_measured(match: tuple[Rules, Dungeon, Squads]) -> None:
    game = playout.middle_of_match(*match, seed=1, decisions=60)
    assert 0 < playout.clone_microseconds(game, 0.01, 2) < 1e6
    assert 0 < playout.reach_microseconds(playout.scrimmage(*match, seed=1), 0, 0.01, 2) < 1e6

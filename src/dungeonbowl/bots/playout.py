"""Random matches, and measurements of the engine's speed.

The measuring loops are here because this module is compiled with the engine: they measure the engine, not their caller.
Every function returns the best of several rounds, since other programs can only make a round slower.
"""

from __future__ import annotations

import time
from typing import Final

from mypy_extensions import i64, u8

from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.engine.beginning import begin
from dungeonbowl.engine.dice import SeededDice
from dungeonbowl.engine.frames import ASK
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.loop import advance, choose_trusted, list_options
from dungeonbowl.engine.pathfinder import reach_from_rest
from dungeonbowl.engine.places import FREE
from dungeonbowl.engine.rules import Rules
from dungeonbowl.engine.setup import Squads
from dungeonbowl.engine.statuses import STANDING

NO_LIMIT: Final[i64] = 1 << 40


def new_match(rules: Rules, dungeon: Dungeon, squads: Squads) -> Game:
    """A match before its first die."""
    game = Game(rules, dungeon, squads)
    begin(game)
    return game


def random_steps(game: Game, dice: SeededDice, steps: i64) -> i64:
    """Play so many decisions, each chosen at random. Returns how many were made before the match was over."""
    made: i64 = 0
    while made < steps:
        if advance(game, dice) != ASK:
            break
        choose_trusted(game, game.offered[dice.below(list_options(game))])
        made += 1
    return made


def random_game(rules: Rules, dungeon: Dungeon, squads: Squads, seed: i64, limit: i64 = NO_LIMIT) -> Game:
    """A match with random decisions, to its end or to so many decisions."""
    game = new_match(rules, dungeon, squads)
    dice = SeededDice(seed)
    random_steps(game, dice, limit)
    advance(game, dice)
    return game


# --- measuring ----------------------------------------------------------------------------------------------------


def clone_microseconds(game: Game, seconds: float, rounds: i64) -> float:
    """Microseconds for one clone of this position."""
    best = 1e9
    while rounds > 0:
        made: i64 = 0
        began = time.perf_counter()
        spent = 0.0
        while spent < seconds:
            again: i64 = 0
            while again < 100:
                game.clone()
                again += 1
            made += 100
            spent = time.perf_counter() - began
        best = min(best, spent * 1e6 / float(made))
        rounds -= 1
    return best


def reach_microseconds(game: Game, side: i64, seconds: float, rounds: i64) -> float:
    """Microseconds for one search of reachable squares, on average over the standing players of a side."""
    best = 1e9
    while rounds > 0:
        made: i64 = 0
        began = time.perf_counter()
        spent = 0.0
        while spent < seconds:
            piece = game.first_piece(side)
            while piece < game.last_piece(side):
                if game.square[piece] >= 0 and i64(game.status[piece]) == STANDING:
                    reach_from_rest(game, piece)
                    made += 1
                piece += 1
            spent = time.perf_counter() - began
        best = min(best, spent * 1e6 / float(made))
        rounds -= 1
    return best


def middle_of_match(rules: Rules, dungeon: Dungeon, squads: Squads, seed: i64, decisions: i64 = 400) -> Game:
    """A match after so many decisions, in which a coach must make the next."""
    while True:
        game = random_game(rules, dungeon, squads, seed, decisions)
        if not game.over:
            return game
        seed += 1


def scrimmage(rules: Rules, dungeon: Dungeon, squads: Squads, seed: i64) -> Game:
    """All players of both sides standing in the dungeon at random, one ball loose: a full position to search in."""
    game = middle_of_match(rules, dungeon, squads, seed, 40)
    dice = SeededDice(seed)
    piece: i64 = 0
    while piece < squads.count:
        game.conditions[piece] = 0
        game.status[piece] = u8(STANDING)
        game.place(piece, free_square(game, dice))
        piece += 1
    game.put_ball(0, free_square(game, dice))
    return game


def free_square(game: Game, dice: SeededDice) -> i64:
    """A random square that a piece may stand on and that holds nothing."""
    while True:
        square = dice.below(game.dungeon.count)
        if i64(game.occupant[square]) == FREE and game.token[square] == 0 and game.ball_on(square) < 0:
            return square

"""The numbers of the match in a row of what a learner sees: score, turns, re-rolls, what the acting player has done."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64, u8

from dungeonbowl.engine import actions
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.progress import BLOCK_MADE, JUMPED, MOVED, OWES_PORTAL, STOOD_UP
from dungeonbowl.engine.sides import (
    APOTHECARIES,
    BRIBES,
    DUGOUT_USED,
    REROLL_USED,
    REROLLS,
    SCORE,
    SIDE_COLUMNS,
    TURNS,
    USED,
    WIZARDS,
)
from dungeonbowl.learn import shape
from dungeonbowl.learn.action_space import shown_row
from dungeonbowl.learn.shape import Board


def paint_numbers(match: vec[u8], at: i64, game: Game, side: i64, board: Board) -> None:
    """Write the numbers of the match as a side sees them, from the place `at` on."""
    sides = game.sides
    own = side * SIDE_COLUMNS
    other = own + SIDE_COLUMNS
    if side + 1 == game.squads.sides:
        other = 0
    tables = game.rules.tables
    match[at + shape.OWN_SCORE] = small(sides[own + SCORE])
    match[at + shape.OTHER_SCORE] = small(sides[other + SCORE])
    match[at + shape.OWN_TURNS] = small(sides[own + TURNS])
    match[at + shape.OTHER_TURNS] = small(sides[other + TURNS])
    match[at + shape.TURN_LIMIT] = small(tables.course.turn_limit)
    match[at + shape.HALF] = small(game.half)
    match[at + shape.HALVES] = small(tables.course.halves)
    match[at + shape.OWN_REROLLS] = small(sides[own + REROLLS])
    match[at + shape.OTHER_REROLLS] = small(sides[other + REROLLS])
    match[at + shape.OWN_TURN] = flag(game.active == side)
    match[at + shape.BEGAN] = flag(game.first_side == side)
    match[at + shape.CHESTS_CLOSED] = small(game.chests_closed)
    match[at + shape.BALLS_HIDDEN] = small(game.balls_hidden)
    declared: i64 = 0
    moves: i64 = 0
    rushes: i64 = 0
    if game.acting >= 0:
        declared = game.declared
        moves = game.moves_left
        rushes = game.rushes_left
    match[at + shape.DECLARED] = small(declared)
    match[at + shape.MOVES_LEFT] = small(moves)
    match[at + shape.RUSHES_LEFT] = small(rushes)
    progress = game.progress
    match[at + shape.JUST_JUMPED] = flag(progress & JUMPED != 0)
    match[at + shape.HAS_BLOCKED] = flag(progress & BLOCK_MADE != 0)
    match[at + shape.OWES_FOR_PORTAL] = flag(progress & OWES_PORTAL != 0)
    match[at + shape.HAS_STOOD_UP] = flag(progress & STOOD_UP != 0)
    match[at + shape.HAS_MOVED] = flag(progress & MOVED != 0)
    match[at + shape.TURNOVER] = flag(game.turnover != 0)
    used = sides[own + USED]
    match[at + shape.REROLL_TAKEN] = flag(used & REROLL_USED != 0)
    match[at + shape.DUGOUT_TAKEN] = flag(used & DUGOUT_USED != 0)
    match[at + shape.BLITZ_TAKEN] = flag(used >> actions.BLITZ_ACTION & 1 != 0)
    match[at + shape.PASS_TAKEN] = flag(used >> actions.PASS_ACTION & 1 != 0)
    match[at + shape.HAND_OFF_TAKEN] = flag(used >> actions.HAND_OFF_ACTION & 1 != 0)
    match[at + shape.FOUL_TAKEN] = flag(used >> actions.FOUL_ACTION & 1 != 0)
    match[at + shape.OWN_APOTHECARIES] = small(sides[own + APOTHECARIES])
    match[at + shape.OTHER_APOTHECARIES] = small(sides[other + APOTHECARIES])
    match[at + shape.OWN_BRIBES] = small(sides[own + BRIBES])
    match[at + shape.OTHER_BRIBES] = small(sides[other + BRIBES])
    match[at + shape.OWN_WIZARDS] = small(sides[own + WIZARDS])
    match[at + shape.OTHER_WIZARDS] = small(sides[other + WIZARDS])
    match[at + shape.LAST_DIE] = small(game.natural)
    target: i64 = 0
    if game.acting >= 0 and game.target >= 0:
        target = shown_row(game, side, game.target, board) + 1
    match[at + shape.TARGET_ROW] = small(target)
    match[at + shape.CHEST_SQUARE_BARRED] = flag(game.rules.policies.chests.block_squares())
    match[at + shape.ITEMS_HIDDEN] = small(game.items_hidden)
    at += shape.MATCH_COLUMNS
    turns: i64 = 2
    while turns < game.squads.sides and turns < board.sides:
        paint_further(match, at, game, (side + turns) % game.squads.sides)
        at += shape.FURTHER_COLUMNS
        turns += 1


def paint_further(match: vec[u8], at: i64, game: Game, side: i64) -> None:
    """The numbers of a further side."""
    for column in (SCORE, TURNS, REROLLS, APOTHECARIES, BRIBES, WIZARDS):
        match[at] = small(game.side_value(side, column))
        at += 1


# These two are beside the function that calls them forty times a step: C compilers only inline within a file.


def small(value: i64) -> u8:
    """The value limited to one byte: 0 to 255."""
    if value < 0:
        return 0
    if value > 255:
        return 255
    return u8(value)


def flag(said: bool) -> u8:
    if said:
        return 1
    return 0

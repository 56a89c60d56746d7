"""Which squares a player can reach, and how safely: for every square the path with the best odds and the rolls along
it.

The search (`path_search.py`) is exact. It considers steps, ladders and jumps. It does not consider hurried steps,
ledges or other moves that a module offers. It counts the rolls of O-MOVE: standing up, Rushes, Dodges, the Jump or
Leap, picking up a ball, the Rush that pays for a portal, with all modifiers of skills and rooms; and `step_risk` of the
modules. It does not count re-rolls, bonuses that may be added once after a roll (Break Tackle), and what opponents may
choose to do (Tentacles, Diving Tackle, Shadowing).

A path ends at a portal, because dice decide where it leads; at a chest that opens when it is entered; and at a square
where the player scores with the ball that it holds.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i32, i64

from dungeonbowl.engine import actions, clauses
from dungeonbowl.engine.abilities import SPRINGS_UP
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.path_search import Pathfinder, SettingOut, a_face
from dungeonbowl.engine.procedures.move.step import rush_allowance
from dungeonbowl.engine.procedures.stat_test import test_modifiers
from dungeonbowl.engine.progress import FINISHED, JUMPED, OWES_PORTAL, STOOD_UP
from dungeonbowl.engine.reach import HAS_JUMPED, HOLDS_BALL, LAYERS, MOST_PICKED_UP, Reach
from dungeonbowl.engine.statuses import PRONE, ROOTED, STUNNED, SUNKEN


@final
class Shelf:
    """Keeps the arrays of a `Pathfinder` between two searches. A search inside a search finds it empty."""

    finder: Pathfinder | None

    def __init__(self) -> None:
        self.finder = None


SHELF: Final = Shelf()
AT_ONCE: Final = SettingOut(0, 1.0, 0, [])  # nothing comes before the first step


def searched(game: Game, piece: i64, moves: i64, rushes: i64, layer: i64, setting_out: SettingOut) -> Reach:
    """Search with the kept arrays. If a search raises an error, its arrays are thrown away."""
    finder = SHELF.finder
    SHELF.finder = None
    layers = LAYERS
    if len(game.balls) > 1:
        layers <<= MOST_PICKED_UP
    if finder is None or finder.nodes < game.dungeon.count or finder.layers < layers:
        finder = Pathfinder(game.dungeon.count, layers)
    found = finder.search(game, piece, moves, rushes, layer, setting_out)
    SHELF.finder = finder
    return found


def reach(game: Game, piece: i64) -> Reach:
    """Where the acting player can still get to. For another player: where it could get to if it were activated now."""
    if piece != game.acting:
        return reach_from_rest(game, piece)
    if game.progress & FINISHED != 0 or game.square[piece] < 0 or game.conditions[piece] & ROOTED != 0:
        return nowhere(game, piece)
    layer: i64 = 0
    if game.progress & JUMPED != 0:
        layer = HAS_JUMPED
    if game.ball_of(piece) >= 0:
        layer |= HOLDS_BALL
    moves = game.moves_left
    rushes = game.rushes_left
    if i64(game.status[piece]) == PRONE:
        if game.progress & STOOD_UP != 0:
            return nowhere(game, piece)
        return searched(game, piece, moves, rushes, layer, standing_up(game, piece, game.allowance, moves))
    if game.progress & OWES_PORTAL != 0:
        owed = game.rules.tables.movement.portal_recovery
        if owed > moves + rushes:
            return nowhere(game, piece)
        return searched(game, piece, moves, rushes, layer, paying_portal(game, piece, owed, moves))
    return searched(game, piece, moves, rushes, layer, AT_ONCE)


def reach_from_rest(game: Game, piece: i64) -> Reach:
    """Where a player could get to if it were activated now, with its whole Movement Allowance."""
    if game.square[piece] < 0 or i64(game.status[piece]) == STUNNED or game.conditions[piece] & (ROOTED | SUNKEN) != 0:
        return nowhere(game, piece)
    allowance = game.movement(piece)
    layer: i64 = 0
    if game.ball_of(piece) >= 0:
        layer = HOLDS_BALL
    if i64(game.status[piece]) == PRONE:
        setting_out = standing_up(game, piece, allowance, allowance)
    else:
        setting_out = AT_ONCE
    return searched(game, piece, allowance, rush_allowance(game, piece), layer, setting_out)


def nowhere(game: Game, piece: i64) -> Reach:
    """The reach of a player that cannot move: its own square, or nothing if it is in none."""
    if game.square[piece] >= 0:
        return searched(game, piece, 0, 0, 0, AT_ONCE)
    count = int(game.dungeon.count)
    none = vec[i32]([-1] * count)
    recovery = game.rules.tables.movement.portal_recovery
    return Reach(piece, -1, recovery, [], vec[float]([0.0] * count), none, none, vec[i64](), vec[float](), vec[i64]())


def standing_up(game: Game, piece: i64, allowance: i64, moves: i64) -> SettingOut:
    """Three squares of movement, or a roll that uses all of it (O-MOVE-04, O-MOVE-05)."""
    tables = game.rules.tables
    opening = [int(actions.STAND_UP)]
    if game.can(piece, SPRINGS_UP):
        return SettingOut(0, 1.0, 0, opening)
    if allowance >= tables.movement.stand_up_cost:
        return SettingOut(tables.movement.stand_up_cost, 1.0, 0, opening)
    needed = a_face(tables.movement.stand_up_needed - test_modifiers(game, piece, clauses.STAND_UP, -1))
    return SettingOut(moves, float(7 - needed) / 6.0, clauses.STAND_UP << 4 | needed, opening)


def paying_portal(game: Game, piece: i64, owed: i64, moves: i64) -> SettingOut:
    """The payment after a portal, with a Rush on the arrival square if no movement is left (O-PORTAL-05)."""
    opening = [int(actions.PAY_PORTAL)]
    if moves >= owed:
        return SettingOut(owed, 1.0, 0, opening)
    needed = game.rules.tables.movement.rush_needed
    for module in game.rules.rush_modifiers:
        needed -= module.rush_modifier(game, piece, i64(game.square[piece]))
    needed = a_face(needed)
    return SettingOut(owed, float(7 - needed) / 6.0, clauses.RUSH << 4 | needed, opening)

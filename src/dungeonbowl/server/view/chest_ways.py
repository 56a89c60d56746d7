"""The safest way to a chest: beside it, where the player may open it."""

from __future__ import annotations

from collections.abc import Sequence

from mypy_extensions import i64

from dungeonbowl.engine import actions
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.pathfinder import reach
from dungeonbowl.engine.reach import Reach
from dungeonbowl.server.view.ahead import activating
from dungeonbowl.server.view.approach import walked
from dungeonbowl.server.view.foresight import of_option
from dungeonbowl.server.view.odds import rolls_of
from dungeonbowl.server.view.trials import Trial
from dungeonbowl.server.wire import ReachSquare, Roll


def chests_in_reach(game: Game, piece: int, first: Sequence[Roll] = (), chance: float = 1.0) -> list[ReachSquare]:
    """Every closed chest that a player could walk up to and open, with the safest way and what opening it may bring.
    `first` are the rolls before the walk, `chance` is that they end well."""
    begun = activating(game, piece)
    if begun is None:
        return []
    acting = begun[1]
    found = reach(acting, i64(piece))
    ways: list[ReachSquare] = []
    for chest in range(int(game.dungeon.count)):
        if not game.is_chest(i64(chest)) or found.label(i64(chest)) >= 0:
            continue
        there = opening_place(acting, piece, chest, found)
        if there is None:
            continue
        square, beside = there
        ways.append(
            ReachSquare(
                chest,
                round(chance * found.odds(i64(square)), 6),
                int(found.cost(i64(square))),
                found.path(i64(square)),
                [*first, *rolls_of(found, square)],
                outcomes=of_option(beside, opening(chest)).outcomes,
            )
        )
    return ways


def opening_place(game: Game, piece: int, chest: int, found: Reach) -> tuple[int, Game] | None:
    """The square from which the acting player opens a chest most safely, and the game with the player there; None if it
    can open the chest from nowhere."""
    near = {int(game.dungeon.bordering[chest * 8 + direction]) for direction in range(8)}
    squares = [square for square in near if square >= 0 and found.label(i64(square)) >= 0]
    squares.sort(key=lambda square: (-found.odds(i64(square)), int(found.cost(i64(square))), square))
    for square in squares:
        trial = walked(Trial(game, int(game.asked)), square)
        if trial is not None and int(trial.game.square[piece]) == square and opening(chest) in trial.offers():
            return square, trial.game
    return None


def opening(chest: int) -> int:
    return int(actions.action(actions.OPEN_CHEST, i64(chest)))

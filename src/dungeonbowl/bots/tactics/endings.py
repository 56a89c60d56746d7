"""The last team turn of a match: who would win if it ended now? The engine itself is asked, on a clone, so no way of
deciding a match has to be known here."""

from __future__ import annotations

from mypy_extensions import i64

from dungeonbowl.bots.tactics.plans import RUN, SAFE, Plan, activation, stop
from dungeonbowl.bots.tactics.view import View, far
from dungeonbowl.engine import actions
from dungeonbowl.engine.actions import MOVE_ACTION
from dungeonbowl.engine.frames import ASK
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.loop import choose_trusted, list_options, settle


def wins_now(game: Game, side: i64) -> bool:
    """Whether this side wins if it ends its turn. Options must have been listed just before, and are listed again. If
    dice decide, it is not known."""
    if not game.has_offered(actions.END_TURN):
        return False
    trial = game.clone()
    choose_trusted(trial, actions.END_TURN)
    won = settle(trial) != ASK and trial.over and trial.winner == side
    list_options(game)
    return won


def wins_by_waiting(game: Game, side: i64) -> bool:
    """Whether this side wins if nobody does anything in the turns that are left: a lead that has to be kept."""
    if not game.has_offered(actions.END_TURN):
        return False
    trial = game.clone()
    left = game.squads.sides
    while left > 0 and trial.has_offered(actions.END_TURN):
        choose_trusted(trial, actions.END_TURN)
        if settle(trial) != ASK:
            break
        list_options(trial)
        left -= 1
    won = trial.over and trial.winner == side
    list_options(game)
    return won


def win_by_place(view: View) -> Plan | None:
    """Carry the ball, without dice, to where the match is won when this turn ends."""
    piece = view.carrier
    game = view.game
    found = view.reach(piece)
    best = far(view.attack, view.square(piece))
    where: i64 = -1
    number: i64 = 0
    while number < game.dungeon.count:
        square = view.nth(number, game.dungeon.count)
        if found.odds(square, True) >= SAFE and game.portal_number(square) == 0 and far(view.attack, square) < best:
            best = far(view.attack, square)
            where = square
        number += 1
    if where < 0:
        return None
    trial = game.clone()
    trial.place(piece, where)
    list_options(trial)
    won = wins_now(trial, view.side)
    list_options(game)
    if not won:
        return None
    return Plan(RUN, piece, 1.0, 0.5, activation(piece, MOVE_ACTION, stop(found.actions(where, True))))

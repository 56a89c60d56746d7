"""Doors and ladders: ways that a player has to open or climb. The engine offers them to a player beside them. This
module decides which player goes there, and what to do about a door that does not open."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from dungeonbowl.bots.tactics.ground import Way
from dungeonbowl.bots.tactics.view import View
from dungeonbowl.engine import actions
from dungeonbowl.engine.actions import MOVE_ACTION, SMASH_DOOR_ACTION, action, first_of, kind_of
from dungeonbowl.engine.frames import ASK
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.loop import choose_trusted, list_options, settle

WORTHWHILE: Final = 1.0  # steps by which the far side must be better


def movement_left(game: Game, piece: i64) -> i64:
    return game.moves_left if piece == game.acting else i64(game.squads.movement[piece])


def is_open_to(view: View, piece: i64, way: Way) -> bool:
    """Whether the player would be offered this way when it stands beside it: some doors are known to be locked."""
    if not view.is_standing(piece):
        return True  # that is seen after it has stood up
    trial = view.game.clone()
    if view.square(piece) != way.origin:
        trial.place(piece, way.origin)
    choices: list[i64] = []
    if trial.acting != piece:
        choices = [action(actions.ACTIVATE, piece), action(actions.DECLARE, MOVE_ACTION)]
    return leads_to(view, trial, choices, way.deed, True)


def leads_to(view: View, trial: Game, choices: list[i64], wanted: i64, if_dice: bool) -> bool:
    """Whether these choices, made in a clone, lead to a decision where `wanted` is offered. If dice come first, the
    answer is `if_dice`."""
    found = can_choose(trial, choices, wanted, if_dice)
    list_options(view.game)  # clones share the list of options, so it must be written again
    return found


def can_choose(trial: Game, choices: list[i64], wanted: i64, if_dice: bool) -> bool:
    for choice in choices:
        list_options(trial)
        if not trial.has_offered(choice):
            return False
        choose_trusted(trial, choice)
        if settle(trial) != ASK:
            return if_dice
    list_options(trial)
    return trial.has_offered(wanted)


def is_stranded(view: View, piece: i64) -> bool:
    """Whether a player stands on a square that is dangerous to leave."""
    game = view.game
    here = view.square(piece)
    for module in game.rules.departure_risks:
        if module.departure_risk(game, piece, here) > 0.0:
            return True
    return False


def blow(view: View, piece: i64, way: Way) -> list[int]:
    """The actions against a door that cannot be opened: the blow and its door, if breaking it is offered."""
    if kind_of(way.deed) != actions.OPEN_DOOR or view.square(piece) != way.origin or view.game.acting >= 0:
        return []
    if not view.is_standing(piece):
        return []
    activated = action(actions.ACTIVATE, piece)
    if not leads_to(view, view.game.clone(), [activated], action(actions.DECLARE, SMASH_DOOR_ACTION), False):
        return []
    return [
        int(activated),
        int(action(actions.DECLARE, SMASH_DOOR_ACTION)),
        int(action(actions.SMASH_DOOR, first_of(way.deed))),
    ]

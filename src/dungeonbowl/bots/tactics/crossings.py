"""Ways that a player opens or climbs itself: doors, ladders. The engine offers them beside the square; here is decided
who goes there for them, and what to do about a door that does not open."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from dungeonbowl.bots.tactics import answers
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
    """Whether a player that is in the right place is offered the deed; if it has to walk there first, that is seen
    then."""
    game = view.game
    if view.square(piece) != way.origin:
        return True
    if game.acting == piece:
        return answers.offered(game, way.deed)
    return offered_after(game, piece, MOVE_ACTION, way.deed)


def offered_after(game: Game, piece: i64, what: i64, wanted: i64) -> bool:
    """Whether somebody that is activated and declares this is then offered that. Where dice come first nobody knows."""
    clone = game.clone()
    for choice in (action(actions.ACTIVATE, piece), action(actions.DECLARE, what)):
        list_options(clone)
        if not answers.offered(clone, choice):
            return False
        choose_trusted(clone, choice)
        if settle(clone) != ASK:
            return True
    if wanted == 0:
        return True
    list_options(clone)
    return answers.offered(clone, wanted)


def offered_to(game: Game, piece: i64, what: i64) -> bool:
    """Whether somebody that is activated may declare this."""
    clone = game.clone()
    list_options(clone)
    choice = action(actions.ACTIVATE, piece)
    if not answers.offered(clone, choice):
        return False
    choose_trusted(clone, choice)
    if settle(clone) != ASK:
        return False
    list_options(clone)
    return answers.offered(clone, action(actions.DECLARE, what))


def is_stranded(view: View, piece: i64) -> bool:
    """Whether a player stands where even leaving is a danger."""
    game = view.game
    here = view.square(piece)
    for module in game.rules.departure_risks:
        if module.departure_risk(game, piece, here) > 0.0:
            return True
    return False


def blow(view: View, piece: i64, way: Way) -> list[int]:
    """What to do about a door that cannot be opened: break it, if that is offered. The blow and its door."""
    if kind_of(way.deed) != actions.OPEN_DOOR or view.square(piece) != way.origin or view.game.acting >= 0:
        return []
    if not view.is_standing(piece) or not offered_to(view.game, piece, SMASH_DOOR_ACTION):
        return []
    return [
        int(action(actions.ACTIVATE, piece)),
        int(action(actions.DECLARE, SMASH_DOOR_ACTION)),
        int(action(actions.SMASH_DOOR, first_of(way.deed))),
    ]

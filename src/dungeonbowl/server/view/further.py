"""What a coach can choose with one more decision in front of it, in the same order: the next player while another one
acts, the end of the turn, a throw to a team-mate."""

from __future__ import annotations

from typing import Final

from dungeonbowl.engine import actions
from dungeonbowl.engine.action_kinds import DECLARATION_ROWS
from dungeonbowl.engine.actions import first_of, kind_of
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.loop import options_of
from dungeonbowl.engine.progress import BLOCK_MADE, DEED_DONE
from dungeonbowl.languages import t
from dungeonbowl.server.view.ahead import STOP, after_stopping, chosen
from dungeonbowl.server.view.words import player_label

# Actions that a team has once in a turn, each with the sign that the acting player has done it.
ONCE_A_TURN: Final = {
    int(actions.BLITZ_ACTION): int(BLOCK_MADE),
    int(actions.FOUL_ACTION): int(DEED_DONE),
    int(actions.PASS_ACTION): int(DEED_DONE),
    int(actions.HAND_OFF_ACTION): int(DEED_DONE),
    int(actions.THROW_TEAM_MATE_ACTION): int(DEED_DONE),
}
DECLARATION_NAMES: Final = {row.number: row.group for row in DECLARATION_ROWS}


def further(game: Game, options: list[int]) -> list[tuple[int, Game, list[int]]]:
    """Actions that are not offered yet, each with the game that would offer it and what to choose before."""
    found: list[tuple[int, Game, list[int]]] = []
    if STOP in options and (later := after_stopping(game)) is not None:
        found += [(option, later, [STOP]) for option in options_of(later)]
    aim = int(actions.AIM)
    if aim in options and (aiming := chosen(game, aim)) is not None:
        found += [(option, aiming, [aim]) for option in options_of(aiming) if is_to_team_mate(aiming, option)]
    return found


def is_to_team_mate(game: Game, option: int) -> bool:
    if kind_of(option) != actions.THROW_TO:
        return False
    receiver = int(game.occupant[first_of(option)])
    return receiver >= 0 and receiver != game.acting and game.side_of[receiver] == game.asked


def wasting(game: Game, options: list[int]) -> str:
    """What is lost if the present activation ends now: an action that the team has once in a turn."""
    declared = int(game.declared)
    if STOP not in options or game.acting < 0 or declared not in ONCE_A_TURN:
        return ""
    if int(game.progress) & ONCE_A_TURN[declared]:
        return ""
    name = t(DECLARATION_NAMES.get(declared, "an action"))
    player = player_label(game, int(game.acting))
    return t("{player} has declared {deed} and has not done it yet.", player=player, deed=name)


def leads(action: int) -> bool:
    """Whether a click on the square of this action means it, whatever else is offered there: a block comes before a
    blitz against the same player, opening a chest before moving it."""
    if kind_of(action) == actions.DECLARE:
        return first_of(action) == actions.BLOCK_ACTION
    return kind_of(action) == int(actions.OPEN_CHEST)


__all__ = ["further", "leads", "wasting"]

"""Why an action is refused, in one sentence. Used only when a coach tries an action that was not offered.

This file has the reasons that hold in every edition. Reasons of one edition come from its policies and modules."""

from __future__ import annotations

from mypy_extensions import i64

from dungeonbowl.engine import actions
from dungeonbowl.engine.abilities import THROWS_TEAM_MATES
from dungeonbowl.engine.actions import (
    BLITZ_ACTION,
    BLOCK_ACTION,
    FOUL_ACTION,
    HAND_OFF_ACTION,
    MOVE_ACTION,
    PASS_ACTION,
    THROW_TEAM_MATE_ACTION,
    first_of,
    kind_of,
    second_of,
)
from dungeonbowl.engine.frames import ASK, OVER
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.places import BARRED
from dungeonbowl.engine.procedures.move.step import price
from dungeonbowl.engine.procedures.turn.activation import gives_ball_away
from dungeonbowl.engine.progress import OWES_PORTAL
from dungeonbowl.engine.sides import TURNS, USED
from dungeonbowl.engine.statuses import ACTIVATED, ARRIVED, DAZZLED, PRONE, STANDING, STATUS_NAMES


def explain(game: Game, action: i64) -> str:
    """The reason for the refusal, in a sentence."""
    if game.signal == OVER:
        return "the match is over"
    if game.signal != ASK:
        return "dice are awaited, not a decision"
    kind = kind_of(action)
    if kind == actions.ACTIVATE or kind == actions.ENTER_RESERVE or kind == actions.USE_SPONGE:
        reason = about_player(game, first_of(action), kind)
    elif kind == actions.DECLARE:
        reason = about_declaration(game, first_of(action), second_of(action) - 1)
    elif kind == actions.STEP:
        reason = about_step(game, first_of(action))
    elif kind == actions.OPEN_CHEST:
        reason = about_chest(game, first_of(action))
    elif kind == actions.BUY:
        reason = "nothing is bought now, or no more of that"
    elif kind == actions.CAST or kind == actions.CAST_ON or kind == actions.CAST_AT:
        reason = "no wizard may cast a spell so at this moment"
    elif kind == actions.CONCEDE:
        reason = game.rules.policies.clock.concession_refused()
    else:
        reason = ""
    return reason if reason else "that is not one of the choices now"


def about_player(game: Game, piece: i64, kind: i64) -> str:
    if piece >= game.squads.count:
        return "there is no such player"
    if game.active < 0 or game.side_value(game.active, TURNS) == 0:
        return "no team turn has begun"
    if i64(game.side_of[piece]) != game.active:
        return "that player is not of the active side"
    if game.acting >= 0:
        return "another player is being activated"
    status = i64(game.status[piece])
    if kind == actions.ACTIVATE:
        if status != STANDING and status != PRONE:
            return "the player is " + STATUS_NAMES[status].replace("-", " ")
        if game.conditions[piece] & ARRIVED != 0:
            return "the player came from the dugout this turn"
        if game.conditions[piece] & ACTIVATED != 0:
            return "the player has been activated this turn"
        return ""
    return game.rules.policies.dugout.objection(game, game.active, piece, kind)


def about_declaration(game: Game, what: i64, target: i64) -> str:
    piece = game.acting
    if piece < 0:
        return "no player is being activated"
    if game.declared != 0:
        return "the action of this activation has been declared"
    used = game.side_value(i64(game.side_of[piece]), USED)
    if what > MOVE_ACTION and what != BLOCK_ACTION and what <= THROW_TEAM_MATE_ACTION:
        if used & i64(1) << what != 0:
            return "that action has been used this team turn"
    if (what == PASS_ACTION or what == HAND_OFF_ACTION) and game.conditions[piece] & DAZZLED != 0:
        return "the player is dazzled and neither passes nor hands off"
    if what == BLOCK_ACTION:
        if i64(game.status[piece]) != STANDING:
            return "a prone player cannot make a block"
        return "the target is not a standing opponent in an adjacent square"
    if what == BLITZ_ACTION:
        if anybody(game, target, True):
            return "something keeps the player from a Blitz"
        return "the target of a Blitz is a standing opponent in the dungeon"
    if what == FOUL_ACTION:
        if anybody(game, target, False):
            return "something keeps the player from that foul"
        return "the victim of a foul is an opponent who is down"
    if what == PASS_ACTION or what == HAND_OFF_ACTION:
        if not gives_ball_away(game, piece):
            return "the player gives the ball to nobody"
    if what == PASS_ACTION or what == THROW_TEAM_MATE_ACTION:
        if used & (i64(1) << PASS_ACTION | i64(1) << THROW_TEAM_MATE_ACTION) != 0:
            return "a pass and a thrown team-mate exclude each other in one team turn"
    if what == THROW_TEAM_MATE_ACTION:
        if game.can(piece, THROWS_TEAM_MATES) and game.strength(piece) < game.rules.tables.throws.thrower_strength:
            return "the player is not strong enough to throw team-mates"
        if not game.can(piece, THROWS_TEAM_MATES):
            return "the player cannot throw team-mates"
    return "the player may not declare that here"


def anybody(game: Game, target: i64, standing: bool) -> bool:
    """Whether there is an opponent of the acting player in the dungeon who is standing (or not, if `standing` is
    False). With a `target`, only that piece counts."""
    side = i64(game.side_of[game.acting])
    piece: i64 = 0
    while piece < game.squads.count:
        if (target < 0 or piece == target) and game.square[piece] >= 0 and i64(game.side_of[piece]) != side:
            if game.is_standing(piece) == standing:
                return True
        piece += 1
    return False


def about_step(game: Game, direction: i64) -> str:
    piece = game.acting
    if piece < 0 or direction > 7:
        return ""
    if game.progress & OWES_PORTAL != 0:
        return "the player must first pay one square of movement for going on after the portal"
    if i64(game.status[piece]) != STANDING:
        return "the player is not standing"
    origin = i64(game.square[piece])
    square = i64(game.steps[origin * 8 + direction])
    if square < 0:
        beyond = i64(game.dungeon.bordering[origin * 8 + direction])
        if beyond >= 0 and game.dungeon.level[beyond] != game.dungeon.level[origin]:
            return "the square is on another level"
        return "a wall is in the way"
    holder = i64(game.occupant[square])
    if holder >= 0:
        return "the square is occupied"
    if holder == BARRED:
        return "the square is impassable"
    if game.declared != 0 and game.moves_left + game.rushes_left <= 0:
        return "no movement and no Rush is left"
    for module in game.rules.step_bars:
        if module.bars_step(game, piece, origin, square):
            return module.step_objection(game, piece, origin, square)
    if game.declared != 0 and price(game, piece, origin, square) > game.moves_left + game.rushes_left:
        return f"the step costs {price(game, piece, origin, square)} squares of movement"
    return ""


def about_chest(game: Game, square: i64) -> str:
    piece = game.acting
    if piece < 0 or square >= game.dungeon.count or not game.is_chest(square):
        return "there is no closed chest"
    return game.rules.policies.chests.objection(game, piece, square)

"""Why a click on a square does nothing, in a sentence for the coach who clicked. The reasons are the engine's."""

from __future__ import annotations

from mypy_extensions import i64

from dungeonbowl.engine import actions
from dungeonbowl.engine.action_kinds import DECLARATION_ROWS, arguments_of
from dungeonbowl.engine.actions import first_of, kind_of
from dungeonbowl.engine.frames import ASK
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.loop import options_of
from dungeonbowl.engine.pathfinder import reach
from dungeonbowl.engine.places import BARRED
from dungeonbowl.engine.refusals import about_chest, about_declaration, about_player, about_step
from dungeonbowl.languages import mark, plural, t, translated
from dungeonbowl.server.view.ahead import STOP, activating, after_stopping
from dungeonbowl.server.view.words import player_label

A_WALL = mark("a wall is there: nobody can go into it")
NOT_CHOSEN = mark("this is not among the squares to choose from")
BY_BUTTON = mark("this is decided with the buttons, not on the board")
# Decisions in which a coach plays with the players on the board.
OF_A_TURN = frozenset(int(kind) for kind in (actions.END_TURN, actions.DECLARE, actions.END_ACTIVATION))


def why_nothing(game: Game, piece: int | None, square: int | None) -> str:
    """Why nothing comes of clicking a square, with a player in hand or without one; empty if the player can go
    there."""
    if game.signal != ASK:
        return t("nobody is asked anything now")
    if not any(kind_of(i64(option)) in OF_A_TURN for option in options_of(game)):
        return t(NOT_CHOSEN if any(has_place(game, option) for option in options_of(game)) else BY_BUTTON)
    if square is None or not 0 <= square < game.dungeon.count:
        return t(A_WALL)
    holder = int(game.occupant[square])
    if holder >= 0 and holder != piece and game.side_of[holder] == game.asked:
        return of_own_player(game, holder)
    if piece is None or not 0 <= piece < game.squads.count or game.square[piece] < 0:
        return t("take one of your players in hand first")
    if holder == piece:
        return t("{player} is in hand already", player=player_label(game, piece))
    begun = activating(game, piece)
    if begun is None:
        return of_own_player(game, piece)
    acting = begun[1]
    if holder >= 0:
        return of_opponent(acting, piece, holder)
    if game.is_chest(i64(square)):
        return translated(str(about_chest(acting, i64(square)))) or out_of_reach(acting, piece)
    if holder == BARRED:
        return t("the square is impassable")
    if reach(acting, i64(piece)).label(i64(square)) >= 0:
        return ""
    return of_step(acting, piece, square) or out_of_reach(acting, piece)


def has_place(game: Game, option: int) -> bool:
    """Whether an option is chosen by a square, or by a player who stands on one."""
    named = arguments_of(option)
    pieces = [named.get(name, -1) for name in ("piece", "target", "victim")]
    return named.get("square", -1) >= 0 or any(piece >= 0 and game.square[piece] >= 0 for piece in pieces)


def of_own_player(game: Game, piece: int) -> str:
    """Why a player cannot be activated."""
    later = after_stopping(game) if STOP in options_of(game) else None
    reason = about_player(later if later is not None else game, i64(piece), actions.ACTIVATE)
    return f"{player_label(game, piece)}: {translated(str(reason)) or t('not now')}"


def of_opponent(game: Game, piece: int, other: int) -> str:
    """Why the acting player cannot attack somebody."""
    here, there = int(game.square[piece]), int(game.square[other])
    between = wall_between(game, here, there)
    standing = game.is_standing(i64(other))
    what = actions.BLITZ_ACTION if standing else actions.FOUL_ACTION
    # Where that is open to the player, a click would do it: then nothing but the way is missing.
    if game.declared == what or any(declares(option, int(what), other) for option in options_of(game)):
        reason = out_of_reach(game, piece)
    elif game.declared != 0:
        deed = declaration_name(int(game.declared))
        reason = t("{player} has declared {deed} already", player=player_label(game, piece), deed=deed)
    else:
        reason = translated(str(about_declaration(game, what, i64(other))))
    return f"{between}; {reason}" if between else reason


def declaration_name(what: int) -> str:
    """An action as menus call it."""
    return t(next((row.group for row in DECLARATION_ROWS if row.number == what), "another action"))


def declares(option: int, what: int, target: int) -> bool:
    """Whether an option declares an action against a player, or against whoever it comes to."""
    if kind_of(i64(option)) != actions.DECLARE or first_of(i64(option)) != what:
        return False
    return arguments_of(option).get("target", -1) in (-1, target)


def wall_between(game: Game, here: int, there: int) -> str:
    """What keeps two squares apart that lie beside each other; empty if one can be entered from the other."""
    first, second = i64(here), i64(there)
    if here == there or not game.dungeon.within(first, second, i64(1)) or game.are_adjacent(first, second):
        return ""
    if game.dungeon.level[here] != game.dungeon.level[there]:
        return t("they are on different levels")
    return t("a wall is between them")


def of_step(game: Game, piece: int, square: int) -> str:
    """Why the acting player cannot step into a neighbouring square; empty for one farther off."""
    here = int(game.square[piece])
    if not game.dungeon.within(i64(here), i64(square), i64(1)):
        return ""
    return translated(str(about_step(game, i64(int(game.dungeon.direction_to(i64(here), i64(square)))))))


def out_of_reach(game: Game, piece: int) -> str:
    moves, rushes = max(0, int(game.moves_left)), max(0, int(game.rushes_left))
    left = plural("{count} square", "{count} squares", moves)
    if rushes:
        more = plural("{count} rush", "{count} rushes", rushes)
        left = t("{squares} and {rushes}", squares=left, rushes=more)
    return t("out of reach: {player} has {left} left", player=player_label(game, piece), left=left)

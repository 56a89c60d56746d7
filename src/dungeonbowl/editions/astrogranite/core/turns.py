"""The order of team turns, and the end of a game (A-TURN)."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64, mypyc_attr

from dungeonbowl.engine import clauses
from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.policies import Clock, Scoring
from dungeonbowl.engine.sides import DRAW, NOBODY, SCORE, SPONGES_USED, TURNS, ZONE
from dungeonbowl.engine.statuses import KNOCKED_OUT, RESERVES, STUNNED, THIRSTY


@final
class Rotation(Clock):
    """The sides take turns in the order that was chosen; a side that is out takes none (A-TURN-01, A-TURN-08)."""

    def may_concede(self, fresh: bool) -> bool:
        return True

    def concession_refused(self) -> str:
        return "a coach may concede only between two activations of his own team turn"

    def next_side(self, game: Game) -> i64:
        """The next side; -1 if at most one side is left, or the agreed rounds are over."""
        if last_side(game) != NOBODY or not anybody_plays(game):
            return -1
        side = game.first_side if game.active < 0 else game.opponent(game.active)
        while is_out(game, side):
            side = game.opponent(side)
        turns = game.side_value(side, TURNS)
        limit = game.rules.tables.course.turn_limit
        if (limit > 0 and turns >= limit) or (game.ending == clauses.CLOCK and turns >= most_turns(game)):
            return -1
        return side

    def verdict(self, game: Game) -> Frame:
        return LastSideWins()


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class LastSideWins(Frame):
    """The last side that is not out has won; if there is none, it is a draw."""

    def __init__(self) -> None:
        pass

    def copy(self) -> Frame:
        return LastSideWins()

    def begin(self, game: Game) -> i64:
        winner = last_side(game)
        if winner == NOBODY:
            game.end_match(DRAW, clauses.TURN_LIMIT)
        else:
            game.end_match(winner, clauses.LAST_SIDE)
        return game.done(0)


def last_side(game: Game) -> i64:
    """The only side that is not out; DRAW if all are out; NOBODY while several play."""
    found: i64 = DRAW
    side: i64 = 0
    while side < game.squads.sides:
        if not is_out(game, side):
            if found != DRAW:
                return NOBODY
            found = side
        side += 1
    return found


def is_out(game: Game, side: i64) -> bool:
    """Whether no player of the side is in the dungeon or in Reserves, and no sponge can bring one back. A side without
    any players occurs only in scenes and is never out."""
    piece = game.first_piece(side)
    last = game.last_piece(side)
    if piece == last:
        return False
    sponge = game.side_value(side, SPONGES_USED) == 0
    while piece < last:
        status = i64(game.status[piece])
        if status <= RESERVES or (sponge and status == KNOCKED_OUT):
            return False
        piece += 1
    return True


def anybody_plays(game: Game) -> bool:
    """Whether any player is in the dungeon or can come there; otherwise the turns would go on for ever."""
    last: i64 = KNOCKED_OUT if game.has_portals() else STUNNED
    piece: i64 = 0
    while piece < game.squads.count:
        if i64(game.side_of[piece]) < game.squads.sides and i64(game.status[piece]) <= last:
            return True
        piece += 1
    return False


def most_turns(game: Game) -> i64:
    """The most team turns that any side has had."""
    most: i64 = 0
    side: i64 = 0
    while side < game.squads.sides:
        turns = game.side_value(side, TURNS)
        if turns > most and not is_out(game, side):
            most = turns
        side += 1
    return most


@final
class FirstTouchdown(Scoring):
    """A touchdown counts in any other team's end zone, at any moment of any team's turn; the first one wins (A-TURN-06,
    A-TURN-07)."""

    def counts(self, game: Game, piece: i64) -> bool:
        if game.conditions[piece] & THIRSTY != 0:
            return False
        zone = i64(game.dungeon.zone[i64(game.square[piece])])
        return zone >= 0 and zone != game.side_value(i64(game.side_of[piece]), ZONE)

    def scored(self, game: Game, piece: i64) -> None:
        side = i64(game.side_of[piece])
        game.set_side(side, SCORE, game.side_value(side, SCORE) + 1)
        game.end_match(side, clauses.TOUCHDOWN)

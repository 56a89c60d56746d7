"""Players from Reserves join a drive that is under way (S-RES)."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i16, i64, mypyc_attr, u8

from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.actions import (
    BLITZ_ACTION,
    ENTER_RESERVE,
    FOUL_ACTION,
    HAND_OFF_ACTION,
    MOVE_ACTION,
    PASS_ACTION,
    THROW_TEAM_MATE_ACTION,
    action,
    first_of,
    second_of,
    third_of,
)
from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.places import FREE
from dungeonbowl.engine.policies import Dugout
from dungeonbowl.engine.procedures.move.arrive import Arrive
from dungeonbowl.engine.procedures.turn.activation import Activation, gives_ball_away
from dungeonbowl.engine.progress import FINISHED
from dungeonbowl.engine.sides import DUGOUT_USED, NOBODY, TURNS, TURNS_BEFORE, USED, ZONE
from dungeonbowl.engine.statuses import ACTIVATED, LEFT_BY_DOOR, RESERVES, STANDING, STATUS_NAMES

# The actions with which a player may come in (S-RES-07).
WAYS_TO_ACT: Final = vec[i64](
    [int(MOVE_ACTION), int(BLITZ_ACTION), int(PASS_ACTION), int(HAND_OFF_ACTION), int(FOUL_ACTION)]
)


@final
class OneReserve(Dugout):
    """One player a team turn may come in, from the side's second turn of the drive on (S-RES-01). With `by_half`, from
    its second turn of the half on."""

    def __init__(self, by_half: bool = False) -> None:
        self.by_half = by_half

    def offers(self, game: Game, side: i64) -> None:
        if game.side_value(side, USED) & DUGOUT_USED != 0:
            return
        turn = game.side_value(side, TURNS)
        if not self.by_half:
            turn -= game.side_value(side, TURNS_BEFORE)
        if turn < 2:
            return
        piece = game.first_piece(side)
        last = game.last_piece(side)
        while piece < last:
            if i64(game.status[piece]) == RESERVES and game.conditions[piece] & LEFT_BY_DOOR == 0:
                offer_ways_in(game, side, piece)
            piece += 1

    def frame(self, game: Game, side: i64, action: i64) -> Frame:
        game.set_side(side, USED, game.side_value(side, USED) | DUGOUT_USED)
        return JoinIn(first_of(action), second_of(action), third_of(action) - 1)

    def objection(self, game: Game, side: i64, piece: i64, kind: i64) -> str:
        if kind != ENTER_RESERVE:
            return "there is no sponge in this game"
        status = i64(game.status[piece])
        if status != RESERVES:
            return f"the player is {STATUS_NAMES[status]}, not in Reserves"
        if game.side_value(side, USED) & DUGOUT_USED != 0:
            return "a player has been brought on this turn already"
        if game.side_value(side, TURNS) - game.side_value(side, TURNS_BEFORE) < 2:
            return "reserves come on from the team's second turn of a drive on"
        if game.conditions[piece] & LEFT_BY_DOOR != 0:
            return "the player has left by a door in this drive"
        return "a reserve comes on for an action that is still open, by a teleporter or in front of an own door"


def offer_ways_in(game: Game, side: i64, piece: i64) -> None:
    """Offer every action with which the player may come in, by a teleporter or in front of a door of its side
    (S-RES-03)."""
    used = game.side_value(side, USED)
    gives = gives_ball_away(game, piece)
    by_portal = game.has_portals()
    fronts = vec[i16]()
    for node in game.dungeon.zones[game.side_value(side, ZONE)]:
        front = before_door(game, i64(node))
        if front >= 0 and i64(game.occupant[front]) == FREE:
            fronts = append(fronts, i16(front))
    for what in WAYS_TO_ACT:
        if what != MOVE_ACTION and used & i64(1) << what != 0:
            continue
        if what == PASS_ACTION or what == HAND_OFF_ACTION:
            if not gives or (what == PASS_ACTION and used & i64(1) << THROW_TEAM_MATE_ACTION != 0):
                continue
        if by_portal:
            game.offer(action(ENTER_RESERVE, piece, what))
        for square in fronts:
            game.offer(action(ENTER_RESERVE, piece, what, i64(square) + 1))


def before_door(game: Game, door: i64) -> i64:
    """The square straight in front of a door square, or -1 (S-RES-05)."""
    direction: i64 = 0
    while direction < 8:
        square = i64(game.dungeon.neighbours[door * 8 + direction])
        if square >= 0 and game.dungeon.zone[square] < 0:
            return square
        direction += 2
    return -1


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class JoinIn(Frame):
    """A player comes in, by a teleporter or at a `square`, for an action that was declared before (S-RES-03 to
    S-RES-09).

    The square counts as one square of its movement. Its traits are rolled in the square where it arrives.
    """

    def __init__(self, piece: i64, what: i64, square: i64) -> None:
        self.piece = piece
        self.what = what
        self.square = square

    def copy(self) -> Frame:
        return JoinIn(self.piece, self.what, self.square)

    def begin(self, game: Game) -> i64:
        piece = self.piece
        side = i64(game.side_of[piece])
        game.acting = piece
        game.declared = self.what
        game.target = NOBODY
        game.progress = 0
        game.set_side(side, USED, game.side_value(side, USED) | i64(1) << self.what)
        if self.square < 0:
            return game.call(game.rules.policies.portals.arrives(game, piece))
        game.status[piece] = u8(STANDING)
        game.place(piece, self.square)
        game.tell(events.ENTERED, clauses.DUGOUT, piece, self.square)
        return game.call(Arrive(piece, True, True))

    def returned(self, game: Game, result: i64) -> i64:
        piece = self.piece
        lost = game.square[piece] < 0 or i64(game.status[piece]) != STANDING or game.progress & FINISHED != 0
        if lost or game.turnover != 0:
            game.acting = NOBODY
            game.conditions[piece] = game.conditions[piece] | ACTIVATED
            return game.done(0)
        return game.become(Activation(piece, announced=self.what))

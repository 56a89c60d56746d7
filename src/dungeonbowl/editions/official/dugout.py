"""The dugout: players who enter, and the magic sponge (O-DUG)."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64, mypyc_attr

from dungeonbowl.engine.actions import ENTER_RESERVE, USE_SPONGE, first_of, kind_of
from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.policies import Dugout
from dungeonbowl.engine.procedures.turn.sponge import Sponge, is_fresh
from dungeonbowl.engine.sides import DUGOUT_USED, TURNS, USED
from dungeonbowl.engine.statuses import ARRIVED, KNOCKED_OUT, RESERVES, STATUS_NAMES


@final
class OfficialDugout(Dugout):
    """Once a team turn either one player enters or the sponge is used, never in the first turn of the game (O-DUG-01 to
    O-DUG-03). The sponge is used at any moment between activations, or by agreement before all of them."""

    def __init__(self, sponge_first: bool = False) -> None:
        self.sponge_first = sponge_first

    def offers(self, game: Game, side: i64) -> None:
        if not may_use_dugout(game, side):
            return
        sponge = not self.sponge_first or is_fresh(game, side)
        piece = game.first_piece(side)
        last = game.last_piece(side)
        while piece < last:
            status = i64(game.status[piece])
            if status == RESERVES and game.has_portals():
                game.offer(ENTER_RESERVE | piece << 8)
            elif status == KNOCKED_OUT and sponge:
                game.offer(USE_SPONGE | piece << 8)
            piece += 1

    def frame(self, game: Game, side: i64, action: i64) -> Frame:
        game.set_side(side, USED, game.side_value(side, USED) | DUGOUT_USED)
        return Enter(first_of(action)) if kind_of(action) == ENTER_RESERVE else Sponge(first_of(action))

    def objection(self, game: Game, side: i64, piece: i64, kind: i64) -> str:
        status = i64(game.status[piece])
        if game.side_value(side, USED) & DUGOUT_USED != 0:
            return "the dugout portal or the sponge has been used this turn"
        if kind == ENTER_RESERVE and status != RESERVES:
            return "the player is " + STATUS_NAMES[status].replace("-", " ") + ", not in Reserves"
        if kind == USE_SPONGE and status != KNOCKED_OUT:
            return "the player is not knocked out"
        if not may_use_dugout(game, side):
            return "the side with the first turn may not use the dugout in it"
        return "there is no portal to come in by" if kind == ENTER_RESERVE else ""


def may_use_dugout(game: Game, side: i64) -> bool:
    if game.side_value(side, USED) & DUGOUT_USED != 0:
        return False
    return side != game.first_side or game.side_value(side, TURNS) > 1


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class Enter(Frame):
    """A player enters from Reserves through a random portal and does nothing else in this turn (O-DUG-04 to -06)."""

    def __init__(self, piece: i64) -> None:
        self.piece = piece

    def copy(self) -> Frame:
        return Enter(self.piece)

    def begin(self, game: Game) -> i64:
        game.conditions[self.piece] = game.conditions[self.piece] | ARRIVED
        return game.become(game.rules.policies.portals.arrives(game, self.piece))
